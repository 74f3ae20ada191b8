import { expect, it } from 'vitest';
import { chartColumns, firstChart, fittingChart, suggestChart, suggestGrain } from './first-chart.ts';

type Kinds = Readonly<Record<string, keyof typeof kinds>>;
const kinds = { number: 0, text: 1, time: 2, boolean: 3 };
const runOf = (columns: readonly (readonly [string, keyof typeof kinds])[], rows = 10) => ({
  rows,
  extra: {
    progress: null,
    columns: columns.map(([name, kind]) => ({
      name,
      column_name: name,
      type: kind.toUpperCase(),
      type_generic: kinds[kind],
      is_dttm: kind === 'time',
    })),
  },
});
const chart = (columns: Kinds, rows = 10) => firstChart(chartColumns(runOf(Object.entries(columns))), rows);
const suggested = (columns: Kinds, rows = 10) => suggestChart(chartColumns(runOf(Object.entries(columns))), rows);
const sums = ({ metrics }: Readonly<Record<string, unknown>>) => JSON.stringify(metrics).match(/SUM\(\w+\)/g);

it('begins with what the columns speak for: lines over time, bars by category, a figure alone', () => {
  const line = chart({ day: 'time', revenue: 'number', costs: 'number' });
  expect(line).toMatchObject({ viz_type: 'echarts_timeseries_line', x_axis: 'day', groupby: [] });
  expect(sums(line)).toEqual(['SUM(revenue)', 'SUM(costs)']);
  expect(chart({ day: 'time', region: 'text', revenue: 'number' })).toMatchObject({
    x_axis: 'day',
    groupby: ['region'],
  });
  const bars = chart({ region: 'text', revenue: 'number' });
  expect(bars).toMatchObject({ viz_type: 'echarts_timeseries_bar', x_axis: 'region' });
  expect(sums(bars)).toEqual(['SUM(revenue)']);
  expect(chart({ revenue: 'number' }, 1)).toMatchObject({ viz_type: 'big_number_total' });
});

it('cuts times into nothing unless it is told to: days, which a chart has else, would part the points of months', () => {
  for (const columns of [
    { month: 'time', revenue: 'number' },
    { month: 'time', region: 'text', revenue: 'number' },
  ])
    expect(chart(columns as Kinds)).toMatchObject({ x_axis: 'month', time_grain_sqla: null });
});

it('shows the rows where no chart suggests itself, and adds no names of things or years up', () => {
  expect(chart({ region: 'text', city: 'text', revenue: 'number' })).toEqual({
    query_mode: 'raw',
    all_columns: ['region', 'city', 'revenue'],
  });
  expect(chart({ region: 'text', order_id: 'number' })).toMatchObject({ query_mode: 'raw' });
  expect(chart({})).toEqual({});
});

it('draws a result that no chart suggests itself for as counts or sums of what comes first', () => {
  expect(suggested({ region: 'text', city: 'text', revenue: 'number' })).toMatchObject({
    type: 'echarts_timeseries_bar',
    x: 'region',
    y: [{ column: 'revenue', aggregate: 'SUM' }],
  });
  expect(suggested({ order_id: 'number', region: 'text' })).toMatchObject({
    x: 'region',
    y: [{ column: null, aggregate: 'COUNT' }],
  });
  expect(suggested({})).toBeNull();
});

it('cuts times so that they are a few hundred points, and leaves those that their author has grouped', () => {
  const over = (min: string, max: string, rows = 100_000) => suggestGrain({ min, max }, rows);
  expect(over('2026-01-01 00:00:00', '2026-01-03 00:00:00')).toBe('PT1H');
  expect(over('2025-01-01', '2025-12-31')).toBe('P1D');
  expect(over('2020-01-01', '2026-01-01')).toBe('P1M');
  expect(over('1800-01-01', '2026-01-01')).toBe('P1Y');
  expect(over('2020-01-01', '2026-01-01', 72)).toBeNull();
  expect(over('', '')).toBeNull();
});

it('names of two columns of one name only the first, and forgets a choice whose columns are gone', () => {
  const columns = chartColumns(
    runOf([
      ['id', 'number'],
      ['ID', 'text'],
      ['', 'text'],
      ['city', 'text'],
    ]),
  );
  expect(columns.map(({ name }) => name)).toEqual(['id', 'city']);
  const kept = suggestChart(columns, 10);
  expect(fittingChart(kept, columns)).toBe(kept);
  expect(fittingChart(kept, chartColumns(runOf([['id', 'number']])))).toBeNull();
});

it('adds no keys up, whatever they are called', () => {
  const run = runOf([
    ['fellow', 'number'],
    ['region', 'text'],
    ['amount', 'number'],
  ]);
  expect(suggestChart(chartColumns(run), 10)?.y).toEqual([
    { column: 'fellow', aggregate: 'SUM' },
    { column: 'amount', aggregate: 'SUM' },
  ]);
  expect(suggestChart(chartColumns(run, new Set([0])), 10)?.y).toEqual([{ column: 'amount', aggregate: 'SUM' }]);
});
