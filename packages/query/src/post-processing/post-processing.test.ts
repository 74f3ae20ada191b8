import type { CellValue, ColumnType, ResultTable } from '@powerset/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { QueryError } from '../errors.ts';
import { applyPostProcessing, postProcess, postProcessingOperations } from './index.ts';

function table(
  columns: Readonly<Record<string, readonly CellValue[]>>,
  types: Readonly<Record<string, ColumnType>> = {},
): ResultTable {
  const entries = Object.entries(columns);
  return {
    rowCount: entries[0]?.[1].length ?? 0,
    columns: entries.map(([name, values]) => {
      const guessed = typeof values.find((value) => value !== null) === 'string' ? 'string' : 'number';
      return { name, values, type: types[name] ?? guessed, nativeType: 'X' };
    }),
  };
}

function plain(result: ResultTable): Record<string, readonly CellValue[]> {
  return Object.fromEntries(result.columns.map((column) => [column.name, column.values]));
}

const run = (input: ResultTable, ...rules: readonly [string, Record<string, unknown>?][]) =>
  plain(
    applyPostProcessing(
      input,
      rules.map(([operation, options]) => ({ operation, options })),
    ),
  );

const day = (text: string) => Date.parse(`${text}T00:00:00Z`);
const sales = table({
  region: ['north', 'south', 'north', 'south', null],
  year: [2021, 2021, 2020, 2020, 2020],
  total: [10, 20, 30, 40, 50],
  count: [1, 2, 3, 4, null],
});
const mean = { operator: 'mean' };
const pivotYears = ['pivot', { index: ['year'], columns: ['region'], aggregates: { total: mean } }] as [
  string,
  Record<string, unknown>,
];

