import {
  type ChartForm,
  defaultTranslate,
  emptyFormContext,
  lightChartTheme,
  numberOfCell,
  tableFromRows,
  validateForm,
} from '@powerset/chart-kit';
import { describe, expect, it } from 'vitest';
import { toModelContext } from '../shared/draw-chart.ts';
import { pagesAround } from '../shared/Pager.tsx';
import { queryModeOf } from '../shared/table-form.ts';
import { formatTableNumber } from '../shared/table-numbers.ts';
import { sortedRows } from '../shared/table-order.ts';
import { moveBefore, nextSort } from '../shared/table-sorts.ts';
import { tableStatement } from '../shared/table-statement.ts';
import { chart } from './index.ts';

const form: ChartForm = {
  viz_type: 'table',
  query_mode: 'aggregate',
  groupby: ['country'],
  metrics: ['revenue'],
  row_limit: 1000,
};
const contextOf = (changes: Record<string, unknown> = {}) => {
  const model = toModelContext(chart, { form: { ...form, ...changes }, results: [] }, lightChartTheme);
  return { ...model, theme: lightChartTheme, width: 400, height: 200, locale: 'en', selectedLabels: [] };
};
const rows = tableFromRows([
  { country: 'DE', revenue: 40.5 },
  { country: 'FR', revenue: -10 },
  { country: null, revenue: 20 },
]);
const drawn = (changes: Record<string, unknown> = {}, tables = [rows]) => {
  const context = contextOf(changes);
  const model = chart.toModel(tables, context);
  return { model, options: chart.toOptions(model, context) };
};

