import type { ResultChart, ResultTable } from '@powerset/contract';
import { expect, it } from 'vitest';
import { onOneAxis } from './first-chart.ts';
import { splitBySize } from './measure-panels.ts';

const chartOf = (...names: readonly string[]): ResultChart => ({
  type: 'echarts_timeseries_line',
  x: 'day',
  grain: null,
  y: names.map((column) => ({ column, aggregate: 'SUM' })),
  split: null,
});
const tableOf = (columns: Readonly<Record<string, readonly number[]>>): ResultTable => ({
  rowCount: 2,
  columns: [
    { name: 'day', type: 'temporal', nativeType: 'DATE', values: [0, 86_400_000] },
    ...Object.entries(columns).map(([name, values]) => ({
      name,
      type: 'number' as const,
      nativeType: 'DOUBLE',
      values,
    })),
  ],
});
const panels = (chart: ResultChart, table: ResultTable) =>
  splitBySize(chart, table).map((panel) => [
    panel.chart.y.map(({ column }) => column).join(' '),
    panel.table.columns.map(({ name }) => name).join(' '),
  ]);

it('gives figures of far sizes panels of their own, and leaves those together that one axis can show', () => {
  const table = tableOf({ 'SUM(revenue)': [900, -5000], 'SUM(orders)': [3, 40], 'SUM(costs)': [700, 800] });
  expect(panels(chartOf('revenue', 'orders', 'costs'), table)).toEqual([
    ['revenue costs', 'day SUM(revenue) SUM(costs)'],
    ['orders', 'day SUM(orders)'],
  ]);
  expect(
    splitBySize(chartOf('revenue', 'costs'), tableOf({ 'SUM(revenue)': [9, 9], 'SUM(costs)': [1, 2] })),
  ).toHaveLength(1);
  expect(
    splitBySize(chartOf('revenue', 'costs'), tableOf({ 'SUM(revenue)': [9, 9], 'SUM(costs)': [0, 0] })),
  ).toHaveLength(1);
  expect(splitBySize({ ...chartOf('revenue', 'orders'), type: 'table' }, table)).toHaveLength(1);
});

it('knows the columns of a figure that is split', () => {
  const table = tableOf({ 'SUM(revenue), EMEA': [900, 500], 'SUM(orders), EMEA': [3, 4], 'SUM(orders), APAC': [1, 2] });
  expect(panels({ ...chartOf('revenue', 'orders'), split: 'region' }, table)).toEqual([
    ['revenue', 'day SUM(revenue), EMEA'],
    ['orders', 'day SUM(orders), EMEA SUM(orders), APAC'],
  ]);
});

it('hands the chart builder, which has one axis, only the figures that can be read beside the first', () => {
  const columns = [
    { name: 'revenue', type: 'number', size: 5000 },
    { name: 'orders', type: 'number', size: 40 },
    { name: 'costs', type: 'number', size: 800 },
  ] as const;
  expect(onOneAxis(chartOf('revenue', 'orders', 'costs'), columns).y.map(({ column }) => column)).toEqual([
    'revenue',
    'costs',
  ]);
});
