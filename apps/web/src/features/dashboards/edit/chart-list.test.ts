import { describe, expect, it } from 'vitest';
import { chartListQuery } from './chart-list.ts';

describe('the picker of charts', () => {
  it('asks for 200 charts at once [CST-007]', () => {
    expect(chartListQuery({ search: '', ownerId: null, sort: 'changed_on', hasNativeFilters: false })).toEqual({
      filters: [],
      order_column: 'changed_on',
      order_direction: 'desc',
      page: 0,
      page_size: 200,
    });
  });

  it('narrows by text and owner, and sorts names from A', () => {
    expect(chartListQuery({ search: 'tax', ownerId: 4, sort: 'slice_name', hasNativeFilters: false })).toMatchObject({
      filters: [
        { col: 'slice_name', opr: 'chart_all_text', value: 'tax' },
        { col: 'owners', opr: 'rel_m_m', value: 4 },
      ],
      order_direction: 'asc',
    });
  });

  it('leaves old filter boxes out where native filters are on [API-043]', () => {
    const query = chartListQuery({ search: '', ownerId: null, sort: 'changed_on', hasNativeFilters: true });
    expect(query.filters).toEqual([{ col: 'viz_type', opr: 'neq', value: 'filter_box' }]);
  });
});
