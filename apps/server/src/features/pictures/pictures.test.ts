import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { ApiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let running: InProcessApp;
let datasetId: number;
let charts: Readonly<Record<'bars' | 'table' | 'figure' | 'broken', number>>;
let dashboardId: number;
let alpha: ApiClient;

const revenue = { expressionType: 'SQL', sqlExpression: 'SUM(amount)', label: 'revenue' };

beforeAll(async () => {
  running = await startInProcess({ drawsPictures: true });
  const { engines, store } = running.app.services;
  const { id: database } = await store.selectFrom('databases').select('id').executeTakeFirstOrThrow();
  const engine = await engines.getEmbedded(database);
  await engine.runTrusted(
    "CREATE TABLE sales AS SELECT ['EU','US','UK'][1 + i % 3] AS region, i AS amount, DATE '2024-01-01' + i::INT AS day FROM range(99) AS r(i)",
  );
  datasetId = (await running.admin.post('/api/v1/dataset/', { database, schema: 'main', table_name: 'sales' })).json.id;
  const add = async (type: string, form: object): Promise<number> => {
    const answer = await running.admin.post('/api/v1/chart/', {
      slice_name: `A ${type}`,
      viz_type: type,
      datasource_id: datasetId,
      datasource_type: 'table',
      params: JSON.stringify(form),
    });
    expect(answer.status, answer.text).toBe(201);
    return answer.json.id;
  };
  charts = {
    bars: await add('echarts_timeseries_bar', { x_axis: 'region', metrics: [revenue], groupby: [] }),
    table: await add('table', { groupby: ['region'], metrics: [revenue], query_mode: 'aggregate' }),
    figure: await add('big_number_total', { metric: revenue }),
    broken: await add('pie', { groupby: ['nowhere'], metric: revenue }),
  };
  const node = (id: string, type: string, children: readonly string[], meta: object = {}) => [
    id,
    { id, type, children, meta },
  ];
  const cards = Object.values(charts).map((chartId) =>
    node(`CHART-${chartId}`, 'CHART', [], { chartId, width: 3, height: 30 }),
  );
  const position = Object.fromEntries([
    node('ROOT_ID', 'ROOT', ['GRID_ID']),
    node('GRID_ID', 'GRID', ['HEADER-1', 'ROW-1']),
    node('HEADER-1', 'HEADER', [], { text: 'Sales' }),
    node(
      'ROW-1',
      'ROW',
      cards.map(([id]) => String(id)),
    ),
    ...cards,
  ]);
  const made = await running.admin.post('/api/v1/dashboard/', {
    dashboard_title: 'Sales',
    published: true,
    position_json: JSON.stringify(position),
  });
  dashboardId = made.json.id;
  for (const id of Object.values(charts)) await running.admin.put(`/api/v1/chart/${id}`, { dashboards: [dashboardId] });
  alpha = await running.signInAs('alpha', ['Alpha']);
});
afterAll(() => running.stop());

const sizeOf = async (bytes: Uint8Array) => {
  const { width, height } = await loadImage(Buffer.from(bytes));
  return [width, height];
};
/** How many of its pixels have a colour, that of the data first: a drawing that is not there has none. */
async function dataPixels(bytes: Uint8Array, [red, green, blue]: readonly number[] = [0x1b, 0x77, 0xb6]) {
  const image = await loadImage(Buffer.from(bytes));
  const pen = createCanvas(image.width, image.height).getContext('2d');
  pen.drawImage(image, 0, 0);
  const { data } = pen.getImageData(0, 0, image.width, image.height);
  let count = 0;
  for (let at = 0; at < data.length; at += 4)
    if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) count += 1;
  return count;
}

const thumbnailOf = async (client: ApiClient, kind: 'chart' | 'dashboard', id: number): Promise<string> =>
  (await client.get(`/api/v1/${kind}/${id}`)).json.result.thumbnail_url;

