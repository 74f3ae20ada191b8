import Type, { type Static, type TSchema } from 'typebox';
import { defineEndpoint } from './endpoints.ts';
import { QParameter } from './lists.ts';
import type { WireQuery, WireQueryColumn } from './queries.ts';
import type { ColumnType, WireTable } from './result-tables.ts';
import type { WireTabState } from './tab-states.ts';

const nullable = <S extends TSchema>(schema: S) => Type.Optional(Type.Union([schema, Type.Null()]));

export const ExecuteBody = Type.Object(
  {
    database_id: Type.Integer(),
    sql: Type.String({ maxLength: 1_000_000 }),
    client_id: nullable(Type.String({ minLength: 1, maxLength: 64 })),
    queryLimit: nullable(Type.Integer()),
    sql_editor_id: nullable(Type.Union([Type.String({ maxLength: 256 }), Type.Integer()])),
    catalog: nullable(Type.String()),
    schema: nullable(Type.String({ maxLength: 256 })),
    tab: nullable(Type.String({ maxLength: 256 })),
    ctas_method: nullable(Type.Union([Type.Literal('TABLE'), Type.Literal('VIEW')])),
    templateParams: nullable(Type.String()),
    tmp_table_name: nullable(Type.String({ maxLength: 256, pattern: '^[A-Za-z0-9_]*$' })),
    select_as_cta: nullable(Type.Boolean()),
    runAsync: nullable(Type.Boolean()),
    expand_data: nullable(Type.Boolean()),
    json: nullable(Type.Boolean()),
    /** Powerset's own: rows in the answer's `data`; 0 for those who read windows. */
    preview_rows: nullable(Type.Integer({ minimum: 0 })),
    /** Powerset's own: a preview of a table, kept out of the history. */
    is_data_preview: nullable(Type.Boolean()),
  },
  { additionalProperties: true },
);
export type ExecuteBody = Static<typeof ExecuteBody>;

/** The answer of a run that has finished, and of reading its result. */
export interface WireExecution {
  readonly status: string;
  readonly data: readonly Readonly<Record<string, unknown>>[];
  readonly columns: readonly WireQueryColumn[];
  readonly selected_columns: readonly WireQueryColumn[];
  readonly expanded_columns: readonly WireQueryColumn[];
  readonly query: WireQuery;
  readonly query_id: number;
  /** Rows of the whole result. */
  readonly rowcount: number | null;
  /** The rows are those that a run kept, not read anew; and when it kept them. */
  readonly is_cached: boolean;
  readonly cached_dttm: string | null;
  readonly displayLimitReached?: boolean;
}

/**
 * What a followed run tells, as server-sent events: the run after each change (without a name), its first rows (`rows`)
 * while the rest still arrives, and at the end of a streamed execution the answer (`answer`).
 */
export interface WireFirstRows {
  readonly client_id: string;
  readonly table: WireTable;
}

/** The decoded `q` of reading a result. */
export const ResultsQ = Type.Object(
  { key: Type.String({ minLength: 1 }), rows: nullable(Type.Integer({ minimum: 0 })) },
  { additionalProperties: true },
);
export type ResultsQ = Static<typeof ResultsQ>;

export const windowOperators = [
  '=',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  'contains',
  'starts with',
  'is null',
  'is not null',
] as const;
export type WindowOperator = (typeof windowOperators)[number];

/** One condition on a stored result; the columns are the result's. */
export const WindowFilter = Type.Object({
  column: Type.String(),
  operator: Type.Enum(windowOperators),
  value: Type.Optional(Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()])),
});
export type WindowFilter = Static<typeof WindowFilter>;

export const WindowSort = Type.Object({ column: Type.String(), descending: Type.Optional(Type.Boolean()) });
export type WindowSort = Static<typeof WindowSort>;

/** The decoded `q` of a window, profile or file of a stored result: which rows, in which order. */
export const WindowQ = Type.Object(
  {
    offset: Type.Optional(Type.Integer({ minimum: 0 })),
    limit: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
    sort: Type.Optional(Type.Array(WindowSort, { maxItems: 20 })),
    search: Type.Optional(Type.String({ maxLength: 1000 })),
    filters: Type.Optional(Type.Array(WindowFilter, { maxItems: 100 })),
  },
  { additionalProperties: true },
);
export type WindowQ = Static<typeof WindowQ>;

