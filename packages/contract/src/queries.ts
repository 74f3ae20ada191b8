import Type, { type Static } from 'typebox';
import { defineEndpoint } from './endpoints.ts';
import type { WireError } from './errors.ts';
import { ColumnParams, IdParams, QParameter } from './lists.ts';

/** States of a run; the interface adds `offline` where it has lost the server. */
export const queryStates = [
  'pending',
  'scheduled',
  'running',
  'fetching',
  'success',
  'failed',
  'stopped',
  'timed_out',
] as const;
export type QueryState = (typeof queryStates)[number];

/** States in which a run is still at work. */
export const activeQueryStates: readonly QueryState[] = ['pending', 'scheduled', 'running', 'fetching'];

/** What kept the number of rows small: the statement's own LIMIT, the editor's, both alike, or nothing. */
export type LimitingFactor = 'QUERY' | 'DROPDOWN' | 'QUERY_AND_DROPDOWN' | 'NOT_LIMITED' | 'UNKNOWN';

/** A column of a run's result, as the reference describes it. */
export interface WireQueryColumn {
  readonly column_name: string;
  readonly name: string;
  readonly type: string | null;
  readonly is_dttm: boolean;
  readonly type_generic: number;
}

export interface WireQueryExtra {
  /** `Running statement 1 out of 2`. */
  readonly progress: string | null;
  readonly columns?: readonly WireQueryColumn[];
  readonly errors?: readonly WireError[];
  /** The run's result holds fewer rows than the statement gives. */
  readonly is_truncated?: boolean;
  /** Milliseconds that the engine worked. */
  readonly engine_ms?: number;
  /** Milliseconds from the run's start to the engine's first rows. */
  readonly first_rows_ms?: number;
  /** Size of the stored result. */
  readonly result_bytes?: number;
  readonly [key: string]: unknown;
}

/** A run of a query in the SQL editor, as every call answers it. */
export interface WireQuery {
  readonly changed_on: string;
  readonly dbId: number;
  readonly db: string | null;
  readonly startDttm: number | null;
  readonly endDttm: number | null;
  readonly errorMessage: string | null;
  readonly executedSql: string | null;
  /** The client's own id. */
  readonly id: string;
  readonly queryId: number;
  readonly serverId: number;
  readonly limit: number | null;
  readonly limitingFactor: LimitingFactor;
  /** 0 to 100. */
  readonly progress: number;
  readonly rows: number | null;
  readonly schema: string | null;
  readonly ctas: boolean;
  readonly sql: string;
  readonly sqlEditorId: string | null;
  readonly state: QueryState;
  readonly tab: string | null;
  readonly tempSchema: string | null;
  readonly tempTable: string | null;
  readonly userId: number;
  readonly user: string;
  readonly resultsKey: string | null;
  readonly trackingUrl: string | null;
  readonly isDataPreview: boolean;
  readonly extra: WireQueryExtra;
}

export const StopQueryBody = Type.Object(
  { client_id: Type.String({ minLength: 1, maxLength: 64 }) },
  { additionalProperties: true },
);
export type StopQueryBody = Static<typeof StopQueryBody>;

const tag = 'Queries';
const read = { verb: 'can_read', view: 'Query' } as const;

export const queryEndpoints = {
  list: defineEndpoint({
    id: 'query.list',
    method: 'GET',
    path: '/api/v1/query/',
    summary: 'Runs of the SQL editor',
    tag,
    access: read,
    query: QParameter,
  }),
  updatedSince: defineEndpoint({
    id: 'query.updated_since',
    method: 'GET',
    path: '/api/v1/query/updated_since',
    summary: 'Own runs that changed since a time in epoch milliseconds',
    tag,
    access: read,
    query: QParameter,
  }),
  related: defineEndpoint({
    id: 'query.related',
    method: 'GET',
    path: '/api/v1/query/related/:column',
    summary: 'Values of a relation, for filters',
    tag,
    access: read,
    params: ColumnParams,
    query: QParameter,
  }),
  distinct: defineEndpoint({
    id: 'query.distinct',
    method: 'GET',
    path: '/api/v1/query/distinct/:column',
    summary: 'Different values of a column, for filters',
    tag,
    access: read,
    params: ColumnParams,
    query: QParameter,
  }),
  get: defineEndpoint({
    id: 'query.get',
    method: 'GET',
    path: '/api/v1/query/:id',
    summary: 'One run',
    tag,
    access: read,
    params: IdParams,
  }),
  stop: defineEndpoint({
    id: 'query.stop',
    method: 'POST',
    path: '/api/v1/query/stop',
    summary: 'Stops a run',
    tag,
    access: read,
    body: StopQueryBody,
  }),
} as const;
