import { describe, expect, it } from 'vitest';
import { filterProblems, mostUsedDataset, type NativeFilter, newFilter, proposeFilters } from './index.ts';

const column = (name: string, more: object = {}) => ({ column_name: name, type_generic: 1, is_dttm: false, ...more });
const orders = {
  id: 7,
  main_dttm_col: 'ordered_at',
  columns: [
    column('ordered_at', { type_generic: 2, is_dttm: true, verbose_name: 'Order date' }),
    column('channel', { verbose_name: 'Sales channel' }),
    column('country'),
    column('secret', { filterable: false }),
    column('price', { type_generic: 0 }),
  ],
};
const returns = { id: 8, main_dttm_col: null, columns: [column('reason')] };
const datasets = { 7: orders, 8: returns };
const chart = (form: object, datasetId: number | null = 7) => ({ datasetId, form: { ...form } });
const charts = [
  chart({ groupby: ['country'], metric: 'revenue' }),
  chart({ x_axis: 'ordered_at', groupby: ['channel'], adhoc_filters: [{ subject: 'channel' }] }),
  chart({ columns: ['channel', 'price', 'secret'] }),
  chart({ groupby: ['reason'] }, 8),
  chart({}, null),
];
const filter = (change: Partial<NativeFilter>): NativeFilter => ({ ...newFilter('a'), name: 'A', ...change });

describe('proposed filters', () => {
  it('are over the time of the dataset that most charts read, and its texts, most used first', () => {
    expect(mostUsedDataset(charts)).toBe(7);
    expect(proposeFilters(charts, datasets, [])).toEqual([
      { filterType: 'filter_time', datasetId: 7, column: 'ordered_at', label: 'Order date' },
      { filterType: 'filter_select', datasetId: 7, column: 'channel', label: 'Sales channel' },
      { filterType: 'filter_select', datasetId: 7, column: 'country', label: 'country' },
    ]);
  });

  it('leave out what the dashboard filters by already', () => {
    const entries = [
      filter({ filterType: 'filter_time', targets: [{}] }),
      filter({ targets: [{ datasetId: 7, column: { name: 'channel' } }] }),
    ];
    expect(proposeFilters(charts, datasets, entries).map((one) => one.column)).toEqual(['country']);
  });

  it('are none where no chart says what the dashboard is about', () => {
    expect(proposeFilters([chart({}, null)], datasets, [])).toEqual([]);
    expect(proposeFilters([chart({ groupby: ['reason'] }, 9)], datasets, [])).toEqual([]);
  });
});

describe('what a filter lacks', () => {
  const whole = filter({ targets: [{ datasetId: 7, column: { name: 'channel' } }] });
  const partsOf = (...args: Parameters<typeof filterProblems>) => filterProblems(...args).map(({ part }) => part);

  it('is said at its field: a name, a dataset, a column', () => {
    expect(partsOf(filter({ name: ' ', targets: [{ datasetId: 7 }] }))).toEqual(['name', 'column']);
    expect(partsOf(filter({ filterType: 'filter_timegrain', targets: [{}] }))).toEqual(['dataset']);
    expect(partsOf(whole)).toEqual([]);
  });

  it('is a default without a value and a dependency without a filter, once they were switched on', () => {
    expect(partsOf(whole, ['parents', 'default'])).toEqual(['parents', 'default']);
    const filled = { ...whole, cascadeParentIds: ['b'], defaultDataMask: { filterState: { value: ['Web'] } } };
    expect(partsOf(filled, ['parents', 'default'])).toEqual([]);
    const first = { ...whole, controlValues: { defaultToFirstItem: true } };
    expect(partsOf(first, ['default'])).toEqual([]);
  });
});
