import { completeForm } from '@powerset/chart-kit';
import { findChartDefinition } from '@powerset/charts/definitions';
import { expect, it } from 'vitest';
import type { DashboardDataset } from '../../state/index.ts';
import { countingMetrics, type DatasetFacts, grainFor, proposeDashboard } from './propose-dashboard.ts';

const [number, text] = [0, 1];
const column = (name: string, type: number, more: Partial<DashboardDataset['columns'][number]> = {}) => ({
  column_name: name,
  verbose_name: null,
  type: null,
  type_generic: type,
  is_dttm: false,
  filterable: true,
  ...more,
});

function orders(change: Partial<DashboardDataset> = {}): DashboardDataset {
  return {
    id: 7,
    table_name: 'orders',
    main_dttm_col: 'ordered_at',
    verbose_map: {},
    column_formats: {},
    currency_formats: {},
    time_grain_sqla: [],
    columns: [
      column('order_id', number),
      column('ordered_at', 2, { is_dttm: true }),
      column('channel', text),
      column('country', text, { verbose_name: 'Country' }),
      column('product', text),
      column('only_one', text),
      column('amount', number),
      column('year', number),
    ],
    metrics: [{ metric_name: 'count', verbose_name: null }],
    ...change,
  } as DashboardDataset;
}

const facts: DatasetFacts = { distinct: { channel: 4, country: 12, product: 900, only_one: 1 }, days: 700 };
const t = (words: string, values: Readonly<Record<string, string>> = {}) =>
  words.replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => values[name] ?? '');
const named = (dataset: DashboardDataset, known = facts) =>
  proposeDashboard(dataset, known, t).charts.map(({ name, vizType }) => `${vizType}: ${name}`);

it('proposes figures, a course over time, the largest groups, a table and filters from the columns', () => {
  expect(named(orders())).toEqual([
    'big_number_total: Sum of amount',
    'big_number_total: Rows',
    'echarts_timeseries_line: Sum of amount over time',
    'echarts_timeseries_bar: Sum of amount by channel',
    'echarts_timeseries_bar: Sum of amount by Country',
    'table: product in detail',
  ]);
  const { filters } = proposeDashboard(orders(), facts, t);
  expect(filters.map(({ name, column: of }) => [name, of])).toEqual([
    ['Time range', 'ordered_at'],
    ['channel', 'channel'],
    ['Country', 'country'],
    ['product', 'product'],
  ]);
});

it('prefers the dataset’s own metrics to sums, and takes no identifiers or years for measures', () => {
  const metrics = ['count', 'revenue', 'margin', 'orders', 'returns'].map((name) => ({
    metric_name: name,
    verbose_name: null,
  }));
  const figures = proposeDashboard(orders({ metrics }), facts, t).charts.filter(({ row }) => row === 0);
  expect(figures.map(({ name, width }) => [name, width])).toEqual([
    ['revenue', 3],
    ['margin', 3],
    ['orders', 3],
    ['Rows', 3],
  ]);
});

it('leaves the count of rows out where a metric of the dataset says the same number', () => {
  const metrics = [
    { metric_name: 'count', verbose_name: null, expression: 'COUNT(*)' },
    { metric_name: 'orders', verbose_name: 'Orders', expression: 'COUNT(DISTINCT order_id)' },
    { metric_name: 'revenue', verbose_name: null, expression: 'SUM(amount)' },
  ];
  const dataset = orders({ metrics });
  expect(countingMetrics(dataset)).toEqual(['orders']);
  const figures = (countsOfRows: readonly string[]) =>
    proposeDashboard(dataset, { ...facts, countsOfRows }, t)
      .charts.filter(({ row }) => row === 0)
      .map(({ name }) => name);
  expect(figures(['orders'])).toEqual(['Orders', 'revenue']);
  expect(figures([])).toEqual(['Orders', 'revenue', 'Rows']);
});

it('fills each row of twelve columns, and does without time and categories where there are none', () => {
  const bare = orders({ columns: [column('order_id', number), column('year', number)], main_dttm_col: null });
  expect(named(bare, { ...facts, distinct: {} })).toEqual(['big_number_total: Rows', 'table: Rows of orders']);
  for (const dataset of [orders(), bare]) {
    const { charts } = proposeDashboard(dataset, facts, t);
    for (const row of new Set(charts.map((chart) => chart.row))) {
      const widths = charts.filter((chart) => chart.row === row).map(({ width }) => width);
      if (row > 0) expect(widths.reduce((sum, width) => sum + width, 0)).toBe(12);
    }
  }
});

it('takes keys where nothing else tells rows apart, and draws the largest of a long list', () => {
  const births = orders({
    columns: [column('DEPT_ID', text), column('2003', number), column('rank', number), column('birth_rate', number)],
    main_dttm_col: null,
  });
  expect(named(births, { distinct: { DEPT_ID: 96 }, days: null })).toEqual([
    'big_number_total: Sum of 2003',
    'big_number_total: Average of birth_rate',
    'big_number_total: Rows',
    'echarts_timeseries_bar: Sum of 2003 by DEPT_ID',
    'table: DEPT_ID in detail',
  ]);
});

it('counts different values where there is nothing to sum, and draws two columns side by side without a course', () => {
  const columns = [column('stage', text), column('kind', text), column('date_last_updated', text)];
  const vaccines = orders({ columns, main_dttm_col: null });
  const { charts } = proposeDashboard(vaccines, { distinct: { stage: 7, kind: 12 }, days: null }, t);
  expect(charts.map(({ name, row, width }) => [name, row, width])).toEqual([
    ['Rows', 0, 4],
    ['Different stage', 0, 4],
    ['Different kind', 0, 4],
    ['Rows by stage', 1, 6],
    ['Rows by kind', 1, 6],
    ['Rows of orders', 2, 12],
  ]);
  const plain = [{ metric_name: 'count', verbose_name: 'COUNT(*)' }] as unknown as DashboardDataset['metrics'];
  const airports = orders({ columns: [column('state', text)], main_dttm_col: null, metrics: plain });
  expect(named(airports, { distinct: { state: 54 }, days: null })).toEqual([
    'big_number_total: Rows',
    'big_number_total: Different state',
    'echarts_timeseries_bar: Rows by state',
    'table: Rows of orders',
  ]);
  const moment = named(orders(), { ...facts, days: 0 });
  expect(moment.some((name) => name.includes('over time'))).toBe(false);
});

it('cuts time so that a line has neither three points nor three thousand', () => {
  expect([2, 90, 700, 3000, 20_000, null].map(grainFor)).toEqual(['PT1H', 'P1D', 'P1W', 'P1M', 'P1Y', 'P1M']);
});

it('proposes forms that their chart types take as they are', () => {
  for (const { vizType, form } of proposeDashboard(orders(), facts, t).charts) {
    const definition = findChartDefinition(vizType);
    expect([vizType, definition !== undefined]).toEqual([vizType, true]);
    if (!definition) continue;
    const whole = completeForm(definition, { ...form, viz_type: vizType });
    expect(whole).toMatchObject(form);
    expect(definition.toQueries(whole).length).toBeGreaterThan(0);
  }
});
