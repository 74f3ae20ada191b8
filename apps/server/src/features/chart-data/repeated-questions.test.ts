import { gunzipSync } from 'node:zlib';
import type { ApiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const path = '/api/v1/chart/data';
const start = new Date('2026-11-21T23:40:00Z');

let running: InProcessApp;
let datasetId: number;
let reader: ApiClient;
let now = start;

beforeAll(async () => {
  running = await startInProcess({ now: () => now });
  const { engines, store } = running.app.services;
  const { id: databaseId } = await store.selectFrom('databases').select('id').executeTakeFirstOrThrow();
  const engine = await engines.getEmbedded(databaseId);
  await engine.runTrusted(`CREATE TABLE visits AS SELECT i AS id, TIMESTAMP '2026-11-01' + to_hours(i) AS at,
    ['EU','US'][1 + i % 2] AS region, 'page "' || i || '" é' AS page FROM range(40000) AS r(i)`);
  const made = await running.admin.post('/api/v1/dataset/', {
    database: databaseId,
    schema: 'main',
    table_name: 'visits',
  });
  datasetId = made.json.id;
  reader = await running.signInAs('reader', ['Alpha']);
});
afterAll(() => running.stop());
beforeEach(() => {
  now = start;
});

const count = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'n' };
const byRegion = { columns: ['region'], metrics: [count], orderby: [['region', true]], row_limit: 10 };

interface Asking {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly more?: Readonly<Record<string, unknown>>;
  readonly client?: ApiClient;
  readonly headers?: Readonly<Record<string, string>>;
}

const ask = ({ query = byRegion, more = {}, client = running.admin, headers = {} }: Asking = {}) =>
  client.post(path, { datasource: { id: datasetId, type: 'table' }, queries: [query], ...more }, { headers });
/** Often enough to be remembered. */
const askOften = async (asking: Asking = {}) => {
  for (let round = 0; round < 3; round += 1) await ask(asking);
  return ask(asking);
};

describe('a question that is asked again and again', () => {
  it('is answered by the same rows and facts, written once or anew', async () => {
    const often = await askOften();
    const anew = await ask({ more: { force: true } });
    const { is_cached, cached_dttm, ...facts } = often.json.result[0];
    expect(anew.json.result[0]).toEqual({ ...facts, is_cached: false, cached_dttm: null });
    expect([is_cached, cached_dttm]).toEqual([true, start.toISOString()]);
  });

  it('is worked out anew when a metric of its dataset changes', async () => {
    const query = { ...byRegion, metrics: ['size'] };
    const body = { metrics: [{ metric_name: 'size', expression: 'COUNT(*)' }] };
    expect((await running.admin.put(`/api/v1/dataset/${datasetId}`, body)).status).toBe(200);
    expect((await askOften({ query })).json.result[0].data[0].size).toBe(20_000);
    const { store } = running.app.services;
    const changed = store.updateTable('dataset_metrics').set({ expression: 'COUNT(*) * 10' });
    await changed.where('dataset_id', '=', datasetId).where('metric_name', '=', 'size').execute();
    expect((await ask({ query })).json.result[0].data[0].size).toBe(200_000);
  });

  it('is worked out anew when a row-level rule comes, and for the one that it binds', async () => {
    const { store } = running.app.services;
    expect((await askOften({ client: reader })).json.result[0].data).toHaveLength(2);
    const stamp = start.toISOString();
    const rule = await store
      .insertInto('row_level_rules')
      .values({ name: 'EU', filter_type: 'Regular', clause: "region = 'EU'", created_on: stamp, changed_on: stamp })
      .returning('id')
      .executeTakeFirstOrThrow();
    const role = await store.selectFrom('roles').select('id').where('name', '=', 'Alpha').executeTakeFirstOrThrow();
    await store.insertInto('row_level_rule_roles').values({ rule_id: rule.id, role_id: role.id }).execute();
    await store.insertInto('row_level_rule_datasets').values({ rule_id: rule.id, dataset_id: datasetId }).execute();
    expect((await askOften({ client: reader })).json.result[0].data).toEqual([{ region: 'EU', n: 20_000 }]);
    expect((await askOften()).json.result[0].data).toHaveLength(2);
  });

  it('is refused once the permission is gone', async () => {
    const guest = await running.signInAs('guest', ['Gamma']);
    const { store, accounts } = running.app.services;
    const role = await store.selectFrom('roles').select('id').where('name', '=', 'Gamma').executeTakeFirstOrThrow();
    const pair = { permission: 'datasource_access', view: `[Powerset].[visits](id:${datasetId})` };
    await store
      .insertInto('role_permissions')
      .values({ role_id: role.id, ...pair })
      .execute();
    accounts.forget();
    expect((await askOften({ client: guest })).status).toBe(200);
    await store.deleteFrom('role_permissions').where('view', '=', pair.view).execute();
    accounts.forget();
    expect((await ask({ client: guest })).status).toBe(403);
  });

  it('takes over what its chart says of the time that answers are kept', async () => {
    const body = {
      slice_name: 'Kept',
      viz_type: 'table',
      datasource_id: datasetId,
      datasource_type: 'table',
      params: '{}',
    };
    const { id } = (await running.admin.post('/api/v1/chart/', { ...body, cache_timeout: 60 })).json;
    const more = { form_data: { slice_id: id } };
    expect((await askOften({ more })).json.result[0].cache_timeout).toBe(60);
    await running.admin.put(`/api/v1/chart/${id}`, { cache_timeout: 90 });
    expect((await ask({ more })).json.result[0].cache_timeout).toBe(90);
  });

  it('means the days before now by relative times, not those before it was first asked', async () => {
    const query = { ...byRegion, granularity: 'at', time_range: 'Last week' };
    const first = (await askOften({ query })).json.result[0];
    now = new Date('2026-11-22T00:10:00Z');
    const later = (await askOften({ query })).json.result[0];
    expect(later.to_dttm - first.to_dttm).toBe(86_400_000);
    expect(later.query).not.toBe(first.query);
  });
});

