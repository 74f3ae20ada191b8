import type { ChildProcess } from 'node:child_process';
import { EngineError } from '../engine.ts';
import { spawnLimited } from '../limited-process.ts';
import type { CallName, Calls, FromChild, Step, TicketTarget } from './protocol.ts';

export interface KerberosOptions {
  readonly childEntry: string;
  /** Where the library finds its settings, tickets and keys. */
  readonly variables: Readonly<Record<string, string>>;
  /** How long one call may take. */
  readonly timeoutMs?: number;
  /** So long a child stays that nobody asks. */
  readonly idleMs?: number;
}

/** One sign-in that takes several messages. */
export interface Talk {
  readonly first: Buffer;
  /** What the server is answered; the sign-in of both sides is whole once `isComplete`. */
  step(challenge: Buffer): Promise<{ readonly token: Buffer; readonly isComplete: boolean }>;
  unwrap(bytes: Buffer): Promise<Buffer>;
  wrap(bytes: Buffer): Promise<Buffer>;
  end(): void;
}

interface Pending {
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
}

const usualTimeoutMs = 10_000;
/** Calls that nobody waits for any more, and that still hold threads of the child. */
const mostStuck = 8;
const threads = 16;
const addressesMb = 6144;
const usualIdleMs = 120_000;
/** Of what a library says, which may name a principal and a server. */
const longestWords = 300;

/** Asks the system's Kerberos for tickets, in one child that is started when it is needed. */
export class Kerberos {
  private child: ChildProcess | null = null;
  private readonly pending = new Map<number, Pending>();
  private readonly stuck = new Set<number>();
  private idle: NodeJS.Timeout | null = null;
  private lastId = 0;
  private isClosed = false;

  constructor(private readonly options: KerberosOptions) {}

  /** What stands behind `Negotiate` in a header of one request: a server takes none twice. */
  negotiate(target: TicketTarget, signal?: AbortSignal): Promise<string> {
    return this.ask('negotiate', target, { target, signal });
  }

  /** Begins to sign in to a server that answers with messages of its own. */
  async begin(target: TicketTarget, signal: AbortSignal): Promise<Talk> {
    this.lastId += 1;
    const talk = this.lastId;
    const aim = { target, signal };
    const { token } = await this.ask('begin', { ...target, talk }, aim);
    const bytesOf = (buffer: Buffer) => ({ talk, bytes: buffer.toString('base64') });
    return {
      first: toBytes(token),
      step: async (challenge) => toStep(await this.ask('step', bytesOf(challenge), aim)),
      unwrap: async (bytes) => toBytes(await this.ask('unwrap', bytesOf(bytes), aim)),
      wrap: async (bytes) => toBytes(await this.ask('wrap', bytesOf(bytes), aim)),
      end: () => void this.ask('end', { talk }, { target }).catch(() => undefined),
    };
  }

  close(): void {
    this.isClosed = true;
    this.kill();
  }

  private ask<Name extends CallName>(
    call: Name,
    asked: Calls[Name]['asked'],
    { target, signal }: { readonly target: TicketTarget; readonly signal?: AbortSignal | undefined },
  ): Promise<Calls[Name]['answer']> {
    if (this.isClosed) return Promise.reject(lost());
    signal?.throwIfAborted();
    const child = this.childAtWork();
    this.lastId += 1;
    const id = this.lastId;
    const timeoutMs = this.options.timeoutMs ?? usualTimeoutMs;
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', leave);
        this.pending.delete(id);
      };
      const abandon = (error: Error) => {
        settle();
        reject(error);
        this.leave(id);
      };
      const leave = () => abandon(signal?.reason);
      const timer = setTimeout(() => abandon(silent(timeoutMs)), timeoutMs);
      signal?.addEventListener('abort', leave, { once: true });
      this.pending.set(id, {
        // It is answered with what its call answers.
        resolve: (answer: never) => {
          settle();
          resolve(answer);
        },
        reject: (error) => {
          settle();
          reject(error instanceof Failure ? toEngineError(error, target) : error);
        },
      });
      child.send({ id, call, asked });
    });
  }

  /** Its thread waits for a server that is away: where too many do, all of them are ended. */
  private leave(id: number): void {
    this.stuck.add(id);
    if (this.stuck.size >= mostStuck) this.kill();
  }

  private childAtWork(): ChildProcess {
    if (this.idle) clearTimeout(this.idle);
    this.idle = setTimeout(() => this.endIdle(), this.options.idleMs ?? usualIdleMs).unref();
    if (this.child) return this.child;
    const { childEntry, variables } = this.options;
    const environment = { ...variables, UV_THREADPOOL_SIZE: String(threads) };
    const child = spawnLimited({ childEntry, addressSpaceLimitMb: addressesMb }, environment);
    child.stdout?.resume();
    child.stderr?.resume();
    child.on('message', (message: FromChild) => this.receive(message));
    child.on('error', () => this.forget(child));
    child.once('exit', () => this.forget(child));
    this.child = child;
    return child;
  }

  private receive(message: FromChild): void {
    const pending = this.pending.get(message.id);
    this.stuck.delete(message.id);
    if (!pending) return;
    if ('failure' in message) pending.reject(new Failure(message.failure));
    else pending.resolve(message.answer as never);
  }

  private endIdle(): void {
    if (this.pending.size === 0) this.kill();
  }

  private kill(): void {
    const { child } = this;
    if (!child) return;
    this.forget(child);
    child.kill('SIGKILL');
  }

  private forget(child: ChildProcess): void {
    if (this.child !== child) return;
    this.child = null;
    this.stuck.clear();
    for (const { reject } of [...this.pending.values()]) reject(lost());
  }
}

/** By which each request to a server over HTTP says who asks. */
export function negotiateBy(tickets: Kerberos, target: TicketTarget) {
  return async (signal: AbortSignal | undefined): Promise<string> =>
    `Negotiate ${await tickets.negotiate(target, signal)}`;
}

class Failure extends Error {
  readonly isMissing: boolean;

  constructor({ isMissing, message }: { readonly isMissing: boolean; readonly message: string }) {
    super(message);
    this.isMissing = isMissing;
  }
}

function toEngineError({ isMissing, message }: Failure, { service, host }: TicketTarget): EngineError {
  if (isMissing)
    return new EngineError({
      code: 'ENGINE_UNAVAILABLE_ERROR',
      message: 'Signing in by Kerberos needs a package that this installation does not have: npm install kerberos@7.',
      driverMessage: message.slice(0, longestWords),
    });
  const words = plainWords(message);
  return new EngineError({
    code: 'CONNECTION_ACCESS_DENIED_ERROR',
    message: `Kerberos gave no ticket for "${service}/${host}": ${words}`,
    driverMessage: words,
  });
}

/** The library puts what it means behind what it always says. */
function plainWords(message: string): string {
  const words = message.replace(/^Unspecified GSS failure\.\s+Minor code may provide more information: /, '');
  return words.replace(/\s+/g, ' ').trim().slice(0, longestWords);
}

function silent(timeoutMs: number): EngineError {
  return new EngineError({
    code: 'CONNECTION_DATABASE_TIMEOUT',
    message: `Kerberos gave no ticket within ${Math.round(timeoutMs / 1000)} seconds. Does its server (KDC) answer?`,
  });
}

function lost(): EngineError {
  return new EngineError({
    code: 'ENGINE_UNAVAILABLE_ERROR',
    message: 'The connection to the database was lost. Run the query again.',
  });
}

const toBytes = (text: string): Buffer => Buffer.from(text, 'base64');

const toStep = ({ token, isComplete }: Step) => ({ token: toBytes(token), isComplete });
