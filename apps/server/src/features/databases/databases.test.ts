import { type AddressInfo, createServer } from 'node:net';
import { freePort } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

let started: InProcessApp;
let id: number;

beforeAll(async () => {
  started = await startInProcess();
  const list = await started.admin.get('/api/v1/database/');
  id = list.json.ids[0];
  const engine = await started.app.services.engines.getEmbedded(id);
  await engine.runTrusted('create table main.customers (id integer primary key, name varchar not null)');
  await engine.runTrusted('create view main.names as select name from main.customers');
});
afterAll(() => started.stop());

describe('databases', () => {
  it('are listed with the embedded one of every installation', async () => {
    const { json } = await started.admin.get('/api/v1/database/');
    expect(json.count).toBe(1);
    expect(json.result[0]).toMatchObject({
      database_name: 'Powerset',
      expose_in_sqllab: true,
      allow_file_upload: true,
      allow_run_async: true,
      allow_dml: false,
      engine_information: { supports_file_upload: true },
    });
  });

  it('tell which kinds can be added, and take no others [DBC-003] [DBC-009] [API-083]', async () => {
    const { json } = await started.admin.get('/api/v1/database/available/');
    expect(json.databases[0]).toMatchObject({ preferred: true, available_drivers: [expect.any(String)] });
    const engines = json.databases.map((kind: { engine: string }) => kind.engine).sort();
    expect(engines).toEqual([
      ...[
        'awsathena',
        'bigquery',
        'clickhousedb',
        'cockroachdb',
        'databricks',
        'druid',
        'duckdb',
        'files',
        'greenplum',
        'gsheets',
        'hive',
        'hologres',
        'impala',
        'mariadb',
        'mssql',
        'mysql',
        'oracle',
      ],
      ...[
        'postgresql',
        'presto',
        'pydoris',
        'redshift',
        's3',
        'snowflake',
        'sqlite',
        'starrocks',
        'tidb',
        'timescaledb',
        'trino',
        'yugabytedb',
      ],
    ]);
    const other = { database_name: 'Other', sqlalchemy_uri: 'teradatasql://user:word@host/name' };
    const refused = await started.admin.post('/api/v1/database/', other);
    expect([refused.status, Object.keys(refused.json.message)]).toEqual([422, ['sqlalchemy_uri']]);
  });

  it('answer whether what roles may see is in step, which it always is', async () => {
    const [id] = (await started.admin.get('/api/v1/database/')).json.ids;
    const path = (number: number | string) => `/api/v1/database/${number}/sync_permissions/`;
    const answer = await started.admin.post(path(id), {});
    expect([answer.status, answer.json], answer.text).toEqual([200, { message: 'OK' }]);
    expect((await started.admin.post(path(9999), {})).status).toBe(404);
    const gamma = await started.signInAs('in-step', ['Gamma']);
    expect((await gamma.post(path(id), {})).status).toBe(403);
    expect((await fetch(`${started.url}${path(id)}`, { method: 'POST' })).status).toBe(401);
  });

  it('are added, changed and deleted [API-075] [API-076]', async () => {
    const body = { database_name: 'Second', sqlalchemy_uri: 'duckdb:///second.duckdb', expose_in_sqllab: false };
    const made = await started.admin.post('/api/v1/database/', body);
    expect(made.status, made.text).toBe(201);
    const changed = await started.admin.put(`/api/v1/database/${made.json.id}`, { database_name: 'Renamed' });
    expect(changed.json.result).toEqual({ database_name: 'Renamed' });
    const shown = await started.admin.get(`/api/v1/database/${made.json.id}`);
    expect(shown.json.result).toMatchObject({ database_name: 'Renamed', expose_in_sqllab: false });
    expect((await started.admin.delete(`/api/v1/database/${made.json.id}`)).json).toEqual({ message: 'OK' });
    expect((await started.admin.get(`/api/v1/database/${made.json.id}`)).status).toBe(404);
  });

  it.each([
    ['a taken name', { database_name: 'Powerset', sqlalchemy_uri: 'duckdb:///x.duckdb' }, 'database_name', 422],
    [
      'a file that is open already',
      { database_name: 'X', sqlalchemy_uri: 'duckdb:///powerset.duckdb' },
      'sqlalchemy_uri',
      422,
    ],
    ['a file elsewhere', { database_name: 'X', sqlalchemy_uri: 'duckdb:////etc/passwd.duckdb' }, 'sqlalchemy_uri', 422],
    ['an unknown engine', { database_name: 'X', sqlalchemy_uri: 'teradatasql://u:p@h/d' }, 'sqlalchemy_uri', 422],
    ['no URI', { database_name: 'X' }, 'sqlalchemy_uri', 422],
    ['broken extra', { database_name: 'X', sqlalchemy_uri: 'duckdb:///x.duckdb', extra: '{' }, 'extra', 422],
    [
      'unknown metadata parameters',
      { database_name: 'X', sqlalchemy_uri: 'duckdb:///x.duckdb', extra: '{"metadata_params":{"nope":1}}' },
      'extra',
      422,
    ],
    [
      'secret options that nothing would use',
      { database_name: 'X', sqlalchemy_uri: 'duckdb:///x.duckdb', masked_encrypted_extra: '{"a":1}' },
      'masked_encrypted_extra',
      422,
    ],
    [
      'the wish to act as who asks, which would be passed over in silence',
      { database_name: 'X', sqlalchemy_uri: 'duckdb:///x.duckdb', impersonate_user: true },
      'impersonate_user',
      422,
    ],
    [
      'a tunnel',
      { database_name: 'X', sqlalchemy_uri: 'duckdb:///x.duckdb', ssh_tunnel: { server_address: 'h' } },
      'ssh_tunnel',
      400,
    ],
  ])('with %s are refused, and the field is named', async (_name, body, field, status) => {
    const answer = await started.admin.post('/api/v1/database/', body);
    expect(answer.status, answer.text).toBe(status);
    expect(Object.keys(answer.json.message)).toEqual([field]);
  });

  it('are not deleted while datasets use them', async () => {
    const dataset = { database: id, schema: 'main', table_name: 'customers' };
    const made = await started.admin.post('/api/v1/dataset/', dataset);
    const answer = await started.admin.delete(`/api/v1/database/${id}`);
    expect(answer.status).toBe(422);
    expect(answer.json.message).toBe('Cannot delete a database that has datasets attached');
    await started.admin.delete(`/api/v1/dataset/${made.json.id}`);
  });

  it('are tested before they are saved [API-082]', async () => {
    const good = await started.admin.post('/api/v1/database/test_connection/', {
      sqlalchemy_uri: 'duckdb:///powerset.duckdb',
    });
    expect(good.json).toEqual({ message: 'OK' });
    const bad = await started.admin.post('/api/v1/database/test_connection/', { sqlalchemy_uri: 'nonsense' });
    expect([bad.status, Object.keys(bad.json.message)]).toEqual([400, ['sqlalchemy_uri']]);
    const unknown = await started.admin.post('/api/v1/database/test_connection/', {
      sqlalchemy_uri: 'teradatasql://u@h/d',
    });
    expect([unknown.status, unknown.json.errors[0].message]).toEqual([
      422,
      expect.stringMatching(
        /^Could not load database driver: teradatasql\. Cannot be opened here: engine Teradata\. Engines that are here: DuckDB, .*\.$/,
      ),
    ]);
  });

  it('are refused with the statuses of the reference when their server does not answer', async () => {
    const port = await freePort();
    const uri = `postgresql://ada:secret@127.0.0.1:${port}/shop`;
    const parameters = { host: '127.0.0.1', port, username: 'ada', password: 'secret', database: 'shop' };
    const form = { engine: 'postgresql', configuration_method: 'dynamic_form', database_name: 'Shop', parameters };
    const told = async (method: 'post' | 'put', path: string, body: object) => {
      const { status, json } = await started.admin[method](`/api/v1/database/${path}`, body);
      return [status, json.errors[0].error_type, json.errors[0].extra.invalid];
    };
    const closed = ['CONNECTION_PORT_CLOSED_ERROR', ['host', 'port']];
    expect(await told('post', 'test_connection/', { sqlalchemy_uri: uri })).toEqual([400, ...closed]);
    expect(await told('post', '', { database_name: 'Shop', sqlalchemy_uri: uri })).toEqual([400, ...closed]);
    expect(await told('put', String(id), { sqlalchemy_uri: uri })).toEqual([422, ...closed]);
    expect(await told('post', 'validate_parameters/', form)).toEqual([422, ...closed]);
    const wrongPort = { ...form, parameters: { ...parameters, port: 70000 } };
    expect(await told('post', 'validate_parameters/', wrongPort)).toEqual([
      422,
      'CONNECTION_INVALID_PORT_ERROR',
      ['port'],
    ]);
  });

  it('say that another kind of server answers, and name the fields', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 5\r\n\r\nhello');
    });
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
    });
    for (const uri of [`postgresql://ada@127.0.0.1:${port}/shop`, `clickhousedb://ada@127.0.0.1:${port}/shop`]) {
      const { status, json } = await started.admin.post('/api/v1/database/test_connection/', { sqlalchemy_uri: uri });
      expect([status, json.errors[0].message, json.errors[0].extra.invalid]).toEqual([
        400,
        `The host "127.0.0.1" answers on port ${port}, but not as a database of this kind does.`,
        ['host', 'port'],
      ]);
    }
    server.close();
    const parameters = { host: '127.0.0.1', port: 'many', username: 'ada', database: 'shop' };
    const form = { engine: 'postgresql', configuration_method: 'dynamic_form', parameters };
    const wrong = await started.admin.post('/api/v1/database/test_connection/', form);
    expect([wrong.status, wrong.json.errors[0].error_type]).toEqual([422, 'CONNECTION_INVALID_PORT_ERROR']);
  });

  it('have their parameters checked, missing ones named [API-084] [DBC-004]', async () => {
    const body = { engine: 'duckdb', configuration_method: 'dynamic_form', parameters: {} };
    const bad = await started.admin.post('/api/v1/database/validate_parameters/', body);
    expect(bad.status).toBe(422);
    expect(bad.json.errors[0]).toMatchObject({
      error_type: 'CONNECTION_MISSING_PARAMETERS_ERROR',
      level: 'warning',
      extra: { missing: ['database_name', 'database'] },
    });
    const good = await started.admin.post('/api/v1/database/validate_parameters/', {
      ...body,
      database_name: 'New',
      parameters: { database: 'new.duckdb' },
    });
    expect(good.json).toEqual({ message: 'OK' });
  });
});

