import { type ChartForm, controlsOf, lightChartTheme, tableFromRows } from '@powerset/chart-kit';
import type { ResultTable } from '@powerset/contract';
import type { ComponentType } from 'react';
import { describe, expect, it } from 'vitest';
import { type ControlCases, faultsOf } from '../control-effects.ts';
import { drawModel, toModelContext } from '../shared/draw-chart.ts';
import { monthlyTable } from '../shared/example-series.ts';
import type { ChartViewProps } from '../shared/view-props.ts';
import { chart } from './index.ts';
import type { WaterfallOptions } from './options.ts';
import type { Steps } from './steps.ts';
import { selectionOfStep, View } from './View.tsx';

const base: ChartForm = { viz_type: 'waterfall', x_axis: 'item', metric: 'm' };
const [jan, feb] = [Date.UTC(2026, 0, 1), Date.UTC(2026, 1, 1)];

function draw(table: ResultTable, changes: Readonly<Record<string, unknown>> = {}, answers?: unknown) {
  const given = { form: { ...base, ...changes }, results: [table], ...(answers ? { answers: answers as never } : {}) };
  const context = toModelContext(chart, given, lightChartTheme);
  const model = chart.toModel([table], context) as Steps;
  const space = { theme: lightChartTheme, width: 600, height: 300 };
  const options = drawModel(chart, model, { context, space }) as WaterfallOptions;
  return { model, options, undrawn: chart.undrawnOf?.(model, context.form) ?? null };
}

const walkOf = ({ options }: ReturnType<typeof draw>) =>
  options.steps.map((step) => [options.words.nameOf(step), step.kind, step.from, step.to]);

describe('a waterfall', () => {
  it('asks for its positions and parts in their order, without a sum of its own', () => {
    const [query] = chart.toQueries({ ...base, groupby: 'part', time_grain_sqla: 'P1D' });
    expect(query).toMatchObject({
      metrics: ['m'],
      orderby: [
        ['item', true],
        ['part', true],
      ],
    });
    expect(query?.columns).toEqual([expect.objectContaining({ columnType: 'BASE_AXIS', label: 'item' }), 'part']);
  });

  it('begins each step where the one before ended, and ends with the total', () => {
    const rows = tableFromRows([
      { item: 'In', m: 40 },
      { item: 'Out', m: -75 },
      { item: 'Back', m: 12 },
    ]);
    expect(walkOf(draw(rows))).toEqual([
      ['In', 'increase', 0, 40],
      ['Out', 'decrease', 40, -35],
      ['Back', 'increase', -35, -23],
      ['Total', 'total', 0, -23],
    ]);
    expect(draw(rows, { show_total: false }).options.steps).toHaveLength(3);
  });

  it('has a running total after the parts of each position', () => {
    const rows = tableFromRows([
      { item: 'Q1', part: 'a', m: 10 },
      { item: 'Q1', part: 'b', m: -4 },
      { item: 'Q2', part: 'a', m: 5 },
    ]);
    expect(walkOf(draw(rows, { groupby: 'part' }))).toEqual([
      ['a', 'increase', 0, 10],
      ['b', 'decrease', 10, 6],
      ['Q1', 'total', 0, 6],
      ['a', 'increase', 6, 11],
      ['Q2', 'total', 0, 11],
    ]);
    expect(walkOf(draw(rows, { groupby: 'part', show_total: false })).map(([name]) => name)).toEqual([
      'Q1, a',
      'Q1, b',
      'Q2, a',
    ]);
  });

  it('puts times in their order and sums rows of one position', () => {
    const rows = tableFromRows(
      [
        { item: feb, m: 3 },
        { item: jan, m: 1 },
        { item: jan, m: 1 },
      ],
      ['item'],
    );
    expect(walkOf(draw(rows, { time_grain_sqla: 'P1M' })).map(([, , from, to]) => [from, to])).toEqual([
      [0, 2],
      [2, 5],
      [0, 5],
    ]);
  });

  it('leaves out what has no value, and says so', () => {
    const rows = tableFromRows([
      { item: 'a', m: 4 },
      { item: null, m: null },
      { item: 'b', m: 2 },
    ]);
    const { options, undrawn } = draw(rows);
    expect(options.steps.at(-1)?.to).toBe(6);
    expect(undrawn).toMatchObject({ isAll: false, title: { values: { undrawn: 1, all: 3 } } });
    expect(draw(tableFromRows([{ item: 'a', m: null }])).undrawn).toMatchObject({ isAll: true });
    expect(draw(tableFromRows([{ item: 'a', m: 'low' }])).undrawn?.title.text).toBe('The values are text');
  });

  it('says when totals are none: of averages, or of rows that were cut off', () => {
    const rows = tableFromRows([{ item: 'a', m: 4 }]);
    const average = [{ limitReached: null, summable: [] }];
    expect(draw(rows, {}, average).undrawn?.title.text).toContain('do not add up');
    const cut = [{ limitReached: 1, summable: ['m'] }];
    expect(draw(rows, {}, cut).undrawn?.title.text).toContain('limit of {{limit}} rows');
  });

  it('says the sum and its largest steps in a sentence', () => {
    const rows = tableFromRows([
      { item: 'In', m: 40 },
      { item: 'Out', m: -75 },
    ]);
    expect(draw(rows).options.statement?.()).toBe(
      'm comes to −35 in 2 steps. The largest increase is In: +40. The largest decrease is Out: −75.',
    );
  });

  it('makes a filter of a step: of its part and of its position, unless that is a time', () => {
    const rows = tableFromRows([{ item: 'Q1', part: null, m: 10 }]);
    const { model } = draw(rows, { groupby: 'part' });
    expect(selectionOfStep(model, model.steps[0]!)?.filters).toEqual([
      { column: 'item', op: 'IN', values: ['Q1'] },
      { column: 'part', op: 'IS NULL', values: [] },
    ]);
    const times = draw(monthlyTable('item', [2026, 0], { m: [1] })).model;
    expect(selectionOfStep(times, times.steps[0]!)).toBeNull();
  });
});

