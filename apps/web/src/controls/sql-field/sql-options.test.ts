import { describe, expect, it } from 'vitest';
import { toSqlOptions } from './sql-options.ts';

const options = toSqlOptions({
  columns: [{ name: 'order date', detail: 'DATE', type: 'temporal' }],
  metrics: [{ saved_metric_name: 'turnover', expression: 'SUM(revenue)' }],
  functions: ['abs', 'sum'],
  keywords: ['CASE'],
  quote: (name) => `"${name}"`,
});

describe('what may stand in an SQL expression', () => {
  it('is offered with columns first, then metrics, aggregates, other functions and words', () => {
    const order = options.toSorted((a, b) => b.boost - a.boost).map(({ label }) => label);
    expect(order).toEqual(['order date', 'turnover', 'sum', 'abs', 'CASE']);
  });

  it('is written as SQL: columns quoted where they must be, saved metrics by their expression [MET-002]', () => {
    expect(options.find(({ label }) => label === 'order date')?.apply).toBe('"order date"');
    expect(options.find(({ kind }) => kind === 'metric')).toMatchObject({ label: 'turnover', apply: 'SUM(revenue)' });
    expect(options.find(({ label }) => label === 'abs')?.apply).toBe('abs(');
  });
});
