import { describe, expect, it } from 'vitest';
import { pseudoRandom } from './example-series.ts';
import { gatherDots } from './gathered-dots.ts';

const cloud = (count: number, spread: (at: number) => number) => ({
  xs: Array.from({ length: count }, (_, at) => pseudoRandom(at + 1)),
  series: [{ values: Array.from({ length: count }, (_, at) => spread(at)) }],
});

describe('dots of which many lie on each other', () => {
  it('are all drawn while they are few', () => {
    expect(gatherDots(cloud(5000, (at) => pseudoRandom(at + 7)))).toBeNull();
  });

  it('are fewer where they are many, and more where more lie on each other', () => {
    const dots = cloud(300_000, (at) => pseudoRandom(at + 7) ** 4);
    const kept = gatherDots(dots) ?? [];
    expect(kept.length).toBeLessThan(100_000);
    const heights = kept.map((at) => dots.series[0]!.values[at]!);
    const within = (from: number) => heights.filter((height) => height >= from && height < from + 0.1).length;
    expect(within(0)).toBeGreaterThan(1.5 * within(0.8));
  });

  it('keep the ends of both axes, and leave out what has no value', () => {
    const dots = cloud(60_000, (at) => (at === 31_117 ? 40 : pseudoRandom(at + 7)));
    const values = dots.series[0]!.values.map((value, at) => (at % 2 === 0 ? null : value));
    const kept = gatherDots({ ...dots, series: [{ values }] }) ?? [];
    expect(kept).toContain(31_117);
    expect(
      kept.filter(
        (at) => values[at] === null && dots.xs[at] !== Math.min(...dots.xs) && dots.xs[at] !== Math.max(...dots.xs),
      ),
    ).toEqual([]);
  });
});
