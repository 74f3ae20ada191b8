import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { findUriProblem as findMysqlProblem } from '../mysql/index.ts';
import { findUriProblem as findPostgresqlProblem } from '../postgresql/index.ts';
import { createTableReader, type TableDriver, type TableReader } from './reader.ts';
import { openFileTables } from './sqlite-tables.ts';

/** Why a database cannot be read, in one sentence without its password. */
export class TableReaderError extends Error {
  override name = 'TableReaderError';
}

const usual =
  'Write it as SQLAlchemy does: sqlite:////path/to/superset.db, postgresql://user:password@host:5432/superset or mysql://user:password@host:3306/superset.';

export async function openTableReader(uri: string): Promise<TableReader> {
  const driver = await openDriver(uri.trim());
  try {
    return await createTableReader(driver);
  } catch (error) {
    await driver.close();
    throw new TableReaderError(`The database cannot be read (${(error as Error).message}).`);
  }
}

async function openDriver(uri: string): Promise<TableDriver> {
  const scheme = /^([a-z]+)(?:\+\w+)?:\/\//i.exec(uri)?.[1]?.toLowerCase();
  if (scheme === 'sqlite') return openFile(uri);
  if (scheme === 'postgresql' || scheme === 'postgres')
    return openServer(findPostgresqlProblem(uri), async () =>
      (await import('./postgresql-tables.ts')).openPostgresqlTables(uri),
    );
  if (scheme === 'mysql' || scheme === 'mariadb')
    return openServer(findMysqlProblem(uri), async () => (await import('./mysql-tables.ts')).openMysqlTables(uri));
  throw new TableReaderError(`This is no address of a database that can be read here. ${usual}`);
}

/** Three slashes and a path from where the command runs, or four and one from the root. */
function openFile(uri: string): TableDriver {
  const path = /^sqlite(?:\+\w+)?:\/\/\/([^?]+)/i.exec(uri)?.[1];
  if (!path) throw new TableReaderError(`The address names no file. ${usual}`);
  const file = resolve(path);
  if (!existsSync(file)) throw new TableReaderError(`There is no file ${file}.`);
  try {
    return openFileTables(file);
  } catch (error) {
    throw new TableReaderError(`${file} cannot be read (${(error as Error).message}).`);
  }
}

async function openServer(problem: string | false, open: () => Promise<TableDriver>): Promise<TableDriver> {
  if (problem) throw new TableReaderError(`${problem} ${usual}`);
  try {
    return await open();
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    throw new TableReaderError(`The server cannot be reached (${message || code}).`);
  }
}
