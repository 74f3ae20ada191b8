import { expect, it } from 'vitest';
import { toListQuery } from './list-query.ts';

it('asks for 25 rows, last changed first, unless told otherwise [LST-002] [LST-003]', () => {
  expect(toListQuery({})).toEqual({
    order_column: 'changed_on_delta_humanized',
    order_direction: 'desc',
    page: 0,
    page_size: 25,
  });
});

it('sends filters only when there are any', () => {
  const filters = [{ col: 'slice_name', opr: 'chart_all_text', value: 'a' }];
  expect(toListQuery({ filters, page: 2, orderColumn: 'slice_name', orderDirection: 'asc', pageSize: 5 })).toEqual({
    filters,
    order_column: 'slice_name',
    order_direction: 'asc',
    page: 2,
    page_size: 5,
  });
  expect(toListQuery({ filters: [] })).not.toHaveProperty('filters');
});