/** Rows of a stored result: exact values, and how many rows there are under the same conditions. */
export interface WireWindow {
  readonly table: WireTable;
  readonly offset: number;
  /** Rows that meet the search and the filters. */
  readonly matchedRows: number;
  readonly totalRows: number;
}

/** What is known of a column of a stored result. */
export interface WireColumnProfile {
  readonly name: string;
  readonly type: ColumnType;
  readonly nativeType: string;
  /** 0 to 1. */
  readonly nullShare: number;
  /** Approximate. */
  readonly distinctCount: number;
  /** As exact text. */
  readonly min: string | null;
  readonly max: string | null;
  readonly mean: number | null;
  /** Of numbers and times with many values: rows in ranges of equal width; times in epoch milliseconds. */
  readonly histogram: readonly { readonly from: number; readonly to: number; readonly count: number }[] | null;
  /** Of the others: the most frequent values. */
  readonly topValues: readonly { readonly value: string | null; readonly count: number }[] | null;
}

export interface WireProfile {
  readonly rowCount: number;
  readonly columns: readonly WireColumnProfile[];
}

/** What a stored table's column holds: shown while its name is completed. */
export interface WireTableColumnProfile {
  readonly rowCount: number;
  /** 0 to 1. */
  readonly nullShare: number;
  readonly distinctCount: number;
  /** As exact text. */
  readonly min: string | null;
  readonly max: string | null;
  /** The most frequent values, when they say something: few, or some much more frequent than others. */
  readonly topValues: readonly { readonly value: string | null; readonly count: number }[];
}

export const ColumnProfileQuery = Type.Object(
  {
    database_id: Type.Integer(),
    schema: Type.Optional(Type.String()),
    table: Type.String({ minLength: 1 }),
    column: Type.String({ minLength: 1 }),
  },
  { additionalProperties: true },
);

export const KeyParams = Type.Object({ key: Type.String({ minLength: 1, maxLength: 100 }) });
export const ClientIdParams = Type.Object({ client_id: Type.String({ minLength: 1, maxLength: 64 }) });

export const EstimateBody = Type.Object(
  {
    database_id: Type.Integer(),
    sql: Type.String(),
    schema: nullable(Type.String()),
    template_params: nullable(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.String()])),
  },
  { additionalProperties: true },
);

export const FormatBody = Type.Object(
  { sql: Type.String({ maxLength: 1_000_000 }), engine: nullable(Type.String()) },
  { additionalProperties: true },
);

/** Opening the editor by a form: a datasource's key and SQL, as fields or inside `form_data`. */
export const OpenEditorForm = Type.Object(
  {
    datasourceKey: Type.Optional(Type.String()),
    sql: Type.Optional(Type.String()),
    form_data: Type.Optional(Type.String()),
  },
  { additionalProperties: true },
);

/** What the editor knows of a database. */
export interface WireEditorDatabase {
  readonly id: number;
  readonly database_name: string;
  readonly backend: string;
  /** The kind of database as people write it. */
  readonly backend_name: string;
  readonly allow_ctas: boolean;
  readonly allow_cvas: boolean;
  readonly allow_dml: boolean;
  readonly allow_file_upload: boolean;
  readonly allow_run_async: boolean;
  readonly allows_subquery: boolean;
  readonly allows_cost_estimate: boolean;
  readonly allows_virtual_table_explore: boolean;
  readonly disable_data_preview: boolean;
  readonly expose_in_sqllab: boolean;
  readonly force_ctas_schema: string | null;
  readonly explore_database_id: number;
}

export interface WireSqlLabBootstrap {
  readonly active_tab: WireTabState | null;
  readonly databases: Readonly<Record<string, WireEditorDatabase>>;
  readonly queries: Readonly<Record<string, WireQuery>>;
  readonly tab_state_ids: readonly { readonly id: number; readonly label: string }[];
}

const tag = 'SQL Lab';
const view = 'SQLLab';

