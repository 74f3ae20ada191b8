import type { Browser } from '@playwright/test';
import { testAdmin } from '@powerset/testkit';
import { signInContext, viewports } from '@powerset/testkit/browser';
import type { BenchCase, BenchRow, ShopStage } from '../bench-case.ts';
import { kB, ms } from '../figures.ts';

const homeBar = 250_000;
const pageBar = 700_000;
/** Charts of a hundred million rows keep the network busy for a while. */
const patienceMs = 180_000;
/** Of the examples, whatever was made since. */
const eldest = '(order_column:id,order_direction:asc,page_size:1)';

/** Bytes of script and style as they cross the wire, on a first visit with an empty cache. */
export const firstLoad: BenchCase = {
  name: 'first-load',
  title: 'First load of a page',
  run: async (shop, { browser }) => {
    const dashboard = (await shop.api.get(`/api/v1/dashboard/?q=${eldest}`)).json.result[0];
    const chart = (await shop.api.get(`/api/v1/chart/?q=${eldest}`)).json.result[0];
    const pages = [
      { name: 'home', path: '/superset/welcome/', bar: homeBar },
      { name: 'dashboard', path: dashboard.url, bar: pageBar },
      { name: 'explore', path: `/explore/?slice_id=${chart.id}`, bar: pageBar },
      { name: 'SQL editor', path: '/superset/sqllab/', bar: pageBar },
    ];
    const rows: BenchRow[] = [];
    for (const page of pages) rows.push(...(await visit(await browser(), shop, page)));
    return rows;
  },
};

interface Visit {
  readonly name: string;
  readonly path: string;
  readonly bar: number;
}

async function visit(browser: Browser, shop: ShopStage, { name, path, bar }: Visit): Promise<readonly BenchRow[]> {
  const context = await browser.newContext({ viewport: viewports.desktop });
  await signInContext(context, shop.server().url, testAdmin);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const kinds = new Map<string, string>();
  let bytes = 0;
  await session.send('Network.enable');
  session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (['Script', 'Stylesheet'].includes(kinds.get(requestId) ?? '')) bytes += encodedDataLength;
  });
  const startedAt = performance.now();
  await page.goto(`${shop.server().url}${path}`);
  await page.getByRole('main').waitFor();
  const interactiveMs = performance.now() - startedAt;
  await page.waitForLoadState('networkidle', { timeout: patienceMs });
  await context.close();
  return [
    {
      what: `${name}, script and style`,
      figure: bytes,
      show: kB,
      measured: kB(bytes),
      spread: '',
      bar: kB(bar),
      isWithin: bytes <= bar,
    },
    {
      what: `${name}, usable after`,
      figure: interactiveMs,
      show: ms,
      measured: ms(interactiveMs),
      spread: 'one visit',
      bar: '',
      isWithin: null,
    },
  ];
}
