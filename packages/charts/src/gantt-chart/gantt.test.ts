import { type ChartForm, controlsOf, lightChartTheme, tableFromRows } from '@powerset/chart-kit';
import type { ResultTable } from '@powerset/contract';
import type { ComponentType } from 'react';
import { describe, expect, it } from 'vitest';
import { type ControlCases, faultsOf } from '../control-effects.ts';
import { drawModel, toModelContext } from '../shared/draw-chart.ts';
import type { ChartViewProps } from '../shared/view-props.ts';
import { timeOfDay } from './form.ts';
import { chart } from './index.ts';
import { lanesOf, layLanes } from './lanes.ts';
import type { GanttOptions } from './options.ts';
import type { Tasks } from './tasks.ts';
import { selectionOfTask, View } from './View.tsx';

const day = (date: number, hour = 0) => Date.UTC(2026, 0, date, hour);
const base: ChartForm = { viz_type: 'gantt_chart', start_time: 'at', end_time: 'seen', y_axis: 'city', series: 'kind' };
const times = ['at', 'seen'];

function draw(table: ResultTable, changes: Readonly<Record<string, unknown>> = {}) {
  const context = toModelContext(chart, { form: { ...base, ...changes }, results: [table] }, lightChartTheme);
  const model = chart.toModel([table], context) as Tasks;
  const space = { theme: lightChartTheme, width: 600, height: 300 };
  const options = drawModel(chart, model, { context, space }) as GanttOptions;
  return { model, options, undrawn: chart.undrawnOf?.(model, context.form) ?? null };
}

const tasks = tableFromRows(
  [
    { at: day(1), seen: day(5), city: 'Rome', kind: 'new' },
    { at: day(3), seen: day(8), city: 'Rome', kind: 'old' },
    { at: day(5), seen: day(9), city: 'Rome', kind: 'new' },
    { at: day(2), seen: day(4), city: 'Bonn', kind: 'old' },
  ],
  times,
);

describe('lanes', () => {
  it('are as few as are needed at once, each stretch in the lowest that is free', () => {
    expect(
      lanesOf([
        [0, 4],
        [2, 6],
        [4, 5],
        [5, 9],
        [5, 6],
      ]),
    ).toEqual({ lanes: [0, 1, 0, 0, 2], count: 3 });
    expect(lanesOf([])).toEqual({ lanes: [], count: 0 });
  });

  it('hold no two bars that overlap, of ten thousand too', () => {
    const random = (seed: number) => Math.abs(Math.sin(seed * 12.9898) * 43_758.5453) % 1;
    const stretches = Array.from({ length: 10_000 }, (_, at) => {
      const start = Math.floor(random(at + 1) * 1000);
      return [start, start + 1 + Math.floor(random(at + 5) * 40)] as const;
    });
    const { lanes, count } = lanesOf(stretches);
    const ends = new Array<number>(count).fill(-1);
    const byStart = stretches.map((_, at) => at).sort((a, b) => stretches[a]![0] - stretches[b]![0]);
    for (const at of byStart) {
      expect(ends[lanes[at]!]!).toBeLessThanOrEqual(stretches[at]![0]);
      ends[lanes[at]!] = stretches[at]![1];
    }
  });

  it('are laid for each category; subcategories have lanes of their own', () => {
    const { model } = draw(tasks);
    const lanes = (isSplit: boolean) => layLanes(model, isSplit).laid.map(({ lane }) => lane);
    expect(lanes(false)).toEqual([0, 1, 0, 2]);
    // The bars of one subcategory come after those of another.
    expect(lanes(true)).toEqual([0, 0, 1, 2]);
    const apart = tableFromRows(
      [
        { at: day(1), seen: day(2), city: 'Rome', kind: 'new' },
        { at: day(3), seen: day(4), city: 'Rome', kind: 'old' },
      ],
      times,
    );
    const split = (subcategories: boolean) => draw(apart, { subcategories }).options.laid.map(({ lane }) => lane);
    expect([split(false), split(true)]).toEqual([
      [0, 0],
      [0, 1],
    ]);
  });
});

