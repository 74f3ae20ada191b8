import { expect, it } from 'vitest';
import { firstChart } from './first-chart.ts';

const kinds = { number: 0, text: 1, time: 2, boolean: 3 };
const chart = (columns: Readonly<Record<string, keyof typeof kinds>>, rows = 10) =>
  firstChart({
    rows,
    extra: {
      progress: null,
      columns: Object.entries(columns).map(([name, kind]) => ({
        name,
        column_name: name,
        type: kind.toUpperCase(),
        type_generic: kinds[kind],
        is_dttm: kind === 'time',
      })),
    },
  });
const sums = (form: object) => JSON.stringify(form).match(/SUM\(\w+\)/g);

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

it('shows the rows where no chart suggests itself, and adds no names of things or years up', () => {
  expect(chart({ region: 'text', city: 'text', revenue: 'number' })).toEqual({
    query_mode: 'raw',
    all_columns: ['region', 'city', 'revenue'],
  });
  expect(chart({ region: 'text', order_id: 'number' })).toMatchObject({ query_mode: 'raw' });
  expect(chart({})).toEqual({});
});
