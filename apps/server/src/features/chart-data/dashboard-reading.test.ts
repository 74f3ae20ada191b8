import type { ApiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let running: InProcessApp;
let admin: ApiClient;
let member: ApiClient;
let stranger: ApiClient;
let datasetId: number;
let otherId: number;
let chartId: number;
let dashboardId: number;
let roleId: number;

const path = '/api/v1/chart/data';
const filterId = 'NATIVE_FILTER-region';
const total = { expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'amount' }, label: 'total' };
const query = { columns: ['region'], metrics: [total], orderby: [[total, false]] };

beforeAll(async () => {
  running = await startInProcess({ env: { POWERSET_FEATURES: 'DASHBOARD_RBAC' } });
  admin = running.admin;
  const { engines, store, accounts } = running.app.services;
  const database = (await store.selectFrom('databases').select('id').executeTakeFirstOrThrow()).id;
  const engine = await engines.getEmbedded(database);
  await engine.runTrusted(
    "CREATE TABLE pay AS SELECT ['EU', 'US'][1 + i % 2] AS region, 'person ' || i AS person, i AS amount FROM range(10) AS r(i)",
  );
  await engine.runTrusted("CREATE TABLE other AS SELECT 'secret' AS region");
  const make = async (name: string) =>
    (await admin.post('/api/v1/dataset/', { database, schema: 'main', table_name: name })).json.id as number;
  datasetId = await make('pay');
  otherId = await make('other');
  const role = await store.insertInto('roles').values({ name: 'Readers' }).returning('id').executeTakeFirstOrThrow();
  roleId = role.id;
  member = await running.signInAs('member', ['Gamma', 'Readers']);
  stranger = await running.signInAs('stranger', ['Gamma']);
  accounts.forget();
  const params = { viz_type: 'pie', groupby: ['region'], metric: total, adhoc_filters: [] };
  chartId = (
    await admin.post('/api/v1/chart/', {
      slice_name: 'Pay by region',
      viz_type: 'pie',
      datasource_id: datasetId,
      datasource_type: 'table',
      params: JSON.stringify(params),
      query_context: JSON.stringify({ datasource: { id: datasetId, type: 'table' }, queries: [query] }),
    })
  ).json.id;
  dashboardId = await makeDashboard('Pay', { roles: [roleId], published: true });
});
afterAll(() => running.stop());

async function makeDashboard(title: string, more: object): Promise<number> {
  const positions = {
    ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
    GRID_ID: { id: 'GRID_ID', type: 'GRID', children: ['CHART-1'], parents: ['ROOT_ID'] },
    'CHART-1': {
      id: 'CHART-1',
      type: 'CHART',
      children: [],
      meta: { chartId, sliceName: 'Pay', width: 4, height: 50 },
    },
  };
  const filter = { id: filterId, name: 'Region', targets: [{ datasetId, column: { name: 'region' } }] };
  const json_metadata = JSON.stringify({ positions, native_filter_configuration: [filter] });
  const answer = await admin.post('/api/v1/dashboard/', { dashboard_title: title, json_metadata, ...more });
  expect(answer.status, answer.text).toBe(201);
  return answer.json.id;
}

interface Change {
  readonly query?: object;
  readonly form?: object;
  readonly more?: object;
  readonly client?: ApiClient;
}

const payload = ({ query: changed, form, more }: Change) => ({
  datasource: { id: datasetId, type: 'table' },
  queries: [{ ...query, ...changed }],
  form_data: { slice_id: chartId, dashboardId, ...form },
  ...more,
});
const ask = (change: Change = {}) => (change.client ?? member).post(path, payload(change));
const filterForm = { slice_id: undefined, type: 'NATIVE_FILTER', native_filter_id: filterId };
const filterQuery = { columns: ['region'], metrics: [], orderby: [['region', true]] };

