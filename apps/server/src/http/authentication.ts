import '@fastify/cookie';
import { mcpEndpoints, securityEndpoints } from '@powerset/contract';
import type { FastifyRequest } from 'fastify';
import {
  type Accounts,
  type Agents,
  type ApiKeys,
  agentCallHeader,
  agentTokenPrefix,
  apiKeyPrefix,
  findSeenUser,
  type Guests,
  isSameToken,
  type Place,
  type Session,
  type Sessions,
  sessionCookie,
  type User,
} from '../access/index.ts';
import { AppError } from './app-error.ts';
import { isOwnOrigin } from './public-address.ts';

/** Who asks, and by what: the session is there only when the request came with our cookie. */
export interface Caller {
  readonly user: User;
  readonly session: Session | undefined;
}

interface AuthenticationDeps {
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly guests: Guests;
  readonly apiKeys: ApiKeys;
  readonly agents: Agents;
}

/** The header in which embedded pages show their token. */
const guestHeader = 'x-guesttoken';

/** Finds the caller by guest token, bearer token or session cookie; a token that is not ours is an error, a stale cookie is a visitor. */
export async function authenticate(
  request: FastifyRequest,
  { accounts, sessions, guests, apiKeys, agents }: AuthenticationDeps,
): Promise<Caller> {
  const guestToken = request.headers[guestHeader];
  // An embedded page is its guest's, whoever is signed in in the same browser.
  if (guestToken !== undefined) return { user: await readGuest(guests, String(guestToken)), session: undefined };
  const tokenKind = request.routeOptions.url === securityEndpoints.refresh.path ? 'refresh' : 'access';
  const bearer = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (bearer?.startsWith(apiKeyPrefix)) {
    // A key is exchanged for nothing: what it were exchanged for would outlive it.
    const user = tokenKind === 'refresh' ? undefined : await apiKeys.read(bearer, request.ip);
    return { user: toHolder(user, 'The API key is not valid or has ended.'), session: undefined };
  }
  if (bearer?.startsWith(agentTokenPrefix))
    return { user: await readAgent(request, agents, bearer), session: undefined };
  if (bearer) {
    const holder = await sessions.readToken(bearer, tokenKind);
    const user = holder && (await accounts.findUser(holder.id));
    if (user?.tokenEpoch !== holder?.tokenEpoch || !user)
      throw new AppError('UNAUTHENTICATED_ERROR', {
        params: {},
        extra: { reason: 'The bearer token is not valid or has ended.' },
      });
    // Passwords alone are exchanged for tokens.
    return { user: user.needsFactor ? { ...user, lacksFactor: true } : user, session: undefined };
  }
  const cookie = request.cookies[sessionCookie];
  const session = cookie ? await sessions.find(cookie, placeOf(request)) : undefined;
  const user = session ? await findSeenUser(accounts, session) : undefined;
  return user && session ? { user, session } : { user: await accounts.anonymous(), session: undefined };
}

/** Where a request comes from, as people are shown it. */
export function placeOf({ headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>): Place {
  return { userAgent: headers['user-agent'] ?? null, address: ip };
}

/** An agent calls `/mcp`; what its tools ask of other endpoints the server asks itself. */
async function readAgent(request: FastifyRequest, agents: Agents, token: string): Promise<User> {
  const isOwnCall = agents.isSealed(token, request.headers[agentCallHeader]);
  const isForMcp = request.routeOptions.url === mcpEndpoints.call.path;
  const user = isOwnCall || isForMcp ? await agents.read(token) : undefined;
  return toHolder(user, 'The token is not valid here or has ended.');
}

function toHolder(found: User | number | undefined, reason: string): User {
  if (typeof found === 'number') throw new AppError('TOO_MANY_ATTEMPTS_ERROR', { params: { seconds: found } });
  if (found) return found;
  throw new AppError('UNAUTHENTICATED_ERROR', { extra: { reason } });
}

async function readGuest(guests: Guests, token: string): Promise<User> {
  const found = await guests.read(token);
  if (typeof found !== 'string') return found;
  throw new AppError('UNAUTHENTICATED_ERROR', { params: {}, extra: { reason: found } });
}

/** Who shows a session's token and is nobody had a session that has ended, and must not go on unawares as a visitor. */
export function checkSessionGoesOn(request: FastifyRequest, user: User): void {
  if (user.isAnonymous && !user.guest && request.headers['x-csrftoken']) throw new AppError('UNAUTHENTICATED_ERROR');
}

/** A cookie call that changes something must carry the session's CSRF token, and come from our own pages. */
export function checkCsrf(request: FastifyRequest, session: Session | undefined): void {
  if (!session) return;
  const header = request.headers['x-csrftoken'];
  const form = (request.body as { csrf_token?: unknown } | null | undefined)?.csrf_token;
  const token = typeof header === 'string' ? header : form;
  if (typeof token !== 'string' || !isSameToken(token, session.csrfToken)) throw new AppError('FRONTEND_CSRF_ERROR');
}

/** Refuses forms and scripts of other sites on calls that need no CSRF token, such as signing in. */
export function checkOrigin(request: FastifyRequest, publicUrl: string | null): void {
  const { origin } = request.headers;
  if (!origin || isOwnOrigin(origin, request, publicUrl)) return;
  throw new AppError('FORBIDDEN_ERROR', { extra: { reason: 'The request comes from another site.' } });
}
