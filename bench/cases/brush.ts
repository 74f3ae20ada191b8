import type { Page } from '@playwright/test';
import { signInContext } from '@powerset/testkit/browser';
import type { BenchCase, BenchRow, ShopStage } from '../bench-case.ts';
import { figuresOf, ms, spreadOf, timeRow } from '../figures.ts';
import { marks, whenPainted } from '../page-marks.ts';
import { findOrders } from '../shop.ts';

/** High enough for every chart to be seen, so that none waits for scrolling. */
const viewport = { width: 1440, height: 2000 };
const barMs = 50;
const pxPerMove = 7;
const movesPerDrag = 60;

export const brush: BenchCase = {
  name: 'brush',
  title: 'Brush over a chart that the rest of a dashboard follows',
  run: async (shop, { browser, rounds }) => {
    const made = await makeBrushedDashboard(shop);
    const context = await (await browser()).newContext({ viewport });
    await signInContext(context, shop.server().url, shop.visitor.credentials);
    const page = await context.newPage();
    await page.goto(`${shop.server().url}${made.path}`, { waitUntil: 'commit' });
    await whenPainted(page, made.forms);
    const rows: BenchRow[] = [];
    for (const [chart, name] of [
      ['Measured line', 'a time axis'],
      ['Measured histogram', 'a histogram'],
    ] as const)
      rows.push(...(await dragsOver(page, { chart, name, rounds })));
    await context.close();
    return rows;
  },
};

interface Dragged {
  readonly chart: string;
  readonly name: string;
  readonly rounds: number;
}

async function dragsOver(page: Page, { chart, name, rounds }: Dragged): Promise<readonly BenchRow[]> {
  const firsts: number[] = [];
  const waits: number[] = [];
  let moves = 0;
  for (let round = 0; round < rounds; round += 1) {
    // The pointer has not been near: what follows is not on the page yet, though the server may have it from the round before.
    await page.mouse.move(5, 5);
    const drag = await dragOnce(page, chart, round);
    moves += drag.moves;
    if (drag.firstMs !== null) firsts.push(drag.firstMs);
    waits.push(...drag.waits);
  }
  const figures = figuresOf(waits);
  return [
    {
      what: `${name}: pointer move to last paint, p95`,
      figure: figures.p95,
      show: ms,
      measured: ms(figures.p95),
      spread: `median ${ms(figures.median)}, quartiles ${spreadOf(figures, ms)}; ${figures.count} of ${moves} moves changed what is drawn`,
      bar: ms(barMs),
      isWithin: figures.p95 < barMs,
    },
    timeRow(
      `${name}: pointer over the chart until the first picture follows, first time`,
      figuresOf(firsts.slice(0, 1)),
    ),
    timeRow(`${name}: the same, later`, figuresOf(firsts.slice(1))),
  ];
}

/** One drag there and back, a move of a few pixels at a time. */
async function dragOnce(page: Page, chart: string, round: number) {
  const drawn = page.getByRole('article', { name: chart, exact: true }).locator('[data-test=chart-keys]').first();
  const box = await drawn.boundingBox();
  if (!box) throw new Error(`${chart} is not drawn.`);
  await watchMoves(page);
  const y = box.y + box.height / 2;
  const start = box.x + box.width * (0.25 + 0.05 * (round % 4));
  await page.mouse.move(start, y);
  await page.mouse.down();
  const reach = Math.floor((box.x + box.width - 40 - start) / pxPerMove);
  for (let at = 1; at <= movesPerDrag; at += 1) {
    const steps = at % (2 * reach);
    await page.mouse.move(start + 20 + pxPerMove * (steps <= reach ? steps : 2 * reach - steps), y);
    // As often as a hand tells of itself on a screen of 60 pictures a second.
    await page.waitForTimeout(8);
  }
  const found = await page.evaluate(() => {
    const { brushWatch } = globalThis as unknown as { brushWatch: Watch };
    brushWatch.stop();
    return { firstMs: brushWatch.firstMs, waits: brushWatch.waits, moves: brushWatch.moves };
  });
  // Let go without a choice, so that the next drag begins as this one did.
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await page.keyboard.press('Escape');
  return found;
}

interface Watch {
  firstMs: number | null;
  moves: number;
  waits: number[];
  stop: () => void;
}

/**
 * Notes in the page when it got each move, and when the frame in which charts were drawn for it has been painted. A move
 * that left the band as it was, or after which nothing is drawn within a few frames, changed nothing: of a histogram whole
 * bins are chosen, and moves within one are no waiting for the move into the next.
 */
