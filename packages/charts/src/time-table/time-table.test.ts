import { controlsOf, lightChartTheme, readTimeSeriesColumn, tableFromRows } from '@powerset/chart-kit';
import { type ComponentType, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { type ControlCases, effectOf, faultsOf } from '../control-effects.ts';
import { drawModel, toModelContext } from '../shared/draw-chart.ts';
import { drawSpark } from '../shared/spark-path.ts';
import type { ChartViewProps } from '../shared/view-props.ts';
import { chart } from './index.ts';
import { measureOf } from './measures.ts';
import { boundColor, type TimeTableOptions } from './options.ts';
import { safeAddress } from './row-address.ts';
import type { SeriesRow, TimeTable } from './series-rows.ts';
import { View } from './View.tsx';

const day = (date: number) => Date.UTC(2026, 2, date);
const form = { viz_type: 'time_table', granularity_sqla: 'at', time_grain_sqla: 'P1D', metrics: ['revenue'] };
const points = tableFromRows(
  [
    { __timestamp: day(3), city: 'Rome', revenue: 30 },
    { __timestamp: day(1), city: 'Rome', revenue: 20 },
    { __timestamp: day(1), city: 'Bonn', revenue: 5 },
    { __timestamp: day(2), city: 'Rome', revenue: 10 },
    { __timestamp: day(3), city: 'Bonn', revenue: 70 },
  ],
  ['__timestamp'],
);

function draw(changes: object = {}, results = [points], width = 600) {
  const context = toModelContext(chart, { form: { ...form, ...changes }, results }, lightChartTheme);
  // Both are made by this chart's own definition.
  const model = chart.toModel(results, context) as TimeTable;
  const space = { theme: lightChartTheme, width, height: 300 };
  const options = drawModel(chart, model, { context, space }) as TimeTableOptions;
  return { model, options, context };
}

const column = (changes: object) => readTimeSeriesColumn({ label: 'c', ...changes });
const row: SeriesRow = { name: 'a', metric: 'revenue', groups: [], values: [20, 10, null, 40] };
const table: TimeTable = { times: [1, 2, 3, 4], rows: [row], lastSums: { revenue: 80 }, limitReached: null };
const cellOf = (changes: object) => measureOf(column(changes), row, table);

describe('the query of a time-series table', () => {
  it('asks for metrics over time, of each group', () => {
    expect(chart.toQueries({ ...form, groupby: ['city'], limit: 5, time_range: 'Last year' })).toMatchObject([
      {
        granularity: 'at',
        time_range: 'Last year',
        is_timeseries: true,
        columns: ['city'],
        metrics: ['revenue'],
        series_limit: 5,
        orderby: [['revenue', false]],
        extras: { time_grain_sqla: 'P1D' },
      },
    ]);
  });
});

describe('the rows', () => {
  it('are groups over all moments in order, the greatest last value first', () => {
    const { model } = draw({ groupby: ['city'] });
    expect(model.times).toEqual([day(1), day(2), day(3)]);
    expect(model.rows.map(({ name, values }) => [name, values])).toEqual([
      ['Bonn', [5, null, 70]],
      ['Rome', [20, 10, 30]],
    ]);
    expect(model.lastSums).toEqual({ revenue: 100 });
  });

  it('are metrics where there are no groups, and metrics of groups where there are both', () => {
    const two = tableFromRows([{ __timestamp: day(1), city: null, revenue: 1, orders: 2 }], ['__timestamp']);
    expect(draw({ metrics: ['revenue', 'orders'] }, [two]).model.rows.map(({ name }) => name)).toEqual([
      'revenue',
      'orders',
    ]);
    const both = draw({ metrics: ['revenue', 'orders'], groupby: ['city'] }, [two]).model;
    expect(both.rows.map(({ name }) => name)).toEqual(['<NULL>, orders', '<NULL>, revenue']);
    expect(chart.isEmpty?.(draw({}, []).model)).toBe(true);
  });

  it('say when a limit cut moments off', () => {
    const answers = [{ limitReached: 100, summable: [] }];
    const context = { ...draw().context, answers };
    expect(chart.undrawnOf?.(chart.toModel([points], context), context.form)).toMatchObject({
      isAll: false,
      remedy: { changes: { row_limit: 10_000 } },
    });
  });
});

describe('a column', () => {
  it.each([
    [{ colType: 'time', timeLag: 1 }, null],
    [{ colType: 'time', timeLag: 3 }, 20],
    [{ colType: 'time', timeLag: -2 }, 10],
    [{ colType: 'time', timeLag: 3, comparisonType: 'diff' }, 20],
    [{ colType: 'time', timeLag: 3, comparisonType: 'perc' }, 2],
    [{ colType: 'time', timeLag: 3, comparisonType: 'perc_change' }, 1],
    [{ colType: 'contrib' }, 0.5],
    [{ colType: 'avg', timeLag: 2 }, 40],
    [{ colType: 'avg', timeLag: 3 }, 25],
    [{ colType: 'spark' }, 40],
    [{ colType: 'spark', timeRatio: '1' }, null],
  ])('%j is %s', (changes, expected) => {
    expect(cellOf(changes).value).toBe(expected);
  });

  it('that looks further back than there is anything says so', () => {
    expect(cellOf({ colType: 'time', timeLag: 4 })).toEqual({ value: null, isTooShort: true });
    const { options } = draw({ column_collection: [{ colType: 'time', timeLag: 9 }] });
    expect(options.rows[0]?.cells[0]).toMatchObject({ text: '–', hint: expect.stringContaining('9') });
  });

  it('of lines draws ratios to earlier steps', () => {
    expect(cellOf({ colType: 'spark', timeRatio: '1' }).points).toEqual([0.5, null, null]);
    expect(cellOf({ colType: 'spark', timeRatio: '3' }).points).toEqual([2]);
  });

  it('colours its values between its bounds', () => {
    const given = { theme: lightChartTheme };
    const { danger, categorical, text } = lightChartTheme;
    expect(boundColor([null, null], 5, given)).toBeUndefined();
    expect(boundColor([0, null], -1, given)).toBe(danger);
    expect(boundColor([0, null], 1, given)).toBe(categorical[0]);
    expect(boundColor([0, 10], 5, given)).toBe(boundColor([4, 6], 5, given));
    expect(boundColor([0, 10], 0, given)).not.toBe(boundColor([0, 10], 10, given));
    expect(text).toBeDefined();
  });
});

describe('a small line', () => {
  const space = { width: 106, height: 26, bounds: [null, null] as const };

  it('reaches from the least to the greatest value, and breaks where nothing was measured', () => {
    const line = drawSpark([0, 10, null, 5, 10], space)!;
    expect(line.path).toBe('M3 23L28 3M78 13L103 3');
    expect([line.low, line.high]).toEqual([0, 10]);
    expect(drawSpark([null], space)).toBeNull();
  });

  it('marks values that stand alone, and the last one', () => {
    expect(drawSpark([1, null, 3, null], space)!.dots).toHaveLength(2);
    expect(drawSpark([7], space)!.dots).toEqual([{ x: 53, y: 13 }]);
  });

  it('leaves room beside it for the figures of a narrow chart', () => {
    const lines = { column_collection: [{ key: 'x', label: 'Trend', colType: 'spark', width: '300' }] };
    const widthIn = (width: number) => draw(lines, [points], width).options.rows[0]?.cells[0]?.spark?.width;
    expect([900, 330, 60].map(widthIn)).toEqual([270, 99, 48]);
  });

  it('keeps to its bounds, and to a few points for each pixel', () => {
    expect(drawSpark([5, 50], { ...space, bounds: [0, 10] })!.path).toBe('M3 13L103 3');
    const many = drawSpark(
      Array.from({ length: 100_000 }, (_, at) => Math.sin(at)),
      space,
    )!;
    expect(many.path.length).toBeLessThan(5_000);
  });
});

describe('the address of a row', () => {
  it.each([
    ['https://example.org/?q={{ metric }}', 'https://example.org/?q=a%20b%2F%3Cc'],
    ['/explore/{{metric.label}}', '/explore/a%20b%2F%3Cc'],
    ['', null],
    ['javascript:alert({{ metric }})', null],
    ['data:text/html,x', null],
    ['//example.org', null],
    ['/\\example.org', null],
    ['https://example.org/{{ other }}', null],
  ])('of %s is %s', (template, address) => {
    expect(safeAddress(template, 'a b/<c')).toBe(address);
  });
});

const cases: ControlCases = {
  definition: chart,
  view: View as ComponentType<ChartViewProps>,
  form: { metrics: ['revenue'], groupby: ['city'], column_collection: [{ colType: 'spark' }] },
  results: [points],
  cases: {
    granularity_sqla: { to: 'seen', choices: ['at', 'seen'] },
    time_grain_sqla: { to: 'P1M' },
    time_range: { to: 'Last year' },
    metrics: { to: ['orders'] },
    adhoc_filters: {
      to: [{ clause: 'WHERE', expressionType: 'SIMPLE', subject: 'city', operator: '==', comparator: 'Rome' }],
    },
    groupby: { to: ['kind'] },
    limit: { to: 5 },
    column_collection: { to: [{ colType: 'avg', label: 'Mean' }] },
    row_limit: { to: 50 },
    url: { to: '/x/{{ metric }}' },
  },
};

describe('the controls of a time-series table', () => {
  it('have a case each', () => {
    expect(Object.keys(cases.cases).sort()).toEqual(
      controlsOf(chart)
        .map(({ name }) => name)
        .sort(),
    );
  });

  it.each(Object.keys(cases.cases))('%s does what it is there for', (name) => {
    expect(faultsOf(cases, name)).toEqual([]);
  });

  it.each([
    ['label', { label: 'x' }],
    ['tooltip', { tooltip: 'x' }],
    ['width', { width: '300' }],
    ['height', { height: '90' }],
    ['timeRatio', { timeRatio: '1' }],
    ['showYAxis', { showYAxis: true }],
    ['yAxisBounds', { showYAxis: true, yAxisBounds: [0, 500] }],
    ['d3format', { d3format: '.4f', showYAxis: true }],
    ['dateFormat', { dateFormat: '%Y' }],
  ])('%s of a line is seen', (_, changes) => {
    const look = (own: object) =>
      effectOf(cases, { column_collection: [{ colType: 'spark', ...own }] }, { to: null }).picture;
    expect(look(changes)).not.toBe(look({}));
  });
});

it('a row names its values to those who hear it, and is picked by its name', () => {
  const { model, options, context } = draw({ groupby: ['city'], column_collection: [{ colType: 'spark' }] });
  const props = { definition: chart, theme: lightChartTheme, model, options, width: 600, height: 300 };
  const view = createElement(View as ComponentType<ChartViewProps>, {
    ...props,
    form: chart.readForm(context.form),
    selectedLabels: ['Rome'],
    onSelect: () => undefined,
  });
  const markup = renderToStaticMarkup(view);
  expect(markup).toContain('aria-label="1 Mar 2026: 5 – 3 Mar 2026: 70"');
  expect(markup).toMatch(/data-dimmed="true"[^>]*data-test="table-row"><th[^>]*><button[^>]*title="Bonn"/);
});
