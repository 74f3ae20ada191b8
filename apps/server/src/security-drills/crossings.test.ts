import { gzipSync } from 'node:zlib';
import { encodeRison } from '@powerset/contract';
import type { ApiClient } from '@powerset/testkit';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addRole, canary, type DrillWorld, startDrillWorld } from './drill-world-fixture.ts';

let world: DrillWorld;
let secretChart = 0;
/** A run of the administrator over the secret table. */
let secretRun: { readonly id: number; readonly key: string };
const clientId = 'admins-run';

beforeAll(async () => {
  world = await startDrillWorld({ POWERSET_FEATURES: 'ENABLE_TEMPLATE_PROCESSING,ALERT_REPORTS' });
  const { admin, secretDataset } = world;
  const query_context = { datasource: { id: secretDataset, type: 'table' }, queries: [{ columns: ['name'] }] };
  const chart = await admin.post('/api/v1/chart/', {
    ...{ slice_name: 'Secret', viz_type: 'table', datasource_id: secretDataset, datasource_type: 'table' },
    query_context: JSON.stringify(query_context),
  });
  secretChart = chart.json.id;
  const { json, text } = await run(admin, 'SELECT * FROM pay', { client_id: clientId });
  expect(text).toContain(canary);
  secretRun = { id: json.query_id, key: json.query.resultsKey };
});
afterAll(() => world.running.stop());

const run = (who: ApiClient, sql: string, more: object = {}) =>
  who.post('/api/v1/sqllab/execute/', { database_id: world.databaseId, schema: 'main', sql, ...more });

const form = (fields: object) => ({
  form: new URLSearchParams(
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)])),
  ),
});

describe('a run of somebody else', () => {
  it('is read by none of the ways to a result', async () => {
    const at = `/api/v1/sqllab/results/${secretRun.key}`;
    const ways = [
      `${at}/window?offset=0&limit=5`,
      `${at}/cell?q=(column:'0',row:0)`,
      `${at}/column?q=(column:'0',row:0)`,
      `${at}/values?q=(column:'0',row:0)`,
      `${at}/profile`,
      `${at}/keys`,
      `${at}/export`,
      `${at}/follow?q=(column:'0',row:0)`,
      `${at}/compare?q=(before:'${secretRun.key}')`,
      `${at}/figures?before=${secretRun.key}`,
      `/api/v1/sqllab/results/?q=(key:'${secretRun.key}')`,
      `/api/v1/sqllab/export/${clientId}/`,
      `/api/v1/sqllab/progress/${clientId}`,
      `/api/v1/query/${secretRun.id}`,
    ];
    for (const way of ways) {
      const { status, text } = await world.mallory.get(way);
      expect([way, status]).toEqual([way, 404]);
      expect(text).not.toContain(canary);
    }
  });

  it('is not taken over by its name: neither begun again, stopped nor put into a tab of one’s own', async () => {
    const { mallory } = world;
    expect((await run(mallory, 'SELECT 1', { client_id: clientId })).status).toBe(409);
    expect((await mallory.post('/api/v1/query/stop', { client_id: clientId })).status).toBe(404);
    const made = await mallory.send('POST', '/tabstateview/', form({ queryEditor: { name: 'Mine', sql: 'SELECT 1' } }));
    const tab = `/tabstateview/${made.json.id}`;
    expect((await mallory.send('POST', `${tab}/migrate_query`, form({ queryId: clientId }))).status).toBe(404);
    expect((await mallory.send('PUT', tab, form({ latest_query_id: clientId }))).status).toBe(400);
    expect((await mallory.get(tab)).json.latest_query).toBeNull();
  });

  it('is no source of a chart', async () => {
    const answer = await world.mallory.post('/api/v1/chart/data', {
      datasource: { id: secretRun.id, type: 'query' },
      queries: [{ columns: ['name'], metrics: [] }],
    });
    expect([answer.status, answer.text.includes(canary)]).toEqual([404, false]);
  });
});

