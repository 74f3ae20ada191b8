import { type ApiClient, apiClient, testAdmin } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let running: InProcessApp;
let admin: ApiClient;
let database: number;
let dataset: number;

beforeAll(async () => {
  running = await startInProcess({ env: { POWERSET_LOG_LEVEL: 'error' } });
  admin = running.admin;
  database = (await admin.get('/api/v1/database/')).json.ids[0];
  const engine = await running.app.services.engines.getEmbedded(database);
  await engine.runTrusted("CREATE TABLE sales AS SELECT 'EU' AS region, i AS amount FROM range(5) AS r(i)");
  const body = { database, schema: 'main', table_name: 'sales', normalize_columns: 'yes', always_filter_main_dttm: 1 };
  dataset = (await admin.post('/api/v1/dataset/', body)).json.id;
});
afterAll(() => running.stop());

const question = () => ({
  datasource: { id: dataset, type: 'table' },
  queries: [{ columns: ['region'], metrics: [] }],
});

async function sendForm(path: string, fields: Readonly<Record<string, string | Blob>>, isMultipart = true) {
  const parts = new FormData();
  for (const [name, value] of Object.entries(fields)) parts.append(name, value);
  const body = isMultipart ? parts : new URLSearchParams(fields as Record<string, string>);
  const headers = { authorization: String(admin.headers.authorization) };
  const answer = await fetch(`${running.url}${path}`, { method: 'POST', headers, body });
  const text = await answer.text();
  return { status: answer.status, text, json: answer.status < 500 ? JSON.parse(text) : null };
}

describe('a form', () => {
  it.each([true, false])('is read wherever clients of the reference send one, in parts: %s', async (isMultipart) => {
    const rows = await sendForm('/api/v1/chart/data', { form_data: JSON.stringify(question()) }, isMultipart);
    expect([rows.status, rows.json.result[0].data]).toEqual([200, [{ region: 'EU' }]]);
    const editor = JSON.stringify({ dbId: database, name: 'Tab', sql: 'SELECT 1', autorun: 'true' });
    const tab = await sendForm('/tabstateview/', { queryEditor: editor }, isMultipart);
    expect([tab.status, tab.text]).toEqual([200, expect.stringContaining('"id"')]);
    const panel = JSON.stringify({ queryEditorId: tab.json.id, dbId: database, schema: 'main', name: 'sales' });
    const table = await sendForm('/tableschemaview/', { table: panel }, isMultipart);
    expect([table.status, table.text]).toEqual([200, expect.stringContaining('"id"')]);
    const form = { viz_type: 'pie', datasource: `${dataset}__table`, groupby: ['region'], metric: 'count' };
    const chart = await sendForm('/superset/explore_json/', { form_data: JSON.stringify(form) }, isMultipart);
    expect([chart.status, chart.json.result?.[0].rowcount]).toEqual([200, 1]);
  });

  it('is bounded: in its length, in the number of its fields, and takes no files', async () => {
    const path = '/api/v1/chart/data';
    const long = 'x'.repeat(600 * 1024);
    expect((await sendForm(path, { form_data: long, other: long })).status).toBe(413);
    expect((await sendForm(path, { form_data: long + long })).status).toBe(413);
    const many = Object.fromEntries(Array.from({ length: 1002 }, (_, index) => [`f${index}`, '']));
    expect((await sendForm(path, many)).status).toBe(413);
    const file = await sendForm(path, { form_data: new Blob(['{}']) });
    expect([file.status, file.json.errors.length]).toEqual([413, 1]);
  });
});

describe('a question about a dataset instead of its rows', () => {
  it('is answered for each query that asks it, wherever the type is said', async () => {
    for (const more of [{ result_type: 'columns', queries: [{}] }, { queries: [{ result_type: 'columns' }] }]) {
      const answer = await admin.post('/api/v1/chart/data', { ...question(), ...more });
      expect(answer.json.result[0].data.map((one: { column_name: string }) => one.column_name)).toEqual([
        'region',
        'amount',
      ]);
    }
    const both = { queries: [{ result_type: 'timegrains' }, { result_type: 'columns' }] };
    const { result } = (await admin.post('/api/v1/chart/data', { ...question(), ...both })).json;
    expect([result[0].data.length > 5, result[1].data.length]).toEqual([true, 2]);
    const mixed = { queries: [{ result_type: 'timegrains' }, ...question().queries] };
    const refused = await admin.post('/api/v1/chart/data', { ...question(), ...mixed });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('result_type')]);
  });

  it('without any query is no file', async () => {
    for (const result_format of ['csv', 'xlsx']) {
      const answer = await admin.post('/api/v1/chart/data', { ...question(), queries: [], result_format });
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('Empty query result')]);
    }
  });
});

