import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { numberBytes, startTtcService, type TtcAnswer, type TtcService, ttcTypes } from '@powerset/testkit/ttc-server';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { refuse, startTnsService, type TnsService } from '../../engines/oracle/tns-service-fixture.ts';

const uuid = '00000000-0000-4000-8000-000000000177';

/** As the reference exports a database whose driver is an older one. */
const document = {
  database_name: 'Shop',
  sqlalchemy_uri: 'oracle+cx_oracle://reader:XXXXXXXXXX@db.example.com:1521/?encoding=UTF-8&service_name=shop',
  ...{ cache_timeout: null, expose_in_sqllab: true, allow_run_async: false, allow_ctas: false, allow_cvas: false },
  ...{ allow_dml: false, allow_csv_upload: false, impersonate_user: false, extra: {}, version: '1.0.0', uuid },
};

describe('a database on Oracle', () => {
  let started: InProcessApp;
  let service: TnsService;
  const form = (parameters: object = {}) => ({
    ...{ engine: 'oracle', driver: 'oracledb', configuration_method: 'dynamic_form', database_name: 'Form' },
    parameters: {
      ...{ host: '127.0.0.1', port: service.port, username: 'ada', password: 's', database: 'shop' },
      ...parameters,
    },
  });

  beforeAll(async () => {
    service = await startTnsService(() => refuse(12514));
    started = await startInProcess();
  }, 60_000);
  afterAll(async () => {
    await started.stop();
    await service.stop();
  });

  it('that a bundle of the reference brings opens here, and is exported with the driver that it named', async () => {
    const entries = {
      'bundle/metadata.yaml': { version: '1.0.0', type: 'Database', timestamp: '2026-01-01T00:00:00+00:00' },
      'bundle/databases/Shop.yaml': document,
    };
    const archive = zipSync(
      Object.fromEntries(Object.entries(entries).map(([name, value]) => [name, strToU8(stringify(value))])),
    );
    const sent = new FormData();
    sent.append('formData', new Blob([archive.slice()]), 'bundle.zip');
    sent.append('passwords', JSON.stringify({ 'databases/Shop.yaml': 'a password' }));
    const answer = await started.admin.post('/api/v1/database/import/', undefined, { form: sent });
    // Nothing listens at the address of the bundle.
    const unopened = expect.stringContaining('Shop.yaml: The database was imported, but does not open');
    expect([answer.status, answer.json], answer.text).toEqual([200, { message: 'OK', warnings: [unopened] }]);
    const { result } = (await started.admin.get('/api/v1/database/?q=(page_size:100)')).json;
    const { id } = result.find((row: { readonly uuid: string }) => row.uuid === uuid);
    const connection = (await started.admin.get(`/api/v1/database/${id}/connection`)).json.result;
    expect(connection).toMatchObject({ backend: 'oracle', opening_problem: null, default_schema: 'reader' });
    const exported = unzipSync((await started.admin.get(`/api/v1/database/export/?q=!(${id})`)).bytes);
    const files = Object.entries(exported).filter(([file]) => file.includes('/databases/'));
    expect(files.map(([, bytes]) => parse(strFromU8(bytes)).sqlalchemy_uri)).toEqual([document.sqlalchemy_uri]);
  });

  it('is refused before it is kept where the listener knows no such service, and says so', async () => {
    const made = await started.admin.post('/api/v1/database/', form());
    expect(made.status, made.text).toBe(400);
    expect(made.text).toContain('The database \\"shop\\" does not exist, or may not be opened.');
    const tested = await started.admin.post('/api/v1/database/test_connection/', {
      sqlalchemy_uri: `oracle+oracledb://ada:s@127.0.0.1:${service.port}/XE`,
    });
    expect([tested.status, tested.json.errors[0].message], tested.text).toEqual([
      400,
      'The database "XE" does not exist, or may not be opened.',
    ]);
    expect(service.asked.map((asked) => /\((?:SERVICE_NAME|SID)=\w+\)/.exec(asked)?.[0])).toEqual([
      '(SERVICE_NAME=shop)',
      '(SID=XE)',
    ]);
    expect(made.text + tested.text).not.toContain('ada:s');
  });

  it('has a form that asks for a service or a SID', async () => {
    const { databases } = (await started.admin.get('/api/v1/database/available/')).json;
    const kind = databases.find(({ engine }: { readonly engine: string }) => engine === 'oracle');
    expect(kind).toMatchObject({
      ...{ name: 'Oracle', available_drivers: ['oracledb'] },
      parameters: { required: ['host', 'port', 'database', 'username'], properties: { port: { default: 1521 } } },
    });
    const missing = await started.admin.post('/api/v1/database/validate_parameters/', form({ database: '' }));
    expect(missing.status, missing.text).toBe(422);
    expect(missing.text).toContain('database');
    const broken = await started.admin.post('/api/v1/database/', form({ database: 'a)(b' }));
    expect(broken.status, broken.text).toBe(422);
    expect(broken.text).toContain('letters, digits, points');
  });
});

