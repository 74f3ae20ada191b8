import { describe, expect, it } from 'vitest';
import { missOf, type PlanStep, sharesOf, shownSteps } from './plan-figures.ts';

const step = (depth: number, estimated: number | null, rows: number | null, ms: number | null = null): PlanStep => ({
  depth,
  name: 'Scan',
  details: [],
  estimated_rows: estimated,
  rows,
  ms,
});

describe('the figures of a plan', () => {
  it('mark estimates that miss by ten times, either way, where it matters', () => {
    expect(missOf(step(0, 10, 5000))).toEqual({ factor: 500, isLow: true });
    expect(missOf(step(0, 5000, 0))).toEqual({ factor: 5000, isLow: false });
    expect([step(0, 1, 60), step(0, 1000, 5000), step(0, null, 5000), step(0, 5000, null)].map(missOf)).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it('share out the time, and fold what lies below a step', () => {
    expect(sharesOf([step(0, 1, 1, 3), step(1, 1, 1, 1)])).toEqual([0.75, 0.25]);
    expect(sharesOf([step(0, 1, null)])).toEqual([0]);
    const steps = [step(0, 1, 1), step(1, 1, 1), step(2, 1, 1), step(1, 1, 1)];
    expect(shownSteps(steps, new Set([1]))).toEqual([0, 1, 3]);
    expect(shownSteps(steps, new Set([0]))).toEqual([0]);
  });
});
