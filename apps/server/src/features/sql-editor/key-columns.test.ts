import type { ApiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, expect, it } from 'vitest';

let running: InProcessApp;
let databaseId: number;

beforeAll(async () => {
  running = await startInProcess({ isWarm: true });
  const { store, engines } = running.app.services;
  databaseId = (await store.selectFrom('databases').selectAll().executeTakeFirstOrThrow()).id;
  const engine = await engines.getEmbedded(databaseId);
  await engine.runTrusted(
    `create table customers (id integer primary key, name varchar);
     create table shops (country varchar, "nr" integer, primary key (country, nr));
     create table purchases (id bigint primary key, customer integer references customers (id),
       country varchar, shop integer, foreign key (country, shop) references shops (country, nr));
     insert into customers values (1, 'Ann'), (42, 'Bob');
     insert into shops values ('D''E', 7);
     insert into purchases values (9007199254740993, 42, 'D''E', 7), (2, null, null, null)`,
  );
}, 60_000);
afterAll(() => running.stop());

const execute = async (sql: string) => {
  const answer = await running.admin.post('/api/v1/sqllab/execute/', { database_id: databaseId, sql });
  expect(answer.status, answer.text).toBe(200);
  return answer.json;
};
const keyOf = async (sql: string): Promise<string> => (await execute(sql)).query.resultsKey;
const keysOf = (key: string, client: ApiClient = running.admin) => client.get(`/api/v1/sqllab/results/${key}/keys`);
const follow = (key: string, q: string, client: ApiClient = running.admin) =>
  client.get(`/api/v1/sqllab/results/${key}/follow?q=(${q})`);
const targets = async (sql: string) =>
  (await keysOf(await keyOf(sql))).json.result.map(
    ({ index, target }: { index: number; target: null | { table: string; column: string } }) => [
      index,
      target && `${target.table}.${target.column}`,
    ],
  );

it('knows keys of results by the catalogue where the origin of a column is sure', async () => {
  expect(await targets('select * from purchases')).toEqual([
    [0, null],
    [1, 'customers.id'],
    [2, 'shops.country'],
    [3, 'shops.nr'],
  ]);
  expect(
    await targets(
      'select p.customer as who, c.id, name, country from purchases p join customers c on c.id = p.customer',
    ),
  ).toEqual([
    [0, 'customers.id'],
    [1, null],
  ]);
  // A part of a key leads nowhere by itself.
  expect(await targets('select shop, id from purchases')).toEqual([[1, null]]);
  // Of two tables that have it nobody knows which is meant, and what is worked out is no key.
  expect(await targets('select customer + 1 as customer, count(*) as id from purchases group by 1')).toEqual([]);
  expect(await targets('select id from (select id from customers) t')).toEqual([]);
  expect(await targets('with purchases as (select 1 as customer) select customer from purchases')).toEqual([]);
});

it('writes the statement that a foreign key leads to, with each part of the key from the same row', async () => {
  const key = await keyOf('select customer, country, shop, id from purchases order by id');
  const sorted = 'sort:!((column:id,descending:!t))';
  const one = await follow(key, `row:0,column:0,${sorted}`);
  expect(one.json.result).toMatchObject({
    sql: 'SELECT *\nFROM "main"."customers"\nWHERE "id" = 42',
    database_id: databaseId,
    table: 'customers',
  });
  expect((await execute(one.json.result.sql)).data).toEqual([{ id: 42, name: 'Bob' }]);
  const both = await follow(key, `row:0,column:2,${sorted}`);
  expect(both.json.result.sql).toContain(`WHERE "country" = 'D''E'\n  AND "nr" = 7`);
  expect((await execute(both.json.result.sql)).data).toEqual([{ country: "D'E", nr: 7 }]);
  const none = await follow(key, `row:1,column:0,${sorted}`);
  expect([none.status, none.text]).toEqual([422, expect.stringContaining('row: It has no value there')]);
  expect((await follow(key, 'row:0,column:3')).text).toContain('column: Its values lead to no other table');
  expect((await follow(key, 'row:9,column:0')).status).toBe(422);
  expect((await follow(key, 'row:a')).status).toBe(400);
});

it('tells nobody else of keys, and nothing of a result that is gone', async () => {
  const key = await keyOf('select * from purchases');
  const other = await running.signInAs('key-reader', ['sql_lab', 'Gamma']);
  for (const ask of [keysOf(key, other), follow(key, 'row:0,column:1', other), keysOf('no-such-key')])
    expect((await ask).status).toBe(404);
  const viewer = await running.signInAs('key-viewer', ['Public']);
  for (const ask of [keysOf(key, viewer), follow(key, 'row:0,column:1', viewer)]) expect((await ask).status).toBe(403);
  await running.app.services.engines.results.deleteResult(key);
  for (const ask of [keysOf(key), follow(key, 'row:0,column:1')]) expect((await ask).status).toBe(410);
});
