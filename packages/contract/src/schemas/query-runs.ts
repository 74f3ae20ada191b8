import Type, { type Static } from 'typebox';
import type { Operations, Wire } from '../endpoints.ts';
import { queryStates } from '../words.ts';
import { Done, listOf, resultOf, shownOf } from './answers.ts';
import { WireError } from './errors.ts';
import { nullable } from './fields.ts';
import { IdParams, QParameter } from './lists.ts';
import { distinctOperation, relatedOperation } from './resource-operations.ts';
import { WireUserSummary } from './users.ts';

/** What kept the number of rows small: the statement's own LIMIT, the editor's, both alike, or nothing. */
export const LimitingFactor = Type.Union([
  Type.Literal('QUERY'),
  Type.Literal('DROPDOWN'),
  Type.Literal('QUERY_AND_DROPDOWN'),
  Type.Literal('NOT_LIMITED'),
  Type.Literal('UNKNOWN'),
]);
export type LimitingFactor = Wire<typeof LimitingFactor>;

/** A table that SQL names; without a schema where the text names none. */
export const SqlTable = Type.Object({
  catalog: nullable(Type.String()),
  schema: nullable(Type.String()),
  table: Type.String(),
});

/** A column of a run's result, as the reference describes it. */
export const WireQueryColumn = Type.Object({
  column_name: Type.String(),
  name: Type.String(),
  type: nullable(Type.String()),
  is_dttm: Type.Boolean(),
  type_generic: Type.Number(),
});
export type WireQueryColumn = Wire<typeof WireQueryColumn>;

/** One statement of a run of several, with a result of its own. */
export const WireStatementRun = Type.Object({
  /** Its place in the script, from 0. */
  index: Type.Number(),

  /** Of a long text the first 2,000 characters. */
  sql: Type.String(),
  state: Type.Enum(queryStates),
  startDttm: Type.Number(),
  endDttm: nullable(Type.Number()),
  rows: nullable(Type.Number()),

  /** Where its rows are read, when they are kept. */
  resultsKey: nullable(Type.String()),
  is_truncated: Type.Boolean(),
  error: nullable(Type.String()),
});
export type WireStatementRun = Wire<typeof WireStatementRun>;

export const WireQueryRunExtra = Type.Object(
  {
    /** `Running statement 1 out of 2`. */
    progress: nullable(Type.String()),
    columns: Type.Optional(Type.Array(WireQueryColumn)),
    errors: Type.Optional(Type.Array(WireError)),

    /** The run's result holds fewer rows than the statement gives. */
    is_truncated: Type.Optional(Type.Boolean()),

    /** Milliseconds that the engine worked. */
    engine_ms: Type.Optional(Type.Number()),

    /** Milliseconds from the run's start to the engine's first rows. */
    first_rows_ms: Type.Optional(Type.Number()),

    /** While it is at work: rows that the statement has read of its tables. */
    rows_read: Type.Optional(Type.Number()),

    /** Of a run of several statements: those that have begun, the first forty and the last of them; and how many the script has. */
    statements: Type.Optional(Type.Array(WireStatementRun)),
    statement_count: Type.Optional(Type.Number()),

    /** Size of the stored result. */
    result_bytes: Type.Optional(Type.Number()),
  },
  { additionalProperties: true },
);
export type WireQueryRunExtra = Wire<typeof WireQueryRunExtra>;

