import { type ChartExample, type ChartForm, tableFromRows } from '@powerset/chart-kit';
import type { CellValue, ResultTable } from '@powerset/contract';
import { pseudoRandom } from './shared/example-series.ts';

const day = 86_400_000;
const start = Date.UTC(2026, 0, 1);
const times = (count: number, step = day, from = start) => Array.from({ length: count }, (_, at) => from + at * step);
const walk = (count: number, seed = 1) =>
  Array.from({ length: count }, (_, at) => Math.round(200 * pseudoRandom(at + seed)));

/** Names that break what is made for short Latin words. */
const names: readonly CellValue[] = [
  'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen',
  'شركة الاتصالات السعودية للخدمات المتقدمة',
  '日本電信電話株式会社カスタマーサポートセンター',
  '👩‍👩‍👧‍👦 Family & <b>friends</b> 🏳️‍🌈',
  '',
  null,
  'é̂ñ̃ combining',
  'a',
];

/** A wide result: positions and one column per series. */
function wide(
  xs: readonly CellValue[],
  series: Readonly<Record<string, readonly CellValue[]>>,
  isTime = true,
): ResultTable {
  const rows = xs.map((x, at) => ({
    x,
    ...Object.fromEntries(Object.entries(series).map(([name, values]) => [name, values[at] ?? null])),
  }));
  return tableFromRows(rows, isTime ? ['x'] : []);
}

interface HardSeries {
  readonly name: string;
  readonly table: ResultTable;
  readonly form?: Readonly<Record<string, unknown>>;
}

const many = (count: number, points: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`Series ${at + 1}`, walk(points, at * 7)]));

const grouped = { groupby: ['g'] };
const log = { logAxis: true };

