import { createCanvas, loadImage } from '@napi-rs/canvas';
import { apiClient, makePluginFolder, type PluginFolder } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Without a view of its own: the page draws its options. The server, which does not run it, paints its rows. */
const redBar = `globalThis.powersetWasRun = true; export default { api: 2, chart: { key: 'red_bar', name: 'Red bar', category: 'Ranking', sections: [],
  readForm: (form) => form, toQueries: ({ groupby, metric }) => [{ columns: groupby, metrics: [metric] }],
  toModel: (results) => results, toOptions: () => ({ marks: 1, option: { xAxis: { type: 'category', data: ['a'] },
    yAxis: {}, series: [{ type: 'bar', data: [1], itemStyle: { color: '#ff0000' } }] } }) } };`;

let folder: PluginFolder;
let running: InProcessApp;
let datasetId: number;
const lines: string[] = [];
const revenue = { expressionType: 'SQL', sqlExpression: 'SUM(amount)', label: 'revenue' };

beforeAll(async () => {
  folder = await makePluginFolder();
  await folder.add('top-sellers');
  await folder.add('pies', { key: 'pie' });
  await folder.add('old-lines', { key: 'line' });
  await folder.define('Red bar', 'red_bar', redBar);
  await folder.write('broken', { 'chart.js': 'export default 1 +' });
  running = await startInProcess({
    env: { POWERSET_PLUGINS: folder.path },
    drawsPictures: true,
    onLog: (line) => lines.push(line),
  });
  const { engines, store } = running.app.services;
  const { id: database } = await store.selectFrom('databases').select('id').executeTakeFirstOrThrow();
  const engine = await engines.getEmbedded(database);
  await engine.runTrusted(
    "CREATE TABLE sales AS SELECT ['EU','US','UK'][1 + i % 3] AS region, i AS amount FROM range(9) AS r(i)",
  );
  datasetId = (await running.admin.post('/api/v1/dataset/', { database, schema: 'main', table_name: 'sales' })).json.id;
}, 60_000);
afterAll(async () => {
  await running.stop();
  await folder.remove();
});

const addChart = async (form: object, type = 'top_sellers', queryContext?: string): Promise<number> => {
  const answer = await running.admin.post('/api/v1/chart/', {
    slice_name: 'Top regions',
    viz_type: type,
    datasource_id: datasetId,
    datasource_type: 'table',
    params: JSON.stringify({ groupby: ['region'], metric: revenue, ...form }),
    ...(queryContext ? { query_context: queryContext } : {}),
  });
  expect(answer.status, answer.text).toBe(201);
  return answer.json.id;
};

