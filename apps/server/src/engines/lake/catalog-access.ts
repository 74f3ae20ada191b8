import { randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { quoteName, quoteText } from '../duckdb/inspection.ts';
import { EngineError } from '../engine.ts';
import { type ReadFileOptions, readFileTables } from '../sqlite/index.ts';
import { type DuckCatalog, readDuckCatalog } from './ducklake-catalog.ts';
import { type LakeObject, type LakeSource, lakeError } from './source.ts';
import type { ViewEngine } from './views.ts';

/** How a process that reads files of SQLite is started. */
export type SqliteReading = Omit<ReadFileOptions, 'file' | 'signal' | 'maxRows'>;

export interface AccessParts {
  readonly source: LakeSource;
  readonly engine: ViewEngine;
  readonly sqlite: SqliteReading;
}

const sqliteHead = 'SQLite format 3\0';
/** More than what any statement about a catalog asks for. */
const maxCatalogRows = 100_000;
const maxCatalogBytes = 1024 * 1024 * 1024;

/** Reads the catalog of a DuckLake in a file, of whichever program; null where it is none, and is not called as one. */
export async function openCatalogFile(
  { source, engine, sqlite }: AccessParts,
  object: LakeObject,
  signal: AbortSignal,
): Promise<DuckCatalog | null> {
  const name = object.path;
  if (object.bytes > maxCatalogBytes) throw tooLarge(name);
  const [file = ''] = await source.bring({ objects: [object], signal });
  const onDisk = path.join(source.folder, file);
  const isSqlite = await beginsAsSqlite(onDisk);
  if (!isSqlite && !isCatalogName(name)) return null;
  return isSqlite
    ? readSqliteCatalog({ ...sqlite, file: onDisk, signal, maxRows: maxCatalogRows }, name)
    : readAttached({ engine, file, signal }, name);
}

/** Whether a file is called as nothing but a DuckLake is. */
export function isCatalogName(name: string): boolean {
  return /\.ducklake$/i.test(name);
}

async function beginsAsSqlite(file: string): Promise<boolean> {
  const handle = await open(file, 'r').catch(() => null);
  if (!handle) return false;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(sqliteHead.length), 0, sqliteHead.length, 0);
    return buffer.subarray(0, bytesRead).toString('latin1') === sqliteHead;
  } finally {
    await handle.close();
  }
}

async function readSqliteCatalog(options: ReadFileOptions, name: string): Promise<DuckCatalog | null> {
  const read = readFileTables(options, async ({ ask, names }) => {
    // A file of another program is no broken DuckLake.
    if (!isCatalogName(name) && !(await names()).includes('ducklake_metadata')) return null;
    return readDuckCatalog({ ask, names, nameOf: (table) => quoteName('main', table), textOf, hexOf }, name);
  });
  return read.catch((error: unknown) => {
    if (!(error instanceof EngineError) || options.signal.aborted || !isUnreadable(error)) throw error;
    throw unreadable(name);
  });
}

interface Attaching {
  readonly engine: ViewEngine;
  /** As the engine names it. */
  readonly file: string;
  readonly signal: AbortSignal;
}

async function readAttached({ engine, file, signal }: Attaching, name: string): Promise<DuckCatalog> {
  // Nobody's statement guesses it.
  const attached = `lake_${randomBytes(16).toString('hex')}`;
  const ask = (sql: string) => engine.runTrusted(sql, { signal });
  await ask(`ATTACH ${quoteText(file)} AS ${attached} (READ_ONLY)`).catch((error: unknown) => {
    throw error instanceof EngineError && !signal.aborted ? unreadable(name) : error;
  });
  const names = async () => {
    const found = await ask(`SELECT table_name FROM duckdb_tables() WHERE database_name = ${quoteText(attached)}`);
    return (found.columns[0]?.values ?? []).map(String);
  };
  const nameOf = (table: string) => quoteName(attached, 'main', table);
  try {
    return await readDuckCatalog({ ask, names, nameOf, textOf, hexOf: null }, name).catch((error: unknown) => {
      throw error instanceof EngineError && isUnreadable(error) ? unreadable(name) : error;
    });
  } finally {
    await engine.runTrusted(`DETACH ${quoteName(attached)}`, {}).catch(() => undefined);
  }
}

const textOf = (value: string) => `CAST(${value} AS VARCHAR)`;
const hexOf = (value: string) => `CASE WHEN ${value} IS NOT NULL THEN hex(${value}) END`;

/** It has not the tables of a catalog, or is no database at all; said in words of our own. */
function isUnreadable({ details }: EngineError): boolean {
  const isOther = ['TABLE_DOES_NOT_EXIST_ERROR', 'COLUMN_DOES_NOT_EXIST_ERROR', 'ENGINE_UNAVAILABLE_ERROR'];
  const isNone = details.code === 'CONNECTION_UNKNOWN_DATABASE_ERROR';
  return isNone || isOther.includes(details.code) || /Catalog Error|does not exist/i.test(details.message);
}

function unreadable(name: string): EngineError {
  return lakeError(
    'GENERIC_DB_ENGINE_ERROR',
    `The catalog "${path.posix.basename(name)}" cannot be read: it is no DuckLake of DuckDB or SQLite, is damaged, or is being written.`,
  );
}

function tooLarge(name: string): EngineError {
  return lakeError('GENERIC_DB_ENGINE_ERROR', `The file "${name}" is too large for what describes a table.`);
}
