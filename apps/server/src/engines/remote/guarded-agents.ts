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
  return settings.tlsMode === 'disable' ? new GuardedAgent(settings) : new GuardedTlsAgent(settings);
}

/** How the connections of an agent are used. */
export function figuresOf({ sockets, freeSockets, requests }: PlainAgent): PoolFigures {
  return { used: countAll(sockets), idle: countAll(freeSockets), waiting: countAll(requests), most: maxSockets };
}

function countAll(lists: NodeJS.ReadOnlyDict<readonly unknown[]>): number {
  return Object.values(lists).reduce((sum, list) => sum + (list?.length ?? 0), 0);
}

const agentOptions: AgentOptions = { keepAlive: true, maxSockets, maxFreeSockets: 4, scheduling: 'lifo', timeout: 0 };

/** Connections that go nowhere forbidden, and that do not wait for ever to be made. */
class GuardedAgent extends PlainAgent {
  private readonly rests = new RestTimers();

  constructor(private readonly settings: AgentSettings) {
    super(agentOptions);
  }

  override keepSocketAlive(socket: Duplex): boolean {
    this.rests.start(socket);
    super.keepSocketAlive(socket);
    // Its types hide that it must say so.
    return true;
  }

  override reuseSocket(socket: Duplex, request: ClientRequest): void {
    this.rests.stop(socket);
    super.reuseSocket(socket, request);
  }

  override createConnection(): Socket {
    return connectGuarded(this.settings);
  }
}

class GuardedTlsAgent extends TlsAgent {
  private readonly rests = new RestTimers();

  constructor(private readonly settings: AgentSettings) {
    super(agentOptions);
  }

  override keepSocketAlive(socket: Duplex): boolean {
    this.rests.start(socket);
    super.keepSocketAlive(socket);
    // Its types hide that it must say so.
    return true;
  }

  override reuseSocket(socket: Duplex, request: ClientRequest): void {
    this.rests.stop(socket);
    super.reuseSocket(socket, request);
  }

  override createConnection(): Socket {
    const { host, tlsMode, serverCertificate, clientCertificate } = this.settings;
    return connectTls({
      socket: connectGuarded(this.settings),
      ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }),
      host,
      rejectUnauthorized: tlsMode === 'verify' || serverCertificate !== null,
      ...(serverCertificate ? { ca: serverCertificate } : {}),
      ...clientCertificate,
    });
  }
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
