import { controlsOf, tableFromRows } from '@powerset/chart-kit';
import type { ComponentType } from 'react';
import { describe, expect, it } from 'vitest';
import { chart as grid } from './ag-grid-table/index.ts';
import { View as GridView } from './ag-grid-table/View.tsx';
import { type ControlCases, effectOf, faultsOf } from './control-effects.ts';
import { aggregateFunctions } from './pivot-table-v2/aggregates.ts';
import { chart as pivot } from './pivot-table-v2/index.ts';
import { View as PivotView } from './pivot-table-v2/View.tsx';
import type { ChartViewProps } from './shared/view-props.ts';
import { chart as table } from './table/index.ts';
import { View as TableView } from './table/View.tsx';

const march = Date.UTC(2026, 2, 1);
const filter = { clause: 'WHERE', expressionType: 'SIMPLE', subject: 'city', operator: '==', comparator: 'Rome' };
const raw = { query_mode: 'raw', all_columns: ['city', 'age'] };
const paged = { server_pagination: true };
const rule = { column: 'revenue', colorScheme: '#ff0000', operator: '>', targetValue: 20 };
const orders = ['key_a_to_z', 'key_z_to_a', 'value_a_to_z', 'value_z_to_a'];
const sides = [true, false];
const euro = { symbol: 'EUR', symbolPosition: 'prefix' };
const compared = { time_compare: '1 year ago' };
const earlier = [
  tableFromRows([
    { city: 'Rome', revenue: 30, 'revenue__1 year ago': 20 },
    { city: 'Bonn', revenue: 10, 'revenue__1 year ago': 15 },
  ]),
];

const tableSet: ControlCases = {
  definition: table,
  view: TableView as ComponentType<ChartViewProps>,
  form: { query_mode: 'aggregate', groupby: ['city'], metrics: ['revenue'] },
  results: [
    tableFromRows(
      [
        { city: 'Rome', at: march, revenue: 30.125 },
        { city: '<b>Bonn</b>', at: march + 86_400_000, revenue: -10 },
        { city: 'Oslo', at: null, revenue: 12 },
      ],
      ['at'],
    ),
    tableFromRows([{ revenue: 32.125 }]),
  ],
  cases: {
    query_mode: { from: 'raw', to: 'aggregate', form: { all_columns: ['city'] }, choices: ['aggregate', 'raw'] },
    groupby: { to: ['kind'], hiddenBy: raw },
    time_grain_sqla: { to: 'P1M', form: { groupby: ['at'] }, hiddenBy: {} },
    metrics: { to: ['orders'], hiddenBy: raw },
    percent_metrics: { to: ['orders'], hiddenBy: raw },
    percent_metric_calculation: {
      to: 'row_limit',
      form: { percent_metrics: ['orders'] },
      choices: ['row_limit', 'all_records'],
      hiddenBy: raw,
    },
    all_columns: { to: ['kind'], form: { query_mode: 'raw' }, hiddenBy: {} },
    adhoc_filters: { to: [filter] },
    timeseries_limit_metric: { to: 'orders', hiddenBy: raw },
    order_by_cols: { to: ['["age",false]'], form: raw, hiddenBy: {} },
    server_pagination: { to: true },
    row_limit: { to: 50, hiddenBy: paged },
    group_others_when_limit_reached: { to: true, form: { groupby: ['city'] }, hiddenBy: paged },
    server_page_length: { to: 50, form: paged, hiddenBy: {} },
    order_desc: { to: false, form: { timeseries_limit_metric: 'orders' }, hiddenBy: {} },
    show_totals: { to: true, hiddenBy: raw },
    time_compare: { to: '1 year ago', hiddenBy: raw },
    compare_calendar: {
      to: 'weekday',
      form: compared,
      results: earlier,
      choices: [null, 'weekday', 'year', 'quarter', 'month'],
      hiddenBy: {},
    },
    fiscal_year_start: {
      to: 4,
      form: { ...compared, compare_calendar: 'quarter' },
      results: earlier,
      choices: Array.from({ length: 12 }, (_, index) => index + 1),
      hiddenBy: compared,
    },
    comparison_color_enabled: { to: true, form: compared, results: earlier, hiddenBy: {} },
    comparison_color_scheme: {
      to: 'Red',
      form: { ...compared, comparison_color_enabled: true },
      results: earlier,
      choices: ['Green', 'Red'],
      hiddenBy: compared,
    },
    table_timestamp_format: { to: '%d/%m/%Y' },
    page_length: { to: 2, form: {}, hiddenBy: paged },
    include_search: { to: true },
    show_cell_bars: { to: false },
    align_pn: { to: true },
    color_pn: { to: false },
    allow_rearrange_columns: { to: true },
    allow_render_html: { to: false },
    column_config: { to: { revenue: { d3NumberFormat: ',.1f' } } },
    conditional_formatting: { to: [rule] },
  },
  hidden: ['temporal_columns_lookup'],
};

