import Type, { type Static } from 'typebox';
import { defineEndpoint } from './endpoints.ts';
import type { WireErrorBody } from './errors.ts';
import { IdParams } from './lists.ts';
import { QueryObject } from './query-objects.ts';
import type { WireTable } from './result-tables.ts';

export const DatasourceReference = Type.Object({
  id: Type.Union([Type.Integer(), Type.String()]),
  type: Type.Optional(Type.String()),
});

/** A chart's queries, as the reference's `POST /api/v1/chart/data` takes them. */
export const ChartDataRequest = Type.Object(
  {
    datasource: DatasourceReference,
    queries: Type.Array(QueryObject, { maxItems: 20 }),
    force: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
    form_data: Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()])),
    result_format: Type.Optional(Type.Union([Type.Literal('json'), Type.Literal('csv'), Type.Literal('xlsx')])),
    result_type: Type.Optional(Type.String()),
    custom_cache_timeout: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  },
  { additionalProperties: true },
);
export type ChartDataRequest = Static<typeof ChartDataRequest>;

export const ChartDataQuery = Type.Object(
  {
    dashboard_id: Type.Optional(Type.Integer()),
    force: Type.Optional(Type.String()),
    form_data: Type.Optional(Type.String()),
  },
  { additionalProperties: true },
);

/** The records of one annotation layer. */
export interface WireAnnotationData {
  readonly columns: readonly string[];
  readonly records: readonly Readonly<Record<string, unknown>>[];
}

/** One query's answer in the reference's row shape. */
export interface ChartDataResult {
  readonly annotation_data: Readonly<Record<string, WireAnnotationData>> | null;
  /** What went wrong with an annotation layer, by its name; the chart itself is answered all the same. */
  readonly annotation_error?: Readonly<Record<string, string>>;
  readonly applied_filters: readonly { column: string }[];
  readonly rejected_filters: readonly { column: string; reason: string }[];
  readonly cache_key: string | null;
  readonly cached_dttm: string | null;
  readonly cache_timeout: number | null;
  readonly colnames: readonly string[];
  readonly coltypes: readonly number[];
  readonly indexnames: readonly number[];
  readonly data: readonly Readonly<Record<string, unknown>>[];
  readonly error: string | null;
  readonly from_dttm: number | null;
  readonly to_dttm: number | null;
  readonly is_cached: boolean | null;
  readonly label_map: Readonly<Record<string, readonly string[]>>;
  readonly query: string;
  readonly result_format: string;
  readonly rowcount: number;
  readonly sql_rowcount: number;
  readonly stacktrace: string | null;
  readonly status: string;
  readonly applied_template_filters: readonly string[];
}

/** One query's answer in the application's own columnar shape: the same facts, the rows as a table. */
export interface ChartTableResult extends Omit<ChartDataResult, 'data' | 'colnames' | 'coltypes' | 'indexnames'> {
  readonly table: WireTable;
  /** Time spent in the engine for this answer, 0 when it came from the cache. */
  readonly engineMs: number;
  /** The limit that the engine's rows reached: there may be more of them; null where all came. */
  readonly limitReached: number | null;
  /** Labels of the metrics whose groups add up to the metric of all rows. */
  readonly summable: readonly string[];
}

export const ChartBatchRequest = Type.Object({
  dashboard_id: Type.Optional(Type.Integer()),
  requests: Type.Array(Type.Object({ key: Type.String({ minLength: 1, maxLength: 100 }), payload: ChartDataRequest }), {
    minItems: 1,
    maxItems: 200,
  }),
});
export type ChartBatchRequest = Static<typeof ChartBatchRequest>;

/** One line (NDJSON) of the answer to a batch: a chart's results or its error, in the order in which they finish. */
export type ChartBatchLine =
  | { readonly key: string; readonly status: number; readonly results: readonly ChartTableResult[] }
  | { readonly key: string; readonly status: number; readonly error: WireErrorBody };

export const chartDataEndpoints = {
  data: defineEndpoint({
    id: 'chart.data',
    method: 'POST',
    path: '/api/v1/chart/data',
    summary: 'Runs the queries of one chart',
    tag: 'Charts',
    access: { verb: 'can_read', view: 'Chart' },
    query: ChartDataQuery,
    body: Type.Union([ChartDataRequest, Type.Object({ form_data: Type.String() }, { additionalProperties: true })]),
    bodyKind: 'form',
    takesAnyText: true,
  }),
  saved: defineEndpoint({
    id: 'chart.saved_data',
    method: 'GET',
    path: '/api/v1/chart/:id/data/',
    summary: 'Runs the queries that were saved with a chart',
    tag: 'Charts',
    access: { verb: 'can_read', view: 'Chart' },
    params: IdParams,
    query: Type.Object(
      {
        format: Type.Optional(Type.Union([Type.Literal('json'), Type.Literal('csv'), Type.Literal('xlsx')])),
        type: Type.Optional(Type.String()),
        force: Type.Optional(Type.String()),
      },
      { additionalProperties: true },
    ),
  }),
  exploreJson: defineEndpoint({
    id: 'chart.explore_json',
    method: 'POST',
    path: '/superset/explore_json/',
    summary: "Runs a chart by its form, as the reference's older clients ask; answers what the form's queries answer",
    tag: 'Charts',
    access: { verb: 'can_explore_json', view: 'Superset' },
    query: ChartDataQuery,
    body: Type.Object({ form_data: Type.String() }, { additionalProperties: true }),
    bodyKind: 'form',
    takesAnyText: true,
  }),
  batch: defineEndpoint({
    id: 'chart.data_batch',
    method: 'POST',
    path: '/api/v1/chart/data/batch',
    summary: 'Runs the queries of many charts and streams each answer, one JSON line per chart, as it is ready',
    tag: 'Charts',
    access: { verb: 'can_read', view: 'Chart' },
    body: ChartBatchRequest,
    takesAnyText: true,
  }),
} as const;
