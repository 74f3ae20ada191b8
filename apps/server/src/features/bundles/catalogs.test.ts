import type { ApiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';

let home: InProcessApp;
let admin: ApiClient;

const uuidOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const database = (number: number, name: string, uri: string) => ({
  ...{ database_name: name, sqlalchemy_uri: uri, uuid: uuidOf(number), version: '1.0.0' },
});
const dataset = (number: number, databaseNumber: number, values: object) => ({
  ...{ table_name: `orders_${number}`, schema: 'sales', sql: null, metrics: [], columns: [] },
  ...{ uuid: uuidOf(number), database_uuid: uuidOf(databaseNumber), version: '1.0.0', ...values },
});
const files = {
  'databases/Lake.yaml': database(1, 'Lake', 'trino://ada@127.0.0.1:1/lake/sales'),
  'databases/Shop.yaml': database(2, 'Shop', 'postgresql://ada@127.0.0.1:1/shop'),
  'databases/Far.yaml': database(3, 'Far', 'teradatasql://ada@127.0.0.1/db'),
  'datasets/Lake/own.yaml': dataset(11, 1, { catalog: 'LAKE' }),
  'datasets/Lake/unnamed.yaml': dataset(12, 1, {}),
  'datasets/Lake/other.yaml': dataset(13, 1, { catalog: 'sea' }),
  'datasets/Shop/own.yaml': dataset(14, 2, { catalog: 'shop' }),
  'datasets/Far/any.yaml': dataset(15, 3, { catalog: 'DB' }),
};

async function send(documents: object, fields: Readonly<Record<string, string>> = {}) {
  const metadata = { version: '1.0.0', type: 'assets', timestamp: '2026-01-01T00:00:00+00:00' };
  const entries = Object.entries({ 'metadata.yaml': metadata, ...documents });
  const archive = zipSync(Object.fromEntries(entries.map(([name, value]) => [`x/${name}`, strToU8(stringify(value))])));
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('bundle', new Blob([archive.slice()]), 'bundle.zip');
  return admin.post('/api/v1/assets/import/', undefined, { form });
}

async function idOf(resource: string, number: number): Promise<number> {
  const { result } = (await admin.get(`/api/v1/${resource}/?q=(page_size:100)`)).json;
  return result.find((row: { uuid: string }) => row.uuid === uuidOf(number)).id;
}

const detailOf = async (number: number) =>
  (await admin.get(`/api/v1/dataset/${await idOf('dataset', number)}`)).json.result;

async function exportedCatalogs(): Promise<Readonly<Record<string, unknown>>> {
  const { bytes } = await admin.get('/api/v1/assets/export/');
  const documents = Object.entries(unzipSync(bytes)).filter(([name]) => name.includes('/datasets/'));
  const read = documents.map(([, text]) => parse(strFromU8(text)) as Record<string, unknown>);
  return Object.fromEntries(read.map(({ table_name: name, catalog }) => [String(name), catalog]));
}

beforeAll(async () => {
  home = await startInProcess();
  admin = home.admin;
  const answer = await send(files);
  expect([answer.status, answer.json.warnings]).toEqual([
    200,
    expect.arrayContaining([
      'datasets/Lake/other.yaml: `catalog` is not known here and was left out (sea): Only the catalog "lake" is read by this connection: "Allow changing catalogs" is off.',
    ]),
  ]);
});
afterAll(() => home.stop());

describe('a catalog that a dataset names', () => {
  it('is kept where it is the one that the connection opens, or nothing opens it here, and exported again [IMP-005]', async () => {
    const catalogs = await Promise.all([11, 12, 13, 14, 15].map(async (number) => (await detailOf(number)).catalog));
    expect(catalogs).toEqual(['lake', 'lake', 'lake', 'shop', 'DB']);
    expect(await exportedCatalogs()).toMatchObject({
      ...{ orders_11: 'lake', orders_12: 'lake', orders_13: 'lake', orders_14: undefined, orders_15: 'DB' },
    });
    const again = await send(files, { overwrite: 'true' });
    expect(again.status, again.text).toBe(200);
    expect(await exportedCatalogs()).toMatchObject({ orders_11: 'lake', orders_15: 'DB' });
  });

  it('is filtered by in lists', async () => {
    const list = (await admin.get('/api/v1/dataset/?q=(filters:!((col:catalog,opr:eq,value:DB)))')).json;
    expect(list.result.map(({ uuid }: { uuid: string }) => uuid)).toEqual([uuidOf(15)]);
    const named = async (filter: string) => {
      const { result, count } = (await admin.get(`/api/v1/dataset/?q=(filters:!((col:catalog,${filter})))`)).json;
      expect(count).toBe(result.length);
      return result.map(({ uuid }: { uuid: string }) => uuid).sort();
    };
    // Rows that keep no name are of the catalog that their connection opens.
    expect(await named('opr:eq,value:lake')).toEqual([11, 12, 13].map(uuidOf));
    expect(await named('opr:eq,value:shop')).toEqual([uuidOf(14)]);
    expect(await named('opr:ct,value:SHO')).toEqual([uuidOf(14)]);
    expect(await named('opr:neq,value:lake')).toEqual([14, 15].map(uuidOf));
    expect(await named('opr:eq,value:nowhere')).toEqual([]);
  });

  it('is a value to choose, the connection’s own too, of what one may read', async () => {
    const values = async (q = '', client = admin) => {
      const { result, count } = (await client.get(`/api/v1/dataset/distinct/catalog${q && `?q=${q}`}`)).json;
      return [count, result.map(({ text, value }: { text: string; value: string }) => text === value && text)];
    };
    expect(await values()).toEqual([3, ['DB', 'lake', 'shop']]);
    expect(await values('(filter:LA)')).toEqual([1, ['lake']]);
    expect(await values('(filter:ake)')).toEqual([0, []]);
    expect(await values('(page:1,page_size:2)')).toEqual([3, ['shop']]);
    expect(await values('', await home.signInAs('sees_none', ['Gamma']))).toEqual([0, []]);
    expect((await admin.get('/api/v1/dataset/distinct/sql')).status).toBe(404);
  });

  it('may be the connection’s own in a change, and no other', async () => {
    const id = await idOf('dataset', 11);
    const own = await admin.put(`/api/v1/dataset/${id}`, { catalog: 'Lake', description: 'x' });
    expect(own.status, own.text).toBe(200);
    expect((await detailOf(11)).catalog).toBe('lake');
    const other = await admin.put(`/api/v1/dataset/${id}`, { catalog: 'sea' });
    const told = { catalog: ['Only the catalog "lake" is read by this connection: "Allow changing catalogs" is off.'] };
    expect([other.status, other.json.message]).toEqual([422, told]);
  });

  it('stands in versions of a dataset, and comes back with them', async () => {
    const id = await idOf('dataset', 15);
    expect((await admin.put(`/api/v1/dataset/${id}`, { description: 'one' })).status).toBe(200);
    const { result } = (await admin.get(`/api/v1/dataset/${id}/versions/`)).json;
    const version = (await admin.get(`/api/v1/dataset/${id}/versions/${result[0].number}`)).json.result;
    expect(version.fields.catalog).toBe('DB');
  });

  it('goes with whoever may read its schema by both names, and with nobody who may read one of that name', async () => {
    const roles = (view: string, name: string) =>
      home.app.services.store
        .insertInto('roles')
        .values({ name })
        .returning('id')
        .executeTakeFirstOrThrow()
        .then(({ id }) =>
          home.app.services.store
            .insertInto('role_permissions')
            .values({ role_id: id, permission: 'schema_access', view })
            .execute(),
        );
    await roles('[Far].[sales]', 'By schema');
    await roles('[Far].[DB].[sales]', 'By catalog');
    const seen = async (role: string) => {
      const person = await home.signInAs(role.toLowerCase().replace(' ', '_'), ['Gamma', role]);
      const { result } = (await person.get('/api/v1/dataset/?q=(page_size:100)')).json;
      return result.map(({ uuid }: { uuid: string }) => uuid);
    };
    expect(await seen('By schema')).toEqual([]);
    expect(await seen('By catalog')).toEqual([uuidOf(15)]);
  });

  it('is forgotten where the database moves to an engine that reads one alone', async () => {
    const moved = database(3, 'Far', 'redshift://ada@127.0.0.1:1/other');
    const answer = await send({ 'databases/Far.yaml': moved }, { overwrite: 'true' });
    expect(answer.status, answer.text).toBe(200);
    expect((await detailOf(15)).catalog).toBe('other');
  });
});

describe('a catalog beside a text', () => {
  it('is kept of saved queries and their versions, exported, filtered by, and refused where it cannot be read', async () => {
    const path = '/api/v1/saved_query/';
    const lake = await idOf('database', 1);
    const body = { label: 'Orders', db_id: lake, catalog: 'lake', schema: 'sales', sql: 'SELECT 1' };
    const { id } = (await admin.post(path, body)).json;
    expect((await admin.get(`${path}${id}`)).json.result).toMatchObject({ catalog: 'lake', schema: 'sales' });
    const unnamed = { label: 'Unnamed', db_id: lake, sql: 'SELECT 2' };
    expect((await admin.post(path, unnamed)).status).toBe(201);
    const filtered = async (value: string) =>
      (await admin.get(`${path}?q=(filters:!((col:catalog,opr:eq,value:${value})))`)).json.count;
    expect([await filtered('lake'), await filtered('sea')]).toEqual([2, 0]);
    expect((await admin.get(`${path}distinct/catalog`)).json.result).toEqual([{ text: 'lake', value: 'lake' }]);
    const other = await admin.put(`${path}${id}`, { catalog: 'sea' });
    expect([other.status, other.json.message]).toEqual([422, { catalog: [expect.stringContaining('"lake"')] }]);
    expect((await admin.put(`${path}${id}`, { catalog: null })).status).toBe(200);
    // The one that its connection opens, which none of them names any more.
    const chosen = async (q: string) => (await admin.get(`${path}distinct/catalog?q=(filter:${q})`)).json;
    expect(await chosen('LA')).toEqual({ count: 1, result: [{ text: 'lake', value: 'lake' }] });
    expect(await chosen('l_ke')).toEqual({ count: 0, result: [] });
    const versions = (await admin.get(`${path}${id}/versions/`)).json.result;
    expect(versions.map((one: { changed_fields: string[] }) => one.changed_fields)).toEqual([['catalog'], []]);
    const restored = await admin.post(`${path}${id}/versions/1/restore`, {});
    expect(restored.status, restored.text).toBe(200);
    const { bytes } = await admin.get(`${path}export/?q=!(${id})`);
    const [query] = Object.entries(unzipSync(bytes)).filter(([name]) => name.includes('/queries/'));
    expect(parse(strFromU8(query?.[1] ?? new Uint8Array()))).toMatchObject({ catalog: 'lake' });
  });

  it('is kept of tabs and their panels', async () => {
    const form = (fields: object) =>
      new URLSearchParams(
        Object.entries(fields).map(([name, value]): [string, string] => [name, JSON.stringify(value)]),
      );
    const lake = await idOf('database', 1);
    const queryEditor = { name: 'Tab', dbId: lake, catalog: 'lake', schema: 'sales', sql: 'SELECT 1' };
    const { id } = (await admin.post('/tabstateview/', undefined, { form: form({ queryEditor }) })).json;
    const read = async () => (await admin.get(`/tabstateview/${id}`)).json;
    expect(await read()).toMatchObject({ catalog: 'lake', schema: 'sales' });
    const changed = await admin.put(`/tabstateview/${id}`, undefined, { form: form({ catalog: null }) });
    expect(changed.status, changed.text).toBe(200);
    expect(await read()).toMatchObject({ catalog: null, schema: 'sales' });
    const table = { queryEditorId: id, dbId: lake, catalog: 'lake', schema: 'sales', name: 'orders' };
    expect((await admin.post('/tableschemaview/', undefined, { form: form({ table }) })).status).toBe(200);
    expect((await read()).table_schemas).toEqual([expect.objectContaining({ catalog: 'lake', table: 'orders' })]);
  });
});
