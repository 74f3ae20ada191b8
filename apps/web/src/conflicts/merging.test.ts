import { describe, expect, it } from 'vitest';
import { mergeOrder, mergeSets, sideOf } from './merging.ts';

describe('of three versions of a value', () => {
  it.each([
    ['neither changed it', 'a', 'a', 'a', 'theirs'],
    ['the other changed it', 'a', 'b', 'a', 'theirs'],
    ['only this one changed it', 'a', 'a', 'b', 'mine'],
    ['both made the same of it', 'a', 'b', 'b', 'theirs'],
    ['each made something else of it', 'a', 'b', 'c', 'clash'],
    ['keys stand in another order', { x: 1, y: 2 }, { y: 2, x: 1 }, { x: 1, y: 3 }, 'mine'],
    ['nothing is written in another way', null, undefined, { x: 1 }, 'mine'],
  ])('where %s, it is known whose counts', (_what, base, theirs, mine, side) => {
    expect(sideOf({ base, theirs, mine })).toBe(side);
  });
});

describe('an order', () => {
  it.each([
    ['both put something at the end', 'a b', 'a b t', 'a b m', 'a b t m'],
    ['one puts something in, the other turns it round', 'a b c', 'c b a', 'a m b c', 'c b a m'],
    ['one takes something out', 'a b c', 'a c', 'a b c m', 'a c m'],
    ['both begin a list', '', 't', 'm', 't m'],
    ['one puts something first', 'a b', 'a b', 'm a b', 'm a b'],
  ])('of both is one, where %s', (_what, base, theirs, mine, order) => {
    const lists = { base: base.split(' ').filter(Boolean), theirs: theirs.split(' '), mine: mine.split(' ') };
    expect(mergeOrder(lists, order.split(' ').sort(), undefined)).toEqual({ order: order.split(' '), isClash: false });
  });

  it('that each made another one is chosen', () => {
    const lists = { base: ['a', 'b', 'c'], theirs: ['b', 'a', 'c'], mine: ['a', 'c', 'b'] };
    expect(mergeOrder(lists, lists.base, undefined)).toEqual({ order: lists.theirs, isClash: true });
    expect(mergeOrder(lists, lists.base, 'mine')).toEqual({ order: lists.mine, isClash: true });
  });
});

it('in a set stays what nobody took out, with what either put in', () => {
  expect(mergeSets({ base: [1, 2, 3], theirs: [1, 2, 4], mine: [2, 3, 5] })).toEqual([2, 4, 5]);
});
