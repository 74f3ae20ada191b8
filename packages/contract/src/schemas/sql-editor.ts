import Type, { type Static } from 'typebox';
import type { Operation, Operations, Wire } from '../endpoints.ts';
import { destructionKinds } from '../words.ts';
import { empty, eventsOf, Permalink, raw, resultOf } from './answers.ts';
import { anyObject } from './any-object.ts';
import { WireEditorTab } from './editor-tabs.ts';
import { nullable, optional, optionalInteger, optionalText } from './fields.ts';
import { QParameter } from './lists.ts';
import { WireQueryColumn, WireQueryRun } from './query-runs.ts';
import { WireTable } from './result-tables.ts';
import {
  EstimateBody,
  ExplainBody,
  FormatBody,
  NamedResults,
  TemplateBody,
  TextPreviewBody,
  WirePlan,
  WireTemplate,
  WireTextPreview,
} from './sql-editor-texts.ts';
import { resultOperations } from './stored-result-operations.ts';
import { ColumnProfileQuery, WireCellCut, WireTableColumnProfile } from './stored-results.ts';

export const ExecuteBody = Type.Object(
  {
    database_id: Type.Integer(),
    sql: Type.String({ maxLength: 1_000_000 }),
    client_id: optional(Type.String({ minLength: 1, maxLength: 64 })),
    queryLimit: optional(Type.Integer()),
    sql_editor_id: optional(Type.Union([Type.String({ maxLength: 256 }), Type.Integer()])),
    catalog: optional(Type.String({ maxLength: 256 })),
    schema: optional(Type.String({ maxLength: 256 })),
    tab: optional(Type.String({ maxLength: 256 })),
    ctas_method: optional(Type.Union([Type.Literal('TABLE'), Type.Literal('VIEW')])),
    templateParams: optional(Type.String({ maxLength: 1_000_000 })),
    tmp_table_name: optional(Type.String({ maxLength: 256, pattern: '^[A-Za-z0-9_]*$' })),
    select_as_cta: optional(Type.Boolean()),
    runAsync: optional(Type.Boolean()),
    expand_data: optional(Type.Boolean()),
    json: optional(Type.Boolean()),
    /** Powerset's own: rows in the answer's `data`; 0 for those who read windows. */
    preview_rows: optional(Type.Integer({ minimum: 0 })),
    /** Powerset's own: a preview of a table, kept out of the history. */
    is_data_preview: optional(Type.Boolean()),
    /** Powerset's own: a script that destroys whole tables or all their rows is refused (`DESTRUCTIVE_SQL_ERROR`) and not noted. */
    refuse_destructive: optional(Type.Boolean()),
    results: NamedResults,
    /** Powerset's own: a script that does anything but read is refused: for texts that others wrote. */
    only_reads: optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type ExecuteBody = Static<typeof ExecuteBody>;

/** One statement that destroys what no condition names, in the `extra.statements` of the error that says so. */
export const WireDestruction = Type.Object({ kind: Type.Enum(destructionKinds), tables: Type.Array(Type.String()) });
export type WireDestruction = Wire<typeof WireDestruction>;

/** The answer of a run that has finished, and of reading its result. */
export const WireExecution = Type.Object({
  status: Type.String(),
  data: Type.Array(anyObject),
  columns: Type.Array(WireQueryColumn),
  selected_columns: Type.Array(WireQueryColumn),
  expanded_columns: Type.Array(WireQueryColumn),
  query: WireQueryRun,
  query_id: Type.Number(),

  /** Rows of the whole result. */
  rowcount: nullable(Type.Number()),

  /** The rows are those that a run kept, not read anew; and when it kept them. */
  is_cached: Type.Boolean(),
  cached_dttm: nullable(Type.String()),
  displayLimitReached: Type.Optional(Type.Boolean()),
});
export type WireExecution = Wire<typeof WireExecution>;

/**
 * What a followed run tells, as server-sent events: the run after each change (without a name), its first rows (`rows`)
 * while the rest still arrives, and at the end of a streamed execution the answer (`answer`).
 */
export const WireFirstRows = Type.Object({
  client_id: Type.String(),
  table: WireTable,
  cuts: Type.Array(WireCellCut),

  /** Whose rows these are: its place in the script, from 0. */
  statement: Type.Number(),
});
export type WireFirstRows = Wire<typeof WireFirstRows>;

/** The decoded `q` of reading a result. */
export const ResultsQ = Type.Object(
  { key: Type.String({ minLength: 1 }), rows: optional(Type.Integer({ minimum: 0 })) },
  { additionalProperties: true },
);
export type ResultsQ = Static<typeof ResultsQ>;

export const ClientIdParams = Type.Object({ client_id: Type.String({ minLength: 1, maxLength: 64 }) });

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
export const WireEditorDatabase = Type.Object({
  id: Type.Number(),
  database_name: Type.String(),
  backend: Type.String(),

  /** The kind of database as people write it. */
  backend_name: Type.String(),

  /** Why it cannot be opened here and what to do, in a sentence for people; null where it can. */
  opening_problem: nullable(Type.String()),
  allow_ctas: Type.Boolean(),
  allow_cvas: Type.Boolean(),
  allow_dml: Type.Boolean(),
  allow_file_upload: Type.Boolean(),
  allow_run_async: Type.Boolean(),

  /** Beside the server: it reads results as tables and shows first rows of what is typed. */
  is_embedded: Type.Boolean(),
  allows_subquery: Type.Boolean(),
  allows_cost_estimate: Type.Boolean(),
  allows_virtual_table_explore: Type.Boolean(),
  disable_data_preview: Type.Boolean(),
  expose_in_sqllab: Type.Boolean(),
  force_ctas_schema: nullable(Type.String()),

  /** Where tables lie that are named without a schema; null where the database cannot be opened here. */
  default_schema: nullable(Type.String()),

  /** The catalog of the connection itself; null where its engine knows none. */
  default_catalog: nullable(Type.String()),

  /** Other catalogs may be read too. */
  allow_multi_catalog: Type.Boolean(),
  explore_database_id: Type.Number(),
});
export type WireEditorDatabase = Wire<typeof WireEditorDatabase>;

export const WireEditorBootstrap = Type.Object({
  active_tab: nullable(WireEditorTab),
  databases: Type.Record(Type.String(), WireEditorDatabase),
  queries: Type.Record(Type.String(), WireQueryRun),
  tab_state_ids: Type.Array(Type.Object({ id: Type.Number(), label: Type.String() })),
});
export type WireEditorBootstrap = Wire<typeof WireEditorBootstrap>;

/** What a lasting link opens in the editor, in the reference's words. */
export const SqlPermalinkBody = Type.Object(
  {
    sql: Type.String({ maxLength: 1_000_000 }),
    dbId: Type.Integer({ minimum: 1 }),
    catalog: optional(Type.String({ maxLength: 256 })),
    schema: optional(Type.String({ maxLength: 256 })),
    name: optional(Type.String({ maxLength: 256 })),
    autorun: Type.Optional(Type.Boolean()),
    templateParams: optional(Type.String({ maxLength: 100_000 })),
  },
  { additionalProperties: false },
);
export type SqlPermalinkBody = Static<typeof SqlPermalinkBody>;

const runEvents = { '': WireQueryRun, rows: WireFirstRows };
const runStream = eventsOf(runEvents, 'The run after each change, and its first rows (`rows`)');
const executionStream = eventsOf(
  { ...runEvents, answer: WireExecution },
  'The run after each change, its first rows (`rows`) and the answer (`answer`)',
);

const tag = 'SQL Lab';
const view = 'SQLLab';

const format = {
  id: 'sql_editor.format',
  summary: 'The same SQL with upper-case keywords and indentation',
  tag,
  access: { verb: 'can_read', view },
  body: FormatBody,
  answers: { 200: resultOf(Type.String()) },
  errors: [404],
} as const satisfies Operations[string];

const execute = {
  id: 'sql_editor.execute',
  isForReading: true,
  summary:
    'Runs a script; 202 when it goes on in the background; as server-sent events for those who accept `text/event-stream`',
  tag,
  access: { verb: 'can_execute_sql_query', view },
  // What templates read of the page's own address.
  query: Type.Object({}, { additionalProperties: true }),
  body: ExecuteBody,
  answers: { 200: WireExecution, 202: Type.Object({ query: WireQueryRun }) },
  errors: [404, 409, 410, 499],
  isWritten: true,
  otherForms: [executionStream],
} as const satisfies Operation;

export const sqlEditorOperations = {
  bootstrap: {
    id: 'sql_editor.bootstrap',
    summary: 'What the SQL editor starts from: databases, open tabs, recent runs',
    tag,
    access: { verb: 'can_read', view },
    answers: { 200: resultOf(WireEditorBootstrap) },
  },
  createPermalink: {
    id: 'sql_editor.permalink_post',
    summary: 'Makes a lasting link to a query that is not saved',
    tag,
    access: { verb: 'can_read', view },
    body: SqlPermalinkBody,
    answers: { 201: Permalink },
    errors: [404],
  },
  getPermalink: {
    id: 'sql_editor.permalink_get',
    summary: 'Reads a lasting link to a query',
    tag,
    access: { verb: 'can_read', view },
    params: Type.Object({ key: Type.String({ minLength: 1, maxLength: 200 }) }),
    answers: { 200: SqlPermalinkBody },
  },
  execute,
  executeLegacy: { ...execute, id: 'sql_editor.execute_legacy', summary: 'As /api/v1/sqllab/execute/', isLegacy: true },
  results: {
    id: 'sql_editor.results',
    summary: 'The result of a run as rows',
    tag,
    access: { verb: 'can_get_results', view },
    query: QParameter,
    answers: { 200: WireExecution },
    errors: [404, 410],
    isWritten: true,
  },
  ...resultOperations,
  columnProfile: {
    id: 'sql_editor.column_profile',
    summary: "What a table's column holds: nulls, distinct values, range, most frequent values",
    tag,
    access: { verb: 'can_read', view },
    query: ColumnProfileQuery,
    answers: { 200: resultOf(WireTableColumnProfile) },
    errors: [404, 422, 499],
  },
  progress: {
    id: 'sql_editor.progress',
    summary: 'Follows a run: server-sent events with each change and its first rows, until it has finished',
    tag,
    access: { verb: 'can_read', view: 'Query' },
    params: ClientIdParams,
    answers: { 200: runStream },
  },
  estimate: {
    id: 'sql_editor.estimate',
    isForReading: true,
    summary: 'What a script will cost, one entry for each statement',
    tag,
    access: { verb: 'can_estimate_query_cost', view },
    body: EstimateBody,
    answers: { 200: resultOf(Type.Array(Type.Record(Type.String(), Type.String()))) },
    errors: [404, 499],
  },
  explain: {
    id: 'sql_editor.explain',
    summary: 'The plan of one SELECT; with `analyze` it runs, and its steps are measured',
    tag,
    access: { verb: 'can_execute_sql_query', view },
    // What templates read of the page's own address.
    query: Type.Object({}, { additionalProperties: true }),
    body: ExplainBody,
    answers: { 200: resultOf(WirePlan) },
    errors: [404, 499],
  },
  preview: {
    id: 'sql_editor.preview',
    isForReading: true,
    summary: 'The first rows of one SELECT that is being written, if they come at once; of embedded databases',
    tag,
    access: { verb: 'can_execute_sql_query', view },
    // What templates read of the page's own address.
    query: Type.Object({}, { additionalProperties: true }),
    body: TextPreviewBody,
    answers: { 200: resultOf(WireTextPreview) },
    errors: [404, 499],
  },
  template: {
    id: 'sql_editor.template',
    summary: 'The parameters of a templated text, and the text as it would run',
    tag,
    access: { verb: 'can_execute_sql_query', view },
    // What templates read of the page's own address.
    query: Type.Object({}, { additionalProperties: true }),
    body: TemplateBody,
    answers: { 200: resultOf(WireTemplate) },
    errors: [404, 499],
  },
  format,
  formatSql: { ...format, id: 'sql_editor.format_sql', summary: `${format.summary}, at the newer address` },
  exportCsv: {
    id: 'sql_editor.export',
    summary: 'The result of a run as CSV',
    tag,
    access: { verb: 'can_export_csv', view },
    params: ClientIdParams,
    answers: { 200: raw('text/csv', 'The rows') },
    errors: [410],
  },
  exportStreaming: {
    id: 'sql_editor.export_streaming',
    summary: 'The result of a run as CSV, by a form, under a name of the caller’s',
    tag,
    access: { verb: 'can_export_csv', view },
    body: Type.Object(
      {
        client_id: Type.String({ minLength: 1, maxLength: 64 }),
        filename: optionalText(200),
        /** What the page tells of progress by; the file has all rows that were kept. */
        expected_rows: optionalInteger,
      },
      { additionalProperties: true },
    ),
    bodyKind: 'form',
    answers: { 200: raw('text/csv', 'The rows') },
    errors: [404, 410],
  },
  open: {
    id: 'sql_editor.open',
    summary: "Opens the SQL editor with a datasource's SQL",
    tag,
    access: { verb: 'can_sqllab', view: 'Superset' },
    body: OpenEditorForm,
    bodyKind: 'form',
    isLegacy: true,
    answers: { 303: empty('To the editor') },
  },
} as const satisfies Operations;
