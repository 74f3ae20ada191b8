import Type from 'typebox';
import type { Operations, Wire } from '../endpoints.ts';
import { resultOf } from './answers.ts';
import { WireAsyncJob } from './async-job.ts';
import { ChartDataResult } from './chart-data.ts';

export const WireAsyncEvent = Type.Object({
  ...WireAsyncJob.properties,

  /** Epoch milliseconds and a number, as `1700000000000-3`; later events have greater ones. */
  id: Type.String(),
});
export type WireAsyncEvent = Wire<typeof WireAsyncEvent>;

export const WireAsyncEvents = Type.Object({
  result: Type.Array(WireAsyncEvent),

  /** Another one than a job's own says that this installation knows the job no more. */
  channel_id: Type.String(),
});
export type WireAsyncEvents = Wire<typeof WireAsyncEvents>;

/** A message of the WebSocket: an event, or which server it is, at first and again every now and then. */
export type WireAsyncMessage = WireAsyncEvent | Pick<WireAsyncEvents, 'channel_id'>;

const tag = 'Async events';

export const asyncJobOperations = {
  events: {
    id: 'async_event.list',
    summary: 'Jobs of the caller that have ended, after an event that he knows',
    tag,
    access: 'session',
    query: Type.Object({ last_id: Type.Optional(Type.String({ maxLength: 40 })) }, { additionalProperties: true }),
    answers: { 200: WireAsyncEvents },
  },
  result: {
    id: 'chart.data_result',
    summary: 'The answer of a job that has ended, for who asked',
    tag,
    access: { verb: 'can_read', view: 'Chart' },
    params: Type.Object({ key: Type.String({ minLength: 1, maxLength: 100 }) }),
    answers: { 200: resultOf(Type.Array(ChartDataResult)) },
    isWritten: true,
  },
} as const satisfies Operations;
