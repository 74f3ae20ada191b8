import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EngineFixture, openTestEngine, openTestFileEngine } from '../duckdb/engine-fixture.ts';
import type { FileEngine } from '../duckdb/file-engine.ts';
import { createResultStore, type ResultStore } from './result-store.ts';

let fixture: EngineFixture;
let fileEngine: FileEngine;
let results: ResultStore;
/** Rows of an order, in the names of the tables that keep them; the reading of one of them may be held up. */
let made: string[];
let holdUp: ((sql: string) => Promise<void>) | null;

beforeAll(async () => {
  fixture = await openTestEngine();
  fileEngine = await openTestFileEngine(fixture.folder);
  [made, holdUp] = [[], null];
  const runTrusted: FileEngine['runTrusted'] = async (sql, signal) => {
    const [, name] = /^CREATE OR REPLACE TABLE memory\.main\.(view_\w+)/.exec(sql) ?? [];
    if (name) made.push(name);
    else await holdUp?.(sql);
    return fileEngine.runTrusted(sql, signal);
  };
  const watched = new Proxy(fileEngine, {
    get: (engine, key) => {
      const part: unknown = key === 'runTrusted' ? runTrusted : Reflect.get(engine, key);
      return typeof part === 'function' ? part.bind(engine) : part;
    },
  });
  results = createResultStore({
    ...{ fileEngine: watched, defusesFormulas: true },
    resultsFolder: path.join(fixture.folder, 'results'),
    stagingFolder: path.join(fixture.folder, 'staging'),
  });
  const limits = { maxRows: 1000, timeoutMs: 30_000, fairnessKey: 'ada' };
  for (const resultId of ['read', 'other'])
    await fixture.engine.storeResult({ ...limits, resultId, sql: 'SELECT i AS n FROM range(100) t(i)' });
});
afterAll(async () => {
  await fileEngine.close();
  await fixture.end();
});

const sort = [{ column: 'n', isDescending: true }];

it('the order of a result stays while somebody reads it, however many others are made, and no longer than it has room', async () => {
  let goOn: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let isReading = false;
  holdUp = async (sql) => {
    if (isReading || made.length === 0 || !sql.includes(`${made[0]}`)) return;
    isReading = true;
    await held;
  };
  const reading = results.window({ resultId: 'read', offset: 0, limit: 1, sort });
  await expect.poll(() => isReading, { timeout: 20_000 }).toBe(true);
  for (let count = 0; count < 40; count += 1) {
    const { table } = await results.window({ resultId: 'other', offset: 0, limit: 1, sort, search: String(count) });
    expect(table.rowCount).toBe(1);
  }
  goOn();
  expect((await reading).table.columns[0]?.values).toEqual([99]);
  expect(new Set(made).size).toBe(41);
  const kept = await fileEngine.runTrusted(`SELECT count(*) FROM duckdb_tables() WHERE table_name LIKE 'view_%'`);
  expect(Number(kept.columns[0]?.values[0])).toBe(24);
});
