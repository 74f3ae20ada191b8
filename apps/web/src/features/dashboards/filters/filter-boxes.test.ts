import { describe, expect, it } from 'vitest';
import { emptyLayout, newNode } from '../layout/index.ts';
import { makeWireChart } from '../state/test-parts.ts';
import { convertDefault, type FilterBoxItem, readFilterBoxes, readItems, toNativeFilters } from './index.ts';

const chart = (form: object = {}) => makeWireChart(5, { viz_type: 'filter_box', ...form });
const layout = {
  ...emptyLayout(),
  'CHART-5': newNode('CHART', 'CHART-5', { chartId: 5 }),
  'TAB-1': newNode('TAB', 'TAB-1'),
};
const types: Readonly<Record<string, string>> = { region: 'VARCHAR', year: 'BIGINT', open: 'BOOLEAN' };
const read = (form: object, metadata: object = {}) =>
  readFilterBoxes({ charts: [chart(form)], layout, metadata, typeOf: (_id, column) => types[column] });
const item = (change: Partial<FilterBoxItem> = {}) => ({ column: 'region', label: 'Region', ...change });

describe('an old filter box', () => {
  it('says which chart and part it is, what it filters, how that is called, where it counts, and whether it has a time range [FBX-001]', () => {
    const form = {
      date_filter: true,
      time_range: 'Last year',
      filter_configs: [item(), item({ column: 'year', label: 'Year', multiple: false, defaultValue: '2020' })],
    };
    const metadata = {
      default_filters: '{"5": {"region": ["EU", "US"]}}',
      filter_scopes: { 5: { region: { scope: ['TAB-1', 'TAB-gone'], immune: [3] }, year: { scope: ['TAB-gone'] } } },
    };
    expect(read(form, metadata)).toEqual([
      {
        chartId: 5,
        componentId: 'CHART-5',
        datasetId: 7,
        columns: { region: ['EU', 'US'], year: 2020, __time_range: 'Last year' },
        labels: { region: 'Region', year: 'Year' },
        scopes: {
          region: { scope: ['TAB-1'], immune: [3] },
          year: { scope: ['ROOT_ID'], immune: [] },
          __time_range: { scope: ['ROOT_ID'], immune: [] },
        },
        isDateFilter: true,
        items: expect.any(Array),
        adhocFilters: [],
      },
    ]);
    expect(read({ viz_type: 'pie' })).toEqual([]);
    expect(read({ filter_configs: 'nonsense' }, { default_filters: '{', filter_scopes: [] })[0]?.columns).toEqual({});
  });

  it('has lines with column, label, default, metric, order, and four switches, each with what the old box took for granted [FBX-002]', () => {
    const whole = {
      column: 'a',
      label: 'A',
      defaultValue: 'x;y',
      metric: 'sum',
      asc: false,
      clearable: false,
      multiple: false,
      searchAllOptions: true,
    };
    expect(readItems([whole])).toEqual([whole]);
    expect(readItems([{ column: 'a' }])).toEqual([
      {
        column: 'a',
        label: 'a',
        defaultValue: '',
        metric: null,
        asc: true,
        clearable: true,
        multiple: true,
        searchAllOptions: false,
      },
    ]);
    expect(readItems([null, {}, { column: '' }, 'x'])).toEqual([]);
    expect(readItems(null)).toEqual([]);
  });

  const integers = ['TINYINT', 'SMALLINT', 'INT', 'INTEGER', 'BIGINT', 'LONG'];
  const floats = ['FLOAT', 'DOUBLE', 'REAL', 'NUMERIC', 'DECIMAL', 'MONEY', 'DECIMAL(18,2)', 'double precision'];
  const single = (defaultValue: string, type?: string) => convertDefault({ defaultValue, multiple: false }, type);

  it.each([
    ['true', true],
    ['True', true],
    ['1', true],
    ['false', false],
    ['no', false],
  ])('reads the default %s of a boolean column as %s [FBX-003]', (text, value) => {
    expect(single(text, 'BOOLEAN')).toBe(value);
  });

  it.each(integers)('reads a default of the type %s as an integer, or null [FBX-004]', (type) => {
    expect(['12', ' -3 ', '4.7', 'twelve', '12a', ' '].map((text) => single(text, type))).toEqual([
      12,
      -3,
      4,
      null,
      null,
      null,
    ]);
    expect(single('12', type.toLowerCase())).toBe(12);
  });

  it.each(floats)('reads a default of the type %s as a number, or null [FBX-005]', (type) => {
    expect(['1.5', '-2', 'x', '1,5'].map((text) => single(text, type))).toEqual([1.5, -2, null, null]);
  });

  it('leaves defaults of other types, and all of several values, as they were typed [FBX-006]', () => {
    expect(single('12', 'VARCHAR')).toBe('12');
    expect(single('12')).toBe('12');
    expect(single('', 'BIGINT')).toBeNull();
    for (const type of ['BOOLEAN', 'BIGINT', 'FLOAT', 'VARCHAR'])
      expect(convertDefault({ defaultValue: '1;2.5;x', multiple: true }, type)).toEqual(['1', '2.5', 'x']);
  });
});

