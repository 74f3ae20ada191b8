import type { ApiClient } from '@powerset/testkit';
import { type MadeDataset, startSalesWorld } from '@powerset/testkit/factories';
import type { InProcessApp } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let running: InProcessApp;
let admin: ApiClient;
let alpha: ApiClient;
let gamma: ApiClient;
let sales: MadeDataset;

beforeAll(async () => {
  ({ running, admin, alpha, gamma, sales } = await startSalesWorld());
});
afterAll(() => running.stop());

const chartUrl = (id: number) => `/api/v1/chart/${id}`;
const boardUrl = (id: number) => `/api/v1/dashboard/${id}`;

async function newChart(client = alpha): Promise<number> {
  const params = JSON.stringify({ viz_type: 'pie', metric: 'count', groupby: ['a'] });
  const body = {
    slice_name: 'Revenue',
    datasource_id: sales.datasetId,
    datasource_type: 'table',
    viz_type: 'pie',
    params,
  };
  return (await client.post('/api/v1/chart/', body)).json.id;
}

const newBoard = async (more: object = {}, client = alpha): Promise<number> =>
  (await client.post('/api/v1/dashboard/', { dashboard_title: 'Board', ...more })).json.id;

/** Numbers and what each save changed, the last first. */
async function changesOf(url: string) {
  const { result } = (await alpha.get(`${url}/versions/`)).json;
  return result.map((row: { number: number; changed_fields: string[] }) => [row.number, row.changed_fields]);
}

const saveParams = async (id: number, params: object, more: object = {}) => {
  const answer = await alpha.put(chartUrl(id), { params: JSON.stringify({ viz_type: 'pie', ...params }), ...more });
  expect(answer.status, answer.text).toBe(200);
};

describe('versions of a chart', () => {
  it('say what each save changed, setting by setting, by whom and when', async () => {
    const id = await newChart();
    await saveParams(id, { metric: 'sum', groupby: ['a'], color_scheme: 'warm' });
    await admin.put(chartUrl(id), { slice_name: 'Income', description: 'All of it' });
    const { count, result } = (await alpha.get(`${chartUrl(id)}/versions/`)).json;
    expect(count).toBe(3);
    expect(result.map((row: { changed_fields: string[] }) => row.changed_fields)).toEqual([
      ['slice_name', 'description'],
      ['params.metric', 'params.color_scheme'],
      [],
    ]);
    const adminId = (await admin.get('/api/v1/me/')).json.result.id;
    expect(result[0]).toMatchObject({
      number: 3,
      name: 'Income',
      restored_from: null,
      changed_by: { id: adminId },
      changed_on_delta_humanized: 'now',
    });
    expect((await alpha.get(`${chartUrl(id)}/versions/?q=(page_size:1,page:1)`)).json.result).toMatchObject([
      { number: 2, name: 'Revenue' },
    ]);
    const whole = (await alpha.get(`${chartUrl(id)}/versions/2`)).json.result;
    expect(JSON.parse(whole.fields.params)).toMatchObject({ metric: 'sum', color_scheme: 'warm' });
    expect(whole.fields).toMatchObject({ slice_name: 'Revenue', viz_type: 'pie', datasource_id: sales.datasetId });
  });

  it('are none where a save changed nothing, or only what pages note by themselves', async () => {
    const id = await newChart();
    const { params } = (await alpha.get(chartUrl(id))).json.result;
    await alpha.put(chartUrl(id), { params });
    await saveParams(id, { metric: 'count', groupby: ['a'], slice_id: id, dashboards: [1], url_params: { a: 'b' } });
    await alpha.put(chartUrl(id), { query_context: '{"queries":[]}', query_context_generation: true });
    expect(await changesOf(chartUrl(id))).toEqual([[1, []]]);
  });

  it('come back as a save of their own, which has what followed taken back in turn', async () => {
    const id = await newChart();
    const first = (await alpha.get(chartUrl(id))).json.result;
    await saveParams(id, { metric: 'sum' }, { slice_name: 'Other', viz_type: 'table', certified_by: 'Ann' });
    const restored = await alpha.post(`${chartUrl(id)}/versions/1/restore`, {});
    expect([restored.status, restored.json]).toEqual([200, { id }]);
    const now = (await alpha.get(chartUrl(id))).json.result;
    for (const field of ['slice_name', 'viz_type', 'params', 'certified_by'])
      expect(now[field], field).toEqual(first[field]);
    const { result } = (await alpha.get(`${chartUrl(id)}/versions/`)).json;
    expect(result[0]).toMatchObject({ number: 3, restored_from: 1 });
    expect((await alpha.post(`${chartUrl(id)}/versions/2/restore`, {})).status).toBe(200);
    expect((await alpha.get(chartUrl(id))).json.result).toMatchObject({ slice_name: 'Other', certified_by: 'Ann' });
  });

  it('keep what was written past every save, by an import', async () => {
    const id = await newChart();
    const { store } = running.app.services;
    await store.updateTable('charts').set({ slice_name: 'Imported' }).where('id', '=', id).execute();
    await alpha.put(chartUrl(id), { slice_name: 'Saved' });
    expect(await changesOf(chartUrl(id))).toEqual([
      [3, ['slice_name']],
      [2, ['slice_name']],
      [1, []],
    ]);
    await store.updateTable('charts').set({ slice_name: 'Imported again' }).where('id', '=', id).execute();
    expect((await changesOf(chartUrl(id)))[0]).toEqual([4, ['slice_name']]);
  });

  it('go with their chart, and come back with it from the trash', async () => {
    const id = await newChart();
    await alpha.put(chartUrl(id), { slice_name: 'Twice' });
    const before = await changesOf(chartUrl(id));
    await alpha.delete(chartUrl(id));
    const { store } = running.app.services;
    const left = () =>
      store
        .selectFrom('object_versions')
        .select('id')
        .where('object_id', '=', id)
        .where('object_type', '=', 'chart')
        .execute();
    expect(await left()).toEqual([]);
    const [entry] = (await alpha.get('/api/v1/trash/')).json.result;
    await alpha.post(`/api/v1/trash/${entry.id}/restore`);
    expect(await changesOf(chartUrl(id))).toEqual(before);
  });
});

