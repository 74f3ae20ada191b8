import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../http/index.ts';
import { peerFetch } from './peer-fetch.ts';
import { createPeerHealth, type PeerHealth } from './peer-health.ts';
import { forwardedMark, type Processes } from './processes.ts';

/** What a request names that is in one process alone: a run by its client's id, the result of one, or the answer of a job, by its key; or work for a worker. */
export interface OwnedThing {
  readonly kind: 'run' | 'result' | 'job' | 'work';
  readonly name: string;
}

export interface ForwardingOptions {
  readonly processes: Processes;
  /** By method and path, as routes are declared: what a request for it names; null where it names nothing. */
  readonly routes: ReadonlyMap<string, (request: FastifyRequest) => OwnedThing | null>;
  /** What is said besides what the request said. */
  readonly headers: () => Readonly<Record<string, string>>;
  /** The process that has it; null where none is known to. */
  readonly ownerOf: (thing: OwnedThing) => Promise<string | null>;
  /** Whom one request found silent the next asks first. */
  readonly health?: PeerHealth;
  /** How often it is looked whether the process that is waited for is still there. */
  readonly lookMs?: number;
}

const usualLookMs = 3000;
/** A busy machine may be late once. */
const mostSilences = 2;
/** They are of one connection, or would say something else of the next one. */
const ownHeaders: ReadonlySet<string> = new Set([
  ...['connection', 'content-length', 'expect', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
]);

/**
 * Asks the process that has a run or its result for the answer, as whoever asks: who he is and what he may is decided there. Call
 * it before routes are added.
 */
export function installForwarding(
  server: FastifyInstance,
  {
    processes,
    headers,
    routes,
    ownerOf,
    health = createPeerHealth(processes.tls),
    lookMs = usualLookMs,
  }: ForwardingOptions,
): void {
  if (processes.id === null) return;
  server.addHook('preHandler', async (request, reply) => {
    const read = routes.get(`${request.method} ${request.routeOptions.url}`);
    const thing = read?.(request);
    // What was forwarded once is answered where it came to.
    if (!thing || request.headers[forwardedMark] !== undefined) return undefined;
    const owner = await ownerOf(thing);
    const address = await processes.addressOf(owner);
    const isGone = async () => (await processes.addressOf(owner)) === null;
    if (address === null) return undefined;
    const peer = { address, isGone, headers: headers(), health, lookMs, tls: processes.tls };
    const forwarding = forward(peer, request, reply);
    // What workers do for others, this process can do itself.
    return thing.kind === 'work' ? forwarding.catch(unlessSilent(reply)) : forwarding;
  });
}

/** A worker that went away a moment ago has done nothing. */
const unlessSilent = (reply: FastifyReply) => (error: unknown) => {
  if (error instanceof PeerSilence && !reply.raw.destroyed) return undefined;
  throw error;
};

class PeerSilence extends AppError {
  constructor(cause: unknown) {
    const message = 'The server that has this run does not answer. Try again in a moment.';
    super('ENGINE_UNAVAILABLE_ERROR', { params: { message }, cause });
  }
}

interface Peer {
  readonly address: string;
  readonly isGone: () => Promise<boolean>;
  readonly headers: Readonly<Record<string, string>>;
  readonly health: PeerHealth;
  readonly lookMs: number;
  readonly tls: Processes['tls'];
}

async function forward(peer: Peer, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const controller = new AbortController();
  reply.raw.once('close', () => controller.abort());
  const { address, health } = peer;
  if (health.wasSilent(address) && !(await health.answers(address))) throw new PeerSilence(undefined);
  const answer = await send(peer, request, controller).catch((error: unknown) => {
    throw new PeerSilence(error);
  });
  reply.code(answer.status);
  // The body arrives unpacked.
  for (const [name, value] of answer.headers)
    if (!ownHeaders.has(name) && name !== 'content-encoding' && name !== 'set-cookie') reply.header(name, value);
  for (const cookie of answer.headers.getSetCookie()) reply.header('set-cookie', cookie);
  // The two types of streams are one.
  return reply.send(answer.body ? Readable.fromWeb(answer.body as ReadableStream) : '');
}

/** Ends with whoever asked, and with the process that was asked. */
function send(peer: Peer, request: FastifyRequest, controller: AbortController): Promise<Response> {
  watchOver(peer, controller);
  const body = request.body === undefined || request.body === null ? undefined : JSON.stringify(request.body);
  return peerFetch(peer.tls, new URL(request.url, peer.address), {
    method: request.method,
    headers: {
      ...toHeaders(request),
      // Another process believes this one as it believes the proxy.
      'x-forwarded-for': request.ip,
      ...peer.headers,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      [forwardedMark]: '1',
    },
    ...(body === undefined ? {} : { body }),
    signal: controller.signal,
  });
}

/** One that stands still holds its connections and never answers; a machine that vanished, or to which there is no way, does neither. */
function watchOver({ address, isGone, health, lookMs }: Peer, controller: AbortController): void {
  let silences = 0;
  const look = async () => {
    const isThere = await health.answers(address);
    silences = isThere ? 0 : silences + 1;
    if (silences === mostSilences || (await isGone())) controller.abort();
  };
  const watch = setInterval(() => void look().catch(ignore), lookMs);
  controller.signal.addEventListener('abort', () => clearInterval(watch), { once: true });
}

export interface PeerQuestion {
  readonly processes: Processes;
  /** The process that is asked. */
  readonly owner: string;
  readonly request: FastifyRequest;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** Asks another process what this one was asked, and gives what it says piece by piece; nothing where it does not live or refuses. */
export async function* askPeer({
  processes,
  owner,
  request,
  headers,
  signal,
}: PeerQuestion): AsyncGenerator<Uint8Array> {
  const address = await processes.addressOf(owner);
  if (address === null || request.headers[forwardedMark] !== undefined) return;
  const controller = new AbortController();
  const leave = () => controller.abort();
  signal.addEventListener('abort', leave, { once: true });
  const isGone = async () => (await processes.addressOf(owner)) === null;
  try {
    const answer = await send(
      { address, isGone, headers, health: createPeerHealth(processes.tls), lookMs: usualLookMs, tls: processes.tls },
      request,
      controller,
    );
    if (answer.status === 200 && answer.body) yield* answer.body as ReadableStream<Uint8Array>;
  } catch {
    // What became of it stands in the store.
  } finally {
    signal.removeEventListener('abort', leave);
    leave();
  }
}

/** While the store is away nothing is known of anybody. */
const ignore = () => undefined;

/** What a proxy says of who asks; of somebody else it is anything. */
const proxyHeaders = /^(?:forwarded|x-forwarded-.*|x-real-ip)$/;

function toHeaders({ headers, ips = [] }: FastifyRequest): Record<string, string> {
  const isOfProxy = ips.length > 1;
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      if (value === undefined || ownHeaders.has(name) || name === 'content-type') return [];
      return proxyHeaders.test(name) && !isOfProxy ? [] : [[name, String(value)]];
    }),
  );
}
