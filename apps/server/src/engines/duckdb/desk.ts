import type { ResultTable } from '@powerset/contract';
import { unpackTable } from '../../packed/index.ts';
import type { ConvertArguments, ConvertReply, PreviewArguments, PreviewReply } from '../files/file-options.ts';
import { buildKeeper, type EmbeddedEngineOptions } from './build-keeper.ts';
import type { ChildKeeper } from './child-keeper.ts';
import type { EngineProcess, RequestHooks } from './child-process.ts';
import { collectRun } from './collect-run.ts';
import { toEngineError } from './errors.ts';
import { Repeats } from './repeats.ts';

export type DeskOptions = Omit<EmbeddedEngineOptions, 'file'>;

/**
 * A child process without a database: it reads stored results and uploaded files, so that a hostile file or a heavy
 * profile never stands between people and their data. Started when first needed.
 */
export interface Desk {
  /** One or several statements of our own; the last one's rows, exact. */
  runTrusted(sql: string, signal?: AbortSignal): Promise<ResultTable>;
  previewFile(request: PreviewArguments, hooks?: RequestHooks): Promise<PreviewReply>;
  convertFile(request: ConvertArguments, hooks?: RequestHooks): Promise<ConvertReply>;
  /** Changes when the process was started anew and has forgotten everything. */
  generation(): Promise<number>;
  close(): Promise<void>;
}

const closeGraceMs = 3000;

export function openDesk(options: DeskOptions): Desk {
  return new DeskProcess(buildKeeper({ ...options, file: ':memory:' }, 'desk'));
}

class DeskProcess implements Desk {
  private readonly repeats = new Repeats();

  constructor(private readonly keeper: ChildKeeper) {}

  /** Not repeated: a new process has nothing attached. */
  async runTrusted(sql: string, signal?: AbortSignal): Promise<ResultTable> {
    const request = { sql, isExact: true };
    const hooks = { signal, statement: { sql, isSuspect: false } };
    try {
      return unpackTable((await collectRun(await this.keeper.get(), 'trusted', { request, hooks })).packed);
    } catch (error) {
      throw toEngineError(error);
    }
  }

  previewFile(request: PreviewArguments, hooks: RequestHooks = {}): Promise<PreviewReply> {
    return this.ask(request.path, hooks, (child, repeated) => child.request('previewFile', request, repeated));
  }

  convertFile(request: ConvertArguments, hooks: RequestHooks = {}): Promise<ConvertReply> {
    return this.ask(request.path, hooks, (child, repeated) => child.request('convertFile', request, repeated));
  }

  async generation(): Promise<number> {
    return (await this.keeper.get()).pid ?? 0;
  }

  close(): Promise<void> {
    return this.keeper.close(closeGraceMs);
  }

  /** A file that brings the process down is told so; those beside it are read again. */
  private async ask<T>(
    file: string,
    hooks: RequestHooks,
    question: (child: EngineProcess, hooks: RequestHooks) => Promise<T>,
  ): Promise<T> {
    const signal = hooks.signal ?? new AbortController().signal;
    try {
      return await this.repeats.repeat(signal, async (isSuspect) =>
        question(await this.keeper.get(), { ...hooks, statement: { sql: file, isSuspect } }),
      );
    } catch (error) {
      throw toEngineError(error);
    }
  }
}
