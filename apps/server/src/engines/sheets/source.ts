import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, realpath, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Coalescer } from '../../cache/index.ts';
import { EngineError } from '../engine.ts';
import { FairQueue } from '../fair-queue.ts';
import {
  type Bringing,
  fileGone,
  homeSchema,
  type LakeObject,
  type LakeTable,
  type ObjectCache,
  partEnding,
  type TableSource,
} from '../lake/index.ts';
import { SheetsClient, type SheetsSettings } from './client.ts';
import { aboutAddress, type NamedSheet } from './named-sheets.ts';

export interface SheetsOptions {
  readonly settings: SheetsSettings;
  readonly sheets: readonly NamedSheet[];
  readonly cache: ObjectCache;
  readonly nowMs: () => number;
}

/** A sheet as it was fetched last. */
interface Copy {
  /** From the source's folder. */
  readonly file: string;
  readonly hash: string;
  readonly fetchedMs: number;
  usedMs: number;
}

/** So long a sheet is shown as it was fetched. */
const freshMs = 60_000;
/** One that nobody read for so long is not fetched again before somebody does. */
const idleMs = 600_000;
const fetchTimeoutMs = 60_000;
const fetchesAtOnce = 4;
const mostBytes = 64 * 1024 * 1024;
/** As the service writes CSV, its first line the names of columns. */
const csvOptions = `, header = true, delim = ',', quote = '"', escape = '"'`;

/** The sheets of a connection, copied here when they are read and fetched again after a minute. */
export async function openSheetsSource({ settings, sheets, cache, nowMs }: SheetsOptions): Promise<TableSource> {
  await cache.open();
  // What one key may read is no copy for another; and a copy is one process's own.
  const folder = path.join(await realpath(cache.folder), `sheets-${process.pid}-${randomBytes(9).toString('hex')}`);
  await mkdir(folder, { recursive: true });
  return new SheetsSource(folder, { settings, sheets, cache, nowMs });
}

class SheetsSource implements TableSource {
  readonly name = 'sheets';
  readonly keepsCopies = true;
  private readonly client: SheetsClient;
  private readonly copies = new Map<string, Copy>();
  /** How often a sheet was seen to be another one. */
  private readonly changes = new Map<string, number>();
  private readonly fetches = new Coalescer<Copy>();
  private readonly turns = new FairQueue(fetchesAtOnce);

  constructor(
    readonly folder: string,
    private readonly options: SheetsOptions,
  ) {
    this.client = new SheetsClient(options.settings);
  }

  /** Looks again at what somebody read lately; what cannot be fetched any more is not shown any longer. */
  async list(signal: AbortSignal): Promise<readonly LakeObject[]> {
    const now = this.options.nowMs();
    const old = this.options.sheets.filter(({ name }) => now - (this.copies.get(name)?.fetchedMs ?? now) >= freshMs);
    await Promise.all(
      old.map(async (sheet) => {
        const copy = this.copies.get(sheet.name);
        if (!copy) return;
        const isIdle = now - copy.usedMs >= idleMs;
        const fetched = isIdle ? null : await this.fetch(sheet, signal).catch(() => null);
        signal.throwIfAborted();
        if (fetched) return;
        this.copies.delete(sheet.name);
        this.noteChange(sheet);
      }),
    );
    return this.options.sheets.map(({ name }) => ({
      path: name,
      bytes: 1,
      version: String(this.changes.get(name) ?? 0),
    }));
  }

  toTables(objects: readonly LakeObject[]): readonly LakeTable[] {
    return objects.map((object) => ({
      ...{ schema: homeSchema, table: object.path, format: 'csv', folder: '', files: [object], partitions: [] },
      ...{ version: object.version, csvOptions },
    }));
  }

  /** Each sheet once: whoever connects a database hears which of them is not open. */
  async check(signal: AbortSignal): Promise<void> {
    const unseen = this.options.sheets.filter(({ name }) => !this.copies.has(name));
    await Promise.all(unseen.map((sheet) => this.fetch(sheet, signal)));
  }

