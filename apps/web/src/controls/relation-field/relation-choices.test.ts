import { expect, it } from 'vitest';
import { offeredChoices, startChoices, withFound } from './relation-choices.ts';

const [ann, bo, cy] = [1, 2, 3].map((value) => ({ value, text: `person ${value}` })) as [
  { value: number; text: string },
  { value: number; text: string },
  { value: number; text: string },
];

it('offers what the last search found and nothing of earlier ones, and without a search what is chosen too', () => {
  const opened = withFound(startChoices([cy]), '', [ann]);
  expect(offeredChoices(opened, [3])).toEqual([ann, cy]);
  const searched = withFound(opened, 'bo', [bo]);
  expect(offeredChoices(searched, [3])).toEqual([bo]);
  const nothing = withFound(searched, 'bx', []);
  expect(offeredChoices(nothing, [2, 3])).toEqual([]);
  const cleared = withFound(nothing, '', [ann]);
  expect(offeredChoices(cleared, [])).toEqual([ann]);
  expect(offeredChoices(cleared, [2])).toEqual([ann, bo]);
});
