import type { Page } from '@playwright/test';
import { testAdmin } from '@powerset/testkit';
import { signInContext, viewports } from '@powerset/testkit/browser';
import type { BenchCase, BenchRow } from '../bench-case.ts';
import { figuresOf, MB, ms, spreadOf, timeRow, whole } from '../figures.ts';
import { marks } from '../page-marks.ts';

const rows = 1_000_000;
const firstRowsBarMs = 300;
const memoryBar = 300_000_000;
const frameBar = 60;
const scrollFrames = 240;
const mostRounds = 5;

/** A million rows in the grid: how soon, how smooth, how heavy. */
export const sqlEditor: BenchCase = {
  name: 'sql-editor',
  title: `SQL editor, ${rows / 1_000_000}M-row result`,
  run: async (shop, { browser, rounds }) => {
    const context = await (await browser()).newContext({ viewport: viewports.desktop });
    await signInContext(context, shop.server().url, testAdmin);
    const page = await context.newPage();
    await page.goto(`${shop.server().url}/superset/sqllab/?new=true`);
    await page.locator(marks.editor).first().waitFor();
    await page.getByRole('button', { name: /^Limit/ }).click();
    await page.getByRole('menuitemradio').last().click();
    await page.locator(marks.editor).first().click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(
      `select range as id, range * 7 % 1000 as value, 'row ' || range as name from range(${rows})`,
    );
    const spans: FirstRows[] = [];
    for (let round = 0; round < Math.min(rounds, mostRounds); round += 1) spans.push(await runOnce(page));
    const results = [
      ...firstRows(spans),
      await scrolling(page),
      await memory(page),
      ...(await withMore(page, Math.min(rounds, mostRounds))),
    ];
    await context.close();
    return results;
  },
};

/** The same with a second such result beside it, a column's profile and a cell's inspector. */
async function withMore(page: Page, rounds: number): Promise<readonly BenchRow[]> {
  await page.getByRole('button', { name: 'Pin result' }).click();
  const again = await runOnce(page);
  const profile = page.getByRole('complementary', { name: 'Column' });
  const profiles: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // Each asks for a column that the last one did not tell of.
    const startedAt = Date.now();
    await page.getByRole('button', { name: `Show column ${['id', 'value', 'name'][round % 3]}`, exact: true }).click();
    await profile
      .getByRole('listbox', { name: 'How the values spread' })
      .or(profile.getByText('Distinct'))
      .first()
      .waitFor();
    profiles.push(Date.now() - startedAt);
  }
  const told = figuresOf(profiles);
  const withProfile = await scrolling(page);
  await page.getByRole('gridcell', { name: `row ${rows - 2}`, exact: true }).dblclick();
  await page.getByRole('complementary', { name: 'Value' }).waitFor();
  const withValue = await scrolling(page);
  return [
    timeRow('a second result: first chunk to first rows visible', figuresOf([again.afterChunkMs])),
    timeRow("press to a column's profile", told),
    { ...withProfile, what: 'scroll to the end beside a profile' },
    { ...withValue, what: 'scroll to the end beside an inspector' },
    { ...(await memory(page)), what: 'memory of the tab with two results' },
  ];
}

interface FirstRows {
  /** From the engine's first chunk to the frame that shows rows of it. */
  readonly afterChunkMs: number;
  readonly afterStartMs: number;
  readonly wholeMs: number;
}

