import Type, { type Static } from 'typebox';
import type { Operations, Wire } from '../endpoints.ts';
import { singleLinePattern } from '../names.ts';
import { passkeyTransports } from '../words.ts';
import { Done, Message, resultOf } from './answers.ts';
import { nullable } from './fields.ts';
import { IdParams } from './lists.ts';
import { Credentials } from './security.ts';

const WirePasskey = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  created_on: Type.String(),
  last_used_on: nullable(Type.String()),
});
export type WirePasskey = Wire<typeof WirePasskey>;

/** One that an authenticator may know, by the id under which it does. */
const KnownKey = Type.Object({
  id: Type.String(),
  type: Type.Literal('public-key'),
  transports: Type.Array(Type.Enum(passkeyTransports)),
});

/** What a browser asks an authenticator to make. */
const WirePasskeyWish = Type.Object({
  challenge: Type.String(),
  rp: Type.Object({ id: Type.String(), name: Type.String() }),
  user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
  pubKeyCredParams: Type.Array(Type.Object({ type: Type.Literal('public-key'), alg: Type.Integer() })),
  timeout: Type.Integer(),
  attestation: Type.Literal('none'),
  excludeCredentials: Type.Array(KnownKey),
  authenticatorSelection: Type.Object({
    residentKey: Type.Literal('preferred'),
    userVerification: Type.Literal('preferred'),
  }),
});
export type WirePasskeyWish = Wire<typeof WirePasskeyWish>;

/** What a browser asks an authenticator to show. */
const WirePasskeyQuestion = Type.Object({
  challenge: Type.String(),
  rpId: Type.String(),
  timeout: Type.Integer(),
  userVerification: Type.Union([Type.Literal('required'), Type.Literal('preferred')]),
  /** Empty where any passkey of this address may be shown. */
  allowCredentials: Type.Array(KnownKey),
});
export type WirePasskeyQuestion = Wire<typeof WirePasskeyQuestion>;

/** Bytes as browsers send them. */
const bytes = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[\\w-]+$' });
const credentialId = bytes(1400);
const clientData = bytes(8192);

export const NewPasskey = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 64, pattern: singleLinePattern }),
    id: credentialId,
    client_data: clientData,
    attestation: bytes(16_384),
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 32 }), { maxItems: 10 })),
  },
  { additionalProperties: false },
);
export type NewPasskey = Static<typeof NewPasskey>;

export const ShownPasskey = Type.Object(
  {
    id: credentialId,
    client_data: clientData,
    authenticator_data: bytes(4096),
    signature: bytes(4096),
    user_handle: Type.Optional(bytes(128)),
  },
  { additionalProperties: false },
);
export type ShownPasskey = Static<typeof ShownPasskey>;

const PasswordBody = Type.Object(
  { password: Type.String({ minLength: 1, maxLength: 1024 }) },
  { additionalProperties: false },
);

const tag = 'Current user';

export const passkeyOperations = {
  list: {
    id: 'me.passkeys',
    summary: 'Passkeys of the signed-in user',
    tag,
    access: 'session',
    answers: { 200: resultOf(Type.Array(WirePasskey)) },
  },
  begin: {
    id: 'me.passkeys_begin',
    summary: 'What the browser asks an authenticator to make a passkey of, by the password',
    tag,
    access: 'session',
    needsPerson: true,
    body: PasswordBody,
    answers: { 200: resultOf(WirePasskeyWish) },
    errors: [422, 429],
  },
  add: {
    id: 'me.passkeys_post',
    summary: 'Adds the passkey that an authenticator made',
    tag,
    access: 'session',
    needsPerson: true,
    body: NewPasskey,
    answers: { 201: resultOf(WirePasskey) },
    errors: [409, 422],
  },
  remove: {
    id: 'me.passkeys_remove',
    summary: 'Removes a passkey, by the password',
    tag,
    access: 'session',
    needsPerson: true,
    params: IdParams,
    body: PasswordBody,
    answers: { 200: Message },
    errors: [422, 429],
  },
  ask: {
    id: 'security.passkey_ask',
    summary: 'What the browser asks an authenticator to show: any passkey, or one of whoever brings name and password',
    tag: 'Security',
    access: 'public',
    /** Both or neither. */
    body: Type.Partial(Type.Omit(Credentials, ['code']), { additionalProperties: false }),
    answers: { 200: resultOf(WirePasskeyQuestion) },
    errors: [401, 403, 422, 429, 503],
  },
  signIn: {
    id: 'security.passkey_sign_in',
    summary: 'Signs a browser in by the passkey that was asked for',
    tag: 'Security',
    access: 'public',
    body: ShownPasskey,
    answers: { 200: Done },
    errors: [401, 403, 422, 429],
  },
} as const satisfies Operations;