/** Results over which pictures of series stumble. */
const seriesCases: readonly HardSeries[] = [
  { name: 'one row', table: wide([start], { m: [42] }) },
  { name: 'one row, three series', table: wide([start], { A: [42], B: [17], C: [-5] }), form: grouped },
  { name: 'one category', table: wide(['only'], { m: [42] }, false) },
  { name: '200 series', table: wide(times(30), many(200, 30)), form: grouped },
  { name: '5000 points', table: wide(times(5000, 3_600_000), { m: walk(5000) }) },
  {
    name: '5000 categories',
    table: wide(
      walk(5000).map((_, at) => `c${at}`),
      { m: walk(5000) },
      false,
    ),
  },
  { name: 'long names on the axis', table: wide(names, { m: walk(8, 3) }, false) },
  {
    name: 'long names of series',
    table: wide(
      times(12),
      Object.fromEntries(names.map((name, at) => [String(name ?? '<NULL>') || ' ', walk(12, at * 9)])),
    ),
    form: grouped,
  },
  { name: 'gaps', table: wide(times(20), { m: walk(20).map((value, at) => (at % 4 === 1 ? null : value)) }) },
  {
    name: 'only gaps between points',
    table: wide(times(9), { m: walk(9).map((value, at) => (at % 2 ? null : value)) }),
  },
  { name: 'no values', table: wide(times(9), { m: times(9).map(() => null) }) },
  { name: 'texts for values', table: wide(times(3), { m: ['low', 'high', 'low'] }) },
  { name: 'positions missing', table: wide([start, null, start + day, start + 3 * day], { m: [4, 99, 6, 3] }) },
  { name: 'below zero', table: wide(times(14), { m: walk(14).map((value) => -value - 5) }) },
  {
    name: 'around zero',
    table: wide(times(14), { m: walk(14).map((value) => value - 100) }),
    form: { show_value: true },
  },
  { name: 'huge', table: wide(times(8), { m: walk(8).map((value) => value * 1e18) }) },
  { name: 'tiny', table: wide(times(8), { m: walk(8).map((value) => value * 1e-11) }) },
  {
    name: 'huge, with values',
    table: wide(times(8), { m: walk(8).map((value) => value * 1e18) }),
    form: { show_value: true, y_axis_format: ',.2f' },
  },
  { name: 'all equal', table: wide(times(8), { m: times(8).map(() => 7) }) },
  { name: 'all equal, cut axis', table: wide(times(8), { m: times(8).map(() => 7) }), form: { truncateYAxis: true } },
  { name: 'all zero', table: wide(times(8), { m: times(8).map(() => 0) }) },
  {
    name: 'all zero, shares',
    table: wide(times(8), { A: times(8).map(() => 0), B: times(8).map(() => 0) }),
    form: { ...grouped, stack: 'Expand' },
  },
  {
    name: 'far times',
    table: wide([Date.UTC(-500, 0, 1), Date.UTC(1, 5, 1), Date.UTC(2026, 0, 1), Date.UTC(9999, 11, 31)], {
      m: [3, 9, 4, 6],
    }),
  },
  { name: 'year 9999 day by day', table: wide(times(20, day, Date.UTC(9999, 11, 1)), { m: walk(20) }) },
  { name: 'log', table: wide(times(12), { m: times(12).map((_, at) => 10 ** (at / 2)) }), form: log },
  {
    name: 'log with zeros',
    table: wide(times(12), { m: times(12).map((_, at) => (at % 4 === 2 ? 0 : 10 ** (at / 2))) }),
    form: log,
  },
  {
    name: 'log with negatives',
    table: wide(times(12), { m: times(12).map((_, at) => (at % 4 === 2 ? -3 : 10 ** (at / 2))) }),
    form: log,
  },
  { name: 'log of zeros', table: wide(times(12), { m: times(12).map(() => 0) }), form: log },
  { name: 'log of equals', table: wide(times(12), { m: times(12).map(() => 5) }), form: log },
  { name: 'log below one', table: wide(times(12), { m: times(12).map((_, at) => 0.5 ** at) }), form: log },
  {
    name: 'log, stacked',
    table: wide(times(12), { A: walk(12, 3), B: walk(12, 9) }),
    form: { ...grouped, ...log, stack: 'Stack' },
  },
  {
    name: 'log, shares',
    table: wide(times(12), { A: walk(12, 3), B: walk(12, 9) }),
    form: { ...grouped, ...log, stack: 'Expand' },
  },
  {
    name: 'stack around zero',
    table: wide(times(8), {
      A: walk(8, 3),
      B: walk(8, 9).map((value) => -value),
      C: walk(8, 4).map((value) => value - 90),
    }),
    form: { ...grouped, stack: 'Stack', show_value: true },
  },
  {
    name: 'outside the bounds',
    table: wide(times(8), { m: walk(8) }),
    form: { truncateYAxis: true, y_axis_bounds: [1000, 2000] },
  },
  { name: 'one outlier', table: wide(times(30), { m: walk(30).map((value, at) => (at === 17 ? 1e7 : value)) }) },
];

const seriesExample = (key: string, { name, table, form }: HardSeries): ChartExample => ({
  name,
  form: {
    viz_type: key,
    x_axis: 'x',
    time_grain_sqla: 'P1D',
    metrics: ['m'],
    groupby: [],
    show_legend: true,
    ...form,
  } as ChartForm,
  results: [table],
});

const slices = (cells: readonly (readonly [CellValue, CellValue])[]) =>
  tableFromRows(cells.map(([g, m]) => ({ g, m })));

const pie = (name: string, table: ResultTable, form: object = {}): ChartExample => ({
  name,
  form: { viz_type: 'pie', groupby: ['g'], metric: 'm', show_legend: true, label_type: 'key_value_percent', ...form },
  results: [table],
});