describe('the queries of a table', () => {
  it('group in aggregate mode and take rows as they are in raw mode [CTL-034]', () => {
    expect(chart.toQueries(form)).toMatchObject([
      { columns: ['country'], metrics: ['revenue'], orderby: [['revenue', false]], row_limit: 1000 },
    ]);
    const raw = chart.toQueries({
      viz_type: 'table',
      all_columns: ['a', 'b'],
      order_by_cols: ['["a", true]', 'broken', '["b", false]'],
    });
    expect(raw).toMatchObject([
      {
        columns: ['a', 'b'],
        metrics: null,
        orderby: [
          ['a', true],
          ['b', false],
        ],
      },
    ]);
    expect(queryModeOf({ query_mode: null, all_columns: ['a'] })).toBe('raw');
    expect(queryModeOf({ query_mode: 'aggregate', all_columns: ['a'] })).toBe('aggregate');
  });

  it('show rows as they are where metrics and dimensions of the other mode were left in the form [CTL-034]', () => {
    const kindsOf = (query_mode: string) =>
      drawn({ query_mode, all_columns: ['country', 'revenue'] }).model.columns.map(({ kind }) => kind);
    expect(kindsOf('aggregate')).toEqual(['dimension', 'metric']);
    expect(kindsOf('raw')).toEqual(['plain', 'plain']);
  });

  it('ask for shares of percentage metrics', () => {
    const [query] = chart.toQueries({ ...form, percent_metrics: ['revenue', 'orders'] });
    expect(query).toMatchObject({
      metrics: ['revenue', 'orders'],
      post_processing: [
        {
          operation: 'contribution',
          options: { columns: ['revenue', 'orders'], rename_columns: ['%revenue', '%orders'] },
        },
      ],
    });
  });

  it('ask for one page and the count of all rows when paged by the server, and for totals', () => {
    const queries = chart.toQueries({
      ...form,
      server_pagination: true,
      server_page_length: 20,
      show_totals: true,
      own_state: { currentPage: 2, pageSize: 20, sortBy: { key: 'country', desc: true } },
    });
    expect(queries).toMatchObject([
      {
        row_limit: 20,
        row_offset: 40,
        orderby: [
          ['country', false],
          ['revenue', false],
        ],
      },
      { is_rowcount: true, row_limit: 0, row_offset: 0 },
      { columns: [], metrics: ['revenue'], row_limit: 0 },
    ]);
  });

  it('search in the engine where the server pages, in one of their columns [CTL-034]', () => {
    const searched = (state: object, changes: object = {}) =>
      chart
        .toQueries({
          ...form,
          groupby: ['country', 'city'],
          server_pagination: true,
          include_search: true,
          ...changes,
          own_state: state,
        })
        .map((query) => query.filters);
    const like = (col: string) => [{ col, op: 'CONTAINS', val: 'ber' }];
    expect(searched({ searchText: ' ber ' })).toEqual([like('country'), like('country')]);
    expect(searched({ searchText: 'ber', searchColumn: 'city' })).toEqual([like('city'), like('city')]);
    expect(searched({ searchText: 'ber', searchColumn: 'gone' })).toEqual([like('country'), like('country')]);
    expect(searched({ searchText: '  ' })).toEqual([[], []]);
    expect(searched({ searchText: 'ber' }, { include_search: false })).toEqual([[], []]);
    expect(searched({ searchText: 'ber' }, { groupby: [] })).toEqual([[], []]);
  });

  it('ask what all rows come to where percentages are shares of it, and of the groups that a condition left', () => {
    const percent = { metrics: ['revenue'], percent_metrics: ['orders'] };
    const totalsOf = (changes: object) => chart.toQueries({ ...form, ...percent, ...changes }).slice(1);
    expect(totalsOf({})).toMatchObject([
      { columns: ['country'], metrics: ['orders'], grouping_sets: [[]], unless_additive: true, post_processing: [] },
    ]);
    expect(totalsOf({ percent_metric_calculation: 'row_limit' })).toEqual([]);
    expect(totalsOf({ groupby: [] })).toEqual([]);
    expect(totalsOf({ show_totals: true })).toMatchObject([{ columns: [], metrics: ['revenue', 'orders'] }]);
    const having = { clause: 'HAVING', expressionType: 'SQL', sqlExpression: 'COUNT(*) > 1' };
    const [kept] = totalsOf({ show_totals: true, adhoc_filters: [having] });
    expect(kept).toMatchObject({ columns: ['country'], grouping_sets: [[]] });
    expect(kept).not.toHaveProperty('unless_additive');
  });

  it('stay to be seen when the server found nothing, so that the search can be changed', () => {
    const nothing = { rowCount: 0, columns: rows.columns.map((column) => ({ ...column, values: [] })) };
    const settings = { server_pagination: true, include_search: true };
    const isEmpty = (changes: object) => chart.isEmpty?.(drawn({ ...settings, ...changes }, [nothing]).model);
    expect(isEmpty({ own_state: { searchText: 'x' } })).toBe(false);
    expect(isEmpty({})).toBe(true);
  });

  it('are sorted by the server only by what it knows', () => {
    const orderOf = (key: string) =>
      chart.toQueries({
        ...form,
        metrics: ['revenue'],
        percent_metrics: ['orders'],
        server_pagination: true,
        own_state: { sortBy: { key, desc: true } },
      })[0]?.orderby?.[0];
    expect(orderOf('country')).toEqual(['country', false]);
    expect(orderOf('%orders')).toEqual(['orders', false]);
    expect(orderOf('△ revenue')).toEqual(['revenue', false]);
  });

  it('ask for an earlier period beside their own, for totals too, and not for the count of rows', () => {
    const offsets = (changes: object) =>
      chart.toQueries({ ...form, show_totals: true, ...changes }).map((query) => query.time_offsets);
    expect(offsets({ time_compare: '1 year ago' })).toEqual([['1 year ago'], ['1 year ago']]);
    expect(offsets({ time_compare: ['1 week ago', '1 year ago'] })).toEqual([['1 week ago'], ['1 week ago']]);
    expect(offsets({ time_compare: 'inherit', server_pagination: true })).toEqual([['inherit'], [], ['inherit']]);
    expect(offsets({})).toEqual([[], []]);
  });

  it('are compared by the calendar that was chosen, totals too', () => {
    const calendars = (changes: object) =>
      chart
        .toQueries({ ...form, show_totals: true, server_pagination: true, ...changes })
        .map((query) => query.time_calendar);
    const toDate = { to_date: 'quarter', fiscal_year_start: 2 };
    // The count is that of the same stretch.
    expect(calendars({ time_compare: '1 year ago', compare_calendar: 'quarter', fiscal_year_start: 2 })).toEqual([
      toDate,
      toDate,
      toDate,
    ]);
    expect(calendars({ compare_calendar: 'weekday' })).toEqual([undefined, undefined, undefined]);
  });

  it('cut time columns to the grain', () => {
    const [query] = chart.toQueries({
      ...form,
      groupby: ['day'],
      time_grain_sqla: 'P1M',
      temporal_columns_lookup: { day: true },
    });
    expect(query?.columns).toMatchObject([{ columnType: 'BASE_AXIS', timeGrain: 'P1M', label: 'day' }]);
  });

  it('need columns in raw mode, and something to show in aggregate mode', () => {
    const messages = (given: ChartForm) =>
      validateForm(chart, given, emptyFormContext).map((problem) => [problem.control, problem.message]);
    expect(messages({ viz_type: 'table', query_mode: 'raw', all_columns: [] })).toContainEqual([
      'all_columns',
      'must have a value',
    ]);
    expect(messages({ viz_type: 'table', query_mode: 'aggregate' })).toContainEqual([
      'groupby',
      'Dimensions, Metrics or Percentage metrics must have a value',
    ]);
    expect(messages(form)).toEqual([]);
    expect(messages({ ...form, row_limit: 'x' })).toContainEqual(['row_limit', 'is expected to be an integer']);
  });
});