const { allow_rearrange_columns: _, ...gridCases } = tableSet.cases;
const gridSet: ControlCases = {
  ...tableSet,
  definition: grid,
  view: GridView as ComponentType<ChartViewProps>,
  cases: gridCases,
};

const cells = [
  ['Rome', 'new', march, 30.5],
  ['Rome', 'old', march, 12],
  ['Bonn', 'new', march, 15],
  ['Bonn', 'old', march, -4],
] as const;

const pivotSet: ControlCases = {
  definition: pivot,
  view: PivotView as ComponentType<ChartViewProps>,
  form: { groupbyRows: ['city', 'kind'], groupbyColumns: ['at'], metrics: ['revenue', 'orders'] },
  results: [
    tableFromRows(
      cells.map(([city, kind, at, revenue]) => ({ city, kind, at, revenue, orders: 1 })),
      ['at'],
    ),
  ],
  cases: {
    groupbyColumns: { to: ['seen'] },
    groupbyRows: { to: ['age'] },
    time_grain_sqla: { to: 'P1M', hiddenBy: { groupbyColumns: [] } },
    metrics: { to: ['orders'] },
    metricsLayout: { to: 'ROWS', choices: ['COLUMNS', 'ROWS'] },
    adhoc_filters: { to: [filter] },
    series_limit: { to: 5 },
    row_limit: { to: 50 },
    series_limit_metric: { to: 'orders' },
    order_desc: { to: false, form: { series_limit_metric: 'orders' }, hiddenBy: {} },
    aggregateFunction: { to: 'Count', choices: aggregateFunctions, form: { rowTotals: true } },
    rowTotals: { to: true },
    rowSubTotals: { to: true },
    colTotals: { to: true },
    colSubTotals: { to: true },
    transposePivot: { to: true },
    combineMetric: { to: true },
    valueFormat: { to: ',.2f' },
    currency_format: { to: euro },
    date_format: { to: '%d/%m/%Y' },
    rowOrder: { to: 'key_z_to_a', choices: orders },
    colOrder: { to: 'value_a_to_z', form: { groupbyColumns: ['kind'], groupbyRows: ['city'] }, choices: orders },
    rowSubtotalPosition: { to: true, form: { rowSubTotals: true }, choices: sides },
    colSubtotalPosition: { to: true, form: { colSubTotals: true }, choices: sides },
    conditional_formatting: { to: [rule] },
  },
  hidden: ['temporal_columns_lookup'],
};

describe.each([
  ['table', tableSet],
  ['ag-grid-table', gridSet],
  ['pivot_table_v2', pivotSet],
])('the controls of %s', (_, set) => {
  it('have a case each', () => {
    const names = controlsOf(set.definition).map((control) => control.name);
    expect([...Object.keys(set.cases), ...(set.hidden ?? [])].sort()).toEqual([...names].sort());
  });

  it.each(Object.keys(set.cases))('%s does what it is there for', (name) => {
    expect(faultsOf(set, name)).toEqual([]);
  });
});