describe('the chain', () => {
  it('runs rules in order and passes over empty ones', () => {
    const rules = [
      null,
      { operation: 'select', options: { columns: ['total'] } },
      { operation: 'sort', options: { by: 'total', ascending: false } },
    ];
    expect(plain(applyPostProcessing(sales, rules))).toEqual({ total: [50, 40, 30, 20, 10] });
    expect(applyPostProcessing(sales, [])).toBe(sales);
  });

  it('leaves a result without rows as it is, and still refuses what it does not know', () => {
    const none = table({ year: [], region: [], total: [] });
    const rules: [string, Record<string, unknown>][] = [
      pivotYears,
      ['cum', { operator: 'sum', columns: { total: 'total' } }],
      ['rename', { columns: { north: 'North' } }],
    ];
    expect(run(none, ...rules)).toEqual({ year: [], region: [], total: [] });
    expect(() => run(none, ['explode', {}])).toThrow('Unsupported post processing operation: explode');
  });

  it.each<[string, string, Record<string, unknown>]>([
    ['Unsupported post processing operation: explode', 'explode', {}],
    ['Unsupported post processing operation: constructor', 'constructor', {}],
    ['`operation` property of post processing object undefined', '', {}],
    ['Referenced columns not available in DataFrame.', 'sort', { by: 'gone' }],
    ['Referenced columns not available in DataFrame.', 'cum', { operator: 'sum', columns: { gone: 'gone' } }],
    ['must name at least one column', 'pivot', { index: [], aggregates: { total: mean } }],
    ['must hold at least one aggregate', 'pivot', { index: ['year'] }],
    ['Unsupported numpy function: explode', 'aggregate', { aggregates: { total: { operator: 'explode' } } }],
    ['Invalid rolling_type: explode', 'rolling', { rolling_type: 'explode', window: 2, columns: { total: 'total' } }],
    ['Invalid rolling window', 'rolling', { rolling_type: 'mean', window: 0, columns: { total: 'total' } }],
    ['Invalid cumulative operator: explode', 'cum', { operator: 'explode', columns: { total: 'total' } }],
    [
      '`compare_columns` must have the same length',
      'compare',
      { source_columns: ['total'], compare_columns: [], compare_type: 'ratio' },
    ],
    ['Resample operation requires DatetimeIndex', 'resample', { rule: '1D', method: 'asfreq' }],
    ['must be row or column', 'contribution', { orientation: 'diagonal' }],
    ['Unsupported whisker type: dali', 'boxplot', { groupby: [], metrics: ['total'], whisker_type: 'dali' }],
  ])('refuses with %j, naming the field', (message, operation, options) => {
    const call = () => run(sales, [operation, options]);
    expect(call).toThrow(QueryError);
    expect(call).toThrow(message);
    expect(call).toThrow(expect.objectContaining({ field: 'post_processing' }));
  });

  it('ends in a table or a QueryError, whatever the options', () => {
    const names = fc.constantFrom('toString', 'region', 'year', 'total', 'count', 'gone', '', '__proto__');
    const option = fc.oneof(
      names,
      fc.array(names, { maxLength: 2 }),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.dictionary(names, fc.oneof(names, fc.constant({ operator: 'sum' })), { maxKeys: 2 }),
    );
    const keys = fc.constantFrom(
      'index',
      'columns',
      'aggregates',
      'groupby',
      'metrics',
      'window',
      'rolling_type',
      'by',
      'operator',
      'periods',
      'rule',
      'method',
      'column',
      'bins',
      'metric',
      'orientation',
      'level',
      'source_columns',
      'compare_columns',
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...postProcessingOperations), fc.dictionary(keys, option, { maxKeys: 5 })), {
          maxLength: 3,
        }),
        (rules) => {
          try {
            const result = applyPostProcessing(
              sales,
              rules.map(([operation, options]) => ({ operation, options })),
            );
            for (const column of result.columns) expect(column.values).toHaveLength(result.rowCount);
          } catch (error) {
            expect(error).toBeInstanceOf(QueryError);
          }
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe('pivot and flatten', () => {
  it('puts index values down, sorted, and column values across', () => {
    expect(run(sales, pivotYears, ['flatten'])).toEqual({
      year: [2020, 2021],
      'total, north': [30, 10],
      'total, south': [40, 20],
      'total, <NULL>': [50, null],
    });
  });

  it('aggregates several metrics, fills gaps, and combines metric and value the other way round', () => {
    const options = {
      index: ['year'],
      columns: ['region'],
      aggregates: { total: { operator: 'sum' }, count: { operator: 'max' } },
      metric_fill_value: 0,
      combine_value_with_metric: true,
    };
    expect(run(sales, ['pivot', options])).toEqual({
      year: [2020, 2021],
      '<NULL>, total': [50, 0],
      '<NULL>, count': [0, 0],
      'north, total': [30, 10],
      'north, count': [3, 1],
      'south, total': [40, 20],
      'south, count': [4, 2],
    });
  });

  it('drops columns without any value unless told not to', () => {
    const input = table({ day: [1, 1], kind: ['a', 'b'], value: [null, 5] });
    const options = { index: ['day'], columns: ['kind'], aggregates: { value: mean } };
    expect(Object.keys(run(input, ['pivot', options]))).toEqual(['day', 'value, b']);
    expect(Object.keys(run(input, ['pivot', { ...options, drop_missing_columns: false }]))).toEqual([
      'day',
      'value, a',
      'value, b',
    ]);
  });

  it('adds totals of rows and columns', () => {
    const input = table({ day: [1, 1, 2], kind: ['a', 'b', 'a'], value: [1, 2, 4] });
    const options = {
      index: ['day'],
      columns: ['kind'],
      aggregates: { value: { operator: 'sum' } },
      marginal_distributions: true,
      marginal_distribution_name: 'Total',
    };
    expect(run(input, ['pivot', options])).toEqual({
      day: ['1', '2', 'Total'],
      'value, a': [1, 4, 5],
      'value, b': [2, null, 2],
      'value, Total': [3, 4, 7],
    });
  });

  it('escapes separators inside levels, drops levels, writes times as text, and tells the levels of each label', () => {
    const input = table(
      { day: [1], place: ['Paris, France'], at: [day('2024-01-02')], value: [1] },
      { at: 'temporal' },
    );
    const rules = [
      { operation: 'pivot', options: { index: ['day'], columns: ['place', 'at'], aggregates: { value: mean } } },
    ];
    const label = 'value, Paris\\, France, 2024-01-02 00:00:00';
    expect(postProcess(input, rules).labelMap[label]).toEqual(['value', 'Paris, France', '2024-01-02 00:00:00']);
    const flat = applyPostProcessing(input, [...rules, { operation: 'flatten', options: { drop_levels: [0] } }]);
    expect(flat.columns[1]?.name).toBe('Paris\\, France, 2024-01-02 00:00:00');
  });

  it('takes the metric away from labels when it is renamed to null', () => {
    const rename: [string, Record<string, unknown>] = ['rename', { columns: { total: null }, level: 0, inplace: true }];
    expect(Object.keys(run(sales, pivotYears, rename, ['flatten']))).toEqual(['year', '<NULL>', 'north', 'south']);
  });
});

describe('aggregate, rename, sort, select', () => {
  it('groups in the order of the groups, nulls last', () => {
    const aggregates = {
      sum: { operator: 'sum', column: 'total' },
      top: { operator: 'max', column: 'total' },
      p: { operator: 'percentile', column: 'total', options: { q: 50 } },
    };
    expect(run(sales, ['aggregate', { groupby: ['region'], aggregates }])).toEqual({
      region: ['north', 'south', null],
      sum: [40, 60, 50],
      top: [30, 40, 50],
      p: [20, 30, 50],
    });
    expect(run(sales, ['aggregate', { groupby: [], aggregates: { count: { operator: 'count' } } }])).toEqual({
      count: [5],
    });
  });

  it.each([
    ['mean', 2.5],
    ['median', 2.5],
    ['sum', 10],
    ['prod', 24],
    ['min', 1],
    ['max', 4],
    ['count', 5],
    ['count_nonzero', 5],
    ['std', Math.sqrt(1.25)],
    ['var', 1.25],
    ['argmax', 3],
    ['argmin', 0],
  ])('computes %s', (operator, expected) => {
    const input = table({ x: [1, 2, 3, 4, null] });
    expect(run(input, ['aggregate', { groupby: [], aggregates: { x: { operator } } }]).x?.[0]).toBeCloseTo(expected);
  });

  it('adds up what binary numbers lose', () => {
    const input = table({ x: [1e100, 1, -1e100] });
    expect(run(input, ['aggregate', { groupby: [], aggregates: { x: { operator: 'sum' } } }]).x).toEqual([1]);
  });

  it('sorts by several columns, nulls last both ways, in the new and the old form', () => {
    expect(run(sales, ['sort', { by: ['year', 'total'], ascending: [true, false] }]).total).toEqual([
      50, 40, 30, 20, 10,
    ]);
    expect(run(sales, ['sort', { by: 'region', ascending: false }]).region).toEqual([
      'south',
      'south',
      'north',
      'north',
      null,
    ]);
    expect(run(sales, ['sort', { columns: { region: true } }]).region).toEqual([
      'north',
      'north',
      'south',
      'south',
      null,
    ]);
    expect(run(sales, pivotYears, ['sort', { is_sort_index: true, ascending: false }]).year).toEqual([2021, 2020]);
  });

  it('projects, excludes and renames', () => {
    expect(Object.keys(run(sales, ['select', { columns: ['total', 'year'], rename: { year: 'when' } }]))).toEqual([
      'total',
      'when',
    ]);
    expect(Object.keys(run(sales, ['select', { exclude: ['year', 'count'] }]))).toEqual(['region', 'total']);
    expect(Object.keys(run(sales, ['rename', { columns: { total: 'sum' } }]))).toEqual([
      'region',
      'year',
      'sum',
      'count',
    ]);
  });
});

describe('windows', () => {
  const input = table({ x: [1, 2, null, 4, 8] });

  it.each([
    ['mean', [1, 1.5, 2, 3, 6]],
    ['sum', [1, 3, 2, 4, 12]],
    ['max', [1, 2, 2, 4, 8]],
    ['min', [1, 1, 2, 4, 4]],
    ['count', [1, 2, 1, 1, 2]],
    ['median', [1, 1.5, 2, 4, 6]],
  ])('rolls %s over two rows', (rolling_type, expected) => {
    const result = run(input, ['rolling', { rolling_type, window: 2, min_periods: 0, columns: { x: 'x' } }]).x;
    // The third window holds 2 and nothing, the fourth nothing and 4.
    expect(result).toEqual(rolling_type === 'mean' ? [1, 1.5, 2, 4, 6] : expected);
  });

  it('needs as many values as it is told, and cuts the first rows off', () => {
    expect(
      run(table({ x: [1, 2, 3, 4] }), [
        'rolling',
        { rolling_type: 'sum', window: 3, min_periods: 2, columns: { x: 'y' } },
      ]),
    ).toEqual({ x: [2, 3, 4], y: [3, 6, 9] });
    expect(
      run(table({ x: [1, 2, 3] }), ['rolling', { rolling_type: 'sum', window: 2, columns: { x: 'x' } }]).x,
    ).toEqual([null, 3, 5]);
    expect(
      run(table({ x: [1, 2, 3] }), [
        'rolling',
        { rolling_type: 'mean', window: 3, min_periods: 0, center: true, columns: { x: 'x' } },
      ]).x,
    ).toEqual([1.5, 2, 2.5]);
  });

  it('computes the spread and shape of samples', () => {
    const last = (rolling_type: string) =>
      run(table({ x: [2, 4, 4, 5, 9] }), ['rolling', { rolling_type, window: 5, min_periods: 0, columns: { x: 'x' } }])
        .x?.[4];
    expect(last('var')).toBeCloseTo(6.7);
    expect(last('std')).toBeCloseTo(Math.sqrt(6.7));
    expect(last('skew')).toBeCloseTo(1.2282, 3);
    expect(last('kurt')).toBeCloseTo(2.3992, 3);
    expect(last('quantile')).toBe(4);
  });

  it('accumulates, a null counting as 0', () => {
    const cum = (operator: string) => run(input, ['cum', { operator, columns: { x: 'x' } }]).x;
    expect(cum('sum')).toEqual([1, 3, 3, 7, 15]);
    expect(cum('prod')).toEqual([1, 2, 0, 0, 0]);
    expect(cum('max')).toEqual([1, 2, 2, 4, 8]);
    expect(cum('min')).toEqual([1, 1, 0, 0, 0]);
  });

  it('accumulates every series of a pivoted metric', () => {
    expect(run(sales, pivotYears, ['cum', { operator: 'sum', columns: { total: 'total' } }])).toMatchObject({
      'total, north': [30, 40],
      'total, south': [40, 60],
    });
  });

  it('takes differences down and across', () => {
    expect(run(table({ x: [1, 4, 9] }), ['diff', { columns: { x: 'd' } }]).d).toEqual([null, 3, 5]);
    expect(run(table({ x: [1, 4, 9] }), ['diff', { columns: { x: 'd' }, periods: -1 }]).d).toEqual([-3, -5, null]);
    expect(run(table({ a: [1], b: [5] }), ['diff', { columns: { a: 'a', b: 'b' }, axis: 'column' }])).toEqual({
      a: [null],
      b: [4],
    });
  });
});

describe('comparing', () => {
  const input = table({ now: [10, 6, 5, null], before: [8, 0, null, 1] });

  it.each([
    ['difference', [2, 6, null, null]],
    ['percentage', [0.25, null, null, null]],
    ['ratio', [1.25, null, null, null]],
  ])('compares by %s', (compare_type, expected) => {
    const options = { source_columns: ['now'], compare_columns: ['before'], compare_type };
    expect(run(input, ['compare', options])[`${compare_type}__now__before`]).toEqual(expected);
    expect(Object.keys(run(input, ['compare', { ...options, drop_original_columns: true }]))).toEqual([
      `${compare_type}__now__before`,
    ]);
  });

  it('rounds to the precision asked for', () => {
    const options = { source_columns: ['a'], compare_columns: ['b'], compare_type: 'ratio', precision: 2 };
    expect(run(table({ a: [1], b: [3] }), ['compare', options]).ratio__a__b).toEqual([0.33]);
  });

  it('makes shares of rows and of columns', () => {
    const shares = table({ name: ['x', 'y'], a: [1, 3], b: [3, null] });
    expect(run(shares, ['contribution', { orientation: 'row' }])).toEqual({
      name: ['x', 'y'],
      a: [0.25, 1],
      b: [0.75, null],
    });
    expect(
      run(shares, ['contribution', { orientation: 'column', columns: ['a'], rename_columns: ['share'] }]).share,
    ).toEqual([0.25, 0.75]);
    expect(run(table({ a: [0] }), ['contribution', { orientation: 'row' }]).a).toEqual([null]);
  });

  it('shares each time shift within itself', () => {
    const shifted = table({ a: [1], b: [3], 'a__1 year ago': [2], 'b__1 year ago': [2] });
    expect(run(shifted, ['contribution', { orientation: 'row', time_shifts: ['1 year ago'] }])).toEqual({
      a: [0.25],
      b: [0.75],
      'a__1 year ago': [0.5],
      'b__1 year ago': [0.5],
    });
  });

  it('ranks within groups, equals sharing their places', () => {
    const input = table({ group: ['a', 'a', 'a', 'b'], x: [1, 2, 2, 9] });
    expect(run(input, ['rank', { metric: 'x', group_by: 'group' }]).rank).toEqual([1 / 3, 2.5 / 3, 2.5 / 3, 1]);
  });
});

describe('resample', () => {
  const daily = table({ day: [day('2024-01-04'), day('2024-01-01')], x: [10, 1] }, { day: 'temporal' });
  const pivotDays: [string, Record<string, unknown>] = ['pivot', { index: ['day'], aggregates: { x: mean } }];
  const days = ['2024-01-01', '2024-01-02', '2024-01-03', '2024-01-04'].map(day);

  it.each<[string, Record<string, unknown>, readonly CellValue[]]>([
    ['asfreq', {}, [1, null, null, 10]],
    ['asfreq', { fill_value: 0 }, [1, 0, 0, 10]],
    ['ffill', {}, [1, 1, 1, 10]],
    ['bfill', {}, [1, 10, 10, 10]],
    ['linear', {}, [1, 4, 7, 10]],
    ['mean', {}, [1, null, null, 10]],
    ['sum', {}, [1, 0, 0, 10]],
    ['median', {}, [1, null, null, 10]],
  ])('fills days by %s %j', (method, rest, expected) => {
    expect(run(daily, pivotDays, ['resample', { rule: '1D', method, ...rest }])).toEqual({ day: days, x: expected });
  });

  it.each([
    ['1T', ['2024-01-01T10:00:00', '2024-01-01T10:01:00', '2024-01-01T10:02:00']],
    ['1H', ['2024-01-01T10:00:00']],
    ['1D', ['2024-01-01T00:00:00']],
    ['1M', ['2024-01-31T00:00:00']],
    ['1AS', ['2024-01-01T00:00:00']],
  ])('reads the rule %s', (rule, expected) => {
    const times = [Date.parse('2024-01-01T10:00:00Z'), Date.parse('2024-01-01T10:02:30Z')];
    const result = run(table({ day: times, x: [1, 2] }, { day: 'temporal' }), pivotDays, [
      'resample',
      { rule, method: 'sum' },
    ]);
    expect(result.day).toEqual(expected.map((text) => Date.parse(`${text}Z`)));
  });

  it('makes weeks of seven days from the first day', () => {
    const times = ['2024-01-03', '2024-01-09', '2024-01-10'].map(day);
    const result = run(table({ day: times, x: [1, 2, 4] }, { day: 'temporal' }), pivotDays, [
      'resample',
      { rule: '7D', method: 'sum' },
    ]);
    expect(result).toEqual({ day: ['2024-01-03', '2024-01-10'].map(day), x: [3, 4] });
  });

  it('refuses grids that would never end', () => {
    const input = table({ day: [0, day('2024-01-01')], x: [1, 2] }, { day: 'temporal' });
    expect(() => run(input, pivotDays, ['resample', { rule: '1S', method: 'sum' }])).toThrow('more than 200000 rows');
    expect(() => run(input, pivotDays, ['resample', { rule: '1X', method: 'sum' }])).toThrow(
      'Invalid resample rule: 1X',
    );
  });
});

describe('distributions', () => {
  const input = table({ kind: ['a', 'a', 'a', 'a', 'a', 'b'], x: [1, 2, 3, 4, 100, 7] });

  it('describes boxes after Tukey', () => {
    expect(run(input, ['boxplot', { groupby: ['kind'], metrics: ['x'], whisker_type: 'tukey' }])).toEqual({
      kind: ['a', 'b'],
      x__mean: [22, 7],
      x__median: [3, 7],
      x__max: [4, 7],
      x__min: [1, 7],
      x__q1: [2, 7],
      x__q3: [4, 7],
      x__count: [5, 1],
      x__outliers: ['[100]', '[]'],
    });
  });

  it('draws whiskers to the ends or to percentiles', () => {
    const box = (rest: Record<string, unknown>) =>
      run(input, ['boxplot', { groupby: ['kind'], metrics: ['x'], ...rest }]);
    expect(box({ whisker_type: 'min/max' })).toMatchObject({ x__max: [100, 7], x__outliers: ['[]', '[]'] });
    expect(box({ whisker_type: 'percentile', percentiles: [25, 75] })).toMatchObject({
      x__min: [2, 7],
      x__max: [4, 7],
      x__outliers: ['[100,1]', '[]'],
    });
    expect(() => box({ whisker_type: 'percentile', percentiles: [75, 25] })).toThrow('percentiles must be a list');
  });

  it('counts values in bins, also cumulative and as shares', () => {
    const numbers = table({ x: [0, 1, 2, 3, 4, 10, null] });
    expect(run(numbers, ['histogram', { column: 'x', bins: 2 }])).toEqual({ '0.0 - 5.0': [5], '5.0 - 10.0': [1] });
    const weighed = table({ x: [0, 4, 10], rows: [3, 2, 7] });
    expect(run(weighed, ['histogram', { column: 'x', bins: 2, count: 'rows' }])).toEqual({
      '0.0 - 5.0': [5],
      '5.0 - 10.0': [7],
    });
    expect(run(numbers, ['histogram', { column: 'x', bins: 2, cumulative: true }])).toEqual({
      '0.0 - 5.0': [5],
      '5.0 - 10.0': [6],
    });
    expect(run(numbers, ['histogram', { column: 'x', bins: 2, normalize: true }])).toEqual({
      '0.0 - 5.0': [5 / 6],
      '5.0 - 10.0': [1 / 6],
    });
    expect(run(input, ['histogram', { column: 'x', bins: 1, groupby: ['kind'] }])).toEqual({
      kind: ['a', 'b'],
      '1.0 - 100.0': [5, 1],
    });
  });

  it('puts every value into exactly one bin', () => {
    const numbers = fc.array(fc.double({ noNaN: true, min: -1e6, max: 1e6 }), { minLength: 1 });
    fc.assert(
      fc.property(numbers, fc.integer({ min: 1, max: 30 }), (x, bins) => {
        const result = applyPostProcessing(table({ x }), [{ operation: 'histogram', options: { column: 'x', bins } }]);
        const counts = result.columns.map((column) => Number(column.values[0]));
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(x.length);
      }),
    );
  });
});

describe('geography', () => {
  it('decodes and encodes geohashes', () => {
    const decoded = run(table({ hash: ['u4pruydqqvj', null] }), [
      'geohash_decode',
      { geohash: 'hash', latitude: 'lat', longitude: 'lon' },
    ]);
    expect(decoded.lat?.[0]).toBeCloseTo(57.64911, 4);
    expect(decoded.lon?.[0]).toBeCloseTo(10.40744, 4);
    expect(decoded.lat?.[1]).toBeNull();
    const encoded = run(table({ lat: [57.64911], lon: [10.40744] }), [
      'geohash_encode',
      { geohash: 'hash', latitude: 'lat', longitude: 'lon' },
    ]);
    expect(encoded.hash?.[0]).toMatch(/^u4pruydqqvj/);
    expect(() =>
      run(table({ hash: ['a!'] }), ['geohash_decode', { geohash: 'hash', latitude: 'a', longitude: 'b' }]),
    ).toThrow('Invalid geohash string');
  });

  it('parses points', () => {
    const points = table({ p: ['-25.1, 45.5', `41°24'12.2"N 2°10'26.5"E 100m`, null] });
    const result = run(points, [
      'geodetic_parse',
      { geodetic: 'p', latitude: 'lat', longitude: 'lon', altitude: 'alt' },
    ]);
    expect(result.lat?.map((value) => (value === null ? null : Number(Number(value).toFixed(4))))).toEqual([
      -25.1,
      41.4034,
      null,
    ]);
    expect(result.lon?.map((value) => (value === null ? null : Number(Number(value).toFixed(4))))).toEqual([
      45.5,
      2.174,
      null,
    ]);
    expect(result.alt).toEqual([0, 0.1, null]);
    expect(() =>
      run(table({ p: ['here'] }), ['geodetic_parse', { geodetic: 'p', latitude: 'a', longitude: 'b' }]),
    ).toThrow('Invalid geodetic string');
  });
});
