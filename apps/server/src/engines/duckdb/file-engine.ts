import type { ResultTable } from '@powerset/contract';
import { unpackTable } from '../../packed/index.ts';
import { type RunResult, type StatementAnalysis, toRunResult } from '../engine.ts';
import type { ConvertArguments, ConvertReply, PreviewArguments, PreviewReply } from '../files/file-options.ts';
import { buildSupervisor, type EmbeddedEngineOptions } from './build-supervisor.ts';
import type { EngineProcess, RequestHooks } from './child-process.ts';
import type { ChildSupervisor } from './child-supervisor.ts';
import { collectRun } from './collect-run.ts';
import { toEngineError } from './errors.ts';
import type { ArrowFileArguments, ArrowFileReply } from './protocol.ts';
import { Repeats } from './repeats.ts';

export type FileEngineOptions = Omit<EmbeddedEngineOptions, 'file'>;

/**
 * A child process without a database: it reads stored results and uploaded files, so that a hostile file or a heavy
 * profile never stands between people and their data. Started when first needed.
 */
export interface FileEngine {
  /** One or several statements of our own; the last one's rows, exact. */
  runTrusted(sql: string, signal?: AbortSignal): Promise<ResultTable>;
  /** Reads a script that names tables of one attached database alone; refuses what reaches further. */
  analyse(sql: string, ownCatalog: string): Promise<readonly StatementAnalysis[]>;
  /** One SELECT that was read so, with its rows as charts take them. */
  run(sql: string, bounds: { readonly maxRows: number; readonly signal: AbortSignal }): Promise<RunResult>;
  /** Writes the rows of a statement of our own as an Arrow IPC stream into a file that is not there yet. */
  writeArrow(request: ArrowFileArguments, signal?: AbortSignal): Promise<ArrowFileReply>;
  previewFile(request: PreviewArguments, hooks?: RequestHooks): Promise<PreviewReply>;
  convertFile(request: ConvertArguments, hooks?: RequestHooks): Promise<ConvertReply>;
  /** Changes when the process was started anew and has forgotten everything. */
  generation(): Promise<number>;
  close(): Promise<void>;
}

const closeGraceMs = 3000;

export function openFileEngine(options: FileEngineOptions): FileEngine {
  return new FileEngineProcess(buildSupervisor({ ...options, file: ':memory:' }, 'files'));
}

class FileEngineProcess implements FileEngine {
  private readonly repeats = new Repeats();

  constructor(private readonly supervisor: ChildSupervisor) {}

  /** Not repeated: a new process has nothing attached. */
  async runTrusted(sql: string, signal?: AbortSignal): Promise<ResultTable> {
    const request = { sql, isExact: true };
    const hooks = { signal, statement: { sql, isSuspect: false } };
    try {
      return unpackTable((await collectRun(await this.supervisor.get(), 'trusted', { request, hooks })).packed);
    } catch (error) {
      throw toEngineError(error);
    }
  }

  async analyse(sql: string, ownCatalog: string): Promise<readonly StatementAnalysis[]> {
    try {
      return await (await this.supervisor.get()).request('analyse', { sql, ownCatalog });
    } catch (error) {
      throw toEngineError(error, { sql });
    }
  }

  async run(
    sql: string,
    { maxRows, signal }: { readonly maxRows: number; readonly signal: AbortSignal },
  ): Promise<RunResult> {
    const request = { sql, place: null, isWriting: false, maxRows, isWrapped: true, isExact: false };
    const hooks = { signal, statement: { sql, isSuspect: false } };
    try {
      return toRunResult(await collectRun(await this.supervisor.get(), 'run', { request, hooks }));
    } catch (error) {
      throw toEngineError(error);
    }
  }

  /** Not repeated either. */
  async writeArrow(request: ArrowFileArguments, signal?: AbortSignal): Promise<ArrowFileReply> {
    const hooks = { ...(signal ? { signal } : {}), statement: { sql: request.sql, isSuspect: false } };
    try {
      return await (await this.supervisor.get()).request('writeArrow', request, hooks);
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
    return (await this.supervisor.get()).pid ?? 0;
  }

  close(): Promise<void> {
    return this.supervisor.close(closeGraceMs);
  }

  /** A file that brings the process down is told so; those beside it are read again. */
  private async ask<T>(
    file: string,
    hooks: RequestHooks,
    question: (child: EngineProcess, hooks: RequestHooks) => Promise<T>,
  ): Promise<T> {
    const signal = hooks.signal ?? new AbortController().signal;
    try {
      return await this.repeats.repeat({ signal }, async (isSuspect) =>
        question(await this.supervisor.get(), { ...hooks, statement: { sql: file, isSuspect } }),
      );
    } catch (error) {
      throw toEngineError(error);
    }
  }
}
