import { type ChartForm, controlsOf, emptyFormContext, lightChartTheme, tableFromRows } from '@powerset/chart-kit';
import { type ComponentType, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { maxCopiedCells } from '../shared/copied-cells.ts';
import { drawModel, toDrawContext, toModelContext } from '../shared/draw-chart.ts';
import { headGroups } from '../shared/head-groups.ts';
import type { TableModel } from '../shared/table-columns.ts';
import { narrowedRows, parseColumnFilter } from '../shared/table-filters.ts';
import { arrangeColumns, columnWidths, noLayout, readLayout, visibleColumns } from '../shared/table-layout.ts';
import type { TableOptions } from '../shared/table-options.ts';
import { orderedRows } from '../shared/table-order.ts';
import { nextSorts } from '../shared/table-sorts.ts';
import type { ChartViewProps } from '../shared/view-props.ts';
import { type CellRange, cellsOf, stepOf } from './cell-range.ts';
import { examples } from './examples.ts';
import { chart } from './index.ts';
import { placesOf } from './places.ts';
import { scrolledTo } from './use-cell-in-sight.ts';
import { View } from './View.tsx';

const form: ChartForm = { viz_type: 'ag-grid-table', query_mode: 'aggregate', groupby: ['city'], metrics: ['revenue'] };
const rows = tableFromRows([
  { city: 'Rome', revenue: 40.5 },
  { city: 'Bonn', revenue: -10 },
  { city: null, revenue: 20 },
  { city: 'Bonn', revenue: 30 },
]);

function draw(changes: object = {}, results = [rows], size = { width: 600, height: 300 }) {
  const context = toModelContext(chart, { form: { ...form, ...changes }, results }, lightChartTheme);
  // Both are made by this chart's own definition.
  const model = chart.toModel(results, context) as TableModel;
  const options = drawModel(chart, model, { context, space: { theme: lightChartTheme, ...size } }) as TableOptions;
  const props = { ...size, theme: lightChartTheme, definition: chart, model, options, selectedLabels: [] };
  const view = createElement(View as ComponentType<ChartViewProps>, { ...props, form: chart.readForm(context.form) });
  return { model, options, markup: renderToStaticMarkup(view) };
}

describe('the queries of a grid', () => {
  it('are those of a table, of ten thousand rows at most unless more are wanted', () => {
    expect(chart.toQueries({ ...form, row_limit: 10_000 })).toMatchObject([
      { columns: ['city'], metrics: ['revenue'], orderby: [['revenue', false]], row_limit: 10_000 },
    ]);
    const limit = controlsOf(chart).find(({ name }) => name === 'row_limit');
    expect(limit?.default).toBe(10_000);
    expect(controlsOf(chart).map(({ name }) => name)).not.toContain('allow_rearrange_columns');
  });

  it('ask the server for one page in the order of several columns, and for rows that pass the filters under their names', () => {
    const own_state = {
      currentPage: 3,
      pageSize: 50,
      sortBy: [
        { key: 'city', desc: false },
        { key: 'revenue', desc: true },
        { key: 'gone', desc: true },
      ],
      columnFilters: { city: 'ro', revenue: '> 5', gone: 'x' },
    };
    const queries = chart.toQueries({ ...form, server_pagination: true, show_totals: true, own_state });
    const filters = [{ col: 'city', op: 'CONTAINS', val: 'ro' }];
    expect(queries).toMatchObject([
      {
        row_limit: 50,
        row_offset: 150,
        filters,
        orderby: [
          ['city', true],
          ['revenue', false],
          ['revenue', false],
        ],
      },
      { is_rowcount: true, filters },
      { filters },
    ]);
  });

  it('filter no times that are cut to a grain, which would leave parts of them', () => {
    const own_state = { columnFilters: { at: '> 2026-01-15' } };
    const state = { server_pagination: true, own_state, temporal_columns_lookup: { at: true } };
    expect(chart.toQueries({ ...form, ...state, groupby: ['at'] })[0]?.filters).toEqual([]);
    const raw = { ...state, query_mode: 'raw', all_columns: ['at'] };
    expect(chart.toQueries({ ...form, ...raw })[0]?.filters).toEqual([{ col: 'at', op: '>', val: '2026-01-15' }]);
  });
});

describe('filters under the names of columns', () => {
  it.each([
    ['rome', { op: 'CONTAINS', value: 'rome' }],
    ['> 100', { op: '>', value: 100 }],
    ['≤1,5', { op: '<=', value: 1.5 }],
    ['<> x', { op: '!=', value: 'x' }],
    ['>', null],
    ['  ', null],
  ])('%s', (typed, filter) => {
    expect(parseColumnFilter(typed)).toEqual(filter);
  });

  it('leave the rows that meet all of them, and the text that is searched for in any column', () => {
    const { options } = draw();
    const left = (search: string, filters: Record<string, string>) =>
      narrowedRows([0, 1, 2, 3], options.columns, { search, filters });
    expect(left('', { revenue: '>= 20' })).toEqual([0, 2, 3]);
    expect(left('', { revenue: '>= 20', city: 'BON' })).toEqual([3]);
    expect(left('', { city: '!= bonn' })).toEqual([0, 2]);
    expect(left('40', {})).toEqual([0]);
  });
});

describe('the order of rows', () => {
  it('is that of one column, and of the next where two are alike, with nulls last', () => {
    const { model } = draw();
    const by = (...keys: [string, boolean][]) =>
      orderedRows(
        model,
        keys.map(([key, desc]) => ({ key, desc })),
      );
    expect(by(['city', false], ['revenue', false])).toEqual([1, 3, 0, 2]);
    expect(by(['city', true], ['revenue', true])).toEqual([0, 3, 1, 2]);
    expect(by(['gone', true])).toEqual([0, 1, 2, 3]);
  });

  it('adds a column with a key held, and turns and drops it by further presses', () => {
    const city = { key: 'city', startsDescending: false };
    const both = nextSorts([{ key: 'revenue', desc: true }], { ...city, isAdded: true });
    expect(both).toEqual([
      { key: 'revenue', desc: true },
      { key: 'city', desc: false },
    ]);
    const turned = nextSorts(both, { ...city, isAdded: true });
    expect(turned[1]).toEqual({ key: 'city', desc: true });
    expect(nextSorts(turned, { ...city, isAdded: true })).toEqual([{ key: 'revenue', desc: true }]);
    expect(nextSorts(both, { ...city, isAdded: false })).toEqual([{ key: 'city', desc: false }]);
  });
});

describe('the columns of a grid', () => {
  const compared = draw({ time_compare: '1 year ago' }, [
    tableFromRows([{ city: 'Rome', revenue: 30, 'revenue__1 year ago': 20, orders: 3 }]),
  ]).options.columns;
  const names = (layout: Parameters<typeof readLayout>[0]) =>
    arrangeColumns(compared, readLayout(layout)).columns.map(({ column }) => column.name);

  it('stand where the reader put them, a comparison beside its metric', () => {
    expect(names({ order: ['revenue'] })).toEqual(['revenue', '# revenue', '△ revenue', '% revenue', 'city', 'orders']);
    expect(names({ pinned: ['orders'] })[0]).toBe('orders');
    expect(names('broken')).toEqual(compared.map(({ column }) => column.name));
  });

  it('of a comparison have the name of their metric above them', () => {
    const widths = compared.map(() => 100);
    const visible = visibleColumns(widths, { pinnedCount: 1, left: 0, width: 1000, isWhole: false });
    const groups = headGroups(placesOf(compared, { widths, pinnedCount: 1, visible }).columns, compared);
    expect(groups.map(({ label, count }) => [label, count])).toEqual([
      ['', 1],
      ['revenue', 4],
      ['', 1],
    ]);
  });

  it('are as wide as was chosen, and fill what is left', () => {
    const { columns } = draw().options;
    const layout = readLayout({ widths: { city: 111, revenue: 'x', gone: 5 } });
    const widths = columnWidths(columns, { layout, available: 600 });
    expect(widths[0]).toBe(111);
    expect(widths[0]! + widths[1]!).toBeGreaterThan(595);
    expect(columnWidths(columns, { layout: noLayout, available: 0 }).every((width) => width >= 40)).toBe(true);
    expect(readLayout({ widths: { city: 1e9 } }).widths.city).toBe(2000);
  });

  it('are drawn where they are in sight, and pinned ones always', () => {
    const widths = Array.from({ length: 100 }, () => 100);
    const visible = visibleColumns(widths, { pinnedCount: 2, left: 3000, width: 500, isWhole: false });
    expect(visible).toMatchObject({ first: 30, before: 2800 });
    expect(visible.end - visible.first).toBeLessThan(12);
    expect(visible.before + (visible.end - visible.first) * 100 + visible.after).toBe(9800);
    const all = visibleColumns(widths, { pinnedCount: 2, left: 3000, width: 500, isWhole: true });
    expect(all).toMatchObject({ first: 2, end: 100 });
  });

  it('out of sight take room and no cells', () => {
    const sensors = examples.find(({ name }) => name === 'sixty columns of sensors')!;
    const { markup } = draw(sensors.form, [...sensors.results]);
    expect(markup.match(/<th /g)!.length).toBeLessThan(20);
    expect(markup).toContain('aria-colcount="61"');
    expect(markup.match(/table-row/g)!.length).toBeLessThan(40);
    expect(markup).toContain('aria-rowcount="201"');
  });
});

describe('cells', () => {
  const size = { rows: 100, columns: 5, page: 10 };
  const step = (key: string, isFar = false) => stepOf(key, { row: 50, column: 2 }, { size, isFar });

  it('are walked between by keys, to the edges and not past them', () => {
    expect(step('ArrowDown')).toEqual({ row: 51, column: 2 });
    expect(step('ArrowUp', true)).toEqual({ row: 0, column: 2 });
    expect(step('PageDown')).toEqual({ row: 60, column: 2 });
    expect(step('End', true)).toEqual({ row: 99, column: 4 });
    expect(step('x')).toBeNull();
    expect(stepOf('ArrowUp', { row: 0, column: 0 }, { size, isFar: false })).toEqual({ row: 0, column: 0 });
    expect(stepOf('Home', { row: 0, column: 0 }, { size: { ...size, rows: 0 }, isFar: false })).toBeNull();
  });

  it('are scrolled to when they are out of sight', () => {
    expect(scrolledTo(0, { start: 50, size: 29, room: 200 })).toBe(0);
    expect(scrolledTo(0, { start: 290, size: 29, room: 200 })).toBe(119);
    expect(scrolledTo(400, { start: 290, size: 29, room: 200 })).toBe(290);
  });

  it('are copied with exact values in the order of the screen, and no more than a clipboard takes', () => {
    const { options } = draw();
    const range: CellRange = { anchor: { row: 1, column: 1 }, focus: { row: 0, column: 0 } };
    const cells = cellsOf(range, { columns: options.columns, rows: [3, 1, 0] });
    expect(cells.map(({ values }) => values)).toEqual([
      ['Bonn', 'Bonn'],
      [30, -10],
    ]);
    const many = { anchor: { row: 0, column: 0 }, focus: { row: 499_999, column: 1 } };
    const all = Array.from({ length: 500_000 }, () => 0);
    const copied = cellsOf(many, { columns: options.columns, rows: all });
    expect(copied[0]!.values.length * copied.length).toBeLessThanOrEqual(maxCopiedCells);
  });

  it('of the summary say that they count rows which a page does not show', () => {
    const totals = tableFromRows([{ revenue: 80.5 }]);
    expect(draw({ show_totals: true }, [rows, totals]).markup).toContain('80.5');
  });
});

describe('a grid', () => {
  it('is empty without rows unless its reader searched for some', () => {
    const none = tableFromRows([]);
    const paged = { server_pagination: true, own_state: { columnFilters: { city: 'x' } } };
    expect(chart.isEmpty?.(draw({}, [none]).model)).toBe(true);
    expect(chart.isEmpty?.(draw(paged, [none, tableFromRows([{ rowcount: 0 }])]).model)).toBe(false);
  });

  it('needs something to group by or to measure', () => {
    const context = { ...emptyFormContext, form: { viz_type: chart.key } };
    expect(chart.validate?.(context)).toHaveLength(3);
  });
});

describe('a file of what is shown', () => {
  const cellsOf = (changes: object, own_state: object) => {
    const given = { ...form, ...changes, own_state };
    const context = toModelContext(chart, { form: given, results: [rows] }, lightChartTheme);
    const drawn = toDrawContext(context, { theme: lightChartTheme, width: 600, height: 300 });
    return chart.toCells?.(chart.toModel([rows], context), drawn);
  };

  it('holds the rows that were searched for in their order, under the columns in theirs', () => {
    const sortBy = [
      { key: 'city', desc: false },
      { key: 'revenue', desc: true },
    ];
    const layout = { order: ['revenue', 'city'] };
    expect(cellsOf({}, { sortBy, layout })).toEqual([
      ['revenue', 'city'],
      [30, 'Bonn'],
      [-10, 'Bonn'],
      [40.5, 'Rome'],
      [20, null],
    ]);
    expect(cellsOf({ include_search: true }, { searchText: 'bon', columnFilters: { revenue: '> 0' } })).toEqual([
      ['city', 'revenue'],
      ['Bonn', 30],
    ]);
    expect(cellsOf({}, { searchText: 'bon' })).toHaveLength(5);
  });

  it('asks for the rows of all pages, as they are searched and ordered, where the server pages', () => {
    const own_state = {
      currentPage: 3,
      pageSize: 50,
      sortBy: [{ key: 'city', desc: true }],
      columnFilters: { city: 'o' },
    };
    const queries = chart.toFileQueries?.({ ...form, server_pagination: true, show_totals: true, own_state });
    expect(queries).toHaveLength(1);
    expect(queries?.[0]).toMatchObject({
      row_limit: 0,
      row_offset: 0,
      filters: [{ col: 'city', op: 'CONTAINS', val: 'o' }],
      orderby: [
        ['city', false],
        ['revenue', false],
      ],
    });
  });
});
