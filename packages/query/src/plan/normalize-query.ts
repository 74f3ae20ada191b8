import type { QueryObject } from '@powerset/contract';
import { QueryColumn, QueryMetric } from '@powerset/contract/schemas';
import { Value } from 'typebox/value';
import type { QueryDataset } from '../dataset.ts';
import { QueryError } from '../errors.ts';

export interface RowLimits {
  /** No answer is ever longer. */
  readonly maxRows: number;
  /** For queries that name no limit. */
  readonly defaultRowLimit: number;
  /** For samples that name no limit; 1000 unless said. */
  readonly samplesRowLimit?: number;
}

function textOf(query: QueryObject, key: string): string | undefined {
  const value: unknown = query[key as keyof QueryObject];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Old keys of the wire under their present names; present ones win. */
export function modernizeQuery(query: QueryObject): QueryObject {
  const old: Readonly<Record<string, unknown>> = query;
  return {
    ...query,
    columns: query.columns ?? oldColumns(old.groupby),
    granularity: query.granularity ?? textOf(query, 'granularity_sqla'),
    series_limit: query.series_limit ?? oldCount(old.timeseries_limit),
    series_limit_metric: query.series_limit_metric ?? oldMetric(old.timeseries_limit_metric),
    time_range: query.time_range ?? legacyTimeRange(query),
    extras: {
      ...query.extras,
      where: query.extras?.where ?? textOf(query, 'where'),
      having: query.extras?.having ?? textOf(query, 'having'),
    },
  };
}

// No schema guards the old keys, so their shapes are checked here against the keys that replaced them.
function oldColumns(value: unknown): QueryColumn[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value) || !value.every((item) => Value.Check(QueryColumn, item))) {
    throw new QueryError('groupby must be a list of columns', 'groupby');
  }
  return value;
}

function oldCount(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw new QueryError('timeseries_limit must be a number of series', 'timeseries_limit');
}

function oldMetric(value: unknown): QueryMetric | undefined {
  if (value === undefined || value === null) return undefined;
  if (Value.Check(QueryMetric, value)) return value;
  throw new QueryError('timeseries_limit_metric must be a metric', 'timeseries_limit_metric');
}

function legacyTimeRange(query: QueryObject): string | undefined {
  const since = textOf(query, 'since');
  const until = textOf(query, 'until');
  if (since === undefined && until === undefined) return undefined;
  const isBareDelta = /^\d+\s+\w+$/.test(since ?? '');
  return `${since ?? ''}${isBareDelta ? ' ago' : ''} : ${until ?? ''}`;
}

/** What `result_type` makes of a query: `samples` and `drill_detail` ask for raw rows of every column. */
export function applyResultType(query: QueryObject, dataset: QueryDataset, limits: RowLimits): QueryObject {
  if (query.result_type === 'samples') return toSamplesQuery(query, dataset, limits);
  return query.result_type === 'drill_detail' ? toDrillDetailQuery(query, dataset, limits) : query;
}

/** Rows of every column, filtered as asked but not by time. */
export function toSamplesQuery(query: QueryObject, dataset: QueryDataset, limits: RowLimits): QueryObject {
  const raw = toRawQuery(query, dataset, limits);
  return { ...raw, granularity: null, time_range: null, orderby: [] };
}

/** The rows behind a mark: every column, all filters kept, in the order of the first column, where `detail` says nothing else. */
export function toDrillDetailQuery(query: QueryObject, dataset: QueryDataset, limits: RowLimits): QueryObject {
  const raw = toRawQuery(query, dataset, limits);
  const { columns, orderby } = query.detail ?? {};
  const names = detailColumns(query, dataset);
  const first = names[0];
  const order = orderby?.length ? orderby : [[first ?? '', true] as [string, boolean]];
  const unknown = order.find(([name]) => !dataset.columns.some((column) => column.name === name));
  if (unknown) throw new QueryError(`Column "${unknown[0]}" does not exist in dataset`, 'detail');
  return { ...raw, ...(columns ? { columns: [...names] } : {}), orderby: order };
}

/** The columns that rows behind a mark have, and in which a text is searched. */
export function detailColumns({ detail }: QueryObject, dataset: QueryDataset): readonly string[] {
  const known = dataset.columns.map((column) => column.name);
  const unknown = detail?.columns?.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new QueryError(`Column "${unknown}" does not exist in dataset`, 'detail');
  return detail?.columns ?? known;
}

function toRawQuery(query: QueryObject, dataset: QueryDataset, limits: RowLimits): QueryObject {
  if (dataset.columns.length === 0) throw new QueryError('The dataset has no columns', 'columns');
  return {
    ...query,
    columns: dataset.columns.map((column) => column.name),
    metrics: null,
    is_timeseries: false,
    post_processing: [],
    series_columns: [],
    series_limit: 0,
    series_limit_metric: null,
    time_offsets: [],
    grouping_sets: undefined,
    row_limit: query.row_limit || (limits.samplesRowLimit ?? 1000),
  };
}
