import type { BrowserContext, Page } from '@playwright/test';
import { openProfile, viewports } from '@powerset/testkit/browser';
import { settled } from './dashboards.ts';
import { expect, test } from './journey.ts';
import { type OwnServer, openOwnServer } from './own-server.ts';

let ownServer: OwnServer;
test.beforeEach(async () => {
  ownServer = await openOwnServer();
});
test.afterEach(() => ownServer.running.stop());

declare global {
  /** How many elements the application had drawn when each request for charts was sent. */
  var drawnAtBatches: number[] | undefined;
}

test('a dashboard’s page brings what it asks first along, and asks for the charts before anything is drawn', async ({
  page,
}) => {
  await ownServer.enter(page.context());
  const path = `/api/v1/dashboard/${ownServer.dashboardId}`;
  const brought = ['/api/v1/bootstrap', path, `${path}/charts`, `${path}/datasets`];
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.addInitScript(() => {
    globalThis.drawnAtBatches = [];
    const { fetch } = globalThis;
    globalThis.fetch = (input, init) => {
      if (String(input).endsWith('/chart/data/batch'))
        globalThis.drawnAtBatches?.push(document.getElementById('root')?.childElementCount ?? -1);
      return fetch(input, init);
    };
  });
  // Slow machines would lose the page's patience, which draws what it has: the clock stands still until charts are asked for.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.goto(ownServer.address);
  await expect.poll(() => page.evaluate(() => globalThis.drawnAtBatches)).toEqual([0]);
  await page.clock.resume();
  await settled(page);
  expect(await page.evaluate(() => globalThis.drawnAtBatches)).toEqual([0]);
  expect(asked.filter((one) => brought.includes(one))).toEqual([]);
});

test('the files of a dashboard are on their way before its page runs a word, each of them once', async ({ page }) => {
  await ownServer.enter(page.context());
  const asked: string[] = [];
  const warnings: string[] = [];
  page.on('console', (message) => warnings.push(...(message.text().includes('preload') ? [message.text()] : [])));
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  // Nothing in the page runs: what is fetched now was announced beside it.
  await page.route(ownServer.address, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: '<!doctype html><title>Nothing runs here</title>' });
  });
  await page.goto(ownServer.address);
  const isOfPage = (name: string) => asked.some((path) => path.startsWith(`/assets/${name}-`));
  for (const name of ['framework', 'base', 'charts', 'dashboard', 'DashboardPage'])
    await expect.poll(() => isOfPage(name), name).toBe(true);
  await page.unrouteAll();
  asked.length = 0;
  warnings.length = 0;
  await page.goto(ownServer.address);
  await settled(page);
  const files = asked.filter((path) => path.startsWith('/assets/'));
  expect(files.filter((path, at) => files.indexOf(path) !== at)).toEqual([]);
  expect(warnings).toEqual([]);
});

test('a dashboard that is opened again has its rows asked for before its code runs, and charts that changed asked anew', async ({
  page,
}) => {
  await ownServer.enter(page.context());
  const asked: string[] = [];
  page.on('request', (request) => {
    if (!request.url().includes('/chart/data/batch')) return;
    const body: { requests: { key: string }[] } | null = request.postDataJSON();
    asked.push(body ? body.requests.map(({ key }) => key).join() : 'ahead');
  });
  const open = async () => {
    asked.length = 0;
    await page.goto(ownServer.address);
    await settled(page);
    return [...asked];
  };
  const all = ownServer.chartIds.join();
  expect((await open()).map((keys) => keys.split(',').sort().join())).toEqual(['ahead', all]);
  expect(await open()).toEqual(['ahead']);
  const [first = 0] = ownServer.chartIds;
  const chart = (await ownServer.admin.get(`/api/v1/chart/${first}`)).json.result;
  const params = JSON.stringify({ ...JSON.parse(chart.params), row_limit: 3 });
  expect((await ownServer.admin.put(`/api/v1/chart/${first}`, { params })).status).toBe(200);
  expect(await open()).toEqual(['ahead', String(first)]);
  expect(await open()).toEqual(['ahead']);
});

