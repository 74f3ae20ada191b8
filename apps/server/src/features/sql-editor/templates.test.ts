import { homedir } from 'node:os';
import { type ApiClient, apiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let running: InProcessApp;
let databaseId: number;

beforeAll(async () => {
  const env = { POWERSET_FEATURES: 'ENABLE_TEMPLATE_PROCESSING' };
  running = await startInProcess({ isWarm: true, env });
  const { store, engines } = running.app.services;
  databaseId = (await store.selectFrom('databases').selectAll().executeTakeFirstOrThrow()).id;
  const engine = await engines.getEmbedded(databaseId);
  await engine.runTrusted(
    "create table sales as select 'east' as region, 7 as amount union all select 'west', 5; create table secrets as select 42 as answer",
  );
}, 60_000);
afterAll(() => running.stop());

const path = '/api/v1/sqllab/execute/';

interface Call {
  readonly sql: string;
  readonly params?: object | string;
  readonly client?: ApiClient;
  readonly search?: string;
}

function execute({ sql, params, client = running.admin, search = '' }: Call) {
  const templateParams = typeof params === 'string' ? params : JSON.stringify(params ?? {});
  return client.post(`${path}${search}`, { database_id: databaseId, sql, templateParams });
}

describe('a templated script', () => {
  it('is filled with its parameters, with macros of who asks, of the address and of filters that are tried [SQL-016, API-001]', async () => {
    const parameters = await execute({
      sql: 'select {{ column }} as c{% if wide %}, region{% endif %} from sales order by 1',
      params: { column: 'amount', wide: true },
    });
    expect(parameters.json.data, parameters.text).toEqual([
      { c: 5, region: 'west' },
      { c: 7, region: 'east' },
    ]);
    expect(parameters.json.query.sql).toContain('{{ column }}');
    expect(parameters.json.query.executedSql).toContain('select amount as c, region from sales');
    const macros = await execute({
      sql: "select '{{ current_username() }}' as who, {{ url_param('region') }} as place, count(*) as n from sales where region in {{ filter_values('region') | where_in }}",
      params: { _filters: [{ col: 'region', op: 'IN', val: ['east'] }] },
      search: '?region=we%27st',
    });
    expect(macros.json.data, macros.text).toEqual([{ who: 'admin', place: "we'st", n: 1 }]);
  });

  it('names the parameters that nobody gave, and refuses those that are no object [SQL-018]', async () => {
    const missing = await execute({ sql: 'select {{ a }}, {{ b }} from {{ t }}', params: { t: 'sales' } });
    const [error] = missing.json.errors;
    expect(error.error_type).toBe('MISSING_TEMPLATE_PARAMS_ERROR');
    expect(error.message).toMatch(/^The following parameters in your query are undefined: "a", "b"\. Please check/);
    expect(error.extra).toMatchObject({ undefined_parameters: ['a', 'b'], template_parameters: { t: 'sales' } });
    expect(error.extra.issue_codes).toMatchObject([{ code: 1006 }]);
    const broken = await execute({ sql: 'select 1', params: '[1]' });
    expect(broken.json.errors[0].error_type).toBe('INVALID_TEMPLATE_PARAMS_ERROR');
    const malformed = await execute({ sql: 'select {{ a' });
    expect(malformed.json.errors[0].error_type).toBe('INVALID_TEMPLATE_PARAMS_ERROR');
  });

  it('is authorised as it was rendered, whatever the template hides', async () => {
    const clerk = await running.signInAs('template-clerk', ['sql_lab']);
    const { store, accounts } = running.app.services;
    const owner = await store
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'template-clerk')
      .executeTakeFirstOrThrow();
    const dataset = { database: databaseId, table_name: 'sales', owners: [owner.id] };
    expect((await running.admin.post('/api/v1/dataset/', dataset)).status).toBe(201);
    accounts.forget();
    expect((await execute({ sql: 'select region from sales', client: clerk })).status).toBe(200);
    for (const { sql, params } of [
      { sql: 'select * from {{ t }}', params: { t: 'secrets' } },
      { sql: 'select * from sec{{ "rets" }}' },
      { sql: '{% if true %}select * from secrets{% else %}select * from sales{% endif %}' },
      { sql: 'select {{ x }} from sales', params: { x: '(select answer from secrets)' } },
      { sql: 'select * from sales{# #}; select * from secrets' },
    ]) {
      const answer = await execute({ sql, client: clerk, ...(params ? { params } : {}) });
      expect([sql, answer.status]).toEqual([sql, 403]);
      expect(answer.text).not.toContain('42');
    }
    for (const sql of ['select * from {{ "read_text(\'/etc/passwd\')" }}', "{{ 'attach' }} ':memory:' as x"])
      expect((await execute({ sql })).status).toBeGreaterThanOrEqual(400);
  });

  it('reaches nothing of the host, and cannot run for ever', async () => {
    for (const sql of [
      "select '{{ ''.constructor.constructor('return process')().env }}'",
      "select '{{ url_param.constructor }}'",
      "select '{{ x.__proto__.polluted }}'",
      '{% for i in range(1000000000) %}{{ i }}{% endfor %}',
      "select '{{ process.env.HOME }}'",
    ]) {
      const answer = await execute({ sql, params: { x: {} } });
      expect([sql, answer.status >= 400]).toEqual([sql, true]);
      expect(answer.text).not.toContain(homedir());
    }
  });

  it.each([
    ['loops within loops', '{% for i in range(9999) %}{% for j in range(9999) %}{% endfor %}{% endfor %}select 1'],
    [
      'work inside filters',
      "{% set a = range(9999) %}{% for i in range(9999) %}{% set b = a | sort | unique | join(',') | upper | replace('1', '22') %}{% endfor %}select 1",
    ],
    [
      'texts that double',
      "{% set ns = namespace(x='a') %}{% for i in range(99) %}{% set ns.x = ns.x ~ ns.x %}{% endfor %}",
    ],
  ])('ends a template that goes on and on, and answers others meanwhile: %s', async (_what, sql) => {
    const order: string[] = [];
    const long = execute({ sql }).then((answer) => {
      order.push('template');
      return answer;
    });
    const ping = running.admin.get('/ping').then(() => order.push('ping'));
    const [answer] = await Promise.all([long, ping]);
    expect(answer.json.errors[0].error_type, answer.text).toBe('INVALID_TEMPLATE_PARAMS_ERROR');
    expect(order).toEqual(['ping', 'template']);
    const next = await execute({ sql: 'select {{ n }} as n', params: { n: 3 } });
    expect(next.json.data, next.text).toEqual([{ n: 3 }]);
  });

  it('binds what comes with the address instead of pasting it', async () => {
    const attack = encodeURIComponent("x' union select 'stolen' --");
    const answer = await execute({
      sql: "select region from sales where region = {{ url_param('r') }}",
      search: `?r=${attack}`,
    });
    expect(answer.json.data, answer.text).toEqual([]);
    const quoted = await execute({ sql: "select '{{ url_param('r') }}' as r", search: `?r=${attack}` });
    expect(quoted.json.data).toEqual([{ r: "x' union select 'stolen' --" }]);
  });

  it('is checked as it will run, and taken as it is where templates are off', async () => {
    const check = `/api/v1/database/${databaseId}/validate_sql/`;
    const sql = 'select {{ column }} from sales';
    const ask = (template_params: unknown) => running.admin.post(check, { sql, template_params });
    expect((await ask('{"column": "amount"}')).json.result).toEqual([]);
    expect((await ask({ column: 'nothing' })).json.result[0].message).toContain('nothing');
    expect((await ask(null)).json.result[0].message).toContain('"column"');
    const flags = running.app.services.config.featureFlags as Record<string, boolean>;
    flags.ENABLE_TEMPLATE_PROCESSING = false;
    const off = await execute({ sql: "select '{{ a }}' as a" });
    flags.ENABLE_TEMPLATE_PROCESSING = true;
    expect(off.json.data).toEqual([{ a: '{{ a }}' }]);
  });
});

