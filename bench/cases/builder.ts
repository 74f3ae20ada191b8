import type { Page } from '@playwright/test';
import { testAdmin } from '@powerset/testkit';
import { signInContext, viewports } from '@powerset/testkit/browser';
import type { BenchCase, BenchRow } from '../bench-case.ts';
import { figuresOf, ms, spreadOf, whole } from '../figures.ts';
import { marks } from '../page-marks.ts';
import { makeWideDashboard } from '../wide-dashboard.ts';

const charts = 100;
const inSight = 8;
const frameBar = 60;
/** A step each frame or so, a few seconds in all. */
const pointerSteps = 360;
const stepMs = 8;

/** A chart of a large dashboard is dragged across others, to and fro. */
export const builder: BenchCase = {
  name: 'builder',
  title: `A drag on a dashboard of ${charts} charts`,
  run: async (shop, { browser }) => {
    const made = await makeWideDashboard(shop, charts);
    const context = await (await browser()).newContext({ viewport: viewports.desktop });
    await signInContext(context, shop.server().url, testAdmin);
    const page = await context.newPage();
    await page.goto(`${shop.server().url}${made.path}?edit=true`);
    await page
      .locator(`${marks.chart}[${marks.chartState}=ready]`)
      .nth(inSight - 1)
      .waitFor({ timeout: 60_000 });
    const frames = await framesOfDrag(page);
    await context.close();
    return rowsOf(frames);
  },
};

/** The times between the frames of one drag. */
async function framesOfDrag(page: Page): Promise<readonly number[]> {
  const card = page.getByRole('article', { name: 'Measured 1', exact: true });
  await card.hover();
  const handle = page.getByRole('button', { name: 'Drag to move; or Space, arrow keys and Space again' }).first();
  const from = await handle.boundingBox();
  if (!from) throw new Error('The chart has no handle.');
  const start = { x: from.x + from.width / 2, y: from.y + from.height / 2 };
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x - 12, start.y + 12, { steps: 3 });
  const counted = page.evaluate(
    (lastMs) =>
      new Promise<number[]>((resolve) => {
        const begun = performance.now();
        const times: number[] = [];
        const look = (now: number): void => {
          times.push(now);
          if (now - begun < lastMs) requestAnimationFrame(look);
          else resolve(times.slice(1).map((time, at) => time - (times[at] ?? time)));
        };
        requestAnimationFrame(look);
      }),
    pointerSteps * stepMs,
  );
  for (let step = 0; step < pointerSteps; step += 1) {
    const turn = (step / pointerSteps) * Math.PI * 6;
    await page.mouse.move(500 + Math.sin(turn) * 380, 480 + Math.cos(turn * 0.7) * 280);
    await page.waitForTimeout(stepMs / 2);
  }
  const frames = await counted;
  await page.keyboard.press('Escape');
  await page.mouse.up();
  return frames;
}

function rowsOf(frames: readonly number[]): readonly BenchRow[] {
  const times = figuresOf(frames);
  const perSecond = 1000 / (frames.reduce((sum, time) => sum + time, 0) / frames.length);
  return [
    {
      what: 'frames of a drag',
      figure: perSecond,
      show: whole,
      measured: `${whole(perSecond)} frames a second`,
      spread: `${spreadOf(times, ms)} apart, p99 ${ms(times.p99)}, ${frames.length} frames`,
      bar: `${frameBar}`,
      // A display's 60 Hz is counted as 59 point something.
      isWithin: perSecond >= frameBar - 1,
    },
  ];
}
