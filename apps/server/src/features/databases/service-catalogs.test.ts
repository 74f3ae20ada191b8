import type { ApiAnswer, ApiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeService, fakeServices } from './service-catalogs-fixture.ts';

describe.each(fakeServices)('a connection to $name that may change catalogs', (fake: FakeService) => {
  let home: InProcessApp;
  let admin: ApiClient;
  let service: Awaited<ReturnType<FakeService['start']>>;
  let database: number;
  let people = 0;

  beforeAll(async () => {
    service = await fake.start();
    home = await startInProcess({ env: { POWERSET_FEATURES: 'RLS_IN_SQLLAB,ESTIMATE_QUERY_COST' } });
    admin = home.admin;
    const made = await admin.post('/api/v1/database/', {
      ...{ database_name: 'Lake', sqlalchemy_uri: fake.uriOf(service.port), expose_in_sqllab: true },
      extra: JSON.stringify({ allow_multi_catalog: true }),
    });
    expect(made.status, made.text).toBe(201);
    database = made.json.id;
  });
  afterAll(async () => {
    await home.stop();
    await service.stop();
  });

  const run = (sql: string, place: object = {}, client = admin) =>
    client.post('/api/v1/sqllab/execute/', { database_id: database, schema: 'sales', sql, ...place });
  const rowsOf = ({ json, status, text }: ApiAnswer): unknown => {
    expect(status, text).toBe(200);
    return json.data.map((row: object) => Object.values(row)[0]);
  };
  const personWith = async (...pairs: readonly (readonly [string, string])[]) => {
    people += 1;
    const { store } = home.app.services;
    const role = { name: `Reader ${people}` };
    const { id } = await store.insertInto('roles').values(role).returning('id').executeTakeFirstOrThrow();
    const values = pairs.map(([permission, view]) => ({ role_id: id, permission, view }));
    await store.insertInto('role_permissions').values(values).execute();
    const client = await home.signInAs(`reader_${people}`, ['Gamma', 'sql_lab', role.name]);
    return { client, role: id };
  };

  it('lists them but what tells of the server, and the schemas, tables and columns of one that is named', async () => {
    const base = `/api/v1/database/${database}`;
    const list = async (path: string) => (await admin.get(base + path)).json.result;
    expect(await list('/catalogs/')).toEqual(['lake', 'sea']);
    expect(await list('/schemas/?q=(catalog_name:sea)')).toEqual(['of_sea', 'sales']);
    expect(await list('/schemas/')).toEqual(['of_lake', 'sales']);
    const tables = await list('/tables/?q=(catalog_name:sea,schema_name:sales)');
    expect(tables.map(({ value }: { value: string }) => value)).toEqual(['orders']);
    const described = await admin.get(`${base}/table_metadata/?name=orders&schema=sales&catalog=sea`);
    expect(described.json.columns.map(({ name }: { name: string }) => name.toLowerCase())).toEqual(['origin_sea']);
    const found = await list('/search/?q=(text:ord,catalog_name:sea)');
    expect(found).toMatchObject([{ schema: 'sales', table: 'orders' }]);
    expect(rowsOf(await run(described.json.selectStar))).toEqual(['row of sea']);
    const { result } = (await admin.get('/api/v1/database/')).json;
    expect(result[0]).toMatchObject({ allow_multi_catalog: true, default_catalog: 'lake' });
  });

  it('reads the one that is chosen, or that a text names, and no other', async () => {
    for (const [sql, place, catalog] of [
      ['SELECT origin FROM orders', {}, 'lake'],
      ['SELECT origin FROM orders', { catalog: 'sea' }, 'sea'],
      ['SELECT origin FROM sales.orders', { catalog: 'sea' }, 'sea'],
      ['SELECT origin FROM sea.sales.orders', {}, 'sea'],
      ...(fake.tellsCaseApart ? [] : [['SELECT origin FROM SEA.sales.orders', {}, 'sea'] as const]),
      ['SELECT origin FROM lake.sales.orders', { catalog: 'sea' }, 'lake'],
      ['SELECT origin FROM (SELECT origin FROM sales.orders) AS o', { catalog: 'sea' }, 'sea'],
    ] as const)
      expect([sql, place, rowsOf(await run(sql, place))]).toEqual([sql, place, [`row of ${catalog}`]]);
    const runsIn = async (catalog: string) =>
      (await admin.get(`/api/v1/query/?q=(filters:!((col:catalog,opr:eq,value:${catalog})))`)).json.result.map(
        (one: { sql: string }) => one.sql,
      );
    await expect.poll(() => runsIn('lake')).toContain('SELECT origin FROM sea.sales.orders');
    expect(await runsIn('sea')).not.toContain('SELECT origin FROM sea.sales.orders');
    if (fake.closed === null) return;
    for (const closed of [
      await run(`SELECT query FROM ${fake.closed}.sales.orders`),
      await run('SELECT query FROM orders', { catalog: fake.closed }),
    ])
      expect([closed.status >= 400, closed.text]).toEqual([true, expect.stringContaining('may not be read here')]);
  });

  it('makes datasets of the same table of each, with answers of their own', async () => {
    for (const catalog of ['lake', 'sea']) {
      const table = { database, schema: 'sales', table_name: 'orders', catalog };
      const made = await admin.post('/api/v1/dataset/', table);
      expect(made.status, made.text).toBe(201);
      const { json, text } = await admin.post('/api/v1/chart/data', {
        datasource: { id: made.json.id, type: 'table' },
        queries: [{ columns: [fake.columnOf(catalog)], metrics: [], row_limit: 10 }],
      });
      expect(Object.values(json.result?.[0]?.data?.[0] ?? {}), text).toEqual([`row of ${catalog}`]);
    }
  });

  it.each([
    ['lake', 'sea', ['schema_access', '[Lake].[sales]']],
    ['sea', 'lake', ['schema_access', '[Lake].[sea].[sales]']],
  ] as const)('opens %s to who may read it, and by no way its namesake in %s', async (own, other, pair) => {
    const { client } = await personWith(pair);
    expect(rowsOf(await run('SELECT origin FROM orders', { catalog: own }, client))).toEqual([`row of ${own}`]);
    expect(rowsOf(await run(`SELECT origin FROM ${own}.sales.orders`, {}, client))).toEqual([`row of ${own}`]);
    const base = `/api/v1/database/${database}`;
    const refused = [
      await run(`SELECT origin FROM ${other}.sales.orders`, {}, client),
      await run(`SELECT origin FROM ${other}.sales.orders`, { catalog: own }, client),
      await run(`SELECT origin FROM ${other.toUpperCase()}.sales.orders`, {}, client),
      await run('SELECT origin FROM orders', { catalog: other }, client),
      await run('SELECT origin FROM sales.orders', { catalog: other }, client),
      await client.get(`${base}/table_metadata/?name=orders&schema=sales&catalog=${other}`),
      await client.post('/api/v1/sqllab/estimate/', {
        ...{ database_id: database, schema: 'sales', sql: 'SELECT origin FROM orders', catalog: other },
      }),
    ];
    for (const [at, { status, text }] of refused.entries())
      expect([at, status >= 400, text.includes('row of')], text).toEqual([at, true, false]);
    const q = `(catalog_name:${other},schema_name:sales)`;
    expect((await client.get(`${base}/schemas/?q=${q}`)).json.result).toEqual([]);
    expect((await client.get(`${base}/tables/?q=${q}`)).json.result).toEqual([]);
    expect((await client.get(`${base}/search/?q=(text:ord,catalog_name:${other})`)).json.result).toEqual([]);
  });

  it('binds by row rules in the catalog of their dataset, however its table is named', async () => {
    const { client, role } = await personWith(
      ['schema_access', '[Lake].[sales]'],
      ['schema_access', '[Lake].[sea].[sales]'],
    );
    const { json } = await admin.post('/api/v1/dataset/get_or_create/', {
      ...{ database_id: database, schema: 'sales', table_name: 'orders', catalog: 'sea' },
    });
    const rule = {
      ...{ name: 'Sea', filter_type: 'Regular', tables: [json.result.table_id], roles: [role], group_key: null },
      clause: "origin = 'mine'",
    };
    expect((await admin.post('/api/v1/rowlevelsecurity/', rule)).status).toBe(201);
    const isBound = async (sql: string, place: object = {}) => {
      service.told.length = 0;
      expect((await run(sql, place, client)).status).toBe(200);
      return service.told.filter((text) => text.includes('origin')).every((text) => text.includes('mine'));
    };
    expect(await isBound('SELECT origin FROM orders')).toBe(false);
    expect(await isBound('SELECT origin FROM orders', { catalog: 'sea' })).toBe(true);
    expect(await isBound('SELECT origin FROM sales.orders', { catalog: 'sea' })).toBe(true);
    expect(await isBound('SELECT origin FROM sea.sales.orders')).toBe(true);
    if (!fake.tellsCaseApart) expect(await isBound('SELECT origin FROM SEA.sales.orders')).toBe(true);
  });

  it('reads its own alone once its settings do not allow more', async () => {
    expect((await admin.put(`/api/v1/database/${database}`, { extra: '{}' })).status).toBe(200);
    const { json, status } = await run('SELECT origin FROM orders', { catalog: 'sea' });
    expect([status, json.message.catalog]).toEqual([
      422,
      [expect.stringContaining('"Allow changing catalogs" is off')],
    ]);
    expect((await run('SELECT origin FROM sea.sales.orders')).status).toBeGreaterThanOrEqual(400);
    expect((await admin.get(`/api/v1/database/${database}/catalogs/`)).json.result).toEqual([]);
    expect(rowsOf(await run('SELECT origin FROM lake.sales.orders'))).toEqual(['row of lake']);
  });
});
