import Type from 'typebox';
import type { Operations, Wire } from '../endpoints.ts';
import { resultOf } from './answers.ts';
import { nullable } from './fields.ts';
import { IdParams } from './lists.ts';

/** Whether a database answers. */
export const WireDatabaseHealth = Type.Object({
  id: Type.Integer(),
  /** Of one that nobody has used since the server started nothing is known, as it is not asked for this alone. */
  state: Type.Unsafe<'answers' | 'fails' | 'unused'>(
    Type.Union([Type.Literal('answers'), Type.Literal('fails'), Type.Literal('unused')]),
  ),
  /** Why it does not, for those who may change databases. */
  problem: nullable(Type.String()),
});
export type WireDatabaseHealth = Wire<typeof WireDatabaseHealth>;

const tag = 'Databases';

export const databaseHealthOperations = {
  list: {
    id: 'database.health',
    summary: 'Which databases answer; one that is not in use is not asked',
    tag,
    access: { verb: 'can_read', view: 'Database' },
    answers: { 200: resultOf(Type.Array(WireDatabaseHealth)) },
  },
  check: {
    id: 'database.check_health',
    summary: 'Connects to a database and asks it for an answer, in 15 s at most',
    tag,
    access: { verb: 'can_write', view: 'Database' },
    params: IdParams,
    answers: { 200: resultOf(WireDatabaseHealth) },
  },
} as const satisfies Operations;