describe('chart plugins', () => {
  it('are listed for who is signed in, with the address of their code [PLG-001] [API-065]', async () => {
    const answer = await running.admin.get('/dynamic-plugins/api/read');
    expect(answer.json).toEqual({
      count: 2,
      ids: [1, 2],
      result: [
        { id: 1, name: 'Red bar', key: 'red_bar', bundle_url: expect.any(String) },
        {
          id: 2,
          name: 'Top sellers',
          key: 'top_sellers',
          bundle_url: expect.stringMatching(/^\/chart-plugins\/top_sellers\/chart\.js\?v=[0-9a-f]{16}$/),
        },
      ],
    });
    const gamma = await running.signInAs('reader', ['Gamma']);
    expect((await gamma.get('/dynamic-plugins/api/read')).json.count).toBe(2);
    expect((await apiClient(running.url).get('/dynamic-plugins/api/read')).status).toBe(401);
    expect((await running.admin.post('/dynamic-plugins/api/create', {})).status).toBe(404);
    expect((await running.admin.get('/api/v1/bootstrap')).json.chartPlugins).toMatchObject([
      { key: 'red_bar', hasView: false },
      { key: 'top_sellers', category: 'Ranking', behaviors: ['INTERACTIVE_CHART'], hasView: true },
    ]);
  });

  it('that cannot be offered are marked with the reason for administrators, and logged [PLG-002]', async () => {
    const { json } = await running.admin.get('/api/v1/chart_plugin/');
    expect(json.count).toBe(5);
    expect(json.result).toMatchObject([
      { folder: 'Red bar', key: 'red_bar', error: null },
      { folder: 'broken', key: null, bundle_url: null, error: expect.stringMatching(/^It has no plugin.json/) },
      { folder: 'old-lines', key: 'line', error: 'The chart type line is built in: a plugin needs a key of its own.' },
      { folder: 'pies', key: 'pie', error: 'The chart type pie is built in: a plugin needs a key of its own.' },
      { folder: 'top-sellers', key: 'top_sellers', name: 'Top sellers', error: null },
    ]);
    expect(lines.join('')).toContain('Chart plugin pies is not offered: The chart type pie is built in');
    expect((await apiClient(running.url).get('/api/v1/chart_plugin/')).status).toBe(401);
    const gamma = await running.signInAs('another', ['Gamma']);
    expect((await gamma.get('/api/v1/chart_plugin/')).status).toBe(403);
  });

  it('that are refused are named to whoever meets a chart of theirs, the whole list to administrators [PLG-002]', async () => {
    const refusedFor = async (client: typeof running.admin) =>
      (await client.get('/api/v1/bootstrap')).json.refusedPlugins;
    const broken = { key: 'broken', name: 'broken', reason: expect.stringMatching(/^It has no plugin.json/) };
    const gamma = await running.signInAs('third', ['Gamma']);
    expect(await refusedFor(gamma)).toEqual([broken]);
    const builtIn = expect.stringMatching(/is built in/);
    expect(await refusedFor(running.admin)).toEqual([
      broken,
      { key: null, name: 'line', reason: builtIn },
      { key: null, name: 'pie', reason: builtIn },
    ]);
  });

  it('serve their files under names that a browser keeps for ever, and nothing else of the folder', async () => {
    const visitor = apiClient(running.url);
    const [, { bundle_url: address }] = (await running.admin.get('/dynamic-plugins/api/read')).json.result;
    const code = await visitor.get(address);
    expect([code.status, code.headers.get('content-type'), code.headers.get('cache-control')]).toEqual([
      200,
      // Browsers refuse it as a script of a page.
      'text/plain; charset=utf-8',
      'public, max-age=31536000, immutable',
    ]);
    const old = await visitor.get('/chart-plugins/top_sellers/chart.js?v=0');
    expect(old.headers.get('cache-control')).toBe('no-cache');
    const picture = await visitor.get('/chart-plugins/top_sellers/thumbnail.svg');
    expect(picture.headers.get('content-type')).toBe('image/svg+xml');
    for (const path of [
      'top_sellers/view.js',
      'top_sellers/..%2Fchart.js',
      'red_bar/frame.html',
      'pie/chart.js',
      'nowhere/chart.js',
    ])
      expect((await visitor.get(`/chart-plugins/${path}`)).status, path).toBe(404);
    expect((await visitor.get(`/chart-plugins/top_sellers/${'x'.repeat(51)}`)).status).toBe(400);
  });

  it('draw and define in pages that are sandboxed and have no network', async () => {
    const policyOf = async (file: string) => {
      const page = await apiClient(running.url).get(`/chart-plugins/top_sellers/${file}`);
      return { rules: (page.headers.get('content-security-policy') ?? '').split(';'), text: page.text };
    };
    const [view, definition] = await Promise.all(['frame.html', 'definition.html'].map(policyOf));
    for (const rules of [view?.rules, definition?.rules]) {
      expect(rules).toEqual(expect.arrayContaining(["default-src 'none'", 'sandbox allow-scripts']));
      expect(rules?.join()).not.toMatch(/connect-src|frame-src|'self' |https?:|unsafe-eval/);
    }
    const scriptsOf = (rules: readonly string[] = []) => rules.find((rule) => rule.startsWith('script-src'));
    expect(scriptsOf(view?.rules)).toMatch(/^script-src( 'sha256-[\w+/=]+'){2}$/);
    expect(view?.rules).toContain("worker-src 'none'");
    expect(view?.text).toContain('powersetView');
    // Only what the frame itself makes runs besides: the worker, and in it the plugin's code.
    expect(scriptsOf(definition?.rules)).toMatch(/^script-src 'sha256-[\w+/=]+' blob:$/);
    expect(definition?.rules).toContain('worker-src blob:');
  });

  const saved = {
    query_context: (filter: object[]) =>
      JSON.stringify({
        datasource: { id: datasetId, type: 'table' },
        queries: [{ columns: ['region'], metrics: [revenue], orderby: [[revenue, false]], filters: filter }],
      }),
  };

  it('answer with the queries that were saved with the chart, and say so where there are none [PLG-001]', async () => {
    const unsaved = await running.admin.get(`/api/v1/chart/${await addChart({})}/data/`);
    expect([unsaved.status, unsaved.text]).toEqual([400, expect.stringContaining('saved without its queries')]);
    const id = await addChart({}, 'top_sellers', saved.query_context([]));
    const answer = await running.admin.get(`/api/v1/chart/${id}/data/`);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json.result[0].data).toEqual([
      { region: 'UK', revenue: 15 },
      { region: 'US', revenue: 12 },
      { region: 'EU', revenue: 9 },
    ]);
  });

  it('appear as their rows in pictures made on the server, under the filters of the dashboard, and their code is not run', async () => {
    const pictureOf = async (where: string) => {
      const shot = await running.admin.get(where);
      expect(shot.status, shot.text).toBe(202);
      const { pathname } = new URL(shot.json.image_url, running.url);
      return Buffer.from((await running.admin.get(pathname)).bytes);
    };
    const all = await addChart({}, 'red_bar', saved.query_context([]));
    const one = await addChart({}, 'red_bar', saved.query_context([{ col: 'region', op: '==', val: 'EU' }]));
    const none = await addChart({}, 'red_bar');
    const pictures = await Promise.all(
      [all, one, none].map((id) => pictureOf(`/api/v1/chart/${id}/cache_screenshot/`)),
    );
    const inks = await Promise.all(pictures.map(inkOf));
    // Three rows, one row, a sentence; nothing red that only its code draws.
    expect(inks[0]?.dark).toBeGreaterThan((inks[1]?.dark ?? 0) * 1.3);
    expect(inks[2]?.dark).toBeGreaterThan(0);
    expect(inks.map(({ red }) => red)).toEqual([0, 0, 0]);
    expect('powersetWasRun' in globalThis).toBe(false);
  }, 60_000);
});

/** How many pixels are red, and how many dark as letters are. */
async function inkOf(bytes: Buffer) {
  const image = await loadImage(bytes);
  const pen = createCanvas(image.width, image.height).getContext('2d');
  pen.drawImage(image, 0, 0);
  const { data } = pen.getImageData(0, 0, image.width, image.height);
  const ink = { red: 0, dark: 0 };
  for (let at = 0; at < data.length; at += 4) {
    const [red = 0, green = 0] = [data[at], data[at + 1]];
    if (red === 255 && green === 0) ink.red += 1;
    else if (red < 140) ink.dark += 1;
  }
  return ink;
}
