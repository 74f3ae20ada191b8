import { homedir } from 'node:os';
import type { ApiClient } from '@powerset/testkit';
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
