import type { ApiClient } from '@powerset/testkit';
import { expect, test } from './journey.ts';

async function makeChart(api: ApiClient, datasetId: number, form: Readonly<Record<string, unknown>>): Promise<number> {
  const chart = await api.post('/api/v1/chart/', {
    slice_name: `True figures ${form.viz_type}`,
    viz_type: form.viz_type,
    datasource_id: datasetId,
    datasource_type: 'table',
    params: JSON.stringify(form),
  });
  expect(chart.status, chart.text).toBe(201);
  return chart.json.id;
}

/** A metric over all of a dataset's rows. */
async function wholeOf(api: ApiClient, id: number, metric: string): Promise<number> {
  const queries = [{ columns: [], metrics: [metric] }];
  const answer = await api.post('/api/v1/chart/data', { datasource: { id, type: 'table' }, queries });
  return answer.json.result[0].data[0][metric];
}

const euros = (value: number) => value.toLocaleString('en-US', { style: 'currency', currency: 'EUR' });

test('the total of a pivot of averages is the average of all rows', async ({ adminPage: page, api, examples }) => {
  const id = await makeChart(api, examples.ordersId, {
    viz_type: 'pivot_table_v2',
    groupbyRows: ['country'],
    groupbyColumns: ['channel'],
    metrics: ['avg_order_value'],
    valueFormat: ',.2f',
    rowTotals: true,
    colTotals: true,
  });
  await page.goto(`/explore/?slice_id=${id}`);
  const whole = await wholeOf(api, examples.ordersId, 'avg_order_value');
  await expect(page.getByTestId('chart').locator('table tr').last().locator('td').last()).toHaveText(euros(whole));
});

test('a donut under a row limit draws the rest as Others, and its total is that of all rows', async ({
  adminPage: page,
  api,
  examples,
}) => {
  const id = await makeChart(api, examples.ordersId, {
    viz_type: 'pie',
    groupby: ['country'],
    metric: 'revenue',
    row_limit: 3,
    donut: true,
    show_total: true,
  });
  await page.goto(`/explore/?slice_id=${id}`);
  const chart = page.getByTestId('chart');
  await expect(chart.locator('[data-test="chart-hint"]')).toContainText('limit of 3 rows was reached');
  const figures = chart.locator('table tr td');
  await expect(figures).toHaveCount(4);
  const drawn = (await figures.allTextContents()).map(Number);
  const whole = await wholeOf(api, examples.ordersId, 'revenue');
  expect(drawn.reduce((sum, value) => sum + value, 0)).toBeCloseTo(whole, 2);
});

test('a line whose rows were cut says so, and its button leaves whole series', async ({
  adminPage: page,
  api,
  examples,
}) => {
  const id = await makeChart(api, examples.ordersId, {
    viz_type: 'echarts_timeseries_line',
    x_axis: 'ordered_at',
    time_grain_sqla: 'P1W',
    groupby: ['channel'],
    metrics: ['revenue'],
    row_limit: 100,
  });
  await page.goto(`/explore/?slice_id=${id}`);
  const chart = page.getByTestId('chart');
  const hint = chart.locator('[data-test="chart-hint"]');
  await expect(hint).toContainText('limit of 100 rows was reached');
  const rows = page.getByRole('region', { name: 'Data', exact: true });
  await expect(rows).toContainText('100 rows');
  const picture = await chart.screenshot();
  // One press, which asks anew too.
  await hint.getByRole('button', { name: 'Limit the series' }).click();
  await expect(rows).toContainText(/[2-9]\d\d rows/);
  await expect(hint).toHaveCount(0);
  expect((await chart.screenshot()).equals(picture)).toBe(false);
});

test('a table says that rows were cut, and raises its limit', async ({ adminPage: page, api, examples }) => {
  const form = { viz_type: 'table', query_mode: 'aggregate', groupby: ['country'], metrics: [], row_limit: 3 };
  const id = await makeChart(api, examples.ordersId, { ...form, percent_metrics: ['revenue'] });
  // High enough for every country's row to be drawn.
  await page.setViewportSize({ width: 1440, height: 1600 });
  await page.goto(`/explore/?slice_id=${id}`);
  const chart = page.getByTestId('chart');
  await expect(chart.locator('[data-test="chart-hint"]')).toContainText('there may be more');
  const shares = async () => {
    const texts = await chart.locator('tbody tr td:nth-child(2)').allTextContents();
    return texts.map((text) => Number.parseFloat(text)).reduce((sum, share) => sum + share, 0);
  };
  expect(await shares()).toBeLessThan(99);
  await chart.getByRole('button', { name: 'Raise the row limit' }).click();
  await expect(chart.locator('[data-test="chart-hint"]')).toHaveCount(0);
  await expect.poll(shares).toBeGreaterThan(99);
});
