import Type, { type Static } from 'typebox';
import type { Operations, Wire } from '../endpoints.ts';
import { singleLinePattern } from '../names.ts';
import { apiKeyScopes } from '../words.ts';
import { itemOf, listOf, Message } from './answers.ts';
import { nullable } from './fields.ts';
import { IdParams, QParameter } from './lists.ts';
import { WireUserSummary } from './users.ts';

const Scope = Type.Enum(apiKeyScopes);

export const ApiKeyPost = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 250, pattern: singleLinePattern }),
    scopes: Scope,
    /** At most a year from now. */
    expires_on: Type.String({ minLength: 10, maxLength: 40 }),
  },
  { additionalProperties: false },
);
export type ApiKeyPost = Static<typeof ApiKeyPost>;

export const WireApiKey = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  /** How the key begins. */
  key_prefix: Type.String(),
  scopes: Scope,
  /** Whether it opens anything, apart from whether its owner may sign in. */
  active: Type.Boolean(),
  created_on: Type.String(),
  expires_on: Type.String(),
  revoked_on: nullable(Type.String()),
  last_used_on: nullable(Type.String()),
  user: nullable(WireUserSummary),
});
export type WireApiKey = Wire<typeof WireApiKey>;

/** A key that was just made: nobody is ever shown it again. */
export const WireNewApiKey = Type.Object({ ...WireApiKey.properties, key: Type.String() });
export type WireNewApiKey = Wire<typeof WireNewApiKey>;

const tag = 'API keys';

export const apiKeyOperations = {
  list: {
    id: 'api_key.list',
    summary: 'Own API keys; administrators are shown those of all people',
    tag,
    access: 'session',
    query: QParameter,
    answers: { 200: listOf(WireApiKey) },
  },
  create: {
    id: 'api_key.create',
    summary: 'Makes an API key for oneself; the answer alone has the key',
    tag,
    access: 'session',
    needsPerson: true,
    body: ApiKeyPost,
    answers: { 201: itemOf(WireNewApiKey) },
  },
  delete: {
    id: 'api_key.delete',
    summary: 'Revokes an API key of one’s own; administrators anybody’s',
    tag,
    access: 'session',
    params: IdParams,
    answers: { 200: Message },
    errors: [409],
  },
} as const satisfies Operations;
