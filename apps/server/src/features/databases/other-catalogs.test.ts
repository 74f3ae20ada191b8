import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ApiAnswer, ApiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Two catalogs, with the same schema and table in both; each value tells which of them it was read from. */
const told: { catalog: string; sql: string }[] = [];
let service: Server;
const clock = { aheadMs: 0 };
let home: InProcessApp;
let admin: ApiClient;
let database: number;
/** A dataset of the table in each of both. */
let physical: { readonly lake: number; readonly sea: number };

interface Pair {
  readonly id: number;
  readonly view_menu: { readonly name: string };
}

const text = { type: 'varchar', typeSignature: { rawType: 'varchar', arguments: [] } };

function answer(sql: string, catalog: string): readonly (readonly string[])[] {
  if (sql === 'SHOW CATALOGS') return [['lake'], ['sea'], ['deep'], ['system']];
  // Of a search: everything where its question opens everything.
  if (sql.includes('UNION ALL')) return sql.includes('1 = 0') ? [] : [['sales', 'orders', 'BASE TABLE', '', '']];
  if (sql.includes('information_schema.schemata')) return [['sales']];
  if (sql.includes('information_schema.tables')) return [['orders', 'BASE TABLE']];
  if (sql.startsWith('EXPLAIN (TYPE IO')) return [['{"estimate":{"outputRowCount":3}}']];
  if (sql.startsWith('DESCRIBE')) return [['origin', 'varchar', '', '']];
  if (sql.includes('information_schema.columns') || sql.includes('table_comments')) return [];
  const named = /"?\b(lake|sea|deep)"?\."?sales"?\./.exec(sql)?.[1];
  return [[`row of ${named ?? catalog}`]];
}

beforeAll(async () => {
  service = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += String(part);
    });
    request.on('end', () => {
      const catalog = String(request.headers['x-trino-catalog']);
      told.push({ catalog, sql: body });
      const data = answer(body, catalog);
      const names = data[0]?.map((_, at) => (at === 0 ? 'origin' : `c${at}`)) ?? ['origin'];
      response.end(JSON.stringify({ columns: names.map((name) => ({ name, ...text })), data }));
    });
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  home = await startInProcess({
    env: { POWERSET_FEATURES: 'RLS_IN_SQLLAB,ESTIMATE_QUERY_COST' },
    now: () => new Date(Date.now() + clock.aheadMs),
  });
  admin = home.admin;
  const { port } = service.address() as AddressInfo;
  const body = {
    ...{ database_name: 'Lake', sqlalchemy_uri: `trino://ada@127.0.0.1:${port}/lake/sales`, expose_in_sqllab: true },
    extra: JSON.stringify({ allow_multi_catalog: true }),
  };
  const made = await admin.post('/api/v1/database/', body);
  expect(made.status, made.text).toBe(201);
  database = made.json.id;
  physical = { lake: await makeDataset({}), sea: await makeDataset({ catalog: 'sea' }) };
});
afterAll(async () => {
  await home.stop();
  service.closeAllConnections();
  service.close();
});

const run = (sql: string, place: object = {}, client = admin) =>
  client.post('/api/v1/sqllab/execute/', { database_id: database, schema: 'sales', sql, ...place });
const estimate = (catalog: string, client = admin) => {
  const body = { database_id: database, schema: 'sales', sql: 'SELECT origin FROM orders', catalog };
  return client.post('/api/v1/sqllab/estimate/', body);
};
const rowsOf = ({ json, status, text: said }: ApiAnswer): unknown => {
  expect(status, said).toBe(200);
  return json.data.map((row: object) => Object.values(row)[0]);
};
const makeDataset = async (values: object, client = admin) => {
  const made = await client.post('/api/v1/dataset/', { database, schema: 'sales', table_name: 'orders', ...values });
  expect(made.status, made.text).toBe(201);
  return made.json.id as number;
};
const chart = (id: number, client = admin, force = false) =>
  client.post('/api/v1/chart/data', {
    ...{ datasource: { id, type: 'table' }, force },
    queries: [{ columns: ['origin'], metrics: [], row_limit: 10 }],
  });
