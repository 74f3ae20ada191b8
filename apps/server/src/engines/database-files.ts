import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Row } from '../metadata/index.ts';
import { type EmbeddedEngine, openEmbeddedEngine } from './duckdb/embedded-engine.ts';
import { quoteName } from './duckdb/inspection.ts';

/** Where the embedded databases lie in a data folder. */
export const engineFolder = 'engine';

/** The file of an embedded database, in the engine's folder; undefined for databases that lie elsewhere. */
export function findDatabaseFile({
  backend,
  sqlalchemy_uri: uri,
}: Pick<Row<'databases'>, 'backend' | 'sqlalchemy_uri'>): string | undefined {
  return backend === 'duckdb' && uri.startsWith('duckdb:///') ? uri.slice('duckdb:///'.length) : undefined;
}

/** Whether a file of the engine's folder holds a database. */
export function isDatabaseFile(name: string): boolean {
  return name.endsWith('.duckdb');
}

/** A database file that no server holds. */
export interface FileAlone {
  readonly file: string;
  readonly childEntry: string;
  /** Where copies of it are made; a folder that is gone afterwards when it is left out. */
  readonly stagingFolder?: string;
}

const aloneMemoryMb = 1024;

/** Opens a database file for as long as some work lasts. */
export async function withDatabaseFile<T>(
  { file, childEntry, stagingFolder }: FileAlone,
  work: (engine: EmbeddedEngine) => Promise<T>,
): Promise<T> {
  const temp = await mkdtemp(join(tmpdir(), 'powerset-engine-'));
  const engine = await openEmbeddedEngine({
    file,
    childEntry,
    memoryLimitMb: aloneMemoryMb,
    tempFolder: join(temp, 'temp'),
    resultsFolder: join(temp, 'results'),
    stagingFolder: stagingFolder ?? join(temp, 'staging'),
    log: () => undefined,
  });
  try {
    return await work(engine);
  } finally {
    await engine.close();
    await rm(temp, { recursive: true, force: true });
  }
}

/** Reads every row of every table: a damaged block does not pass. Returns how many tables there are. */
export async function readWholeDatabase(engine: EmbeddedEngine): Promise<number> {
  let tables = 0;
  for (const schema of await engine.listSchemas())
    for (const { table, kind } of await engine.listTables(schema)) {
      if (kind === 'view') continue;
      await engine.runTrusted(`SELECT bit_xor(hash(t)) FROM ${quoteName(schema, table)} t`);
      tables += 1;
    }
  return tables;
}
