import type { Page } from '@playwright/test';
import { type ApiClient, signInWithCookie, testAdmin } from '@powerset/testkit';
import { signInContext } from '@powerset/testkit/browser';
import { expect, test } from './journey.ts';

/** Runs, or fetches a picture, wherever a page takes it for HTML. */
const script = `"'><img src="/stolen.png" onerror="window.stolen=1"><svg onload="window.stolen=1"></svg><script>window.stolen=1</script>`;
const name = (what: string) => `${what} ${script}`;

interface Planted {
  readonly dashboardId: number;
  readonly datasetId: number;
  readonly databaseId: number;
  readonly layerId: number;
  readonly queryId: number;
  readonly chartIds: readonly number[];
}

async function made(asking: ReturnType<ApiClient['post']>) {
  const answer = await asking;
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.json;
}

async function plantDataset(api: ApiClient): Promise<{ readonly datasetId: number; readonly databaseId: number }> {
  const databaseId: number = (await api.get('/api/v1/database/')).json.ids[0];
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const lines = Array.from({ length: 40 }, (_, at) => `${cell(`${script} ${at % 4}`)},2026-01-${10 + (at % 18)},${at}`);
  const form = new FormData();
  form.append('file', new Blob([`${cell(name('column'))},at,amount\n${lines.join('\n')}\n`]), 'planted.csv');
  form.append('table_name', 'planted');
  const { result } = await made(api.send('POST', `/api/v1/database/${databaseId}/upload/`, { form }));
  const datasetId: number = result.dataset_id;
  const { columns } = (await api.get(`/api/v1/dataset/${datasetId}`)).json.result;
  await made(
    api.put(`/api/v1/dataset/${datasetId}`, {
      description: name('description'),
      columns: columns.map((column: { readonly id: number; readonly column_name: string }) => ({
        id: column.id,
        column_name: column.column_name,
        verbose_name: name(column.column_name.slice(0, 6)),
        description: name('of a column'),
      })),
      metrics: [{ metric_name: name('metric'), expression: 'SUM(amount)', description: name('of a metric') }],
    }),
  );
  return { datasetId, databaseId };
}

async function plantCharts(api: ApiClient, datasetId: number): Promise<readonly number[]> {
  const column = name('column');
  const metric = { expressionType: 'SQL', sqlExpression: 'SUM(amount)', label: name('label') };
  const rows = { time_range: 'No filter', adhoc_filters: [], row_limit: 100 };
  const forms = [
    { viz_type: 'table', query_mode: 'aggregate', groupby: [column], metrics: [metric] },
    { viz_type: 'pie', groupby: [column], metric },
    { viz_type: 'echarts_timeseries_bar', x_axis: column, metrics: [metric], groupby: [], x_axis_title: name('axis') },
    { viz_type: 'echarts_timeseries_line', x_axis: 'at', time_grain_sqla: 'P1D', metrics: [metric], groupby: [column] },
    { viz_type: 'pivot_table_v2', groupbyRows: [column], groupbyColumns: ['at'], metrics: [metric] },
    { viz_type: 'big_number_total', metric, subheader: name('subheader') },
  ];
  const ids: number[] = [];
  for (const form of forms) {
    const params = JSON.stringify({ ...rows, ...form, datasource: `${datasetId}__table` });
    const body = { slice_name: name(form.viz_type), description: name('about'), viz_type: form.viz_type, params };
    ids.push(
      (await made(api.post('/api/v1/chart/', { ...body, datasource_id: datasetId, datasource_type: 'table' }))).id,
    );
  }
  return ids;
}

function layoutOf(chartIds: readonly number[]): object {
  const parents = ['ROOT_ID', 'GRID_ID'];
  const rows = chartIds.map((chartId) => [
    [`ROW-${chartId}`, { id: `ROW-${chartId}`, type: 'ROW', children: [`CHART-${chartId}`], parents, meta: {} }],
    [
      `CHART-${chartId}`,
      { id: `CHART-${chartId}`, type: 'CHART', children: [], parents, meta: { chartId, width: 12, height: 40 } },
    ],
  ]);
  const code =
    `${name('text')}\n\n[a link](javascript:window.stolen=1) <a href="javascript:window.stolen=1">another</a>`.replace(
      /<img[^>]*>/g,
      '',
    );
  const texts = [
    ['HEADER-1', { id: 'HEADER-1', type: 'HEADER', children: [], parents, meta: { text: name('head') } }],
    ['ROW-M', { id: 'ROW-M', type: 'ROW', children: ['MARKDOWN-1'], parents, meta: {} }],
    ['MARKDOWN-1', { id: 'MARKDOWN-1', type: 'MARKDOWN', children: [], parents, meta: { code, width: 6, height: 30 } }],
  ];
  return {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
    GRID_ID: {
      id: 'GRID_ID',
      type: 'GRID',
      children: ['HEADER-1', 'ROW-M', ...chartIds.map((id) => `ROW-${id}`)],
      parents: ['ROOT_ID'],
    },
    ...Object.fromEntries(texts),
    ...Object.fromEntries(rows.flat()),
  };
}

