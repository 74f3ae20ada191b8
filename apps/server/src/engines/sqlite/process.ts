import type { ChildProcess } from 'node:child_process';
import { EngineError } from '../engine.ts';
import { readResidentMb, spawnLimited } from '../limited-process.ts';
import { ChildError } from './errors.ts';
import type { FromChild, OperationName, Operations, RowBatch } from './protocol.ts';

export interface ProcessOptions {
  readonly childEntry: string;
  /** What the engine itself may allocate; the process around it gets room besides. */
  readonly heapLimitMb: number;
  /** Where sorts put aside what does not fit. */
  readonly tempFolder: string;
  readonly log: (line: string) => void;
}

interface Pending {
  readonly resolve: (reply: never) => void;
  readonly reject: (error: unknown) => void;
  readonly onBatch: ((batch: RowBatch) => Promise<void>) | undefined;
}

/** A process without a query takes about 60 MB, and the rows of a result stand in it beside the engine. */
const roomMb = 768;
const addressesMb = 4096;
const watchEveryMs = 500;

/** One living process around a file; it answers one request at a time. */
export class FileProcess {
  private pending: Pending | null = null;
  private isGone = false;
  private whyKilled: string | null = null;
  private lastWords = '';
  private readonly watch: NodeJS.Timeout;
  readonly exited: Promise<void>;

  private constructor(
    private readonly child: ChildProcess,
    private readonly options: ProcessOptions,
  ) {
    child.on('message', (message: FromChild) => this.receive(message));
    child.stderr?.on('data', (data: Buffer) => this.hear(data));
    child.stdout?.on('data', (data: Buffer) => this.hear(data));
    this.watch = setInterval(() => void this.watchMemory(), watchEveryMs);
    this.watch.unref();
    this.exited = new Promise((resolve) => {
      const end = () => {
        this.end();
        resolve();
      };
      child.once('exit', end);
      child.once('error', (error) => {
        this.lastWords = error.message;
        end();
      });
    });
  }

  static start(options: ProcessOptions): FileProcess {
    const limits = { childEntry: options.childEntry, addressSpaceLimitMb: options.heapLimitMb + roomMb + addressesMb };
    return new FileProcess(spawnLimited(limits, { SQLITE_TMPDIR: options.tempFolder }), options);
  }

  get isAlive(): boolean {
    return !this.isGone && this.whyKilled === null;
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  request<Name extends OperationName>(
    operation: Name,
    request: Operations[Name]['arguments'],
    onBatch?: (batch: RowBatch) => Promise<void>,
  ): Promise<Operations[Name]['reply']> {
    if (!this.isAlive) return Promise.reject(this.toDeathError());
    return new Promise((resolve, reject) => {
      // It is answered with the reply of its operation.
      this.pending = { resolve: resolve as Pending['resolve'], reject, onBatch };
      this.child.send({ operation, arguments: request }, (error) => {
        if (error) this.settle()?.reject(this.toDeathError());
      });
    });
  }

  kill(reason: string): void {
    this.whyKilled ??= reason;
    this.child.kill('SIGKILL');
  }

  private settle(): Pending | null {
    const { pending } = this;
    this.pending = null;
    return pending;
  }

  private receive(message: FromChild): void {
    if ('batch' in message) {
      void this.takeBatch(message.batch);
      return;
    }
    const pending = this.settle();
    if ('failure' in message) pending?.reject(new ChildError(message.failure));
    // It is answered with the reply of its operation.
    else pending?.resolve(message.reply as never);
  }

  private async takeBatch(batch: RowBatch): Promise<void> {
    try {
      await this.pending?.onBatch?.(batch);
      if (this.isAlive) this.child.send('next', () => undefined);
    } catch (error) {
      this.settle()?.reject(error);
      this.kill('Its rows could not be kept.');
    }
  }

  private end(): void {
    if (this.isGone) return;
    this.isGone = true;
    clearInterval(this.watch);
    if (this.pending && this.whyKilled === null)
      this.options.log(`The process of a database file ended. ${this.lastWords.trim().slice(-500)}`);
    this.settle()?.reject(this.toDeathError());
  }

  private toDeathError(): EngineError {
    return new EngineError({
      code: 'ENGINE_CRASHED_ERROR',
      message:
        this.whyKilled ??
        'The engine stopped while it ran this query, and has been started again. Run the query again.',
    });
  }

  private hear(data: Buffer): void {
    this.lastWords = (this.lastWords + data.toString('utf8')).slice(-4000);
  }

  private async watchMemory(): Promise<void> {
    const most = this.options.heapLimitMb + roomMb;
    const resident = await readResidentMb(this.child.pid);
    if (resident === null || resident <= most || this.isGone) return;
    this.kill(`The query needed more memory than the engine may use (${most} MB).`);
  }
}