const results = [
  tableFromRows([
    { city: 'Rome', revenue: 1204.5 },
    { city: 'Berlin', revenue: -310 },
    { city: 'Reykjavik and the islands around it', revenue: 95 },
  ]),
];
const filter = { clause: 'WHERE', expressionType: 'SIMPLE', subject: 'city', operator: '==', comparator: 'Rome' };
const red = { r: 200, g: 10, b: 10, a: 1 };
const legend = { show_legend: true };
const months = [monthlyTable('at', [2026, 0], { revenue: [5, -2, 4] })];

const cases: ControlCases = {
  definition: chart,
  view: View as ComponentType<ChartViewProps>,
  form: { x_axis: 'city', metric: 'revenue' },
  results,
  cases: {
    x_axis: { to: 'kind' },
    time_grain_sqla: { to: 'P1Y', form: { x_axis: 'at' }, results: months, hiddenBy: {} },
    groupby: { to: 'kind' },
    metric: { to: 'orders' },
    adhoc_filters: { to: [filter] },
    row_limit: { to: 50 },
    show_value: { to: true },
    show_legend: { to: true },
    increase_color: { to: red },
    increase_label: { to: 'Up', form: legend },
    decrease_color: { to: red },
    decrease_label: { to: 'Down', form: legend },
    show_total: { to: false },
    total_color: { to: red, hiddenBy: { show_total: false } },
    total_label: { to: 'Sum', hiddenBy: { show_total: false } },
    x_axis_label: { to: 'City' },
    x_axis_time_format: { to: '%Y-%m-%d', form: { x_axis: 'at' }, results: months },
    x_ticks_layout: { to: '90°', choices: ['auto', 'flat', '45°', '90°', 'staggered'] },
    y_axis_label: { to: 'Money' },
    y_axis_format: { to: ',.2f' },
    currency_format: { to: { symbol: 'EUR', symbolPosition: 'prefix' } },
  },
};

describe('the controls of a waterfall', () => {
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
