import { expect, it } from 'vitest';
import { filterText, listedOf, listFilters, rangeFilters, rangeOf, toggled, withFilters } from './column-filters.ts';

it('makes a range of bars a filter from one border up to the other, and reads it back', () => {
  const numbers = rangeFilters('amount', 'number', { from: 10, to: 25.5 });
  expect(numbers).toEqual([
    { column: 'amount', operator: '>=', value: 10 },
    { column: 'amount', operator: '<', value: 25.5 },
  ]);
  expect(rangeOf(numbers, 'number')).toEqual({ from: 10, to: 25.5 });
  const range = { from: Date.UTC(2024, 0, 1), to: Date.UTC(2024, 0, 1, 6) };
  const times = rangeFilters('at', 'temporal', range);
  expect(times.map(({ value }) => value)).toEqual(['2024-01-01', '2024-01-01 06:00:00']);
  expect(rangeOf(times, 'temporal')).toEqual(range);
  expect(rangeOf([{ column: 'at', operator: '>=', value: '2024-01-01' }], 'temporal')).toBeNull();
});

it('changes the filters of one column and leaves those of the others', () => {
  const selection = { search: 'x', filters: [...listFilters('a', ['1']), ...listFilters('b', ['2'])] };
  expect(withFilters(selection, 'a', listFilters('a', ['1', null], true))).toEqual({
    search: 'x',
    filters: [...listFilters('b', ['2']), { column: 'a', operator: 'not in', values: ['1', null] }],
  });
  expect(withFilters(selection, 'a', listFilters('a', []))).toEqual({ search: 'x', filters: listFilters('b', ['2']) });
});

it('takes a value out of the list that is in it, and puts one in that is not, NULL too', () => {
  expect(toggled(listedOf([{ column: 'a', operator: 'in', values: ['x', null] }]), null)).toEqual(['x']);
  expect(toggled(listedOf([{ column: 'a', operator: '=', value: 'x' }]), 'y')).toEqual(['x', 'y']);
  expect(listedOf([{ column: 'a', operator: 'is null' }])).toEqual([null]);
  expect(listedOf([{ column: 'a', operator: 'contains', value: 'x' }])).toEqual([]);
});

it('says filters as people read them', () => {
  expect(filterText(rangeFilters('a', 'number', { from: 1000, to: 2000 }), 'number', 'NULL')).toBe(
    '1\u202f000 – 2\u202f000',
  );
  expect(filterText(listFilters('a', ['x', null, 'y', 'z', 'w']), 'string', 'NULL')).toBe('x, NULL, y +2');
  expect(filterText([{ column: 'a', operator: '!=', value: 'x' }], 'string', 'NULL')).toBe('≠ x');
});
