import { availableParallelism } from 'node:os';
import type { Browser, Page } from '@playwright/test';
import { openProfile, signInContext } from '@powerset/testkit/browser';
import type { BenchCase, BenchRow, ShopStage } from '../bench-case.ts';
import { figuresOf, MB, ms, spreadOf, timeRow } from '../figures.ts';
import { type Layers, layerRows, readLayers } from '../page-layers.ts';
import { marks, whenPainted } from '../page-marks.ts';
import { childrenOf, forgetPeak, peakBytes } from '../process-figures.ts';
import { engineLimitBytes, openBare } from '../shop.ts';
import {
  makeWideDashboard,
  narrowDashboardCharts,
  type WideDashboard,
  wideDashboardCharts,
} from '../wide-dashboard.ts';

/** High enough for every chart to be seen, so that none waits for scrolling. */
const viewport = { width: 1440, height: 3200 };
const narrowBarMs = 400;
const wideBarMs = 600;
/** Its charts' answers come from rollups. */
const clickBarMs = 100;
const clicks = 40;
/** After so many visits a browser keeps the page's compiled code, which it writes a moment after each. */
const earlierVisits = 3;
const writingMs = 1500;

export const dashboard: BenchCase = {
  name: 'dashboard',
  title: 'Dashboard of 24 charts, and a click on a cross-filter',
  run: async (shop, { browser, rounds }) => {
    const open = await browser();
    const run = { shop, made: await makeWideDashboard(shop), browser: open, rounds, charts: wideDashboardCharts };
    const narrow = {
      ...run,
      made: await makeWideDashboard(shop, narrowDashboardCharts),
      charts: narrowDashboardCharts,
    };
    const engines = childrenOf(shop.server().pid);
    engines.forEach(forgetPeak);
    return [
      ...(await loads(run)),
      ...(await narrowLoads(narrow)),
      ...(await clicksOnMarks(run)),
      engineMemory(engines),
    ];
  },
};

/** Loads of a wide dashboard, one at a time, for comparing servers with each other. */
export async function openLoads(shop: ShopStage, browser: Browser) {
  const made = await makeWideDashboard(shop);
  const run = { shop, made, browser, rounds: 1, charts: wideDashboardCharts };
  const visitor = await startReturning(run);
  return {
    cold: () => openOnce(run, `${made.path}?force=true`),
    'new browser': () => openOnce(run, made.path),
    warm: () => visitor.visit(),
    leave: visitor.leave,
  };
}

interface Run {
  readonly shop: ShopStage;
  readonly made: WideDashboard;
  readonly charts: number;
  readonly browser: Browser;
  readonly rounds: number;
}

/** How long something took until every chart was painted, and where the time went if rows were asked for. */
export interface Wait {
  readonly paintedMs: number;
  readonly layers: Layers | undefined;
}

async function loads(run: Run): Promise<readonly BenchRow[]> {
  const { shop, made, rounds } = run;
  const bareMs = await sumOfBareRuns(shop, made);
  const coldBar = (1.5 * bareMs) / availableParallelism() + 300;
  const cold: Wait[] = [];
  const first: Wait[] = [];
  const returning: Wait[] = [];
  const visitor = await startReturning(run);
  for (let round = 0; round < rounds; round += 1) {
    // `force=true` asks the engine anew, whatever is cached.
    cold.push(await openOnce(run, `${made.path}?force=true`));
    first.push(await openOnce(run, made.path));
    returning.push(await visitor.visit());
  }
  await visitor.leave();
  const remark = `bare runs ${ms(bareMs)} in all`;
  return [
    ...rowsOf({ what: 'cold: new browser, nothing cached', brief: 'cold', waits: cold, barMs: coldBar, remark }),
    timeRow('bare runs of its queries', figuresOf([bareMs])),
    ...rowsOf({ what: 'warm: returning browser', brief: 'warm', waits: returning, barMs: wideBarMs }),
    ...rowsOf({ what: 'new browser, answers cached', brief: 'new browser', waits: first, barMs: wideBarMs }),
  ];
}

async function narrowLoads(run: Run): Promise<readonly BenchRow[]> {
  const waits: Wait[] = [];
  const visitor = await startReturning(run);
  for (let round = 0; round < run.rounds; round += 1) waits.push(await visitor.visit());
  await visitor.leave();
  const what = `warm: ${run.charts} charts`;
  return rowsOf({ what, brief: what, waits, barMs: narrowBarMs });
}

interface Measured {
  readonly what: string;
  /** What its layers are called by. */
  readonly brief: string;
  readonly waits: readonly Wait[];
  readonly barMs: number;
  readonly remark?: string;
}

function rowsOf({ what, brief, waits, barMs, remark }: Measured): readonly BenchRow[] {
  const figures = figuresOf(waits.map(({ paintedMs }) => paintedMs));
  return [
    {
      what,
      figure: figures.median,
      show: ms,
      measured: ms(figures.median),
      spread: [spreadOf(figures, ms), ...(remark ? [remark] : [])].join('; '),
      bar: ms(barMs),
      isWithin: figures.median <= barMs,
    },
    ...layersOf(brief, waits),
  ];
}

