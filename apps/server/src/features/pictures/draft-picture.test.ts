import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { ApiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, expect, it } from 'vitest';

let running: InProcessApp;
let datasetId: number;

const revenue = {
  expressionType: 'SIMPLE',
  aggregate: 'SUM',
  column: { column_name: 'amount' },
  label: 'revenue',
} as const;

beforeAll(async () => {
  running = await startInProcess({ drawsPictures: true });
  const { engines, store } = running.app.services;
  const { id: database } = await store.selectFrom('databases').select('id').executeTakeFirstOrThrow();
  const engine = await engines.getEmbedded(database);
  await engine.runTrusted(
    `CREATE TABLE sales AS SELECT ['EU','US','UK'][1 + i % 3] AS region, 'p' || i AS product, i AS amount,
     TIMESTAMP '2026-01-01' + to_days(i::int) AS day FROM range(99) AS r(i)`,
  );
  datasetId = (await running.admin.post('/api/v1/dataset/', { database, schema: 'main', table_name: 'sales' })).json.id;
});
afterAll(() => running.stop());

const bars = { viz_type: 'echarts_timeseries_bar', x_axis: 'region', metrics: [revenue], groupby: [] };

interface Asked {
  readonly client?: ApiClient;
  readonly theme?: string;
  readonly locale?: string;
  readonly dataset?: number;
}

const ask = (form: object, { client = running.admin, dataset = datasetId, ...look }: Asked = {}) =>
  client.post('/api/v1/chart/draft_picture/', {
    form_data: { datasource: `${dataset}__table`, ...form },
    ...{ theme: 'light', locale: 'en', ...look },
  });

/** Width, height, and the share of its pixels that are not its ground. */
async function lookAt(address: string) {
  const image = await loadImage(Buffer.from(address.replace('data:image/png;base64,', ''), 'base64'));
  const pen = createCanvas(image.width, image.height).getContext('2d');
  pen.drawImage(image, 0, 0);
  const { data } = pen.getImageData(0, 0, image.width, image.height);
  let drawn = 0;
  for (let at = 0; at < data.length; at += 4)
    if (data[at] !== data[0] || data[at + 1] !== data[1] || data[at + 2] !== data[2]) drawn += 1;
  return { size: [image.width, image.height], share: drawn / (data.length / 4), ground: data[0] ?? 0 };
}

it('is drawn of the rows that the chart would show, in either theme, and says what they say', async () => {
  const answer = await ask(bars);
  expect(answer.status, answer.text).toBe(200);
  const { state, image, summary } = answer.json.result;
  expect(state).toBe('drawn');
  const light = await lookAt(image);
  expect(light.size).toEqual([576, 360]);
  expect(light.share).toBeGreaterThan(0.1);
  expect(summary.words).toHaveLength(1);
  expect(summary.words[0].text).toBe('{{label}} is the largest of {{count}}: {{value}}, {{share}} of all.');
  expect(summary.words[0].values).toMatchObject({ label: 'UK', count: '3' });
  expect(summary.text).toBe('\uE0000\uE001');
  const dark = (await ask(bars, { theme: 'dark' })).json.result;
  expect((await lookAt(dark.image)).ground).toBeLessThan(60);
  expect(light.ground).toBeGreaterThan(200);
});

it('writes its numbers as the reader does', async () => {
  const said = async (locale: string) => (await ask(bars, { locale })).json.result.summary.words[0].values.share;
  expect([await said('en'), await said('de')]).toEqual(['34.0 %', '34,0 %']);
});

it.each([
  ['a line', { viz_type: 'echarts_timeseries_line', x_axis: 'day', metrics: [revenue], time_grain_sqla: 'P1M' }],
  ['a pie', { viz_type: 'pie', groupby: ['region'], metric: revenue }],
  ['a table', { viz_type: 'table', query_mode: 'aggregate', groupby: ['product'], metrics: [revenue] }],
  ['a pivot table', { viz_type: 'pivot_table_v2', groupbyRows: ['region'], groupbyColumns: [], metrics: [revenue] }],
  [
    'an interactive table',
    { viz_type: 'ag-grid-table', query_mode: 'aggregate', groupby: ['product'], metrics: [revenue] },
  ],
  ['panels', { ...bars, panel_by: 'region', x_axis: 'product' }],
  ['a figure', { viz_type: 'big_number_total', metric: revenue }],
  ['a treemap', { viz_type: 'treemap_v2', groupby: ['region'], metric: revenue }],
  ['a calendar', { viz_type: 'cal_heatmap', granularity_sqla: 'day', metrics: [revenue] }],
])('is drawn of %s, with words for it', async (_what, form) => {
  const { state, image, summary } = (await ask(form)).json.result;
  expect(state).toBe('drawn');
  expect((await lookAt(image)).share).toBeGreaterThan(0.01);
  expect(summary.words.length).toBeGreaterThan(0);
});