describe('the macro dataset', () => {
  const make = async (body: object, client = running.admin) =>
    (await client.post('/api/v1/dataset/', { database: databaseId, schema: 'main', ...body })).json.id as number;
  let sales: number;
  let virtual: number;
  beforeAll(async () => {
    const engine = await running.app.services.engines.getEmbedded(databaseId);
    await engine.runTrusted('create table shops as select * from sales; create table locked as select 42 as answer');
    sales = await make({ table_name: 'shops' });
    virtual = await make({ table_name: 'above', sql: 'select region, amount * 2 as twice from shops' });
  });

  it('is a query of the dataset: its columns, some of them, or its metrics by them', async () => {
    const whole = await execute({ sql: `select * from {{ dataset(${sales}) }} order by amount` });
    expect(whole.json.data, whole.text).toEqual([
      { region: 'west', amount: 5 },
      { region: 'east', amount: 7 },
    ]);
    const some = await execute({ sql: `select * from {{ dataset(${virtual}, columns=['twice']) }} order by 1` });
    expect(some.json.data, some.text).toEqual([{ twice: 10 }, { twice: 14 }]);
    const injected = await execute({ sql: `select * from {{ dataset(${sales}, columns=['1) x; --']) }}` });
    expect([injected.status, injected.text]).toEqual([422, expect.stringContaining('has no column')]);
    const counted = await execute({
      sql: `select dataset_${sales}.count as n from {{ dataset(${sales}, include_metrics=True, columns=['region']) }}`,
    });
    expect(counted.json.data, counted.text).toEqual([{ n: 1 }, { n: 1 }]);
  });

  it('reads through datasets that read datasets, and ends where one reads itself', async () => {
    const over = await make({ table_name: 'over', sql: `select twice from {{ dataset(${virtual}) }}` });
    const answer = await execute({ sql: `select sum(twice) as s from {{ dataset(${over}) }}` });
    expect(answer.json.data, answer.text).toEqual([{ s: 24 }]);
    await running.app.services.store
      .updateTable('datasets')
      .set({ sql: `select * from {{ dataset(${over}) }}` })
      .where('id', '=', over)
      .execute();
    running.app.services.accounts.forget();
    const circle = await execute({ sql: `select * from {{ dataset(${over}) }}` });
    expect([circle.status, circle.text]).toEqual([422, expect.stringContaining('read each other too deeply')]);
  });

  it('says of a hidden dataset what it says of none, and opens no other table', async () => {
    const hidden = await make({ table_name: 'locked' });
    const client = await running.signInAs('gert', ['Gamma', 'sql_lab']);
    const [there, nowhere] = [
      await execute({ sql: `select * from {{ dataset(${hidden}) }}`, client }),
      await execute({ sql: 'select * from {{ dataset(99999) }}', client }),
    ];
    expect([there.status, there.text.replaceAll(String(hidden), 'X')]).toEqual([
      nowhere.status,
      nowhere.text.replaceAll('99999', 'X'),
    ]);
    expect(there.text).not.toContain('42');
  });

  it.each([
    ['{% set d = SALES %}{{ dataset(d) }}'],
    ['{{ dataset(0 + SALES) }}'],
    ["{{ dataset('SALES') }}"],
    ['{% set d = 99999 %}{{ dataset(d) }}'],
  ])('says that its number has to stand in the text, whether there is such a dataset or not: %s', async (template) => {
    const answer = await execute({ sql: `select * from ${template.replace('SALES', String(sales))}` });
    expect([answer.status, answer.text]).toEqual([
      422,
      expect.stringContaining('takes a number that stands in the text'),
    ]);
    const saved = await running.admin.post('/api/v1/dataset/', {
      database: databaseId,
      schema: 'main',
      table_name: 'by variable',
      sql: `select * from ${template.replace('SALES', String(sales))}`,
    });
    expect([saved.status, saved.text]).toEqual([
      422,
      expect.stringContaining('takes a number that stands in the text'),
    ]);
  });

  it('holds the rows alone that are open to whoever asks, in scripts and in charts', async () => {
    const { store } = running.app.services;
    const role = await store.selectFrom('roles').select('id').where('name', '=', 'Alpha').executeTakeFirstOrThrow();
    const at = '2026-01-01T00:00:00Z';
    const clause = "region = 'east'";
    const rule = await store
      .insertInto('row_level_rules')
      .values({ name: 'East', filter_type: 'Regular', clause, created_on: at, changed_on: at })
      .returning('id')
      .executeTakeFirstOrThrow();
    await store.insertInto('row_level_rule_roles').values({ rule_id: rule.id, role_id: role.id }).execute();
    await store.insertInto('row_level_rule_datasets').values({ rule_id: rule.id, dataset_id: sales }).execute();
    running.app.services.accounts.forget();
    const client = await running.signInAs('alf', ['Alpha', 'sql_lab']);
    const script = await execute({ sql: `select region from {{ dataset(${sales}) }}`, client });
    expect(script.json.data, script.text).toEqual([{ region: 'east' }]);
    const id = await make({ table_name: 'through', sql: `select region from {{ dataset(${sales}) }}` });
    const ask = async (who: ApiClient) =>
      (
        await who.post('/api/v1/chart/data', {
          datasource: { id, type: 'table' },
          queries: [{ columns: ['region'], metrics: [], orderby: [['region', true]] }],
        })
      ).json.result[0].data;
    expect(await ask(client)).toEqual([{ region: 'east' }]);
    expect(await ask(running.admin)).toEqual([{ region: 'east' }, { region: 'west' }]);
  });
});

