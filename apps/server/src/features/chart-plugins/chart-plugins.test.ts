import { createCanvas, loadImage } from '@napi-rs/canvas';
import { apiClient, makePluginFolder, type PluginFolder } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Without a view of its own: the page draws its options, and so does the server. */
const redBar = `export default { api: 1, chart: { key: 'red_bar', name: 'Red bar', category: 'Ranking', sections: [],
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
  await folder.write('red', { 'chart.js': redBar });
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

const addChart = async (form: object, type = 'top_sellers'): Promise<number> => {
  const answer = await running.admin.post('/api/v1/chart/', {
    slice_name: 'Top regions',
    viz_type: type,
    datasource_id: datasetId,
    datasource_type: 'table',
    params: JSON.stringify({ groupby: ['region'], metric: revenue, ...form }),
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
      { folder: 'broken', key: null, bundle_url: null, error: 'SyntaxError: Unexpected end of input' },
      { folder: 'old-lines', key: 'line', error: 'The chart type line is built in: a plugin needs a key of its own.' },
      { folder: 'pies', key: 'pie', error: 'The chart type pie is built in: a plugin needs a key of its own.' },
      { folder: 'red', key: 'red_bar', error: null },
      { folder: 'top-sellers', key: 'top_sellers', name: 'Top sellers', error: null },
    ]);
    expect(lines.join('')).toContain('Chart plugin pies is not offered: The chart type pie is built in');
    expect((await apiClient(running.url).get('/api/v1/chart_plugin/')).status).toBe(401);
    const gamma = await running.signInAs('another', ['Gamma']);
    expect((await gamma.get('/api/v1/chart_plugin/')).status).toBe(403);
  });

  it('serve their files under names that a browser keeps for ever, and nothing else of the folder', async () => {
    const visitor = apiClient(running.url);
    const [, { bundle_url: address }] = (await running.admin.get('/dynamic-plugins/api/read')).json.result;
    const code = await visitor.get(address);
    expect([code.status, code.headers.get('content-type'), code.headers.get('cache-control')]).toEqual([
      200,
      'text/javascript; charset=utf-8',
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

  it('draw in a page that is sandboxed, has no network and runs their code alone', async () => {
    const page = await apiClient(running.url).get('/chart-plugins/top_sellers/frame.html');
    const policy = page.headers.get('content-security-policy') ?? '';
    const rules = policy.split(';');
    expect(rules).toEqual(expect.arrayContaining(["default-src 'none'", 'sandbox allow-scripts']));
    expect(rules.find((rule) => rule.startsWith('script-src'))).toMatch(/^script-src( 'sha256-[\w+/=]+'){2}$/);
    expect(policy).not.toMatch(/connect-src|worker-src|frame-src/);
    expect(page.text).toContain('powersetView');
  });

  it("answer a saved chart without its queries, as the plugin's definition asks [PLG-001]", async () => {
    const id = await addChart({});
    const answer = await running.admin.get(`/api/v1/chart/${id}/data/`);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json.result[0].data).toEqual([
      { region: 'UK', revenue: 15 },
      { region: 'US', revenue: 12 },
      { region: 'EU', revenue: 9 },
    ]);
  });

  it('that draw with options of ECharts appear in pictures made on the server', async () => {
    const id = await addChart({}, 'red_bar');
    const shot = await running.admin.get(`/api/v1/chart/${id}/cache_screenshot/`);
    const { pathname } = new URL(shot.json.image_url, running.url);
    const image = await loadImage(Buffer.from((await running.admin.get(pathname)).bytes));
    const pen = createCanvas(image.width, image.height).getContext('2d');
    pen.drawImage(image, 0, 0);
    const { data } = pen.getImageData(0, 0, image.width, image.height);
    let red = 0;
    for (let at = 0; at < data.length; at += 4) if (data[at] === 255 && data[at + 1] === 0) red += 1;
    expect(red).toBeGreaterThan(1000);
  }, 60_000);
});