const pieCases: readonly ChartExample[] = [
  pie('one slice', slices([['only', 5]])),
  pie('one slice of a ring', slices([['only', 5]]), { donut: true, show_total: true }),
  pie('200 slices', slices(walk(200).map((value, at) => [`Slice ${at}`, value]))),
  pie('long names', slices(names.map((name, at) => [name, 10 + at]))),
  pie(
    'below zero',
    slices([
      ['a', -5],
      ['b', -7],
    ]),
  ),
  pie(
    'some below zero',
    slices([
      ['a', 5],
      ['b', -7],
      ['c', null],
      ['d', 9],
    ]),
  ),
  pie(
    'all zero',
    slices([
      ['a', 0],
      ['b', 0],
    ]),
  ),
  pie(
    'one of zeros',
    slices([
      ['a', 0],
      ['b', 4],
      ['c', 0],
    ]),
  ),
  pie(
    'no values',
    slices([
      ['a', null],
      ['b', null],
    ]),
  ),
  pie(
    'huge and tiny',
    slices([
      ['a', 1e18],
      ['b', 3e17],
      ['c', 1e-9],
    ]),
  ),
  pie(
    'all equal',
    slices([
      ['a', 3],
      ['b', 3],
      ['c', 3],
      ['d', 3],
    ]),
  ),
];

const figure = (name: string, value: CellValue, form: object = {}): ChartExample => ({
  name,
  form: { viz_type: 'big_number_total', metric: 'm', subheader: 'a line below', ...form },
  results: [tableFromRows([{ m: value }])],
});

