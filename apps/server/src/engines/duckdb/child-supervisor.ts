import { basename } from 'node:path';
import { EngineError } from '../engine.ts';
import { ChildError, type ChildOptions, EngineProcess } from './child-process.ts';
import { damagedFilePattern } from './errors.ts';
import type { OpenArguments, Operations } from './protocol.ts';

/** Supervises one engine process: starts it when first needed, and anew after it died. */
export class ChildSupervisor {
  private living: EngineProcess | null = null;
  /** The start that is under way; whoever comes meanwhile shares it, and its failure. */
  private starting: Promise<EngineProcess> | null = null;
  private isClosed = false;

  constructor(
    private readonly options: ChildOptions,
    private readonly settings: OpenArguments,
    private readonly onStart: (opened: Operations['open']['reply']) => void = () => undefined,
  ) {}

  async get(): Promise<EngineProcess> {
    if (this.isClosed) throw new EngineError({ code: 'ENGINE_UNAVAILABLE_ERROR', message: 'The database is closed.' });
    if (this.living?.isAlive) return this.living;
    // Nothing is awaited before this: of many who find the process dead at once, one starts the next.
    this.starting ??= this.start().finally(() => {
      this.starting = null;
    });
    return this.starting;
  }

  /** The process that is running now, if any. */
  async peek(): Promise<EngineProcess | null> {
    await this.starting?.catch(() => null);
    return this.living?.isAlive ? this.living : null;
  }

  async close(graceMs: number): Promise<void> {
    this.isClosed = true;
    const child = await this.peek();
    if (!child) return;
    const timer = setTimeout(() => child.kill('The server is stopping.'), graceMs);
    await child.request('close', null).catch(() => undefined);
    await child.exited;
    clearTimeout(timer);
  }

  private async start(): Promise<EngineProcess> {
    const child = EngineProcess.start(this.options);
    try {
      // Two processes may not hold the file: the next one loads its program while the last one goes, and then opens it.
      await this.living?.exited;
      this.onStart(await child.request('open', this.settings));
      this.living = child;
      return child;
    } catch (error) {
      child.kill('It could not open the database.');
      await child.exited;
      throw toOpenError(error, basename(this.settings.file));
    }
  }
}

function toOpenError(error: unknown, file: string): EngineError {
  const words = error instanceof Error ? error.message : String(error);
  const driverMessage = error instanceof EngineError ? (error.details.driverMessage ?? words) : words;
  if (damagedFilePattern.test(driverMessage))
    return new EngineError({
      code: 'ENGINE_UNAVAILABLE_ERROR',
      message: `The database file engine/${file} is damaged. Ask your administrator to take a backup back with \`powerset restore FOLDER\`.`,
    });
  const isTaken = /lock on file|Conflicting lock/i.test(driverMessage);
  const message = isTaken
    ? 'The database file is in use by another process.'
    : `The engine could not be started. ${error instanceof ChildError ? firstLine(words) : ''}`.trim();
  return new EngineError({ code: 'ENGINE_UNAVAILABLE_ERROR', message, driverMessage });
}

function firstLine(text: string): string {
  return text.split('\n')[0]!;
}