it('says of a pivot table which cell is largest, and of panels what each of them says', async () => {
  const said = async (form: object) => (await ask(form)).json.result.summary;
  const pivot = { viz_type: 'pivot_table_v2', groupbyRows: ['region'], groupbyColumns: [], metrics: [revenue] };
  const [largest] = (await said(pivot)).words;
  expect(largest).toMatchObject({ text: 'Largest is {{value}}: {{name}}.', values: { name: 'UK' } });
  const grain = { x_axis: 'day', time_grain_sqla: 'P1M' };
  const panels = await said({ ...bars, ...grain, panel_by: 'region' });
  expect(panels.text).toMatch(/^UK: \uE0000\uE001.* US: \uE000\d+\uE001.* EU: \uE000\d+\uE001/);
  const places = [...panels.text.matchAll(/\uE000(\d+)\uE001/g)].map(([, at]) => Number(at));
  expect(places).toEqual(panels.words.map((_: unknown, at: number) => at));
  const many = await said({ viz_type: 'pie', groupby: ['region'], metric: revenue, panel_by: 'product' });
  expect(many.words.at(-1)).toEqual({ text: 'and {{count}} more', values: { count: '93' } });
});

it('leaves its rows at hand for the chart that is chosen then', async () => {
  const form = { viz_type: 'pie', groupby: ['product'], metric: revenue };
  expect((await ask(form)).json.result.state).toBe('drawn');
  const given = { ...form, datasource: `${datasetId}__table` };
  const chart = await running.admin.post('/api/v1/chart/', {
    ...{ slice_name: 'Products', viz_type: 'pie', datasource_id: datasetId, datasource_type: 'table' },
    params: JSON.stringify(given),
  });
  const answer = await running.admin.get(`/api/v1/chart/${chart.json.id}/data/`);
  expect(answer.json.result[0].is_cached).toBe(true);
});

it('is drawn of a bounded number of rows', async () => {
  const database = (await running.app.services.store.selectFrom('databases').select('id').executeTakeFirstOrThrow()).id;
  const many = { database, schema: 'main', table_name: 'many', sql: 'SELECT range AS i FROM range(12000)' };
  const dataset = (await running.admin.post('/api/v1/dataset/', many)).json.id;
  const rows = { viz_type: 'table', query_mode: 'raw', all_columns: ['i'], row_limit: 50_000 };
  const { state, summary } = (await ask(rows, { dataset })).json.result;
  expect([state, summary.words[0].values.rows]).toEqual(['drawn', '10000']);
});

it('is none where there is nothing to draw or the query fails, and that is no error', async () => {
  const none = { image: null, summary: null };
  const onlyNowhere = { clause: 'WHERE', expressionType: 'SIMPLE', subject: 'region', operator: '==', comparator: 'X' };
  expect((await ask({ ...bars, adhoc_filters: [onlyNowhere] })).json.result).toEqual({ state: 'empty', ...none });
  const broken = { ...revenue, expressionType: 'SQL', sqlExpression: 'SUM(nowhere)' };
  const answer = await ask({ ...bars, metrics: [broken] });
  expect([answer.status, answer.json.result]).toEqual([200, { state: 'failed', ...none }]);
});

it('is refused to who may not read the dataset, and where it is not one', async () => {
  const gamma = await running.signInAs('draft-gamma', ['Gamma']);
  const nobody = await running.signInAs('draft-nobody', []);
  expect((await ask(bars, { client: gamma })).status).toBe(403);
  expect((await ask(bars, { client: nobody })).status).toBe(403);
  const anonymous = await fetch(`${running.url}/api/v1/chart/draft_picture/`, { method: 'POST' });
  expect(anonymous.status).toBe(401);
  expect((await ask(bars, { dataset: 9999 })).status).toBe(404);
  for (const [field, form] of [
    ['datasource', { ...bars, datasource: '1; drop' }],
    ['viz_type', { ...bars, viz_type: 7 }],
  ] as const) {
    const answer = await ask(form);
    expect([answer.status, answer.text], field).toEqual([400, expect.stringContaining(field)]);
  }
  expect((await ask({ ...bars, viz_type: 'no_such_type' })).status).toBe(400);
  expect((await ask(bars, { theme: 'pink' })).text).toContain('theme');
  expect((await ask(bars, { locale: '../..' })).text).toContain('locale');
});
