import { setMaxListeners } from 'node:events';
import {
  type AnswerOf,
  type DescribedEndpoint,
  type Endpoint,
  type ListQuery,
  type Operation,
  type PlainStatusOf,
  parseRison,
  type RawAnswer,
  type SuccessOf,
} from '@powerset/contract';
import { describeEndpoints, ListQuery as ListQuerySchema } from '@powerset/contract/schemas';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import {
  type Accounts,
  type Agents,
  type ApiKeys,
  can,
  type Guests,
  type Session,
  type Sessions,
  type User,
} from '../access/index.ts';
import { EngineError } from '../engines/index.ts';
import { hasLongPart, writeInTurns } from '../json/index.ts';
import { othersTurn } from '../turns/index.ts';
import { checkApiKey } from './api-key-rules.ts';
import { AppError, fieldError, notFound } from './app-error.ts';
import { authenticate, checkCsrf, checkOrigin, checkSessionGoesOn } from './authentication.ts';
import { hasLongBody, readFormParts } from './bodies.ts';
import { type CostlyCalls, isCostly } from './costly-calls.ts';
import { fromEngineError } from './error-handler.ts';
import { checkFactorGiven } from './factor-rules.ts';
import { withoutRefused } from './refused-fields.ts';
import { compileReader, type InputKind } from './validation.ts';
import { checkViewAs } from './view-as-rules.ts';

type Read<S> = S extends TSchema ? Static<S> : undefined;

/** A request to an endpoint, its parts read by the endpoint's own schemas. */
export type Context<E extends Endpoint = Endpoint> = ContextOf<NonNullable<E['operation']>>;

interface ContextOf<O extends Operation> {
  readonly user: User;
  readonly session: Session | undefined;
  readonly params: Read<O['params']>;
  readonly query: Read<O['query']>;
  readonly body: Read<O['body']>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
  /** Answers with another of the declared statuses than the plain one. */
  readonly answer: <Status extends keyof O['answers'] & number>(status: Status, body: AnswerOf<O, Status>) => Answered;
}

/** An answer whose status was named; only `Context.answer` makes it, so its body is the declared one. */
class Answered {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    this.status = status;
    this.body = body;
  }
}

/** What is sent of files, pages and streams: types cannot tell more of it. */
type Sent = FastifyReply | string | Buffer;

type RawOf<O extends Operation> = O extends { readonly isWritten: true } | { readonly otherForms: readonly RawAnswer[] }
  ? Sent
  : Extract<O['answers'][keyof O['answers']], RawAnswer> extends never
    ? never
    : Sent;

/** What an endpoint's handler may answer: the declared shape, or what has none. */
type Answers<O extends Operation> = AnswerOf<O, PlainStatusOf<O> & SuccessOf<O>> | Answered | RawOf<O>;

export type Handler<E extends Endpoint> = (
  context: Context<E>,
) => Answers<NonNullable<E['operation']>> | Promise<Answers<NonNullable<E['operation']>>>;

/** Where features declare what they answer; every route has an endpoint of the contract and so an access rule. */
export interface Router {
  route<E extends Endpoint>(endpoint: E, handler: Handler<E>): void;
  readonly endpoints: readonly DescribedEndpoint[];
}

/** What a request called, and who did. */
export interface Call {
  readonly endpoint: DescribedEndpoint;
  readonly user: User;
  /** Who it turned out to be, where that was known only later: whoever signed in by it. */
  readonly signedIn?: number;
}

const calls = new WeakMap<FastifyRequest, Call>();

/** Undefined for what is no endpoint, or was refused before it was known who asks. */
export function callOf(request: FastifyRequest): Call | undefined {
  return calls.get(request);
}

/** Says who signed in by a request. */
export function tellSignedIn(request: FastifyRequest, userId: number): void {
  const call = calls.get(request);
  if (call) calls.set(request, { ...call, signedIn: userId });
}

interface RouterDeps {
  readonly app: FastifyInstance;
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly guests: Guests;
  readonly apiKeys: ApiKeys;
  readonly agents: Agents;
  readonly costlyCalls: CostlyCalls;
  /** Where people reach the server, when that is configured. */
  readonly publicUrl: string | null;
}

export function createRouter(deps: RouterDeps): Router {
  const described = describeEndpoints();
  const endpoints: DescribedEndpoint[] = [];
  return {
    endpoints,
    route: (given, handler) => {
      const endpoint = described.get(given);
      if (!endpoint) throw new Error(`The contract lists no ${given.method} ${given.path}.`);
      if (endpoints.some((known) => known.id === endpoint.id)) throw new Error(`Two routes are called ${endpoint.id}.`);
      endpoints.push(endpoint);
      deps.app.route({
        method: endpoint.method,
        url: endpoint.path,
        config: { takesXml: endpoint.bodyKind === 'xml' },
        // What the endpoint's own schemas read is what its handler takes.
        handler: toFastifyHandler(deps, endpoint, handler as (context: Context) => unknown),
      });
    },
  };
}

