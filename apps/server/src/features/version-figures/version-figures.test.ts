import type { DatasetVersionFields } from '@powerset/contract';
import { type ApiClient, apiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EngineError } from '../../engines/index.ts';
import { compareDatasets } from './dataset-figures.ts';
import type { FigureDeps } from './given.ts';

let running: InProcessApp;
let admin: ApiClient;
let owner: ApiClient;
let datasetId: number;
let databaseId: number;

const sum = (column: string, label: string) => ({
  ...{ expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: column }, label },
});
const revenue = sum('amount', 'revenue');

beforeAll(async () => {
  running = await startInProcess();
  admin = running.admin;
  const { engines, store } = running.app.services;
  ({ id: databaseId } = await store.selectFrom('databases').select('id').executeTakeFirstOrThrow());
  const engine = await engines.getEmbedded(databaseId);
  await engine.runTrusted(
    `CREATE TABLE sales AS SELECT ['EU','US','UK'][1 + i % 3] AS region, ['a','b'][1 + i % 2] AS kind, i AS amount,
     TIMESTAMP '2026-01-01' + to_days(i::int) AS day FROM range(90) AS r(i)`,
  );
  const table = { database: databaseId, schema: 'main', table_name: 'sales' };
  owner = await running.signInAs('owner', ['Alpha']);
  datasetId = await made(owner, '/api/v1/dataset/', table);
});
afterAll(() => running.stop());

async function made(client: ApiClient, path: string, body: object): Promise<number> {
  const { status, text, json } = await client.post(path, body);
  expect(status, text).toBe(201);
  return json.id;
}

async function saved(path: string, body: object, client = owner): Promise<void> {
  const { status, text } = await client.put(path, body);
  expect(status, text).toBe(200);
}

const chartUrl = (id: number) => `/api/v1/chart/${id}`;
const boardUrl = (id: number) => `/api/v1/dashboard/${id}`;
const setUrl = (id: number) => `/api/v1/dataset/${id}`;

const newChart = (form: object, viz_type = 'table', dataset = datasetId) =>
  made(owner, '/api/v1/chart/', {
    ...{ slice_name: 'Sales', datasource_id: dataset, datasource_type: 'table', viz_type },
    params: JSON.stringify({ viz_type, ...form }),
  });

const saveForm = (id: number, form: object, viz_type = 'table') =>
  saved(chartUrl(id), { viz_type, params: JSON.stringify({ viz_type, ...form }) });

