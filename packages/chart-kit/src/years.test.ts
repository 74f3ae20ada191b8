import { expect, it } from 'vitest';
import { isYearName } from './years.ts';

it('knows a column of years by a word of its name', () => {
  const years = [
    'year',
    'Year',
    'YEAR',
    'birth_year',
    'orderYear',
    'Fiscal year',
    'yr',
    'Jahr',
    'year2',
    'year(ordered_at)',
  ];
  expect(years.filter((name) => !isYearName(name))).toEqual([]);
  const others = ['years', 'yearly', 'revenue', 'yearning', 'amount', 'lawyer', 'years_active', 'midyears', ''];
  expect(others.filter(isYearName)).toEqual([]);
});