describe('a gantt chart', () => {
  it('asks for the rows as they are, and groups them only for measures in tooltips', () => {
    const [raw] = chart.toQueries({ ...base, tooltip_columns: ['age'], order_by_cols: ['["at",true]'] });
    expect(raw).toMatchObject({
      columns: ['at', 'seen', 'city', 'kind', 'age'],
      metrics: null,
      series_columns: ['kind'],
      orderby: [['at', true]],
    });
    expect(chart.toQueries({ ...base, tooltip_metrics: ['revenue'] })[0]?.metrics).toEqual(['revenue']);
  });

  it('draws what goes on to the last known moment, and says what has no place', () => {
    const rows = tableFromRows(
      [
        { at: day(1), seen: null, city: 'Open', kind: 'a' },
        { at: null, seen: day(3), city: 'Never', kind: 'a' },
        { at: day(6), seen: day(2), city: 'Backwards', kind: 'a' },
        { at: day(2), seen: day(9), city: 'Rome', kind: 'a' },
      ],
      times,
    );
    const { model, options, undrawn } = draw(rows);
    expect(options.laid.map(({ until }) => until)).toEqual([day(9), day(9)]);
    expect([model.unbegun, model.reversed]).toEqual([1, 1]);
    expect(undrawn).toMatchObject({ isAll: false, title: { values: { undrawn: 1, all: 4 } } });
    const open = draw(tableFromRows([{ at: day(1), seen: null, city: 'Open', kind: 'a' }], times));
    expect(open.undrawn).toMatchObject({ isAll: false, title: { values: { open: 1, all: 1 } } });
    const never = draw(tableFromRows([{ at: null, seen: day(3), city: 'Never', kind: 'a' }], times));
    expect(never.undrawn).toMatchObject({ isAll: true });
  });

  it('scrolls along its lanes where they do not all fit', () => {
    const many = tableFromRows(
      Array.from({ length: 200 }, (_, at) => ({ at: day(1), seen: day(2), city: `c${at}`, kind: 'a' })),
      times,
    );
    const zooms = (table: ResultTable) =>
      (draw(table).options.option.dataZoom ?? []) as readonly { yAxisIndex?: number }[];
    expect(zooms(tasks)).toEqual([]);
    expect(zooms(many).every(({ yAxisIndex }) => yAxisIndex === 0)).toBe(true);
  });

  it('begins and ends at times of day where it is told to', () => {
    const axis = (draw(tasks, { x_axis_time_bounds: ['06:00:00', '20:30'] }).options.option.xAxis ?? {}) as object;
    expect(axis).toMatchObject({ min: day(1, 6), max: day(9, 20) + 30 * 60_000 });
    expect([timeOfDay('24:00:00'), timeOfDay('7:05'), timeOfDay('soon'), timeOfDay('12:75')]).toEqual([
      86_400_000,
      25_500_000,
      null,
      null,
    ]);
  });

  it('makes a filter of a bar: of its row and its value of the dimension', () => {
    const { model } = draw(tableFromRows([{ at: day(1), seen: day(2), city: null, kind: 'new' }], times));
    expect(selectionOfTask(model, model.tasks[0]!)).toEqual({
      filters: [
        { column: 'city', op: 'IS NULL', values: [] },
        { column: 'kind', op: 'IN', values: ['new'] },
      ],
      selectedLabels: ['<NULL>, new'],
    });
  });

  it('says what it is of in a sentence', () => {
    expect(draw(tasks).options.statement?.()).toBe('4 bars in 2 rows, from 1 Jan 2026 to 9 Jan 2026.');
  });
});

const filter = { clause: 'WHERE', expressionType: 'SIMPLE', subject: 'city', operator: '==', comparator: 'Rome' };
const withAge = [
  tableFromRows([{ at: day(1), seen: day(5), city: 'Rome', kind: 'new', revenue: 1234.5, age: 3 }], times),
];
const manyKinds = [
  tableFromRows(
    Array.from({ length: 40 }, (_, at) => ({ at: day(1), seen: day(2 + at), city: 'Rome', kind: `Kind ${at}` })),
    times,
  ),
];
const apart = [
  tableFromRows(
    [
      { at: day(1), seen: day(2), city: 'Rome', kind: 'old' },
      { at: day(3), seen: day(4), city: 'Rome', kind: 'new' },
    ],
    times,
  ),
];

const cases: ControlCases = {
  definition: chart,
  view: View as ComponentType<ChartViewProps>,
  form: { start_time: 'at', end_time: 'seen', y_axis: 'city', series: 'kind' },
  results: [tasks],
  cases: {
    start_time: { to: 'seen' },
    end_time: { to: 'at' },
    y_axis: { to: 'kind' },
    series: { to: null, from: 'kind' },
    subcategories: { to: true, results: apart, hiddenBy: { series: null } },
    tooltip_metrics: { to: ['revenue'] },
    tooltip_columns: { to: ['age'] },
    adhoc_filters: { to: [filter] },
    order_by_cols: { to: ['["at",false]'] },
    row_limit: { to: 50 },
    x_axis_title: { to: 'Days' },
    x_axis_title_margin: { to: 50, form: { x_axis_title: 'Days' } },
    y_axis_title: { to: 'Cities' },
    y_axis_title_margin: { to: 100, form: { y_axis_title: 'Cities' } },
    color_scheme: { to: 'orchard' },
    zoomable: { to: true },
    show_extra_controls: { to: true, hiddenBy: { series: null } },
    show_legend: { to: false },
    legendType: { to: 'plain', results: manyKinds, choices: ['scroll', 'plain'], hiddenBy: { show_legend: false } },
    legendOrientation: { to: 'right', choices: ['top', 'bottom', 'left', 'right'], hiddenBy: { show_legend: false } },
    legendMargin: { to: 90, hiddenBy: { show_legend: false } },
    legendSort: { to: 'desc', choices: ['asc', 'desc', null], hiddenBy: { show_legend: false } },
    x_axis_time_bounds: { to: ['06:00:00', '20:00:00'] },
    x_axis_time_format: { to: '%Y-%m-%d' },
    tooltipTimeFormat: { to: '%Y' },
    tooltipValuesFormat: { to: ',.2f', form: { tooltip_metrics: ['revenue'] }, results: withAge },
  },
};

describe('the controls of a gantt chart', () => {
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
});
