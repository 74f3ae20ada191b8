import type { Page } from '@playwright/test';
import { expect, test } from './journey.ts';

/** Calls the API as the page's own user. */
async function call(page: Page, method: 'POST' | 'PUT' | 'DELETE' | 'GET', path: string, data?: object) {
  const token = await page.request.get('/api/v1/security/csrf_token/');
  const headers = { 'X-CSRFToken': (await token.json()).result };
  const answer = await page.request.fetch(path, { method, headers, ...(data ? { data } : {}) });
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer.json();
}

test('a chart is compared with what it was, as settings and pictures, and made that again', async ({
  adminPage: page,
}) => {
  const found = await call(page, 'GET', '/api/v1/chart/?q=(filters:!((col:viz_type,opr:eq,value:pie)),page_size:1)');
  const [{ datasource_id, ...source }] = found.result;
  const params = JSON.parse(source.params);
  const name = `Versions ${process.pid}`;
  const body = { slice_name: name, viz_type: 'pie', datasource_id, datasource_type: 'table' };
  const { id } = await call(page, 'POST', '/api/v1/chart/', { ...body, params: JSON.stringify(params) });
  const changed = { ...params, donut: !params.donut };
  await call(page, 'PUT', `/api/v1/chart/${id}`, { slice_name: `${name} later`, params: JSON.stringify(changed) });
  await page.goto(`/explore/?slice_id=${id}`);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Versions' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Chart name changed · Donut changed')).toBeVisible();
  await expect(dialog.locator('[data-picture="drawn"]')).toHaveCount(2);
  await expect(dialog.getByRole('region', { name: 'Chart name' })).toContainText(`${name} later`);
  await expect(dialog.getByRole('button', { name: 'Bring this version back' })).toBeDisabled();
  await dialog.getByRole('button', { name: /^1\. / }).click();
  await dialog.getByRole('button', { name: 'Bring this version back' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'Chart title' })).toHaveValue(name);
  await call(page, 'DELETE', `/api/v1/chart/${id}`);
});

test('a dashboard is made what it was before somebody emptied it', async ({ adminPage: page }) => {
  const { result } = await call(page, 'GET', '/api/v1/dashboard/sales');
  const metadata = { ...JSON.parse(result.json_metadata), positions: JSON.parse(result.position_json) };
  const title = `Was full ${process.pid}`;
  const { id } = await call(page, 'POST', '/api/v1/dashboard/', {
    dashboard_title: title,
    json_metadata: JSON.stringify(metadata),
  });
  const empty = { positions: { ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: [] } } };
  await call(page, 'PUT', `/api/v1/dashboard/${id}`, { json_metadata: JSON.stringify(empty) });
  await page.goto(`/superset/dashboard/${id}/`);
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).first().click();
  await page.getByRole('menuitem', { name: 'Versions' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/Layout changed/)).toBeVisible();
  await dialog.getByRole('button', { name: /^1\. / }).click();
  await dialog.getByRole('button', { name: 'Bring this version back' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('Weekly revenue by channel')).toBeVisible();
  await call(page, 'DELETE', `/api/v1/dashboard/${id}`);
});

test('a metric that somebody took out of a dataset comes back with an earlier version', async ({ adminPage: page }) => {
  const source = { database: 1, schema: 'main', table_name: `versions_${process.pid}`, sql: 'SELECT 1 AS amount' };
  const { id } = await call(page, 'POST', '/api/v1/dataset/', source);
  const url = `/api/v1/dataset/${id}`;
  const metrics = [{ metric_name: 'total', expression: 'SUM(amount)' }];
  await call(page, 'PUT', url, { metrics });
  await call(page, 'PUT', url, { metrics: [] });
  await page.goto(`/tablemodelview/edit/${id}`);
  await page.getByRole('button', { name: 'Versions', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Versions of/ });
  await expect(dialog.getByText('Metric total changed').first()).toBeVisible();
  await expect(dialog.getByRole('region', { name: 'total: SQL expression' })).toContainText('SUM(amount)');
  await dialog.getByRole('button', { name: /^2\. / }).click();
  await dialog.getByRole('button', { name: 'Bring this version back' }).click();
  await expect(dialog).toHaveCount(0);
  const { result } = await call(page, 'GET', url);
  expect(result.metrics).toMatchObject(metrics);
  await call(page, 'DELETE', url);
});

const amounts = (factor: number) =>
  `SELECT region, ${factor} * amount AS amount FROM (VALUES ('EMEA', 1200), ('APAC', 300)) AS v(region, amount)`;

