import type { ChildProcess } from 'node:child_process';
import type { ColumnHeader, PackedBatch } from '../../packed/index.ts';
import { EngineError, type RunProgress } from '../engine.ts';
import { readResidentMb, spawnLimited } from '../limited-process.ts';
import type { ChildFailure, FromChild, OperationName, Operations, RowsMessage } from './protocol.ts';
import { liftBatch, openRingFile, RingReader } from './row-ring.ts';

export interface ChildOptions {
  readonly childEntry: string;
  /** Address space of the process; an allocation beyond it fails inside the child instead of starving the machine. */
  readonly addressSpaceLimitMb: number;
  /** Resident memory at which the child is ended. */
  readonly residentLimitMb: number;
  readonly onLog: (line: string) => void;
  /** Called with the statement that brought the process down, where that is certain. */
  readonly onBroken?: (sql: string) => void;
}

/** A statement of somebody's that a request works on; whoever brought the process down is looked for among these. */
export interface StatementAtWork {
  readonly sql: string;
  /** It was at work when an earlier process ended, and is now run again beside no other suspect. */
  readonly isSuspect: boolean;
}

export interface RequestHooks {
  readonly statement?: StatementAtWork;
  readonly signal?: AbortSignal;
  /** A process that does not answer in this time is taken for dead, and ended. */
  readonly answerWithinMs?: number;
  readonly onBatch?: (batch: PackedBatch, columns: readonly ColumnHeader[]) => void;
  readonly onProgress?: (progress: RunProgress) => void;
}

/** The child said no; told apart from its death. */
export class ChildError extends Error {
  constructor(readonly failure: ChildFailure) {
    super(failure.message);
  }
}

/** The process ended under a request that did not cause it, or not certainly; what only reads is run again. */
export class EngineReplacedError extends EngineError {
  constructor(
    /** It may have been this one: it is run again beside no other suspect. */
    readonly isSuspect: boolean,
  ) {
    super({
      code: 'ENGINE_CRASHED_ERROR',
      message: 'Another query stopped the engine, which has been started again. Run the query again.',
    });
  }
}

interface Pending {
  readonly resolve: (reply: never) => void;
  readonly reject: (error: Error) => void;
  readonly hooks: RequestHooks;
  readonly operation: OperationName;
  killTimer: NodeJS.Timeout | null;
}

const notAnswered = 'The engine did not answer, and has been started again.';
const stoppedWords = 'The engine stopped while it ran this query, and has been started again. Run the query again.';
/** A statement that does not heed its interrupt for so long takes the process with it. */
const killAfterMs = 5000;
const watchEveryMs = 500;
/** Whoever broke the database hears it last: echoes of it may come first. */
const echoGraceMs = 250;

/** DuckDB's own errors of these classes leave a database that cannot be used, or cannot be believed, any more. */
const fatalError = /^(FATAL|INTERNAL) Error\b/i;
/** Said to everybody after the database was broken, so that it proves nothing about who broke it. */
const echoOfFatal = /database has been invalidated because of a previous fatal error/i;

const brokenWords =
  'The query broke the engine, which has been started again. Other queries go on; write this one in another way.';

/** One living engine process. When it dies every open request fails at once; it is never started again, a new one is. */
export class EngineProcess {
  private readonly pending = new Map<number, Pending>();
  private readonly watch: NodeJS.Timeout;
  private nextId = 1;
  private lastWords = '';
  private isGone = false;
  private isCondemned = false;
  /** It has closed its database, and ends itself. */
  private isClosed = false;
  private whyKilled: string | null = null;
  /** The request that certainly brought the process down. */
  private culprit: number | null = null;
  readonly exited: Promise<void>;