async function plantDashboard(api: ApiClient, datasetId: number, chartIds: readonly number[]): Promise<number> {
  const filter = {
    id: 'NATIVE_FILTER-planted',
    name: name('filter'),
    description: name('of a filter'),
    filterType: 'filter_select',
    type: 'NATIVE_FILTER',
    targets: [{ datasetId, column: { name: name('column') } }],
    controlValues: { multiSelect: true },
    defaultDataMask: {},
    cascadeParentIds: [],
    scope: { rootPath: ['ROOT_ID'], excluded: [] },
  };
  const dashboard = await made(
    api.post('/api/v1/dashboard/', {
      dashboard_title: name('dashboard'),
      css: `</style>${script}`,
      certified_by: name('certifier'),
      certification_details: name('details'),
      position_json: JSON.stringify(layoutOf(chartIds)),
      json_metadata: JSON.stringify({ native_filter_configuration: [filter], cross_filters_enabled: true }),
    }),
  );
  return dashboard.id;
}

async function plant(api: ApiClient): Promise<Planted> {
  const { datasetId, databaseId } = await plantDataset(api);
  const chartIds = await plantCharts(api, datasetId);
  const dashboardId = await plantDashboard(api, datasetId, chartIds);
  const sql = `SELECT '${script.replaceAll("'", "''")}' AS "${name('alias').replaceAll('"', '""')}"`;
  const saved = await made(
    api.post('/api/v1/saved_query/', { label: name('query'), description: name('about'), db_id: databaseId, sql }),
  );
  await made(api.post('/api/v1/sqllab/execute/', { database_id: databaseId, sql, tab: name('tab').slice(0, 250) }));
  const layer = await made(api.post('/api/v1/annotation_layer/', { name: name('layer').slice(0, 240), descr: script }));
  await made(
    api.post(`/api/v1/annotation_layer/${layer.id}/annotation/`, {
      short_descr: name('note'),
      long_descr: script,
      start_dttm: '2026-01-12T00:00:00Z',
      end_dttm: '2026-01-13T00:00:00Z',
    }),
  );
  return { dashboardId, datasetId, databaseId, layerId: layer.id, queryId: saved.id, chartIds };
}

interface Watch {
  readonly faults: string[];
  readonly lookAt: (path: string, sign: string) => Promise<void>;
}

/** Opens pages one after the other and notes whatever a page took for HTML, ran, or was refused to run. */
function watchPage(page: Page): Watch {
  const faults: string[] = [];
  let where = '';
  page.on('dialog', (dialog) => {
    faults.push(`${where}: a dialog`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.includes('stolen.png')) faults.push(`${where}: a picture was fetched`);
  });
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to/i.test(message.text())) faults.push(`${where}: ${message.text()}`);
  });
  return {
    faults,
    lookAt: async (path, sign) => {
      where = path;
      await page.goto(path);
      await expect(page.getByText(sign).first(), `${path} shows ${sign}`).toBeVisible();
      await page.waitForLoadState('networkidle');
      // What the page had run would have left this behind.
      const state = await page.evaluate(
        '[typeof window.stolen, document.querySelectorAll("[onerror], [onload]").length]',
      );
      expect(state, path).toEqual(['undefined', 0]);
    },
  };
}

test('a script in every name, text, column and value is shown as text on every page and never runs', async ({
  browser,
  startOwnServer,
}) => {
  test.setTimeout(240_000);
  const server = await startOwnServer();
  const api = await signInWithCookie(server.url, testAdmin);
  const planted = await plant(api);
  const context = await browser.newContext({ baseURL: server.url, locale: 'en-US' });
  await signInContext(context, server.url, testAdmin);
  const page = await context.newPage();
  const { faults, lookAt } = watchPage(page);
  await lookAt('/superset/welcome/', 'dashboard "\'><img');
  await lookAt('/dashboard/list/', 'dashboard "\'><img');
  await lookAt('/chart/list/', 'pie "\'><img');
  await lookAt('/tablemodelview/list/', 'planted');
  await lookAt('/savedqueryview/list/', 'query "\'><img');
  await lookAt('/superset/sqllab/history/', 'SELECT');
  await lookAt('/databaseview/list/', 'Powerset');
  await lookAt('/annotationlayer/list/', 'layer "\'><img');
  await lookAt(`/annotationlayer/${planted.layerId}/annotation/`, 'note "\'><img');
  await lookAt(`/superset/dashboard/${planted.dashboardId}/`, 'head "\'><img');
  for (const id of planted.chartIds) await lookAt(`/explore/?slice_id=${id}`, 'planted');
  await lookAt(`/superset/sqllab/?savedQueryId=${planted.queryId}`, 'SELECT');
  await page.getByRole('button', { name: 'Run', exact: true }).first().click();
  await expect(page.getByText('alias "\'><img').first()).toBeVisible();
  await lookAt(`/superset/dashboard/${planted.dashboardId}/?edit=true`, 'Discard');
  await lookAt(`/login/?next=${encodeURIComponent(`javascript:window.stolen=1//${script}`)}`, 'Powerset');
  expect(faults).toEqual([]);
  await context.close();
});