describe('a named result', () => {
  it('is the caller’s own, under whatever spelling, and no table', async () => {
    const { mallory } = world;
    const key = (await run(mallory, "SELECT 'own' AS name")).json.query.resultsKey;
    const named = (results: readonly object[], sql: string) => run(mallory, sql, { results });
    const own = await named([{ name: 'PAY', key }], "SELECT * FROM RESULT('Pay')");
    expect(own.json.data, own.text).toEqual([{ name: 'own' }]);
    const refused = [
      [[{ name: 'pay', key }], 'SELECT * FROM pay', 403],
      [[{ name: 'main.pay', key }], 'SELECT * FROM main.pay', 403],
      [[{ name: 'x', key: secretRun.key }], "SELECT * FROM result('x')", 422],
      [
        [
          { name: 'X', key: secretRun.key },
          { name: 'x', key },
        ],
        "SELECT * FROM result('x')",
        422,
      ],
      [[{ name: 'x', key }], "SELECT * FROM result('x' || '')", 422],
      [[{ name: 'x', key }], 'SELECT * FROM result((SELECT max(name) FROM pay))', 422],
    ] as const;
    for (const [results, sql, status] of refused) {
      const answer = await named(results, sql);
      expect([sql, answer.status, answer.text.includes(canary)]).toEqual([sql, status, false]);
    }
  });
});

describe('what a list is asked', () => {
  it('finds, orders and shows nothing by secrets and fields of others', async () => {
    const { mallory } = world;
    const lists = ['chart', 'dashboard', 'dataset', 'database', 'saved_query', 'query', 'report', 'schedule', 'trash'];
    const fields = ['password', 'password_hash', 'encrypted_extra', 'sqlalchemy_uri', 'owners.password', 'token'];
    for (const list of lists)
      for (const col of fields) {
        const ask = (q: object) => mallory.get(`/api/v1/${list}/?q=${encodeRison(q)}`);
        for (const q of [{ filters: [{ col, opr: 'sw', value: 'a' }] }, { order_column: col }])
          expect([list, q, (await ask(q)).status]).toEqual([list, q, expect.toSatisfy((status) => status >= 400)]);
        const { result = [] } = (await ask({ columns: [col] })).json;
        expect([list, col, JSON.stringify(result)]).toEqual([
          list,
          col,
          expect.not.stringMatching(/[$]argon2|:[/][/]|"password"/),
        ]);
      }
  });

  it('tells of a hidden table neither its columns nor its schema', async () => {
    const { mallory, databaseId } = world;
    const at = `/api/v1/database/${databaseId}`;
    const profile = `/api/v1/sqllab/column_profile?database_id=${databaseId}&schema=main&column=name&table=`;
    for (const way of [
      `${at}/table_metadata/?name=pay&schema=main`,
      `${at}/select_star/pay/main/`,
      `${at}/table_extra/pay/main/`,
      `${at}/table/pay/main/`,
      `${profile}pay`,
      `${profile}PAY`,
    ])
      expect([way, (await mallory.get(way)).status]).toEqual([way, 403]);
    for (const way of [`${at}/schemas/`, `${at}/tables/?q=(schema_name:hr)`, '/api/v1/dataset/distinct/schema'])
      expect([way, (await mallory.get(way)).text]).toEqual([way, expect.not.stringMatching(/hr|"pay"/)]);
  });
});

