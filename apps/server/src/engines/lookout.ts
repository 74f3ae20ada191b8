import type { Socket } from 'node:net';
import type { LeadingSocket, SocketLookout } from '../outgoing/index.ts';
import { type Engine, EngineError } from './engine.ts';

/** Where a socket leads: a machine's address, not a name that another one may take over. */
export interface Place {
  readonly host: string;
  readonly port: number;
}

export interface LookoutOptions {
  /** A socket by the same way as the watched ones, that nobody watches. */
  readonly openSocket: () => Socket;
  readonly log: (line: string) => void;
  /** How long a server that has work may say nothing before somebody looks after it. */
  readonly silentMs?: number;
  /** How long a new connection may take. */
  readonly tryMs?: number;
}

interface Watched {
  readonly place: Place;
  readonly sockets: Map<Socket, number>;
  heardMs: number;
  /** Doubled with each look that found all well. */
  patienceMs: number;
  isLooking: boolean;
}

const triesBeforeGone = 2;

/**
 * Looks after servers that were asked and say nothing. The system tells of a vanished machine within 20 s by probes of its own, but
 * sends none while something is on the way: what is sent in the moment in which it vanishes would be waited for a quarter of an
 * hour. So a silent machine is asked for a new connection, and what is open to it ends where it twice gives none.
 */
export class Lookout implements SocketLookout {
  private readonly places = new Map<string, Watched>();
  private readonly silentMs: number;
  private readonly tryMs: number;
  private timer: NodeJS.Timeout | undefined;
  private engine: Pick<Engine, 'poolFigures' | 'knock'> = {};

  constructor(private readonly options: LookoutOptions) {
    this.silentMs = options.silentMs ?? 10_000;
    this.tryMs = options.tryMs ?? 5000;
  }

  /** Whose sockets they are: it knows whether any of them is at work, and may want to be called on in its own way. */
  follow(engine: Pick<Engine, 'poolFigures' | 'knock'>): void {
    this.engine = engine;
  }

  watch(socket: LeadingSocket): void {
    socket.once('connect', () => {
      const { remoteAddress: host, remotePort: port } = socket;
      if (socket.leadsTo) this.add(socket, socket.leadsTo);
      else if (host !== undefined && port !== undefined) this.add(socket, { host, port });
    });
  }

  private add(socket: Socket, place: Place): void {
    const name = `${place.host} ${place.port}`;
    const known = this.places.get(name);
    const watched = known ?? { place, sockets: new Map(), heardMs: 0, patienceMs: this.silentMs, isLooking: false };
    this.places.set(name, watched);
    watched.sockets.set(socket, socket.bytesRead);
    this.hear(watched);
    socket.once('close', () => {
      watched.sockets.delete(socket);
      if (watched.sockets.size > 0) return;
      this.places.delete(name);
      if (this.places.size === 0) this.rest();
    });
    this.timer ??= setInterval(() => this.lookAround(), this.silentMs / 10).unref();
  }

  private rest(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private lookAround(): void {
    // Connections of those that count none are closed soon after their work.
    const isAtWork = (this.engine.poolFigures?.()?.used ?? 1) > 0;
    for (const watched of this.places.values()) {
      if (this.hasSpoken(watched) || !isAtWork) this.hear(watched);
      else if (!watched.isLooking && performance.now() - watched.heardMs >= watched.patienceMs) void this.look(watched);
    }
  }

  private hear(watched: Watched): void {
    watched.heardMs = performance.now();
    watched.patienceMs = this.silentMs;
  }

  private hasSpoken({ sockets }: Watched): boolean {
    let hasSpoken = false;
    for (const [socket, heard] of sockets) {
      if (socket.bytesRead === heard) continue;
      sockets.set(socket, socket.bytesRead);
      hasSpoken = true;
    }
    return hasSpoken;
  }

  private async look(watched: Watched): Promise<void> {
    watched.isLooking = true;
    const { heardMs, place } = watched;
    try {
      for (let tries = 0; tries < triesBeforeGone; tries++) {
        if (await this.takesConnections(place)) return;
        if (watched.heardMs !== heardMs || watched.sockets.size === 0) return;
      }
      this.options.log(`${place.host}:${place.port} went silent and takes no connections`);
      for (const socket of watched.sockets.keys()) socket.destroy(wentSilent());
    } finally {
      watched.patienceMs *= 2;
      watched.isLooking = false;
    }
  }

  /** False takes its whole time, so that a moment without a way there is not two tries. */
  private async takesConnections(place: Place): Promise<boolean> {
    const over = new Promise<false>((resolve) => setTimeout(() => resolve(false), this.tryMs).unref());
    const knocking = this.engine.knock ? this.engine.knock(place, this.tryMs) : this.knock(place);
    const answer = knocking.then(
      () => true,
      (error: unknown) => !isAway(error),
    );
    return (await Promise.race([answer, over])) || over;
  }

  private knock({ host, port }: Place): Promise<void> {
    const socket = this.options.openSocket();
    const giveUp = setTimeout(() => socket.destroy(), this.tryMs);
    return new Promise<void>((resolve, reject) => {
      socket.once('connect', () => resolve()).once('error', reject);
      socket.once('close', () => reject(Object.assign(new Error('no connection'), { code: 'ETIMEDOUT' })));
      socket.connect(port, host);
    }).finally(() => {
      clearTimeout(giveUp);
      socket.destroy();
    });
  }
}

const awayCodes = new Set(['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN']);

/** A machine that refuses is there; what this one cannot do says nothing of another. */
function isAway(error: unknown): boolean {
  if (error instanceof EngineError)
    return (
      error.details.code === 'CONNECTION_DATABASE_TIMEOUT' ||
      // As an SSH server says what its own network told it.
      /no route|unreachable|timed out/i.test(error.details.driverMessage ?? '')
    );
  return error instanceof Error && 'code' in error && awayCodes.has(String(error.code));
}

/** As the system says it of a connection whose probes nobody answers. */
function wentSilent(): Error {
  return Object.assign(new Error('read ETIMEDOUT'), { code: 'ETIMEDOUT', syscall: 'read' });
}