describe('versions of a dashboard', () => {
  const positions = (chart: number) => ({
    ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
    GRID_ID: { id: 'GRID_ID', type: 'GRID', children: ['ROW-1'], parents: ['ROOT_ID'] },
    'ROW-1': { id: 'ROW-1', type: 'ROW', children: ['CHART-1'], parents: ['ROOT_ID', 'GRID_ID'] },
    'CHART-1': { id: 'CHART-1', type: 'CHART', children: [], parents: [], meta: { chartId: chart, width: 4 } },
  });
  const chartsOf = async (id: number) =>
    (await alpha.get(`${boardUrl(id)}/charts`)).json.result.map((row: { id: number }) => row.id);

  it('bring its layout back, with the charts on it, its filters and its colours', async () => {
    const [id, chart] = [await newBoard(), await newChart()];
    const filters = [{ id: 'NATIVE_FILTER_DIVIDER-A', type: 'DIVIDER', title: 'Where', description: '' }];
    const metadata = { positions: positions(chart), color_scheme: 'warm', native_filter_configuration: filters };
    await alpha.put(boardUrl(id), { json_metadata: JSON.stringify(metadata) });
    const filled = (await alpha.get(boardUrl(id))).json.result;
    const empty = { positions: { ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: [] } }, color_scheme: 'cold' };
    await alpha.put(boardUrl(id), { json_metadata: JSON.stringify(empty), css: '.x {}' });
    expect(await chartsOf(id)).toEqual([]);
    expect((await changesOf(boardUrl(id)))[0]).toEqual([
      3,
      ['css', 'position_json', 'json_metadata.color_scheme', 'json_metadata.native_filter_configuration'],
    ]);
    expect((await alpha.post(`${boardUrl(id)}/versions/2/restore`, {})).status).toBe(200);
    const now = (await alpha.get(boardUrl(id))).json.result;
    expect([now.position_json, now.json_metadata, now.css]).toEqual([filled.position_json, filled.json_metadata, '']);
    expect(await chartsOf(id)).toEqual([chart]);
  });

  it('leave out a chart that is gone, a theme that is gone, and keep address and status', async () => {
    const theme = (await admin.post('/api/v1/theme/', { theme_name: 'Warm', json_data: '{"token":{}}' })).json.id;
    const [id, chart] = [await newBoard({ theme_id: theme, slug: 'first' }), await newChart()];
    await alpha.put(boardUrl(id), { json_metadata: JSON.stringify({ positions: positions(chart) }) });
    await alpha.put(boardUrl(id), { theme_id: null, slug: 'second', published: true, dashboard_title: 'Other' });
    await alpha.delete(chartUrl(chart));
    await admin.delete(`/api/v1/theme/${theme}`);
    expect((await alpha.post(`${boardUrl(id)}/versions/2/restore`, {})).status).toBe(200);
    const now = (await alpha.get(boardUrl(id))).json.result;
    expect(now).toMatchObject({ slug: 'second', published: true, dashboard_title: 'Board', theme: null });
    expect(await chartsOf(id)).toEqual([]);
  });

  it('are none for colours that pages agree on while somebody looks', async () => {
    const id = await newBoard();
    await alpha.put(boardUrl(id), { json_metadata: JSON.stringify({ label_colors: { EU: '#f00' } }) });
    expect(await changesOf(boardUrl(id))).toEqual([[1, []]]);
  });

  it('say nothing of what a page writes down with the first save though nobody set it', async () => {
    const id = await newBoard();
    const written = {
      ...{ native_filter_configuration: [], chart_configuration: {}, refresh_frequency: 0, color_scheme: '' },
      ...{ cross_filters_enabled: true, filter_bar_orientation: 'VERTICAL' },
      positions: {
        DASHBOARD_VERSION_KEY: 'v2',
        ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'], parents: [], meta: {} },
        GRID_ID: { id: 'GRID_ID', type: 'GRID', children: [], parents: ['ROOT_ID'], meta: {} },
        HEADER_ID: { id: 'HEADER_ID', type: 'HEADER', meta: { text: 'First' } },
      },
    };
    const save = (more: object, title = 'First') =>
      alpha.put(boardUrl(id), { dashboard_title: title, json_metadata: JSON.stringify({ ...written, ...more }) });
    expect((await save({})).status).toBe(200);
    expect((await changesOf(boardUrl(id)))[0]).toEqual([2, ['dashboard_title']]);
    await save({ refresh_frequency: 30, cross_filters_enabled: false, filter_bar_orientation: 'HORIZONTAL' });
    expect((await changesOf(boardUrl(id)))[0]).toEqual([
      3,
      [
        'json_metadata.refresh_frequency',
        'json_metadata.cross_filters_enabled',
        'json_metadata.filter_bar_orientation',
      ],
    ]);
  });

  it('say nothing of which charts a filter reaches, and of the layout what is moved, sized or put elsewhere', async () => {
    const [id, chart] = [await newBoard(), await newChart()];
    const filter = (more: object) => ({
      ...{ id: 'NATIVE_FILTER-A', type: 'NATIVE_FILTER', name: 'A', filterType: 'filter_time', targets: [{}] },
      ...{ controlValues: {}, defaultDataMask: {}, cascadeParentIds: [], ...more },
      scope: { rootPath: ['ROOT_ID'], excluded: [] },
    });
    const save = async (layout: object, more: object) => {
      const metadata = { positions: { ...positions(chart), ...layout }, native_filter_configuration: [filter(more)] };
      const answer = await alpha.put(boardUrl(id), { json_metadata: JSON.stringify(metadata) });
      expect(answer.status, answer.text).toBe(200);
      return (await changesOf(boardUrl(id)))[0];
    };
    const part = (meta: object) => ({
      'CHART-1': { ...positions(chart)['CHART-1'], meta: { chartId: chart, ...meta } },
    });
    expect((await save({}, {}))[0]).toBe(2);
    expect((await save(part({ width: 4 }), { chartsInScope: [chart], tabsInScope: ['x'] }))[0]).toBe(2);
    expect(await save(part({ width: 5 }), {})).toEqual([3, ['position_json']]);
    expect(await save(part({ width: 5 }), { name: 'B' })).toEqual([4, ['json_metadata.native_filter_configuration']]);
  });

  it('go, the oldest first, after a hundred, or four million letters', async () => {
    const id = await newBoard();
    const css = 'a'.repeat(90_000);
    for (let at = 0; at < 50; at += 1) await alpha.put(boardUrl(id), { css: `${css}${at}` });
    const numbers = (await changesOf(boardUrl(id))).map(([number]: [number]) => number);
    const all = (await alpha.get(`${boardUrl(id)}/versions/?q=(page_size:200)`)).json;
    expect(all.count).toBeLessThan(45);
    expect(all.count).toBeGreaterThan(40);
    expect(numbers[0]).toBe(51);
    const { store } = running.app.services;
    await store.updateTable('object_versions').set({ size: 1 }).where('object_id', '=', id).execute();
    for (let at = 0; at < 70; at += 1) await alpha.put(boardUrl(id), { css: `${at}` });
    expect((await alpha.get(`${boardUrl(id)}/versions/`)).json.count).toBe(100);
  });
});