function toFastifyHandler(deps: RouterDeps, endpoint: DescribedEndpoint, handler: (context: Context) => unknown) {
  const readParams = reader(endpoint.params, 'text');
  const readQuery = reader(endpoint.query, 'text');
  const readBody = reader(endpoint.body, endpoint.takesAnyText ? 'data' : 'json', endpoint.misreadStatus);
  const { refusedFields = [] } = endpoint;
  const plainStatus = plainStatusOf(endpoint);
  const isCounted = isCostly(endpoint);
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (endpoint.isPageToo && opensPage(request)) return reply.callNotFound();
    // For whoever asked: a cache on the way keeps it for nobody else. What may be kept longer says so itself.
    reply.header('cache-control', 'private');
    const { user: caller, session } = await authenticate(request, deps);
    calls.set(request, { endpoint, user: caller });
    const user = await checkFactorGiven(endpoint, caller, deps.accounts);
    if (endpoint.access !== 'public') checkSessionGoesOn(request, user);
    checkAccess(endpoint, user);
    checkApiKey(endpoint, user, request.body);
    checkViewAs(endpoint, user);
    if (isCounted) deps.costlyCalls.count({ user, address: request.ip, body: request.body });
    if (endpoint.bodyKind === 'form' && request.isMultipart()) request.body = await readFormParts(request);
    if (endpoint.method !== 'GET' && !endpoint.isFromOtherSites) {
      if (endpoint.isCsrfExempt) checkOrigin(request, deps.publicUrl);
      else checkCsrf(request, session);
    }
    const context = {
      user,
      session,
      params: readParams(request.params),
      query: readQuery(request.query),
      body: readBody(withoutRefused(request.body, refusedFields)),
      request,
      reply,
      signal: abortOnClose(request, reply),
      answer: (status: number, body: unknown) => new Answered(status, body),
      // Each part was read by the endpoint's own schema just above.
    } as Context;
    if (hasLongBody(request)) await othersTurn();
    const answer = await runHandler(() => handler(context)).catch((error: unknown) => {
      throw user.isAnonymous ? toVisitorsError(error) : error;
    });
    // Many say in their answer what they were sent.
    if (hasLongBody(request)) await othersTurn();
    if (answer === reply || reply.sent || answer === undefined) return reply;
    const { status, body } = answer instanceof Answered ? answer : { status: plainStatus, body: answer };
    const isOurs = isJson(endpoint, status) && !reply.hasHeader('content-type');
    if (isOurs && (isBare(body) || hasLongPart(body)))
      return reply
        .code(status)
        .type('application/json; charset=utf-8')
        .send(await writeInTurns(body));
    return reply.code(status).send(body);
  };
}

/** Only a browser that opens a page names its kind. */
export function opensPage({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('html') ?? false;
}

/** Numbers and texts would be sent as plain text, or refused. */
function isBare(body: unknown): boolean {
  return typeof body === 'string' || typeof body === 'number' || typeof body === 'boolean';
}

function isJson({ answers }: DescribedEndpoint, status: number): boolean {
  const declared = answers[status];
  return declared !== undefined && !('mediaType' in declared);
}

/** The status of an answer that names none: of the declared successes the first. */
function plainStatusOf({ answers }: DescribedEndpoint): number {
  return Math.min(...Object.keys(answers).map(Number));
}

async function runHandler(run: () => unknown): Promise<unknown> {
  return run();
}

function toVisitorsError(error: unknown): unknown {
  if (error instanceof EngineError) return fromEngineError(error).withoutSql();
  return error instanceof AppError ? error.withoutSql() : error;
}

function reader(schema: TSchema | undefined, kind: InputKind, status?: number): (input: unknown) => unknown {
  return schema ? compileReader(schema, kind, status) : (input) => input;
}

/** Visitors are told to sign in, users that they may not, and guests of whatever is not meant for them. */
export function checkAccess(endpoint: Pick<DescribedEndpoint, 'access' | 'isForGuests'>, user: User): void {
  const { access, isForGuests } = endpoint;
  if (user.guest) {
    if (isForGuests) return;
    throw new AppError('FORBIDDEN_ERROR');
  }
  if (access === 'public') return;
  const isAllowed = access === 'session' ? !user.isAnonymous : can(user, access.verb, access.view);
  if (isAllowed) return;
  throw new AppError(user.isAnonymous ? 'UNAUTHENTICATED_ERROR' : 'FORBIDDEN_ERROR');
}

function abortOnClose(request: FastifyRequest, reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  // A batch of charts waits on one signal, each chart in several places.
  setMaxListeners(0, controller.signal);
  const onClose = () => {
    if (!reply.raw.writableFinished) controller.abort(new AppError('QUERY_STOPPED_ERROR'));
  };
  reply.raw.once('close', onClose);
  // Who left while the body was read, or while it was found out who asks, has left before anybody listened.
  if (reply.raw.destroyed || request.raw.socket.destroyed) onClose();
  return controller.signal;
}

const readListQuery = compileReader(ListQuerySchema, 'json');

/** Reads the `q` of a list call; what is not Rison or JSON, or has the wrong shape, is an error that says so. */
export function parseListQuery(query: { readonly q?: string } | undefined): ListQuery {
  const value = parseQ(query);
  if (value === undefined) return {};
  // Some calls give a bare list of ids.
  if (Array.isArray(value)) return { ids: value } as ListQuery;
  // Read by the schema of lists.
  return readListQuery(value) as ListQuery;
}

/** The decoded `q`, whatever its shape. */
export function parseQ(query: { readonly q?: string } | undefined): unknown {
  if (!query?.q) return undefined;
  try {
    return parseRison(query.q);
  } catch (error) {
    throw fieldError({ q: [(error as Error).message] }, 400);
  }
}

/** The `q` of bulk calls: a list of ids. */
export function parseIds(query: { readonly q?: string } | undefined): readonly number[] {
  const value = parseQ(query);
  const list = Array.isArray(value) ? value : [value];
  if (list.length > 0 && list.every((id) => Number.isInteger(id))) return list as number[];
  throw fieldError({ q: ['Must be a list of ids, for example !(1,2).'] }, 400);
}

/** A numeric id from the path; anything else does not exist. */
export function parseId(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw notFound();
  return Number(text);
}
