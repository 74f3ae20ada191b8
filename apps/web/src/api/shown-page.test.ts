import { describe, expect, it } from 'vitest';
import { toShownPage } from './shown-page.ts';

const page = (number: number, ids: readonly number[], count = 5) => ({
  number,
  data: { count, result: ids.map((id) => ({ id })) },
});
const [first, second, third] = [page(0, [1, 2]), page(1, [3, 4]), page(2, [5])];

describe('a page of a list with rows that wait to be deleted', () => {
  it('is what the server answered while nothing waits', () => {
    expect(toShownPage(second, [first, third], new Set())).toEqual({
      ...{ rows: [{ id: 3 }, { id: 4 }], count: 5, total: 5, hiddenBefore: 0 },
    });
  });

  it('counts without them on whatever page they stand, and stays divided as the server divides it', () => {
    const hidden = new Set([1, 2, 4]);
    expect(toShownPage(first, [second], hidden)).toEqual({ rows: [], count: 2, total: 5, hiddenBefore: 0 });
    const shown = { rows: [{ id: 3 }], count: 2, total: 5, hiddenBefore: 2 };
    expect(toShownPage(second, [first, third], hidden)).toEqual(shown);
    expect(toShownPage(third, [second, first], hidden)).toMatchObject({ rows: [{ id: 5 }], hiddenBefore: 3 });
  });

  it('counts a row once that another reading of the list has on another page, and never fewer than it shows', () => {
    const before = page(0, [1, 3]);
    expect(toShownPage(second, [before, first], new Set([1, 3]))).toMatchObject({ count: 3, hiddenBefore: 1 });
    expect(toShownPage(page(1, [3, 4], 2), [first], new Set([1, 2]))).toMatchObject({ count: 2 });
  });
});
