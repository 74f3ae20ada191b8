import { mkdir } from 'node:fs/promises';
import type { ResultTable } from '@powerset/contract';
import { unpackTable } from '../../packed/index.ts';
import { toEngineError } from './errors.ts';
import { FileProcess, type ProcessOptions } from './process.ts';

export interface ReadFileOptions extends ProcessOptions {
  /** Where it lies, without links. */
  readonly file: string;
  readonly signal: AbortSignal;
  /** More rows of one statement than these are a mistake of whoever asks. */
  readonly maxRows: number;
}

export interface FileReader {
  readonly ask: (sql: string) => Promise<ResultTable>;
  readonly names: () => Promise<readonly string[]>;
}

/** Reads tables of a file by statements of our own, in a process that is ended afterwards, or as soon as nobody waits. */
export async function readFileTables<T>(
  { file, signal, maxRows, ...options }: ReadFileOptions,
  work: (reader: FileReader) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  await mkdir(options.tempFolder, { recursive: true });
  const process = FileProcess.start(options);
  const stop = () => process.kill('The query was stopped.');
  signal.addEventListener('abort', stop, { once: true });
  try {
    await process.request('open', { file, isWriting: false, recovers: false, heapLimitMb: options.heapLimitMb });
    const ask = async (sql: string) => {
      const { packed, isTruncated } = await process.request('run', { sql, maxRows, isExact: true, isWriting: false });
      if (isTruncated) throw new RangeError(`more than ${maxRows} rows of a description`);
      return unpackTable(packed);
    };
    const names = async () => (await process.request('listTables', null)).map(({ table }) => table);
    return await work({ ask, names });
  } catch (error) {
    throw toEngineError(error);
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
    await process.exited;
  }
}
