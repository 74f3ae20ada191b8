import { describe, expect, it } from 'vitest';
import type { ExploreColumn, ExploreDataset } from './dataset.ts';
import { proposedName } from './proposed-name.ts';

const columnOf = (name: string, change: Partial<ExploreColumn> = {}): ExploreColumn => ({
  ...{ id: 1, column_name: name, verbose_name: null, description: null, expression: null, type: null },
  ...{ type_generic: 1, filterable: true, groupby: true, is_dttm: false },
  ...change,
});
const dataset: ExploreDataset = {
  ...{ id: 7, type: 'table', name: 'main.orders' },
  columns: [columnOf('ordered_at', { is_dttm: true }), columnOf('channel', { verbose_name: 'Channel' })],
  metrics: [
    { id: 1, metric_name: 'count', verbose_name: 'Orders', description: null, expression: '', warning_text: null },
  ],
};
const t = (text: string, values: Readonly<Record<string, unknown>> = {}) =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));
const nameOf = (form: Readonly<Record<string, unknown>>) => proposedName({ viz_type: 'bar', ...form }, dataset, t);

describe('the name that a new chart is proposed', () => {
  it('says what is measured, and by what it is split', () => {
    expect(nameOf({ metrics: ['count'], x_axis: 'channel', groupby: [] })).toBe('Orders by Channel');
    expect(nameOf({ metric: { label: 'SUM(Units)', expressionType: 'SQL', sqlExpression: 'SUM(Units)' } })).toBe(
      'SUM(Units)',
    );
  });

  it('calls a course over time by its lines, and by its axis where it has one line', () => {
    expect(nameOf({ metrics: ['count'], x_axis: 'ordered_at', groupby: ['channel'] })).toBe('Orders by Channel');
    expect(nameOf({ metrics: ['count'], x_axis: 'ordered_at' })).toBe('Orders by ordered_at');
  });

  it('is none where nothing is measured', () => {
    expect(nameOf({ query_mode: 'raw', all_columns: ['channel'] })).toBe('');
  });
});