describe('the columns of a table', () => {
  it('hide what was asked only for a share, and name shares as such', () => {
    const table = tableFromRows([{ country: 'DE', revenue: 4, '%revenue': 0.25 }]);
    const { model, options } = drawn({ metrics: [], percent_metrics: ['revenue'] }, [table]);
    expect(model.columns.map((column) => column.label)).toEqual(['country', '% revenue']);
    expect(options.columns[1]?.format(0.25)).toBe('25.0 %');
  });

  it('asks for shares of the rows that are shown alone where the form says so, also beside totals', () => {
    const options = (percent_metric_calculation: string) => {
      const shared = { percent_metrics: ['revenue'], show_totals: true, metrics: ['revenue'] };
      const [rows] = chart.toQueries({ ...form, ...shared, percent_metric_calculation });
      return rows?.post_processing?.[0]?.options;
    };
    expect(options('row_limit')).toMatchObject({ contribution_totals: {} });
    expect(options('all_records')).not.toHaveProperty('contribution_totals');
  });

  it('say that rows are missing where a limit was reached, and what percentages are of', () => {
    const reason = (changes: object, limitReached: number | null = 3) => {
      const input = { form: { ...form, ...changes }, results: [], answers: [{ limitReached, summable: [] }] };
      const context = toModelContext(chart, input, lightChartTheme);
      return chart.undrawnOf?.(chart.toModel([rows], context), context.form) ?? null;
    };
    expect(reason({})).toMatchObject({
      isAll: false,
      title: { text: expect.stringContaining('there may be more'), values: { limit: 3 } },
      remedy: { changes: { row_limit: 10_000 } },
    });
    expect(reason({ query_mode: 'raw', all_columns: ['country'] })?.title.text).toContain('there may be more');
    const limited = { percent_metrics: ['revenue'], percent_metric_calculation: 'row_limit' };
    expect(reason(limited)?.title.text).toContain('Percentages are of the rows that are shown');
    expect(reason({}, 10_000)?.remedy).toBeUndefined();
    expect([reason({}, null), reason({ server_pagination: true })]).toEqual([null, null]);
  });

  it('keep the largest groups and put all others into one row at the end, which is no rank', () => {
    const gathered = { groupby: ['country', 'kind'], row_limit: 2, group_others_when_limit_reached: true };
    expect(chart.toQueries({ ...form, ...gathered })[0]).toMatchObject({
      series_columns: ['country', 'kind'],
      series_limit: 2,
      group_others_when_limit_reached: true,
      row_limit: 4,
    });
    const answer = tableFromRows([
      { country: 'Others', kind: 'Others', revenue: 900 },
      { country: 'DE', kind: 'Others', revenue: 40 },
      { country: 'FR', kind: 'b', revenue: 10 },
    ]);
    const { model, options } = drawn(gathered, [answer]);
    expect(model.columns.map(({ values }) => values[2])).toEqual(['Others', 'Others', 900]);
    const german = { ...contextOf(gathered), translate: (text: string) => (text === 'Others' ? 'Andere' : text) };
    expect(
      chart
        .toOptions(model, german)
        .columns.slice(0, 2)
        .map(({ format }) => format('Others')),
    ).toEqual(['Andere', 'Others']);
    expect([model.othersRow, sortedRows(model, { key: 'revenue', desc: false })]).toEqual([2, [1, 0, 2]]);
    // Their bars are against the largest group.
    const bar = options.columns[2]!.barOf;
    expect([bar(900), bar(40)?.size]).toEqual([null, 1]);
    const { form: own } = contextOf(gathered);
    expect(tableStatement({ model, options, form: chart.readForm(own) as never }, defaultTranslate)).toContain('DE');
  });

  it('put nothing together where a group is a time, where the server pages, and beside an earlier period', () => {
    const askedWith = (changes: object) =>
      chart.toQueries({ ...form, row_limit: 2, group_others_when_limit_reached: true, ...changes })[0];
    const limits = [
      {},
      { server_pagination: true },
      { time_compare: '1 year ago' },
      { temporal_columns_lookup: { country: true } },
    ].map((changes) => askedWith(changes)?.series_limit);
    expect(limits).toEqual([2, 0, 0, 0]);
  });

  it('offer from the words about the limit to show the rest as Others', () => {
    const offered = (changes: object) => {
      const input = { form: { ...form, row_limit: 3, ...changes }, results: [] };
      const context = toModelContext(
        chart,
        { ...input, answers: [{ limitReached: 3, summable: [] }] },
        lightChartTheme,
      );
      const reason = chart.undrawnOf?.(chart.toModel([rows], context), context.form);
      return [reason?.remedy, reason?.also].map((one) => one?.changes);
    };
    expect(offered({})).toEqual([{ row_limit: 10_000 }, { group_others_when_limit_reached: true }]);
    expect(offered({ query_mode: 'raw', all_columns: ['country'] })).toEqual([{ row_limit: 10_000 }, undefined]);
  });

  it('show what became of the figures of an earlier period', () => {
    const compared = tableFromRows([
      { country: 'DE', revenue: 30, 'revenue__1 year ago': 20 },
      { country: 'FR', revenue: 5, 'revenue__1 year ago': 10 },
      { country: 'IT', revenue: 5, 'revenue__1 year ago': null },
      { country: 'ES', revenue: 5, 'revenue__1 year ago': 0 },
    ]);
    const totals = tableFromRows([{ revenue: 45, 'revenue__1 year ago': 30 }]);
    const settings = { time_compare: '1 year ago', comparison_color_enabled: true, show_totals: true };
    const { model, options } = drawn(settings, [compared, totals]);
    expect(model.columns.map(({ name, values, total }) => [name, values, total])).toEqual([
      ['country', ['DE', 'FR', 'IT', 'ES'], null],
      ['revenue', [30, 5, 5, 5], 45],
      ['# revenue', [20, 10, null, 0], 30],
      ['△ revenue', [10, -5, null, 5], 15],
      ['% revenue', [0.5, -0.5, null, null], 0.5],
    ]);
    expect(model.columns.map((column) => column.label).slice(2)).toEqual(['# revenue', '△ revenue', '△ % revenue']);
    const change = options.columns[4]!;
    expect([change.format(0.5), change.toneOf(0.5), change.toneOf(-0.5), change.toneOf(0)]).toEqual([
      '50.0 %',
      lightChartTheme.success,
      lightChartTheme.danger,
      undefined,
    ]);
    expect(drawn({ ...settings, comparison_color_scheme: 'Red' }, [compared]).options.columns[4]?.toneOf(1)).toBe(
      lightChartTheme.danger,
    );
  });

  it('say below the heads, and in words, which days a chosen calendar compares', () => {
    const earlier = { offset: '1 year ago', days: 364 };
    const context = {
      ...contextOf({ time_compare: '1 year ago', compare_calendar: 'weekday' }),
      timeBounds: [Date.UTC(2025, 2, 3), Date.UTC(2025, 2, 4)] as const,
      answers: [
        {
          limitReached: null,
          summable: [],
          compared_periods: [{ ...earlier, from_dttm: Date.UTC(2024, 2, 4), to_dttm: Date.UTC(2024, 2, 5) }],
        },
      ],
    };
    const table = tableFromRows([
      { country: 'DE', revenue: 30, 'revenue__1 year ago': 20 },
      { country: 'FR', revenue: 5, 'revenue__1 year ago': 10 },
    ]);
    const model = chart.toModel([table], context);
    const options = chart.toOptions(model, context);
    expect(options.columns.map(({ column, period }) => [column.name, period])).toEqual([
      ['country', undefined],
      ['revenue', 'Mon 3 Mar 2025'],
      ['# revenue', 'Mon 4 Mar 2024'],
      ['△ revenue', undefined],
      ['% revenue', undefined],
    ]);
    expect(tableStatement({ model, options, form: { table_calculations: {} } })).toBe(
      'revenue: DE is the largest of 2 with 30. Mon 3 Mar 2025 to Mon 4 Mar 2024.',
    );
  });

  it('take totals and the count of all rows from their queries', () => {
    const { model } = drawn({ server_pagination: true, show_totals: true }, [
      rows,
      tableFromRows([{ rowcount: 1234 }]),
      tableFromRows([{ revenue: 50.5 }]),
    ]);
    expect(model).toMatchObject({ allRows: 1234, hasTotals: true });
    expect(model.columns.map((column) => column.total)).toEqual([null, 50.5]);
  });

  it('sort by value with nulls last either way', () => {
    const { model } = drawn();
    expect(sortedRows(model, { key: 'revenue', desc: true })).toEqual([0, 2, 1]);
    expect(sortedRows(model, { key: 'country', desc: false })).toEqual([0, 1, 2]);
    expect(sortedRows(model, { key: 'country', desc: true })).toEqual([1, 0, 2]);
    expect(sortedRows(model, null)).toEqual([0, 1, 2]);
  });

  it('keep integers beyond 2^53 exact', () => {
    const { options } = drawn({ query_mode: 'raw', all_columns: ['amount'] }, [
      tableFromRows([{ amount: 9_007_199_254_740_993n }]),
    ]);
    expect(options.columns[0]?.format(9_007_199_254_740_993n)).toBe('9 007 199 254 740 993');
  });

  it('do not group the digits of what names a thing, and draw no bars of it', () => {
    const rows = [tableFromRows([{ order_id: 1_233_074, quantity: 1500 }])];
    const { options } = drawn({ query_mode: 'raw', all_columns: ['order_id', 'quantity'], show_cell_bars: true }, rows);
    expect(options.columns.map(({ format }, at) => format([1_233_074, 1500][at]!))).toEqual(['1233074', '1 500']);
    expect(options.columns.map(({ barOf }, at) => barOf([1_233_074, 1500][at]!) !== null)).toEqual([false, true]);
    const grouped = drawn({ groupby: ['order_id'], metrics: ['quantity'] }, rows).options.columns[0];
    expect(grouped?.format(1_233_074)).toBe('1233074');
  });
});

