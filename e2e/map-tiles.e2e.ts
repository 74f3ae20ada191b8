import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from './journey.ts';
import { openOwnServer } from './own-server.ts';

/** A picture of one green dot, stretched over its tile. */
const tile = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M/wHwAEBgIApD5fRAAAAABJRU5ErkJggg==',
  'base64',
);

test('tiles of a configured server lie under the marks of a map, say whose they are, and are all that is fetched', async ({
  browser,
}) => {
  const asked: string[] = [];
  const tiles = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(200, { 'content-type': 'image/png', 'access-control-allow-origin': '*' }).end(tile);
  });
  await new Promise<void>((resolve) => {
    tiles.listen(0, '127.0.0.1', resolve);
  });
  const origin = `http://127.0.0.1:${(tiles.address() as AddressInfo).port}`;
  const own = await openOwnServer({
    POWERSET_MAP_TILES: `${origin}/{z}/{x}/{y}.png`,
    POWERSET_MAP_ATTRIBUTION: '© Mapmakers',
  });
  const context = await browser.newContext();
  try {
    await own.enter(context);
    const form = (style: object) => ({
      viz_type: 'deck_scatter',
      spatial: { type: 'latlong', lonCol: 'pieces', latCol: 'pieces' },
      ...style,
    });
    const add = async (style: object) => {
      const params = JSON.stringify(form(style));
      const chart = { slice_name: 'Places', viz_type: 'deck_scatter', datasource_id: own.datasetId, params };
      return (await own.admin.post('/api/v1/chart/', { ...chart, datasource_type: 'table' })).json.id;
    };
    const page = await context.newPage();
    const refused: string[] = [];
    page.on('console', (message) => {
      if (/content security policy/i.test(message.text())) refused.push(message.text());
    });
    await page.goto(`${own.url}/explore/?slice_id=${await add({})}`);
    const map = page.locator('[data-test=map]');
    await expect(map.locator('[data-ground=drawn]')).toBeVisible();
    await expect(map).toContainText('© Mapmakers');
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    expect(asked.every((url) => /^\/\d+\/\d+\/\d+\.png$/.test(url))).toBe(true);
    expect(refused).toEqual([]);
    asked.length = 0;
    await page.goto(`${own.url}/explore/?slice_id=${await add({ mapbox_style: 'powerset-light' })}`);
    await expect(map.locator('[data-ground=drawn]')).toBeVisible();
    await expect(map).toContainText('Natural Earth');
    expect(asked).toEqual([]);
  } finally {
    await context.close();
    await own.running.stop();
    tiles.close();
  }
});
