import type { Page } from '@playwright/test';
import { testAdmin } from '@powerset/testkit';
import { signInContext, viewports } from '@powerset/testkit/browser';
import type { BenchCase, BenchRow, ShopStage } from '../bench-case.ts';
import { type Figures, figuresOf, ms, spreadOf } from '../figures.ts';
import { findOrders } from '../shop.ts';

/** A page is there before it is waited for. */
const pageBarMs = 100;
const sortBarMs = 300;
const frameBarMs = 16.7;
const rowsPerPage = 50;
const pagesPerRound = 3;
const scrolledFrames = 120;
const pixelsPerFrame = 40;

/** Between the buttons for the page before and the page after. */
const firstPage = 'nth-of-type(2)';
const lastPage = 'nth-last-of-type(2)';

/** A table of all orders, a page at a time, and a pivot of ten thousand cells that is scrolled. */
export const tables: BenchCase = {
  name: 'tables',
  title: 'Tables: pages and orders of all rows, and a pivot of ten thousand cells',
  run: async (shop, { browser, rounds }) => {
    const context = await (await browser()).newContext({ viewport: viewports.desktop });
    await signInContext(context, shop.server().url, testAdmin);
    const page = await context.newPage();
    const rows: BenchRow[] = [];
    for (const type of ['table', 'ag-grid-table']) rows.push(...(await measurePages(page, shop, { type, rounds })));
    rows.push(await measurePivot(page, shop));
    await context.close();
    return rows;
  },
};

async function openChart(page: Page, shop: ShopStage, form: Readonly<Record<string, unknown>>): Promise<void> {
  const orders = await findOrders(shop.api);
  const made = await shop.api.post('/api/v1/chart/', {
    slice_name: `Measured ${String(form.viz_type)} ${Date.now()}`,
    viz_type: form.viz_type,
    datasource_id: orders.id,
    datasource_type: 'table',
    params: JSON.stringify({ ...form, datasource: `${orders.id}__table`, time_range: 'No filter', adhoc_filters: [] }),
  });
  if (made.status !== 201) throw new Error(`A chart could not be made: ${made.status} ${made.text.slice(0, 300)}`);
  await page.goto(`${shop.server().url}/explore/?slice_id=${made.json.id}`);
  await page.locator('tbody td').first().waitFor({ timeout: 60_000 });
}

interface Measured {
  readonly type: string;
  readonly rounds: number;
}

async function measurePages(page: Page, shop: ShopStage, { type, rounds }: Measured): Promise<readonly BenchRow[]> {
  const { temporal, text, numbers } = await findOrders(shop.api);
  const columns = [temporal, ...text.slice(0, 3), ...numbers.slice(0, 2)];
  await openChart(page, shop, {
    viz_type: type,
    query_mode: 'raw',
    all_columns: columns,
    order_by_cols: [JSON.stringify([temporal, true])],
    server_pagination: true,
    server_page_length: rowsPerPage,
  });
  const [next, far, sort]: number[][] = [[], [], []];
  const heads = numbers.slice(0, 2).map((name) => `[data-test="table-head-${name}"] button`);
  for (let round = 0; round < rounds; round += 1) {
    for (let at = 0; at < pagesPerRound; at += 1)
      next?.push(await untilOtherRows(page, '[data-test=table-pager] > button:last-of-type'));
    far?.push(await untilOtherRows(page, `[data-test=table-pager] > button:${round % 2 === 0 ? lastPage : firstPage}`));
    sort?.push(await untilOtherRows(page, heads[round % heads.length] ?? ''));
  }
  return [
    rowOf(`${type}: the next page`, figuresOf(next ?? []), pageBarMs),
    rowOf(`${type}: a page far off`, figuresOf(far ?? []), pageBarMs),
    rowOf(`${type}: another order of all rows`, figuresOf(sort ?? []), sortBarMs),
  ];
}

/** From a press to the frame that shows other rows. */
function untilOtherRows(page: Page, pressed: string): Promise<number> {
  return page.evaluate(async (selector) => {
    const button = document.querySelector<HTMLElement>(selector);
    if (!button) throw new Error(`Nothing to press: ${selector}`);
    const shown = (): string => [...document.querySelectorAll('tbody tr')].map((row) => row.textContent).join('\n');
    const before = shown();
    const from = performance.now();
    button.click();
    while (shown() === before) {
      if (performance.now() - from > 30_000) throw new Error(`No other rows came after ${selector}`);
      await new Promise(requestAnimationFrame);
    }
    await new Promise((resolve) => setTimeout(resolve));
    return performance.now() - from;
  }, pressed);
}

async function measurePivot(page: Page, shop: ShopStage): Promise<BenchRow> {
  const { temporal, text, numbers } = await findOrders(shop.api);
  await openChart(page, shop, {
    viz_type: 'pivot_table_v2',
    groupbyRows: [temporal],
    groupbyColumns: text.slice(0, 2),
    metrics: numbers.slice(0, 1).map((name) => ({ expressionType: 'SQL', sqlExpression: `sum(${name})`, label: name })),
    time_grain_sqla: 'P1D',
    temporal_columns_lookup: { [temporal]: true },
    row_limit: 50_000,
  });
  const { cells, frames } = await page.locator('[data-test=pivot-table]').evaluate(
    async (element, { count, step }) => {
      const table = element.querySelector('table');
      const cells = Number(table?.ariaRowCount) * Number(table?.ariaColCount);
      const frames: number[] = [];
      let last = await new Promise<number>(requestAnimationFrame);
      for (let at = 0; at < count; at += 1) {
        element.scrollBy(step / 4, step);
        const now = await new Promise<number>(requestAnimationFrame);
        frames.push(now - last);
        last = now;
      }
      return { cells, frames };
    },
    { count: scrolledFrames, step: pixelsPerFrame },
  );
  const figures = figuresOf(frames);
  return {
    what: `pivot of ${cells} cells, scrolled: frames`,
    figure: figures.p95,
    show: ms,
    measured: `p95 ${ms(figures.p95)}`,
    spread: `${spreadOf(figures, ms)}, ${frames.length} frames`,
    bar: ms(frameBarMs),
    isWithin: figures.p95 <= frameBarMs + 1,
  };
}

const rowOf = (what: string, figures: Figures, barMs: number): BenchRow => ({
  what,
  figure: figures.median,
  show: ms,
  measured: `${ms(figures.median)}, p95 ${ms(figures.p95)}`,
  spread: `${spreadOf(figures, ms)}, ${figures.count} presses`,
  bar: ms(barMs),
  isWithin: figures.median <= barMs,
});