describe('a schedule, a chart or a file', () => {
  it('runs no saved query of somebody else, and keeps its result where its author may read', async () => {
    const { admin, mallory, databaseId } = world;
    const times = { cron: '0 0 * * *', timezone: 'UTC' };
    const saved = await admin.post('/api/v1/saved_query/', { label: 'S', db_id: databaseId, sql: 'SELECT * FROM pay' });
    const theirs = await mallory.post('/api/v1/schedule/', { saved_query_id: saved.json.id, ...times });
    const nowhere = await mallory.post('/api/v1/schedule/', { saved_query_id: 4711, ...times });
    expect([theirs.status, theirs.text]).toEqual([422, nowhere.text]);
    const query = { label: 'Mine', db_id: databaseId, schema: 'main', sql: 'SELECT * FROM sales' };
    const over = await mallory.post('/api/v1/schedule/', { query, ...times, output_table: 'pay' });
    expect([over.status, Object.keys(over.json.message)]).toEqual([422, ['output_table']]);
  });

  it('brings no annotations of a chart that its reader may not see', async () => {
    const layer = { name: 'x', annotationType: 'EVENT', sourceType: 'table', value: secretChart, show: true };
    const queries = [{ columns: ['region'], metrics: [], annotation_layers: [{ ...layer, overrides: {} }] }];
    const body = { datasource: { id: world.openDataset, type: 'table' }, queries };
    // So that what follows is about who asks.
    expect((await world.admin.post('/api/v1/chart/data', body)).text).toContain(canary);
    expect((await world.mallory.post('/api/v1/chart/data', body)).text).not.toContain(canary);
  });

  it('is loaded into no schema that its sender may not write, and by nobody from what another has sent', async () => {
    const { running, databaseId, admin } = world;
    const rights = ['can_upload', 'can_read'].map((right) => [right, 'Database'] as const);
    await addRole(running, 'Uploader', [...rights, ['schema_access', '[Powerset].[open]']]);
    const sender = await running.signInAs('sender', ['Gamma', 'Uploader']);
    const base = `/api/v1/database/${databaseId}`;
    const stage = async (who: ApiClient) => {
      const file = new FormData();
      file.append('file', new Blob(['id,name\n1,a\n']), 'x.csv');
      return (await who.send('POST', `${base}/upload_metadata/`, { form: file })).json.result.upload_id;
    };
    const columns = [{ source: 'id', name: 'id', type: 'BIGINT' }];
    const load = (upload_id: string, more: object) => sender.post(`${base}/upload/`, { upload_id, columns, ...more });
    const own = await stage(sender);
    for (const schema of ['main', 'hr', '', null, 'OPEN', 'open"; DROP TABLE pay; --', 'information_schema'])
      expect([schema, (await load(own, { schema, table_name: 'pay', if_exists: 'replace' })).status]).toEqual([
        schema,
        403,
      ]);
    const theirs = await stage(admin);
    expect((await load(theirs, { schema: 'open', table_name: 'mine' })).status).toBe(404);
    expect((await sender.delete(`${base}/upload_metadata/${theirs}`)).status).toBe(404);
    expect((await load(own, { schema: 'open', table_name: 'mine' })).status).toBe(202);
    expect((await run(admin, 'SELECT count(*) AS n FROM pay')).json.data).toEqual([{ n: 1 }]);
  });
});

describe('a bundle', () => {
  it('makes nothing that its sender may not read, and is read as data', async () => {
    const { admin, mallory, databaseId } = world;
    const place = { database: databaseId, schema: 'main' };
    const made = await admin.post('/api/v1/dataset/', { ...place, table_name: 'v', sql: 'SELECT region FROM sales' });
    const files = unzipSync((await admin.get(`/api/v1/dataset/export/?q=!(${made.json.id})`)).bytes);
    const send = async (change: (name: string, text: string) => string, more: Record<string, Uint8Array> = {}) => {
      const changed = Object.entries(files).map(([name, bytes]) => [name, strToU8(change(name, strFromU8(bytes)))]);
      const body = new FormData();
      const zip = zipSync({ ...Object.fromEntries(changed), ...more });
      body.set('formData', new Blob([Buffer.from(zip)]), 'b.zip');
      return mallory.send('POST', '/api/v1/dataset/import/', { form: body });
    };
    const ofDataset = (change: (text: string) => string) => (name: string, text: string) =>
      name.includes('datasets/') ? change(text.replace(/^uuid: .*/m, `uuid: ${crypto.randomUUID()}`)) : text;
    const hops = [1, 2, 3, 4, 5, 6, 7].map((at) => `k${at}: &k${at} [${Array(9).fill(`*k${at - 1}`)}]`);
    const bomb = ['k0: &k0 [x,x]', ...hops].join('\n');
    const cases = [
      [
        'a query of a secret table',
        await send(ofDataset((text) => text.replace('region FROM sales', 'name FROM pay'))),
        403,
      ],
      [
        'a secret table',
        await send(
          ofDataset((text) => text.replace(/^sql: .*/m, 'sql: null').replace(/table_name: .*/, 'table_name: pay')),
        ),
        403,
      ],
      ['a tag of another language', await send(ofDataset((text) => `${text}\nx: !!js/function "f"\n`)), 422],
      ['aliases of aliases', await send(ofDataset((text) => `${bomb}\n${text}`)), 422],
      ['a way out of the archive', await send((_, text) => text, { 'a/../../x.yaml': strToU8('a: 1') }), 422],
      ['a very large file', await send((_, text) => text, { 'a/datasets/x.yaml': new Uint8Array(60_000_000) }), 422],
    ] as const;
    for (const [what, answer, status] of cases) expect([what, answer.status], answer.text).toEqual([what, status]);
    const list = await mallory.get('/api/v1/dataset/?q=(page_size:100)');
    expect(list.text).not.toContain('"pay"');
  }, 60_000);
});