describe('what is inside a database', () => {
  it('shows schemas, tables and views [TBL-013]', async () => {
    expect((await started.admin.get(`/api/v1/database/${id}/schemas/`)).json.result).toContain('main');
    const { json } = await started.admin.get(`/api/v1/database/${id}/tables/?q=(schema_name:main,force:!f)`);
    expect(json.result.map((one: { value: string; type: string }) => [one.value, one.type])).toEqual(
      expect.arrayContaining([
        ['customers', 'table'],
        ['names', 'view'],
      ]),
    );
  });

  it('are listed by a part of their names and in pages where that is asked for, and else all at once', async () => {
    const list = (q: string, client = started.admin) =>
      client.get(`/api/v1/database/${id}/tables/?q=${encodeURIComponent(q)}`);
    const namesOf = ({ json }: { json: { result: { value: string }[] } }) => json.result.map(({ value }) => value);
    const all = namesOf(await list('(schema_name:main)'));
    expect(all).toEqual([...all].sort());
    expect(all).toEqual(expect.arrayContaining(['customers', 'names']));
    const found = await list('(schema_name:main,search:NAM)');
    expect([found.json.count, namesOf(found)]).toEqual([1, ['names']]);
    const second = await list('(schema_name:main,page:1,page_size:1)');
    expect([second.json.count, namesOf(second)]).toEqual([all.length, all.slice(1, 2)]);
    expect(namesOf(await list('(schema_name:main,page:900)'))).toEqual([]);
    for (const wrong of ['(page_size:0)', '(page_size:5000)', '(page:-1)', '(search:!(a))'])
      expect((await list(wrong)).status).toBe(400);
    expect((await fetch(`${started.url}/api/v1/database/${id}/tables/?q=(search:a)`)).status).toBe(401);
    expect((await started.admin.get('/api/v1/database/4711/tables/?q=(search:a)')).status).toBe(404);
    const gamma = await started.signInAs('listing-gamma', ['Gamma', 'sql_lab']);
    expect((await list('(search:name)', gamma)).status).toBe(404);
  });

  it('shows the query of a view, and what its tables take where that is known', async () => {
    const view = (await started.admin.get(`/api/v1/database/${id}/table/names/main/`)).json;
    expect([view.definition, view.size_bytes]).toEqual([expect.stringMatching(/^CREATE VIEW .*names/i), null]);
    expect((await started.admin.get(`/api/v1/database/${id}/table/customers/main/`)).json.definition).toBeNull();
  });

  it('is searched by parts of names of tables and columns, in pages', async () => {
    const search = (q: string, client = started.admin) =>
      client.get(`/api/v1/database/${id}/search/?q=${encodeURIComponent(q)}`);
    const { json } = await search('(text:NAME)');
    expect(json).toMatchObject({ count: 2, is_cut: false });
    expect(json.result).toEqual([
      {
        schema: 'main',
        table: 'customers',
        type: 'table',
        columns: [{ name: 'name', type: 'VARCHAR', type_generic: 1 }],
      },
      { schema: 'main', table: 'names', type: 'view', columns: [expect.objectContaining({ name: 'name' })] },
    ]);
    const second = (await search('(text:name,page:1,page_size:1)')).json;
    expect([second.count, second.result.map((one: { table: string }) => one.table)]).toEqual([2, ['names']]);
    expect((await search("(text:'%')")).json.count).toBe(0);
    expect((await search("(text:'x!' or 1=1')")).json.count).toBe(0);
    expect((await search('(page:1)')).status).toBe(400);
    expect((await fetch(`${started.url}/api/v1/database/${id}/search/?q=(text:a)`)).status).toBe(401);
    expect((await started.admin.get('/api/v1/database/4711/search/?q=(text:a)')).status).toBe(404);
    const gamma = await started.signInAs('searching-gamma', ['Gamma', 'sql_lab']);
    expect((await search('(text:name)', gamma)).status).toBe(404);
  });

  it('shows a search no more tables than the person may read', async () => {
    const table = { database: id, schema: 'main', table_name: 'names' };
    const dataset = (await started.admin.post('/api/v1/dataset/', table)).json.id;
    const { store, accounts } = started.app.services;
    const role = await store.insertInto('roles').values({ name: 'Names' }).returning('id').executeTakeFirstOrThrow();
    const view = `[Powerset].[names](id:${dataset})`;
    const grant = { role_id: role.id, permission: 'datasource_access', view };
    await store.insertInto('role_permissions').values(grant).execute();
    accounts.forget();
    const reader = await started.signInAs('searching-reader', ['Gamma', 'sql_lab', 'Names']);
    const { status, json } = await reader.get(`/api/v1/database/${id}/search/?q=(text:name)`);
    expect([status, json.count, json.result.map((one: { table: string }) => one.table)]).toEqual([200, 1, ['names']]);
    const engine = await started.app.services.engines.get(id, null);
    const within = { schemas: [], tables: [{ schema: 'main', table: 'names' }] };
    const first = async (part: { within?: typeof within }) =>
      (await engine.searchCatalog({ text: 'name', limit: 1, ...part })).map(({ table }) => table);
    expect([await first({}), await first({ within })]).toEqual([['customers'], ['names']]);
    expect(await engine.searchCatalog({ text: '', limit: 9, within: { schemas: [], tables: [] } })).toEqual([]);
    expect((await started.admin.delete(`/api/v1/dataset/${dataset}`)).status).toBe(200);
  });

  it('shows columns, keys and the SELECT of a table [TBL-001] [TBL-013]', async () => {
    const { json } = await started.admin.get(`/api/v1/database/${id}/table/customers/main/`);
    expect(json).toMatchObject({
      name: 'customers',
      columns: [
        { name: 'id', keys: [{ type: 'pk' }] },
        { name: 'name', longType: 'VARCHAR' },
      ],
      primaryKey: { column_names: ['id'], type: 'pk' },
      selectStar: 'SELECT\n  "id",\n  "name"\nFROM "main"."customers"\nLIMIT 100',
    });
    expect((await started.admin.get(`/api/v1/database/${id}/table/nowhere/main/`)).status).toBe(404);
  });

  it('answers partitions, the SELECT and function names [API-015]', async () => {
    const extra = await started.admin.get(`/api/v1/database/${id}/table_extra/customers/main/`);
    expect(extra.json.partitions.cols).toEqual([]);
    const engine = await started.app.services.engines.getEmbedded(id);
    const described = await engine.describeTable({ schema: 'main', table: 'customers' });
    const partitions = { columns: ['day', 'region'], key: 'day', latest: '2026-01-02' };
    const describing = vi.spyOn(engine, 'describeTable').mockResolvedValue({ ...described, partitions });
    const parted = await started.admin.get(`/api/v1/database/${id}/table_extra/customers/main/`);
    describing.mockRestore();
    expect(parted.json.partitions).toMatchObject({ cols: ['day', 'region'], latest: { day: '2026-01-02' } });
    const star = await started.admin.get(`/api/v1/database/${id}/select_star/customers/main/`);
    expect(star.json.result).toContain('"customers"');
    const functions = await started.admin.get(`/api/v1/database/${id}/function_names/`);
    expect(functions.json.function_names).toEqual(expect.arrayContaining(['sum', 'date_trunc']));
  });

  it('are described by parameters as well, in the default schema too, and there is no catalog beside the database’s own', async () => {
    const base = `/api/v1/database/${id}`;
    const same = async (one: string, other: string) => {
      const [a, b] = [await started.admin.get(base + one), await started.admin.get(base + other)];
      expect([a.status, a.json], one).toEqual([200, b.json]);
    };
    await same('/table_metadata/?name=customers&schema=main', '/table/customers/main/');
    await same('/table_metadata/?name=customers&catalog=null', '/table/customers/main/');
    await same('/table_metadata/extra/?name=customers&schema=main', '/table_extra/customers/main/');
    await same('/select_star/customers/', '/select_star/customers/main/');
    expect((await started.admin.get(`${base}/catalogs/`)).json).toEqual({ result: [] });
    const other = await started.admin.get(`${base}/table_metadata/?name=customers&catalog=lake`);
    expect([other.status, other.json.message]).toEqual([422, { catalog: ['This database has no catalogs.'] }]);
    expect((await started.admin.get(`${base}/table_metadata/?schema=main`)).json.message).toHaveProperty('name');
    const gamma = await started.signInAs('no tables', ['Gamma']);
    for (const path of [
      '/table_metadata/?name=customers',
      '/table_metadata/extra/?name=customers',
      '/select_star/customers/',
    ]) {
      expect((await started.admin.get(base + path.replace('customers', 'nothing'))).status, path).toBe(404);
      expect((await gamma.get(base + path)).status, path).toBeGreaterThanOrEqual(403);
      expect((await fetch(started.url + base + path)).status, path).toBe(401);
    }
    expect((await gamma.get(`${base}/catalogs/`)).status).toBe(404);
    expect((await started.admin.get('/api/v1/database/999999/catalogs/')).status).toBe(404);
  });

  it.each([
    ['select 1', 0],
    ['selec 1', 1],
    ['select nope from customers', 1],
    ['select * from nowhere', 1],
    ['', 0],
  ])('finds the mistakes of %s without running it', async (text, count) => {
    const { json } = await started.admin.post(`/api/v1/database/${id}/validate_sql/`, { sql: text, schema: 'main' });
    expect(json.result).toHaveLength(count);
    if (count > 0) expect(json.result[0]).toMatchObject({ line_number: 1, message: expect.any(String) });
  });

  it('names charts, dashboards and tabs that use it', async () => {
    const { json } = await started.admin.get(`/api/v1/database/${id}/related_objects/`);
    expect(json).toMatchObject({ charts: { count: 0 }, dashboards: { count: 0 }, sqllab_tab_states: { count: 0 } });
  });
});

describe('who may', () => {
  it('hides databases of which a user may see nothing, and their connection from who may not change them', async () => {
    const gamma = await started.signInAs('gina', ['Gamma']);
    expect((await gamma.get('/api/v1/database/')).json.count).toBe(0);
    expect((await gamma.get(`/api/v1/database/${id}`)).status).toBe(404);
    expect((await gamma.post('/api/v1/database/', { database_name: 'X' })).status).toBe(403);
    const alpha = await started.signInAs('alan', ['Alpha']);
    const shown = await alpha.get(`/api/v1/database/${id}`);
    expect(shown.status).toBe(200);
    expect(shown.text).not.toContain('duckdb:///');
    expect((await alpha.get(`/api/v1/database/${id}/connection`)).status).toBe(403);
    expect((await alpha.delete(`/api/v1/database/${id}`)).status).toBe(403);
  });

  it('asks visitors to sign in', async () => {
    expect((await fetch(`${started.url}/api/v1/database/`)).status).toBe(401);
  });
});
