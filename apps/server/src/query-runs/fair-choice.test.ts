import { expect, it } from 'vitest';
import { chooseFairly } from './fair-choice.ts';

const line = (...users: readonly number[]) => users.map((user, index) => ({ id: index, user_id: user }));

it('the oldest of whoever has the fewest at work come first, in turn, and no more than there is room for', () => {
  expect(chooseFairly(line(1, 1, 1, 2), new Map(), 2)).toEqual([0, 3]);
  expect(chooseFairly(line(1, 1, 1, 2), new Map(), 3)).toEqual([0, 3, 1]);
  expect(chooseFairly(line(1, 2, 2), new Map([[1, 2]]), 2)).toEqual([1, 2]);
  expect(chooseFairly(line(1, 2), new Map(), 9)).toEqual([0, 1]);
  expect(chooseFairly([], new Map(), 3)).toEqual([]);
  expect(chooseFairly(line(1), new Map(), 0)).toEqual([]);
});