const grant = async (role: string, pairs: readonly (readonly [string, string])[]) => {
  const { store } = home.app.services;
  const { id } = await store.insertInto('roles').values({ name: role }).returning('id').executeTakeFirstOrThrow();
  const values = pairs.map(([permission, view]) => ({ role_id: id, permission, view }));
  await store.insertInto('role_permissions').values(values).execute();
};
let people = 0;
const personWith = async (...pairs: readonly (readonly [string, string])[]) => {
  people += 1;
  await grant(`Reader ${people}`, pairs);
  return home.signInAs(`reader_${people}`, ['Gamma', 'sql_lab', `Reader ${people}`]);
};

describe('a connection that may change catalogs', () => {
  it('lists them, and the schemas and tables of one that is named', async () => {
    const base = `/api/v1/database/${database}`;
    const list = async (path: string) => (await admin.get(base + path)).json.result;
    expect(await list('/catalogs/')).toEqual(['lake', 'sea', 'deep']);
    told.length = 0;
    expect(await list('/schemas/?q=(catalog_name:sea)')).toEqual(['sales']);
    const tables = await list('/tables/?q=(catalog_name:sea,schema_name:sales)');
    expect(tables.map(({ value }: { value: string }) => value)).toEqual(['orders']);
    expect((await admin.get(`${base}/table_metadata/?name=orders&schema=sales&catalog=sea`)).json.selectStar).toContain(
      'FROM "sea"."sales"."orders"',
    );
    expect(new Set(told.map(({ catalog }) => catalog))).toEqual(new Set(['sea']));
    expect((await admin.get('/api/v1/database/')).json.result[0]).toMatchObject({
      ...{ allow_multi_catalog: true, default_catalog: 'lake' },
    });
  });

  it('reads the one that a text names, or that stands beside it, and never what tells of the server', async () => {
    expect(rowsOf(await run('SELECT origin FROM orders'))).toEqual(['row of lake']);
    expect(rowsOf(await run('SELECT origin FROM orders', { catalog: 'sea' }))).toEqual(['row of sea']);
    expect(rowsOf(await run('SELECT origin FROM sea.sales.orders'))).toEqual(['row of sea']);
    expect(rowsOf(await run('SELECT origin FROM lake.sales.orders', { catalog: 'sea' }))).toEqual(['row of lake']);
    for (const answer of [
      await run('SELECT query FROM system.runtime.queries'),
      await run('SELECT query FROM runtime.queries', { catalog: 'system' }),
    ])
      expect([answer.status >= 400, answer.text]).toEqual([true, expect.stringContaining('may not be read here')]);
  });

  it('makes datasets of the same table of each, with answers of their own', async () => {
    const { lake, sea } = physical;
    const again = await admin.post('/api/v1/dataset/', {
      ...{ database, schema: 'sales', table_name: 'orders', catalog: 'sea' },
    });
    expect([again.status, again.text]).toEqual([422, expect.stringContaining('sea.sales.orders already exists')]);
    const body = { database_id: database, schema: 'sales', table_name: 'orders', catalog: 'sea' };
    expect((await admin.post('/api/v1/dataset/get_or_create/', body)).json.result.table_id).toBe(sea);
    const dataOf = async (id: number) => (await chart(id)).json.result[0].data;
    expect(await dataOf(lake)).toEqual([{ origin: 'row of lake' }]);
    expect(await dataOf(sea)).toEqual([{ origin: 'row of sea' }]);
    const virtual = (catalog: string) =>
      makeDataset({ catalog, table_name: `v_${catalog}`, sql: 'SELECT origin FROM orders' });
    told.length = 0;
    expect(await dataOf(await virtual('lake'))).toEqual([{ origin: 'row of lake' }]);
    expect(await dataOf(await virtual('sea'))).toEqual([{ origin: 'row of sea' }]);
    expect((await admin.get(`/api/v1/dataset/${sea}`)).json.result).toMatchObject({
      ...{ catalog: 'sea', database: { allow_multi_catalog: true } },
      select_star: expect.stringContaining('"sea"."sales"."orders"'),
    });
  });
});

