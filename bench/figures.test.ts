import { expect, it } from 'vitest';
import { figuresOf, interleave, ratiosOf } from './figures.ts';

it('gives the median, the quartiles and the tail', () => {
  const values = Array.from({ length: 100 }, (_, at) => 100 - at);
  expect(figuresOf(values)).toEqual({ count: 100, median: 51, low: 26, high: 76, p95: 96, p99: 100 });
});

it('lets contestants take turns, and leaves the first round out', async () => {
  const order: string[] = [];
  const note = (name: string) => async (): Promise<void> => {
    order.push(name);
  };
  const durations = await interleave({ a: note('a'), b: note('b') }, 2);
  expect(order.join('')).toBe('abbaab');
  expect([durations.a.length, durations.b.length]).toEqual([2, 2]);
});

it('takes ratios within a round', () => {
  expect(ratiosOf([4, 9], [2, 3])).toEqual([2, 3]);
});