async function untilDrawn(client: ApiClient, path: string) {
  for (let at = 0; at < 100; at += 1) {
    const answer = await client.get(path);
    if (answer.status !== 202) return answer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${path} was not drawn`);
}

describe('a thumbnail', () => {
  it('is drawn later where the rows are not at hand, and at once from then on', async () => {
    const path = await thumbnailOf(alpha, 'chart', charts.bars);
    const first = await alpha.get(path);
    expect([first.status, first.json]).toEqual([202, { message: 'The picture is drawn later.' }]);
    const drawn = await untilDrawn(alpha, path);
    expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(await sizeOf(drawn.bytes)).toEqual([480, 300]);
    expect(await dataPixels(drawn.bytes)).toBeGreaterThan(5000);
    const dark = await alpha.get(`${path}?theme=dark`);
    expect([dark.status, Buffer.from(dark.bytes).equals(Buffer.from(drawn.bytes))]).toEqual([200, false]);
  });

  it('says what it says in the language of whoever looks: that of the page, else that of the browser', async () => {
    const form = { groupby: ['region'], metric: { ...revenue, sqlExpression: 'SUM(-amount)' } };
    const pie = { slice_name: 'Losses', viz_type: 'pie', datasource_id: datasetId, datasource_type: 'table' };
    const made = await alpha.post('/api/v1/chart/', { ...pie, params: JSON.stringify(form) });
    const path = await thumbnailOf(alpha, 'chart', made.json.id);
    const english = await untilDrawn(alpha, path);
    const german = await alpha.get(`${path}?locale=de`);
    const same = async (change: object, query = '') =>
      Buffer.from((await alpha.get(path + query, change)).bytes).equals(Buffer.from(german.bytes));
    expect([german.status, Buffer.from(english.bytes).equals(Buffer.from(german.bytes))]).toEqual([200, false]);
    expect(german.headers.get('vary')).toContain('accept-language');
    const browser = { headers: { 'accept-language': 'de-AT, en;q=0.5' } };
    expect([await same(browser), await same({}), await same(browser, '?locale=en')]).toEqual([true, false, false]);
    const wrong = await alpha.get(`${path}?locale=../x`);
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('locale')]);
  });

  it('of a map has the shapes of its countries', async () => {
    const form = { entity: 'region', metric: revenue, color_by: 'country' };
    const map = { slice_name: 'A map', viz_type: 'world_map', datasource_id: datasetId, datasource_type: 'table' };
    const made = await running.admin.post('/api/v1/chart/', { ...map, params: JSON.stringify(form) });
    const drawn = await untilDrawn(running.admin, await thumbnailOf(running.admin, 'chart', made.json.id));
    expect(await dataPixels(drawn.bytes)).toBeGreaterThan(500);
  });

  it('of a map of layers has the marks of its layers, anew when one of them is changed', async () => {
    const line = { expressionType: 'SQL', sqlExpression: "'[[0,0],[20,20]]'", label: 'path' };
    const form = { line_column: line, line_width: 30, line_width_unit: 'pixels' };
    const blue = { r: 0x1b, g: 0x77, b: 0xb6, a: 1 };
    const chart = { slice_name: 'Layers', datasource_id: datasetId, datasource_type: 'table' };
    const path = { ...chart, viz_type: 'deck_path', params: JSON.stringify({ ...form, color_picker: blue }) };
    const layer = (await running.admin.post('/api/v1/chart/', path)).json.id;
    const params = JSON.stringify({ deck_slices: [layer] });
    const made = await running.admin.post('/api/v1/chart/', { ...chart, viz_type: 'deck_multi', params });
    const address = await thumbnailOf(running.admin, 'chart', made.json.id);
    expect(await dataPixels((await untilDrawn(running.admin, address)).bytes)).toBeGreaterThan(500);
    await running.admin.put(`/api/v1/chart/${layer}`, { params: JSON.stringify(form) });
    expect(await dataPixels((await untilDrawn(running.admin, address)).bytes)).toBe(0);
  });

  it('is drawn where one of its questions is never asked, since the others answer it', async () => {
    const form = { groupby: ['region'], metric: revenue };
    const pie = { slice_name: 'A pie', viz_type: 'pie', datasource_id: datasetId, datasource_type: 'table' };
    const made = await alpha.post('/api/v1/chart/', { ...pie, params: JSON.stringify(form) });
    const drawn = await untilDrawn(alpha, await thumbnailOf(alpha, 'chart', made.json.id));
    expect(await dataPixels(drawn.bytes)).toBeGreaterThan(500);
  });

  it('has another address when the object changes, to which the earlier one leads', async () => {
    const before = await thumbnailOf(running.admin, 'chart', charts.figure);
    await running.admin.put(`/api/v1/chart/${charts.figure}`, { description: 'All of it' });
    const after = await thumbnailOf(running.admin, 'chart', charts.figure);
    expect(after).not.toBe(before);
    const moved = await running.admin.get(before, { redirect: 'manual' });
    expect([moved.status, moved.headers.get('location')]).toEqual([302, after]);
  });

  it('of a dashboard shows its first screen', async () => {
    const drawn = await untilDrawn(alpha, await thumbnailOf(alpha, 'dashboard', dashboardId));
    expect([drawn.status, await sizeOf(drawn.bytes)]).toEqual([200, [480, 300]]);
  });

  it('is drawn in the theme of its dashboard, which lies over that of the product', async () => {
    const { admin } = running;
    const pink = [0xff, 0x00, 0xaa];
    const newTheme = async (document: object): Promise<number> => {
      const body = { theme_name: 'Of pictures', json_data: JSON.stringify(document) };
      return (await admin.post('/api/v1/theme/', body)).json.id;
    };
    const pixelsOf = async (kind: 'chart' | 'dashboard', id: number, color?: readonly number[]) =>
      dataPixels((await untilDrawn(admin, await thumbnailOf(admin, kind, id))).bytes, color);
    const own = await newTheme({
      echartsOptionsOverrides: { color: ['#ff00aa'] },
      token: { colorBgLayout: '#102030' },
    });
    const ofProduct = await newTheme({ echartsOptionsOverrides: { color: ['#00ff00'] } });
    expect(await pixelsOf('dashboard', dashboardId, pink)).toBe(0);
    await admin.put(`/api/v1/dashboard/${dashboardId}`, { theme_id: own });
    await admin.put(`/api/v1/theme/${ofProduct}/set_system_default`, {});
    expect(await pixelsOf('dashboard', dashboardId, pink)).toBeGreaterThan(50);
    expect(await pixelsOf('dashboard', dashboardId, [0x10, 0x20, 0x30])).toBeGreaterThan(500);
    expect(await pixelsOf('chart', charts.bars, [0x00, 0xff, 0x00])).toBeGreaterThan(500);
    await admin.delete('/api/v1/theme/unset_system_default');
    await admin.put(`/api/v1/dashboard/${dashboardId}`, { theme_id: null });
    expect(await pixelsOf('dashboard', dashboardId, pink)).toBe(0);
    expect(await pixelsOf('chart', charts.bars)).toBeGreaterThan(500);
  });

  it('is nobody’s who may not see the object, and has an address of its own form', async () => {
    const nobody = await running.signInAs('nobody', []);
    const gamma = await running.signInAs('gamma', ['Gamma']);
    for (const [kind, id] of [
      ['chart', charts.bars],
      ['dashboard', dashboardId],
    ] as const) {
      const path = await thumbnailOf(running.admin, kind, id);
      expect((await fetch(running.url + path)).status).toBe(401);
      expect((await nobody.get(path)).status).toBe(403);
      expect((await alpha.get(`/api/v1/${kind}/9999/thumbnail/0123456789abcdef/`)).status).toBe(404);
      const other = await alpha.get(`/api/v1/${kind}/${id}/thumbnail/no-digest/?theme=dark&q=${'x'.repeat(9000)}`);
      expect([other.status, other.headers.get('location')]).toEqual([302, `${path}?theme=dark`]);
      expect((await alpha.get(`/api/v1/${kind}/${id}/thumbnail/${'0'.repeat(201)}/`)).status).toBe(400);
    }
    expect((await gamma.get(await thumbnailOf(running.admin, 'chart', charts.bars))).status).toBe(404);
  });
});

describe('a screenshot', () => {
  const askChart = (client: ApiClient, id: number, q = '') =>
    client.get(`/api/v1/chart/${id}/cache_screenshot/${q ? `?q=${encodeURIComponent(q)}` : ''}`);

  it('of a chart is drawn in the size that was asked for', async () => {
    for (const id of Object.values(charts)) {
      const asked = await askChart(alpha, id, '(window_size:!(640,400),thumb_size:!(320,200))');
      expect([asked.status, asked.json]).toEqual([
        202,
        expect.objectContaining({ task_status: 'Updated', chart_url: `/explore/?slice_id=${id}` }),
      ]);
      const drawn = await alpha.get(asked.json.image_url);
      expect([drawn.status, await sizeOf(drawn.bytes)]).toEqual([200, [320, 200]]);
    }
  });

  it('of a dashboard is an image or a document, in the state that was asked for', async () => {
    const ask = (body: object) => alpha.post(`/api/v1/dashboard/${dashboardId}/cache_dashboard_screenshot/`, body);
    const whole = (await ask({})).json;
    const onlyUs = { col: 'region', op: 'IN', val: ['US'] };
    const narrowed = (await ask({ dataMask: { 77: { extraFormData: { filters: [onlyUs] } } } })).json;
    const [all, some] = await Promise.all([alpha.get(whole.image_url), alpha.get(narrowed.image_url)]);
    expect([all.status, some.status]).toEqual([200, 200]);
    expect(await sizeOf(all.bytes)).toEqual(await sizeOf(some.bytes));
    expect(Buffer.from(all.bytes).equals(Buffer.from(some.bytes))).toBe(false);
    const document = await alpha.get(`${whole.image_url}?download_format=pdf`);
    expect([document.headers.get('content-type'), document.text.slice(0, 5)]).toEqual(['application/pdf', '%PDF-']);
  });

  it('of a dashboard is narrowed by its time range, also charts that filter no time of their own', async () => {
    const drawnIn = async (range: string) => {
      const body = { dataMask: { 77: { extraFormData: { time_range: range } } } };
      const asked = await alpha.post(`/api/v1/dashboard/${dashboardId}/cache_dashboard_screenshot/`, body);
      return dataPixels((await alpha.get(asked.json.image_url)).bytes);
    };
    expect(await drawnIn('2024-01-01 : 2025-01-01')).toBeGreaterThan(500);
    expect(await drawnIn('2023-01-01 : 2024-01-01')).toBe(0);
  });

  it('is refused beyond its bounds, and is only his who asked for it', async () => {
    for (const q of [
      '(window_size:!(10,10))',
      '(window_size:!(90000,400))',
      '(thumb_size:!(5,5))',
      '(window_size:!(a,b))',
    ])
      expect((await askChart(alpha, charts.bars, q)).status, q).toBe(400);
    const { image_url: address } = (await askChart(alpha, charts.bars)).json;
    expect((await running.admin.get(address)).status).toBe(404);
    expect((await fetch(running.url + address)).status).toBe(401);
    expect((await alpha.get('/api/v1/chart/9999/cache_screenshot/')).status).toBe(404);
    expect((await alpha.post('/api/v1/dashboard/9999/cache_dashboard_screenshot/', {})).status).toBe(404);
    expect(
      (await alpha.post(`/api/v1/dashboard/${dashboardId}/cache_dashboard_screenshot/`, { activeTabs: 5 })).status,
    ).toBe(400);
    expect((await alpha.get(`/api/v1/dashboard/${dashboardId}/screenshot/0123456789abcdef/`)).status).toBe(404);
  });
});
