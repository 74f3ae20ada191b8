import { availableParallelism } from 'node:os';
import type { Browser, Page } from '@playwright/test';
import { signInContext } from '@powerset/testkit/browser';
import type { BenchCase, BenchRow, ShopStage } from '../bench-case.ts';
import { figuresOf, MB, ms, spreadOf } from '../figures.ts';
import { marks, whenPainted } from '../page-marks.ts';
import { childrenOf, forgetPeak, peakBytes } from '../process-figures.ts';
import { engineLimitBytes, openBare } from '../shop.ts';
import { makeWideDashboard, type WideDashboard, wideDashboardCharts } from '../wide-dashboard.ts';

/** High enough for every chart to be seen, so that none waits for scrolling. */
const viewport = { width: 1440, height: 3200 };
const warmBarMs = 1000;
const clickBarMs = 300;
const clicks = 40;
/** After so many visits a browser keeps the page's compiled code. */
const earlierVisits = 3;

export const dashboard: BenchCase = {
  name: 'dashboard',
  title: 'Dashboard of 24 charts, and a click on a cross-filter',
  run: async (shop, { browser, rounds }) => {
    const run = { shop, made: await makeWideDashboard(shop), browser: await browser(), rounds };
    const engines = childrenOf(shop.server().pid);
    engines.forEach(forgetPeak);
    return [...(await loads(run)), await clicksOnMarks(run), engineMemory(engines)];
  },
};

interface Run {
  readonly shop: ShopStage;
  readonly made: WideDashboard;
  readonly browser: Browser;
  readonly rounds: number;
}

async function loads(run: Run): Promise<readonly BenchRow[]> {
  const { shop, made, rounds } = run;
  const bareMs = await sumOfBareRuns(shop, made);
  const coldBar = (1.5 * bareMs) / availableParallelism() + 500;
  const cold: number[] = [];
  const first: number[] = [];
  const returning: number[] = [];
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
    rowOf({ what: 'cold: new browser, nothing cached', measured: cold, barMs: coldBar, remark }),
    rowOf({ what: 'bare runs of its queries', measured: [bareMs], barMs: null }),
    rowOf({ what: 'warm: returning browser', measured: returning, barMs: warmBarMs }),
    rowOf({ what: 'new browser, answers cached', measured: first, barMs: warmBarMs }),
  ];
}

interface Measured {
  readonly what: string;
  readonly measured: readonly number[];
  readonly barMs: number | null;
  readonly remark?: string;
}

function rowOf({ what, measured, barMs, remark }: Measured): BenchRow {
  const figures = figuresOf(measured);
  return {
    what,
    figure: figures.median,
    show: ms,
    measured: ms(figures.median),
    spread: [...(figures.count > 1 ? [spreadOf(figures, ms)] : []), ...(remark ? [remark] : [])].join('; '),
    bar: barMs === null ? '' : ms(barMs),
    isWithin: barMs === null ? null : figures.median <= barMs,
  };
}

/** A browser that has seen the dashboard before: files and compiled code are kept, as they are for a person who comes back. */
async function startReturning({ shop, made, browser }: Run) {
  const context = await browser.newContext({ viewport });
  await signInContext(context, shop.server().url, shop.visitor.credentials);
  const visit = async (): Promise<number> => {
    const page = await context.newPage();
    await page.goto(`${shop.server().url}${made.path}`, { waitUntil: 'commit' });
    const paintedMs = await whenPainted(page, wideDashboardCharts);
    await page.close();
    return paintedMs;
  };
  for (let at = 0; at < earlierVisits; at += 1) await visit();
  return { visit, leave: () => context.close() };
}

async function openDashboard(
  { shop, browser }: Run,
  path: string,
): Promise<{ readonly page: Page; readonly paintedMs: number }> {
  const context = await browser.newContext({ viewport });
  await signInContext(context, shop.server().url, shop.visitor.credentials);
  const page = await context.newPage();
  await page.goto(`${shop.server().url}${path}`, { waitUntil: 'commit' });
  return { page, paintedMs: await whenPainted(page, wideDashboardCharts) };
}

async function openOnce(run: Run, path: string): Promise<number> {
  const { page, paintedMs } = await openDashboard(run, path);
  await page.context().close();
  return paintedMs;
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
async function clicksOnMarks(run: Run): Promise<BenchRow> {
  const { page } = await openDashboard(run, run.made.path);
  const table = page.locator(marks.chart).first();
  const cells = table.locator(marks.gridCell).filter({ hasText: /[a-z]/i });
  const count = Math.min(await cells.count(), 5);
  if (count === 0) throw new Error('The table chart shows no cell to click.');
  const durations: number[] = [];
  await watchClicks(page);
  for (let at = 0; at < clicks; at += 1) {
    await cells.nth(at % count).click();
    durations.push(await paintedAfterClick(page));
  }
  await page.context().close();
  const figures = figuresOf(durations);
  return {
    what: 'cross-filter click to last chart, p95',
    figure: figures.p95,
    show: ms,
    measured: ms(figures.p95),
    spread: `median ${ms(figures.median)}, quartiles ${spreadOf(figures, ms)}`,
    bar: ms(clickBarMs),
    isWithin: figures.p95 < clickBarMs,
  };
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

async function paintedAfterClick(page: Page): Promise<number> {
  const clickedAt = Number(await page.locator('body').getAttribute('data-clicked-at'));
  return (await whenPainted(page, wideDashboardCharts)) - clickedAt;
}