describe('with role-based access, a role of a dashboard', () => {
  it('lets its members read what the charts ask, by every way of asking [PRM-007]', async () => {
    expect((await ask()).json.result[0].data).toEqual([
      { region: 'US', total: 25 },
      { region: 'EU', total: 20 },
    ]);
    const batch = { requests: [{ key: 'a', payload: payload({ form: { dashboardId: undefined } }) }] };
    const lines = await member.post(`${path}/batch`, { ...batch, dashboard_id: dashboardId });
    expect(JSON.parse(lines.text)).toMatchObject({ key: 'a', results: [{ rowcount: 2 }] });
    const saved = await member.get(`/api/v1/chart/${chartId}/data/?dashboard_id=${dashboardId}`);
    expect(saved.json.result[0].rowcount).toBe(2);
    const file = await ask({ more: { result_format: 'csv' } });
    expect([file.status, file.text.trim().split('\r\n').length]).toEqual([200, 3]);
    expect(
      (await ask({ query: { filters: [{ col: 'person', op: '==', val: 'person 1' }], row_limit: 5 } })).status,
    ).toBe(200);
    expect((await ask({ query: { orderby: [['region', true]] } })).status).toBe(200);
  });

  it('lets nobody read where role-based access is off [PRM-007]', async () => {
    const { featureFlags } = running.app.services.config;
    expect((await ask()).status).toBe(200);
    Object.assign(featureFlags, { DASHBOARD_RBAC: false });
    try {
      expect((await ask()).status).toBe(403);
    } finally {
      Object.assign(featureFlags, { DASHBOARD_RBAC: true });
    }
    expect((await ask()).status).toBe(200);
  });

  it('lets them read the values and the range of its filters, and the metadata of its datasets', async () => {
    const values = await ask({ query: filterQuery, form: filterForm });
    expect(values.json.result[0].data).toEqual([{ region: 'EU' }, { region: 'US' }]);
    const least = { ...total, aggregate: 'MIN', column: { column_name: 'region' }, label: 'min' };
    expect((await ask({ query: { columns: [], metrics: [least], orderby: [] }, form: filterForm })).status).toBe(200);
    const { result } = (await member.get(`/api/v1/dashboard/${dashboardId}/datasets`)).json;
    expect(result.map((one: { table_name: string }) => one.table_name)).toEqual(['pay']);
  });

  it('lets them drill, to the rows and by other columns, if they may drill', async () => {
    const rows = `/api/v1/datasource/samples?datasource_type=table&datasource_id=${datasetId}`;
    expect((await member.post(rows, {})).status).toBe(403);
    const drilled = { columns: ['person'], orderby: [] };
    const by = { query: drilled, form: { slice_id: 0, chart_id: chartId, groupby: ['person'] } };
    const { store, accounts } = running.app.services;
    const statuses = async () => [
      (await member.post(`${rows}&dashboard_id=${dashboardId}`, {})).status,
      (await ask(by)).status,
      (await member.get(`/api/v1/dataset/${datasetId}/drill_info/?q=(dashboard_id:${dashboardId})`)).status,
    ];
    const pair = { permission: 'can_drill', view: 'Dashboard', role_id: roleId };
    await store.deleteFrom('role_permissions').where('permission', '=', 'can_drill').execute();
    accounts.forget();
    expect(await statuses()).toEqual([403, 403, 404]);
    await store.insertInto('role_permissions').values(pair).execute();
    accounts.forget();
    expect(await statuses()).toEqual([200, 200, 200]);
    const infoOf = async (id: number, client = member) =>
      (await client.get(`/api/v1/dataset/${id}/drill_info/?q=(dashboard_id:${dashboardId})`)).status;
    expect([await infoOf(otherId), await infoOf(datasetId, stranger)]).toEqual([404, 404]);
  });

  it('keeps to the row-level rules of whoever reads', async () => {
    const { store } = running.app.services;
    const stamp = new Date(0).toISOString();
    const rule = await store
      .insertInto('row_level_rules')
      .values({
        name: 'EU alone',
        filter_type: 'Regular',
        clause: "region = 'EU'",
        created_on: stamp,
        changed_on: stamp,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await store.insertInto('row_level_rule_roles').values({ rule_id: rule.id, role_id: roleId }).execute();
    await store.insertInto('row_level_rule_datasets').values({ rule_id: rule.id, dataset_id: datasetId }).execute();
    expect((await ask()).json.result[0].data).toEqual([{ region: 'EU', total: 20 }]);
    await store.deleteFrom('row_level_rule_datasets').where('rule_id', '=', rule.id).execute();
  });

  it('opens nothing else of the dataset', async () => {
    const unpublished = await makeDashboard('Draft', { roles: [roleId], published: false });
    const open = await makeDashboard('For all', { published: true });
    const count = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'n' };
    const longer = { label: 'p', sqlExpression: 'person', expressionType: 'SQL' };
    const refused: Record<string, Change> = {
      'outside of a dashboard': { form: { dashboardId: undefined } },
      'a dashboard without roles': { form: { dashboardId: open } },
      'a draft': { form: { dashboardId: unpublished } },
      'no dashboard': { form: { dashboardId: 'x' } },
      'a chart that is not on it': { form: { slice_id: chartId + 1 } },
      'no chart': { form: { slice_id: undefined } },
      'another dataset': { more: { datasource: { id: otherId, type: 'table' } } },
      'another column': { query: { columns: ['region', 'person'] } },
      'a column under its old name': { query: { columns: undefined, groupby: ['person'] } },
      'a column in SQL': { query: { columns: [longer] } },
      'another metric': { query: { metrics: [count], orderby: [] } },
      'a series': { query: { series_columns: ['person'] } },
      'another order': { query: { orderby: [['person', true]] } },
      'a condition in SQL': { query: { extras: { where: "person = 'person 1'" } } },
      'a condition under its old name': { query: { where: "person = 'person 1'" } },
      'a filter in SQL': { query: { filters: [{ col: longer, op: '==', val: 'x' }] } },
      'a time column that is none': { query: { granularity: 'person', is_timeseries: true } },
      'a filter that is not on it': {
        query: filterQuery,
        form: { ...filterForm, native_filter_id: 'NATIVE_FILTER-x' },
      },
      'another column by a filter': { query: { ...filterQuery, columns: ['person'] }, form: filterForm },
      'another metric by a filter': { query: { ...filterQuery, metrics: [total] }, form: filterForm },
      'a condition in SQL by a filter': {
        query: { ...filterQuery, extras: { where: "person = 'person 1'" } },
        form: filterForm,
      },
      'somebody without the role': { client: stranger },
    };
    const statuses = await Promise.all(
      Object.entries(refused).map(async ([name, change]) => [name, (await ask(change)).status]),
    );
    expect(statuses).toEqual(Object.keys(refused).map((name) => [name, 403]));
    expect((await member.get(`/api/v1/chart/${chartId}/data/`)).status).toBe(404);
    expect((await stranger.get(`/api/v1/chart/${chartId}/data/?dashboard_id=${dashboardId}`)).status).toBe(404);
    expect((await member.get(`/api/v1/datasource/table/${datasetId}/column/person/values/`)).status).toBe(403);
  });

  it('is of no use to owners who would widen it by filters on what they cannot read', async () => {
    const { store } = running.app.services;
    const id = await makeDashboard('Shared work', { roles: [roleId], published: true });
    const { result } = (await member.get('/api/v1/me/')).json;
    await store.insertInto('owners').values({ object_type: 'dashboard', object_id: id, user_id: result.id }).execute();
    const grant = { role_id: roleId, permission: 'can_write', view: 'Dashboard' };
    await store.insertInto('role_permissions').values(grant).execute();
    running.app.services.accounts.forget();
    const save = (column: string) =>
      member.put(`/api/v1/dashboard/${id}`, {
        json_metadata: JSON.stringify({
          native_filter_configuration: [
            { id: filterId, name: 'Who', targets: [{ datasetId, column: { name: column } }] },
          ],
        }),
      });
    const answer = await save('person');
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining('You cannot read the dataset of Who.')]);
    expect((await save('region')).status).toBe(200);
  });
});