/** A run of a query in the SQL editor, as every call answers it. */
export const WireQueryRun = Type.Object({
  changed_on: Type.String(),
  dbId: Type.Number(),
  db: nullable(Type.String()),
  startDttm: nullable(Type.Number()),
  endDttm: nullable(Type.Number()),
  errorMessage: nullable(Type.String()),
  executedSql: nullable(Type.String()),

  /** The client's own id. */
  id: Type.String(),
  queryId: Type.Number(),
  serverId: Type.Number(),
  limit: nullable(Type.Number()),
  limitingFactor: LimitingFactor,

  /** 0 to 100. */
  progress: Type.Number(),
  rows: nullable(Type.Number()),
  catalog: nullable(Type.String()),
  schema: nullable(Type.String()),
  ctas: Type.Boolean(),
  sql: Type.String(),
  sqlEditorId: nullable(Type.String()),
  state: Type.Enum(queryStates),
  tab: nullable(Type.String()),
  tempSchema: nullable(Type.String()),
  tempTable: nullable(Type.String()),
  userId: Type.Number(),
  user: Type.String(),
  resultsKey: nullable(Type.String()),
  trackingUrl: nullable(Type.String()),
  isDataPreview: Type.Boolean(),
  extra: WireQueryRunExtra,
});
export type WireQueryRun = Wire<typeof WireQueryRun>;

export const StopQueryBody = Type.Object(
  { client_id: Type.String({ minLength: 1, maxLength: 64 }) },
  { additionalProperties: false },
);
export type StopQueryBody = Static<typeof StopQueryBody>;

const RunFacts = Type.Object({
  id: Type.Number(),
  client_id: Type.String(),
  changed_on: Type.String(),
  executed_sql: nullable(Type.String()),
  rows: nullable(Type.Number()),
  catalog: nullable(Type.String()),
  schema: nullable(Type.String()),
  sql: Type.String(),
  status: Type.String(),
  tab_name: nullable(Type.String()),
  start_time: nullable(Type.Number()),
  end_time: nullable(Type.Number()),
  error_message: nullable(Type.String()),
  progress: Type.Number(),
  results_key: nullable(Type.String()),
  tmp_table_name: nullable(Type.String()),
  tracking_url: nullable(Type.String()),
});

/** A run in the history's list. */
export const WireQueryRunRow = Type.Object({
  ...RunFacts.properties,
  start_running_time: nullable(Type.Number()),
  database: Type.Object({ id: Type.Number(), database_name: nullable(Type.String()) }),
  sql_tables: Type.Array(SqlTable),
  user: WireUserSummary,
});
export type WireQueryRunRow = Wire<typeof WireQueryRunRow>;

/** One run with everything that its call names. */
export const WireQueryRunDetail = Type.Object({
  ...RunFacts.properties,
  database: Type.Object({ id: Type.Number() }),
  tmp_schema_name: nullable(Type.String()),
  sql_editor_id: nullable(Type.String()),
  select_sql: nullable(Type.String()),
  limit: nullable(Type.Number()),
  select_as_cta: Type.Boolean(),
  select_as_cta_used: Type.Boolean(),
  start_running_time: nullable(Type.Number()),
  end_result_backend_time: Type.Null(),
});
export type WireQueryRunDetail = Wire<typeof WireQueryRunDetail>;

const tag = 'Queries';
const read = { verb: 'can_read', view: 'Query' } as const;

export const queryRunOperations = {
  list: {
    id: 'query_run.list',
    summary: 'Runs of the SQL editor',
    tag,
    access: read,
    query: QParameter,
    answers: { 200: listOf(WireQueryRunRow) },
  },
  updatedSince: {
    id: 'query_run.updated_since',
    summary: 'Own runs that changed since a time in epoch milliseconds',
    tag,
    access: read,
    query: QParameter,
    answers: { 200: resultOf(Type.Array(WireQueryRun)) },
  },
  related: relatedOperation({
    id: 'query_run.related',
    summary: 'Values of a relation, for filters',
    tag,
    access: read,
  }),
  distinct: distinctOperation({
    id: 'query_run.distinct',
    summary: 'Different values of a column, for filters',
    tag,
    access: read,
  }),
  get: {
    id: 'query_run.get',
    summary: 'One run',
    tag,
    access: read,
    params: IdParams,
    answers: { 200: shownOf(WireQueryRunDetail) },
  },
  stop: {
    id: 'query_run.stop',
    isForReading: true,
    summary: 'Stops a run',
    tag,
    access: read,
    body: StopQueryBody,
    answers: { 200: Done },
    errors: [404],
  },
} as const satisfies Operations;
