import { expect, it } from 'vitest';
import { columnsIn, latestOf } from './partitions.ts';

it.each([
  ['`day`', ['day']],
  ['year(`day`)', ['day']],
  ['`day`,`re``gion`', ['day', 're`gion']],
  ['to_days(day)', ['day']],
  ['day,region', ['day', 'region']],
  ['', []],
])('columns that part rows are found in %s', (expression, columns) => {
  expect(columnsIn(expression)).toEqual(columns);
});

it.each<readonly [string, readonly string[], string | null]>([
  ['a bound of numbers', ['MAXVALUE', '2025', '2024'], '2025'],
  ['a bound of texts', ["'2024-02-01'", "'2024-01-01'"], '2024-02-01'],
  ['lists', ["'eu','us'"], "'eu','us'"],
  ['hashes', ['', ''], null],
])('the latest part is told of %s', (_name, bounds, latest) => {
  expect(latestOf(bounds)).toBe(latest);
});