  async read(): Promise<Buffer> {
    throw new Error('No sheet describes another.');
  }

  async bring({ objects, signal, onProgress }: Bringing): Promise<readonly string[]> {
    let count = 0;
    return Promise.all(
      objects.map(async ({ path: name, version }) => {
        const copy = await this.copyOf(name, signal);
        // What was another sheet a moment ago has other columns.
        if (version !== String(this.changes.get(name) ?? 0)) throw fileGone(name);
        count += 1;
        onProgress?.(count / objects.length);
        return `./${copy.file}`;
      }),
    );
  }

  async close(): Promise<void> {
    this.client.close();
    for (const { file } of this.copies.values()) this.options.cache.forget(path.join(this.folder, file));
    await rm(this.folder, { recursive: true, force: true });
  }

  private async copyOf(name: string, signal: AbortSignal): Promise<Copy> {
    const sheet = this.options.sheets.find((one) => one.name === name);
    if (!sheet) throw fileGone(name);
    const known = this.copies.get(name);
    const isHere = known && this.options.cache.has(path.join(this.folder, known.file));
    const copy = isHere ? known : await this.fetch(sheet, signal);
    copy.usedMs = this.options.nowMs();
    return copy;
  }

  private noteChange({ name }: NamedSheet): void {
    this.changes.set(name, (this.changes.get(name) ?? 0) + 1);
  }

  private fetch(sheet: NamedSheet, signal: AbortSignal): Promise<Copy> {
    return this.fetches.join({
      key: sheet.name,
      signal,
      start: (shared) => {
        const bounded = AbortSignal.any([shared, AbortSignal.timeout(fetchTimeoutMs)]);
        return this.turns
          .take('', bounded, () => this.download(sheet, bounded))
          .catch((error: unknown) => {
            throw bounded.aborted && !shared.aborted ? tooSlow(sheet) : error;
          });
      },
    });
  }

  private async download(sheet: NamedSheet, signal: AbortSignal): Promise<Copy> {
    const { cache, nowMs } = this.options;
    const giveBack = await cache.reserve(mostBytes);
    const part = path.join(this.folder, `${randomBytes(9).toString('hex')}${partEnding}`);
    try {
      const counted = countBytes(sheet);
      await pipeline(await this.client.open(sheet, signal), counted.stream, createWriteStream(part), { signal });
      const { bytes, hash } = counted.result();
      if (bytes === 0) throw sheetError(sheet, `The sheet "${sheet.name}" is empty.`);
      const before = this.copies.get(sheet.name);
      const mark = createHash('sha1').update(sheet.name).digest('hex').slice(0, 12);
      const copy = {
        file: `${mark}.${hash.slice(0, 24)}.csv`,
        hash,
        fetchedMs: nowMs(),
        usedMs: before?.usedMs ?? nowMs(),
      };
      await rename(part, path.join(this.folder, copy.file));
      cache.add(path.join(this.folder, copy.file), bytes);
      this.copies.set(sheet.name, copy);
      // What was read of the one before goes by itself, with what nobody used lately.
      if (before && before.hash !== hash) this.noteChange(sheet);
      return copy;
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    } finally {
      giveBack();
    }
  }
}

/** How long a sheet is and what it holds, while it goes by; ends what is too long. */
function countBytes(sheet: NamedSheet) {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      done(bytes > mostBytes ? sheetError(sheet, `The sheet "${sheet.name}" is larger than 64 MB.`) : null, chunk);
    },
  });
  return { stream, result: () => ({ bytes, hash: hash.digest('hex') }) };
}

function sheetError(sheet: NamedSheet, message: string): EngineError {
  return new EngineError({ code: 'GENERIC_DB_ENGINE_ERROR', message, ...aboutAddress(sheet) });
}

function tooSlow(sheet: NamedSheet): EngineError {
  return new EngineError({
    code: 'CONNECTION_DATABASE_TIMEOUT',
    message: `The sheet "${sheet.name}" did not come within a minute.`,
    ...aboutAddress(sheet),
  });
}