export const sqllabEndpoints = {
  bootstrap: defineEndpoint({
    id: 'sqllab.bootstrap',
    method: 'GET',
    path: '/api/v1/sqllab/',
    summary: 'What the SQL editor starts from: databases, open tabs, recent runs',
    tag,
    access: { verb: 'can_read', view },
  }),
  execute: defineEndpoint({
    id: 'sqllab.execute',
    method: 'POST',
    path: '/api/v1/sqllab/execute/',
    summary:
      'Runs a script; 202 when it goes on in the background; as server-sent events for those who accept `text/event-stream`',
    tag,
    access: { verb: 'can_execute_sql_query', view },
    body: ExecuteBody,
  }),
  results: defineEndpoint({
    id: 'sqllab.results',
    method: 'GET',
    path: '/api/v1/sqllab/results/',
    summary: 'The result of a run as rows',
    tag,
    access: { verb: 'can_get_results', view },
    query: QParameter,
  }),
  window: defineEndpoint({
    id: 'sqllab.results_window',
    method: 'GET',
    path: '/api/v1/sqllab/results/:key/window',
    summary: 'Some rows of a stored result: sorted, searched and filtered in the engine; `format=arrow` for Arrow IPC',
    tag,
    access: { verb: 'can_get_results', view },
    params: KeyParams,
    query: Type.Object(
      {
        q: Type.Optional(Type.String()),
        format: Type.Optional(Type.Union([Type.Literal('json'), Type.Literal('arrow')])),
      },
      { additionalProperties: true },
    ),
  }),
  profile: defineEndpoint({
    id: 'sqllab.results_profile',
    method: 'GET',
    path: '/api/v1/sqllab/results/:key/profile',
    summary: 'Nulls, distinct values, range and histogram of each column of a stored result',
    tag,
    access: { verb: 'can_get_results', view },
    params: KeyParams,
  }),
  exportResult: defineEndpoint({
    id: 'sqllab.results_export',
    method: 'GET',
    path: '/api/v1/sqllab/results/:key/export',
    summary: 'A stored result as a file',
    tag,
    access: { verb: 'can_export_csv', view },
    params: KeyParams,
    query: Type.Object(
      {
        format: Type.Optional(
          Type.Union([Type.Literal('csv'), Type.Literal('parquet'), Type.Literal('xlsx'), Type.Literal('json')]),
        ),
        q: Type.Optional(Type.String()),
      },
      { additionalProperties: true },
    ),
  }),
  columnProfile: defineEndpoint({
    id: 'sqllab.column_profile',
    method: 'GET',
    path: '/api/v1/sqllab/column_profile',
    summary: "What a table's column holds: nulls, distinct values, range, most frequent values",
    tag,
    access: { verb: 'can_read', view },
    query: ColumnProfileQuery,
  }),
  progress: defineEndpoint({
    id: 'sqllab.progress',
    method: 'GET',
    path: '/api/v1/sqllab/progress/:client_id',
    summary: 'Follows a run: server-sent events with each change and its first rows, until it has finished',
    tag,
    access: { verb: 'can_read', view: 'Query' },
    params: ClientIdParams,
  }),
  estimate: defineEndpoint({
    id: 'sqllab.estimate',
    method: 'POST',
    path: '/api/v1/sqllab/estimate/',
    summary: 'What a script will cost, one entry for each statement',
    tag,
    access: { verb: 'can_estimate_query_cost', view },
    body: EstimateBody,
  }),
  format: defineEndpoint({
    id: 'sqllab.format',
    method: 'POST',
    path: '/api/v1/sqllab/format/',
    summary: 'The same SQL with upper-case keywords and indentation',
    tag,
    access: { verb: 'can_read', view },
    body: FormatBody,
  }),
  exportCsv: defineEndpoint({
    id: 'sqllab.export',
    method: 'GET',
    path: '/api/v1/sqllab/export/:client_id/',
    summary: 'The result of a run as CSV',
    tag,
    access: { verb: 'can_export_csv', view },
    params: ClientIdParams,
  }),
  open: defineEndpoint({
    id: 'sqllab.open',
    method: 'POST',
    path: '/superset/sqllab/',
    summary: "Opens the SQL editor with a datasource's SQL",
    tag,
    access: { verb: 'can_sqllab', view: 'Superset' },
    body: OpenEditorForm,
    bodyKind: 'form',
    isCsrfExempt: true,
    isLegacy: true,
  }),
} as const;
