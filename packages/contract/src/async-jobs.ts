import Type from 'typebox';
import { defineEndpoint } from './endpoints.ts';
import type { WireError } from './errors.ts';

/** Where a question stands that is answered later: told when it is taken, and again as an event when it ends. */
export interface WireAsyncJob {
  readonly channel_id: string;
  readonly job_id: string;
  readonly user_id: number;
  readonly status: 'pending' | 'running' | 'error' | 'done';
  readonly errors: readonly WireError[];
  /** Where the answer is, once it is there. */
  readonly result_url: string | null;
}

export interface WireAsyncEvent extends WireAsyncJob {
  /** Epoch milliseconds and a number, as `1700000000000-3`; later events have greater ones. */
  readonly id: string;
}

export interface WireAsyncEvents {
  readonly result: readonly WireAsyncEvent[];
  /** Another one than a job's own says that the server was started anew and knows the job no more. */
  readonly channel_id: string;
}

const tag = 'Async events';

export const asyncJobEndpoints = {
  events: defineEndpoint({
    id: 'async_event.list',
    method: 'GET',
    path: '/api/v1/async_event/',
    summary: 'Jobs of the caller that have ended, after an event that he knows',
    tag,
    access: 'session',
    query: Type.Object({ last_id: Type.Optional(Type.String({ maxLength: 40 })) }, { additionalProperties: true }),
  }),
  result: defineEndpoint({
    id: 'chart.data_result',
    method: 'GET',
    path: '/api/v1/chart/data/:key',
    summary: 'The answer of a job that has ended, for who asked',
    tag,
    access: { verb: 'can_read', view: 'Chart' },
    params: Type.Object({ key: Type.String({ minLength: 1, maxLength: 100 }) }),
  }),
} as const;
