import { type ChildProcess, spawn } from 'node:child_process';
import type { ColumnHeader, PackedBatch } from '../../packed/index.ts';
import { EngineError } from '../engine.ts';
import type { ChildFailure, FromChild, OperationName, Operations } from './protocol.ts';

export interface ChildOptions {
  readonly childEntry: string;
  /** Address space of the process; an allocation beyond it fails inside the child instead of starving the machine. */
  readonly addressSpaceLimitMb: number;
  /** Resident memory at which the child is ended. */
  readonly residentLimitMb: number;
  readonly onLog: (line: string) => void;
}

export interface RequestHooks {
  readonly signal?: AbortSignal;
  /** A process that does not answer in this time is taken for dead, and ended. */
  readonly answerWithinMs?: number;
  readonly onBatch?: (batch: PackedBatch, columns: readonly ColumnHeader[]) => void;
  readonly onProgress?: (fraction: number) => void;
}

/** The child said no; told apart from its death. */
export class ChildError extends Error {
  constructor(readonly failure: ChildFailure) {
    super(failure.message);
  }
}

/** Ended because of somebody else's query; what only reads may be tried again. */
export class BystanderError extends EngineError {}

interface Pending {
  readonly resolve: (reply: never) => void;
  readonly reject: (error: Error) => void;
  readonly hooks: RequestHooks;
  killTimer: NodeJS.Timeout | null;
}

/** A statement that does not heed its interrupt for so long takes the process with it. */
const killAfterMs = 5000;
const watchEveryMs = 500;

/** One living engine process. When it dies every open request fails at once; it is never started again, a new one is. */
export class EngineProcess {
  private readonly pending = new Map<number, Pending>();
  private readonly watch: NodeJS.Timeout;
  private nextId = 1;
  private lastWords = '';
  private isGone = false;
  private whyKilled: string | null = null;
  private hasStuckQuery = false;
  readonly exited: Promise<void>;

  private constructor(
    private readonly child: ChildProcess,
    private readonly options: ChildOptions,
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
    const limit = Math.round(options.addressSpaceLimitMb * 1024);
    // `ulimit -v` is refused on systems without it; the child is then watched by its resident memory alone.
    const script = `ulimit -v ${limit} 2>/dev/null; exec nice -n 5 "$0" "$@"`;
    const child = spawn('/bin/sh', ['-c', script, process.execPath, options.childEntry], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      serialization: 'advanced',
      env: childEnvironment(),
    });
    return new EngineProcess(child, options);
  }

  get isAlive(): boolean {
    return !this.isGone;
  }

  get pid(): number | null {
    return this.child.pid ?? null;
  }

  request<Name extends OperationName>(
    operation: Name,
    request: Operations[Name]['arguments'],
    hooks: RequestHooks = {},
  ): Promise<Operations[Name]['reply']> {
    if (this.isGone) return Promise.reject(this.deathError());
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
        killTimer: null,
      });
      hooks.signal?.addEventListener('abort', cancel, { once: true });
      if (hooks.answerWithinMs !== undefined) this.killUnlessAnswered(id, hooks.answerWithinMs);
      this.child.send({ id, operation, arguments: request }, (error) => {
        if (error) this.fail(id, this.deathError());
      });
    });
  }

  kill(reason: string): void {
    this.whyKilled ??= reason;
    this.child.kill('SIGKILL');
  }

  private killUnlessAnswered(id: number, withinMs: number): void {
    const pending = this.pending.get(id);
    if (pending) pending.killTimer = setTimeout(() => this.kill('The engine did not answer.'), withinMs);
  }

  private cancel(id: number): void {
    const pending = this.pending.get(id);
    if (!pending || this.isGone) return;
    this.child.send({ cancel: id }, () => undefined);
    pending.killTimer ??= setTimeout(() => this.killStuck(), killAfterMs);
  }

  private killStuck(): void {
    this.hasStuckQuery = true;
    this.kill('Another query did not stop when it was told to, and the engine was started again.');
  }

  private receive(message: FromChild): void {
    const pending = this.pending.get(message.id);
    if (!pending) return;
    if ('batch' in message) pending.hooks.onBatch?.(message.batch, message.columns);
    else if ('progress' in message) pending.hooks.onProgress?.(message.progress);
    else if ('failure' in message) this.fail(message.id, new ChildError(message.failure));
    else {
      this.forget(message.id);
      // The child answers each request with the reply of its operation.
      pending.resolve(message.reply as never);
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
    if (code !== 0)
      this.options.onLog(
        `The engine process ended (${signal ?? `code ${code}`}). ${this.whyKilled ?? this.lastWords.trim().slice(-500)}`,
      );
    for (const [id, { hooks }] of [...this.pending]) {
      this.fail(id, hooks.signal?.aborted ? stoppedError() : this.deathError());
    }
  }

  private deathError(): EngineError {
    const Kind = this.hasStuckQuery ? BystanderError : EngineError;
    return new Kind({
      code: 'ENGINE_CRASHED_ERROR',
      message:
        this.whyKilled ??
        'The engine stopped while it ran this query, and has been started again. Run the query again.',
      driverMessage: this.lastWords.trim().slice(-1000),
    });
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

/** Nothing of the server's environment reaches the child: it may hold secrets. */
function childEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, TZ: 'UTC', UV_THREADPOOL_SIZE: '16', MALLOC_ARENA_MAX: '4' };
}

async function readResidentMb(pid: number | undefined): Promise<number | null> {
  if (pid === undefined || process.platform !== 'linux') return null;
  const { readFile } = await import('node:fs/promises');
  const pages = await readFile(`/proc/${pid}/statm`, 'utf8').then(
    (text) => Number(text.split(' ')[1]),
    () => null,
  );
  return pages === null ? null : (pages * 4096) / 1_048_576;
}
