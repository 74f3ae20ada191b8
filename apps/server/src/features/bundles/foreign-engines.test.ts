import type { ApiAnswer, ApiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';

type Files = Readonly<Record<string, object>>;

let home: InProcessApp;
let admin: ApiClient;

beforeAll(async () => {
  home = await startInProcess();
  admin = home.admin;
  const archive = pack(files);
  expect((await send('dashboard', archive)).json).toEqual({
    message: 'OK',
    warnings: [`databases/Lake.yaml: ${sentence}`],
  });
});
afterAll(() => home.stop());

const uuidOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const sentence =
  'Cannot be opened here: engine Teradata. It is kept with its datasets and charts, and exported unharmed. ' +
  `To see their data, move it to an engine that is here (DuckDB, `;

const lake = {
  database_name: 'Lake',
  sqlalchemy_uri: 'teradatasql://reader:XXXXXXXXXX@account/db?role=r&warehouse=w',
  cache_timeout: 60,
  expose_in_sqllab: true,
  allow_run_async: true,
  allow_ctas: true,
  allow_cvas: true,
  allow_dml: true,
  allow_csv_upload: true,
  extra: { allows_virtual_table_explore: true, engine_params: { connect_args: { timeout: 3 } }, version: null },
  impersonate_user: true,
  configuration_method: 'dynamic_form',
  ssh_tunnel: { server_address: 'jump.example.org', server_port: 22, username: 'u', password: 'XXXXXXXXXX' },
  masked_encrypted_extra: '{"credentials_info": {"client_email": "a@b", "private_key": "XXXXXXXXXX"}}',
  is_managed_externally: false,
  external_url: null,
  uuid: uuidOf(1),
  version: '1.0.0',
};

const column = (name: string, type: string, isTime = false) => ({
  column_name: name,
  verbose_name: null,
  is_dttm: isTime,
  is_active: true,
  type,
  advanced_data_type: null,
  groupby: true,
  filterable: true,
  expression: null,
  description: null,
  python_date_format: null,
  datetime_format: null,
  extra: null,
});

const dataset = (number: number, change: object) => ({
  table_name: 'ORDERS',
  main_dttm_col: 'TS',
  description: null,
  default_endpoint: null,
  offset: 0,
  cache_timeout: null,
  schema: 'PUBLIC',
  sql: null,
  params: null,
  template_params: null,
  filter_select_enabled: true,
  fetch_values_predicate: null,
  extra: null,
  normalize_columns: true,
  always_filter_main_dttm: false,
  catalog: 'DB',
  folders: [{ uuid: uuidOf(90), type: 'folder', name: 'Money', description: null, children: [] }],
  is_managed_externally: false,
  external_url: null,
  uuid: uuidOf(number),
  metrics: [
    {
      metric_name: 'count',
      verbose_name: null,
      metric_type: null,
      expression: 'COUNT(*)',
      description: null,
      d3format: null,
      currency: null,
      extra: null,
      warning_text: null,
    },
  ],
  columns: [column('TS', 'TIMESTAMP_NTZ', true), column('AMOUNT', 'NUMBER(38, 2)')],
  version: '1.0.0',
  database_uuid: lake.uuid,
  ...change,
});

const chart = {
  slice_name: 'Orders',
  description: null,
  certified_by: null,
  certification_details: null,
  viz_type: 'big_number_total',
  params: { viz_type: 'big_number_total', metric: 'count', adhoc_filters: [] },
  query_context: null,
  cache_timeout: null,
  is_managed_externally: false,
  external_url: null,
  uuid: uuidOf(3),
  version: '1.0.0',
  dataset_uuid: uuidOf(2),
};

const files = {
  'metadata.yaml': { version: '1.0.0', type: 'Dashboard', timestamp: '2026-01-01T00:00:00+00:00' },
  'databases/Lake.yaml': lake,
  'datasets/Lake/ORDERS.yaml': dataset(2, {}),
  'datasets/Lake/by_day.yaml': dataset(5, {
    table_name: 'by_day',
    sql: "SELECT * FROM TABLE(FLATTEN(input => parse_json('[1]')))",
    normalize_columns: false,
  }),
  'charts/Orders_1.yaml': chart,
  'dashboards/Lake_1.yaml': {
    dashboard_title: 'Lake',
    uuid: uuidOf(4),
    version: '1.0.0',
    position: {
      DASHBOARD_VERSION_KEY: 'v2',
      ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
      GRID_ID: { id: 'GRID_ID', type: 'GRID', children: ['CHART-1'] },
      'CHART-1': { id: 'CHART-1', type: 'CHART', children: [], meta: { chartId: 1, uuid: uuidOf(3) } },
    },
    metadata: {},
  },
} satisfies Files;

function pack(documents: Files): Uint8Array {
  const entries = Object.entries(documents).map(([name, value]) => [`bundle/${name}`, strToU8(stringify(value))]);
  return zipSync(Object.fromEntries(entries));
}

function unpack(answer: ApiAnswer): Record<string, Record<string, unknown>> {
  expect(answer.status, answer.text.slice(0, 300)).toBe(200);
  return Object.fromEntries(
    Object.entries(unzipSync(answer.bytes)).map(([name, bytes]) => [
      name.slice(name.indexOf('/') + 1),
      parse(strFromU8(bytes)),
    ]),
  );
}

async function send(resource: string, archive: Uint8Array, fields: Readonly<Record<string, string>> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('formData', new Blob([archive.slice()]), 'bundle.zip');
  const answer = await admin.post(`/api/v1/${resource}/import/`, undefined, { form });
  const { warnings } = answer.json;
  // The list of engines that are here grows with the product.
  const short = (text: string) => text.replace(/\(DuckDB, .*$/, '(DuckDB, ');
  return { ...answer, json: { ...answer.json, ...(warnings ? { warnings: warnings.map(short) } : {}) } };
}

async function idOf(resource: string, number: number): Promise<number> {
  const { result } = (await admin.get(`/api/v1/${resource}/?q=(page_size:100)`)).json;
  return result.find((row: { uuid: string }) => row.uuid === uuidOf(number)).id;
}

const exported = async (client = admin) => {
  const answer = await client.get(`/api/v1/dashboard/export/?q=!(${await idOf('dashboard', 4)})`);
  return Object.values(unpack(answer));
};
const byUuid = (documents: readonly Record<string, unknown>[], number: number) =>
  documents.find(({ uuid }) => uuid === uuidOf(number));

describe('a database whose engine is not here', () => {
  it('is kept with what stands on it, and exported as it came [IMP-005, IMP-006]', async () => {
    const documents = await exported();
    expect(byUuid(documents, 1)).toEqual(lake);
    expect(byUuid(documents, 2)).toEqual(files['datasets/Lake/ORDERS.yaml']);
    expect(byUuid(documents, 3)).toMatchObject({ ...chart, params: { metric: 'count' } });
    const query = unpack(await admin.get(`/api/v1/dataset/export/?q=!(${await idOf('dataset', 5)})`));
    expect(byUuid(Object.values(query), 5)).toEqual(files['datasets/Lake/by_day.yaml']);
    // Once more into the same place, and out of it again.
    const again = await send('dashboard', pack(files), { overwrite: 'true' });
    expect(again.status, again.text).toBe(200);
    expect(byUuid(await exported(), 1)).toEqual(lake);
  });

  it('is marked in lists, in the editor and among the kinds that can be connected', async () => {
    const id = await idOf('database', 1);
    const said = expect.stringContaining(sentence);
    const { result } = (await admin.get(`/api/v1/database/${id}`)).json;
    expect(result).toMatchObject({ backend: 'teradatasql', backend_name: 'Teradata', opening_problem: said });
    const connection = (await admin.get(`/api/v1/database/${id}/connection`)).json.result;
    expect(connection).toMatchObject({
      sqlalchemy_uri: lake.sqlalchemy_uri,
      ssh_tunnel: lake.ssh_tunnel,
      masked_encrypted_extra: lake.masked_encrypted_extra,
      impersonate_user: true,
    });
    const editor = (await admin.get('/api/v1/sqllab/')).json.result.databases;
    expect(editor[id]).toMatchObject({ backend_name: 'Teradata', opening_problem: said });
    const { missing, databases } = (await admin.get('/api/v1/database/available/')).json;
    expect(missing).toEqual([{ engine: 'teradatasql', name: 'Teradata', databases: 1, message: said }]);
    expect(databases.map(({ engine }: { engine: string }) => engine)).not.toContain('teradatasql');
  });

  it('answers whatever asks for its data with the reason and the way out, and nothing fails', async () => {
    const [database, datasetId, chartId] = [
      await idOf('database', 1),
      await idOf('dataset', 2),
      await idOf('chart', 3),
    ];
    const query = { metrics: ['count'], columns: [], row_limit: 10 };
    const asked: readonly [string, () => Promise<ApiAnswer>][] = [
      [
        'chart data',
        () => admin.post('/api/v1/chart/data', { datasource: { id: datasetId, type: 'table' }, queries: [query] }),
      ],
      ['a saved chart', () => admin.get(`/api/v1/chart/${chartId}/data/`)],
      ['the editor', () => admin.post('/api/v1/sqllab/execute/', { database_id: database, sql: 'SELECT 1' })],
      ['schemas', () => admin.get(`/api/v1/database/${database}/schemas/`)],
      ['tables', () => admin.get(`/api/v1/database/${database}/tables/?q=(schema_name:PUBLIC)`)],
      ['one table', () => admin.get(`/api/v1/database/${database}/table/ORDERS/PUBLIC/`)],
      ['validation', () => admin.post(`/api/v1/database/${database}/validate_sql/`, { sql: 'SELECT 1' })],
      ['refreshed columns', () => admin.put(`/api/v1/dataset/${datasetId}/refresh`)],
      ['a new dataset', () => admin.post('/api/v1/dataset/', { database, schema: 'PUBLIC', table_name: 'OTHER' })],
    ];
    for (const [what, ask] of asked) {
      const answer = await ask();
      expect([what, answer.status], answer.text.slice(0, 300)).toEqual([what, expect.any(Number)]);
      expect([what, answer.text], what).toEqual([what, expect.stringContaining(sentence)]);
      // The reference answers 400 to charts that cannot be drawn.
      expect([what, answer.status]).toEqual([what, what.includes('chart') ? 400 : 422]);
    }
    const explore = await admin.get(`/api/v1/explore/?slice_id=${chartId}`);
    expect(explore.json.result.dataset.columns).toHaveLength(2);
    expect((await admin.get(`/api/v1/dataset/${datasetId}`)).json.result.select_star).toContain('ORDERS');
    expect((await admin.get(`/api/v1/dashboard/${await idOf('dashboard', 4)}/charts`)).status).toBe(200);
  });

  it('is renamed with all it has, and moved to an engine that is here', async () => {
    const id = await idOf('database', 1);
    const { sqlalchemy_uri, ssh_tunnel, masked_encrypted_extra, impersonate_user } = lake;
    const kept = { sqlalchemy_uri, ssh_tunnel, masked_encrypted_extra, impersonate_user, allow_file_upload: true };
    const renamed = await admin.put(`/api/v1/database/${id}`, { ...kept, database_name: 'Lake 2' });
    expect(renamed.status, renamed.text).toBe(200);
    expect(byUuid(await exported(), 1)).toEqual({ ...lake, database_name: 'Lake 2' });
    const other = await admin.put(`/api/v1/database/${id}`, { sqlalchemy_uri: 'teradatasql://other/db' });
    expect([other.status, other.text]).toEqual([
      422,
      expect.stringContaining('Cannot be opened here: engine Teradata'),
    ]);
    const moved = await admin.put(`/api/v1/database/${id}`, {
      sqlalchemy_uri: 'duckdb:///lake.duckdb',
      impersonate_user: false,
      allow_file_upload: false,
    });
    expect(moved.status, moved.text).toBe(200);
    expect((await admin.get(`/api/v1/database/${id}/connection`)).json.result).toMatchObject({
      opening_problem: null,
      ssh_tunnel: null,
      masked_encrypted_extra: '{}',
    });
    expect((await admin.get(`/api/v1/database/${id}/schemas/`)).json.result).toContain('main');
    const back = await send('database', pack(databaseBundle({})), { overwrite: 'true' });
    expect(back.status, back.text).toBe(200);
    expect((await admin.get(`/api/v1/database/${id}/schemas/`)).text).toContain(sentence);
  });

  it('seals every secret that comes with it, and shows none', async () => {
    const archive = pack(
      databaseBundle({
        sqlalchemy_uri: 'dremio+flight://token:dapi-very-secret@host:443/db',
        uuid: uuidOf(6),
        database_name: 'Bricks',
        ssh_tunnel: { server_address: 'j', server_port: 22, username: 'u', private_key: 'pem-very-secret' },
        masked_encrypted_extra: undefined,
        encrypted_extra: '{"auth_params": {"oauth": "oauth-very-secret"}}',
      }),
    );
    expect((await send('database', archive)).status).toBe(200);
    const id = await idOf('database', 6);
    const row = await home.app.services.store.selectFrom('databases').selectAll().where('id', '=', id).execute();
    expect(JSON.stringify(row)).not.toContain('very-secret');
    const document = byUuid(Object.values(unpack(await admin.get(`/api/v1/database/export/?q=!(${id})`))), 6);
    expect(document).toMatchObject({
      sqlalchemy_uri: 'dremio+flight://token:XXXXXXXXXX@host:443/db',
      ssh_tunnel: { server_address: 'j', private_key: 'XXXXXXXXXX' },
      masked_encrypted_extra: '{"auth_params":"XXXXXXXXXX"}',
    });
    expect(JSON.stringify(document)).not.toContain('very-secret');
    // What was sealed is not lost when the masked file comes back.
    const masked = pack({
      'metadata.yaml': { ...(files['metadata.yaml'] as object), type: 'Database' },
      'databases/B.yaml': document ?? {},
    });
    const again = await send('database', masked, { overwrite: 'true' });
    expect(again.status, again.text).toBe(200);
    const after = await home.app.services.store.selectFrom('databases').selectAll().where('id', '=', id).execute();
    expect(after[0]?.secret).toBe(row[0]?.secret);
  });

  it('takes datasets of SQL only from who may read the whole database', async () => {
    const gamma = await home.signInAs('mona', ['Alpha']);
    const { accounts, store } = home.app.services;
    await store
      .deleteFrom('role_permissions')
      .where('permission', 'in', ['all_database_access', 'all_datasource_access'])
      .where('role_id', 'in', store.selectFrom('roles').select('id').where('name', '=', 'Alpha'))
      .execute();
    const own = await store.selectFrom('datasets').select('id').where('uuid', '=', uuidOf(2)).executeTakeFirstOrThrow();
    const alphaRole = await store
      .selectFrom('roles')
      .select('id')
      .where('name', '=', 'Alpha')
      .executeTakeFirstOrThrow();
    const name = (await admin.get(`/api/v1/database/${await idOf('database', 1)}`)).json.result.database_name;
    await store
      .insertInto('role_permissions')
      .values({ role_id: alphaRole.id, permission: 'datasource_access', view: `[${name}].[ORDERS](id:${own.id})` })
      .execute();
    accounts.forget();
    const form = new FormData();
    const stolen = dataset(8, { table_name: 'stolen', sql: 'SELECT * FROM PRIVATE.SALARIES' });
    const bundle = { ...databaseBundle({}), 'metadata.yaml': { version: '1.0.0', type: 'SqlaTable' } };
    form.append('formData', new Blob([pack({ ...bundle, 'datasets/Lake/s.yaml': stolen }).slice()]), 'bundle.zip');
    const answer = await gamma.post('/api/v1/dataset/import/', undefined, { form });
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('access to the whole database')]);
  });
});

