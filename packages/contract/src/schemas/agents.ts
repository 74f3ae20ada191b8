import Type, { type Static } from 'typebox';
import type { Operations, Wire } from '../endpoints.ts';
import { agentScopes } from '../words.ts';
import { empty, listOf, Message, resultOf } from './answers.ts';
import { anyObject } from './any-object.ts';
import { WireErrorBody } from './errors.ts';
import { nullable } from './fields.ts';
import { IdParams, QParameter } from './lists.ts';
import { WireUserSummary } from './users.ts';

const text = Type.Optional(Type.String({ maxLength: 2000 }));

/** What a program says of itself (RFC 7591). Whatever else it says is not kept. */
export const AgentRegistration = Type.Object(
  {
    redirect_uris: Type.Array(Type.String({ maxLength: 500 }), { minItems: 1, maxItems: 10 }),
    client_name: Type.Optional(Type.String({ maxLength: 1000 })),
    grant_types: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 20 })),
  },
  { additionalProperties: true },
);
export type AgentRegistration = Static<typeof AgentRegistration>;

export const WireAgentClient = Type.Object({
  client_id: Type.String(),
  client_id_issued_at: Type.Integer(),
  client_name: Type.String(),
  redirect_uris: Type.Array(Type.String()),
  grant_types: Type.Array(Type.String()),
  response_types: Type.Array(Type.String()),
  token_endpoint_auth_method: Type.Literal('none'),
});

/** What a program asks somebody's browser with. */
export const AgentRequest = Type.Object(
  {
    response_type: text,
    client_id: text,
    redirect_uri: text,
    code_challenge: text,
    code_challenge_method: text,
    scope: text,
    state: text,
    resource: text,
  },
  { additionalProperties: true },
);
export type AgentRequest = Static<typeof AgentRequest>;

const Scope = Type.Enum(agentScopes);

/** Either what is asked for, or why nobody is asked. */
export const WireAgentRequest = Type.Object({
  /** Null where it is not known, or the browser must not be sent there. */
  client_name: nullable(Type.String()),
  redirect_host: nullable(Type.String()),
  scope: nullable(Scope),
  problem: nullable(Type.String()),
  /** Where whoever is told of the problem may go on to. */
  redirect_to: nullable(Type.String()),
});
export type WireAgentRequest = Wire<typeof WireAgentRequest>;

export const AgentTokenForm = Type.Object(
  {
    grant_type: text,
    client_id: text,
    code: text,
    code_verifier: text,
    redirect_uri: text,
    refresh_token: text,
    scope: text,
    resource: text,
  },
  { additionalProperties: true },
);
export type AgentTokenForm = Static<typeof AgentTokenForm>;

export const WireAgentTokens = Type.Object({
  access_token: Type.String(),
  token_type: Type.Literal('Bearer'),
  expires_in: Type.Integer(),
  scope: Type.String(),
  refresh_token: Type.Optional(Type.String()),
});
export type WireAgentTokens = Wire<typeof WireAgentTokens>;

/** Refusals as RFC 6749 words them; of what is no form at all, as everywhere. */
const Refusal = Type.Union([Type.Object({ error: Type.String(), error_description: Type.String() }), WireErrorBody]);

export const WireAgent = Type.Object({
  id: Type.Integer(),
  /** What the program calls itself. */
  name: Type.String(),
  redirect_host: Type.String(),
  scope: Scope,
  /** Whether it opens anything, apart from whether its person may sign in. */
  active: Type.Boolean(),
  created_on: Type.String(),
  expires_on: Type.String(),
  revoked_on: nullable(Type.String()),
  last_used_on: nullable(Type.String()),
  user: nullable(WireUserSummary),
});
export type WireAgent = Wire<typeof WireAgent>;

const tag = 'Agents';

export const agentOperations = {
  resource: {
    id: 'agent.resource',
    summary: 'What agents are told of `/mcp` and of where they get tokens for it (RFC 9728)',
    tag,
    access: 'public',
    answers: { 200: anyObject },
    errors: [404],
  },
  resourceByPath: {
    id: 'agent.resource_by_path',
    summary: 'The same, where clients look for it by the path of `/mcp`',
    tag,
    access: 'public',
    answers: { 200: anyObject },
    errors: [404],
  },
  server: {
    id: 'agent.server',
    summary: 'How agents get tokens (RFC 8414)',
    tag,
    access: 'public',
    answers: { 200: anyObject },
    errors: [404],
  },
  register: {
    id: 'agent.register',
    summary: 'Takes note of a program that may ask people for access (RFC 7591); it may do nothing by that',
    tag,
    access: 'public',
    isFromOtherSites: true,
    body: AgentRegistration,
    takesAnyText: true,
    answers: { 201: WireAgentClient, 400: Refusal },
    errors: [404, 429],
  },
  token: {
    id: 'agent.token',
    summary: 'Gives a program tokens for a code or a refresh token (RFC 6749)',
    tag,
    access: 'public',
    isFromOtherSites: true,
    bodyKind: 'form',
    body: AgentTokenForm,
    answers: { 200: WireAgentTokens, 400: Refusal, 401: Refusal },
    errors: [404, 429],
  },
  revoke: {
    id: 'agent.revoke',
    summary: 'Ends what a program was let in with, by one of its tokens (RFC 7009)',
    tag,
    access: 'public',
    isFromOtherSites: true,
    bodyKind: 'form',
    body: Type.Object({ token: text, client_id: text }, { additionalProperties: true }),
    answers: { 200: empty('It opens nothing, now or already before'), 400: Refusal },
    errors: [404, 429],
  },
  readRequest: {
    id: 'agent.request',
    summary: 'What a program asks the signed-in user for, or what is wrong with how it asks',
    tag,
    access: 'session',
    query: AgentRequest,
    answers: { 200: resultOf(WireAgentRequest) },
    errors: [404],
  },
  decide: {
    id: 'agent.decide',
    summary: 'Lets a program in as the signed-in user, or not; answers where the browser goes on to',
    tag,
    access: 'session',
    needsPerson: true,
    body: Type.Object(
      {
        request: AgentRequest,
        allow: Type.Boolean(),
        /** How far it is let in, where that is less than it asks for. */
        scope: Type.Optional(Scope),
      },
      { additionalProperties: false },
    ),
    answers: { 200: resultOf(Type.Object({ redirect_to: Type.String() })) },
    errors: [404],
  },
  list: {
    id: 'agent.list',
    summary: 'Programs that were let in as oneself; administrators are shown those of all people',
    tag,
    access: 'session',
    query: QParameter,
    answers: { 200: listOf(WireAgent) },
  },
  end: {
    id: 'agent.delete',
    summary: 'Ends what a program may do as oneself; administrators as anybody',
    tag,
    access: 'session',
    params: IdParams,
    answers: { 200: Message },
    errors: [409],
  },
} as const satisfies Operations;