const figureCases: readonly ChartExample[] = [
  figure('plain', 42),
  figure('huge', 1e18),
  figure('huge in full', 123_456_789_012_345_680, { y_axis_format: ',.2f' }),
  figure('tiny', 1e-9),
  figure('below zero', -1234.5, { currency_format: { symbol: 'EUR', symbolPosition: 'suffix' } }),
  figure('zero', 0),
  figure('nothing', null),
  figure('text', 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen'),
  figure('rtl', 'شركة الاتصالات السعودية'),
  figure('empty text', ''),
  figure('long line below', 42, {
    subheader:
      'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen 👩‍👩‍👧‍👦 and more words that go on for a while',
  }),
];

const trend = (name: string, table: ResultTable, form: object = {}): ChartExample => ({
  name,
  form: { viz_type: 'big_number', x_axis: 'x', time_grain_sqla: 'P1D', metric: 'm', ...form },
  results: [table],
});

const trendCases: readonly ChartExample[] = [
  trend('one point', wide([start], { m: [42] }), { show_timestamp: true }),
  trend('two points', wide(times(2), { m: [42, 41] }), { compare_lag: 1, compare_suffix: 'than the day before' }),
  trend('5000 points', wide(times(5000), { m: walk(5000) }), { compare_lag: 7, compare_suffix: 'WoW' }),
  trend('below zero', wide(times(20), { m: walk(20).map((value) => -value) })),
  trend('all equal', wide(times(20), { m: times(20).map(() => 3) })),
  trend('all zero', wide(times(20), { m: times(20).map(() => 0) })),
  trend('huge', wide(times(20), { m: walk(20).map((value) => value * 1e18) }), { y_axis_format: ',.2f' }),
  trend('tiny', wide(times(20), { m: walk(20).map((value) => value * 1e-11) })),
  trend('gaps', wide(times(20), { m: walk(20).map((value, at) => (at % 3 ? value : null)) })),
  trend('no values', wide(times(20), { m: times(20).map(() => null) })),
  trend('far times', wide([Date.UTC(-500, 0, 1), Date.UTC(9999, 11, 31)], { m: [3, 9] }), { show_timestamp: true }),
];

const rawTable = (name: string, table: ResultTable, form: object = {}): ChartExample => ({
  name,
  form: { viz_type: 'table', query_mode: 'raw', all_columns: table.columns.map((column) => column.name), ...form },
  results: [table],
});

const mixedRows = (count: number) =>
  walk(count).map((value, at) => ({
    name: names[at % names.length] ?? null,
    time: start + at * day,
    value: at % 5 === 3 ? null : value - 60,
    huge: value * 1e18,
    tiny: value * 1e-11,
    flag: at % 2 === 0,
  }));

const tableCases: readonly ChartExample[] = [
  rawTable('one row', tableFromRows(mixedRows(1), ['time'])),
  rawTable('mixed', tableFromRows(mixedRows(12), ['time'])),
  rawTable('one column', tableFromRows(walk(12).map((m) => ({ m })))),
  rawTable('5000 rows', tableFromRows(mixedRows(5000), ['time']), { include_search: true, page_length: 20 }),
  rawTable('40 columns', tableFromRows([Object.fromEntries(walk(40).map((value, at) => [`column ${at}`, value]))])),
  rawTable(
    'all null',
    tableFromRows([
      { a: null, b: null },
      { a: null, b: null },
    ]),
  ),
  rawTable('all equal', tableFromRows(times(6).map(() => ({ g: 'a', m: 7 })))),
  rawTable('below zero', tableFromRows(walk(8).map((value, at) => ({ g: `row ${at}`, m: -value }))), {
    align_pn: true,
  }),
  rawTable(
    'far times',
    tableFromRows(
      [Date.UTC(-500, 0, 1), Date.UTC(1, 5, 1), Date.UTC(9999, 11, 31)].map((t) => ({ t, m: 1 })),
      ['t'],
    ),
  ),
];

const pivot = (
  name: string,
  rows: readonly Readonly<Record<string, CellValue>>[],
  form: object = {},
): ChartExample => ({
  name,
  form: {
    viz_type: 'pivot_table_v2',
    groupbyRows: ['r'],
    groupbyColumns: ['c'],
    metrics: ['m'],
    rowTotals: true,
    colTotals: true,
    ...form,
  } as ChartForm,
  results: [tableFromRows(rows)],
});

const pivotCases: readonly ChartExample[] = [
  pivot('one cell', [{ r: 'a', c: 'b', m: 1 }]),
  pivot(
    'long names',
    names.flatMap((r, row) => names.slice(0, 4).map((c, column) => ({ r, c, m: row * 10 - column * 20 }))),
  ),
  pivot(
    '200 columns',
    walk(200).map((m, at) => ({ r: `r${at % 3}`, c: `c${at}`, m })),
  ),
  pivot(
    '1000 rows',
    walk(1000).map((m, at) => ({ r: `r${at}`, c: `c${at % 3}`, m })),
  ),
  pivot('nulls', [
    { r: 'a', c: 'x', m: null },
    { r: 'b', c: 'y', m: null },
  ]),
  pivot('huge and tiny', [
    { r: 'a', c: 'x', m: 1e18 },
    { r: 'b', c: 'y', m: 1e-9 },
    { r: 'b', c: 'x', m: -1e18 },
  ]),
  pivot('texts', [
    { r: 'a', c: 'x', m: 'low' },
    { r: 'b', c: 'y', m: 'high' },
  ]),
  pivot('no keys', [{ m: 12 }], { groupbyRows: [], groupbyColumns: [] }),
];

const seriesKeys = ['echarts_timeseries_line', 'echarts_area', 'echarts_timeseries_bar'];
const lying = { orientation: 'horizontal' };

/** Results and forms over which pictures stumble, by chart type: input of tests, and looked at in the gallery with `?cases=hard`. */
export const hardCases: Readonly<Record<string, readonly ChartExample[]>> = {
  ...Object.fromEntries(seriesKeys.map((key) => [key, seriesCases.map((given) => seriesExample(key, given))])),
  echarts_timeseries_bar: seriesCases.flatMap((given) => [
    seriesExample('echarts_timeseries_bar', given),
    seriesExample('echarts_timeseries_bar', {
      ...given,
      name: `${given.name}, lying`,
      form: { ...given.form, ...lying },
    }),
  ]),
  pie: pieCases,
  big_number_total: figureCases,
  big_number: trendCases,
  table: tableCases,
  pivot_table_v2: pivotCases,
};
