import type { ApiClient } from '@powerset/testkit';
import { settled } from './dashboards.ts';
import { expect, test } from './journey.ts';
import { findExampleDatabase } from './shared-world.ts';

const sum = (column: string) => ({ expressionType: 'SQL', sqlExpression: `sum(${column})`, label: column });
const script = `<b>hello</b><script>document.title='taken'</script><img src=x onerror="document.title='taken'">`;

interface Bad {
  readonly name: string;
  readonly type: string;
  readonly sql: string;
  readonly form: object;
}

const charts: readonly Bad[] = [
  { name: 'Only a type', type: 'pie', sql: 'select 1 as a', form: {} },
  { name: 'No layers', type: 'deck_multi', sql: 'select 1 as a', form: {} },
  {
    name: 'Gone column',
    type: 'echarts_timeseries_bar',
    sql: 'select 1 as b',
    form: { x_axis: 'gone', metrics: [sum('b')] },
  },
  { name: 'Gone metric', type: 'pie', sql: 'select 1 as b', form: { groupby: ['b'], metric: 'gone_metric' } },
  {
    name: 'Words as places',
    type: 'deck_scatter',
    sql: "select 'north' as lat, 'west' as lon",
    form: { spatial: { type: 'latlong', latCol: 'lat', lonCol: 'lon' } },
  },
  {
    name: 'Round parents',
    type: 'tree_chart',
    sql: "select * from (values ('1', '2'), ('2', '1')) t(id, parent)",
    form: { id: 'id', parent: 'parent' },
  },
  {
    name: 'Script',
    type: 'handlebars',
    sql: 'select 1 as a',
    form: { query_mode: 'raw', all_columns: ['a'], handlebarsTemplate: script },
  },
];

async function makeBoard(api: ApiClient) {
  const database = await findExampleDatabase(api);
  const { id } = (await api.post('/api/v1/dashboard/', { dashboard_title: 'Bad charts' })).json;
  const ids: Record<string, number> = {};
  for (const { name, type, sql, form } of charts) {
    const table = `bad_${type}_${process.pid}_${Object.keys(ids).length}`;
    const dataset = await api.post('/api/v1/dataset/', { database, schema: 'main', table_name: table, sql });
    expect(dataset.status, dataset.text).toBe(201);
    const chart = await api.post('/api/v1/chart/', {
      ...{
        slice_name: name,
        viz_type: type,
        dashboards: [id],
        datasource_id: dataset.json.id,
        datasource_type: 'table',
      },
      params: JSON.stringify({ viz_type: type, ...form }),
    });
    expect(chart.status, chart.text).toBe(201);
    ids[name] = chart.json.id;
  }
  return { id, ids };
}

test('charts that cannot be drawn say why and what to change, beside others that stand', async ({
  adminPage: page,
  api,
}) => {
  const { id, ids } = await makeBoard(api);
  await page.goto(`/superset/dashboard/${id}/`);
  await settled(page);
  const card = (name: string) => page.getByRole('article', { name, exact: true });
  const says = async (name: string, words: readonly string[]) => {
    await card(name).scrollIntoViewIfNeeded();
    for (const text of words) await expect(card(name)).toContainText(text);
    await expect(card(name).getByRole('link', { name: 'Edit chart' })).toBeVisible();
  };
  await says('Only a type', ['Settings are missing: Dimensions, Metric']);
  await says('No layers', ['Settings are missing: deck.gl layers (charts)']);
  await says('Gone column', ['Columns missing in dataset: ["gone"]', 'Sync the columns of the dataset']);
  await says('Gone metric', ["Metric 'gone_metric' does not exist", 'do not fit its dataset']);
  await says('Words as places', ['No row has a place on the map', 'Choose other columns for the places']);
  await says('Round parents', ['No row is a root: each has a parent']);
  await card('Script').scrollIntoViewIfNeeded();
  await expect(card('Script')).toContainText('hello');
  expect(await page.title()).not.toContain('taken');
  await card('Round parents').getByRole('button', { name: 'Begin with the first row' }).click();
  await expect(page.getByTestId('chart').locator('canvas').first()).toBeVisible();
  await page.goto(`/explore/?slice_id=${ids['Gone column']}`);
  await expect(page.locator('[data-test=lost-names]')).toContainText('Not in the dataset any more: gone.');
});
