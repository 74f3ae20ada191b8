import type { ApiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let running: InProcessApp;
let databaseId: number;
let ana: ApiClient;
let ben: ApiClient;

const stamp = '2026-11-21T10:00:00.000Z';

beforeAll(async () => {
  const env = { POWERSET_FEATURES: 'ENABLE_TEMPLATE_PROCESSING' };
  running = await startInProcess({ isWarm: true, env, now: () => new Date(stamp) });
  const { store, engines } = running.app.services;
  databaseId = (await store.selectFrom('databases').select('id').executeTakeFirstOrThrow()).id;
  const engine = await engines.getEmbedded(databaseId);
  await engine.runTrusted(`CREATE TABLE sales AS SELECT * FROM (VALUES ('ana', 'east', 7, TIMESTAMP '2026-01-05'),
    ('ana', 'west', 2, TIMESTAMP '2026-02-05'), ('ben', 'east', 5, TIMESTAMP '2026-01-06'),
    ('o''hara', 'north', 1, TIMESTAMP '2026-01-07')) AS t(seller, region, amount, sold);
    CREATE TABLE sales_2025 AS SELECT 'old' AS seller, 'east' AS region, 99 AS amount, TIMESTAMP '2025-01-01' AS sold;
    CREATE TABLE sales_hidden AS SELECT 'spy' AS seller, 'hidden' AS region, 43 AS amount;
    CREATE TABLE secrets AS SELECT 'spy' AS seller, 'hidden' AS region, 42 AS amount, TIMESTAMP '2025-01-01' AS sold`);
  ana = await running.signInAs('ana', ['Gamma', 'sql_lab']);
  ben = await running.signInAs('ben', ['Gamma', 'sql_lab']);
}, 60_000);
afterAll(() => running.stop());

let names = 0;

interface Made {
  readonly sql: string;
  readonly params?: object;
  readonly client?: ApiClient;
}

function make({ sql, params, client = running.admin }: Made) {
  names += 1;
  const template_params = params ? JSON.stringify(params) : null;
  return client.post('/api/v1/dataset/', {
    database: databaseId,
    table_name: `templated_${names}`,
    sql,
    template_params,
  });
}

async function idOf(name: string): Promise<number> {
  const { store } = running.app.services;
  return (await store.selectFrom('users').select('id').where('username', '=', name).executeTakeFirstOrThrow()).id;
}

/** A dataset of the administrator's that both sellers may read, as its owners. */
async function share(sql: string, params?: object): Promise<number> {
  const made = await make({ sql, ...(params ? { params } : {}) });
  expect([sql, made.status, made.text]).toEqual([sql, 201, made.text]);
  const owners = [await idOf('ana'), await idOf('ben')];
  expect((await running.admin.put(`/api/v1/dataset/${made.json.id}`, { owners })).status).toBe(200);
  return made.json.id;
}

async function addRule({ datasetId, clause }: { readonly datasetId: number; readonly clause: string }): Promise<void> {
  const { store } = running.app.services;
  const rule = await store
    .insertInto('row_level_rules')
    .values({ name: clause, filter_type: 'Regular', clause, created_on: stamp, changed_on: stamp })
    .returning('id')
    .executeTakeFirstOrThrow();
  const gamma = await store.selectFrom('roles').select('id').where('name', '=', 'Gamma').executeTakeFirstOrThrow();
  await store.insertInto('row_level_rule_datasets').values({ rule_id: rule.id, dataset_id: datasetId }).execute();
  await store.insertInto('row_level_rule_roles').values({ rule_id: rule.id, role_id: gamma.id }).execute();
}

const total = { expressionType: 'SQL', sqlExpression: 'SUM(amount)', label: 'total' };

interface Asking {
  readonly client?: ApiClient;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly search?: string;
}

const ask = (id: number, { client = running.admin, query = {}, search = '' }: Asking = {}) =>
  client.post(`/api/v1/chart/data${search}`, {
    datasource: { id, type: 'table' },
    queries: [{ columns: [], metrics: [total], ...query }],
  });
const totalOf = async (id: number, asking: Asking = {}) => {
  const answer = await ask(id, asking);
  expect(answer.status, answer.text).toBe(200);
  return answer.json.result[0].data[0].total;
};

const secured = "select * from sales where seller = '{{ current_username() }}'";

describe('a template in a chart', () => {
  it('that goes on and on is ended, wherever it stands, and saved by nobody', async () => {
    const endless = '{% for i in range(9999) %}{% for j in range(9999) %}{% endfor %}{% endfor %}';
    const saved = await make({ sql: `${endless}select 1 as amount` });
    expect([saved.status, saved.text]).toEqual([422, expect.stringContaining('takes too long or grows too large')]);
    const id = await share('select * from sales');
    const metric = { ...total, sqlExpression: `${endless}SUM(amount)` };
    const condition = { extras: { where: `${endless}amount > 1` } };
    for (const query of [{ metrics: [metric] }, condition]) {
      const answer = await ask(id, { query });
      expect([answer.status, answer.json.errors?.[0].error_type]).toEqual([400, 'INVALID_TEMPLATE_PARAMS_ERROR']);
    }
    expect(await totalOf(id)).toBe(15);
  });

  it('knows the saved metrics of its dataset', async () => {
    const id = await share('select * from sales');
    const saved = { ...total, sqlExpression: "{{ metric('count') }}" };
    const answer = await ask(id, { query: { metrics: [saved] } });
    expect(answer.json.result[0].data, answer.text).toEqual([{ total: 4 }]);
  });
});

describe('a templated dataset', () => {
  it('gives each who charts it their own rows, and never the answer of another from the cache', async () => {
    const id = await share(secured);
    for (let round = 0; round < 4; round += 1)
      expect([await totalOf(id, { client: ana }), await totalOf(id, { client: ben })]).toEqual([9, 5]);
    const [again, other] = [await ask(id, { client: ana }), await ask(id, { client: ben })];
    expect([again.json.result[0].is_cached, other.json.result[0].is_cached]).toEqual([true, true]);
    expect(again.json.result[0].cache_key).not.toBe(other.json.result[0].cache_key);
    const samples = await ben.post(`/datasource/samples?datasource_type=table&datasource_id=${id}`, {});
    expect(
      samples.json.result.data.map((row: { seller: string }) => row.seller),
      samples.text,
    ).toEqual(['ben']);
    const values = await ben.get(`/api/v1/datasource/table/${id}/column/region/values/`);
    expect(values.json.result).toEqual(['east']);
  });

  it('takes the filters, times, columns and limits of its query, and the parameters of its author', async () => {
    const id = await share(
      `select * from sales where amount > {{ least }}
       {% if filter_values('region') %} and region in {{ filter_values('region', remove_filter=true) | where_in }}{% endif %}
       {% if from_dttm is not none %} and sold >= TIMESTAMP '{{ from_dttm }}'{% endif %}
       {% if to_dttm is not none %} and sold < TIMESTAMP '{{ to_dttm }}'{% endif %}
       {% if 'seller' in groupby or row_limit == 3 %} and seller <> 'ben'{% endif %}`,
      { least: 1 },
    );
    const east = { col: 'region', op: 'IN', val: ['east'] };
    expect(await totalOf(id)).toBe(14);
    expect(await totalOf(id, { query: { filters: [east] } })).toBe(12);
    expect(await totalOf(id, { query: { row_limit: 3 } })).toBe(9);
    expect(await totalOf(id, { query: { granularity: 'sold', time_range: '2026-01-01 : 2026-02-01' } })).toBe(12);
    const told = (await ask(id, { query: { filters: [east] } })).json.result[0];
    expect(told.applied_template_filters).toEqual(['region']);
    const grouped = (await ask(id, { query: { columns: ['seller'] } })).json.result[0];
    expect(grouped.data).toEqual([{ seller: 'ana', total: 9 }]);
    const params = JSON.stringify({ least: 6 });
    expect((await running.admin.put(`/api/v1/dataset/${id}`, { template_params: params })).status).toBe(200);
    expect(await totalOf(id)).toBe(7);
  });

  it('takes parameters of the address, and remembers nothing across them', async () => {
    const id = await share("select * from sales where region = {{ url_param('region', 'east') }}");
    for (let round = 0; round < 3; round += 1) {
      expect(await totalOf(id)).toBe(12);
      expect(await totalOf(id, { search: '?region=west' })).toBe(2);
      expect(await totalOf(id, { query: { url_params: { region: 'north' } } })).toBe(1);
    }
  });

  it('renders custom SQL, calculated columns and the predicate of value lists as well', async () => {
    const id = await share('select * from sales{# all of them #}');
    const change = {
      fetch_values_predicate: "seller = '{{ current_username() }}'",
      metrics: [{ metric_name: 'doubled', expression: 'SUM(amount) * 2' }],
    };
    expect((await running.admin.put(`/api/v1/dataset/${id}`, change)).status).toBe(200);
    const values = await ben.get(`/api/v1/datasource/table/${id}/column/region/values/`);
    expect(values.json.result).toEqual(['east']);
    const custom = { ...total, sqlExpression: "{{ metric('doubled') }} + {{ url_param('n', '1') }}" };
    expect(await totalOf(id, { query: { metrics: [custom] }, search: '?n=3' })).toBe(33);
    const where = "seller = {{ url_param('s') }}";
    expect(await totalOf(id, { query: { extras: { where } }, search: "?s=o'hara" })).toBe(1);
  });

  it('keeps row-level rules, which may be templates too', async () => {
    const id = await share("select * from sales where region = {{ url_param('region', 'east') }}");
    await addRule({ datasetId: id, clause: "seller = '{{ current_username() }}'" });
    expect(await totalOf(id)).toBe(12);
    expect([await totalOf(id, { client: ana }), await totalOf(id, { client: ben })]).toEqual([7, 5]);
    expect(await totalOf(id, { client: ben, search: '?region=west' })).toBe(null);
  });
});

describe('an attack through a templated dataset', () => {
  it('binds what comes with the address, with filters and in custom SQL', async () => {
    const id = await share(
      "select * from sales where region = {{ url_param('r', 'east') }} and seller <> '{{ url_param('s', '') }}'",
    );
    for (const attack of ["x' OR 1=1 --", "x') UNION ALL SELECT * FROM secrets --", '{{ 1 }}', '\\', '$$', '/*'])
      for (const name of ['r', 's']) {
        const search = `?${name}=${encodeURIComponent(attack)}`;
        const answer = await ask(id, { client: ben, search });
        expect([attack, answer.status]).toEqual([attack, 200]);
        expect(answer.json.result[0].data).toEqual([{ total: name === 'r' ? null : 12 }]);
      }
    for (const sqlExpression of [
      "SUM(amount) + {{ '(select max(amount) from secrets)' }}",
      "{{ url_param.constructor('return process')() }}",
      '{% for i in range(1000000000) %}{{ i }}{% endfor %}',
      "SUM(amount) FROM secrets {{ '--' }}",
    ]) {
      const answer = await ask(id, { client: ben, query: { metrics: [{ ...total, sqlExpression }] } });
      expect([sqlExpression, answer.status >= 400]).toEqual([sqlExpression, true]);
      expect(answer.text).not.toContain('"total":');
    }
  });

  it('reaches no table that was not there when it was saved, unless it is open to whoever asks', async () => {
    const branch = await share(
      "{% if url_param('t') == '_x' %}select * from secrets{% else %}select * from sales{% endif %}",
    );
    const word = await share("select * from sales{{ url_param('t', '_2025') }}");
    expect(await totalOf(branch, { search: '?t=_x' })).toBe(42);
    expect(await totalOf(word, { search: '?t=_hidden' })).toBe(43);
    expect(await totalOf(word, { client: ben })).toBe(99);
    const attempts = [
      { id: branch, search: '?t=_x' },
      { id: word, search: '?t=_hidden' },
      { id: word, search: '?t=_2025 union all from secrets' },
    ];
    for (const { id, search } of [...attempts, ...attempts]) {
      const refused = await ask(id, { client: ben, search });
      expect([search, refused.status >= 400]).toEqual([search, true]);
      expect(refused.text).not.toContain('"total":');
    }
    expect((await ask(branch, { client: ben, search: '?t=_x' })).status).toBe(403);
    const hidden = await make({ sql: "select * from {{ 'secrets' }}", client: ben });
    expect(hidden.status).toBeGreaterThanOrEqual(400);
  });

  it('reaches a table that is open to whoever asks, but not past the rules on its rows', async () => {
    const id = await share(
      "{% if url_param('t') == 'old' %}select * from sales_2025{% else %}select * from sales{% endif %}",
    );
    const physical = { database: databaseId, table_name: 'sales_2025', owners: [await idOf('ana'), await idOf('ben')] };
    const table = await running.admin.post('/api/v1/dataset/', physical);
    expect(table.status).toBe(201);
    expect(await totalOf(id, { client: ben, search: '?t=old' })).toBe(99);
    await addRule({ datasetId: table.json.id, clause: "region = 'west'" });
    const refused = await ask(id, { client: ben, search: '?t=old' });
    expect([refused.status, refused.text.includes('99')]).toEqual([403, false]);
    expect(await totalOf(id, { search: '?t=old' })).toBe(99);
  });

  it('asks for the right to read what a changed parameter opens', async () => {
    const { store } = running.app.services;
    const own = await share('select * from {{ t }}', { t: 'sales' });
    await store
      .insertInto('owners')
      .values({ object_type: 'dataset', object_id: own, user_id: await idOf('ben') })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const refused = await ben.put(`/api/v1/dataset/${own}`, { template_params: JSON.stringify({ t: 'secrets' }) });
    expect(refused.status).toBe(403);
    expect(await totalOf(own, { client: ben })).toBe(15);
  });

  it('names the field when a template cannot be saved, and is taken as it is where templates are off', async () => {
    const missing = await make({ sql: 'select {{ nothing }} as a' });
    expect([missing.status, missing.text]).toEqual([422, expect.stringContaining('nothing')]);
    expect(missing.json.message?.sql ?? missing.json.errors, missing.text).toBeTruthy();
    const flags = running.app.services.config.featureFlags as Record<string, boolean>;
    flags.ENABLE_TEMPLATE_PROCESSING = false;
    const plain = await make({ sql: "select '{{ current_username() }}' as region, 1 as amount" });
    const shown = await ask(plain.json.id, { query: { columns: ['region'] } });
    flags.ENABLE_TEMPLATE_PROCESSING = true;
    expect(shown.json.result[0].data).toEqual([{ region: '{{ current_username() }}', total: 1 }]);
  });
});
