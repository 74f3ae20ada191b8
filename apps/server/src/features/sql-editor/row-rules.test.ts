import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hostileTexts } from './row-rules-fixture.ts';

let running: InProcessApp;
let databaseId: number;
let bound: InProcessApp['admin'];
let free: InProcessApp['admin'];

const clause = "region LIKE '%MEA' AND {{ 1 }} = 1";

beforeAll(async () => {
  running = await startInProcess({ isWarm: true });
  const { store, engines, config } = running.app.services;
  databaseId = (await store.selectFrom('databases').select('id').executeTakeFirstOrThrow()).id;
  const engine = await engines.getEmbedded(databaseId);
  await engine.runTrusted('create schema other');
  await engine.runTrusted(
    `create table main.places as select * from (values
      ('EMEA', 1, '10', 'rome'), ('EMEA', 2, '20', 'oslo'), ('APAC', 3, 'hidden-text', 'hidden-tokyo'), ('AMER', 4, 'hidden-word', 'hidden-lima')
    ) as v(region, n, code, city)`,
  );
  await engine.runTrusted('create table main.free as select 1 as n, 1 as m');
  await engine.runTrusted("create table other.places as select 'open' as region, 9 as n");
  await engine.runTrusted('create table main.allowed as select 1 as id');
  await engine.runTrusted('create table main.orders as select * from (values (1, 10), (2, 20)) as v(customer, amount)');
  await engine.runTrusted("create table main.changed as select 'hidden-row' as word");
  Object.assign(config.featureFlags, { RLS_IN_SQLLAB: true, ESTIMATE_QUERY_COST: true });
  await ruleOn('places', clause);
  await ruleOn('orders', 'customer IN (SELECT id FROM allowed)');
  await ruleOn('changed', "region = 'EMEA'");
  bound = await running.signInAs('bound', ['Alpha', 'sql_lab']);
  free = await running.signInAs('unbound', ['sql_lab', 'Admin']);
}, 60_000);
afterAll(() => running.stop());

async function made(path: string, body: object): Promise<number> {
  const { status, text, json } = await running.admin.post(path, body);
  expect(status, text).toBe(201);
  return json.id;
}

async function ruleOn(table: string, condition: string, more: object = {}): Promise<number> {
  const tables = [await made('/api/v1/dataset/', { database: databaseId, schema: 'main', table_name: table })];
  const roles = (await running.admin.get('/api/v1/security/roles/?q=(page_size:100)')).json.result;
  const { id } = roles.find(({ name }: { name: string }) => name === 'Alpha');
  const rule = { name: `Rule of ${table}`, filter_type: 'Regular', tables, roles: [id], clause: condition, ...more };
  return made('/api/v1/rowlevelsecurity/', rule);
}

const newId = () => Math.random().toString(36).slice(2, 10);

const run = (sql: string, client = bound, more: object = {}) =>
  client.post('/api/v1/sqllab/execute/', { database_id: databaseId, schema: 'main', sql, client_id: newId(), ...more });

async function rows(sql: string, client = bound): Promise<unknown> {
  const { status, text, json } = await run(sql, client);
  expect(status, `${sql}: ${text}`).toBe(200);
  return json.data.map((row: object) => Object.values(row));
}

it('a text reads the rows that the row rules of its tables leave, wherever it names them', async () => {
  expect(await rows('select city from places order by n')).toEqual([['rome'], ['oslo']]);
  expect(await rows('select city from places order by n', free)).toHaveLength(4);
  expect(await rows('select p.city from main."PLACES" p where p.n > 1')).toEqual([['oslo']]);
  expect(await rows('select places.city from places natural join free')).toEqual([['rome']]);
  expect(await rows('with places as (select 5 as n) select n from places')).toEqual([[5]]);
  expect(
    await rows('with a as (from places) select count(*) from a union all from (select count(*) from places)'),
  ).toEqual([[2], [2]]);
  expect(await rows('select x, y from places as v(w, x, y) order by x')).toEqual([
    [1, '10'],
    [2, '20'],
  ]);
  expect(await rows('select (select count(*) from places q where q.n >= p.n) from places p order by 1')).toEqual([
    [1],
    [2],
  ]);
  expect(await rows('select count(*) from other.places')).toEqual([[1]]);
  expect(await rows("select 'é', '😀' /* ü */ as ü, count(*) from\u00a0places")).toEqual([['é', '😀', 2]]);
  expect(await rows('select sum(amount) from orders')).toEqual([[10]]);
});

it('what a rule reads is meant by no name of the text', async () => {
  const own = 'allowed as (select 2 as id)';
  expect(await rows(`with ${own} select sum(amount) from orders`)).toEqual([[10]]);
  expect(await rows(`with recursive r as (select 1), ${own} select sum(amount) from orders, allowed`)).toEqual([[10]]);
  expect(await rows('with permitted_rows_1 as (from free) select count(*) from permitted_rows_1, places')).toEqual([
    [2],
  ]);
});

it('a PIVOT makes its columns of the permitted rows alone', async () => {
  const { json, text } = await run('pivot places on region using count(*) group by n');
  expect(
    json.columns?.map(({ column_name: name }: { column_name: string }) => name),
    text,
  ).toEqual(['n', 'EMEA']);
});

