import type { ApiClient } from '@powerset/testkit';
import { filter, settled } from './dashboards.ts';
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

const stopsSql = `
  select * from (values (13.4, 52.5, 'north', 'Berlin'), (10.0, 53.6, 'north', 'Hamburg'), (11.6, 48.1, 'south', 'Munich'))
  as t(lon, lat, line, stop)`;
const roadsSql = `select '[[13.4,52.5],[10.0,53.6]]' as path, 'A24' as road`;

async function makeLayers(api: ApiClient) {
  const database = await findExampleDatabase(api);
  const mark = `${process.pid}_${Date.now()}`;
  const datasetOf = async (name: string, sql: string): Promise<number> => {
    const given = { database, schema: 'main', table_name: `${name}_${mark}`, sql };
    return (await api.post('/api/v1/dataset/', given)).json.id;
  };
  const [stops, roads] = [await datasetOf('stops', stopsSql), await datasetOf('roads', roadsSql)];
  const chartOf = async (name: string, datasource: number, form: { readonly viz_type: string }): Promise<number> => {
    const given = { slice_name: name, viz_type: form.viz_type, datasource_id: datasource, datasource_type: 'table' };
    const made = await api.post('/api/v1/chart/', { ...given, params: JSON.stringify(form) });
    expect(made.status, made.text).toBe(201);
    return made.json.id;
  };
  const spatial = { type: 'latlong', latCol: 'lat', lonCol: 'lon' };
  const points = { viz_type: 'deck_scatter', spatial, dimension: 'line', tooltip_contents: ['stop'], min_radius: 8 };
  const stopsChart = await chartOf(`Stops ${mark}`, stops, points);
  await chartOf(`Roads ${mark}`, roads, { viz_type: 'deck_path', ...{ line_column: 'path', js_columns: ['road'] } });
  const map = await chartOf(`Layers ${mark}`, stops, { viz_type: 'deck_multi', ...{ deck_slices: [stopsChart] } });
  return { mark, stops, map };
}

test('saved maps become layers of one, which are chosen, hidden and narrowed by a filter of their dashboard', async ({
  adminPage: page,
  api,
}) => {
  const { mark, stops, map } = await makeLayers(api);
  const layers = page.locator('[data-test="map-layers"]');
  const rowsOf = (name: string) => page.locator('table', { has: page.locator('caption', { hasText: name }) });

  await test.step('the picker offers maps alone', async () => {
    await page.goto(`/explore/?slice_id=${map}`);
    await expect(layers.getByRole('checkbox', { name: `Stops ${mark}` })).toBeChecked();
    await expect(layers).toContainText('north');
    await page.locator('[data-control="deck_slices"]').getByRole('combobox').click();
    await expect(page.getByRole('option', { name: `Layers ${mark}` })).toHaveCount(0);
    await page.getByRole('option', { name: `Roads ${mark}` }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Update chart' }).click();
    await expect(layers.getByRole('checkbox')).toHaveCount(2);
    await expect(rowsOf(`Roads ${mark}`)).toContainText('A24');
  });

  await test.step('a layer is hidden without a query', async () => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/v1/chart/data')) asked.push(request.url());
    });
    await layers.getByRole('checkbox', { name: `Stops ${mark}` }).uncheck();
    await expect(layers).not.toContainText('north');
    expect(asked).toEqual([]);
  });

  await test.step('a filter of the dashboard reaches the layers that have its column', async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const { id } = (await api.post('/api/v1/dashboard/', { dashboard_title: `Layers ${mark}` })).json;
    await api.put(`/api/v1/chart/${map}`, { dashboards: [id] });
    const south = {
      extraFormData: { filters: [{ col: 'line', op: 'IN', val: ['south'] }] },
      filterState: { value: ['south'] },
    };
    const targets = [{ datasetId: stops, column: { name: 'line' } }];
    const json_metadata = JSON.stringify({
      native_filter_configuration: [filter('Line', { targets, defaultDataMask: south })],
    });
    await api.put(`/api/v1/dashboard/${id}`, { json_metadata });
    await page.goto(`/superset/dashboard/${id}/`);
    await settled(page);
    await layers.getByText('Layers', { exact: true }).click();
    await expect(layers.getByRole('checkbox')).toHaveCount(2);
    await expect(rowsOf(`Stops ${mark}`)).toContainText('Munich');
    await expect(rowsOf(`Stops ${mark}`)).not.toContainText('Berlin');
    await expect(rowsOf(`Roads ${mark}`)).toContainText('A24');
  });
});
