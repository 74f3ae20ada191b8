import { type AgentOptions, type ClientRequest, Agent as PlainAgent } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { type NetworkPolicy, openGuardedSocket } from '../../outgoing/index.ts';
import type { PoolFigures } from '../engine.ts';

/** By which a server knows who connects, in PEM. */
export interface ClientCertificate {
  readonly cert: string;
  readonly key: string;
}

/** Where a server is that speaks HTTP, and how it is reached. */
export interface AgentSettings {
  readonly host: string;
  readonly port: number;
  /** `trust` encrypts and asks for no certificate. */
  readonly tlsMode: 'disable' | 'trust' | 'verify';
  /** The certificate of the authority that signed the server's, in PEM. */
  readonly serverCertificate: string | null;
  readonly clientCertificate?: ClientCertificate | null;
  readonly policy: NetworkPolicy;
  /** Says with each request anew who asks. */
  readonly authorize?: Authorize | null;
}

/** What a request says of who asks, as the value of its header. */
export type Authorize = (signal: AbortSignal | undefined) => Promise<string>;

/** Connections at once: queries and questions about them. */
const maxSockets = 12;
const connectTimeoutMs = 8000;
/** A little less than servers keep an idle one. */
const idleMs = 2500;

/** Connections that are kept between requests, all of them to the one server, whatever address a request names. */
export function createGuardedAgent(settings: AgentSettings): PlainAgent {
  return settings.tlsMode === 'disable'
    ? guarded(new PlainAgent(agentOptions), () => connectGuarded(settings))
    : guarded(new TlsAgent(agentOptions), () => connectByTls(settings));
}

/** How the connections of an agent are used. */
export function figuresOf({ sockets, freeSockets, requests }: PlainAgent): PoolFigures {
  return { used: countAll(sockets), idle: countAll(freeSockets), waiting: countAll(requests), most: maxSockets };
}

function countAll(lists: NodeJS.ReadOnlyDict<readonly unknown[]>): number {
  return Object.values(lists).reduce((sum, list) => sum + (list?.length ?? 0), 0);
}

const agentOptions: AgentOptions = { keepAlive: true, maxSockets, maxFreeSockets: 4, scheduling: 'lifo', timeout: 0 };

/** Its connections are made by `connect`, and none rests for longer than the server lets it. */
function guarded(agent: PlainAgent, connect: () => Socket): PlainAgent {
  const rests = new RestTimers();
  const [keep, reuse] = [agent.keepSocketAlive.bind(agent), agent.reuseSocket.bind(agent)];
  return Object.assign(agent, {
    createConnection: connect,
    keepSocketAlive: (socket: Duplex) => {
      rests.start(socket);
      keep(socket);
      // Its types hide that it must say so.
      return true;
    },
    reuseSocket: (socket: Duplex, request: ClientRequest) => {
      rests.stop(socket);
      reuse(socket, request);
    },
  });
}

/** The server closes a connection that rests too long: one of ours that rests is closed before that. */
class RestTimers {
  private readonly timers = new WeakMap<Duplex, NodeJS.Timeout>();

  start(socket: Duplex): void {
    this.stop(socket);
    this.timers.set(socket, setTimeout(() => socket.destroy(), idleMs).unref());
  }

  stop(socket: Duplex): void {
    clearTimeout(this.timers.get(socket));
  }
}

function connectByTls(settings: AgentSettings): Socket {
  const { host, tlsMode, serverCertificate, clientCertificate } = settings;
  return connectTls({
    socket: connectGuarded(settings),
    ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }),
    host,
    rejectUnauthorized: tlsMode === 'verify' || serverCertificate !== null,
    ...(serverCertificate ? { ca: serverCertificate } : {}),
    ...clientCertificate,
  });
}

/** A connection that goes nowhere forbidden, and that does not wait for ever to be made. */
function connectGuarded({ host, port, policy }: AgentSettings): Socket {
  const socket = openGuardedSocket(policy);
  const timer = setTimeout(
    () => socket.destroy(Object.assign(new Error('connection timeout'), { code: 'ETIMEDOUT' })),
    connectTimeoutMs,
  );
  const clear = () => clearTimeout(timer);
  socket.once('connect', clear);
  socket.once('close', clear);
  socket.setNoDelay(true);
  return socket.connect(port, host);
}
