import { join } from 'node:path';
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { projectRoot } from '@powerset/testkit';
import { chromiumFlags, chromiumPath, signInContext, viewports } from '@powerset/testkit/browser';
import type { BenchCase, BenchRow, ShopStage } from '../bench-case.ts';
import { figuresOf, ms, spreadOf } from '../figures.ts';
import { marks } from '../page-marks.ts';
import { makeWideDashboard } from '../wide-dashboard.ts';

const usualBarMs = 50;
const frameBarMs = 16;
/** A cold and a warm picture of each example are enough where fifty types have six or more. */
const mostRounds = 3;
const longDashboardCharts = 50;
const longestDrawMs = 30_000;
const scrolledFrames = 120;
const pixelsPerFrame = 40;

/** Every chart type from its data to its picture, in a page of nothing else; and a long dashboard that is scrolled. */
export const chartTypes: BenchCase = {
  name: 'chart-types',
  title: 'Chart types: script from data to picture',
  run: async (shop, { rounds }) => {
    const gallery = await serveGallery();
    // Maps want WebGL, which the other measurements do without.
    const browser = await chromium.launch({
      executablePath: chromiumPath(),
      args: [
        ...chromiumFlags.filter((flag) => flag !== '--disable-gpu'),
        '--use-angle=swiftshader',
        '--enable-unsafe-swiftshader',
      ],
    });
    const types = await measureTypes(browser, gallery.address, Math.min(mostRounds, rounds));
    const scroll = await scrollLongDashboard(browser, shop);
    await browser.close();
    await gallery.close();
    return [...types, ...scroll];
  },
};

/** The gallery's page of measurements, built as the product is. */
async function serveGallery() {
  const { build, preview } = await import('vite');
  const root = join(projectRoot, 'packages/charts/gallery');
  const outDir = join(projectRoot, '.cache/gallery');
  const options = { root, configFile: join(root, 'vite.config.ts'), logLevel: 'error' } as const;
  await build({ ...options, build: { outDir, emptyOutDir: true } });
  const server = await preview({ ...options, build: { outDir }, preview: { host: '127.0.0.1', port: 0 } });
  return { address: `${server.resolvedUrls?.local[0] ?? ''}speed.html`, close: () => server.close() };
}

interface Drawn {
  readonly name: string;
  readonly scriptMs: readonly number[];
  readonly paintedMs: readonly number[];
}

async function measureTypes(browser: Browser, address: string, rounds: number): Promise<readonly BenchRow[]> {
  const page = await browser.newPage({ viewport: viewports.desktop });
  await page.goto(address);
  await page.waitForFunction(() => 'chartSpeed' in window);
  const session = await page.context().newCDPSession(page);
  // Of the page's own thread: what other programs take of the machine is not in it.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const { usual, large } = await page.evaluate(() => {
    const { usual, large } = window.chartSpeed;
    return { usual, large };
  });
  const run = { page, session, rounds };
  const rows: BenchRow[] = [];
  for (const [key, names] of Object.entries(usual)) {
    const drawn: Drawn[] = [];
    for (const name of names) drawn.push(await drawOften(run, key, name));
    rows.push(usualRow(key, drawn));
  }
  for (const { key, name, barMs } of large) rows.push(rowOf(`${key}: ${name}`, await drawOften(run, key, name), barMs));
  await page.close();
  return rows;
}

interface Run {
  readonly page: Page;
  readonly session: CDPSession;
  readonly rounds: number;
}

async function drawOften({ page, session, rounds }: Run, key: string, name: string): Promise<Drawn> {
  const scriptMs: number[] = [];
  const paintedMs: number[] = [];
  await page.evaluate(([key, name]) => window.chartSpeed.prepare(key, name), [key, name] as const);
  for (let round = 0; round < rounds; round += 1) {
    const before = await scriptOf(session);
    paintedMs.push(
      await inTime(
        `${key}: ${name}`,
        page.evaluate(() => window.chartSpeed.draw()),
      ),
    );
    scriptMs.push((await scriptOf(session)) - before);
    await page.evaluate(() => window.chartSpeed.clear());
  }
  return { name, scriptMs, paintedMs };
}