it('nobody gets a hidden row, or learns of one, by any text', async () => {
  for (const sql of hostileTexts('places')) {
    const { status, text, json } = await run(sql);
    expect([200, 400, 403, 404, 422], `${sql}: ${text}`).toContain(status);
    const told = JSON.stringify(status === 200 ? [json.data, json.columns] : json.errors).replaceAll(sql, '');
    expect(told, sql).not.toMatch(/hidden-|tokyo|lima|LIKE|%MEA|powerset_/);
    // What all rows come to, and what only hidden ones hold.
    const values = status === 200 ? json.data.flatMap((row: object) => Object.values(row)).map(String) : [];
    if (!isOwnWords(sql))
      for (const value of ['3', '4', '10.0', 'APAC', 'AMER']) expect(values, sql).not.toContain(value);
  }
}, 120_000);

/** Its author wrote a value that hidden rows have, too. */
function isOwnWords(sql: string): boolean {
  return /except|in \('APAC'\)|n \+ 1/.test(sql);
}

it('texts that cannot be narrowed are refused in words that name the table', async () => {
  for (const sql of ['table places', 'select * from places at (version => 1)', "select * from 'places'"]) {
    const { status, text } = await run(sql);
    expect(status, `${sql}: ${text}`).toBe(422);
    expect(text).toMatch(/some rows of \\"(?:main\.)?(?:places|orders)\\"/);
  }
});

it('a rule whose column is gone opens the table to nobody, not even beside a column of that name', async () => {
  for (const sql of [
    'select word from changed',
    "select (select max(word) from changed) from (select 'EMEA' as region) as x",
    "select * from (select 'EMEA' as region) as x, lateral (select * from changed) as y",
  ]) {
    const { status, text } = await run(sql);
    expect(status, `${sql}: ${text}`).toBe(422);
    expect(text).toContain('under the row rules of its tables');
    expect(text).not.toContain('hidden-row');
  }
});

it('plans and estimates of narrowed tables are not shown, and others are', async () => {
  const body = (sql: string) => ({ database_id: databaseId, schema: 'main', sql });
  for (const path of ['explain', 'estimate']) {
    const refused = await bound.post(`/api/v1/sqllab/${path}/`, body('select * from places'));
    expect(refused.status, refused.text).toBe(422);
    expect(refused.text).toContain('a plan would tell of the others');
    expect((await bound.post(`/api/v1/sqllab/${path}/`, body('select * from free'))).status).toBe(200);
    expect((await free.post(`/api/v1/sqllab/${path}/`, body('select * from places'))).status).toBe(200);
  }
  const { status, text } = await run('explain analyze select * from places');
  expect(status, text).toBe(422);
  expect(text).toContain('a plan would tell of the others');
});

it('first rows while typing and profiles of columns are of the permitted rows', async () => {
  const preview = await bound.post('/api/v1/sqllab/preview/', {
    database_id: databaseId,
    schema: 'main',
    sql: 'from places',
  });
  expect(preview.json.result.table.row_count ?? preview.json.result.table.rowCount).toBe(2);
  expect(preview.text).not.toContain('hidden');
  const q = new URLSearchParams({ database_id: String(databaseId), schema: 'main', table: 'places', column: 'city' });
  const profile = await bound.get(`/api/v1/sqllab/column_profile?${q}`);
  expect(profile.text).not.toContain('hidden');
  expect(profile.json.result).toMatchObject({ rowCount: 2, distinctCount: 2, min: 'oslo', max: 'rome' });
});

it('neither the history nor an error shows the rule, and mistakes are where their author made them', async () => {
  const done = await run('select city from places');
  expect(JSON.stringify(done.json.query)).not.toMatch(/LIKE|%MEA/);
  const failed = await run('select 1;\nselect city,\n  nothing from places');
  expect(failed.text).not.toMatch(/LIKE|%MEA/);
  expect(failed.json.errors[0].extra).toMatchObject({ line: 3, column: 3 });
});

it('a run that is taken up by the next process, and its results, hold the permitted rows', async () => {
  const { json } = await run('select city from places order by n', bound, { runAsync: false });
  const results = await bound.get(`/api/v1/sqllab/results/?q=(key:${json.query.resultsKey})`);
  expect(results.text).not.toContain('hidden');
});

it('a virtual dataset reads the permitted rows of its tables, whoever made it', async () => {
  const ask = async (id: number, client = bound) => {
    const { status, text, json } = await client.post('/api/v1/chart/data', {
      datasource: { id, type: 'table' },
      queries: [{ columns: ['city'], metrics: [], orderby: [['city', true]] }],
    });
    return { status, text, cities: json.result?.[0]?.data?.map(({ city }: { city: string }) => city) };
  };
  const body = (name: string, sql: string) => ({ database: databaseId, schema: 'main', table_name: name, sql });
  const own = await bound.post('/api/v1/dataset/', body('mine', 'with x as (select * from places) select city from x'));
  expect(own.status, own.text).toBe(201);
  expect((await ask(own.json.id)).cities).toEqual(['oslo', 'rome']);
  const theirs = await made('/api/v1/dataset/', body('theirs', 'select city from main.places where n > 1'));
  expect((await ask(theirs)).cities).toEqual(['oslo']);
  expect((await ask(theirs, free)).cities).toEqual(['hidden-lima', 'hidden-tokyo', 'oslo']);
  const templated = await made('/api/v1/dataset/', body('templated', "select city from {{ 'places' }}"));
  const refused = await ask(templated);
  expect(refused.text).not.toContain('hidden-');
  expect(refused.cities).toBeUndefined();
  expect((await ask(templated, free)).cities).toHaveLength(4);
});

it('what is wrong with a text is told of the permitted rows alone', async () => {
  const sql = 'pivot places on cast(code as int) using count(*)';
  const checked = await bound.post(`/api/v1/database/${databaseId}/validate_sql/`, { sql, schema: 'main' });
  expect(checked.status, checked.text).toBe(200);
  expect(checked.text).not.toContain('hidden');
});
