import Type from 'typebox';
import type { Operations, Wire } from '../endpoints.ts';
import { Message, resultOf } from './answers.ts';
import { nullable } from './fields.ts';
import { FactorCode } from './security.ts';

/** Whether signing in with the password asks for a code as well. */
const WireSecondFactor = Type.Object({
  is_on: Type.Boolean(),
  confirmed_on: nullable(Type.String()),
  /** The settings ask it of this person: it stays on. */
  is_required: Type.Boolean(),
  recovery_codes_left: Type.Integer(),
});
export type WireSecondFactor = Wire<typeof WireSecondFactor>;

/** What an authenticator is told, by hand or as a picture of the address. */
const WireNewFactor = Type.Object({ secret: Type.String(), uri: Type.String() });
export type WireNewFactor = Wire<typeof WireNewFactor>;

const WireRecoveryCodes = Type.Object({ recovery_codes: Type.Array(Type.String()) });

const PasswordBody = Type.Object(
  { password: Type.String({ minLength: 1, maxLength: 1024 }) },
  { additionalProperties: false },
);

export const secondFactorOperations = {
  read: {
    id: 'me.second_factor',
    summary: 'Whether the signed-in user has a second factor',
    tag: 'Current user',
    access: 'session',
    answers: { 200: resultOf(WireSecondFactor) },
  },
  begin: {
    id: 'me.second_factor_post',
    summary: 'Makes the secret of a second factor, which counts once a code of it was confirmed',
    tag: 'Current user',
    access: 'session',
    needsPerson: true,
    body: PasswordBody,
    answers: { 200: resultOf(WireNewFactor) },
    errors: [409, 422, 429],
  },
  confirm: {
    id: 'me.second_factor_put',
    summary: 'Switches the second factor on by a code of it; answers with the recovery codes, this once',
    tag: 'Current user',
    access: 'session',
    needsPerson: true,
    body: Type.Object({ code: FactorCode }, { additionalProperties: false }),
    answers: { 200: resultOf(WireRecoveryCodes) },
    errors: [404, 409, 422, 429],
  },
  renewRecoveryCodes: {
    id: 'me.second_factor_recovery_codes',
    summary: 'Makes new recovery codes; those before no longer hold',
    tag: 'Current user',
    access: 'session',
    needsPerson: true,
    body: PasswordBody,
    answers: { 200: resultOf(WireRecoveryCodes) },
    errors: [404, 422, 429],
  },
  remove: {
    id: 'me.second_factor_remove',
    summary: 'Switches the second factor off, by the password and a code',
    tag: 'Current user',
    access: 'session',
    needsPerson: true,
    body: Type.Object({ ...PasswordBody.properties, code: FactorCode }, { additionalProperties: false }),
    answers: { 200: Message },
    errors: [404, 422, 429],
  },
} as const satisfies Operations;
