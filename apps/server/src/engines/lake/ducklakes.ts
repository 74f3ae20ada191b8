import { createHash } from 'node:crypto';
import path from 'node:path';
import { eachInTurns } from '../../turns/index.ts';
import { EngineError } from '../engine.ts';
import { type AccessParts, isCatalogName, openCatalogFile } from './catalog-access.ts';
import type { DuckCatalog } from './ducklake-catalog.ts';
import type { LakeTable } from './grouping.ts';
import { toName, toSchema } from './names.ts';
import type { LakeObject } from './source.ts';

export interface DuckLakeParts extends AccessParts {
  readonly nowMs: () => number;
}

interface Known {
  readonly version: string;
  readonly catalog: DuckCatalog | null;
  readonly problem: EngineError | null;
  readonly sinceMs: number;
}

const catalogEnding = /\.(?:ducklake|sqlite3?|db)$/i;
/** What their programs write beside them before it is in them. */
const logEnding = /(?<=\.(?:ducklake|sqlite3?|db))(?:\.wal|-wal|-journal)$/i;
const maxCatalogs = 20;
/** A catalog that could not be read, as somebody was writing it, is tried again. */
const problemMs = 30_000;

/** The DuckLakes among files: catalogs are read when they are others, one after the other. */
export class DuckLakes {
  private readonly known = new Map<string, Known>();

  constructor(private readonly parts: DuckLakeParts) {}

  /** Their tables, and the files that are no tables by themselves because they belong to one. */
  async find(objects: readonly LakeObject[], signal: AbortSignal) {
    const { catalogs, logs } = await findCatalogs(objects, this.parts.source.keepsCopies);
    const tables: LakeTable[] = [];
    const hidden: string[] = [];
    for (const object of catalogs) {
      const log = logs.get(object.path) ?? [];
      const { catalog, problem, version } = await this.readOne([object, ...log], signal);
      if (!catalog && !problem) continue;
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

  private async attach([object]: readonly LakeObject[], signal: AbortSignal): Promise<DuckCatalog | null> {
    const catalog = object ? await openCatalogFile(this.parts, object, signal) : null;
    // What was broken off says nothing of its tables.
    signal.throwIfAborted();
    return catalog;
  }
}

/** Those called as DuckLakes first. Whether another file is one says the file, for which none is fetched. */
async function findCatalogs(objects: readonly LakeObject[], isFetched: boolean) {
  const [named, others]: LakeObject[][] = [[], []];
  const logs = new Map<string, LakeObject[]>();
  await eachInTurns(objects, (object) => {
    if (isCatalogName(object.path)) named?.push(object);
    else if (catalogEnding.test(object.path) && !isFetched) others?.push(object);
    else if (logEnding.test(object.path)) {
      const name = object.path.replace(logEnding, '');
      logs.set(name, [...(logs.get(name) ?? []), object]);
    }
  });
  return { catalogs: [...(named ?? []), ...(others ?? [])].slice(0, maxCatalogs), logs };
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
  return name.replace(catalogEnding, '');
}
