import { buildEngineChild } from '@powerset/testkit/engine-child';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readWholeDatabase, withDatabaseFile } from '../database-files.ts';
import { type EngineFixture, openTestEngine } from './engine-fixture.ts';

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await openTestEngine();
});
afterAll(() => fixture.end());

const valuesOf = async (
  run: (sql: string) => Promise<{ columns: readonly { values: readonly unknown[] }[] }>,
  sql: string,
) => (await run(sql)).columns.map(({ values }) => values);

it('a copy of a database holds everything, whatever refers to what, while others write', async () => {
  const { engine } = fixture;
  for (const sql of [
    'CREATE SCHEMA "Other place"',
    "CREATE TYPE mood AS ENUM ('a', 'b')",
    'CREATE SEQUENCE numbers START 5',
    `CREATE TABLE zoo (id INTEGER PRIMARY KEY, m mood DEFAULT 'a', n INTEGER DEFAULT nextval('numbers'), "d b" INTEGER AS (id * 2))`,
    'CREATE TABLE animals (zoo INTEGER REFERENCES zoo (id), name VARCHAR)',
    'INSERT INTO zoo (id) VALUES (1), (2)',
    'CREATE TABLE people (id INTEGER PRIMARY KEY, chief INTEGER REFERENCES people (id), "the deputy" INTEGER REFERENCES people (id))',
    'INSERT INTO people VALUES (3, NULL, NULL)',
    'INSERT INTO people VALUES (2, 3, NULL), (4, 3, 3)',
    'INSERT INTO people VALUES (1, 2, 4)',
    "INSERT INTO animals VALUES (1, 'gnu')",
    'CREATE TABLE "Other place"."T ""1""" AS SELECT range AS i FROM range(100000)',
    'CREATE VIEW animals_of AS SELECT * FROM animals',
    'CREATE MACRO twice(x) AS x * 2',
    'CREATE INDEX by_name ON animals (name)',
  ])
    await engine.runTrusted(sql);
  const [file] = await Promise.all([
    engine.copyDatabase(),
    engine.runTrusted('CREATE TABLE meanwhile AS SELECT range AS i FROM range(1000)'),
  ]);
  const childEntry = await buildEngineChild();
  await withDatabaseFile({ file, childEntry }, async (copy) => {
    expect(await readWholeDatabase(copy)).toBeGreaterThanOrEqual(4);
    const read = (sql: string) => valuesOf((text) => copy.runTrusted(text), sql);
    expect(await read('SELECT id, n, "d b", m FROM zoo ORDER BY id')).toEqual([
      [1, 2],
      [5, 6],
      [2, 4],
      ['a', 'a'],
    ]);
    expect(await read('SELECT id, chief, "the deputy" FROM people ORDER BY id')).toEqual([
      [1, 2, 3, 4],
      [2, 3, null, 3],
      [4, null, null, 3],
    ]);
    expect(await read('SELECT name, twice(zoo) FROM animals_of')).toEqual([['gnu'], [2]]);
    expect(await read('SELECT count(*), sum(i)::BIGINT FROM "Other place"."T ""1"""')).toEqual([
      [100000],
      [4999950000],
    ]);
    expect(await read('SELECT index_name FROM duckdb_indexes()')).toEqual([['by_name']]);
    await expect(copy.runTrusted('INSERT INTO animals VALUES (9, NULL)')).rejects.toThrow(/foreign key/i);
  });
  expect((await engine.listSchemas()).toSorted()).toEqual(['Other place', 'main']);
});
