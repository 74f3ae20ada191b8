import { type AgentRequest, agentEndpoints } from '@powerset/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { User } from '../../access/index.ts';
import {
  AppError,
  fieldError,
  notFound,
  parseId,
  parseListQuery,
  publicOrigin,
  type Router,
} from '../../http/index.ts';
import { lentOrderColumns, loadUsers, toEnvelope } from '../../lists/index.ts';
import type { Services } from '../../services.ts';
import { registerClient, toWireClient } from './clients.ts';
import { endAgent, forgetEnded, listAgents, toWireAgent } from './grants.ts';
import { createCounter, networkOf } from './limits.ts';
import { describeResource, describeServer, isWider, ProtocolError } from './protocol.ts';
import { type Asked, allow, type Problem, readAsked, refuse } from './requests.ts';
import { giveTokens, revokeByToken } from './tokens.ts';

/** What somebody said to a program that asked, for the log. */
export interface NotedDecision {
  readonly user: User;
  readonly isAllowed: boolean;
  readonly details: Readonly<Record<string, unknown>>;
}

export interface AgentDeps {
  readonly note: (decision: NotedDecision) => Promise<void>;
}

export function registerAgents(router: Router, services: Services, deps: AgentDeps): void {
  /** The name under which the server is asked; where agents are not let in, or it is not sure, there is nothing. */
  const originFor = (request: FastifyRequest): string => {
    const origin = publicOrigin(request, services.config);
    if (!services.config.letsAgentsIn || !origin) throw notFound();
    return origin;
  };
  registerDocuments(router, originFor);
  registerProtocol(router, services, originFor);
  registerConsent(router, services, { ...deps, originFor });
  registerOwnAgents(router, services);
}

type OriginFor = (request: FastifyRequest) => string;

function registerDocuments(router: Router, originFor: OriginFor): void {
  for (const endpoint of [agentEndpoints.resource, agentEndpoints.resourceByPath])
    router.route(endpoint, ({ request }) => describeResource(originFor(request)));
  router.route(agentEndpoints.server, ({ request }) => describeServer(originFor(request)));
}

const hourMs = 3_600_000;

/** What a program asks without a person. Whole offices share a network. */
function registerProtocol(router: Router, services: Services, originFor: OriginFor): void {
  const { now, shared } = services;
  const registrations = createCounter({ now, shared, what: 'registrations', most: 60, withinMs: hourMs });
  const failures = createCounter({ now, shared, what: 'failures', most: 120, withinMs: 60_000 });
  const exchanges = createCounter({ now, shared, what: 'exchanges', most: 30, withinMs: 60_000 });
  router.route(agentEndpoints.register, async ({ body, request, reply, answer }) => {
    originFor(request);
    reply.header('cache-control', 'no-store');
    const network = networkOf(request.ip);
    registrations.check(network);
    registrations.add(network);
    try {
      return answer(201, toWireClient(await registerClient(services, body)));
    } catch (error) {
      return answer(400, toRefusal(error));
    }
  });
  router.route(agentEndpoints.token, async ({ body, request, reply, answer }) => {
    const origin = originFor(request);
    reply.header('cache-control', 'no-store').header('pragma', 'no-cache');
    const network = networkOf(request.ip);
    failures.check(network);
    // A program that goes round in circles holds up itself alone.
    const client = `${network} ${String(body.client_id).slice(0, 100)}`;
    exchanges.check(client);
    exchanges.add(client);
    try {
      return await giveTokens(services, body, origin);
    } catch (error) {
      const refusal = toRefusal(error);
      failures.add(network);
      return error instanceof ProtocolError && error.status === 401 ? answer(401, refusal) : answer(400, refusal);
    }
  });
  router.route(agentEndpoints.revoke, async ({ body, request, reply }) => {
    originFor(request);
    failures.check(networkOf(request.ip));
    failures.add(networkOf(request.ip));
    await revokeByToken(services, body);
    return reply.code(200).header('cache-control', 'no-store').send();
  });
}

/** In the protocol's words; whatever else went wrong is told as everywhere. */
function toRefusal(error: unknown) {
  if (!(error instanceof ProtocolError)) throw error;
  return { error: error.code, error_description: error.message };
}

/** Somebody's word, for which the program's own request is looked at each time anew: nothing is kept before a yes. */
function registerConsent(
  router: Router,
  services: Services,
  { note, originFor }: AgentDeps & { readonly originFor: OriginFor },
): void {
  const read = (request: FastifyRequest, reply: FastifyReply, asked: AgentRequest) => {
    reply.header('cache-control', 'no-store');
    return readAsked(services.store, asked, originFor(request));
  };
  router.route(agentEndpoints.readRequest, async ({ query, request, reply }) => ({
    result: toWireRequest(await read(request, reply, query)),
  }));
  router.route(agentEndpoints.decide, async ({ user, session, body, request, reply }) => {
    // Who came by a token has not been shown the page.
    if (!session) throw new AppError('FORBIDDEN_ERROR', { extra: { reason: 'Agents are let in on a page.' } });
    const asked = await read(request, reply, body.request);
    if ('problem' in asked) throw fieldError({ request: [asked.problem] });
    const { scope = asked.scope } = body;
    if (isWider(scope, asked.scope)) throw fieldError({ scope: ['The program does not ask for this.'] });
    await forgetEnded(services, user);
    const redirectTo = body.allow ? await allow(services, user, { ...asked, scope }) : refuse(asked);
    const details = { agent_name: asked.client.name, redirect_to: new URL(asked.redirectUri).host, scope };
    await note({ user, isAllowed: body.allow, details });
    return { result: { redirect_to: redirectTo } };
  });
}

function toWireRequest(read: Asked | Problem) {
  if ('problem' in read) {
    const { problem, clientName, redirectTo } = read;
    const host = redirectTo === null ? null : new URL(redirectTo).host;
    return { client_name: clientName, redirect_host: host, scope: null, problem, redirect_to: redirectTo };
  }
  const { client, redirectUri, scope } = read;
  const host = new URL(redirectUri).host;
  return { client_name: client.name, redirect_host: host, scope, problem: null, redirect_to: null };
}

function registerOwnAgents(router: Router, services: Services): void {
  const { store, now } = services;
  router.route(agentEndpoints.list, async ({ user, query }) => {
    const asked = parseListQuery(query);
    const { count, rows } = await listAgents(store, user, asked);
    const people = await loadUsers(
      store,
      rows.map((row) => row.user_id),
    );
    return toEnvelope({
      query: asked,
      count,
      rows: rows.map((row) => toWireAgent(row, people.get(row.user_id), now())),
      title: 'List Agents',
      orderColumns: lentOrderColumns,
    });
  });
  router.route(agentEndpoints.end, async ({ user, params }) => {
    await endAgent(services, user, parseId(params.id));
    return { message: 'OK' };
  });
}
