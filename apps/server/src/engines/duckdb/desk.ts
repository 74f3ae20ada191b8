import type { ResultTable } from '@powerset/contract';
import { unpackTable } from '../../packed/index.ts';
import type { ConvertArguments, ConvertReply, PreviewArguments, PreviewReply } from '../files/file-options.ts';
import type { ChildKeeper } from './child-keeper.ts';
import type { EngineProcess, RequestHooks } from './child-process.ts';
import { collectRun } from './collect-run.ts';
import { buildKeeper, type EmbeddedEngineOptions } from './embedded-engine.ts';
import { toEngineError } from './errors.ts';

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
  constructor(private readonly keeper: ChildKeeper) {}

  runTrusted(sql: string, signal?: AbortSignal): Promise<ResultTable> {
    return this.ask(async (child) => {
      const request = { sql, isExact: true };
      return unpackTable((await collectRun(child, 'trusted', { request, hooks: { signal } })).packed);
    });
  }

  previewFile(request: PreviewArguments, hooks: RequestHooks = {}): Promise<PreviewReply> {
    return this.ask((child) => child.request('previewFile', request, hooks));
  }

  convertFile(request: ConvertArguments, hooks: RequestHooks = {}): Promise<ConvertReply> {
    return this.ask((child) => child.request('convertFile', request, hooks));
  }

  generation(): Promise<number> {
    return this.ask(async (child) => child.pid ?? 0);
  }

  close(): Promise<void> {
    return this.keeper.close(closeGraceMs);
  }

  private async ask<T>(question: (child: EngineProcess) => Promise<T>): Promise<T> {
    try {
      return await question(await this.keeper.get());
    } catch (error) {
      throw toEngineError(error);
    }
  }
}
