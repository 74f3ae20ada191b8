import { type DuckDBConnection, version } from '@duckdb/node-api';
import type { ColumnHeader } from '../../../packed/index.ts';
import type { DescribeArguments, OpenArguments, Operations } from '../protocol.ts';
import { toColumnType, toNativeType } from './columns.ts';
import { copyDatabase } from './copy.ts';
import { Database } from './database.ts';
import { KeptTables } from './kept-tables.ts';
import { dropMaterialized, materializeRows, readMaterialized } from './materialize.ts';
import { type RunPlaces, runStatement, runTrusted } from './run.ts';
import { inPlace } from './search-place.ts';
import { storeResult } from './store.ts';
import type { Task } from './tasks.ts';

type Handler<Name extends keyof Operations> = (
  request: Operations[Name]['arguments'],
  task: Task,
) => Promise<Operations[Name]['reply']>;

export type Handlers = { readonly [Name in keyof Operations]?: Handler<Name> };

/** Everything a child has opened. */
export interface Host {
  readonly settings: OpenArguments;
  readonly database: Database;
  readonly resultDatabase: Database;
  readonly close: () => Promise<void>;
}

export async function openHost(settings: OpenArguments): Promise<Host> {
  const isForFiles = settings.role === 'files';
  const common = { memoryLimitMb: settings.memoryLimitMb, threads: settings.threads, tempFolder: settings.tempFolder };
  const database = await Database.open({
    ...common,
    file: settings.file,
    allowedFolders: [
      settings.stagingFolder,
      settings.resultsFolder,
      ...(settings.dataFolder ? [settings.dataFolder] : []),
    ],
    connections: settings.connections,
  });
  const resultDatabase = isForFiles
    ? database
    : await Database.open({
        ...common,
        file: ':memory:',
        allowedFolders: [settings.resultsFolder],
        connections: settings.connections,
      });
  return {
    settings,
    database,
    resultDatabase,
    close: async () => {
      await database.close();
      if (resultDatabase !== database) await resultDatabase.close();
    },
  };
}

export function buildDataHandlers(host: Host): Handlers {
  const { database, resultDatabase, settings } = host;
  const stores = {
    database,
    resultDatabase,
    resultsFolder: settings.resultsFolder,
    stagingFolder: settings.stagingFolder,
    kept: new KeptTables(settings.resultsFolder),
  };
  return {
    ping: async () => {
      await database.lend((connection) => connection.run('SELECT 1'));
      return null;
    },
    run: (request, task) => runStatement(stores, task, request),
    trusted: (request, task) => runTrusted(stores, task, request),
    copy: (request, task) => copyDatabase(database, task, request),
    store: (request, task) => storeResult(stores, task, request),
    materialize: (request, task) => materializeRows(stores, task, request),
    readMaterialized: (request, task) => readMaterialized(stores, task, request),
    dropMaterialized: (request) => dropMaterialized(stores, request),
    describe: (request, task) => describe(stores, task, request),
  };
}

async function describe(
  { database, kept }: RunPlaces,
  task: Task,
  { sql, place, kept: tables }: DescribeArguments,
): Promise<ColumnHeader[]> {
  return database.lend((connection) =>
    task.on(connection, () =>
      kept.read(connection, tables, () =>
        inPlace({ connection, database, place, sql, isWriting: false, work: () => prepareOnly(connection, sql) }),
      ),
    ),
  );
}

async function prepareOnly(connection: DuckDBConnection, sql: string): Promise<ColumnHeader[]> {
  const prepared = await connection.prepare(sql);
  try {
    return Array.from({ length: prepared.columnCount }, (_, index) => {
      const type = prepared.columnType(index);
      return { name: prepared.columnName(index), type: toColumnType(type), nativeType: toNativeType(type) };
    });
  } finally {
    prepared.destroySync();
  }
}

export { version };
