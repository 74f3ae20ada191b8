import { asyncEventsSocket, type WireAsyncMessage } from '@powerset/contract';
import type { FastifyInstance } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import { findSeenUser, sessionCookie, type User } from '../../access/index.ts';
import { AppError, isOwnOrigin, takeUpgrades, type Upgrade } from '../../http/index.ts';
import type { Services } from '../../services.ts';
import type { AsyncJobs } from './async-jobs.ts';

const maxOfPerson = 20;
const maxOfAll = 2000;
/** Pages say nothing here; what others say is not kept. */
const maxHeardBytes = 1024;
/** Whoever reads so slowly is cut, and asks for the rest when he comes again. */
const maxUnreadBytes = 4 * 1024 * 1024;
const goodbyeMs = 500;
const retrySeconds = 60;

export interface JobSocketsOptions {
  readonly jobs: AsyncJobs;
  readonly beatMs?: number;
  readonly unreadBytes?: number;
}

export interface JobSockets {
  close(): Promise<void>;
}

/** Who listens at a socket, and by which session. */
interface Place {
  readonly socket: WebSocket;
  readonly user: User;
  readonly idHash: string;
  readonly token: string;
  isAlive: boolean;
}

type Deps = Pick<Services, 'config' | 'sessions' | 'accounts' | 'log'>;

interface Room {
  readonly services: Deps;
  readonly options: Required<JobSocketsOptions>;
  readonly places: Set<Place>;
  isClosing: boolean;
}

/** Tells the ends of jobs over WebSockets, where that is configured: each person's own, from the event that the page knows. */
export function openJobSockets(app: FastifyInstance, services: Deps, given: JobSocketsOptions): JobSockets {
  const { featureFlags, asyncTransport, trustedProxies } = services.config;
  if (!featureFlags.GLOBAL_ASYNC_QUERIES || asyncTransport !== 'ws') return { close: async () => undefined };
  const options = { beatMs: asyncEventsSocket.beatMs, unreadBytes: maxUnreadBytes, ...given };
  const room: Room = { services, options, places: new Set(), isClosing: false };
  const server = new WebSocketServer({
    ...{ noServer: true, clientTracking: false, perMessageDeflate: false },
    maxPayload: maxHeardBytes,
  });
  takeUpgrades(app, {
    path: asyncEventsSocket.path,
    trustedProxies,
    take: async (upgrade) => {
      const caller = await admit(room, upgrade);
      const { request, socket, head, query } = upgrade;
      const lastId = query.get('last_id') ?? undefined;
      // A wrong id is refused before there is a WebSocket.
      await options.jobs.eventsAfter(caller.user, lastId);
      checkRoom(room, caller.user);
      server.handleUpgrade(request, socket, head, (opened) => serve(room, { ...caller, socket: opened }, lastId));
    },
  });
  const stopListening = services.sessions.whenEnded((ended) => {
    for (const place of room.places) {
      const isMeant = 'idHash' in ended ? place.idHash === ended.idHash : place.user.id === ended.userId;
      if (isMeant) place.socket.close(asyncEventsSocket.endedCode);
    }
  });
  const beat = setInterval(() => {
    for (const place of room.places) void check(room, place).catch(() => place.socket.terminate());
  }, options.beatMs);
  beat.unref();
  return {
    close: async () => {
      room.isClosing = true;
      clearInterval(beat);
      stopListening();
      await Promise.all([...room.places].map(({ socket }) => sayGoodbye(socket)));
    },
  };
}

/** The session's cookie says who comes; other sites' pages are refused. */
async function admit({ services }: Room, { request, cookies, host }: Upgrade): Promise<Omit<Place, 'socket'>> {
  const { origin } = request.headers;
  if (origin && !isOwnOrigin(origin, { headers: request.headers, host }, services.config.publicUrl))
    throw new AppError('FORBIDDEN_ERROR', { extra: { reason: 'The request comes from another site.' } });
  const token = cookies[sessionCookie];
  const found = token === undefined ? undefined : await findCaller(services, token);
  if (!token || !found || found.user.lacksFactor) throw new AppError('UNAUTHENTICATED_ERROR');
  return { ...found, token, isAlive: true };
}

function checkRoom({ places, isClosing }: Room, { id }: User): void {
  const own = [...places].filter(({ user }) => user.id === id).length;
  if (own < maxOfPerson && places.size < maxOfAll && !isClosing) return;
  throw new AppError('TOO_MANY_ATTEMPTS_ERROR', { params: { seconds: retrySeconds } });
}

async function findCaller({ sessions, accounts }: Deps, token: string) {
  const session = await sessions.find(token);
  const user = session && (await findSeenUser(accounts, session));
  return user && { user, idHash: session.idHash };
}

/** What was missed comes first. */
function serve({ options, places }: Room, place: Place, lastId: string | undefined): void {
  const { socket, user } = place;
  const { jobs, unreadBytes } = options;
  const say = (message: WireAsyncMessage) => {
    if (socket.bufferedAmount > unreadBytes) socket.terminate();
    else socket.send(JSON.stringify(message));
  };
  places.add(place);
  say({ channel_id: jobs.channelId });
  const stop = jobs.follow(user, lastId, say);
  socket.on('pong', () => {
    place.isAlive = true;
  });
  // Nothing is to be said here.
  socket.on('message', () => socket.close(1008));
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    stop();
    places.delete(place);
  });
}

/** Whoever has not answered since the last time is gone; whose session has ended meanwhile goes. */
async function check({ services, options }: Room, place: Place): Promise<void> {
  const { socket, token, idHash } = place;
  if (!place.isAlive) return socket.terminate();
  place.isAlive = false;
  socket.ping();
  const caller = await findCaller(services, token);
  if (caller?.idHash !== idHash) return socket.close(asyncEventsSocket.endedCode);
  // The page hears no pings: by this it knows that the line holds.
  socket.send(JSON.stringify({ channel_id: options.jobs.channelId } satisfies WireAsyncMessage));
}

function sayGoodbye(socket: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(() => socket.terminate(), goodbyeMs);
    socket.on('close', () => {
      clearTimeout(late);
      resolve();
    });
    socket.close(1001);
  });
}