async function figures(url: string, [against, number]: readonly [number, number], client = owner) {
  const answer = await client.get(`${url}/versions/${number}/figures/?against=${against}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.json.result;
}

const byRegion = { query_mode: 'aggregate', groupby: ['region'], metrics: [revenue], row_limit: 100 };
const onlyA = [{ expressionType: 'SIMPLE', clause: 'WHERE', subject: 'kind', operator: '==', comparator: 'a' }];

describe('the figures of a chart that is not saved', () => {
  const draftOf = (form: object, rest: object = {}) => ({
    ...{ viz_type: 'table', params: JSON.stringify({ viz_type: 'table', ...form }) },
    ...rest,
  });
  const ask = (id: number, body: object, client = owner) => client.post(`${chartUrl(id)}/figures/`, body);

  it('are compared with those of the chart that is kept, which stays as it is', async () => {
    const id = await newChart(byRegion);
    const answer = await ask(id, draftOf({ ...byRegion, adhoc_filters: onlyA }));
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json.result.comparisons[0]).toMatchObject({ figures: 3, changed: 3, gone: 0, added: 0 });
    const { params } = (await owner.get(chartUrl(id))).json.result;
    expect(params).not.toContain('adhoc_filters');
    const same = await ask(id, draftOf(byRegion));
    expect(same.json.result.comparisons[0]).toMatchObject({ figures: 3, changed: 0 });
  });

  it('are those of a dataset that is not saved either, where the body has one', async () => {
    const id = await newChart({ ...byRegion, metrics: ['count'] });
    const dataset = {
      ...{ table_name: 'sales', schema: 'main' },
      columns: JSON.stringify({ region: { column_name: 'region', type: 'VARCHAR' } }),
      metrics: JSON.stringify({ count: { metric_name: 'count', expression: 'COUNT(*) * 2' } }),
    };
    const answer = await ask(id, draftOf({ ...byRegion, metrics: ['count'] }, { dataset }));
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json.result.comparisons[0].changes[0]).toMatchObject({ before: 30, after: 60 });
    const broken = {
      ...dataset,
      metrics: JSON.stringify({ count: { metric_name: 'count', expression: 'SUM(gone)' } }),
    };
    const failed = await ask(id, draftOf({ ...byRegion, metrics: ['count'] }, { dataset: broken }));
    expect(failed.json.result).toMatchObject({ comparisons: [], failures: { before: null } });
    expect(failed.json.result.failures.after).toContain('gone');
  });

  it('are asked by who may change the chart and, where it is given, the dataset; what is wrong is named', async () => {
    const id = await newChart(byRegion);
    expect((await ask(id, draftOf(byRegion), apiClient(running.url))).status).toBe(401);
    const gamma = await running.signInAs('gamma of drafts', ['Gamma']);
    expect((await ask(id, draftOf(byRegion), gamma)).status).toBe(404);
    const alpha = await running.signInAs('alpha of drafts', ['Alpha']);
    expect((await ask(id, draftOf(byRegion), alpha)).status).toBe(403);
    expect((await ask(999_999, draftOf(byRegion))).status).toBe(404);
    const unread = await ask(id, { params: '{}' });
    expect([unread.status, unread.json.message]).toEqual([400, { viz_type: ['Missing data for required field.'] }]);
    const dataset = { table_name: 'sales', columns: '[]', metrics: '{}' };
    const odd = await ask(id, draftOf(byRegion, { dataset }));
    expect([odd.status, Object.keys(odd.json.message)]).toEqual([400, ['dataset.columns']]);
    for (const columns of ['{"a":null}', '{"a":{"column_name":7}}', '{"a":{"column_name":"a","type":1}}'])
      expect((await ask(id, draftOf(byRegion, { dataset: { ...dataset, columns } }))).status).toBe(400);
    const made = await alpha.post('/api/v1/chart/', {
      ...{ slice_name: 'Mine', datasource_id: datasetId, datasource_type: 'table', viz_type: 'table', params: '{}' },
    });
    const others = { ...dataset, columns: '{}' };
    expect((await ask(made.json.id, draftOf(byRegion, { dataset: others }), alpha)).status).toBe(403);
  });
});

describe('the figures of two versions of a chart', () => {
  it('are matched by what names their rows, and told with differences and shares', async () => {
    const id = await newChart(byRegion);
    await saveForm(id, { ...byRegion, adhoc_filters: onlyA });
    const { comparisons, failures } = await figures(chartUrl(id), [1, 2]);
    expect(failures).toEqual({ before: null, after: null });
    const [found] = comparisons;
    expect(found).toMatchObject({ figures: 3, changed: 3, gone: 0, added: 0, is_matched: true, paired: 0 });
    expect(found.columns).toMatchObject([
      { name: 'region', role: 'key', in: 'both' },
      { name: 'revenue', role: 'figure', in: 'both', label: 'revenue' },
    ]);
    const us = found.changes.find(({ key }: { key: string[] }) => key[0] === 'US');
    // 1, 4, 7 … 88, and of them the even ones.
    expect(us).toMatchObject({ kind: 'changed', column: 'revenue', before: 1335, after: 690, difference: -645 });
    expect(us.share).toBeCloseTo(-645 / 1335);
  });

  it('are none where a save changed nothing that is asked', async () => {
    const id = await newChart(byRegion);
    await saved(chartUrl(id), { slice_name: 'Another name' });
    const { comparisons } = await figures(chartUrl(id), [1, 2]);
    expect(comparisons).toMatchObject([{ figures: 3, changed: 0, changes: [] }]);
  });

  it('of rows and columns that one version has are named', async () => {
    const id = await newChart(byRegion);
    const us = [{ ...onlyA[0], subject: 'region', operator: '!=', comparator: 'US' }];
    await saveForm(id, { ...byRegion, metrics: [revenue, sum('amount', 'twice')], adhoc_filters: us });
    const [found] = (await figures(chartUrl(id), [1, 2])).comparisons;
    expect(found).toMatchObject({ changed: 0, gone: 1, added: 0, row_counts: { before: 3, after: 2 } });
    expect(found.changes).toMatchObject([{ kind: 'gone', key: ['US'], before: 1335, after: null, difference: null }]);
    expect(found.columns.at(-1)).toMatchObject({ name: 'twice', in: 'after' });
  });

  it('of raw rows are rows that came and went, and a limit that cut them is said', async () => {
    const raw = { query_mode: 'raw', all_columns: ['region', 'amount'], order_by_cols: ['["amount", true]'] };
    const id = await newChart({ ...raw, row_limit: 10 });
    await saveForm(id, { ...raw, row_limit: 12 });
    const [found] = (await figures(chartUrl(id), [1, 2])).comparisons;
    expect(found).toMatchObject({ figures: 0, gone: 0, added: 2, limits: { before: 10, after: 12 } });
    expect(found.changes[0]).toMatchObject({ kind: 'added', column: null, rows: 1 });
  });

  it('are those that the chart shows: with comparisons of time, formats and what is done after the query', async () => {
    const lines = { x_axis: 'day', time_grain_sqla: 'P1M', metrics: [revenue], groupby: ['kind'], row_limit: 1000 };
    const id = await newChart(lines, 'echarts_timeseries_line');
    const rolled = { ...lines, rolling_type: 'cumsum', time_compare: ['1 month ago'], y_axis_format: ',.2f' };
    await saveForm(id, rolled, 'echarts_timeseries_line');
    const { comparisons, grain } = await figures(chartUrl(id), [1, 2]);
    const [found] = comparisons;
    expect(grain).toBe('P1M');
    expect(found.columns[0]).toMatchObject({ name: 'day', type: 'temporal', role: 'key' });
    const names = found.columns.map(({ name, in: place }: { name: string; in: string }) => `${name} ${place}`);
    expect(names.filter((name: string) => name.endsWith('after')).join()).toContain('1 month ago');
    expect(found.columns[1]).toMatchObject({ format: ',.2f' });
    expect(found.changed).toBe(4);
  });

  it('of versions that group by nothing in common are not matched', async () => {
    const id = await newChart(byRegion);
    await saveForm(id, { ...byRegion, groupby: ['kind'] });
    const [found] = (await figures(chartUrl(id), [1, 2])).comparisons;
    expect(found).toMatchObject({ is_matched: false, gone: 3, added: 2 });
  });

  it('are told with why one version comes to nothing', async () => {
    const id = await newChart({ ...byRegion, metrics: ['no such metric'] });
    await saveForm(id, byRegion);
    const { comparisons, failures } = await figures(chartUrl(id), [1, 2]);
    expect(comparisons).toEqual([]);
    expect(failures).toEqual({ before: expect.stringContaining('no such metric'), after: null });
  });

  it('are those of whoever looks: rules by row narrow both sides', async () => {
    const roles = (await admin.get('/api/v1/security/roles/')).json.result;
    const { id: roleId } = roles.find(({ name }: { name: string }) => name === 'Alpha');
    const rule = {
      name: 'Rule',
      filter_type: 'Regular',
      tables: [datasetId],
      roles: [roleId],
      clause: "region = 'EU'",
    };
    const ruleId = await made(admin, '/api/v1/rowlevelsecurity/', rule);
    const id = await newChart(byRegion);
    await saveForm(id, { ...byRegion, adhoc_filters: onlyA });
    const keysOf = async (client: ApiClient) => {
      const [found] = (await figures(chartUrl(id), [1, 2], client)).comparisons;
      return found.changes.map(({ key }: { key: string[] }) => key[0]).sort();
    };
    expect([await keysOf(owner), await keysOf(admin)]).toEqual([['EU'], ['EU', 'UK', 'US']]);
    const [bound] = [await figures(setUrl(datasetId), await lastTwo(setUrl(datasetId)))];
    expect(bound.measures[0]).toMatchObject({ kind: 'rows', before: 30, after: 30 });
    await admin.delete(`/api/v1/rowlevelsecurity/${ruleId}`);
  });
});

/** The last two versions, of which the older is made where there is but one. */
async function lastTwo(url: string): Promise<readonly [number, number]> {
  await saved(
    url,
    url.includes('dashboard') ? { css: `.x${Math.random()} {}` } : { description: `Saved ${Math.random()}` },
  );
  const [{ number }] = (await owner.get(`${url}/versions/`)).json.result;
  return [number - 1, number];
}

describe('the figures of two versions of a dashboard', () => {
  const positions = (...charts: number[]) => ({
    ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
    GRID_ID: { id: 'GRID_ID', type: 'GRID', children: charts.map((id) => `CHART-${id}`), parents: ['ROOT_ID'] },
    ...Object.fromEntries(
      charts.map((chartId) => [
        `CHART-${chartId}`,
        { id: `CHART-${chartId}`, type: 'CHART', children: [], parents: [], meta: { chartId, width: 4 } },
      ]),
    ),
  });
  const filter = (excluded: number[]) => ({
    ...{ id: 'NATIVE_FILTER-1', name: 'Kind', filterType: 'filter_select', type: 'NATIVE_FILTER' },
    targets: [{ datasetId, column: { name: 'kind' } }],
    scope: { rootPath: ['ROOT_ID'], excluded },
    defaultDataMask: {
      extraFormData: { filters: [{ col: 'kind', op: 'IN', val: ['a'] }] },
      filterState: { value: ['a'] },
    },
  });
  const save = (id: number, charts: number[], filters: object[]) =>
    saved(boardUrl(id), {
      json_metadata: JSON.stringify({ positions: positions(...charts), native_filter_configuration: filters }),
    });

  it('say which charts may show other figures, which stand in one of them, and each with the defaults of its filters', async () => {
    const [first, second, third, fourth] = [
      await newChart(byRegion),
      await newChart(byRegion),
      await newChart(byRegion),
      await newChart(byRegion),
    ];
    const id = await made(owner, '/api/v1/dashboard/', { dashboard_title: 'Board' });
    await save(id, [first, second, third], []);
    await save(id, [first, second, fourth], [filter([second])]);
    const numbers = await lastTwo(boardUrl(id)).then(([, last]) => [last - 2, last - 1] as const);
    const { charts } = await figures(boardUrl(id), numbers);
    expect(charts).toEqual([
      { id: first, name: 'Sales', in: 'both', is_alike: false, is_gone: false },
      { id: second, name: 'Sales', in: 'both', is_alike: true, is_gone: false },
      { id: fourth, name: 'Sales', in: 'after', is_alike: false, is_gone: false },
      { id: third, name: 'Sales', in: 'before', is_alike: false, is_gone: false },
    ]);
    const [against, number] = numbers;
    const urlOf = (chart: number) => `${boardUrl(id)}/versions/${number}/figures/${chart}?against=${against}`;
    const answer = await owner.get(urlOf(first));
    expect(answer.json.result.comparisons).toMatchObject([{ figures: 3, changed: 3 }]);
    expect((await owner.get(urlOf(third))).status).toBe(404);
    expect((await owner.get(urlOf(999_999))).status).toBe(404);
    await owner.delete(chartUrl(third));
    const after = await figures(boardUrl(id), numbers);
    expect(after.charts.at(-1)).toMatchObject({ id: third, in: 'before', is_gone: true });
  });
});

describe('the figures of two versions of a dataset', () => {
  const newDataset = async (name: string, sql: string) =>
    made(owner, '/api/v1/dataset/', { database: databaseId, schema: 'main', table_name: name, sql });

  it('are the totals of its metrics, its rows and its calculated columns, each before and after', async () => {
    const id = await newDataset('figures_1', 'SELECT * FROM main.sales');
    const { columns } = (await owner.get(setUrl(id))).json.result;
    const plain = columns.map(({ id: own, column_name }: { id: number; column_name: string }) => ({
      id: own,
      column_name,
    }));
    const calculated = { column_name: 'half', expression: 'CASE WHEN amount > 44 THEN region END' };
    const metric = (expression: string) => ({ metric_name: 'total', expression });
    await saved(setUrl(id), {
      columns: [...plain, calculated],
      metrics: [metric('SUM(amount)'), { metric_name: 'old', expression: 'COUNT(*)' }],
    });
    const [last] = (await owner.get(`${setUrl(id)}/versions/`)).json.result;
    const { metrics } = (await owner.get(setUrl(id))).json.result;
    const { id: total } = metrics.find((one: { metric_name: string }) => one.metric_name === 'total');
    const sql = 'SELECT * FROM main.sales WHERE amount < 60';
    await saved(setUrl(id), { sql, metrics: [{ id: total, ...metric('SUM(amount) * 2') }] });
    const found = await figures(setUrl(id), [last.number, last.number + 1]);
    expect(found).toMatchObject({
      left_out: 0,
      columns: { before: 5, after: 5 },
      failures: { before: null, after: null },
    });
    const byName = Object.fromEntries(
      found.measures.map((one: { kind: string; name: string }) => [`${one.kind} ${one.name}`.trim(), one]),
    );
    expect(byName).toMatchObject({
      rows: { before: 90, after: 60, difference: -30, is_changed: true },
      'metric total': { before: 4005, after: 3540, difference: -465, in: 'both' },
      'metric old': { before: 90, after: null, in: 'before', is_changed: true },
      'distinct half': { before: 3, after: 3, is_changed: false },
      'filled half': { before: 45, after: 15, is_changed: true },
    });
  });

  it('are told though one expression is wrong, which says so itself', async () => {
    const id = await newDataset('figures_2', 'SELECT * FROM main.sales');
    const { store } = running.app.services;
    await saved(setUrl(id), { metrics: [{ metric_name: 'total', expression: 'SUM(amount)' }] });
    const [last] = (await owner.get(`${setUrl(id)}/versions/`)).json.result;
    // As an import writes it, past the checks of a save.
    await store
      .updateTable('dataset_metrics')
      .set({ expression: 'SUM(nothing)' })
      .where('dataset_id', '=', id)
      .execute();
    await saved(setUrl(id), { description: 'Changed' });
    const { measures } = await figures(setUrl(id), [last.number, last.number + 1]);
    expect(measures[0]).toMatchObject({ kind: 'rows', before: 90, after: 90, is_changed: false });
    expect(measures[1]).toMatchObject({ name: 'total', before: 4005, after: null, difference: null });
    expect(measures[1].failures).toEqual({ before: null, after: expect.stringContaining('nothing') });
  });

  it('are not asked for one by one where the database does not answer in time', async () => {
    const { services } = running.app;
    const user = await services.accounts.findUser(1);
    if (!user) throw new Error('The administrator has an account.');
    const metrics = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [`m${at}`, { metric_name: `m${at}`, expression: `SUM(amount + ${at})` }]),
    );
    const version: DatasetVersionFields = {
      ...{ table_name: 'sales', schema: 'main', sql: null, main_dttm_col: null, offset: 0, extra: null },
      ...{ description: null, default_endpoint: null, cache_timeout: null, normalize_columns: false },
      ...{ filter_select_enabled: true, fetch_values_predicate: null, template_params: null },
      ...{ always_filter_main_dttm: false, columns: '{}', metrics: JSON.stringify(metrics) },
    };
    let asked = 0;
    const answer = async () => {
      asked += 1;
      throw new EngineError({ code: 'BACKEND_TIMEOUT_ERROR', message: 'It took too long.' });
    };
    const deps = { services, answers: { answer } } as unknown as FigureDeps;
    const asker = { user, signal: new AbortController().signal };
    const found = await compareDatasets(deps, asker, { id: datasetId, versions: { before: version, after: version } });
    // Both versions together, and then as many of each as are asked at once.
    expect(asked).toBeLessThanOrEqual(2 + 2 * 4);
    expect(found.measures).toHaveLength(61);
    for (const { failures } of found.measures)
      expect(failures).toEqual({ before: 'It took too long.', after: 'It took too long.' });
  });

  it('fill in what their queries hold as templates', async () => {
    const id = await newDataset('figures_3', 'SELECT * FROM main.sales WHERE amount < {{ 30 + 30 }}');
    const { measures } = await figures(setUrl(id), await lastTwo(setUrl(id)));
    expect(measures[0]).toMatchObject({ before: 60, after: 60 });
  });

  it('are not told past row rules that lie on the table of a version by now', async () => {
    const engine = await running.app.services.engines.getEmbedded(databaseId);
    for (const name of ['ruled_old', 'ruled_new'])
      await engine.runTrusted(`CREATE TABLE ${name} AS SELECT * FROM sales`);
    const table = { database: databaseId, schema: 'main' };
    const id = await made(owner, '/api/v1/dataset/', { ...table, table_name: 'ruled_old' });
    await saved(setUrl(id), { table_name: 'ruled_new' });
    const versions = await lastTwo(setUrl(id));
    const against = [versions[0] - 1, versions[1]] as const;
    expect((await figures(setUrl(id), against)).measures[0]).toMatchObject({ before: 90, after: 90 });
    const other = await made(admin, '/api/v1/dataset/', { ...table, table_name: 'ruled_old' });
    const roles = (await admin.get('/api/v1/security/roles/')).json.result;
    const { id: roleId } = roles.find(({ name }: { name: string }) => name === 'Alpha');
    const rule = { name: 'Late', filter_type: 'Regular', tables: [other], roles: [roleId], clause: "region = 'EU'" };
    const ruleId = await made(admin, '/api/v1/rowlevelsecurity/', rule);
    const told = await figures(setUrl(id), against);
    expect([told.failures.before, told.measures[0].before]).toEqual([expect.stringContaining('ruled_old'), null]);
    await admin.delete(`/api/v1/rowlevelsecurity/${ruleId}`);
  });

  it('are not told of a version that reads what whoever asks may not read', async () => {
    const engine = await running.app.services.engines.getEmbedded(databaseId);
    await engine.runTrusted('CREATE TABLE salaries AS SELECT 5 AS pay');
    const id = await made(admin, '/api/v1/dataset/', {
      ...{
        database: databaseId,
        schema: 'main',
        table_name: 'figures_4',
        sql: 'SELECT pay AS amount FROM main.salaries',
      },
    });
    await saved(setUrl(id), { sql: 'SELECT amount FROM main.sales' }, admin);
    const [last] = (await admin.get(`${setUrl(id)}/versions/`)).json.result;
    const role = { name: 'Sales alone' };
    const roleId = await made(admin, '/api/v1/security/roles/', role);
    const { store, accounts } = running.app.services;
    const database = await store
      .selectFrom('databases')
      .selectAll()
      .where('id', '=', databaseId)
      .executeTakeFirstOrThrow();
    const grants = [
      ['can_read', 'Dataset'],
      ['can_write', 'Dataset'],
      ['datasource_access', `[${database.database_name}].[figures_4](id:${id})`],
      ['datasource_access', `[${database.database_name}].[sales](id:${datasetId})`],
    ] as const;
    for (const [permission, view] of grants)
      await store.insertInto('role_permissions').values({ role_id: roleId, permission, view }).execute();
    accounts.forget();
    const narrow = await running.signInAs('narrow', ['Sales alone']);
    const { id: narrowId } = (await narrow.get('/api/v1/me/')).json.result;
    await saved(setUrl(id), { owners: [narrowId] }, admin);
    const { failures, measures } = await figures(setUrl(id), [last.number - 1, last.number], narrow);
    expect(failures).toEqual({ before: expect.stringContaining('salaries'), after: null });
    expect(measures[0]).toMatchObject({ before: null, after: 90, difference: null });
  });
});

describe('the figures of versions', () => {
  it('are for whoever may change what they are versions of, and for versions that are kept', async () => {
    const chart = await newChart(byRegion);
    const board = await made(owner, '/api/v1/dashboard/', { dashboard_title: 'Own' });
    const others = await running.signInAs('others', ['Alpha']);
    const reader = await running.signInAs('reader', ['Gamma']);
    const nobody = apiClient(running.url);
    for (const url of [chartUrl(chart), boardUrl(board), setUrl(datasetId)]) {
      const statuses = async (client: ApiClient, path: string) => (await client.get(`${url}/versions/${path}`)).status;
      expect(await statuses(nobody, '1/figures/?against=1')).toBe(401);
      expect(await statuses(reader, '1/figures/?against=1')).toBeGreaterThanOrEqual(403);
      expect(await statuses(others, '1/figures/?against=1')).toBeGreaterThanOrEqual(403);
      expect(await statuses(owner, '1/figures/?against=99')).toBe(404);
      expect(await statuses(owner, '99/figures/?against=1')).toBe(404);
      const bad = await owner.get(`${url}/versions/1/figures/?against=x`);
      expect([bad.status, bad.text]).toEqual([400, expect.stringContaining('against')]);
      expect(await statuses(owner, '1/figures/')).toBe(400);
    }
    expect((await owner.get(`${chartUrl(999_999)}/versions/1/figures/?against=1`)).status).toBe(404);
  });
});