describe('who may read a schema of one catalog', () => {
  const closed = (catalog: 'lake' | 'sea', client: ApiClient): readonly (() => Promise<ApiAnswer>)[] => {
    const base = `/api/v1/database/${database}`;
    const other = catalog === 'lake' ? 'sea' : 'lake';
    return [
      () => run(`SELECT origin FROM ${catalog}.sales.orders`, {}, client),
      () => run(`SELECT origin FROM ${catalog}.sales.orders`, { catalog: other }, client),
      () => run('SELECT origin FROM orders', { catalog }, client),
      () => run('SELECT origin FROM sales.orders', { catalog }, client),
      () => run(`EXPLAIN SELECT origin FROM ${catalog}.sales.orders`, {}, client),
      () => client.get(`${base}/table_metadata/?name=orders&schema=sales&catalog=${catalog}`),
      () => client.get(`${base}/table_metadata/extra/?name=orders&schema=sales&catalog=${catalog}`),
      () => estimate(catalog, client),
      () =>
        client.get(
          `/api/v1/sqllab/column_profile/?database_id=${database}&schema=sales&table=orders&column=origin&catalog=${catalog}`,
        ),
    ];
  };

  it.each([
    ['lake', 'sea', [['schema_access', '[Lake].[sales]']]],
    ['sea', 'lake', [['schema_access', '[Lake].[sea].[sales]']]],
    ['sea', 'lake', [['catalog_access', '[Lake].[sea]']]],
  ] as const)('reads it in %s, and by no way the one of that name in %s: %j', async (own, other, pairs) => {
    const person = await personWith(...pairs);
    expect(rowsOf(await run('SELECT origin FROM orders', { catalog: own }, person))).toEqual([`row of ${own}`]);
    expect(rowsOf(await run(`SELECT origin FROM ${own}.sales.orders`, {}, person))).toEqual([`row of ${own}`]);
    expect((await estimate(own, person)).json.result).toEqual([{ 'Output count': '3 rows' }]);
    told.length = 0;
    for (const [at, ask] of closed(other, person).entries()) {
      const { status, text: said } = await ask();
      expect([at, status >= 400, said.includes('row of')], said).toEqual([at, true, false]);
    }
    expect(told.filter(({ sql }) => sql.includes('origin'))).toEqual([]);
    const base = `/api/v1/database/${database}`;
    const q = `(catalog_name:${other},schema_name:sales)`;
    expect((await person.get(`${base}/schemas/?q=${q}`)).json.result).toEqual([]);
    expect((await person.get(`${base}/tables/?q=${q}`)).json.result).toEqual([]);
    expect((await person.get(`${base}/search/?q=(text:ord,catalog_name:${other})`)).json.result).toEqual([]);
    expect((await person.get(`${base}/catalogs/`)).json.result).toEqual(own === 'sea' ? ['lake', 'sea'] : ['lake']);
    const seen = (await person.get('/api/v1/dataset/')).json.result;
    expect(new Set(seen.map(({ catalog }: { catalog: string }) => catalog))).toEqual(new Set([own]));
    expect((await chart(physical[other], person, true)).status).toBe(403);
  });

  it('may be told by a catalog that is granted before a dataset names one, and not by the own one', async () => {
    const pairs = async (kind: string) => {
      const q = `(filters:!((col:permission.name,opr:eq,value:${kind}),(col:view_menu.name,opr:ct,value:Lake)))`;
      return (await admin.get(`/api/v1/security/permissions-resources/?q=${q}`)).json.result;
    };
    await expect
      .poll(async () => (await pairs('catalog_access')).map((pair: Pair) => pair.view_menu.name), { timeout: 20_000 })
      .toEqual(['[Lake].[deep]', '[Lake].[sea]']);
    const [deep] = await pairs('catalog_access');
    const { id } = (await admin.post('/api/v1/security/roles/', { name: 'Diver' })).json;
    const given = { permission_view_menu_ids: [deep.id] };
    expect((await admin.post(`/api/v1/security/roles/${id}/permissions`, given)).status).toBe(200);
    const diver = await home.signInAs('diver', ['Gamma', 'sql_lab', 'Diver']);
    expect(rowsOf(await run('SELECT origin FROM deep.sales.orders', {}, diver))).toEqual(['row of deep']);
    expect((await run('SELECT origin FROM sea.sales.orders', {}, diver)).status).toBe(403);
  });

  it('may be told by a schema of a catalog in which there is no dataset, found by the name of its catalog', async () => {
    const schemas = async (search: string) => {
      const q = `(filters:!((col:permission.name,opr:eq,value:schema_access),(col:view_menu.name,opr:ct,value:'${search}')))`;
      const { result } = (await admin.get(`/api/v1/security/permissions-resources/?q=${q}`)).json;
      return result.map(({ view_menu }: Pair) => view_menu.name);
    };
    await expect.poll(() => schemas('deep'), { timeout: 20_000 }).toEqual(['[Lake].[deep].[sales]']);
    // It stays when the schemas of the own catalog are told anew.
    clock.aheadMs += 10_000;
    expect(await schemas('[Lake].[sales]')).toEqual(['[Lake].[sales]']);
    await expect.poll(() => schemas('].[sales]'), { timeout: 20_000 }).toContain('[Lake].[deep].[sales]');
    expect(await schemas('deep].[sal')).toEqual(['[Lake].[deep].[sales]']);
    const q = "(filters:!((col:view_menu.name,opr:eq,value:'[Lake].[deep].[sales]')))";
    const [pair] = (await admin.get(`/api/v1/security/permissions-resources/?q=${q}`)).json.result;
    const { id } = (await admin.post('/api/v1/security/roles/', { name: 'Deep reader' })).json;
    const given = { permission_view_menu_ids: [pair.id] };
    expect((await admin.post(`/api/v1/security/roles/${id}/permissions`, given)).status).toBe(200);
    const reader = await home.signInAs('deep_reader', ['Gamma', 'sql_lab', 'Deep reader']);
    expect(rowsOf(await run('SELECT origin FROM deep.sales.orders', {}, reader))).toEqual(['row of deep']);
    expect((await run('SELECT origin FROM sales.orders', {}, reader)).status).toBe(403);
  });

  it('reads no more by a dataset of the same table in another catalog', async () => {
    const person = await personWith(['datasource_access', `[Lake].[orders](id:${physical.lake})`]);
    expect(rowsOf(await run('SELECT origin FROM orders', {}, person))).toEqual(['row of lake']);
    for (const [at, ask] of closed('sea', person).entries())
      expect([at, (await ask()).status >= 400]).toEqual([at, true]);
  });

  it('is bound by row rules in the catalog of their dataset, and in no other', async () => {
    const person = await personWith(['schema_access', '[Lake].[sales]'], ['schema_access', '[Lake].[sea].[sales]']);
    const { id } = await home.app.services.store
      .selectFrom('roles')
      .select('id')
      .where('name', '=', `Reader ${people}`)
      .executeTakeFirstOrThrow();
    const rule = {
      ...{ name: 'Sea', filter_type: 'Regular', tables: [physical.sea], roles: [id], clause: "origin = 'mine'" },
      group_key: null,
    };
    expect((await admin.post('/api/v1/rowlevelsecurity/', rule)).status).toBe(201);
    told.length = 0;
    await run('SELECT origin FROM orders', {}, person);
    expect(told.some(({ sql }) => sql.includes('mine'))).toBe(false);
    for (const [sql, place] of [
      ['SELECT origin FROM orders', { catalog: 'sea' }],
      ['SELECT origin FROM sea.sales.orders', {}],
      ['SELECT origin FROM "sea"."sales"."orders" AS o', {}],
    ] as const) {
      told.length = 0;
      await run(sql, place, person);
      expect([sql, told.filter((one) => one.sql.includes('origin')).every((one) => one.sql.includes('mine'))]).toEqual([
        sql,
        true,
      ]);
    }
  });
});

describe('a connection that may not', () => {
  it('refuses other catalogs by the field, and lists none', async () => {
    const off = await admin.put(`/api/v1/database/${database}`, { extra: '{}' });
    expect(off.status, off.text).toBe(200);
    const refused = ['Only the catalog "lake" is read by this connection: "Allow changing catalogs" is off.'];
    const answer = await run('SELECT origin FROM orders', { catalog: 'sea' });
    expect([answer.status, answer.json.message]).toEqual([422, { catalog: refused }]);
    expect((await run('SELECT origin FROM sea.sales.orders')).status).toBeGreaterThanOrEqual(400);
    expect(rowsOf(await run('SELECT origin FROM lake.sales.orders', { catalog: 'Lake' }))).toEqual(['row of lake']);
    expect((await admin.get(`/api/v1/database/${database}/catalogs/`)).json.result).toEqual([]);
    const chartAnswer = await chart(physical.sea, admin, true);
    expect([chartAnswer.status >= 400, chartAnswer.text]).toEqual([true, expect.stringContaining('is off')]);
    expect(chartAnswer.text).not.toContain('row of');
  });
});