test('the charts of a tab that returns are drawn again', async ({ page }) => {
  const node = (id: string, type: string, children: readonly string[], meta: object = {}) => ({
    [id]: { id, type, children, meta },
  });
  const chart = (index: number) => ({ chartId: ownServer.chartIds[index], width: 6, height: 40 });
  const layout = {
    DASHBOARD_VERSION_KEY: 'v2',
    ...node('ROOT_ID', 'ROOT', ['TABS-1']),
    ...node('GRID_ID', 'GRID', []),
    ...node('TABS-1', 'TABS', ['TAB-1', 'TAB-2']),
    ...node('TAB-1', 'TAB', ['ROW-1'], { text: 'First' }),
    ...node('TAB-2', 'TAB', ['ROW-2'], { text: 'Second' }),
    ...node('ROW-1', 'ROW', ['CHART-1']),
    ...node('ROW-2', 'ROW', ['CHART-2']),
    ...node('CHART-1', 'CHART', [], chart(0)),
    ...node('CHART-2', 'CHART', [], chart(1)),
  };
  const saved = await ownServer.admin.put(`/api/v1/dashboard/${ownServer.dashboardId}`, {
    position_json: JSON.stringify(layout),
  });
  expect(saved.status, saved.text).toBe(200);
  await ownServer.enter(page.context());
  await page.goto(ownServer.address);
  const isDrawn = (name: string) =>
    page
      .getByRole('article', { name, exact: true })
      .locator('canvas')
      .evaluate((element) => {
        const { width, height } = element as HTMLCanvasElement;
        const picture = (element as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height);
        return picture?.data.some((part) => part > 0) ?? false;
      });
  const open = (tab: string) => page.getByRole('tab', { name: tab }).click();
  await expect.poll(() => isDrawn('Pieces by channel')).toBe(true);
  for (const [tab, name] of [
    ['Second', 'Pieces by country'],
    ['First', 'Pieces by channel'],
    ['Second', 'Pieces by country'],
  ] as const) {
    await open(tab);
    await expect.poll(() => isDrawn(name)).toBe(true);
  }
});

/** What the trace of a load tells of each file's code: whether the browser took what it had kept of it. */
interface TracedCompile {
  readonly name: string;
  readonly args?: { readonly data?: { readonly url?: string; readonly consumedCacheSize?: number } };
}

async function traceOf(page: Page, address: string): Promise<readonly TracedCompile[]> {
  const browser = page.context().browser();
  if (!browser) throw new Error('A profile has a browser.');
  await browser.startTracing(page, { categories: ['devtools.timeline', 'v8', 'disabled-by-default-v8.compile'] });
  await page.goto(address);
  await settled(page);
  // The browser writes what it compiled a moment after it ran.
  await page.waitForTimeout(1500);
  const trace: { readonly traceEvents: readonly TracedCompile[] } = JSON.parse(String(await browser.stopTracing()));
  return trace.traceEvents;
}

test('from the third visit on a browser takes the compiled code of a dashboard that it kept', async () => {
  test.slow();
  const profile: BrowserContext = await openProfile(viewports.desktop);
  try {
    await ownServer.enter(profile);
    const compiled: string[][] = [];
    for (let visit = 1; visit <= 4; visit += 1) {
      const page = await profile.newPage();
      const events = await traceOf(page, ownServer.address);
      const kept = events.filter(({ args }) => Number(args?.data?.consumedCacheSize) > 0);
      compiled.push(kept.map(({ args }) => /assets\/(\w+)/.exec(args?.data?.url ?? '')?.[1] ?? ''));
      await page.close();
    }
    expect(compiled.slice(0, 2)).toEqual([[], []]);
    expect(compiled.at(-1)).toEqual(
      expect.arrayContaining(['framework', 'base', 'charts', 'dashboard', 'DashboardPage', 'drawing']),
    );
  } finally {
    await profile.close();
  }
});