test('the figures of two versions are compared: of a dataset, of a chart and of the dashboard it stands on', async ({
  adminPage: page,
}) => {
  const source = { database: 1, schema: 'main', table_name: `figures_${process.pid}`, sql: amounts(1) };
  const { id: dataset } = await call(page, 'POST', '/api/v1/dataset/', source);
  const metrics = [{ metric_name: 'total', expression: 'SUM(amount)' }];
  await call(page, 'PUT', `/api/v1/dataset/${dataset}`, { metrics });
  await call(page, 'PUT', `/api/v1/dataset/${dataset}`, { sql: amounts(2) });
  await page.goto(`/tablemodelview/edit/${dataset}`);
  await page.getByRole('button', { name: 'Versions', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Versions of/ });
  await dialog.getByRole('radio', { name: 'Figures' }).click();
  await expect(dialog.getByText('1 of 2 figures changed.')).toBeVisible();
  await expect(dialog.getByRole('row', { name: /total.*1.5k.*3k.*\+1.5k.*\+100/ })).toBeVisible();

  const form = { viz_type: 'table', query_mode: 'aggregate', groupby: ['region'], metrics: ['total'], row_limit: 100 };
  const name = `Figures ${process.pid}`;
  const body = { slice_name: name, viz_type: 'table', datasource_id: dataset, datasource_type: 'table' };
  const { id: chart } = await call(page, 'POST', '/api/v1/chart/', { ...body, params: JSON.stringify(form) });
  const halved = { expressionType: 'SQL', sqlExpression: "SUM(CASE WHEN region = 'EMEA' THEN 2000 ELSE amount END)" };
  const later = { ...form, metrics: [{ ...halved, label: 'total' }] };
  await call(page, 'PUT', `/api/v1/chart/${chart}`, { params: JSON.stringify(later) });
  await page.goto(`/explore/?slice_id=${chart}`);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Versions' }).click();
  await dialog.getByRole('radio', { name: 'Figures' }).click();
  await expect(dialog.getByText('1 of 2 figures changed. Largest: total (EMEA) from 2.4k to 2k.')).toBeVisible();
  await dialog.getByRole('button', { name: /^1\. / }).click();
  await dialog.getByRole('radio', { name: 'Figures' }).click();
  await expect(dialog.getByText('First version that is kept').last()).toBeVisible();
  await dialog.getByRole('radio', { name: 'What is saved now' }).click();
  await expect(dialog.getByRole('row', { name: /EMEA.*2.4k.*2k.*−400/ })).toBeVisible();

  const layout = {
    ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
    GRID_ID: { id: 'GRID_ID', type: 'GRID', children: ['ROW-1'], parents: ['ROOT_ID'] },
    'ROW-1': { id: 'ROW-1', type: 'ROW', children: ['CHART-1'], parents: ['ROOT_ID', 'GRID_ID'], meta: {} },
    'CHART-1': {
      id: 'CHART-1',
      type: 'CHART',
      children: [],
      parents: [],
      meta: { chartId: chart, width: 6, height: 50, sliceName: name },
    },
  };
  const filter = {
    ...{
      id: 'NATIVE_FILTER-1',
      name: 'Region',
      filterType: 'filter_select',
      type: 'NATIVE_FILTER',
      cascadeParentIds: [],
    },
    ...{
      targets: [{ datasetId: dataset, column: { name: 'region' } }],
      scope: { rootPath: ['ROOT_ID'], excluded: [] },
    },
    ...{ controlValues: {}, description: '' },
    defaultDataMask: {
      extraFormData: { filters: [{ col: 'region', op: 'IN', val: ['APAC'] }] },
      filterState: { value: ['APAC'], label: 'APAC' },
    },
  };
  const metadata = (filters: object[]) => JSON.stringify({ positions: layout, native_filter_configuration: filters });
  const { id: board } = await call(page, 'POST', '/api/v1/dashboard/', {
    dashboard_title: name,
    json_metadata: metadata([]),
  });
  await call(page, 'PUT', `/api/v1/dashboard/${board}`, { json_metadata: metadata([filter]) });
  await page.goto(`/superset/dashboard/${board}/`);
  await page.getByRole('button', { name: 'More actions' }).first().click();
  await page.getByRole('menuitem', { name: 'Versions' }).click();
  await dialog.getByRole('radio', { name: 'Figures' }).click();
  const listed = dialog.getByRole('listitem').filter({ hasText: name });
  await expect(listed.getByText('1 changed')).toBeVisible();
  await listed.getByRole('button', { name: 'Figures' }).click();
  await expect(listed.getByRole('row', { name: /Gone.*EMEA/ })).toBeVisible();
  for (const url of [`/api/v1/dashboard/${board}`, `/api/v1/chart/${chart}`, `/api/v1/dataset/${dataset}`])
    await call(page, 'DELETE', url);
});