describe('versions of a dataset', () => {
  const url = (id: number) => `/api/v1/dataset/${id}`;
  let made = 0;

  async function newDataset(): Promise<number> {
    made += 1;
    const sql = "SELECT 1 AS amount, 'EU' AS region, DATE '2026-01-01' AS day";
    const body = { database: 1, schema: 'main', table_name: `made_${made}`, sql };
    const answer = await alpha.post('/api/v1/dataset/', body);
    expect(answer.status, answer.text).toBe(201);
    return answer.json.id;
  }

  const read = async (id: number) => (await alpha.get(url(id))).json.result;
  const put = async (id: number, body: object) => {
    const answer = await alpha.put(url(id), body);
    expect(answer.status, answer.text).toBe(200);
  };
  const withoutTimes = (rows: readonly object[]) =>
    rows.map((row) => ({ ...row, id: undefined, changed_on: undefined, created_on: undefined }));

  it('say which columns and metrics each save changed, and bring them back as they were', async () => {
    const id = await newDataset();
    const first = await read(id);
    const [amount, ...others] = first.columns;
    const kept = others.map((one: { id: number; column_name: string }) => ({
      id: one.id,
      column_name: one.column_name,
    }));
    const calculated = { column_name: 'twice', expression: 'amount * 2' };
    const metric = { metric_name: 'total', expression: 'SUM(amount)', d3format: ',.2f' };
    const renamed = { id: amount.id, column_name: 'amount', verbose_name: 'Amount', description: 'In euros' };
    await put(id, { columns: [renamed, ...kept, calculated], metrics: [...first.metrics.map(pickId), metric] });
    await put(id, { description: 'Sales', filter_select_enabled: false, cache_timeout: 60 });
    const second = await read(id);
    await put(id, { columns: [renamed, ...kept], metrics: [], sql: 'SELECT 2 AS amount, 3 AS other' });
    expect(await changesOf(url(id))).toEqual([
      [4, ['sql', 'columns.twice', ...first.metrics.map(nameOf), 'metrics.total']],
      [3, ['description', 'cache_timeout', 'filter_select_enabled']],
      [2, ['columns.amount', 'columns.twice', 'metrics.total']],
      [1, []],
    ]);
    expect((await alpha.post(`${url(id)}/versions/3/restore`, {})).status).toBe(200);
    const now = await read(id);
    for (const field of ['sql', 'description', 'filter_select_enabled', 'cache_timeout', 'main_dttm_col'])
      expect(now[field], field).toEqual(second[field]);
    expect(withoutTimes(now.columns)).toEqual(withoutTimes(second.columns));
    expect(withoutTimes(now.metrics)).toEqual(withoutTimes(second.metrics));
    expect((await alpha.post(`${url(id)}/versions/1/restore`, {})).status).toBe(200);
    expect(withoutTimes((await read(id)).columns)).toEqual(withoutTimes(first.columns));
  });

  it('keep a column that was deleted, and what reading the table again made of all', async () => {
    const id = await newDataset();
    const { columns } = await read(id);
    const calculated = { column_name: 'twice', expression: 'amount * 2' };
    await put(id, { columns: [...columns.map(pickId), calculated] });
    const [twice] = (await read(id)).columns.filter((one: { column_name: string }) => one.column_name === 'twice');
    expect((await alpha.delete(`${url(id)}/column/${twice.id}`)).status).toBe(200);
    expect((await changesOf(url(id)))[0]).toEqual([3, ['columns.twice']]);
    await put(id, { sql: 'SELECT 1 AS amount' });
    expect((await alpha.put(`${url(id)}/refresh`, {})).status).toBe(200);
    expect((await changesOf(url(id)))[0]).toEqual([5, expect.arrayContaining(['columns.region', 'columns.day'])]);
    expect((await alpha.post(`${url(id)}/versions/2/restore`, {})).status).toBe(200);
    expect((await read(id)).columns.map((one: { column_name: string }) => one.column_name)).toEqual([
      'amount',
      'region',
      'day',
      'twice',
    ]);
  });

  it('are not brought back where another dataset has the name by now', async () => {
    const id = await newDataset();
    const { table_name: name } = await read(id);
    await put(id, { table_name: `${name}_later` });
    const body = { database: 1, schema: 'main', table_name: name, sql: 'SELECT 1 AS one' };
    expect((await alpha.post('/api/v1/dataset/', body)).status).toBe(201);
    const refused = await alpha.post(`${url(id)}/versions/1/restore`, {});
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('already exists')]);
    for (const path of [`${url(id)}/versions/`, `${url(id)}/versions/1`]) {
      expect((await gamma.get(path)).status).toBe(403);
      expect((await fetch(running.url + path)).status).toBe(401);
      expect((await alpha.get(path.replace(String(id), '99999'))).status).toBe(404);
    }
    expect((await gamma.post(`${url(id)}/versions/1/restore`, {})).status).toBe(403);
    expect((await alpha.post(`${url(id)}/versions/1/restore`, { last_modified_time: 1 })).status).toBe(409);
    expect((await alpha.post(`${url(id)}/versions/9/restore`, {})).status).toBe(404);
  });
});