async function watchMoves(page: Page): Promise<void> {
  await page.evaluate(
    ({ chart, chartState, patientFrames }) => {
      const enteredMs = performance.now();
      let pending: number[] = [];
      let isPressed = false;
      let band = '';
      const looks = () => document.querySelector<HTMLElement>('[data-test=brush-band]')?.style.cssText ?? '';
      const ending = new AbortController();
      const watch: Watch = { firstMs: null, moves: 0, waits: [], stop: () => undefined };
      const drawn = new MutationObserver(() => {
        const moves = pending;
        pending = [];
        const channel = new MessageChannel();
        channel.port1.onmessage = () => {
          const now = performance.now();
          if (moves.length > 0) watch.firstMs ??= now - enteredMs;
          watch.waits.push(...moves.map((at) => now - at));
        };
        // Comes after the frame that is being made was painted.
        channel.port2.postMessage(null);
      });
      for (const frame of document.querySelectorAll(chart))
        drawn.observe(frame, { attributes: true, attributeFilter: [chartState] });
      const { signal } = ending;
      window.addEventListener('pointerdown', () => (isPressed = true), { capture: true, signal });
      window.addEventListener(
        'pointermove',
        ({ timeStamp }) => {
          if (!isPressed) return;
          watch.moves += 1;
          pending.push(timeStamp);
          setTimeout(() => {
            if (looks() === band) pending = pending.filter((at) => at !== timeStamp);
            band = looks();
          });
          const forget = (framesLeft: number) => {
            if (framesLeft > 0) return void requestAnimationFrame(() => forget(framesLeft - 1));
            pending = pending.filter((at) => at !== timeStamp);
          };
          forget(patientFrames);
        },
        { capture: true, signal },
      );
      watch.stop = () => {
        drawn.disconnect();
        ending.abort();
      };
      Object.assign(globalThis, { brushWatch: watch });
    },
    { ...marks, patientFrames: 5 },
  );
}

/** A line over weeks and a histogram to drag over, and six charts of sums, counts, averages and extremes that follow both. */
async function makeBrushedDashboard({ api }: ShopStage): Promise<{ readonly path: string; readonly forms: number }> {
  const orders = await findOrders(api);
  const metric = (aggregate: string, column: string) => ({
    ...{ expressionType: 'SIMPLE', aggregate, column: { column_name: column }, label: `${aggregate}(${column})` },
  });
  const base = { adhoc_filters: [], row_limit: 1000, time_range: 'No filter', granularity_sqla: orders.temporal };
  const weekly = { x_axis: orders.temporal, time_grain_sqla: 'P1W', groupby: [] };
  const forms: Readonly<Record<string, Readonly<Record<string, unknown>> & { readonly viz_type: string }>> = {
    'Measured line': { ...base, ...weekly, viz_type: 'echarts_timeseries_line', metrics: ['revenue'] },
    'Measured histogram': { ...base, viz_type: 'histogram_v2', column: 'quantity', groupby: [], bins: 10 },
    'Measured countries': {
      ...base,
      viz_type: 'echarts_timeseries_bar',
      x_axis: 'country',
      groupby: [],
      metrics: ['revenue'],
    },
    'Measured channels': { ...base, viz_type: 'pie', groupby: ['channel'], metric: 'orders' },
    'Measured table': {
      ...base,
      viz_type: 'table',
      query_mode: 'aggregate',
      groupby: ['category'],
      metrics: ['orders', metric('AVG', 'revenue'), metric('MIN', 'revenue'), metric('MAX', 'revenue')],
    },
    'Measured number': { ...base, viz_type: 'big_number_total', metric: 'revenue' },
    'Measured devices': { ...base, ...weekly, viz_type: 'echarts_area', groupby: ['channel'], metrics: ['orders'] },
    'Measured payments': { ...base, viz_type: 'pie', groupby: ['payment_method'], metric: metric('AVG', 'revenue') },
  };
  const dashboard = await api.post('/api/v1/dashboard/', { dashboard_title: `Brushed ${Date.now()}`, published: true });
  for (const [name, form] of Object.entries(forms)) {
    const answer = await api.post('/api/v1/chart/', {
      slice_name: name,
      viz_type: form.viz_type,
      datasource_id: orders.id,
      datasource_type: 'table',
      params: JSON.stringify({ ...form, datasource: `${orders.id}__table` }),
      dashboards: [dashboard.json.id],
    });
    if (answer.status !== 201)
      throw new Error(`${name} could not be made: ${answer.status} ${answer.text.slice(0, 300)}`);
  }
  return { path: `/superset/dashboard/${dashboard.json.id}/`, forms: Object.keys(forms).length };
}