describe('a body', () => {
  it('sets no field that is not its author’s to set', async () => {
    const { mallory, openDataset, databaseId } = world;
    for (const body of [
      { roles: [1] },
      { groups: [1] },
      { username: 'admin' },
      { active: false },
      { id: 1 },
      { is_admin: true },
    ])
      expect([body, (await mallory.put('/api/v1/me/', body)).status]).toEqual([body, 400]);
    expect((await mallory.put('/api/v1/me/', { password: 'another long password' })).status).toBe(422);
    const chart = { slice_name: 'Mine', viz_type: 'table', datasource_id: openDataset, datasource_type: 'table' };
    const own = [
      ['chart', chart],
      ['dashboard', { dashboard_title: 'Mine' }],
      ['saved_query', { label: 'Mine', db_id: databaseId, sql: 'SELECT 1' }],
    ] as const;
    for (const [kind, body] of own) {
      const { id } = (await mallory.post(`/api/v1/${kind}/`, body)).json;
      for (const field of ['id', 'created_by_fk', 'changed_by_fk', 'user_id', 'created_on', 'last_saved_by_fk'])
        expect([kind, field, (await mallory.put(`/api/v1/${kind}/${id}`, { [field]: 1 })).status]).toEqual([
          kind,
          field,
          400,
        ]);
    }
  });

  it('of a sign-in is a name and a password, and no question to a store', async () => {
    for (const body of [
      { username: { $ne: null }, password: { $ne: null } },
      { username: ['admin'], password: ['x'] },
      { username: 'admin', password: '' },
      { username: 'admin\u0000', password: 'x' },
      { username: 'admin', password: 'x'.repeat(100_000) },
    ])
      expect((await world.visitor.post('/api/v1/security/login', { provider: 'db', ...body })).status).toBe(400);
  });

  it('that is packed, in other letters or of another kind is refused in words', async () => {
    const send = async (body: string | Uint8Array, more: Readonly<Record<string, string>> = {}) => {
      const headers = { ...world.admin.headers, 'content-type': 'application/json', ...more };
      const answer = await fetch(`${world.running.url}/api/v1/chart/data`, { method: 'POST', headers, body });
      return [answer.status, (await answer.text()).includes('"message"')];
    };
    const large = gzipSync(Buffer.alloc(100_000_000, 32));
    expect(await send(large, { 'content-encoding': 'gzip' })).toEqual([413, true]);
    expect(await send(Buffer.from('{"a":1}', 'utf16le'))).toEqual([400, true]);
    for (const body of [
      '[]',
      'null',
      '1',
      '"x"',
      '',
      '{"a":',
      `{"datasource":{"id":1e400,"type":"table"},"queries":[]}`,
    ])
      expect([body, await send(body)]).toEqual([body, [400, true]]);
  });
});

describe('an answer', () => {
  it('is kept by no cache on the way, and read by no page of another site', async () => {
    for (const path of [
      '/api/v1/me/',
      '/api/v1/chart/',
      '/api/v1/chart/4711',
      '/api/v1/bootstrap',
      '/tabstateview/4711',
    ]) {
      const answer = await world.mallory.get(path, { headers: { origin: 'https://evil.example' } });
      expect([path, answer.headers.get('cache-control')]).toEqual([path, expect.stringMatching(/private|no-store/)]);
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  it('as a file begins no head of a column as a formula', async () => {
    for (const label of ['=1+1', '@SUM(1)', '=cmd|"/c calc"!A1']) {
      const columns = [{ expressionType: 'SQL', sqlExpression: "'x'", label }];
      const body = { datasource: { id: world.openDataset, type: 'table' }, queries: [{ columns, metrics: [] }] };
      const file = await world.admin.post('/api/v1/chart/data', { ...body, result_format: 'csv' });
      expect([label, file.text.slice(0, 3)]).toEqual([label, expect.stringMatching(/^("'|')[=@]/)]);
      const kept = await run(world.admin, `SELECT 'x' AS "${label.replaceAll('"', '""')}"`);
      const taken = await world.admin.get(`/api/v1/sqllab/export/${kept.json.query.id}/`);
      expect([label, taken.text.slice(0, 3)]).toEqual([label, expect.stringMatching(/^("'|')[=@]/)]);
    }
  });
});