const pickId = (one: { id: number; column_name?: string; metric_name?: string; expression?: string }) => ({
  id: one.id,
  ...(one.column_name === undefined
    ? { metric_name: one.metric_name, expression: one.expression }
    : { column_name: one.column_name }),
});
const nameOf = (one: { metric_name: string }) => `metrics.${one.metric_name}`;

describe('who reads and restores versions', () => {
  it.each([
    ['a chart', () => newChart(), chartUrl, 403],
    ['a dashboard', () => newBoard({ published: true }), boardUrl, 404],
  ] as const)('is who may change %s', async (_what, make, urlOf, unseen) => {
    const url = urlOf(await make());
    for (const path of [`${url}/versions/`, `${url}/versions/1`]) {
      expect((await admin.get(path)).status).toBe(200);
      expect((await gamma.get(path)).status).toBe(unseen);
      expect((await fetch(running.url + path)).status).toBe(401);
    }
    const other = await running.signInAs(`other ${url}`, ['Alpha']);
    expect((await other.get(`${url}/versions/`)).status).toBe(403);
    expect((await other.post(`${url}/versions/1/restore`, {})).status).toBe(403);
    expect((await gamma.post(`${url}/versions/1/restore`, {})).status).toBe(unseen);
    for (const path of [`${url}/versions/9`, `${url}99/versions/`, `${url}/versions/x`])
      expect((await alpha.get(path)).status, path).toBe(404);
    expect((await alpha.post(`${url}/versions/9/restore`, {})).status).toBe(404);
    expect((await alpha.post(`${url}/versions/1/restore`, { nope: 1 })).status).toBe(400);
    const stale = await alpha.post(`${url}/versions/1/restore`, { last_modified_time: 1 });
    expect(stale.status).toBe(409);
  });
});
