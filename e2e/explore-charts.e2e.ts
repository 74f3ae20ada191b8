import type { Page } from '@playwright/test';
import type { ApiClient } from '@powerset/testkit';
import { expect, pick, startsInSight, test } from './journey.ts';
import { findExampleDatabase } from './shared-world.ts';

const rowsSql = `
  select timestamp '2026-01-01' + to_days((range // 2)::int) as day,
    'Person ' || range as person,
    case when range % 2 = 0 then 'Rome' else 'Bonn' end as city,
    case when range = 0 then '<b>Bold</b> <img src=x onerror="window.hasRun = true"><script>window.hasRun = true</script>'
      when range = 1 then '<a href="javascript:window.hasRun = true">there</a>' else 'plain' end as note,
    repeat(case when range % 2 = 0 then 'شحنة متأخرة ' else 'משלוח late ' end, 20) as remark,
    range as size
  from range(362)`;

/** The rows of one journey: one for each half day of half a year. */
async function makeDataset(api: ApiClient): Promise<number> {
  const made = await api.post('/api/v1/dataset/', {
    database: await findExampleDatabase(api),
    schema: 'main',
    table_name: `chart_rows_${process.pid}_${Date.now()}`,
    sql: rowsSql,
  });
  expect(made.status, made.text).toBe(201);
  return made.json.id;
}

async function makeChart(api: ApiClient, name: string, form: Readonly<Record<string, unknown>>): Promise<number> {
  const chart = await api.post('/api/v1/chart/', {
    slice_name: name,
    viz_type: form.viz_type,
    datasource_id: await makeDataset(api),
    datasource_type: 'table',
    params: JSON.stringify(form),
  });
  expect(chart.status, chart.text).toBe(201);
  return chart.json.id;
}

const customize = (page: Page) => page.getByRole('tab', { name: 'Customize' }).click();
const range = (comparator: string) => [
  { clause: 'WHERE', expressionType: 'SIMPLE', subject: 'day', operator: 'TEMPORAL_RANGE', comparator },
];

test('HTML in the cells of a table is drawn without what could run, or as the text that it is', async ({
  adminPage: page,
  api,
}) => {
  const form = { viz_type: 'table', query_mode: 'raw', all_columns: ['note', 'size'], row_limit: 3 };
  const id = await makeChart(api, 'Notes', { ...form, order_by_cols: ['["size",true]'] });
  await page.goto(`/explore/?slice_id=${id}`);
  const chart = page.getByTestId('chart');
  const cells = chart.locator('[data-test="html-cell"]');
  await expect(cells.first().locator('b')).toHaveText('Bold');
  await expect(cells).toHaveCount(2);
  await cells.nth(1).getByText('there').click();
  await expect(chart.locator('[href^="javascript"], [onerror], script')).toHaveCount(0);
  expect(await page.evaluate(() => 'hasRun' in window)).toBe(false);
  await customize(page);
  await page.getByRole('checkbox', { name: 'Render columns in HTML format' }).uncheck();
  await expect(chart).toContainText('<b>Bold</b>');
  await expect(cells).toHaveCount(0);
});

test('text that is written from the right is cut at its end in tables and pivot tables', async ({
  adminPage: page,
  api,
}) => {
  const metrics = [{ expressionType: 'SQL', sqlExpression: 'count(*)', label: 'rows' }];
  for (const form of [
    { viz_type: 'table', query_mode: 'aggregate', groupby: ['remark', 'city'], metrics },
    { viz_type: 'pivot_table_v2', groupbyRows: ['remark'], groupbyColumns: ['city'], metrics },
  ]) {
    await page.goto(`/explore/?slice_id=${await makeChart(api, `Remarks ${form.viz_type}`, form)}`);
    for (const text of ['شحنة متأخرة', 'משלוח late'])
      expect(await startsInSight(page.getByTestId('chart').getByText(text)), `${form.viz_type}: ${text}`).toBe(true);
  }
});

test('a table that the server pages is searched in the engine, in the column that was chosen', async ({
  adminPage: page,
  api,
}) => {
  const form = { viz_type: 'table', query_mode: 'raw', all_columns: ['person', 'city'], server_pagination: true };
  const id = await makeChart(api, 'People', { ...form, include_search: true, server_page_length: 20 });
  await page.goto(`/explore/?slice_id=${id}`);
  const chart = page.getByTestId('chart');
  await expect(chart).toContainText('362 rows');
  await chart.getByRole('searchbox', { name: 'Search' }).fill('person 31');
  // 31 and 310 to 319, of which the first page held one.
  await expect(chart).toContainText('11 rows');
  await expect(chart.locator('[data-test="table-row"]')).toHaveCount(11);
  await chart.getByRole('combobox', { name: 'Search by' }).selectOption('city');
  await expect(chart).toContainText('0 rows');
  await chart.getByRole('searchbox', { name: 'Search' }).fill('ROM');
  await expect(chart).toContainText('181 rows');
  await expect(chart).not.toContainText('Bonn');
});

