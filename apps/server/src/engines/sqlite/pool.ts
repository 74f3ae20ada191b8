import { mkdir } from 'node:fs/promises';
import { EngineError } from '../engine.ts';
import type { FoundFile } from './file.ts';
import { FileProcess, type ProcessOptions } from './process.ts';

export interface PoolOptions extends ProcessOptions {
  /** Where the file is now; it is looked for again and again, since it may be gone, or another. */
  readonly find: () => Promise<FoundFile>;
}

interface Idle {
  readonly process: FileProcess;
  readonly identity: string;
  readonly isWriting: boolean;
  readonly timer: NodeJS.Timeout;
}

/** A file that was found is not looked for again so soon. */
const lookMs = 250;
/** So long a process stays that nobody uses. */
const idleMs = 120_000;

/** Processes around one file, started when they are needed. Whoever stops waiting for one ends it: its calls block. */
export class ProcessPool {
  private idle: Idle[] = [];
  private readonly busy = new Set<FileProcess>();
  private isClosed = false;
  /** A writer was ended in the middle of a change. */
  private needsRecovery = false;
  private readonly opened = new WeakSet<FileProcess>();
  private found: { readonly at: number; readonly file: Promise<FoundFile> } | null = null;

  constructor(private readonly options: PoolOptions) {}

  async lend<T>(
    { isWriting, signal }: { readonly isWriting: boolean; readonly signal: AbortSignal },
    work: (process: FileProcess) => Promise<T>,
  ): Promise<T> {
    const file = await this.findFile();
    signal.throwIfAborted();
    const process = this.takeIdle(file, isWriting) ?? (await this.start());
    this.busy.add(process);
    const stop = () => {
      if (isWriting) this.needsRecovery = true;
      process.kill('The query was stopped.');
    };
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    try {
      if (!this.opened.has(process)) await this.open(process, file, isWriting);
      return await work(process);
    } finally {
      signal.removeEventListener('abort', stop);
      this.busy.delete(process);
      this.giveBack(process, file, isWriting);
    }
  }

  async close(): Promise<void> {
    this.isClosed = true;
    const all = [...this.busy, ...this.idle.map(({ process }) => process)];
    for (const { timer } of this.idle) clearTimeout(timer);
    this.idle = [];
    for (const process of all)
      process.kill('The connection of this database was changed or closed. Run the query again.');
    await Promise.all(all.map(({ exited }) => exited));
  }

  /** Several who ask at once, and again at once, look once. */
  private findFile(): Promise<FoundFile> {
    const now = performance.now();
    if (this.found && now - this.found.at < lookMs) return this.found.file;
    const file = this.options.find();
    this.found = { at: now, file };
    file.catch(() => {
      this.found = null;
    });
    return file;
  }

  private async start(): Promise<FileProcess> {
    if (this.isClosed)
      throw new EngineError({
        code: 'ENGINE_UNAVAILABLE_ERROR',
        message: 'The connection of this database was changed or closed. Run the query again.',
      });
    await mkdir(this.options.tempFolder, { recursive: true });
    return FileProcess.start(this.options);
  }

  private async open(process: FileProcess, { path }: FoundFile, isWriting: boolean): Promise<void> {
    const recovers = this.needsRecovery;
    await process.request('open', { file: path, isWriting, recovers, heapLimitMb: this.options.heapLimitMb });
    if (recovers) this.needsRecovery = false;
    this.opened.add(process);
  }

  /** One that has this file open; those that have another under the same name are ended. */
  private takeIdle({ identity }: FoundFile, isWriting: boolean): FileProcess | null {
    const stale = this.idle.filter((one) => one.identity !== identity || !one.process.isAlive || this.needsRecovery);
    for (const one of stale) this.end(one, 'The file was replaced.');
    const found = this.idle.find((one) => one.isWriting === isWriting);
    if (!found) return null;
    clearTimeout(found.timer);
    this.idle = this.idle.filter((one) => one !== found);
    return found.process;
  }

  private giveBack(process: FileProcess, { identity }: FoundFile, isWriting: boolean): void {
    if (!process.isAlive) return;
    if (this.isClosed || !this.opened.has(process)) {
      process.kill('It could not open the database.');
      return;
    }
    const timer = setTimeout(() => this.end(one, 'Nobody used it.'), idleMs);
    timer.unref();
    const one: Idle = { process, identity, isWriting, timer };
    this.idle.push(one);
  }

  private end(one: Idle, reason: string): void {
    clearTimeout(one.timer);
    this.idle = this.idle.filter((other) => other !== one);
    one.process.kill(reason);
  }
}
