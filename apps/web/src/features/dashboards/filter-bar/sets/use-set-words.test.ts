import { expect, it } from 'vitest';
import { startTranslator, t } from '../../../../i18n/index.ts';
import { type FilterType, newFilter } from '../../filters/index.ts';
import { setValueWords } from './use-set-words.ts';

it.each([
  ['filter_timegrain', 'P1Y', 'Year'],
  ['filter_timegrain', 'P7Y', 'P7Y'],
  ['filter_timecolumn', 'order_date', 'Day of the order'],
  ['filter_time', '2026-02-01 : 2026-03-01', '1 Feb 2026 – 28 Feb 2026'],
  ['filter_time', 'Last month', 'Last month'],
  ['filter_select', 'P1Y', 'P1Y'],
] as const)('a filter set reads in words: %s of %s is %s', async (filterType: FilterType, value, words) => {
  await startTranslator('en');
  const filter = { ...newFilter('a'), filterType };
  const dataset = {
    time_grain_sqla: [['P1Y', 'Year']] satisfies [string, string][],
    verbose_map: { order_date: 'Day of the order' },
  };
  expect(setValueWords({ filter, name: 'Any', value }, { dataset, t, language: 'en-GB' })).toBe(words);
});
