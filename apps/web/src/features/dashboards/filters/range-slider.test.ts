import { describe, expect, it } from 'vitest';
import { bucketsOf, isInRange, keyedPlace, moveThumb, type Range, snap, toScale } from './range-slider.ts';

describe('the slider of a numerical range', () => {
  it.each([
    [0, 1000, 10],
    [0, 165, 2],
    [3, 9, 1],
    [0, 1, 0.01],
    [5, 5, 1],
  ])('from %d to %d steps by %d', (min, max, step) => {
    expect(toScale(min, max).step).toBe(step);
  });

  it('stands on round places and on the ends themselves', () => {
    const scale = toScale(1.37, 998.2);
    expect(snap(scale, 123.4)).toBe(120);
    expect(snap(scale, -5)).toBe(1.37);
    expect(snap(scale, 2000)).toBe(998.2);
    expect(snap(toScale(0, 1), 0.1 + 0.2)).toBe(0.3);
  });

  it('leaves the range open at an end, and no thumb passes the other', () => {
    const scale = toScale(0, 100);
    const range: Range = [20, 60];
    expect(moveThumb(scale, range, { thumb: 'low', to: 0 })).toEqual([null, 60]);
    expect(moveThumb(scale, range, { thumb: 'high', to: 400 })).toEqual([20, null]);
    expect(moveThumb(scale, range, { thumb: 'low', to: 90 })).toEqual([60, 60]);
    expect(moveThumb(scale, range, { thumb: 'high', to: 3 })).toEqual([20, 20]);
  });

  it('moves by keys', () => {
    const scale = toScale(0, 100);
    expect(keyedPlace(scale, 'ArrowRight', 20)).toBe(21);
    expect(keyedPlace(scale, 'PageDown', 20)).toBe(10);
    expect(keyedPlace(scale, 'Home', 20)).toBe(0);
    expect(keyedPlace(scale, 'a', 20)).toBeUndefined();
  });

  it('draws buckets from end to end, chosen when their middle is', () => {
    const buckets = bucketsOf(0, 100, 4);
    expect(buckets.map(({ from, to }) => [from, to])).toEqual([
      [0, 25],
      [25, 50],
      [50, 75],
      [75, 100],
    ]);
    expect(buckets.map((bucket) => isInRange(bucket, [20, 60]))).toEqual([false, true, false, false]);
    expect(bucketsOf(5, 5, 4)).toEqual([]);
  });
});