describe('the cells of a table', () => {
  it('carry bars from zero, negative ones to the left and coloured, or all from the left', () => {
    const bar = (changes: Record<string, unknown>, value: number) => drawn(changes).options.columns[1]?.barOf(value);
    expect(bar({}, 40.5)).toMatchObject({ from: 10 / 50.5, size: 40.5 / 50.5, color: lightChartTheme.cellBar });
    expect(bar({}, -10)?.from).toBeCloseTo(0);
    expect(bar({}, -10)?.color).not.toBe(lightChartTheme.cellBar);
    expect(bar({ color_pn: false }, -10)?.color).toBe(lightChartTheme.cellBar);
    expect(bar({ align_pn: true }, -10)).toMatchObject({ from: 0, size: 10 / 40.5 });
    expect(bar({ show_cell_bars: false }, 40.5)).toBeNull();
  });

  it('follow the configuration of their column [ANN-018]', () => {
    const config = {
      columnWidth: 120,
      horizontalAlign: 'center',
      showCellBars: false,
      truncateLongCells: true,
      d3NumberFormat: ',.1f',
      d3SmallNumberFormat: '.3f',
      currencyFormat: { symbol: 'EUR', symbolPosition: 'suffix' },
    };
    const column = drawn({ column_config: { revenue: config } }).options.columns[1];
    expect(column).toMatchObject({ width: 120, align: 'center', isCut: true });
    expect(column?.format(40.5)).toBe('40.5 €');
    expect(column?.format(0.5)).toBe('0.500 €');
    expect(column?.barOf(40.5)).toBeNull();
    const barOf = (config: object, value: number, form: object = {}) =>
      drawn({ ...form, column_config: { revenue: { showCellBars: true, ...config } } }).options.columns[1]?.barOf(
        value,
      );
    const [apart, ends] = [barOf({ alignPositiveNegative: false }, 20), barOf({ alignPositiveNegative: true }, 20)];
    expect([apart?.from, ends?.from]).toEqual([expect.any(Number), 0]);
    expect(apart?.size).not.toBe(ends?.size);
    expect(barOf({ colorPositiveNegative: true }, -1)?.color).not.toBe(
      barOf({ colorPositiveNegative: false }, -1, { color_pn: true })?.color,
    );
    expect(drawn({ column_config: { revenue: { fractionDigits: 1 } } }).options.columns[1]?.format(40.55)).toBe('40.5');
    const dates = tableFromRows([{ country: Date.UTC(2026, 0, 5), revenue: 1 }], ['country']);
    expect(
      drawn({ column_config: { country: { d3TimeFormat: '%d/%m/%Y' } } }, [dates]).options.columns[0]?.format(
        Date.UTC(2026, 0, 5),
      ),
    ).toBe('05/01/2026');
  });

  it('are coloured by the rules of their column', () => {
    const { options } = drawn({
      conditional_formatting: [{ column: 'revenue', colorScheme: 'success', operator: '>', targetValue: 30 }],
    });
    expect(options.columns[1]?.groundOf(40.5)).toMatch(/^rgba\(22,114,68,/);
    expect(options.columns[1]?.groundOf(20)).toBeUndefined();
    expect(options.columns[0]?.groundOf('DE')).toBeUndefined();
  });

  it('are coloured by texts, and by what another column of their row holds', () => {
    const rule = { column: 'country', colorScheme: '#ff0000', operator: 'begins with', targetValue: 'F' };
    const { options } = drawn({
      conditional_formatting: [
        rule,
        { ...rule, columnFormatting: 'revenue', objectFormatting: 'TEXT_COLOR' },
        { column: 'revenue', colorScheme: '#00ff00', operator: '<', targetValue: 0, columnFormatting: 'ENTIRE_ROW' },
      ],
    });
    const [country, revenue] = options.columns;
    expect(['DE', 'FR', null].map((value, row) => country?.groundOf(value, row))).toEqual([
      undefined,
      'rgba(255,0,0,0.42)',
      undefined,
    ]);
    expect([40.5, -10, 20].map((value, row) => revenue?.toneOf(value, row))).toEqual([undefined, '#ff0000', undefined]);
    expect([40.5, -10, 20].map((value, row) => revenue?.rowGroundOf(value, row))).toEqual([
      undefined,
      'rgba(0,255,0,0.42)',
      undefined,
    ]);
  });

  it('have bars in the colour of a rule only where bars are drawn', () => {
    const rule = { column: 'revenue', colorScheme: '#ff0000', operator: '>', targetValue: 30 };
    const barOf = (changes: object) =>
      drawn({ conditional_formatting: [{ ...rule, objectFormatting: 'CELL_BAR' }], ...changes }).options.columns[1]
        ?.barOf;
    expect(barOf({})?.(40.5, 0)?.color).toMatch(/^rgba\(255,0,0,/);
    expect(barOf({})?.(20, 2)?.color).not.toMatch(/^rgba\(255,0,0,/);
    expect(barOf({ show_cell_bars: false })?.(40.5, 0)).toBeNull();
  });

  it('are green or red by what became of the figure of an earlier period, where a rule says so', () => {
    const compared = tableFromRows([
      { country: 'DE', revenue: 30, 'revenue__1 year ago': 20 },
      { country: 'FR', revenue: 5, 'revenue__1 year ago': 10 },
      { country: 'IT', revenue: 5, 'revenue__1 year ago': null },
    ]);
    const signs = (colorScheme: string) => {
      const rule = { column: 'Main revenue', operator: 'None', colorScheme };
      const [, revenue] = drawn({ time_compare: '1 year ago', conditional_formatting: [rule] }, [compared]).options
        .columns;
      return [30, 5, 5].map((value, row) => revenue?.signOf(value, row));
    };
    const { success, danger } = lightChartTheme;
    expect(signs('Green')).toEqual([{ text: '▲', color: success }, { text: '▼', color: danger }, undefined]);
    expect(signs('Red')).toEqual([{ text: '▲', color: danger }, { text: '▼', color: success }, undefined]);
  });

  it('write numbers whole, in groups of three, with decimals shared by the column', () => {
    expect([1234567, -1234.5, 0.04256, 12, Number.NaN].map((value) => formatTableNumber(value))).toEqual([
      '1 234 567',
      '−1 234.50',
      '0.0426',
      '12',
      'NaN',
    ]);
    // What is there never reads as nothing.
    expect([4.6e-7, -0.004, 0.005, 0].map((value) => formatTableNumber(value, { digits: 2 }))).toEqual([
      '4.6e-7',
      '−0.004',
      '0.01',
      '0.00',
    ]);
    expect(formatTableNumber(3e-12)).toBe('3e-12');
    expect(drawn().options.columns[1]?.format(20)).toBe('20.00');
    expect(drawn().options.columns[1]?.format(null)).toBe('–');
    expect(numberOfCell('20')).toBe(20);
  });
});

describe('years in a table', () => {
  const years = tableFromRows([
    { 'Fiscal year': 2015, revenue: 1200 },
    { 'Fiscal year': 12015, revenue: 900 },
  ]);
  const formats = (changes: Record<string, unknown>, column: number) => {
    const { options } = drawn({ groupby: ['Fiscal year'], ...changes }, [years]);
    return [2015, 12015].map((value) => options.columns[column]?.format(value));
  };

  it('are written as years where a column that is not measured is named after them', () => {
    expect(formats({}, 0)).toEqual(['2015', '12 015']);
    expect(formats({}, 1)).toEqual(['2 015', '12 015']);
    expect(formats({ query_mode: 'raw', all_columns: ['Fiscal year', 'revenue'] }, 0)).toEqual(['2015', '12 015']);
    expect(formats({ groupby: [], metrics: ['Fiscal year', 'revenue'] }, 0)).toEqual(['2 015', '12 015']);
  });

  it('follow a format that was chosen for their column', () => {
    expect(formats({ column_config: { 'Fiscal year': { d3NumberFormat: ',d' } } }, 0)[0]).toBe('2,015');
  });
});

describe('what a reader does to a table', () => {
  it("sorts by click: the column's way, the other, none", () => {
    const first = nextSort(null, 'revenue', true);
    expect(first).toEqual({ key: 'revenue', desc: true });
    const second = nextSort(first, 'revenue', true);
    expect(second).toEqual({ key: 'revenue', desc: false });
    expect(nextSort(second, 'revenue', true)).toBeNull();
  });

  it('moves a column to the place of another', () => {
    expect(moveBefore(['a', 'b', 'c'], 'a', 'c')).toEqual(['b', 'c', 'a']);
    expect(moveBefore(['a', 'b', 'c'], 'c', 'a')).toEqual(['c', 'a', 'b']);
  });

  it('turns pages near the present one, the first and the last', () => {
    expect(pagesAround(5, 20)).toEqual([0, null, 4, 5, 6, null, 19]);
    expect(pagesAround(0, 2)).toEqual([0, 1]);
  });
});
