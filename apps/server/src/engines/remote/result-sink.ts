import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { ColumnType, ResultTable } from '@powerset/contract';
import { EngineError } from '../engine.ts';
import { readAgain } from '../results/read-again.ts';
import { inRowPortions } from './row-portions.ts';

/** A column of a result, and the type in which the store of results keeps it, so that it sorts and filters rightly. */
export interface StoredColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly nativeType: string;
  /** A type of the embedded engine; values that do not fit it are kept as text, all of the column. */
  readonly storedAs: string;
}

/** Takes the rows of one result in their order. */
export interface ResultWriter {
  add(rows: readonly (readonly (string | null)[])[]): Promise<void>;
  /** Makes the stored result; resolves with its size. The columns' types may depend on all values. */
  finish(columns: readonly StoredColumn[]): Promise<{ readonly bytes: number }>;
  /** Leaves nothing behind. Needed only where `finish` was not called. */
  discard(): Promise<void>;
}

/** Keeps results of other engines where the SQL editor keeps those of the embedded one. */
export interface ResultSink {
  open(resultId: string): Promise<ResultWriter>;
}

export interface ResultSinkOptions {
  /** Runs statements of our own; the last one's rows. */
  readonly runTrusted: (sql: string) => Promise<ResultTable>;
  /** Changes when whoever runs them was started anew. */
  readonly generation: () => Promise<number>;
  readonly resultsFolder: string;
  readonly stagingFolder: string;
}

const idPattern = /^[A-Za-z0-9_-]{1,80}$/;
const largestRow = 256 * 1024 * 1024;
/** Whoever reads the rows makes room for some of this size, in each of its threads, before it knows any. */
const usualRow = 1024 * 1024;
/** Bytes of a character, at most. */
const widestCharacter = 3;

export function createResultSink(options: ResultSinkOptions): ResultSink {
  return {
    open: async (resultId) => {
      if (!idPattern.test(resultId)) throw new Error(`"${resultId}" is not the id of a result`);
      await mkdir(options.stagingFolder, { recursive: true });
      await mkdir(options.resultsFolder, { recursive: true });
      return new StagedRows(resultId, options);
    },
  };
}

class StagedRows implements ResultWriter {
  private readonly staged: string;
  private readonly stored: string;
  private readonly stream: WriteStream;
  private failure: Error | null = null;
  private rowCount = 0;
  private longestLine = 0;

  constructor(
    private readonly resultId: string,
    private readonly options: ResultSinkOptions,
  ) {
    this.staged = path.join(options.stagingFolder, `rows-${resultId}.ndjson`);
    this.stored = path.join(options.resultsFolder, `${resultId}.duckdb`);
    this.stream = createWriteStream(this.staged, { flags: 'wx' });
    this.stream.on('error', (error) => {
      this.failure = error;
    });
  }

  async add(rows: readonly (readonly (string | null)[])[]): Promise<void> {
    if (rows.length === 0) return;
    this.rowCount += rows.length;
    for await (const some of inRowPortions(rows, rows[0]?.length ?? 0)) {
      const lines = some.map(toLine);
      for (const { length } of lines) this.longestLine = Math.max(this.longestLine, length);
      if (!this.stream.write(`${lines.join('\n')}\n`)) await this.drained();
      this.throwIfFailed();
    }
  }

  async finish(columns: readonly StoredColumn[]): Promise<{ readonly bytes: number }> {
    try {
      await this.closeStream();
      this.throwIfFailed();
      await readAgain(this.options, () => this.load(columns));
      const { size } = await stat(this.stored);
      return { bytes: size };
    } catch (error) {
      await this.removeStored();
      throw error;
    } finally {
      await rm(this.staged, { force: true });
    }
  }

  private async removeStored(): Promise<void> {
    await rm(this.stored, { force: true });
    await rm(`${this.stored}.wal`, { force: true });
  }

  async discard(): Promise<void> {
    await this.closeStream();
    await rm(this.staged, { force: true });
  }

  private async load(columns: readonly StoredColumn[]): Promise<void> {
    const { runTrusted } = this.options;
    const catalog = `"keep_${this.resultId}"`;
    const source = this.sourceOf(columns);
    // What an earlier try has left is no result.
    await this.removeStored();
    await runTrusted(`ATTACH ${quoteText(this.stored)} AS ${catalog} (STORAGE_VERSION 'latest')`);
    try {
      const types = await this.fittingTypes(columns, source);
      const casts = columns.map((_, index) => `CAST(c${index} AS ${types[index]}) AS c${index}`);
      await runTrusted(`CREATE TABLE ${catalog}.result AS SELECT ${casts.join(', ')} FROM ${source}`);
      const headers = columns.map(({ name, type, nativeType }) => ({ name, type, nativeType }));
      const header = JSON.stringify({ columns: headers, rowCount: this.rowCount });
      // Written last: a result without it is not complete.
      await runTrusted(`CREATE TABLE ${catalog}.header AS SELECT ${quoteText(header)} AS header`);
    } finally {
      await runTrusted(`DETACH ${catalog}`).catch(() => undefined);
    }
  }

  private sourceOf(columns: readonly StoredColumn[]): string {
    const shape = columns.map((_, index) => `c${index}: 'VARCHAR'`).join(', ');
    const room = Math.min(largestRow, Math.max(usualRow, (this.longestLine + 1) * widestCharacter));
    return `read_json(${quoteText(this.staged)}, format = 'newline_delimited', columns = {${shape}}, maximum_object_size = ${room})`;
  }

  /** A value that the wanted type cannot hold (NaN, a year before our era) makes its column text. */
  private async fittingTypes(columns: readonly StoredColumn[], source: string): Promise<readonly string[]> {
    const misfits = columns.map(({ storedAs }, index) =>
      storedAs === 'VARCHAR'
        ? '0'
        : `count(*) FILTER (c${index} IS NOT NULL AND TRY_CAST(c${index} AS ${storedAs}) IS NULL)`,
    );
    if (misfits.every((expression) => expression === '0')) return columns.map(() => 'VARCHAR');
    const counted = await this.options.runTrusted(`SELECT ${misfits.join(', ')} FROM ${source}`);
    return columns.map(({ storedAs }, index) => (Number(counted.columns[index]?.values[0]) > 0 ? 'VARCHAR' : storedAs));
  }

  private drained(): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.stream.off('drain', done);
        this.stream.off('error', done);
        resolve();
      };
      this.stream.on('drain', done);
      this.stream.on('error', done);
    });
  }

  private closeStream(): Promise<void> {
    if (this.stream.closed) return Promise.resolve();
    return new Promise((resolve) => {
      this.stream.once('close', () => resolve());
      this.stream.end();
    });
  }

  private throwIfFailed(): void {
    if (!this.failure) return;
    const message =
      'The result could not be written to the disk. Free some space on the server and run the query again.';
    throw new EngineError({ code: 'GENERIC_DB_ENGINE_ERROR', message, driverMessage: this.failure.message });
  }
}

function toLine(row: readonly (string | null)[]): string {
  return `{${row.map((value, index) => `"c${index}":${value === null ? 'null' : JSON.stringify(value)}`).join(',')}}`;
}

function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
