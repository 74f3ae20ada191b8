import type { CellValue, QueryObject, ResultTable, TableCalculation } from '@powerset/contract';
import { describe, expect, it } from 'vitest';
import { applyPostProcessing } from '../post-processing/index.ts';
import { calculateTable, inOwnOrder, wholeQuery, withCalculationOffsets } from './index.ts';

const day = (date: string) => Date.parse(`${date}T00:00:00Z`);
const axis = { label: 'day', sqlExpression: 'day', columnType: 'BASE_AXIS' as const };
const column = (name: string, values: readonly CellValue[], type: 'string' | 'number' | 'temporal' = 'string') => ({
  ...{ name, type, nativeType: '', values },
});
const tableOf = (...columns: ResultTable['columns'][number][]): ResultTable => ({
  columns,
  rowCount: columns[0]?.values.length ?? 0,
});
const planned = (label: string, role: 'column' | 'metric', grain: string | null = null) => ({
  ...{ label, alias: label, role, type: null, isTimeAxis: grain !== null, grain },
});

/** Two shops on three days; the second was shut on the 2nd, and the first one's till was not read on the 3rd. */
const sales = tableOf(
  column(
    'day',
    ['2024-01-04', '2024-01-01', '2024-01-02', '2024-01-03', '2024-01-01', '2024-01-03'].map(day),
    'temporal',
  ),
  column('shop', ['North', 'North', 'North', 'North', 'South', 'South']),
  column('revenue', [40, 10, 20, null, 30, -10], 'number'),
);
const daily = { columns: [planned('day', 'column', 'P1D'), planned('shop', 'column'), planned('revenue', 'metric')] };

function shown(
  calculation: Omit<TableCalculation, 'metric'>,
  given: Partial<Parameters<typeof calculateTable>[1]> = {},
) {
  const query: QueryObject = {
    ...{ columns: [axis, 'shop'], metrics: ['revenue'] },
    table_calculations: [{ metric: 'revenue', ...calculation }],
  };
  return calculateTable(sales, { query, plan: daily, whole: null, ...given }).columns.at(-1)?.values;
}