describe('what can be set for one column of a table', () => {
  const config = (revenue: object) => ({ column_config: { revenue } });
  it.each([
    ['d3NumberFormat', config({ d3NumberFormat: ',.3f' })],
    ['d3SmallNumberFormat', config({ d3SmallNumberFormat: '.7f' })],
    ['d3TimeFormat', { column_config: { at: { d3TimeFormat: '%Y' } } }],
    ['currencyFormat', config({ currencyFormat: euro })],
    ['fractionDigits', config({ fractionDigits: 4 })],
    ['horizontalAlign', config({ horizontalAlign: 'center' })],
    ['columnWidth', config({ columnWidth: 333 })],
    ['truncateLongCells', { column_config: { city: { truncateLongCells: true } } }],
    ['showCellBars', config({ showCellBars: false })],
    ['alignPositiveNegative', config({ alignPositiveNegative: true })],
    ['colorPositiveNegative', config({ colorPositiveNegative: false })],
    ['pinned', config({ pinned: 'left' })],
  ])('%s is seen', (_, changes) => {
    const own = {
      to: null,
      results: [
        tableFromRows(
          [
            { city: 'Rome', at: march, revenue: 30.125 },
            { city: 'Bonn', at: march, revenue: 0.00012 },
            { city: 'Oslo', at: march, revenue: -10 },
          ],
          ['at'],
        ),
      ],
    };
    expect(effectOf(tableSet, changes, own).picture).not.toBe(effectOf(tableSet, {}, own).picture);
  });

  it('cuts texts and never a number, however narrow its column', () => {
    const own = { to: null, results: [tableFromRows([{ city: 'Rome', revenue: 47_448_537_554_993.02 }])] };
    const { picture } = effectOf(tableSet, config({ truncateLongCells: true }), own);
    const cell = picture.split('<td').find((one) => one.includes('554'));
    expect(cell).toContain('_number_');
    expect(cell).not.toMatch(/_cut_|_fitted_/);
    expect(picture.split('<td').find((one) => one.includes('Rome'))).toContain('_fitted_');
  });

  it.each(['show_cell_bars', 'align_pn', 'color_pn'])('%s counts for the numbers of raw rows too', (name) => {
    const numbers = [tableFromRows([{ age: 5 }, { age: -3 }])];
    const control = tableSet.cases[name]!;
    const cases = { [name]: { ...control, form: raw, results: numbers } };
    expect(faultsOf({ ...tableSet, cases }, name)).toEqual([]);
  });
});

describe('what a rule of colors can say', () => {
  const rules = (changes: object) => ({ conditional_formatting: [{ ...rule, ...changes }] });
  const looks = ['TEXT_COLOR', 'CELL_BAR', 'ICON'];
  const ofPivot = looks.filter((look) => look === 'TEXT_COLOR' || look === 'ICON');
  const cases = [
    ...looks.flatMap((look) => [['table', tableSet, look] as const, ['ag-grid-table', gridSet, look] as const]),
    ...ofPivot.map((look) => ['pivot_table_v2', pivotSet, look] as const),
  ];
  it.each(cases)('is drawn by %s', (_, set, objectFormatting) => {
    const picture = (changes: object) => effectOf(set, rules(changes), { to: null }).picture;
    expect(picture({ objectFormatting })).not.toBe(picture({ operator: '>', targetValue: 1e9 }));
    expect(picture({ objectFormatting })).not.toBe(picture({}));
  });

  it.each([
    ['table', tableSet],
    ['ag-grid-table', gridSet],
  ])('%s colors another column by it, or the whole row', (_, set) => {
    const picture = (changes: object) => effectOf(set, rules({ useGradient: false, ...changes }), { to: null }).picture;
    const pictures = [{}, { columnFormatting: 'city' }, { columnFormatting: 'ENTIRE_ROW' }].map(picture);
    expect(new Set(pictures).size).toBe(3);
  });

  it.each([
    ['table', tableSet],
    ['ag-grid-table', gridSet],
    ['pivot_table_v2', pivotSet],
  ])('%s draws one strength for all without a gradient', (_, set) => {
    const picture = (changes: object) => effectOf(set, rules({ targetValue: 0, ...changes }), { to: null }).picture;
    expect(picture({ useGradient: false })).not.toBe(picture({}));
  });
});

describe('the aggregate functions of a pivot', () => {
  it.each(aggregateFunctions.filter((name) => name !== 'Sum'))('%s gives other figures than the sum', (name) => {
    const cases = { aggregateFunction: { ...pivotSet.cases.aggregateFunction, to: name, form: { colTotals: true } } };
    expect(faultsOf({ ...pivotSet, cases }, 'aggregateFunction')).toEqual([]);
  });

  it.each(['Count', 'Sum as Fraction of Total'])('%s is written in the format that was chosen', (name) => {
    const cases = { valueFormat: { to: ',.4f', form: { aggregateFunction: name } } };
    expect(faultsOf({ ...pivotSet, cases }, 'valueFormat')).toEqual([]);
  });
});