test('tables and big numbers are set against an earlier period', async ({ adminPage: page, api }) => {
  const shared = { adhoc_filters: range('2026-03-01 : 2026-04-01'), time_compare: '1 month ago' };
  const counted = { groupby: ['city'], metrics: ['count'], query_mode: 'aggregate' };
  const table = await makeChart(api, 'Compared', { viz_type: 'table', ...counted, ...shared });
  await page.goto(`/explore/?slice_id=${table}`);
  const chart = page.getByTestId('chart');
  await expect(chart.getByRole('columnheader')).toHaveText(['COUNT(*)', 'city', 'Current', 'Previous', '△', '△ %']);
  await expect(chart.locator('[data-test="table-row"]').first().getByRole('cell')).toHaveText([
    /Bonn|Rome/,
    '31',
    '28',
    '3',
    '10.7 %',
  ]);
  const total = await makeChart(api, 'Compared total', { viz_type: 'big_number_total', metric: 'count', ...shared });
  await page.goto(`/explore/?slice_id=${total}`);
  await expect(chart.locator('[data-test="big-number-value"]')).toHaveText('62');
  await expect(chart.locator('[data-test="big-number-comparison"]')).toHaveText('10.7 %56 · 1 month ago');
});

test('a chart that is opened from a dashboard has the colours of the dashboard, and cannot be given others [DSH-054]', async ({
  adminPage: page,
  api,
}) => {
  const form = { viz_type: 'pie', metric: 'count', groupby: ['city'], color_scheme: 'orchard' };
  const id = await makeChart(api, 'Cities of a dashboard', form);
  const { id: dashboardId } = (await api.post('/api/v1/dashboard/', { dashboard_title: 'Coloured' })).json;
  const meta = { chartId: id, sliceName: 'Cities of a dashboard', width: 6, height: 40 };
  const positions = {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
    GRID_ID: { id: 'GRID_ID', type: 'GRID', children: ['ROW-1'] },
    'ROW-1': { id: 'ROW-1', type: 'ROW', children: ['CHART-1'], meta: {} },
    'CHART-1': { id: 'CHART-1', type: 'CHART', children: [], meta },
  };
  await api.put(`/api/v1/dashboard/${dashboardId}`, {
    json_metadata: JSON.stringify({ positions, color_scheme: 'dusk' }),
  });
  const colors = page.locator('[data-control="color_scheme"]');
  await page.goto(`/explore/?slice_id=${id}`);
  await customize(page);
  await expect(colors).toContainText('Orchard');

  await page.goto(`/superset/dashboard/${dashboardId}/`);
  await page
    .getByRole('article', { name: 'Cities of a dashboard' })
    .getByRole('button', { name: 'More actions' })
    .click();
  await page.getByRole('menuitem', { name: 'Edit chart' }).click();
  await customize(page);
  await expect(colors).toContainText('Dashboard scheme');
  await expect(colors.getByRole('combobox')).toBeDisabled();
  await expect(colors).toContainText('The color scheme is determined by the related dashboard.');
  await expect(page.getByText('Unsaved changes')).toHaveCount(0);
  await expect(page).toHaveURL(/form_data_key/);
  await page.reload();
  await customize(page);
  await expect(colors).toContainText('Dashboard scheme');
});

test('one column of a table is written, placed and coloured by itself [CTL-042]', async ({ adminPage: page, api }) => {
  const form = { viz_type: 'table', query_mode: 'aggregate', groupby: ['city'], metrics: ['count'] };
  const id = await makeChart(api, 'One column', form);
  await page.goto(`/explore/?slice_id=${id}`);
  const chart = page.getByTestId('chart');
  const cell = chart.getByRole('cell', { name: /^181/ }).first();
  await expect(cell).toBeVisible();
  await customize(page);
  await page.locator('[data-test="column-config"]').getByRole('button', { name: 'count' }).click();
  const editor = page.getByRole('dialog');
  await expect(editor.getByRole('checkbox', { name: 'Show cell bars' })).toBeChecked();
  await editor.getByRole('checkbox', { name: 'Show cell bars' }).uncheck();
  await expect(cell).not.toHaveCSS('background-image', /gradient/);
  await pick(editor.getByRole('combobox', { name: 'Text align' }), 'center');
  await expect(cell).toHaveCSS('text-align', 'center');
  await pick(editor.getByRole('combobox', { name: 'D3 format' }), ',.2f');
  await expect(chart.getByRole('cell', { name: '181.00' }).first()).toBeVisible();
  await editor.getByRole('button', { name: 'Save' }).click();
});

