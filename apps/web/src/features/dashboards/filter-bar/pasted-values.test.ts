import type { SelectValue } from '@powerset/ui';
import { expect, it } from 'vitest';
import { lookUpWords, maxLookedUp } from './pasted-values.ts';

/** A column that holds these values, and what it was asked for. */
function columnOf(held: readonly SelectValue[]) {
  const asked: (readonly SelectValue[])[] = [];
  const ask = async (values: readonly SelectValue[]) => {
    asked.push(values);
    return held.filter((value) => values.includes(value));
  };
  return { ask, asked };
}

it('pasted words are looked up with one question; what is found is taken, and what is not is named [CST-006]', async () => {
  const { ask, asked } = columnOf(['C-1', 'C-2', 'C-3', null, '']);
  const found = await lookUpWords(['C-2', 'C-9', '<NULL>', 'C-3', '<empty string>'], 1, ask);
  expect(asked).toEqual([['C-2', 'C-9', null, 'C-3', '']]);
  expect(found).toEqual({ values: ['C-2', 'C-3', null, ''], missing: ['C-9'], unasked: [] });
});

it('words are asked for in the type of the column, and not at all where they cannot be of it', async () => {
  const numbers = columnOf([7, 8]);
  expect(await lookUpWords(['07', 'seven'], 0, numbers.ask)).toEqual({ values: [7], missing: ['seven'], unasked: [] });
  expect(numbers.asked).toEqual([[7]]);
  const days = columnOf([Date.UTC(2025, 0, 1)]);
  expect((await lookUpWords(['2025-01-01', 'someday'], 2, days.ask)).missing).toEqual(['someday']);
  const flags = columnOf([true]);
  expect(await lookUpWords(['yes'], 3, flags.ask)).toEqual({ values: [], missing: ['yes'], unasked: [] });
  expect(flags.asked).toEqual([]);
});

it('no more words are looked up than one question holds, and the others are said to be left', async () => {
  const { ask, asked } = columnOf([]);
  const words = Array.from({ length: maxLookedUp + 2 }, (_, index) => `w${index}`);
  const { unasked, missing } = await lookUpWords(words, 1, ask);
  expect([asked[0]?.length, missing.length, unasked.length]).toEqual([maxLookedUp, maxLookedUp, 2]);
});

it('a word is found where the engine holds it in another case', async () => {
  const found = await lookUpWords(['store'], 1, async () => ['Store']);
  expect(found).toEqual({ values: ['Store'], missing: [], unasked: [] });
});
