import { type ApiClient, apiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

let started: InProcessApp;
let databaseId: number;
let gamma: ApiClient;

beforeAll(async () => {
  started = await startInProcess();
  const list = await started.admin.get('/api/v1/database/');
  databaseId = list.json.ids[0];
  const engine = await started.app.services.engines.getEmbedded(databaseId);
  await engine.runTrusted(
    "create table main.sales as select range as id, timestamp '2025-01-01' + interval (range) hour as sold_at, 'shop ' || range % 3 as shop, range * 1.5 as price from range(100)",
  );
  await engine.runTrusted('create table main.secret as select 1 as x');
  gamma = await started.signInAs('gina', ['Gamma']);
});
afterAll(() => started.stop());

const table = (name: string) => ({ database: databaseId, schema: 'main', table_name: name });

async function make(name: string, sql: string): Promise<number> {
  const answer = await started.admin.post('/api/v1/dataset/', { ...table(name), sql });
  expect(answer.status, answer.text).toBe(201);
  return answer.json.id;
}

describe('making a dataset', () => {
  it('reads the columns of a table, adds the metric count and chooses the time column [API-013]', async () => {
    const answer = await started.admin.post('/api/v1/dataset/', table('sales'));
    expect(answer.status).toBe(201);
    const { data } = answer.json;
    expect(data.columns.map((column: { column_name: string }) => column.column_name)).toEqual([
      'id',
      'sold_at',
      'shop',
      'price',
    ]);
    expect(data.columns.map((column: { type_generic: number }) => column.type_generic)).toEqual([0, 2, 1, 0]);
    expect(data.metrics).toMatchObject([{ metric_name: 'count', expression: 'COUNT(*)' }]);
    expect(data.main_dttm_col).toBe('sold_at');
    expect(data.owners).toMatchObject([{ first_name: 'admin' }]);
  });

  it('keeps what is said of it: its template’s values, who manages it, and what its columns are [API-013]', async () => {
    const body = {
      ...table('told'),
      sql: 'select {{ n }} as a, 2 as b',
      template_params: '{"n":1}',
      is_managed_externally: true,
      external_url: 'https://data.example/told',
    };
    const columns = [
      { column_name: 'b', type: 'INTEGER', is_dttm: false, verbose_name: 'Second' },
      { column_name: 'a', type: 'DATE', is_dttm: true },
    ];
    const made = await started.admin.post('/api/v1/dataset/', { ...body, columns });
    expect(made.status, made.text).toBe(201);
    expect(made.json.data).toMatchObject({ id: made.json.id, main_dttm_col: 'a' });
    const { result } = (await started.admin.get(`/api/v1/dataset/${made.json.id}`)).json;
    const { database: _database, ...kept } = body;
    expect(result).toMatchObject({ ...kept, columns, main_dttm_col: 'a', database: { id: databaseId } });
    const twice = { ...table('twice'), sql: 'select 1 as a', columns: [columns[1], columns[1]] };
    const refused = await started.admin.post('/api/v1/dataset/', twice);
    expect([refused.status, refused.json.message]).toEqual([422, { columns: ['One or more columns are duplicated'] }]);
    const broken = { ...table('broken'), sql: 'select 1 as a', columns: [{ column_name: 'c', expression: 'a +' }] };
    expect((await started.admin.post('/api/v1/dataset/', broken)).json.message).toHaveProperty([
      'columns.0.expression',
    ]);
    expect((await started.admin.delete(`/api/v1/dataset/${made.json.id}`)).status).toBe(200);
  });

  it('reads the columns of a query without its rows [API-013]', async () => {
    const id = await make('by_shop', 'select shop, sum(price) as total from sales group by shop');
    const { result } = (await started.admin.get(`/api/v1/dataset/${id}`)).json;
    expect(result.kind).toBe('virtual');
    expect(result.columns.map((column: { column_name: string }) => column.column_name)).toEqual(['shop', 'total']);
  });

  it.each([
    ['an unknown table', { table_name: 'nowhere' }, 'table', 'could not be found'],
    ['a taken name', { table_name: 'sales' }, 'table', 'Dataset main.sales already exists'],
    ['an unknown database', { table_name: 'x', database: 999 }, 'database', 'Database does not exist'],
    ['several statements', { table_name: 'v', sql: 'select 1; select 2' }, 'sql', 'multiple statements'],
    ['a write', { table_name: 'v', sql: 'delete from sales' }, 'sql', 'must be read-only'],
    ['a file', { table_name: 'v', sql: "select * from read_csv('/etc/passwd')" }, 'sql', ''],
    ['a mistake', { table_name: 'v', sql: 'select nope from sales' }, 'sql', 'nope'],
    ['the same name twice', { table_name: 'v', sql: 'select 1 as a, 2 as a' }, 'sql', 'a'],
    ['an unknown owner', { table_name: 'secret', owners: [999] }, 'owners', 'Owners are invalid'],
  ])('refuses %s and names the field [API-013]', async (_name, change, field, text) => {
    const answer = await started.admin.post('/api/v1/dataset/', { ...table('sales'), ...change });
    expect(answer.status, answer.text).toBe(422);
    expect(answer.json.message[field].join(' ')).toContain(text);
  });

  it('answers 400 to a body without its required fields, naming them [API-013]', async () => {
    const answer = await started.admin.post('/api/v1/dataset/', {});
    expect(answer.status).toBe(400);
    expect(answer.json.message).toEqual({
      database: ['Missing data for required field.'],
      table_name: ['Missing data for required field.'],
    });
  });

  it('gives the id of a table that has a dataset, and makes one for a table that has none [API-014]', async () => {
    const body = { database_id: databaseId, schema: 'main', table_name: 'secret' };
    const first = await started.admin.post('/api/v1/dataset/get_or_create/', body);
    const second = await started.admin.post('/api/v1/dataset/get_or_create/', body);
    expect(first.status).toBe(200);
    const id = first.json.result.table_id;
    expect((await started.admin.get(`/api/v1/dataset/${id}`)).json.result).toMatchObject({ id, table_name: 'secret' });
    expect(second.json.result.table_id).toBe(id);
  });
});

describe('reading datasets', () => {
  it('lists, filters and orders them [API-053]', async () => {
    const q = JSON.stringify({
      filters: [{ col: 'table_name', opr: 'ct', value: 'SALE' }],
      order_column: 'changed_on_delta_humanized',
      order_direction: 'desc',
    });
    const answer = await started.admin.get(`/api/v1/dataset/?q=${encodeURIComponent(q)}`);
    expect(answer.json).toMatchObject({ count: 1, result: [{ table_name: 'sales', kind: 'physical' }] });
    const namesIn = async (direction: string) => {
      const order = encodeURIComponent(`(order_column:table_name,order_direction:${direction})`);
      const { result } = (await started.admin.get(`/api/v1/dataset/?q=${order}`)).json;
      return result.map((row: { table_name: string }) => row.table_name);
    };
    expect(await namesIn('asc')).toEqual(['by_shop', 'sales', 'secret']);
    expect(await namesIn('desc')).toEqual(['secret', 'sales', 'by_shop']);
    const idsOf = async (more: string) =>
      (await started.admin.get(`/api/v1/dataset/?q=${encodeURIComponent(more)}`)).json.ids;
    const [oldest] = await idsOf('(order_column:id,order_direction:asc)');
    await started.admin.put(`/api/v1/dataset/${oldest}`, { description: 'Changed last' });
    const changed = '(order_column:changed_on_delta_humanized,order_direction:desc)';
    expect((await idsOf(changed))[0]).toBe(oldest);
    const { id: me } = (await started.admin.get('/api/v1/me/')).json.result;
    const ownedBy = (id: number) => `(filters:!((col:owners,opr:rel_m_m,value:${id})))`;
    expect([(await idsOf(ownedBy(me))).length, await idsOf(ownedBy(me + 999))]).toEqual([3, []]);
  });

  it('tells physical from virtual ones by the filter of the reference', async () => {
    const names = async (value: boolean) => {
      const q = encodeURIComponent(
        JSON.stringify({ filters: [{ col: 'sql', opr: 'dataset_is_null_or_empty', value }] }),
      );
      const { result } = (await started.admin.get(`/api/v1/dataset/?q=${q}`)).json;
      return result.map((row: { table_name: string }) => row.table_name).sort();
    };
    expect(await names(true)).toEqual(['sales', 'secret']);
    expect(await names(false)).toEqual(['by_shop']);
  });

  it('picks the fields asked for [API-012]', async () => {
    const q = encodeURIComponent('(columns:!(name,schema,database.id,select_star))');
    const answer = await started.admin.get(`/api/v1/dataset/1?q=${q}`);
    expect(answer.json.result).toEqual({
      name: 'main.sales',
      schema: 'main',
      database: { id: databaseId },
      select_star: 'SELECT\n  "id",\n  "sold_at",\n  "shop",\n  "price"\nFROM "main"."sales"\nLIMIT 100',
    });
  });

  it.each(['/api/v1/dataset/distinct/schema', '/api/v1/distinct/dataset/schema'])(
    'answers distinct schemas at %s [API-079]',
    async (path) => {
      const answer = await started.admin.get(path);
      expect(answer.json).toEqual({ count: 1, result: [{ text: 'main', value: 'main' }] });
      const narrowed = async (q: string) => (await started.admin.get(`${path}?q=${q}`)).json;
      expect(await narrowed('(filter:MA)')).toEqual(answer.json);
      expect(await narrowed('(filter:other)')).toEqual({ count: 0, result: [] });
      expect(await narrowed('(filter:m_in)')).toEqual({ count: 0, result: [] });
      expect(await narrowed('(page:1,page_size:1)')).toEqual({ count: 1, result: [] });
    },
  );

  it.each(['/api/v1/dataset/related/database', '/api/v1/related/dataset/database'])(
    'answers related databases at %s [API-078]',
    async (path) => {
      const answer = await started.admin.get(path);
      expect(answer.json).toMatchObject({ count: 1, result: [{ text: 'Powerset', value: databaseId }] });
      const narrowed = async (q: string) => (await started.admin.get(`${path}?q=${q}`)).json;
      expect(await narrowed('(filter:POWER)')).toEqual(answer.json);
      expect(await narrowed('(filter:set)')).toEqual({ count: 0, result: [] });
      expect(await narrowed('(page:1,page_size:1)')).toEqual({ count: 1, result: [] });
    },
  );

  it('does not know relations that are not there', async () => {
    expect((await started.admin.get('/api/v1/dataset/related/sql')).status).toBe(404);
    expect((await started.admin.get('/api/v1/dataset/distinct/sql')).status).toBe(404);
  });

  it('tells what the caller may do [API-072]', async () => {
    const q = encodeURIComponent('(keys:!(permissions))');
    const own = (await started.admin.get(`/api/v1/dataset/_info?q=${q}`)).json;
    expect([Object.keys(own), own.permissions]).toEqual([['permissions'], expect.arrayContaining(['can_write'])]);
    expect((await gamma.get(`/api/v1/dataset/_info?q=${q}`)).json.permissions).not.toContain('can_write');
  });

  it('answers the explore shape of a dataset by its key [API-058]', async () => {
    const answer = await started.admin.get('/superset/fetch_datasource_metadata?datasourceKey=1__table');
    expect(answer.json).toMatchObject({ uid: '1__table', granularity_sqla: [['sold_at', 'sold_at']] });
    expect((await started.admin.get('/superset/fetch_datasource_metadata?datasourceKey=x')).status).toBe(400);
    expect((await started.admin.get('/superset/fetch_datasource_metadata?datasourceKey=99__table')).status).toBe(404);
  });

  it('answers a dataset with all its fields [API-054] [DST-002]', async () => {
    const id = await make('whole', 'select 1 as a');
    const entity = (await started.admin.get(`/superset/fetch_datasource_metadata?datasourceKey=${id}__table`)).json;
    const fields =
      'id type table_name name database sql schema description main_dttm_col normalize_columns offset default_endpoint cache_timeout filter_select_enabled fetch_values_predicate is_sqllab_view template_params extra owners columns metrics kind edit_url select_star health_check_message datasource_name filter_select';
    expect(fields.split(' ').filter((field) => !(field in entity))).toEqual([]);
    expect(entity).toMatchObject({ id, type: 'table', kind: 'virtual', database: { id: databaseId } });
    expect(entity.owners[0]).toMatchObject({ id: expect.any(Number), first_name: expect.any(String) });
    const detail = (await started.admin.get(`/api/v1/dataset/${id}`)).json.result;
    expect(detail).toMatchObject({
      url: `/tablemodelview/edit/${id}`,
      is_managed_externally: false,
      external_url: null,
    });
  });

  it('lists the values of a column, and those that contain a text [API-059]', async () => {
    const id = await make('to_list', "select 'shop ' || (9 - range % 3) as shop from range(30)");
    const path = `/api/v1/datasource/table/${id}/column/shop/values/`;
    expect((await started.admin.get(path)).json.result).toEqual(['shop 7', 'shop 8', 'shop 9']);
    expect((await started.admin.get(`${path}?q=P%208`)).json.result).toEqual(['shop 8']);
    expect((await started.admin.get(`${path}?q=shop_8`)).json.result).toEqual([]);
    expect((await started.admin.get(`${path}?q=%25`)).json.result).toEqual([]);
    expect((await started.admin.get(`/api/v1/datasource/table/${id}/column/nope/values/`)).status).toBe(404);
    expect((await started.admin.get(`/api/v1/datasource/spreadsheet/${id}/column/shop/values/`)).status).toBe(400);
  });

  it('tells who drills by which columns rows may be grouped, and whose the dataset is', async () => {
    const id = await make('to_drill', 'select 1 as a, 2 as b');
    const { columns } = (await started.admin.get(`/api/v1/dataset/${id}`)).json.result;
    const [first, second] = columns;
    await started.admin.put(`/api/v1/dataset/${id}`, {
      columns: [
        { id: first.id, column_name: 'a', verbose_name: 'First' },
        { id: second.id, column_name: 'b', groupby: false },
      ],
    });
    const path = `/api/v1/dataset/${id}/drill_info/`;
    const { result } = (await started.admin.get(path)).json;
    expect(result).toMatchObject({ id, table_name: 'to_drill', created_on_humanized: expect.any(String) });
    expect(result.columns).toEqual([{ column_name: 'a', verbose_name: 'First' }]);
    expect(result.owners).toEqual([{ first_name: 'admin', last_name: expect.any(String) }]);
    expect((await started.admin.get('/api/v1/dataset/x/drill_info/')).status).toBe(404);
    expect((await started.admin.get('/api/v1/dataset/99999/drill_info/')).status).toBe(404);
    expect((await apiClient(started.url).get(path)).status).toBe(401);
    expect((await gamma.get(path)).status).toBe(404);
    const nobody = await started.signInAs('nora', ['Public']);
    expect((await nobody.get(path)).status).toBe(403);
  });

  it('answers pages of samples with the number of all rows', async () => {
    const path = '/api/v1/datasource/samples?datasource_type=table&datasource_id=1&page=2&per_page=30';
    const { result } = (await started.admin.post(path, {})).json;
    expect(result).toMatchObject({ page: 2, per_page: 30, total_count: 100, rowcount: 30 });
    expect(result.colnames).toEqual(['id', 'sold_at', 'shop', 'price']);
    expect(result.data[0].id).toBe(30);
  });
});

describe('changing a dataset', () => {
  it('saves its own fields [API-055]', async () => {
    const id = await make('to_change', 'select 1 as a, 2 as b');
    const change = {
      table_name: 'changed',
      sql: 'select 1 as a, 2 as b, {{ c }} as c',
      filter_select_enabled: false,
      fetch_values_predicate: 'a > 0',
      schema: 'main',
      description: 'Two numbers',
      main_dttm_col: 'b',
      normalize_columns: true,
      offset: 2,
      default_endpoint: '/elsewhere',
      cache_timeout: 60,
      is_sqllab_view: true,
      template_params: '{"c":3}',
      extra: '{"certification":{"certified_by":"QA"}}',
      is_managed_externally: true,
      external_url: 'https://data.example/changed',
    };
    const owen = await started.signInAs('owen', ['Gamma']);
    const { id: owner } = (await owen.get('/api/v1/me/')).json.result;
    const place = { database_id: databaseId, owners: [1, owner] };
    const saved = await started.admin.put(`/api/v1/dataset/${id}`, { ...change, ...place });
    expect(saved.status, saved.text).toBe(200);
    const { result } = (await started.admin.get(`/api/v1/dataset/${id}`)).json;
    expect(result).toMatchObject({ ...change, database: { id: databaseId } });
    expect(result.owners.map((one: { id: number }) => one.id).sort()).toEqual([1, owner].sort());
    const values = await started.admin.get(`/api/v1/datasource/table/${id}/column/a/values/`);
    expect(values.status).toBe(400);
  });

  it('is overwritten by who has seen the last save, or asks for no guard', async () => {
    const id = await make('saved_twice', 'select 1 as a');
    const path = `/api/v1/dataset/${id}`;
    const opened = (await started.admin.get(path)).json.result.last_modified_time;
    const save = (description: string, last_modified_time?: unknown) =>
      started.admin.put(path, { description, last_modified_time });
    expect((await save('first', opened)).status).toBe(200);
    const late = await save('second', opened);
    expect([late.status, late.json.message]).toEqual([
      409,
      expect.stringMatching(/^This dataset was saved by .+ after you opened it\.$/),
    ]);
    expect((await started.admin.get(path)).json.result.description).toBe('first');
    expect((await save('second', late.json.errors[0].extra.last_modified_time)).status).toBe(200);
    expect((await save('third')).status).toBe(200);
    expect((await save('x', 'now')).json.message).toHaveProperty('last_modified_time');
  });

  it('adds, changes and removes columns and metrics by the lists sent [API-056] [API-057]', async () => {
    const id = await make('to_edit', 'select 1 as a, 2 as b');
    const { columns, metrics } = (await started.admin.get(`/api/v1/dataset/${id}`)).json.result;
    const calculated = {
      column_name: 'c',
      type: 'VARCHAR',
      advanced_data_type: 'port',
      verbose_name: 'Sum',
      description: 'Both',
      expression: 'a + b',
      filterable: false,
      groupby: false,
      is_active: false,
      is_dttm: true,
      python_date_format: '%Y-%m-%d',
      uuid: '11111111-2222-4333-8444-555555555555',
      extra: '{"warning_markdown":"Rounded"}',
    };
    const total = {
      metric_name: 'total',
      expression: 'SUM(a)',
      description: 'All of it',
      metric_type: 'sum',
      d3format: ',.2f',
      currency: { symbol: 'EUR', symbolPosition: 'suffix' },
      verbose_name: 'Total',
      warning_text: 'Without returns',
      uuid: '11111111-2222-4333-8444-666666666666',
      extra: '{"certification":{"certified_by":"QA"}}',
    };
    const answer = await started.admin.put(`/api/v1/dataset/${id}`, {
      columns: [{ id: columns[0].id, column_name: 'a', verbose_name: 'First', groupby: false }, calculated],
      metrics: [
        { id: metrics[0].id, metric_name: 'orders', expression: 'COUNT(1)' },
        { ...total, currency: JSON.stringify(total.currency) },
      ],
    });
    expect(answer.status, answer.text).toBe(200);
    const { result } = (await started.admin.get(`/api/v1/dataset/${id}`)).json;
    expect(result.columns).toMatchObject([
      { id: columns[0].id, column_name: 'a', verbose_name: 'First', groupby: false },
      calculated,
    ]);
    expect(result.columns).toHaveLength(2);
    const renamed = { id: metrics[0].id, metric_name: 'orders', expression: 'COUNT(1)' };
    expect(result.metrics).toMatchObject([renamed, total]);
  });

  it('replaces every column when asked to override them [API-052]', async () => {
    const id = await make('to_override', 'select 1 as a, 2 as b');
    const columnsOf = async () => (await started.admin.get(`/api/v1/dataset/${id}`)).json.result.columns;
    const [{ id: oldId }] = await columnsOf();
    const integer = { type: 'INTEGER', is_dttm: false };
    const columns = ['a', 'z'].map((column_name) => ({ column_name, ...integer }));
    const body = { sql: 'select 1 as a, 2 as z', columns };
    const refused = await started.admin.put(`/api/v1/dataset/${id}`, body);
    expect([refused.status, refused.json.message]).toEqual([422, { columns: ['One or more columns already exist'] }]);
    expect((await started.admin.put(`/api/v1/dataset/${id}?override_columns=true`, body)).status).toBe(200);
    const replaced = await columnsOf();
    expect(replaced.map((column: { column_name: string }) => column.column_name)).toEqual(['a', 'z']);
    expect(replaced.map((column: { id: number }) => column.id)).not.toContain(oldId);
  });

  it('reads the columns of a new query where it overrides them and names none [DST-027]', async () => {
    const id = await make('to_overwrite', 'select 1 as a, 2 as b');
    const answer = await started.admin.put(`/api/v1/dataset/${id}?override_columns=true`, { sql: 'select 1 as y' });
    expect(answer.status).toBe(200);
    const { result } = (await started.admin.get(`/api/v1/dataset/${id}`)).json;
    expect(result.columns.map((column: { column_name: string }) => column.column_name)).toEqual(['y']);
  });

  it.each([
    ['duplicated columns', { columns: [{ column_name: 'a' }, { column_name: 'a' }] }, 422, 'duplicated'],
    ['foreign ids', { columns: [{ id: 9999, column_name: 'a' }] }, 422, 'do not exist'],
    [
      'duplicated metrics',
      {
        metrics: [
          { metric_name: 'm', expression: '1' },
          { metric_name: 'm', expression: '2' },
        ],
      },
      422,
      'duplicated',
    ],
    [
      'a wrong time format',
      { columns: [{ column_name: 'n', python_date_format: '%d.%m.%Y' }] },
      400,
      'Invalid date/timestamp format',
    ],
    ['a long name', { columns: [{ column_name: 'n'.repeat(256) }] }, 422, ''],
    ['a long format', { metrics: [{ metric_name: 'm', expression: '1', d3format: 'f'.repeat(129) }] }, 422, ''],
    ['broken JSON', { extra: '{' }, 422, 'decoded by JSON'],
    ['SQL that writes', { sql: 'drop table sales' }, 422, 'read-only'],
  ])('refuses %s [API-055]', async (_name, change, status, text) => {
    const id = (
      await started.admin.post('/api/v1/dataset/get_or_create/', {
        database_id: databaseId,
        table_name: 'secret',
        schema: 'main',
      })
    ).json.result.table_id;
    const answer = await started.admin.put(`/api/v1/dataset/${id}`, change);
    expect(answer.status, answer.text).toBe(status);
    expect(answer.text).toContain(text);
  });

  it('refuses metrics and calculated columns that do not parse by their field, and leaves those alone that were there', async () => {
    const id = await make('broken', 'select 1 as a');
    const { store } = started.app.services;
    const { metrics } = (await started.admin.get(`/api/v1/dataset/${id}`)).json.result;
    await store.updateTable('dataset_metrics').set({ expression: 'SUM(old' }).where('id', '=', metrics[0].id).execute();
    const old = { id: metrics[0].id, metric_name: 'count', expression: 'SUM(old' };
    const save = (change: object) => started.admin.put(`/api/v1/dataset/${id}`, change);
    const metric = (expression: string) => ({ metric_name: 'new', expression });
    for (const expression of ['SUM(revnue', 'SUM(a) FROM t; DROP TABLE t', '1), (2']) {
      const answer = await save({ metrics: [old, metric(expression)] });
      expect([answer.status, Object.keys(answer.json.message)], expression).toEqual([422, ['metrics.1.expression']]);
    }
    const column = { column_name: 'c', expression: 'a +' };
    expect((await save({ columns: [column] })).json.message).toHaveProperty(['columns.0.expression']);
    const good = [old, metric('SUM(a) -- all of it'), { metric_name: 'templated', expression: "SUM({{ 'a' }})" }];
    expect((await save({ metrics: good })).status).toBe(200);
  });

  it('finds the first of thousands of expressions that does not parse with few questions to the parser', async () => {
    const id = await make('many', 'select 1 as a');
    const analyse = vi.spyOn(await started.app.services.engines.get(databaseId, null), 'analyse');
    const metrics = Array.from({ length: 2000 }, (_, at) => ({
      metric_name: `m${at}`,
      expression: at === 1234 || at === 1900 ? `SUM(${at}` : `SUM(${at})`,
    }));
    const answer = await started.admin.put(`/api/v1/dataset/${id}`, { metrics });
    const questions = analyse.mock.calls.length;
    analyse.mockRestore();
    expect([answer.status, Object.keys(answer.json.message)]).toEqual([422, ['metrics.1234.expression']]);
    expect(questions).toBeLessThan(30);
  });

  it('refuses a new metric under the name of one that the list forgot [API-055]', async () => {
    const id = await make('taken', 'select 1 as a');
    const body = { metrics: [{ metric_name: 'count', expression: 'COUNT(1)' }] };
    const answer = await started.admin.put(`/api/v1/dataset/${id}`, body);
    expect(answer.status).toBe(422);
    expect(answer.json.message).toEqual({ metrics: ['One or more metrics already exist'] });
  });

  it('reads the columns of a changed table again', async () => {
    const engine = await started.app.services.engines.getEmbedded(databaseId);
    await engine.runTrusted('create table main.growing as select 1 as a, 2 as b');
    const { id } = (await started.admin.post('/api/v1/dataset/', table('growing'))).json;
    await engine.runTrusted('alter table main.growing drop column b');
    await engine.runTrusted('alter table main.growing add column c date');
    expect((await started.admin.put(`/api/v1/dataset/${id}/refresh`)).status).toBe(200);
    const { result } = (await started.admin.get(`/api/v1/dataset/${id}`)).json;
    expect(result.columns.map((column: { column_name: string }) => column.column_name)).toEqual(['a', 'c']);
    expect(result.main_dttm_col).toBe('c');
  });

  it('copies a virtual dataset, and no physical one', async () => {
    const base = await make('base', 'select 1 as a');
    const copy = await started.admin.post('/api/v1/dataset/duplicate', { base_model_id: base, table_name: 'copy' });
    expect(copy.status, copy.text).toBe(201);
    expect((await started.admin.get(`/api/v1/dataset/${copy.json.id}`)).json.result.table_name).toBe('copy');
    const refused = await started.admin.post('/api/v1/dataset/duplicate', { base_model_id: 1, table_name: 'copy2' });
    expect(refused.status).toBe(422);
  });

  it('removes a column, a metric and the dataset itself', async () => {
    const id = await make('to_delete', 'select 1 as a, 2 as b');
    const { columns, metrics } = (await started.admin.get(`/api/v1/dataset/${id}`)).json.result;
    expect((await started.admin.delete(`/api/v1/dataset/${id}/column/${columns[0].id}`)).status).toBe(200);
    expect((await started.admin.delete(`/api/v1/dataset/${id}/column/${columns[0].id}`)).status).toBe(404);
    expect((await started.admin.delete(`/api/v1/dataset/${id}/metric/${metrics[0].id}`)).status).toBe(200);
    expect((await started.admin.delete(`/api/v1/dataset/${id}`)).json).toEqual({ message: 'OK' });
    expect((await started.admin.get(`/api/v1/dataset/${id}`)).status).toBe(404);
  });

  it('deletes many with a message that counts them', async () => {
    const ids = [await make('one', 'select 1 as a'), await make('two', 'select 1 as a')];
    const answer = await started.admin.delete(`/api/v1/dataset/?q=!(${ids.join(',')})`);
    expect(answer.json).toEqual({ message: 'Deleted 2 datasets' });
  });
});

describe('who may', () => {
  it('hides datasets from those without access to their data', async () => {
    expect((await gamma.get('/api/v1/dataset/')).json.count).toBe(0);
    expect((await gamma.get('/api/v1/dataset/1')).status).toBe(404);
    expect((await gamma.get('/api/v1/datasource/table/1/column/shop/values/')).status).toBe(403);
    expect((await gamma.post('/api/v1/dataset/', table('sales'))).status).toBe(403);
    expect((await gamma.put('/api/v1/dataset/1', {})).status).toBe(403);
  });

  it('lets only owners and Admin change a dataset', async () => {
    const alpha = await started.signInAs('alan', ['Alpha']);
    expect((await alpha.get('/api/v1/dataset/1')).status).toBe(200);
    expect((await alpha.put('/api/v1/dataset/1', { description: 'mine' })).status).toBe(403);
    expect((await alpha.delete('/api/v1/dataset/1')).status).toBe(403);
  });

  it('asks visitors to sign in', async () => {
    const visitor = await fetch(`${started.url}/api/v1/dataset/`);
    expect(visitor.status).toBe(401);
  });
});