/** A picture that never comes ends the measurement by its name. */
async function inTime<T>(what: string, drawing: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} was not drawn within ${longestDrawMs} ms.`)), longestDrawMs);
  });
  return Promise.race([drawing, late]).finally(() => clearTimeout(timer));
}

async function scriptOf(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN) * 1000;
}

const medianOf = (values: readonly number[]) => figuresOf(values).median;

/** The picture in the middle of a type's examples counts; the slowest is named beside it. */
function usualRow(key: string, drawn: readonly Drawn[]): BenchRow {
  const medians = drawn.map(({ scriptMs }) => medianOf(scriptMs));
  const slowest = drawn[medians.indexOf(Math.max(...medians))];
  const figure = medianOf(medians);
  const first = Math.max(0, ...drawn.slice(0, 1).flatMap(({ scriptMs }) => scriptMs.slice(0, 1)));
  return {
    what: key,
    figure,
    show: ms,
    measured: ms(figure),
    spread: `first of all ${ms(first)}, slowest ${ms(Math.max(...medians))}: ${slowest?.name ?? ''}`,
    bar: ms(usualBarMs),
    isWithin: figure <= usualBarMs,
  };
}

function rowOf(what: string, { scriptMs, paintedMs }: Drawn, barMs: number): BenchRow {
  const figures = figuresOf(scriptMs);
  return {
    what,
    figure: figures.median,
    show: ms,
    measured: ms(figures.median),
    spread: `${spreadOf(figures, ms)}; painted after ${ms(medianOf(paintedMs))}`,
    bar: ms(barMs),
    isWithin: figures.median <= barMs,
  };
}

/** Script and layout of each frame while a long dashboard is scrolled from its head to its end and back. */
async function scrollLongDashboard(browser: Browser, shop: ShopStage): Promise<readonly BenchRow[]> {
  const made = await makeWideDashboard(shop, longDashboardCharts);
  const context = await browser.newContext({ viewport: viewports.desktop });
  await signInContext(context, shop.server().url, shop.visitor.credentials);
  const page = await context.newPage();
  await page.goto(`${shop.server().url}${made.path}`, { waitUntil: 'commit' });
  // Charts out of sight wait for their turn, so that not all are ever done.
  await page.locator(`${marks.chart}[${marks.chartState}="ready"]`).first().waitFor();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const rows = [await scrollOnce(page, session, 'first'), await scrollOnce(page, session, 'again')];
  await context.close();
  return rows;
}

async function scrollOnce(page: Page, session: CDPSession, time: string): Promise<BenchRow> {
  const frames: number[] = [];
  // Looked for once: what the looking takes is not the page's.
  const pane = await page.evaluateHandle(
    () =>
      [document.scrollingElement, ...document.querySelectorAll('main, main *')].find(
        (one) => one && one.scrollHeight > one.clientHeight + 200 && getComputedStyle(one).overflowY !== 'visible',
      ) ?? document.documentElement,
  );
  let before = await taskOf(session);
  for (let frame = 0; frame < scrolledFrames; frame += 1) {
    const step = frame < scrolledFrames / 2 ? pixelsPerFrame : -pixelsPerFrame;
    await pane.evaluate(
      (scrolled, step) =>
        new Promise<void>((resolve) => {
          scrolled.scrollBy(0, step);
          requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
        }),
      step,
    );
    const now = await taskOf(session);
    // Two frames pass between two looks.
    frames.push((now - before) / 2);
    before = now;
  }
  const figures = figuresOf(frames);
  return {
    what: `dashboard of ${longDashboardCharts} charts, a frame while scrolled ${time}, p95`,
    figure: figures.p95,
    show: ms,
    measured: ms(figures.p95),
    spread: `median ${ms(figures.median)}, quartiles ${spreadOf(figures, ms)}`,
    bar: ms(frameBarMs),
    isWithin: figures.p95 <= frameBarMs,
  };
}

async function taskOf(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
}

declare global {
  interface Window {
    /** `packages/charts/gallery/speed.tsx`. */
    readonly chartSpeed: {
      readonly usual: Readonly<Record<string, readonly string[]>>;
      readonly large: readonly { readonly key: string; readonly name: string; readonly barMs: number }[];
      readonly prepare: (key: string, name: string) => Promise<void>;
      readonly draw: () => Promise<number>;
      readonly clear: () => void;
    };
  }
}
