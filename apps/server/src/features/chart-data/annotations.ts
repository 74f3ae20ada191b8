import { type AnnotationLayer, readAnnotationLayer } from '@powerset/chart-kit';
import {
  type ChartDataRequest,
  fromWireTable,
  type QueryObject,
  type WireAnnotationData,
  type WireTable,
} from '@powerset/contract';
import { can } from '../../access/index.ts';
import { AppError, commandError, toAppError } from '../../http/index.ts';
import { packTable } from '../../packed/index.ts';
import type { Services } from '../../services.ts';
import { overrideQuery } from './annotation-overrides.ts';
import { type ChartAnswer, type ChartData, toTableResult } from './chart-data.ts';
import { loadChartRequest } from './saved-request.ts';
import type { ChartRun } from './source.ts';

type Answer = { readonly name: string } & ({ readonly data: WireAnnotationData } | { readonly error: string });

/**
 * Chart data with the records of each query's annotation layers: of kept layers, and of other charts as the reader may
 * see them. A layer that fails is told by name and leaves the chart alone. `result_type: "annotations"` asks for nothing else.
 */
export function withAnnotations(services: Services, chartData: ChartData): ChartData {
  const answer = async (run: ChartRun): Promise<readonly ChartAnswer[]> => {
    const isAlone = run.request.result_type === 'annotations';
    const asked = run.request.queries.map((query) => layersOf(query, isAlone));
    const [answers, found] = await Promise.all([
      isAlone ? run.request.queries.map(() => noRows) : chartData.answer(run),
      Promise.all(
        run.request.queries.map((query, at) =>
          Promise.all((asked[at] ?? []).map((layer) => readLayer({ services, chartData, run }, query, layer))),
        ),
      ),
    ]);
    return answers.map((one, at) => withRecords(one, found[at] ?? []));
  };
  return {
    ...chartData,
    answer,
    run: async (run) => (await answer(run)).map(toTableResult),
  };
}

/** Layers that need the server: formulas are computed where they are drawn, hidden layers are not asked until shown. */
function layersOf(query: QueryObject, isAlone: boolean): readonly AnnotationLayer[] {
  return (query.annotation_layers ?? []).flatMap((entry) => {
    const layer = readAnnotationLayer(entry);
    return layer && layer.type !== 'FORMULA' && (isAlone || layer.show) ? [layer] : [];
  });
}

/** An answer without layers stays the object that it is: its text may be written already. */
function withRecords(answer: ChartAnswer, layers: readonly Answer[]): ChartAnswer {
  if (layers.length === 0) return answer;
  const found = layers.flatMap((layer) => ('data' in layer ? [[layer.name, layer.data] as const] : []));
  const failed = layers.flatMap((layer) => ('error' in layer ? [[layer.name, layer.error] as const] : []));
  const facts = {
    ...answer.facts,
    annotation_data: Object.fromEntries(found),
    ...(failed.length > 0 ? { annotation_error: Object.fromEntries(failed) } : {}),
  };
  return { ...answer, facts };
}

interface Deps {
  readonly services: Services;
  readonly chartData: ChartData;
  readonly run: ChartRun;
}

async function readLayer(deps: Deps, query: QueryObject, layer: AnnotationLayer): Promise<Answer> {
  try {
    const data =
      layer.sourceType === 'NATIVE' ? await readKeptLayer(deps, layer) : await readChartLayer(deps, query, layer);
    return { name: layer.name, data };
  } catch (error) {
    const { services, run } = deps;
    const failure = toAppError(error, (cause, reference) =>
      services.log.error({ err: cause, reference }, 'an annotation layer failed'),
    );
    return { name: layer.name, error: (run.user.isAnonymous ? failure.withoutSql() : failure).message };
  }
}

const keptColumns = ['start_dttm', 'end_dttm', 'short_descr', 'long_descr', 'json_metadata'] as const;

async function readKeptLayer({ services, run }: Deps, layer: AnnotationLayer): Promise<WireAnnotationData> {
  if (!can(run.user, 'can_read', 'Annotation')) throw new AppError('FORBIDDEN_ERROR');
  const id = Number(layer.value);
  const { store } = services;
  const kept = Number.isInteger(id)
    ? await store.selectFrom('annotation_layers').select('id').where('id', '=', id).executeTakeFirst()
    : undefined;
  if (!kept) throw commandError('The annotation layer does not exist');
  const rows = await store
    .selectFrom('annotations')
    .select([...keptColumns])
    .where('layer_id', '=', kept.id)
    .orderBy('start_dttm')
    .orderBy('id')
    .limit(maxRecords)
    .execute();
  const records = rows.map((row) => ({
    ...row,
    start_dttm: Date.parse(row.start_dttm),
    end_dttm: Date.parse(row.end_dttm),
  }));
  return { columns: keptColumns, records };
}

/** More marks than these would be one dark band. */
const maxRecords = 5000;

/** The first table of another chart, asked as the reader, with what the layer replaces in its query. */
async function readChartLayer(deps: Deps, host: QueryObject, layer: AnnotationLayer): Promise<WireAnnotationData> {
  const { services, chartData, run } = deps;
  const id = Number(layer.value);
  if (!Number.isInteger(id)) throw commandError('The chart does not exist');
  const saved = await loadChartRequest(services, run.user, { id, dashboardId: dashboardOf(run.request) }).catch(
    (error: unknown) => {
      throw error instanceof AppError && error.status === 404 ? commandError('The chart does not exist') : error;
    },
  );
  const [first] = saved.queries;
  if (!first) throw commandError('The chart query context does not exist');
  // A chart's own annotations are its own matter, or two charts could ask for each other for ever.
  const query = { ...overrideQuery(first, host, layer.overrides), annotation_layers: [] };
  const request: ChartDataRequest = { ...saved, queries: [query], result_type: 'full', force: run.request.force };
  const [result] = await chartData.run({ ...run, request });
  return result ? toRecords(result.table) : { columns: [], records: [] };
}

/** A layer's chart may be open only through the dashboard that is looked at. */
function dashboardOf({ form_data: form }: ChartDataRequest): number | undefined {
  const id = Number(form?.dashboardId ?? Number.NaN);
  return Number.isInteger(id) ? id : undefined;
}

/** Rows as records, the first column of times in front: that is where a line's points stand. */
function toRecords(wire: WireTable): WireAnnotationData {
  const table = fromWireTable(wire);
  const time = table.columns.find((column) => column.type === 'temporal');
  const columns = [...(time ? [time] : []), ...table.columns.filter((column) => column !== time)];
  const records = Array.from({ length: Math.min(table.rowCount, maxRecords) }, (_, row) =>
    Object.fromEntries(columns.map((column) => [column.name, toPlain(column.values[row] ?? null)])),
  );
  return { columns: columns.map((column) => column.name), records };
}

const toPlain = (value: unknown) => (typeof value === 'bigint' ? Number(value) : value);

const noRows: ChartAnswer = {
  facts: {
    annotation_data: {},
    applied_filters: [],
    rejected_filters: [],
    cache_key: null,
    cached_dttm: null,
    cache_timeout: null,
    error: null,
    from_dttm: null,
    to_dttm: null,
    is_cached: false,
    label_map: {},
    query: '',
    result_format: 'json',
    rowcount: 0,
    sql_rowcount: 0,
    stacktrace: null,
    status: 'success',
    applied_template_filters: [],
    engineMs: 0,
    limitReached: null,
    summable: [],
  },
  table: packTable({ columns: [], rowCount: 0 }),
  columnTypes: [],
};
