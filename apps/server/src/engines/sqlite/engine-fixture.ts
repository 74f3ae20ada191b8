import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buildSqliteChild } from '@powerset/testkit/engine-child';
import Libsql from 'libsql';
import { openTestFileEngine } from '../duckdb/engine-fixture.ts';
import type { Engine } from '../engine.ts';
import { createResultSink } from '../remote/index.ts';
import { createResultStore, type ResultStore } from '../results/result-store.ts';
import { openSqlite, type SqliteOptions } from './open.ts';

/** A folder with a file, and an engine over it, for tests. `end` leaves neither process nor file behind. */
export interface SqliteFixture {
  readonly engine: Engine;
  /** The folder that is opened. */
  readonly folder: string;
  readonly open: (uri: string, changes?: Partial<SqliteOptions>) => Promise<Engine>;
  readonly results: ResultStore;
  readonly end: () => Promise<void>;
}

/** Writes a file by the driver itself. */
export function writeDatabase(file: string, ...statements: readonly string[]): void {
  const database = new Libsql(file);
  for (const statement of statements) database.exec(statement);
  database.close();
}

export async function openTestFile(...statements: readonly string[]): Promise<SqliteFixture> {
  const home = await mkdtemp(path.join(os.tmpdir(), 'file-engine-'));
  const folder = path.join(home, 'files');
  await mkdir(folder);
  writeDatabase(path.join(folder, 'shop.db'), ...statements);
  const fileEngine = await openTestFileEngine(home);
  const folders = { resultsFolder: path.join(home, 'results'), stagingFolder: path.join(home, 'staging') };
  const resultSink = createResultSink({
    ...folders,
    runTrusted: (sql) => fileEngine.runTrusted(sql),
    generation: () => fileEngine.generation(),
  });
  const engines: Engine[] = [];
  const open = async (uri: string, changes: Partial<SqliteOptions> = {}) => {
    const engine = await openSqlite({
      uri,
      folder,
      childEntry: await buildSqliteChild(),
      heapLimitMb: 256,
      tempFolder: path.join(home, 'temp'),
      resultSink,
      log: () => undefined,
      ...changes,
    });
    engines.push(engine);
    return engine;
  };
  return {
    engine: await open('sqlite:///shop.db'),
    folder,
    open,
    results: createResultStore({ ...folders, fileEngine, defusesFormulas: true, csvNull: null }),
    end: async () => {
      await Promise.all(engines.map((engine) => engine.close()));
      await fileEngine.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}