test('a chart says what it cannot draw, in the builder with the setting that shows it, on a dashboard with the way there', async ({
  adminPage: page,
  api,
}) => {
  const metric = (sqlExpression: string) => ({
    expressionType: 'SQL',
    sqlExpression,
    label: 'amount',
    optionName: 'a',
  });
  const form = { viz_type: 'echarts_timeseries_line', x_axis: 'day', time_grain_sqla: 'P1M', logAxis: true };
  const none = await makeChart(api, 'Log of zeros', { ...form, metrics: [metric('sum(size) * 0')] });
  const some = await makeChart(api, 'Log of some', {
    ...form,
    metrics: [metric('case when min(size) < 100 then 0 else sum(size) end')],
  });
  const { id: dashboard } = (await api.post('/api/v1/dashboard/', { dashboard_title: 'Logarithms' })).json;
  for (const id of [none, some]) await api.put(`/api/v1/chart/${id}`, { dashboards: [dashboard] });
  await page.goto(`/superset/dashboard/${dashboard}/`);
  const card = (name: string) => page.getByRole('article', { name, exact: true });
  await expect(card('Log of some').locator('[data-test="echart"]')).toBeVisible();
  await expect(card('Log of some')).toContainText('2 of 6 values are not drawn: zero or less on a logarithmic axis.');
  await expect(card('Log of zeros')).toContainText('A logarithmic axis cannot show values of zero or less');
  await card('Log of zeros').getByRole('link', { name: 'Edit chart' }).click();
  const chart = page.getByTestId('chart');
  await expect(chart).toContainText('All 6 values are zero or less.');
  await chart.getByRole('button', { name: 'Use a linear axis' }).click();
  await expect(chart.locator('[data-test="echart"]')).toBeVisible();
  await customize(page);
  await expect(page.getByRole('checkbox', { name: 'Logarithmic y-axis' })).not.toBeChecked();
});

test('a forecast goes on where the rows end, with the bounds in which it may lie', async ({ adminPage: page, api }) => {
  const size = { expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'size' }, label: 'Size' };
  const form = { viz_type: 'echarts_timeseries_line', x_axis: 'day', time_grain_sqla: 'P1D', metrics: [size] };
  const id = await makeChart(api, 'Sizes to come', form);
  await page.goto(`/explore/?slice_id=${id}`);
  const chart = page.getByTestId('chart');
  await expect(chart.getByRole('img', { name: /^Sizes to come\. Size: / })).toBeVisible();
  await page.getByText('Predictive analytics').click();
  await page.getByRole('checkbox', { name: 'Enable forecast' }).check();
  await page.getByRole('textbox', { name: 'Forecast periods' }).fill('3');
  await page.getByRole('button', { name: 'Update chart' }).click();
  await expect(chart.getByRole('img')).toBeVisible();
  const data = page.getByRole('region', { name: 'Data', exact: true });
  for (const name of [/Size__yhat$/, /Size__yhat_lower$/, /Size__yhat_upper$/])
    await expect(data.getByRole('columnheader').filter({ hasText: name })).toBeVisible();
  // 181 days of the rows, and three more: what was typed counts, however quickly the chart is asked for.
  await expect(data.getByText('184 rows')).toBeVisible();
});

test('a metric is shown as its share of the total, with a preview before and the same figures in the chart', async ({
  adminPage: page,
  api,
}) => {
  // Bonn has the odd sizes, Rome the even ones: 32,761 and 32,580 of 65,341.
  const metrics = [{ expressionType: 'SQL', sqlExpression: 'sum(size)', label: 'sizes' }];
  const form = { viz_type: 'table', query_mode: 'aggregate', groupby: ['city'], metrics };
  await page.goto(`/explore/?slice_id=${await makeChart(api, 'Shares', form)}`);
  const chart = page.getByTestId('chart');
  await expect(chart).toContainText('Bonn');
  await page
    .getByRole('group', { name: 'Metrics', exact: true })
    .getByRole('button', { name: 'sizes', exact: true })
    .click();
  const editor = page.getByRole('dialog');
  await pick(editor.getByRole('combobox', { name: 'Show as' }), 'Share of the total');
  const preview = editor.getByRole('table', { name: 'Preview' });
  await expect(preview.getByRole('row', { name: /Bonn/ })).toContainText(/50\.1\s?%/);
  await expect(preview.getByRole('row', { name: /Rome/ })).toContainText(/49\.9\s?%/);
  await editor.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: /Update chart/ }).click();
  await expect(chart).toContainText(/50\.1\s?%/);
  await expect(chart).toContainText(/49\.9\s?%/);
});