/** Rows of texts. */
function texts(...rows: readonly (readonly (string | null)[])[]): TtcAnswer {
  const columns = Array.from({ length: rows[0]?.length ?? 1 }, (_, at) => ttcTypes.varchar(`C${at}`));
  const values = rows.map((row) => row.map((value) => (value === null ? null : Buffer.from(value))));
  return { columns, rows: (from, count) => values.slice(from, from + count) };
}

/** A server with one table, as its own views would tell of it. */
function answer(sql: string): TtcAnswer {
  if (/FROM sys\.all_users WHERE/.test(sql)) return texts(['ADA'], ['SALES']);
  if (/SELECT o\.object_name, MIN/.test(sql)) return texts(['ORDERS', 'TABLE', '12']);
  if (/SELECT MIN\(o\.object_type\)/.test(sql)) return texts(['TABLE', 'All orders', null]);
  if (/FROM sys\.all_tab_columns c/.test(sql))
    return texts(
      ['ID', 'NUMBER', '10', '0', '0', '22', 'N', null],
      ['PLACED', 'DATE', null, null, '0', '7', 'Y', 'When'],
    );
  if (/FROM sys\.all/.test(sql)) return texts();
  if (/FROM sys\.dba/.test(sql)) return { error: { number: 942, message: 'ORA-00942: table or view does not exist' } };
  const all = Array.from({ length: 5 }, (_, at) => [numberBytes(at)]);
  return { columns: [ttcTypes.number('N')], rows: (from, count) => all.slice(from, from + count) };
}

describe('a database on an Oracle server that answers', () => {
  let started: InProcessApp;
  let service: TtcService;
  let id: number;
  const run = (sql: string, more = {}) =>
    started.admin.post('/api/v1/sqllab/execute/', { database_id: id, schema: 'sales', sql, ...more });

  beforeAll(async () => {
    service = await startTtcService({ answer });
    started = await startInProcess();
    const made = await started.admin.post('/api/v1/database/', {
      ...{ engine: 'oracle', driver: 'oracledb', configuration_method: 'dynamic_form', database_name: 'Shop' },
      expose_in_sqllab: true,
      parameters: { host: '127.0.0.1', port: service.port, username: 'ada', password: 's', database: 'shop' },
    });
    expect(made.status, made.text).toBe(201);
    id = made.json.id;
  }, 60_000);
  afterAll(async () => {
    await started.stop();
    await service.stop();
  });

  it('tells its schemas, its tables, and what is to be known of one', async () => {
    expect((await started.admin.get(`/api/v1/database/${id}/schemas/`)).json.result).toEqual(['ada', 'sales']);
    const tables = (await started.admin.get(`/api/v1/database/${id}/tables/?q=(schema_name:sales)`)).json.result;
    expect(tables).toMatchObject([{ value: 'orders', type: 'table' }]);
    const told = await started.admin.get(`/api/v1/database/${id}/table_metadata/?name=orders&schema=sales`);
    expect(told.json).toMatchObject({
      selectStar: 'SELECT\n  id,\n  placed\nFROM sales.orders\nFETCH FIRST 100 ROWS ONLY',
      comment: 'All orders',
      columns: [
        { name: 'id', longType: 'NUMBER(10,0)' },
        { name: 'placed', longType: 'DATE', is_dttm: true, comment: 'When' },
      ],
    });
  });

  it('runs the SQL editor with FETCH, in the schema that was chosen', async () => {
    const answered = await run('SELECT n FROM orders -- all\nORDER BY n', { queryLimit: 3 });
    expect(answered.status, answered.text).toBe(200);
    expect(answered.json.data).toHaveLength(3);
    expect(service.statements.at(-1)).toBe('SELECT n FROM sales.orders       \nORDER BY n\nFETCH FIRST 4 ROWS ONLY');
    const refused = await run('SELECT n FROM orders@elsewhere');
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused.text).toContain('Tables of other databases (@) cannot be read here.');
    expect(service.statements.some((sql) => sql.includes('elsewhere'))).toBe(false);
  });

  it('answers charts of a dataset of SQL, whose labels may hold quotes', async () => {
    const dataset = await started.admin.post('/api/v1/dataset/', {
      ...{
        database: id,
        schema: 'sales',
        table_name: 'numbers',
        sql: 'WITH c AS (SELECT n FROM orders) SELECT n FROM c',
      },
    });
    expect(dataset.status, dataset.text).toBe(201);
    const label = 'SUM("N")';
    const answered = await started.admin.post('/api/v1/chart/data', {
      datasource: { id: dataset.json.id, type: 'table' },
      queries: [{ columns: [], metrics: [{ expressionType: 'SQL', sqlExpression: 'SUM("N")', label }], row_limit: 10 }],
      ...{ result_format: 'json', result_type: 'full' },
    });
    expect(answered.status, answered.text).toBe(200);
    expect(answered.json.result[0].data[0]).toEqual({ [label]: 0 });
    expect(service.statements.at(-1)?.replaceAll('\n', ' ')).toMatch(
      /^SELECT SUM\("N"\) AS "SUM\(N\)_[0-9a-f]{8}" FROM \( WITH c AS \(SELECT n FROM sales\.orders\) SELECT n FROM c \) virtual_table .*FETCH FIRST 10 ROWS ONLY$/,
    );
  });
});
