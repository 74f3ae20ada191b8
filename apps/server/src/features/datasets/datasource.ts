import {
  type ChartDataRequest,
  type ChartTableResult,
  datasourceKinds,
  genericTypeCodes,
  type QueryObject,
  type SamplesBody,
  type WireSamples,
  type WireValue,
} from '@powerset/contract';
import type { User } from '../../access/index.ts';
import { type Mistake, toNamedRows } from '../../answers/index.ts';
import { getDatasource } from '../../catalog/index.ts';
import { fieldError, forbidden, notFound } from '../../http/index.ts';
import type { Services } from '../../services.ts';

/** Runs queries of a dataset under the rules of whoever asks; the chart pipeline, as `app.ts` hands it in. */
export interface DataRunner {
  run(run: {
    readonly user: User;
    readonly request: ChartDataRequest;
    readonly signal: AbortSignal;
  }): Promise<readonly ChartTableResult[]>;
  /** What would keep the first query from its rows; null where it would run. */
  findMistake(run: Parameters<DataRunner['run']>[0]): Promise<Mistake | null>;
}

export interface Asking {
  readonly user: User;
  readonly signal: AbortSignal;
}

const valueLimit = 10_000;
const sampleLimit = 1000;

/** Distinct values of a column, sorted; `search` narrows them to those that contain a text. */
export async function listColumnValues(
  { services, runner }: { readonly services: Services; readonly runner: DataRunner },
  asking: Asking,
  request: { readonly type: string; readonly id: number; readonly column: string; readonly search: string },
): Promise<readonly WireValue[]> {
  assertKnownType(request.type);
  const dataset = await getDatasource(services, asking.user, request);
  const column = dataset.columns.find((one) => one.column_name === request.column);
  if (!column) throw notFound();
  if (dataset.row.filter_select_enabled === 0) throw forbidden().withStatus(400);
  const search = request.search ? [{ col: request.column, op: 'CONTAINS', val: request.search }] : [];
  const query: QueryObject = {
    columns: [request.column],
    metrics: [],
    filters: search,
    orderby: [[request.column, true]],
    row_limit: valueLimit,
    apply_fetch_values_predicate: true,
  };
  const [result] = await runner.run({
    ...asking,
    request: { datasource: { id: request.id, type: request.type }, queries: [query] },
  });
  return result?.table.columns[0]?.values ?? [];
}

export interface SamplesRequest {
  readonly type: string;
  readonly id: number;
  readonly isForced: boolean;
  readonly page: number;
  readonly perPage: number;
  /** Where the rows are looked at, for those who may read them there. */
  readonly dashboardId: number | undefined;
  readonly body: SamplesBody;
}

/** One page of raw rows, and how many there are in all. */
export async function readSamples(runner: DataRunner, asking: Asking, request: SamplesRequest): Promise<WireSamples> {
  assertKnownType(request.type);
  const perPage = Math.min(request.perPage, sampleLimit);
  const base: QueryObject = {
    filters: request.body?.filters ?? [],
    granularity: request.body?.granularity,
    time_range: request.body?.time_range,
    extras: request.body?.extras ?? {},
  };
  const isDrill = (request.body?.filters?.length ?? 0) > 0 || Boolean(request.body?.granularity);
  const resultType = isDrill ? 'drill_detail' : 'samples';
  const rows: QueryObject = {
    ...base,
    result_type: resultType,
    row_limit: perPage,
    row_offset: (request.page - 1) * perPage,
  };
  const counting: QueryObject = {
    ...base,
    columns: [],
    metrics: [{ expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'rowcount' }],
  };
  const [page, total] = await runner.run({
    ...asking,
    request: {
      datasource: { id: request.id, type: request.type },
      queries: [rows, counting],
      force: request.isForced,
      form_data: { dashboardId: request.dashboardId },
    },
  });
  if (!page) throw notFound();
  return {
    page: request.page,
    per_page: perPage,
    total_count: Number(total?.table.columns[0]?.values[0] ?? 0),
    colnames: page.table.columns.map((column) => column.name),
    coltypes: page.table.columns.map((column) => genericTypeCodes[column.type]),
    rowcount: page.table.rowCount,
    sql_rowcount: page.sql_rowcount,
    query: page.query,
    is_cached: page.is_cached,
    data: toNamedRows(page.table),
  };
}

export function assertKnownType(type: string): void {
  if (!datasourceKinds.includes(type)) throw fieldError({ datasource_type: [`Invalid datasource type: ${type}`] }, 400);
}