/** Runs the query once to its end; server and browser read one clock, as they are on one machine. */
async function runOnce(page: Page): Promise<FirstRows> {
  // The count of rows stands there a moment before the run has ended, and until then the keys do nothing.
  await page.getByRole('button', { name: 'Run', exact: true }).waitFor();
  const visible = page.evaluate(whenNewRowsAreVisible, { grid: marks.grid, gridCell: marks.gridCell });
  const startedAt = Date.now();
  await page.keyboard.press('Control+Enter');
  const visibleAt = await visible;
  await page
    .getByTestId('run-status')
    .filter({ hasText: /^1\D000\D000 rows/ })
    .waitFor({ timeout: 120_000 });
  const wholeMs = Date.now() - startedAt;
  const chunkAt = await page.evaluate(async () => {
    const answer = await fetch('/api/v1/query/updated_since?q=(last_updated_ms:0)');
    const { result } = await answer.json();
    const last = result.reduce((one: { startDttm: number }, other: { startDttm: number }) =>
      other.startDttm > one.startDttm ? other : one,
    );
    return last.startDttm + last.extra.first_rows_ms;
  });
  return { afterChunkMs: visibleAt - chunkAt, afterStartMs: visibleAt - startedAt, wholeMs };
}

/** Resolves with the time of the frame that first shows cells again, after the last result has gone. */
function whenNewRowsAreVisible({ grid, gridCell }: { readonly grid: string; readonly gridCell: string }) {
  return new Promise<number>((resolve) => {
    let wasEmpty = document.querySelector(grid) === null;
    const look = (): void => {
      const cell = document.querySelector(grid)?.querySelector(gridCell);
      if (!cell) wasEmpty = true;
      if (cell?.textContent && wasEmpty) requestAnimationFrame(() => resolve(Date.now()));
      else requestAnimationFrame(look);
    };
    look();
  });
}

function firstRows(spans: readonly FirstRows[]): readonly BenchRow[] {
  const after = figuresOf(spans.map(({ afterChunkMs }) => afterChunkMs));
  const start = figuresOf(spans.map(({ afterStartMs }) => afterStartMs));
  const stored = figuresOf(spans.map(({ wholeMs }) => wholeMs));
  return [
    {
      what: "engine's first chunk to first rows visible",
      figure: after.median,
      show: ms,
      measured: ms(after.median),
      spread: `${spreadOf(after, ms)}, ${after.count} runs`,
      bar: ms(firstRowsBarMs),
      isWithin: after.median <= firstRowsBarMs,
    },
    {
      what: 'key to first rows visible',
      figure: start.median,
      show: ms,
      measured: ms(start.median),
      spread: spreadOf(start, ms),
      bar: '',
      isWithin: null,
    },
    {
      what: 'key to the whole result stored and counted',
      figure: stored.median,
      show: ms,
      measured: ms(stored.median),
      spread: spreadOf(stored, ms),
      bar: '',
      isWithin: null,
    },
  ];
}

/** Moves the grid from top to end in equal steps, one per frame, and counts the frames that came. */
async function scrolling(page: Page): Promise<BenchRow> {
  const frames = await page.evaluate(
    ({ grid, scrollFrames }) =>
      new Promise<number>((resolve) => {
        const inner = [...document.querySelectorAll(`${grid}, ${grid.split(', ').join(' *, ')} *`)];
        const scroller =
          inner.find((element) => element.scrollHeight > element.clientHeight * 3) ?? document.documentElement;
        const end = scroller.scrollHeight - scroller.clientHeight;
        const startedAt = performance.now();
        let frame = 0;
        const step = (): void => {
          frame += 1;
          scroller.scrollTop = (end * frame) / scrollFrames;
          if (frame < scrollFrames) requestAnimationFrame(step);
          else resolve((frame * 1000) / (performance.now() - startedAt));
        };
        requestAnimationFrame(step);
      }),
    { grid: marks.grid, scrollFrames },
  );
  return {
    what: 'scroll to the end',
    figure: frames,
    show: whole,
    measured: `${whole(frames)} frames a second`,
    spread: `${scrollFrames} steps`,
    bar: `${frameBar}`,
    // A display's 60 Hz is counted as 59 point something.
    isWithin: frames >= frameBar - 1,
  };
}

async function memory(page: Page): Promise<BenchRow> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  const bytes = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN;
  return {
    what: 'memory of the tab',
    figure: bytes,
    show: MB,
    measured: MB(bytes),
    spread: 'script heap after scrolling',
    bar: MB(memoryBar),
    isWithin: bytes < memoryBar,
  };
}