  private constructor(
    private readonly child: ChildProcess,
    private readonly options: ChildOptions,
    private readonly ring: RingReader | null,
  ) {
    child.on('message', (message: FromChild) => this.receive(message));
    child.stderr?.on('data', (data: Buffer) => this.hear(data));
    child.stdout?.on('data', (data: Buffer) => this.hear(data));
    this.watch = setInterval(() => void this.watchMemory(), watchEveryMs);
    this.watch.unref();
    this.exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        this.end(code, signal);
        resolve();
      });
      child.once('error', (error) => {
        this.lastWords = error.message;
        this.end(null, null);
        resolve();
      });
    });
  }

  static start(options: ChildOptions): EngineProcess {
    const sharedFile = openRingFile();
    const shares: Record<string, string> = sharedFile === null ? {} : { SHARES_ROWS: 'yes' };
    const child = spawnLimited(
      { ...options, sharedFile },
      { UV_THREADPOOL_SIZE: '16', MALLOC_ARENA_MAX: '4', ...shares },
    );
    return new EngineProcess(child, options, sharedFile === null ? null : new RingReader(sharedFile));
  }

  get isAlive(): boolean {
    return !this.isGone && !this.isCondemned;
  }

  get pid(): number | null {
    return this.child.pid ?? null;
  }

  request<Name extends OperationName>(
    operation: Name,
    request: Operations[Name]['arguments'],
    hooks: RequestHooks = {},
  ): Promise<Operations[Name]['reply']> {
    if (!this.isAlive) return Promise.reject(new EngineReplacedError(false));
    if (hooks.signal?.aborted) return Promise.reject(stoppedError());
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      const cancel = () => this.cancel(id);
      const settle =
        <T>(settled: (value: T) => void) =>
        (value: T) => {
          hooks.signal?.removeEventListener('abort', cancel);
          settled(value);
        };
      // The map holds requests of all operations; each is answered with its own reply.
      this.pending.set(id, {
        resolve: settle(resolve) as Pending['resolve'],
        reject: settle(reject),
        hooks,
        operation,
        killTimer: null,
      });
      hooks.signal?.addEventListener('abort', cancel, { once: true });
      if (hooks.answerWithinMs !== undefined) this.killUnlessAnswered(id, hooks.answerWithinMs);
      this.child.send({ id, operation, arguments: request }, (error) => {
        if (!error) return;
        // Nobody hears any more, though the end itself may not have been told yet.
        this.isCondemned = true;
        this.fail(id, new EngineReplacedError(false));
      });
    });
  }

  kill(reason: string): void {
    this.whyKilled ??= reason;
    this.isCondemned = true;
    this.child.kill('SIGKILL');
  }

  private killUnlessAnswered(id: number, withinMs: number): void {
    const pending = this.pending.get(id);
    if (pending)
      pending.killTimer = setTimeout(() => this.killFor(pending.hooks.statement ? id : null, notAnswered), withinMs);
  }

  private cancel(id: number): void {
    const pending = this.pending.get(id);
    if (!pending || this.isGone) return;
    this.child.send({ cancel: id }, () => undefined);
    if (pending.killTimer) clearTimeout(pending.killTimer);
    pending.killTimer = setTimeout(() => this.killFor(id, 'A query did not stop when it was told to.'), killAfterMs);
  }

  private killFor(culprit: number | null, reason: string): void {
    this.culprit ??= culprit;
    this.kill(reason);
  }

  private receive(message: FromChild): void {
    const pending = this.pending.get(message.id);
    if ('batch' in message) this.receiveBatch(message, pending?.hooks);
    else if (!pending) return;
    else if ('progress' in message) pending.hooks.onProgress?.(message.progress);
    else if ('failure' in message) this.receiveFailure(message.id, message.failure);
    else {
      this.forget(message.id);
      if (pending.operation === 'close') this.isClosed = true;
      // The child answers each request with the reply of its operation.
      pending.resolve(message.reply as never);
    }
  }

  /** Whatever lies in the ring is taken out, whether anybody waits for it or not. */
  private receiveBatch({ id, batch, columns, place }: RowsMessage, hooks: RequestHooks | undefined): void {
    if (!place) {
      hooks?.onBatch?.(batch, columns);
      return;
    }
    // Of a process that has ended the file is closed, and its number may be another's.
    const memory = this.isGone ? null : this.ring?.take(place);
    if (memory) hooks?.onBatch?.(liftBatch(batch, place, memory), columns);
    else if (hooks) this.fail(id, new EngineReplacedError(false));
  }

  /** After a fatal error nothing is answered any more: all that is open fails when the process has ended, in a moment. */
  private receiveFailure(id: number, failure: ChildFailure): void {
    // A file that cannot be opened has words of its own.
    const isOpening = this.pending.get(id)?.operation === 'open';
    const isFatal = failure.origin === 'driver' && !isOpening && fatalError.test(failure.message);
    if (!isFatal) this.fail(id, new ChildError(failure));
    else if (!echoOfFatal.test(failure.message)) this.killFor(id, brokenWords);
    else if (!this.isCondemned) {
      this.isCondemned = true;
      setTimeout(() => this.kill(brokenWords), echoGraceMs).unref();
    }
  }

  private fail(id: number, error: Error): void {
    const pending = this.pending.get(id);
    this.forget(id);
    pending?.reject(error);
  }

  private forget(id: number): void {
    const timer = this.pending.get(id)?.killTimer;
    if (timer) clearTimeout(timer);
    this.pending.delete(id);
  }

  private end(code: number | null, signal: NodeJS.Signals | null): void {
    if (this.isGone) return;
    this.isGone = true;
    clearInterval(this.watch);
    this.ring?.close();
    if (code !== 0 && !this.isClosed)
      this.options.onLog(
        `The engine process ended (${signal ?? `code ${code}`}). ${this.whyKilled ?? this.lastWords.trim().slice(-500)}`,
      );
    const culprit = this.findCulprit();
    const statement = culprit === null ? undefined : this.pending.get(culprit)?.hooks.statement;
    if (statement) this.options.onBroken?.(statement.sql);
    for (const [id, { hooks }] of [...this.pending]) this.fail(id, this.toDeathError(id, culprit, hooks));
  }

  /** Who was alone at work, or the one of them who was at work when an earlier process ended. */
  private findCulprit(): number | null {
    if (this.culprit !== null) return this.culprit;
    const statements = [...this.pending].filter(([, { hooks }]) => hooks.statement);
    const suspects = statements.filter(([, { hooks }]) => hooks.statement?.isSuspect);
    const [only] = statements.length === 1 ? statements : suspects;
    const isCertain = statements.length === 1 || suspects.length === 1;
    return only && isCertain ? only[0] : null;
  }

  private toDeathError(id: number, culprit: number | null, { signal, statement }: RequestHooks): EngineError {
    if (signal?.aborted) return stoppedError();
    if (id !== culprit) return new EngineReplacedError(culprit === null && statement !== undefined);
    return new EngineError({ code: 'ENGINE_CRASHED_ERROR', message: this.whyKilled ?? stoppedWords });
  }

  private hear(data: Buffer): void {
    this.lastWords = (this.lastWords + data.toString('utf8')).slice(-4000);
  }

  private async watchMemory(): Promise<void> {
    const resident = await readResidentMb(this.child.pid);
    if (resident === null || resident <= this.options.residentLimitMb || this.isGone) return;
    this.kill(`The query needed more memory than the engine may use (${this.options.residentLimitMb} MB).`);
  }
}

function stoppedError(): EngineError {
  return new EngineError({ code: 'QUERY_STOPPED_ERROR', message: 'The query was stopped.' });
}