describe('table calculations', () => {
  it('show a share of everything, of a series and of a position, of what is there', () => {
    // All: 10 + 20 + 40 + 30 - 10 = 90; North 70, South 20; 1st 40, 2nd 20, 3rd -10, 4th 40.
    expect(shown({ type: 'share' })).toEqual([40 / 90, 10 / 90, 20 / 90, null, 30 / 90, -10 / 90]);
    expect(shown({ type: 'share', of: 'series' })).toEqual([40 / 70, 10 / 70, 20 / 70, null, 30 / 20, -10 / 20]);
    expect(shown({ type: 'share', of: 'position' })).toEqual([1, 0.25, 1, null, 0.75, 1]);
  });

  it('take what a share is of from the database where its answer is given', () => {
    const whole = tableOf(
      column('day', [null, null, day('2024-01-01')], 'temporal'),
      column('shop', [null, 'North', null]),
      column('revenue', [1000, 500, 100], 'number'),
      column('__grouping_set', [3, 2, 1], 'number'),
    );
    expect(shown({ type: 'share' }, { whole })?.slice(0, 2)).toEqual([0.04, 0.01]);
    expect(shown({ type: 'share', of: 'series' }, { whole })).toEqual([0.08, 0.02, 0.04, null, null, null]);
    expect(shown({ type: 'share', of: 'position' }, { whole })).toEqual([null, 0.1, null, null, 0.3, null]);
  });

  it('add up along time in each series, past what has no value', () => {
    expect(shown({ type: 'running_total' })).toEqual([70, 10, 30, null, 30, 20]);
  });

  it('add cents up to cents', () => {
    const table = tableOf(column('shop', ['a', 'b', 'c']), column('revenue', [0.1, 0.2, 0.25], 'number'));
    const query: QueryObject = {
      ...{ columns: ['shop'], metrics: ['revenue'] },
      table_calculations: [{ metric: 'revenue', type: 'running_total' }],
    };
    const plan = { columns: [planned('shop', 'column'), planned('revenue', 'metric')] };
    expect(calculateTable(table, { query, plan, whole: null }).columns[1]?.values).toEqual([0.1, 0.3, 0.55]);
  });

  it('rank the largest first, ties alike, and nothing where there is no value', () => {
    expect(shown({ type: 'rank', of: 'total' })).toEqual([1, 4, 3, null, 2, 5]);
    expect(shown({ type: 'rank' })).toEqual([1, 2, 1, null, 1, 1]);
    const tied = tableOf(column('shop', ['a', 'b', 'c', 'd']), column('revenue', [5, 7, 7, 1], 'number'));
    const query: QueryObject = {
      ...{ columns: ['shop'], metrics: ['revenue'], table_calculations: [{ metric: 'revenue', type: 'rank' }] },
    };
    const plan = { columns: [planned('shop', 'column'), planned('revenue', 'metric')] };
    expect(calculateTable(tied, { query, plan, whole: null }).columns[1]?.values).toEqual([3, 1, 1, 4]);
  });

  it('compare with the period before, and with none where that has no row or no value', () => {
    // South has no row on the 2nd, North no value on the 3rd: what follows has nothing to be compared with.
    expect(shown({ type: 'difference' })).toEqual([null, null, 10, null, null, null]);
    expect(shown({ type: 'difference', periods: 2 })).toEqual([20, null, null, null, null, -40]);
    expect(shown({ type: 'percent_difference', periods: 2 })).toEqual([1, null, null, null, null, -40 / 30]);
  });

  it('call a rise from below zero a rise, and a change of nothing no share', () => {
    const table = tableOf(column('shop', ['a', 'b', 'c', 'd']), column('revenue', [-10, 5, 0, 3], 'number'));
    const query: QueryObject = {
      ...{ columns: ['shop'], metrics: ['revenue'] },
      table_calculations: [{ metric: 'revenue', type: 'percent_difference' }],
    };
    const plan = { columns: [planned('shop', 'column'), planned('revenue', 'metric')] };
    expect(calculateTable(table, { query, plan, whole: null }).columns[1]?.values).toEqual([null, 1.5, -1, null]);
  });

  it('average over whole windows of time, of the values that are in them', () => {
    expect(shown({ type: 'moving_average', periods: 2 })).toEqual([40, null, 15, 20, null, -10]);
    expect(shown({ type: 'moving_average', periods: 3 })).toEqual([30, null, null, 15, null, 10]);
  });

  it('step back by months as long as they are', () => {
    const months = ['2024-01-01', '2024-02-01', '2024-03-01', '2024-05-01'].map(day);
    const table = tableOf(column('day', months, 'temporal'), column('revenue', [1, 2, 4, 8], 'number'));
    const query: QueryObject = {
      ...{ columns: [axis], metrics: ['revenue'], table_calculations: [{ metric: 'revenue', type: 'difference' }] },
    };
    const plan = { columns: [planned('day', 'column', 'P1M'), planned('revenue', 'metric')] };
    expect(calculateTable(table, { query, plan, whole: null }).columns[1]?.values).toEqual([null, 1, 2, null]);
  });

  it('compare with an earlier time that nobody else asked for, and leave no column of it', () => {
    const query: QueryObject = {
      ...{ columns: [axis, 'shop'], metrics: ['revenue', 'orders'] },
      table_calculations: [{ metric: 'revenue', type: 'percent_difference', offset: '1 year ago' }],
    };
    expect(withCalculationOffsets(query).time_offsets).toEqual(['1 year ago']);
    const table = tableOf(
      ...sales.columns,
      column('orders', [1, 1, 1, 1, 1, 1], 'number'),
      column('revenue__1 year ago', [50, 8, 0, 5, null, -20], 'number'),
      column('orders__1 year ago', [1, 1, 1, 1, 1, 1], 'number'),
    );
    const { columns } = calculateTable(table, { query, plan: daily, whole: null });
    expect(columns.map(({ name }) => name)).toEqual(['day', 'shop', 'revenue', 'orders']);
    expect(columns[2]?.values).toEqual([-0.2, 0.25, null, null, null, 0.5]);
  });

  it('run along categories in the order in which they are drawn, which stays that of the metric', () => {
    const category = { ...axis, label: 'shop', sqlExpression: 'shop' };
    const table = tableOf(column('shop', ['b', 'a', 'c']), column('revenue', [5, 1, 9], 'number'));
    const rules = [
      { operation: 'pivot', options: { index: ['shop'], aggregates: { revenue: { operator: 'mean' } } } },
      { operation: 'sort', options: { by: 'revenue', ascending: false } },
      { operation: 'flatten' },
    ];
    const query: QueryObject = {
      ...{ columns: [category], metrics: ['revenue'], post_processing: rules },
      table_calculations: [{ metric: 'revenue', type: 'running_total' }],
    };
    const plan = { columns: [planned('shop', 'column'), planned('revenue', 'metric')] };
    const calculated = calculateTable(table, { query, plan, whole: null });
    const names = new Map([['revenue', 'revenue (running total)']]);
    const drawn = applyPostProcessing(calculated, inOwnOrder(rules, { query, table }), names);
    expect(drawn.columns.map(({ name, values }) => [name, ...values])).toEqual([
      ['shop', 'c', 'b', 'a'],
      ['revenue (running total)', 9, 14, 15],
    ]);
  });

  it('ask the database for what shares are of without the limits of the query', () => {
    const whole = wholeQuery({
      ...{ columns: [axis, 'shop'], metrics: ['revenue', 'orders'], row_limit: 10, series_limit: 3 },
      table_calculations: [{ metric: 'revenue', type: 'share', of: 'position' }],
    });
    expect(whole).toMatchObject({ metrics: ['revenue'], grouping_sets: [['day']], row_limit: 0, series_limit: 0 });
    expect(wholeQuery({ columns: ['shop'], metrics: ['revenue'] })).toBeUndefined();
  });

  it('leave totals without what a total does not have', () => {
    expect(shown({ type: 'rank' }, { query: { ...totals('rank') } })).toEqual(sales.columns[2]?.values.map(() => null));
    expect(shown({ type: 'share' }, { query: totals('share') })?.[0]).toBe(40 / 90);
  });
});

const totals = (type: TableCalculation['type']): QueryObject => ({
  ...{ columns: [axis, 'shop'], metrics: ['revenue'], grouping_sets: [['day']] },
  table_calculations: [{ metric: 'revenue', type }],
});
