import type { Page } from '@playwright/test';
import type { BenchRow } from './bench-case.ts';
import { figuresOf, timeRow } from './figures.ts';

/** A wait for charts, cut where the page asked for their rows and where the last of these had arrived. In milliseconds. */
export interface Layers {
  readonly untilAskedMs: number;
  readonly untilAnsweredMs: number;
  readonly untilPaintedMs: number;
}

/** The layers of what began and was painted at these times of the page's clock; undefined where no rows were asked for. */
export async function readLayers(page: Page, beganMs: number, paintedMs: number): Promise<Layers | undefined> {
  const asked = await page.evaluate((sinceMs) => {
    const entries = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/chart/data/batch'));
    const calls = entries.filter((entry) => entry.startTime >= sinceMs && entry instanceof PerformanceResourceTiming);
    return calls.map((entry) => ({ startMs: entry.startTime, endMs: entry.startTime + entry.duration }));
  }, beganMs);
  if (asked.length === 0) return undefined;
  const askedMs = Math.min(...asked.map(({ startMs }) => startMs));
  const answeredMs = Math.max(...asked.map(({ endMs }) => endMs));
  return {
    untilAskedMs: askedMs - beganMs,
    untilAnsweredMs: answeredMs - askedMs,
    untilPaintedMs: paintedMs - answeredMs,
  };
}

/** Where the time of one kind of wait goes: a row a layer. */
export function layerRows(what: string, layers: readonly Layers[]): readonly BenchRow[] {
  return [
    timeRow(`${what}: until rows are asked for`, figuresOf(layers.map(({ untilAskedMs }) => untilAskedMs))),
    timeRow(`${what}: until the last answer`, figuresOf(layers.map(({ untilAnsweredMs }) => untilAnsweredMs))),
    timeRow(`${what}: until the last is painted`, figuresOf(layers.map(({ untilPaintedMs }) => untilPaintedMs))),
  ];
}