describe('a flag and a number', () => {
  it('are taken in every spelling of the reference, in bodies and in addresses', async () => {
    const login = async (refresh: unknown) =>
      apiClient(running.url).post('/api/v1/security/login', { ...testAdmin, provider: 'db', refresh });
    for (const yes of [true, 'true', 'True', '1', 1, 'on', 'yes', 't'])
      expect([yes, typeof (await login(yes)).json.refresh_token]).toEqual([yes, 'string']);
    for (const no of [false, 'false', 'F', '0', 0, 'off', 'n'])
      expect([no, (await login(no)).json.refresh_token]).toEqual([no, undefined]);
    for (const none of ['perhaps', '', 2, [], {}]) {
      const answer = await login(none);
      expect([none, answer.status]).toEqual([none, 400]);
      expect(answer.text).toContain('refresh');
    }
    const { result } = (await admin.get(`/api/v1/dataset/${dataset}`)).json;
    expect([result.normalize_columns, result.always_filter_main_dttm]).toEqual([true, true]);
    const changed = await admin.put(`/api/v1/dataset/${dataset}`, { cache_timeout: '60', normalize_columns: 'off' });
    expect(changed.status, changed.text).toBe(200);
    const after = (await admin.get(`/api/v1/dataset/${dataset}`)).json.result;
    expect([after.cache_timeout, after.normalize_columns]).toEqual([60, false]);
    for (const force of ['true', '1', 'True', 'false', '0']) {
      const answer = await admin.post(`/api/v1/chart/data?force=${force}`, { ...question(), force: 'false' });
      expect([force, answer.status, answer.text.slice(0, 80)]).toEqual([force, 200, expect.any(String)]);
    }
    const limited = { ...question(), queries: [{ columns: ['amount'], metrics: [], row_limit: '2' }] };
    expect((await admin.post('/api/v1/chart/data', limited)).json.result[0].rowcount).toBe(2);
    const short = await admin.put(`/api/v1/dataset/${dataset}`, { cache_timeout: 'soon' });
    expect([short.status, short.text]).toEqual([422, expect.stringContaining('cache_timeout')]);
  });

  it('stay texts where a text is meant', async () => {
    const made = await admin.put(`/api/v1/dataset/${dataset}`, { description: '1', default_endpoint: 'true' });
    expect(made.status).toBe(200);
    const { result } = (await admin.get(`/api/v1/dataset/${dataset}`)).json;
    expect([result.description, result.default_endpoint]).toEqual(['1', 'true']);
  });
});

describe('a field of the reference that is not kept', () => {
  it('is refused by its name when it holds something, and passes when it is empty', async () => {
    const made = { database, schema: 'main', table_name: 'other', sql: 'SELECT 1 AS a' };
    const cases: readonly (readonly ['POST' | 'PUT', string, object, string])[] = [
      ['PUT', '/api/v1/report/1', { selected_tabs: [1] }, 'selected_tabs'],
    ];
    for (const [method, path, body, field] of cases) {
      const answer = await (method === 'POST' ? admin.post(path, body) : admin.put(path, body));
      const told = expect.stringContaining(field);
      expect([path, field, answer.status, answer.text]).toEqual([path, field, 400, told]);
    }
    const empty = await admin.post('/api/v1/dataset/', { ...made, catalog: null, currency_code_column: '' });
    expect(empty.status, empty.text).toBe(201);
  });
});

describe('a catalog where the database has none', () => {
  it('is refused by its field, whoever names it', async () => {
    const text = { database_id: database, sql: 'SELECT 1', catalog: 'c' };
    const cases: readonly (readonly [string, object])[] = [
      ['/api/v1/dataset/', { database, schema: 'main', table_name: 'other', sql: 'SELECT 1 AS a', catalog: 'c' }],
      ['/api/v1/dataset/get_or_create/', { database_id: database, table_name: 'sales', catalog: 'c' }],
      ['/api/v1/sqllab/execute/', text],
      ['/api/v1/sqllab/explain/', text],
      ['/api/v1/saved_query/', { db_id: database, label: 'q', sql: 'SELECT 1', catalog: 'c' }],
      [`/api/v1/database/${database}/validate_sql/`, { sql: 'SELECT 1', catalog: 'c' }],
    ];
    for (const [path, body] of cases) {
      const answer = await admin.post(path, body);
      const told = { catalog: ['This database has no catalogs.'] };
      expect([path, answer.status, answer.json.message]).toEqual([path, 422, told]);
    }
    const changed = await admin.put(`/api/v1/dataset/${dataset}`, { catalog: 'c' });
    expect([changed.status, changed.text]).toEqual([422, expect.stringContaining('catalog')]);
  });
});

