import { createHash } from 'node:crypto';
import { eachInTurns } from '../../turns/index.ts';
import { quoteName } from '../duckdb/inspection.ts';
import { type Engine, EngineError } from '../engine.ts';
import { type CatalogAccess, type DuckCatalog, readDuckCatalog } from './ducklake-catalog.ts';
import type { LakeTable } from './grouping.ts';
import { toName, toSchema } from './names.ts';
import { type LakeObject, lakeError, notRead } from './source.ts';

/** Where the format's own program keeps its tables. */
const schema = 'public';
const name = 'catalog';
const limits = { maxRows: 100_000, timeoutMs: 30_000, fairnessKey: 'catalog' };

/** A server that keeps the catalog of a DuckLake, as much of its engine as is asked. */
export type CatalogServer = Pick<Engine, 'run' | 'listTables' | 'close'>;

interface Known {
  readonly key: string;
  readonly catalog: DuckCatalog;
}

/** The DuckLake whose catalog a server keeps: read when its last snapshot is another. */
export class ServedDuckLake {
  private known: Known | null = null;

  constructor(private readonly server: CatalogServer) {}

  /** Its tables, and the files that are no tables by themselves because they belong to one. */
  async find(objects: readonly LakeObject[], signal: AbortSignal) {
    const { key, catalog } = await this.read(await topFolders(objects), signal);
    const { dataFolder } = catalog;
    const version = createHash('sha1').update(key).digest('hex');
    return {
      tables: catalog.tables.map((described): LakeTable => {
        const place = toSchema(described.schema === 'main' ? '' : toName(described.schema));
        const made = { format: 'ducklake', folder: dataFolder, files: [], partitions: [], version } as const;
        return { ...made, schema: place, table: toName(described.table), described };
      }),
      isHidden: (file: string) => dataFolder === '' || file.startsWith(`${dataFolder}/`),
    };
  }

  private async read(folders: ReadonlySet<string>, signal: AbortSignal): Promise<Known> {
    try {
      const access = this.accessOf(folders, signal);
      const last = await access.ask(`SELECT max(snapshot_id) FROM ${access.nameOf('ducklake_snapshot')}`);
      const key = JSON.stringify([String(last.columns[0]?.values[0] ?? ''), [...folders]]);
      if (this.known?.key === key) return this.known;
      const catalog = await readDuckCatalog(access, name);
      this.known = { key, catalog };
      return this.known;
    } catch (error) {
      if (!(error instanceof EngineError) || error.details.code !== 'TABLE_DOES_NOT_EXIST_ERROR') throw error;
      throw lakeError(
        'CONNECTION_UNKNOWN_DATABASE_ERROR',
        'The database of the connection string holds no catalog of a DuckLake.',
      );
    }
  }

  private accessOf(folders: ReadonlySet<string>, signal: AbortSignal): CatalogAccess {
    return {
      ask: async (sql) => {
        const { table, isTruncated } = await this.server.run({ ...limits, sql, schema, signal });
        if (isTruncated) throw notRead(name, 'too many rows of its catalog');
        return table;
      },
      names: async () => (await this.server.listTables(schema)).map(({ table }) => table),
      nameOf: (table) => quoteName(schema, table),
      textOf,
      hexOf: (value) => `encode(${value}, 'hex')`,
      // What is connected holds the folder of its files, or is it.
      folderOf: (named) => (folders.has(named.split('/')[0] ?? '') ? named : ''),
    };
  }
}

/** Texts are kept as bytes there, as those may hold any sign. */
function textOf(value: string): string {
  const bytes = `convert_from(${value}::text::bytea, 'UTF8')`;
  return `CASE WHEN pg_typeof(${value})::text = 'bytea' THEN ${bytes} ELSE ${value}::text END`;
}

async function topFolders(objects: readonly LakeObject[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  await eachInTurns(objects, ({ path }) => {
    const end = path.indexOf('/');
    if (end > 0) found.add(path.slice(0, end));
  });
  return found;
}