describe('an answer', () => {
  const everything = {
    columns: ['id', 'at', 'region', 'page'],
    metrics: null,
    row_limit: 40_000,
    orderby: [['id', true]],
  };
  // Asked through a proxy: between two programs of one machine nothing is compressed.
  const remote = { 'accept-encoding': 'gzip', 'x-forwarded-for': '10.0.0.9' };
  /** By hand, as `fetch` hides how the bytes came. */
  const raw = async (url: string, body: unknown, headers: Readonly<Record<string, string>>) =>
    running.app.server.inject({
      method: 'POST',
      url,
      headers: { ...running.admin.headers, 'content-type': 'application/json', ...headers },
      payload: JSON.stringify(body),
    });

  it.each([
    ['small', { columns: ['id', 'page'], metrics: null, row_limit: 300, orderby: [['id', true]] }, 300],
    ['big', everything, 40_000],
  ])('that is %s comes compressed to those who take it so, first and again', async (_size, query, rows) => {
    const body = { datasource: { id: datasetId, type: 'table' }, queries: [query] };
    for (let round = 0; round < 4; round += 1) {
      const plain = await raw(path, body, {});
      const compressed = await raw(path, body, remote);
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect([compressed.headers['content-encoding'], compressed.headers.vary]).toEqual(['gzip', 'accept-encoding']);
      const [result] = JSON.parse(gunzipSync(compressed.rawPayload).toString('utf8')).result;
      const facts = { is_cached: expect.anything(), cached_dttm: expect.anything() };
      expect(JSON.parse(plain.body).result[0]).toMatchObject({ data: result.data, indexnames: result.indexnames });
      expect(result).toMatchObject({ ...facts, rowcount: rows, is_cached: true });
      expect(result.data[rows - 1]).toMatchObject({ id: rows - 1, page: `page "${rows - 1}" é` });
    }
  });

  it('of a batch is the same compressed, line by line', async () => {
    const requests = [{ key: 'all', payload: { datasource: { id: datasetId, type: 'table' }, queries: [everything] } }];
    const answer = await fetch(`${running.url}${path}/batch`, {
      method: 'POST',
      headers: { ...running.admin.headers, 'content-type': 'application/json', ...remote },
      body: JSON.stringify({ requests }),
    });
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    const [line, ...others] = (await answer.text()).trim().split('\n');
    expect(others).toEqual([]);
    const [result] = JSON.parse(line ?? '').results;
    expect(result.table).toMatchObject({ rowCount: 40_000, columns: [{ name: 'id' }, {}, {}, { type: 'string' }] });
    expect(result.table.columns[3].values[39_999]).toBe('page "39999" é');
  });

  it('leaves out all but the rows where only results are asked for', async () => {
    for (let round = 0; round < 3; round += 1) {
      const [result] = (await ask({ more: { result_type: 'results' } })).json.result;
      expect(Object.keys(result).sort()).toEqual(['colnames', 'coltypes', 'data', 'rowcount', 'sql_rowcount']);
    }
  });
});
