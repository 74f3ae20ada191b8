import Type from 'typebox';
import type { Wire } from '../endpoints.ts';
import { WireError } from './errors.ts';
import { nullable } from './fields.ts';

/** Where a question stands that is answered later: told when it is taken, and again as an event when it ends. */
export const WireAsyncJob = Type.Object({
  channel_id: Type.String(),
  job_id: Type.String(),
  user_id: Type.Number(),
  status: Type.Union([Type.Literal('pending'), Type.Literal('running'), Type.Literal('error'), Type.Literal('done')]),
  errors: Type.Array(WireError),

  /** Where the answer is, once it is there. */
  result_url: nullable(Type.String()),
});
export type WireAsyncJob = Wire<typeof WireAsyncJob>;
