import { createHash, randomBytes } from 'node:crypto';
import path from 'node:path';
import { eachInTurns } from '../../turns/index.ts';
import { quoteName, quoteText } from '../duckdb/inspection.ts';
import { EngineError } from '../engine.ts';
import { type DuckCatalog, readDuckCatalog } from './ducklake-catalog.ts';
import type { LakeTable } from './grouping.ts';
import { toName, toSchema } from './names.ts';
import { type LakeObject, type LakeSource, lakeError } from './source.ts';
import type { ViewEngine } from './views.ts';

export interface DuckLakeParts {
  readonly source: LakeSource;
  readonly engine: ViewEngine;
  readonly nowMs: () => number;
}

interface Known {
  readonly version: string;
  readonly catalog: DuckCatalog | null;
  readonly problem: EngineError | null;
  readonly sinceMs: number;
}

const catalogFile = /\.ducklake$/i;
const catalogLog = /\.ducklake\.wal$/i;
const maxCatalogs = 20;
/** A catalog that could not be read, as somebody was writing it, is tried again. */
const problemMs = 30_000;

/** The DuckLakes among files: catalogs are read when they are others, one after the other. */
export class DuckLakes {
  private readonly known = new Map<string, Known>();

  constructor(private readonly parts: DuckLakeParts) {}

  /** Their tables, and the files that are no tables by themselves because they belong to one. */
  async find(objects: readonly LakeObject[], signal: AbortSignal) {
    const { catalogs, logs } = await findCatalogs(objects);
    const tables: LakeTable[] = [];
    const hidden: string[] = [];
    for (const object of catalogs) {
      const log = logs.get(object.path);
      const { catalog, problem, version } = await this.readOne(log ? [object, log] : [object], signal);
      hidden.push(`${object.path}.files/`, ...(catalog ? [`${catalog.dataFolder}/`] : []));
      tables.push(...(catalog ? tablesOf(object, version, catalog) : [brokenTable(object, version, problem)]));
    }
    const gone = new Set(catalogs.map(({ path: name }) => name));
    for (const name of this.known.keys()) if (!gone.has(name)) this.known.delete(name);
    return { tables, isHidden: (name: string) => hidden.some((folder) => name.startsWith(folder)) };
  }

  private async readOne(files: readonly LakeObject[], signal: AbortSignal): Promise<Known> {
    const [object] = files;
    const name = object?.path ?? '';
    const version = createHash('sha1')
      .update(JSON.stringify(files.map((file) => file.version)))
      .digest('hex');
    const known = this.known.get(name);
    const { nowMs } = this.parts;
    const isCurrent = known?.version === version && (!known.problem || nowMs() - known.sinceMs < problemMs);
    if (known && isCurrent) return known;
    const read = await this.attach(files, signal).then(
      (catalog) => ({ catalog, problem: null }),
      (error: unknown) => {
        if (!(error instanceof EngineError) || signal.aborted) throw error;
        return { catalog: null, problem: error };
      },
    );
    const made = { version, ...read, sinceMs: nowMs() };
    this.known.set(name, made);
    return made;
  }

  private async attach(files: readonly LakeObject[], signal: AbortSignal): Promise<DuckCatalog> {
    const { source, engine } = this.parts;
    const [file = ''] = await source.bring({ objects: files, signal });
    const name = files[0]?.path ?? '';
    // Nobody's statement guesses it.
    const attached = `lake_${randomBytes(16).toString('hex')}`;
    const ask = (sql: string) => engine.runTrusted(sql, { signal });
    await ask(`ATTACH ${quoteText(file)} AS ${attached} (READ_ONLY)`).catch((error: unknown) => {
      throw error instanceof EngineError && !signal.aborted ? unreadable(name) : error;
    });
    try {
      return await readDuckCatalog(ask, attached, name).catch((error: unknown) => {
        throw error instanceof EngineError && /Catalog Error|does not exist/i.test(error.message)
          ? unreadable(name)
          : error;
      });
    } finally {
      await engine.runTrusted(`DETACH ${quoteName(attached)}`, {}).catch(() => undefined);
    }
  }
}

async function findCatalogs(objects: readonly LakeObject[]) {
  const catalogs: LakeObject[] = [];
  const logs = new Map<string, LakeObject>();
  await eachInTurns(objects, (object) => {
    if (catalogFile.test(object.path)) catalogs.push(object);
    else if (catalogLog.test(object.path)) logs.set(object.path.replace(/\.wal$/i, ''), object);
  });
  return { catalogs: catalogs.slice(0, maxCatalogs), logs };
}

function unreadable(name: string): EngineError {
  return lakeError(
    'GENERIC_DB_ENGINE_ERROR',
    `The catalog "${path.posix.basename(name)}" cannot be read: it is no DuckLake of DuckDB, is damaged, or is being written.`,
  );
}

/** The schema `main` of `sales/shop.ducklake` is `sales__shop`, another one `sales__shop__eu`. */
function tablesOf(object: LakeObject, version: string, catalog: DuckCatalog): readonly LakeTable[] {
  return catalog.tables.map((described) => {
    const inside = described.schema === 'main' ? '' : `/${toName(described.schema)}`;
    const schema = toSchema(`${placeOf(object)}${inside}`);
    return { ...emptyTable(object, version), schema, table: toName(described.table), described };
  });
}

/** So that it is seen, and says why it cannot be read. */
function brokenTable(object: LakeObject, version: string, problem: EngineError | null): LakeTable {
  const made = emptyTable(object, version);
  const table = toName(path.posix.basename(placeOf(object)));
  return { ...made, schema: toSchema(made.folder), table, ...(problem ? { problem } : {}) };
}

function emptyTable(object: LakeObject, version: string) {
  const folder = path.posix.dirname(object.path);
  return {
    format: 'ducklake' as const,
    folder: folder === '.' ? '' : folder,
    files: [object],
    partitions: [],
    version,
  };
}

function placeOf({ path: name }: LakeObject): string {
  return name.replace(catalogFile, '');
}
