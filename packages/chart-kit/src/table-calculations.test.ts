import type { ResultTable } from '@powerset/contract';
import { describe, expect, it } from 'vitest';
import {
  calculatedName,
  readShownAs,
  tableCalculationsOf,
  withCalculatedNames,
  withOwnLabels,
  withTableCalculations,
} from './table-calculations.ts';

const form = { viz_type: 'x', currency_format: { symbol: 'EUR' }, table_calculations: { revenue: { type: 'share' } } };
const context = {
  form,
  verboseNames: { revenue: 'Revenue', orders: 'Orders' },
  columnFormats: { revenue: ',.2f' },
  currencies: { revenue: { symbol: 'EUR', symbolPosition: 'prefix' as const } },
  colorOf: () => '',
};
const named = (...names: readonly string[]): ResultTable => ({
  columns: names.map((name) => ({ name, type: 'number', nativeType: '', values: [] })),
  rowCount: 0,
});

describe('how the metrics of a form are shown', () => {
  it('is read leniently: what is unknown is a metric shown as itself', () => {
    expect(readShownAs({ type: 'median' })).toBeNull();
    expect(readShownAs('share')).toBeNull();
    expect(readShownAs({ type: 'rank', of: 'galaxy', periods: 'x' })).toEqual({ type: 'rank' });
    expect(readShownAs({ type: 'moving_average', periods: '7' })).toEqual({ type: 'moving_average', periods: 7 });
    expect(tableCalculationsOf({ table_calculations: [1] })).toEqual([]);
  });

  it('goes with the queries that ask for the metric, and with no others', () => {
    const queries = [{ metrics: ['revenue'] }, { metrics: ['orders'] }, { metrics: ['revenue'], is_rowcount: true }];
    const [first, ...others] = withTableCalculations(queries, form);
    expect(first?.table_calculations).toEqual([{ metric: 'revenue', type: 'share' }]);
    expect(others).toEqual(queries.slice(1));
    expect(withTableCalculations(queries, { viz_type: 'x' })).toBe(queries);
  });

  it('is in the name of what comes back, under which charts find the metric again', () => {
    expect(calculatedName({ metric: 'revenue', type: 'moving_average', periods: 3 })).toBe('revenue (average of 3)');
    const table = named('at', 'revenue (share of total), North', 'revenue (share of total)__1 year ago', 'orders');
    const [own] = withOwnLabels([table], form);
    expect(own?.columns.map(({ name }) => name)).toEqual(['at', 'revenue, North', 'revenue__1 year ago', 'orders']);
    const plain = [table];
    expect(withOwnLabels(plain, { viz_type: 'x' })).toBe(plain);
  });

  it('is said in the friendly name and in the format: a share is a percentage without a currency', () => {
    const shown = withCalculatedNames(context);
    expect(shown.verboseNames).toEqual({ revenue: 'Revenue (share of total)', orders: 'Orders' });
    expect(shown.columnFormats.revenue).toBe('.1~%');
    expect([shown.currencies?.revenue, shown.form.currency_format]).toEqual([undefined, null]);
    const running = { ...form, table_calculations: { revenue: { type: 'running_total' } } };
    expect(withCalculatedNames({ ...context, form: running })).toMatchObject({
      columnFormats: { revenue: ',.2f' },
      currencies: context.currencies,
    });
    const plain = { ...context, form: { viz_type: 'x' } };
    expect(withCalculatedNames(plain)).toBe(plain);
  });
});