describe('the native filters of an old filter box', () => {
  const filtersOf = (form: object, metadata: object = {}) => read(form, metadata).flatMap(toNativeFilters);

  it('ask the same of the same charts [FBX-001, FBX-002]', () => {
    const line = item({
      metric: 'sum__sales',
      asc: false,
      clearable: false,
      multiple: true,
      searchAllOptions: true,
      defaultValue: 'EU;US',
    });
    const narrowing = { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'open', operator: '==', comparator: true };
    const metadata = { filter_scopes: { 5: { region: { scope: ['TAB-1'], immune: [3] } } } };
    expect(filtersOf({ filter_configs: [line], adhoc_filters: [narrowing] }, metadata)).toEqual([
      {
        id: 'NATIVE_FILTER-5-region',
        type: 'NATIVE_FILTER',
        name: 'Region',
        description: '',
        filterType: 'filter_select',
        targets: [{ datasetId: 7, column: { name: 'region' } }],
        controlValues: { multiSelect: true, sortAscending: false, enableEmptyFilter: true, searchAllOptions: true },
        sortMetric: 'sum__sales',
        adhoc_filters: [narrowing],
        cascadeParentIds: [],
        scope: { rootPath: ['TAB-1'], excluded: [3] },
        defaultDataMask: {
          extraFormData: { filters: [{ col: 'region', op: 'IN', val: ['EU', 'US'] }] },
          filterState: { value: ['EU', 'US'], label: 'EU, US' },
        },
      },
    ]);
  });

  it('start with a converted default, or with none [FBX-003, FBX-004]', () => {
    const defaultsOf = (change: Partial<FilterBoxItem>) =>
      filtersOf({ filter_configs: [item({ multiple: false, ...change })] })[0]?.defaultDataMask.filterState?.value;
    expect(defaultsOf({ column: 'open', defaultValue: 'true' })).toEqual([true]);
    expect(defaultsOf({ column: 'year', defaultValue: '2020' })).toEqual([2020]);
    expect(defaultsOf({ column: 'year', defaultValue: 'nonsense' })).toBeUndefined();
  });

  it('cover its time range, time grain and time column', () => {
    const form = {
      date_filter: true,
      show_sqla_time_granularity: true,
      show_sqla_time_column: true,
      time_range: 'Last week',
      time_grain_sqla: 'P1D',
      granularity_sqla: 'day',
    };
    const found = filtersOf(form).map(({ filterType, name, targets, defaultDataMask }) => [
      filterType,
      name,
      targets,
      defaultDataMask.extraFormData,
    ]);
    expect(found).toEqual([
      ['filter_time', 'Time range', [{}], { time_range: 'Last week' }],
      ['filter_timegrain', 'Time grain', [{ datasetId: 7 }], { time_grain_sqla: 'P1D' }],
      ['filter_timecolumn', 'Time column', [{ datasetId: 7 }], { granularity_sqla: 'day' }],
    ]);
  });
});
