import type { ApiClient } from '@powerset/testkit';
import { expect, test } from './journey.ts';
import { findExampleDatabase } from './shared-world.ts';

const rowsSql = `
  select * from (values ('DE', 83), ('FR', 65), ('BR', 216), ('US', 340), ('SG', 6), ('XX', 1)) as t(code, people)`;
const people = { expressionType: 'SQL', sqlExpression: 'sum(people)', label: 'people' };

async function makeMap(api: ApiClient): Promise<number> {
  const dataset = await api.post('/api/v1/dataset/', {
    database: await findExampleDatabase(api),
    schema: 'main',
    table_name: `map_rows_${process.pid}_${Date.now()}`,
    sql: rowsSql,
  });
  const chart = await api.post('/api/v1/chart/', {
    slice_name: 'People on a map',
    viz_type: 'world_map',
    datasource_id: dataset.json.id,
    datasource_type: 'table',
    params: JSON.stringify({ viz_type: 'world_map', entity: 'code', metric: people }),
  });
  expect(chart.status, chart.text).toBe(201);
  return chart.json.id;
}

test('a map of the world is drawn, zoomed without a query, and says what it does not show', async ({
  adminPage: page,
  api,
}) => {
  await page.goto(`/explore/?slice_id=${await makeMap(api)}`);
  const chart = page.getByTestId('chart');
  const canvas = chart.locator('canvas').first();
  await expect(canvas).toBeVisible();
  await expect(page.locator('[data-test="chart-hint"]')).toContainText('1 of 6 rows mean no place of this map: XX');
  await expect(page.locator('[data-test="echart"] table')).toContainText('Brazil');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/chart/data')) asked.push(request.url());
  });
  const picture = () => canvas.evaluate((drawn) => (drawn as HTMLCanvasElement).toDataURL());
  const whole = await picture();
  const farther = page.getByRole('button', { name: 'Zoom out' });
  await expect(farther).toBeDisabled();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect(farther).toBeEnabled();
  expect(await picture()).not.toBe(whole);
  await page.getByRole('button', { name: 'Show the whole map' }).click();
  await expect(farther).toBeDisabled();
  expect(asked).toEqual([]);
});
