import type { ChartDefinition } from '@powerset/chart-kit';
import { findChartDefinition } from '@powerset/charts/definitions';
import { describe, expect, it } from 'vitest';
import { chosenParts, isBlankChart, timeSpans, toDataFacts } from './data-facts.ts';
import type { ExploreDataset } from './dataset.ts';

const column = (column_name: string, type_generic: number, more: object = {}) => ({
  ...{ id: 1, column_name, verbose_name: null, description: null, expression: null, type: null },
  ...{ type_generic, filterable: true, groupby: true, is_dttm: false, ...more },
});
// The fields that a dataset has besides are not read here.
const dataset = {
  ...{ id: 1, type: 'table', name: 'orders', main_dttm_col: 'ordered' },
  columns: [
    column('ordered', 2, { verbose_name: 'Order date', is_dttm: true }),
    column('city', 1),
    column('amount', 0),
    column('internal', 1, { groupby: false }),
  ],
  metrics: [{ id: 1, metric_name: 'rev', verbose_name: 'Revenue' }],
} as unknown as ExploreDataset;
// Both are always among the charts.
const definitionOf = (key: string) => findChartDefinition(key) as ChartDefinition;
const partsOf = (form: { readonly viz_type: string; readonly [name: string]: unknown }) =>
  chosenParts(form, definitionOf(form.viz_type), dataset);

describe('a dataset as suggestions look at it', () => {
  it('has the columns that may be grouped by, with their names and how many values differ', () => {
    expect(toDataFacts(dataset, { distinct: new Map([['city', 5]]) })).toEqual({
      columns: [
        { name: 'ordered', type: 'temporal', label: 'Order date' },
        { name: 'city', type: 'string', distinct: 5 },
        { name: 'amount', type: 'number' },
      ],
      metrics: [{ name: 'rev', label: 'Revenue' }],
      mainTime: 'ordered',
    });
  });

  it('knows how far times reach that were looked at', () => {
    const valuesOf = (name: string, type: 'temporal' | 'number', values: readonly (number | null)[]) => ({
      ...{ name, type, values, nativeType: '' },
    });
    const spans = timeSpans({
      columns: [
        valuesOf('ordered', 'temporal', [5000, null, 1000, 4000]),
        valuesOf('sent', 'temporal', [null, null, null, null]),
        valuesOf('amount', 'number', [1, 2, 3, 4]),
      ],
      rowCount: 4,
    });
    expect([...spans]).toEqual([['ordered', 4000]]);
    expect(toDataFacts(dataset, { distinct: new Map(), spans }).columns[0]).toMatchObject({ spanMs: 4000 });
  });
});

describe('what a form says is to be shown', () => {
  it('is its metrics, groups and time, each once', () => {
    const form = { viz_type: 'echarts_timeseries_line', x_axis: 'ordered', metrics: ['rev', 'rev'], groupby: ['city'] };
    expect(partsOf(form)).toEqual({ metrics: ['rev'], dimensions: ['city'], time: 'ordered' });
    expect(partsOf({ viz_type: 'pie', metric: 'rev', groupby: ['city'] })).toEqual({
      metrics: ['rev'],
      dimensions: ['city'],
      time: null,
    });
  });

  it('is not what orders or decorates it', () => {
    const form = { viz_type: 'table', metrics: [], groupby: [], timeseries_limit_metric: 'rev', all_columns: ['city'] };
    expect(isBlankChart(partsOf(form))).toBe(true);
  });

  it('is nothing while a new chart has but its time axis', () => {
    expect(isBlankChart(partsOf({ viz_type: 'echarts_timeseries_line', x_axis: 'ordered' }))).toBe(true);
    expect(isBlankChart(partsOf({ viz_type: 'echarts_timeseries_line', metrics: ['rev'] }))).toBe(false);
    expect(isBlankChart(partsOf({ viz_type: 'echarts_timeseries_bar', x_axis: 'city' }))).toBe(false);
  });
});