const layersOf = (brief: string, waits: readonly Wait[]): readonly BenchRow[] =>
  layerRows(
    brief,
    waits.flatMap(({ layers }) => layers ?? []),
  );

/** A browser that has seen the dashboard before: files and compiled code are kept, as they are for a person who comes back. */
async function startReturning({ shop, made, charts }: Run) {
  const context = await openProfile(viewport);
  await signInContext(context, shop.server().url, shop.visitor.credentials);
  const visit = async (stayMs = 0): Promise<Wait> => {
    const page = await context.newPage();
    await page.goto(`${shop.server().url}${made.path}`, { waitUntil: 'commit' });
    const wait = await waitFor(page, charts);
    await page.waitForTimeout(stayMs);
    await page.close();
    return wait;
  };
  for (let at = 0; at < earlierVisits; at += 1) await visit(writingMs);
  return { visit, leave: () => context.close() };
}

async function waitFor(page: Page, charts: number): Promise<Wait> {
  const paintedMs = await whenPainted(page, charts);
  return { paintedMs, layers: await readLayers(page, 0, paintedMs) };
}

async function openDashboard(
  { shop, browser, charts }: Run,
  path: string,
): Promise<{ readonly page: Page; readonly wait: Wait }> {
  const context = await browser.newContext({ viewport });
  await signInContext(context, shop.server().url, shop.visitor.credentials);
  const page = await context.newPage();
  await page.goto(`${shop.server().url}${path}`, { waitUntil: 'commit' });
  return { page, wait: await waitFor(page, charts) };
}

async function openOnce(run: Run, path: string): Promise<Wait> {
  const { page, wait } = await openDashboard(run, path);
  await page.context().close();
  return wait;
}

/** The SQL of every chart, run one after the other on a copy of the engine's file. */
async function sumOfBareRuns({ api, engineFile }: ShopStage, { chartIds }: WideDashboard): Promise<number> {
  const engine = await openBare(engineFile);
  let sum = 0;
  for (const id of chartIds) {
    const answer = await api.get(`/api/v1/chart/${id}/data/?force=true`);
    if (answer.status !== 200) throw new Error(`Chart ${id} answered ${answer.status}: ${answer.text.slice(0, 300)}`);
    for (const { query } of answer.json.result) {
      await engine.read(query);
      const startedAt = performance.now();
      await engine.read(query);
      sum += performance.now() - startedAt;
    }
  }
  engine.close();
  return sum;
}

/** Clicks on cells of a table chart; each filters every other chart, and is taken back by the next. */
async function clicksOnMarks(run: Run): Promise<readonly BenchRow[]> {
  const { page } = await openDashboard(run, run.made.path);
  const table = page.locator(marks.chart).first();
  const cells = table.locator(marks.gridCell).filter({ hasText: /[a-z]/i });
  const count = Math.min(await cells.count(), 5);
  if (count === 0) throw new Error('The table chart shows no cell to click.');
  const waits: Wait[] = [];
  await watchClicks(page);
  for (let at = 0; at < clicks; at += 1) {
    await cells.nth(at % count).click();
    waits.push(await paintedAfterClick(page, run.charts));
  }
  await page.context().close();
  const figures = figuresOf(waits.map(({ paintedMs }) => paintedMs));
  const row = {
    what: 'cross-filter click to last chart, p95',
    figure: figures.p95,
    show: ms,
    measured: ms(figures.p95),
    spread: `median ${ms(figures.median)}, quartiles ${spreadOf(figures, ms)}`,
    bar: ms(clickBarMs),
    isWithin: figures.p95 < clickBarMs,
  };
  return [row, ...layersOf('click', waits)];
}

/** Of the processes that the server's engines run in, the one that took most. */
function engineMemory(engines: readonly number[]): BenchRow {
  const bytes = Math.max(...engines.map(peakBytes));
  const bar = engineLimitBytes();
  return {
    what: "engine's resident memory at its peak",
    figure: bytes,
    show: MB,
    measured: MB(bytes),
    spread: 'from the first load to the last click',
    bar: MB(bar),
    isWithin: bytes <= bar,
  };
}

/** Notes when the page itself got each click, so that the way from here to the page does not count. */
async function watchClicks(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.addEventListener(
      'click',
      (event) => document.body.setAttribute('data-clicked-at', String(event.timeStamp)),
      true,
    );
  });
}

async function paintedAfterClick(page: Page, charts: number): Promise<Wait> {
  const clickedMs = Number(await page.locator('body').getAttribute('data-clicked-at'));
  const paintedMs = await whenPainted(page, charts);
  return { paintedMs: paintedMs - clickedMs, layers: await readLayers(page, clickedMs, paintedMs) };
}
