import { EngineError } from '../engine.ts';
import { ChildError, type ChildOptions, EngineProcess } from './child-process.ts';
import type { OpenArguments } from './protocol.ts';

/** Keeps one engine process: starts it when first needed, and anew after it died. */
export class ChildKeeper {
  private current: Promise<EngineProcess> | null = null;
  private isClosed = false;

  constructor(
    private readonly options: ChildOptions,
    private readonly settings: OpenArguments,
    private readonly onStart: (child: EngineProcess) => Promise<void> = async () => undefined,
  ) {}

  async get(): Promise<EngineProcess> {
    if (this.isClosed) throw new EngineError({ code: 'ENGINE_UNAVAILABLE_ERROR', message: 'The database is closed.' });
    const existing = await this.current?.catch(() => null);
    if (existing?.isAlive) return existing;
    // Several callers may have waited for the same dead process; the first of them starts the new one.
    const latest = await this.current?.catch(() => null);
    if (latest?.isAlive) return latest;
    this.current = this.start();
    return this.current;
  }

  /** The process that is running now, if any. */
  async peek(): Promise<EngineProcess | null> {
    const existing = await this.current?.catch(() => null);
    return existing?.isAlive ? existing : null;
  }

  async close(graceMs: number): Promise<void> {
    this.isClosed = true;
    const child = await this.current?.catch(() => null);
    if (!child?.isAlive) return;
    const timer = setTimeout(() => child.kill('The server is stopping.'), graceMs);
    await child.request('close', null).catch(() => undefined);
    await child.exited;
    clearTimeout(timer);
  }

  private async start(): Promise<EngineProcess> {
    const child = EngineProcess.start(this.options);
    try {
      await child.request('open', this.settings);
      await this.onStart(child);
      return child;
    } catch (error) {
      child.kill('It could not open the database.');
      await child.exited;
      throw toOpenError(error);
    }
  }
}

function toOpenError(error: unknown): EngineError {
  const words = error instanceof Error ? error.message : String(error);
  const driverMessage = error instanceof EngineError ? (error.details.driverMessage ?? words) : words;
  const isTaken = /lock on file|Conflicting lock/i.test(driverMessage);
  const message = isTaken
    ? 'The database file is in use by another process.'
    : `The engine could not be started. ${error instanceof ChildError ? firstLine(words) : ''}`.trim();
  return new EngineError({ code: 'ENGINE_UNAVAILABLE_ERROR', message, driverMessage });
}

function firstLine(text: string): string {
  return text.split('\n')[0]!;
}