function databaseBundle(change: object): Files {
  return {
    'metadata.yaml': { version: '1.0.0', type: 'Database', timestamp: '2026-01-01T00:00:00+00:00' },
    'databases/Lake.yaml': { ...lake, ...change },
  };
}

describe('engines by the name that bundles give them', () => {
  it.each([
    ['ydb://h:2136/web', 'YDB', 20],
    ['hana://project-1', 'SAP HANA', 21],
    ['solr://', 'Apache Solr', 22],
    ['ibm_db_sa://u:p@h/d', 'IBM Db2', 23],
    ['exa+pyexasol://KEY:S%2Fx@exa.example.org/db?schema=s', 'Exasol', 24],
    ['nobodyknows://u:100%@h/d', 'nobodyknows', 25],
  ])('keeps %s as %s, its URI to the letter', async (uri, name, number) => {
    const uuid = uuidOf(number);
    const change = { uuid, database_name: `Of ${name}`, sqlalchemy_uri: uri, ssh_tunnel: undefined };
    const answer = await send('database', pack(databaseBundle(change)));
    expect(answer.json.warnings[0]).toContain(`Cannot be opened here: engine ${name}.`);
    const id = await idOf('database', number);
    const document = byUuid(Object.values(unpack(await admin.get(`/api/v1/database/export/?q=!(${id})`))), number);
    expect(document?.sqlalchemy_uri).toBe(uri.replace(/:[^:@/]+@/, ':XXXXXXXXXX@'));
  });

  it('are kept too where they are here and the address asks for what they cannot do, until it is changed', async () => {
    const uri = 'trino://reader:XXXXXXXXXX@lake.example.org:8443?access_token=t';
    const change = { uuid: uuidOf(40), database_name: 'Lake house', sqlalchemy_uri: uri, ssh_tunnel: undefined };
    const answer = await send('database', pack(databaseBundle({ ...change, impersonate_user: false })));
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json.warnings).toEqual([
      expect.stringContaining('Cannot be opened here: The connection string names no catalog. It is kept'),
    ]);
    const id = await idOf('database', 40);
    const listed = (await admin.get(`/api/v1/database/${id}`)).json.result;
    expect(listed.opening_problem).toContain('To see their data, change its connection.');
    expect((await admin.get(`/api/v1/database/${id}/schemas/`)).text).toContain('names no catalog');
    const document = byUuid(Object.values(unpack(await admin.get(`/api/v1/database/export/?q=!(${id})`))), 40);
    // A secret among the options is masked as a password is.
    expect(document?.sqlalchemy_uri).toBe(uri.replace('access_token=t', 'access_token=XXXXXXXXXX'));
    const mended = await admin.put(`/api/v1/database/${id}`, {
      sqlalchemy_uri: 'duckdb:///lake-house.duckdb',
    });
    expect(mended.status, mended.text).toBe(200);
    expect((await admin.get(`/api/v1/database/${id}`)).json.result.opening_problem).toBeNull();
  });
});
