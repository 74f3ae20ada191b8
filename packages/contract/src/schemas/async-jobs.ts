import Type from 'typebox';
import type { Operations, Wire } from '../endpoints.ts';
import { undeclared } from './answers.ts';
import { WireError } from './errors.ts';

/** Where a question stands that is answered later: told when it is taken, and again as an event when it ends. */
export const WireAsyncJob = Type.Object({
  channel_id: Type.String(),
  job_id: Type.String(),
  user_id: Type.Number(),
  status: Type.Union([Type.Literal('pending'), Type.Literal('running'), Type.Literal('error'), Type.Literal('done')]),
  errors: Type.Array(WireError),

  /** Where the answer is, once it is there. */
  result_url: Type.Union([Type.String(), Type.Null()]),
});
export type WireAsyncJob = Wire<typeof WireAsyncJob>;

export const WireAsyncEvent = Type.Object({
  ...WireAsyncJob.properties,

  /** Epoch milliseconds and a number, as `1700000000000-3`; later events have greater ones. */
  id: Type.String(),
});
export type WireAsyncEvent = Wire<typeof WireAsyncEvent>;

export const WireAsyncEvents = Type.Object({
  result: Type.Array(WireAsyncEvent),

  /** Another one than a job's own says that the server was started anew and knows the job no more. */
  channel_id: Type.String(),
});
export type WireAsyncEvents = Wire<typeof WireAsyncEvents>;

const tag = 'Async events';

export const asyncJobOperations = {
  events: {
    id: 'async_event.list',
    summary: 'Jobs of the caller that have ended, after an event that he knows',
    tag,
    access: 'session',
    query: Type.Object({ last_id: Type.Optional(Type.String({ maxLength: 40 })) }, { additionalProperties: true }),
    answers: { 200: undeclared },
  },
  result: {
    id: 'chart.data_result',
    summary: 'The answer of a job that has ended, for who asked',
    tag,
    access: { verb: 'can_read', view: 'Chart' },
    params: Type.Object({ key: Type.String({ minLength: 1, maxLength: 100 }) }),
    answers: { 200: undeclared },
  },
} as const satisfies Operations;