describe('the parameters of a text', () => {
  const read = async (sql: string, params: object = {}, client = running.admin) =>
    client.post('/api/v1/sqllab/template/', { database_id: databaseId, sql, template_params: JSON.stringify(params) });

  it('are found with what they most likely hold, and those that nobody gave are named', async () => {
    const sql = `{% set own = 1 %}select {{ column }} from sales where region = '{{ region }}' and region in {{ places | where_in }}
      and day >= {{ since }} and amount > {{ least | int }} {% for row in rows %}{{ row }}{{ loop.index }}{% endfor %}
      {% if wide is defined %}{{ own }}{% endif %} {{ current_username() }} limit {{ n | default(5) }}`;
    const { result } = (await read(sql)).json;
    expect(result.parameters).toEqual([
      { name: 'column', kind: 'sql', is_optional: false },
      { name: 'region', kind: 'text', is_optional: false },
      { name: 'places', kind: 'list', is_optional: false },
      { name: 'since', kind: 'date', is_optional: false },
      { name: 'least', kind: 'number', is_optional: false },
      { name: 'rows', kind: 'list', is_optional: false },
      { name: 'wide', kind: 'text', is_optional: true },
      { name: 'n', kind: 'number', is_optional: true },
    ]);
    expect(result).toMatchObject({ rendered: null, missing: expect.arrayContaining(['column', 'region', 'since']) });
    const whole = (await read('select {{ a }}', { a: 'amount' })).json.result;
    expect(whole).toMatchObject({ rendered: 'select amount', missing: [], problem: null });
    const broken = (await read('select {{ a')).json.result;
    expect(broken).toMatchObject({ parameters: [], rendered: null, problem: expect.stringContaining('malformed') });
    expect((await read('select 1')).json.result).toMatchObject({ parameters: [], rendered: 'select 1' });
  });

  it('with a declared type are values: bound inside and outside of quotes, and by lists', async () => {
    const params = {
      region: "x' or '1' = '1",
      code: '007',
      few: ['east', "o'er"],
      column: 'amount',
      _parameters: {
        region: { type: 'text' },
        code: { type: 'text' },
        few: { type: 'list' },
        column: { type: 'sql' },
      },
    };
    const sql =
      "select {{ column }}, '{{ region }}', {{ region }}, {{ code }} where r in ({{ few }}) or r in {{ few | where_in }}";
    expect((await read(sql, params)).json.result.rendered).toBe(
      "select amount, 'x'' or ''1'' = ''1', 'x'' or ''1'' = ''1', '007' where r in ('east', 'o''er') or r in ('east', 'o''er')",
    );
    const answer = await execute({ sql: 'select region from sales where region = {{ region }}', params });
    expect([answer.status, answer.json.data], answer.text).toEqual([200, []]);
  });

  it('are for those who may run SQL, of databases that are there, in a body that is read', async () => {
    const path = '/api/v1/sqllab/template/';
    expect((await apiClient(running.url).post(path, { database_id: databaseId, sql: '' })).status).toBe(401);
    const gamma = await running.signInAs('template-gamma', ['Gamma']);
    expect((await read('select 1', {}, gamma)).status).toBe(403);
    expect((await running.admin.post(path, { database_id: 4711, sql: 'select 1' })).status).toBe(404);
    const invalid = await running.admin.post(path, { database_id: databaseId });
    expect([invalid.status, Object.keys(invalid.json.message)]).toEqual([400, ['sql']]);
    const noObject = await running.admin.post(path, {
      database_id: databaseId,
      sql: '{{ a }}',
      template_params: '[1]',
    });
    expect(noObject.json.result).toMatchObject({ rendered: null, problem: expect.any(String) });
  });

  it('take their values from queries that only read, whoever wrote those', async () => {
    const ask = (sql: string) => running.admin.post(path, { database_id: databaseId, sql, only_reads: true });
    expect((await ask('select distinct region from sales order by 1')).json.data).toEqual([
      { region: 'east' },
      { region: 'west' },
    ]);
    for (const sql of ["update sales set region = 'x'", 'select 1; drop table sales', 'create table t as select 1']) {
      const answer = await ask(sql);
      expect([sql, answer.status, answer.text]).toEqual([sql, 422, expect.stringContaining('Only SELECT')]);
    }
  });
});