describe('a field that nobody knows', () => {
  it.each([
    ['POST', '/api/v1/chart/data', 400, { datasource: { id: 1, type: 'table' }, queries: [{}] }],
    ['POST', '/api/v1/dataset/', 400, { database: 1, table_name: 'x' }],
    ['PUT', '/api/v1/dataset/1', 422, {}],
    ['POST', '/api/v1/dataset/get_or_create/', 400, { database_id: 1, table_name: 'x' }],
    ['POST', '/api/v1/dataset/duplicate', 400, { base_model_id: 1, table_name: 'x' }],
    ['PUT', '/api/v1/dataset/warm_up_cache', 400, { db_name: 'Powerset', table_name: 'x' }],
    ['POST', '/api/v1/database/test_connection/', 400, { sqlalchemy_uri: 'duckdb:///x.duckdb' }],
    ['POST', '/api/v1/database/1/validate_sql/', 400, { sql: 'SELECT 1' }],
    ['POST', '/api/v1/sqllab/execute/', 400, { database_id: 1, sql: 'SELECT 1' }],
    ['POST', '/api/v1/sqllab/estimate/', 400, { database_id: 1, sql: 'SELECT 1' }],
    ['POST', '/api/v1/sqllab/format/', 400, { sql: 'SELECT 1' }],
    ['POST', '/api/v1/security/login', 400, { ...testAdmin, provider: 'db' }],
  ] as const)('is refused as the reference does: %s %s with %i', async (method, path, status, body) => {
    const sent = { ...body, nope: 1 };
    const answer = await (method === 'POST' ? admin.post(path, sent) : admin.put(path, sent));
    expect([answer.status, answer.json.message], answer.text).toEqual([status, { nope: ['Unknown field.'] }]);
  });

  it('is told of a column and a metric too', async () => {
    const sent = { columns: [{ column_name: 'a', nope: 1 }], metrics: [{ metric_name: 'm', expression: '1', no: 1 }] };
    const { status, json } = await admin.put(`/api/v1/dataset/${dataset}`, sent);
    expect([status, json.message]).toEqual([
      422,
      { 'columns.0.nope': ['Unknown field.'], 'metrics.0.no': ['Unknown field.'] },
    ]);
  });

  it('does no harm beside a query that was saved with a chart', async () => {
    const query_context = JSON.stringify({ ...question(), written_by: 'somebody' });
    const chart = { slice_name: 'Kept', datasource_id: dataset, datasource_type: 'table', query_context };
    const { id } = (await admin.post('/api/v1/chart/', chart)).json;
    const rows = await admin.get(`/api/v1/chart/${id}/data/`);
    expect([rows.status, rows.json.result?.[0].data]).toEqual([200, [{ region: 'EU' }]]);
  });
});

describe('a UUID', () => {
  const spelled = '5B3F0D52-0C1E-4B5A-9E0B-2D1F3A4C5B6D';
  const uuid = spelled.toLowerCase();

  it('is what an object is made with and changed to; what is none, or another object’s, is refused', async () => {
    const uri = (name: string) => ({ sqlalchemy_uri: `duckdb:///${name}.duckdb` });
    const kinds: readonly (readonly [string, (name: string) => object])[] = [
      ['chart', (slice_name) => ({ slice_name, datasource_id: dataset, datasource_type: 'table' })],
      ['dashboard', (dashboard_title) => ({ dashboard_title })],
      ['database', (name) => ({ database_name: name, ...uri(name) })],
      ['dataset', (table_name) => ({ database, schema: 'main', table_name, sql: 'SELECT 1 AS a' })],
    ];
    for (const [kind, body] of kinds) {
      const path = `/api/v1/${kind}/`;
      const first = await admin.post(path, { ...body('first'), uuid: spelled });
      expect([kind, first.status], first.text).toEqual([kind, 201]);
      const read = async (id: number) => (await admin.get(`${path}${id}`)).json.result.uuid;
      expect([kind, await read(first.json.id)]).toEqual([kind, uuid]);
      const taken = await admin.post(path, { ...body('second'), uuid });
      expect([kind, taken.status, taken.json.message]).toEqual([kind, 422, { uuid: ['Must be unique'] }]);
      const second = (await admin.post(path, body('second'))).json.id;
      const put = async (given: string) => (await admin.put(`${path}${second}`, { uuid: given })).status;
      const misread = kind === 'dataset' ? 422 : 400;
      expect([kind, await put(uuid), await put('nope')]).toEqual([kind, 422, misread]);
      const other = crypto.randomUUID();
      expect([kind, await put(other), await read(second)]).toEqual([kind, 200, other]);
    }
  });
});
