import { controlsOf, lightChartTheme, tableFromRows } from '@powerset/chart-kit';
import { type ComponentType, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { type ControlCases, faultsOf } from '../control-effects.ts';
import { drawModel, toModelContext } from '../shared/draw-chart.ts';
import type { ChartViewProps } from '../shared/view-props.ts';
import { compareGroups, type Tests } from './comparisons.ts';
import { chart } from './index.ts';
import { sortComparisons, type TtestOptions } from './options.ts';
import { incompleteBeta, pairedP, twoSidedP } from './student.ts';
import { View } from './View.tsx';

const form = { viz_type: 'paired_ttest', groupby: ['city'], metrics: ['revenue'] };
const before = [5, 7, 9, 6];
const after = [8, 9, 10, 9];
const rows = tableFromRows(
  [
    ...before.map((revenue, at) => ({ __timestamp: at, city: 'Rome', revenue })),
    ...after.map((revenue, at) => ({ __timestamp: at, city: 'Bonn', revenue })),
    { __timestamp: 0, city: 'Oslo', revenue: 4 },
    { __timestamp: 9, city: 'Oslo', revenue: 5 },
  ],
  ['__timestamp'],
);

function draw(changes: object = {}, results = [rows]) {
  const context = toModelContext(chart, { form: { ...form, ...changes }, results }, lightChartTheme);
  // Both are made by this chart's own definition.
  const model = chart.toModel(results, context) as Tests;
  const space = { theme: lightChartTheme, width: 500, height: 300 };
  const options = drawModel(chart, model, { context, space }) as TtestOptions;
  const props = { ...space, definition: chart, form: chart.readForm(context.form), model, options, selectedLabels: [] };
  const markup = renderToStaticMarkup(createElement(View as ComponentType<ChartViewProps>, props));
  return { model, options, context, markup };
}

describe("Student's t distribution", () => {
  // Tables of the distribution, and values of R's pt().
  it.each([
    [0, 5, 1],
    [12.706, 1, 0.05],
    [4.303, 2, 0.05],
    [2.228, 10, 0.05],
    [3.169, 10, 0.01],
    [2.042, 30, 0.05],
    [1.96, 1e6, 0.05],
    [-2.571, 5, 0.05],
    [1, 1, 0.5],
  ])('says how likely a t of %s with %s degrees is', (t, degrees, p) => {
    expect(twoSidedP(t, degrees)).toBeCloseTo(p, 4);
  });

  it('is exact where a formula is known', () => {
    // With one degree it is Cauchy's, with two an algebraic one.
    for (const t of [0.1, 0.7, 3, 40]) {
      expect(twoSidedP(t, 1)).toBeCloseTo(1 - (2 / Math.PI) * Math.atan(t), 12);
      expect(twoSidedP(t, 2)).toBeCloseTo(1 - t / Math.sqrt(t * t + 2), 12);
    }
    expect(incompleteBeta(0.3, 2, 3)).toBeCloseTo(0.3483, 10);
    expect(twoSidedP(Number.POSITIVE_INFINITY, 3)).toBe(0);
  });

  it('of pairs is that of their differences', () => {
    // Mean 2.25, standard deviation 0.957: t = 4.70 with 3 degrees.
    expect(pairedP([3, 2, 1, 3])).toBeCloseTo(0.01822, 5);
    expect(pairedP([1])).toBeNull();
    expect(pairedP([0, 0, 0])).toBe(1);
    expect(pairedP([2, 2, 2])).toBe(0);
  });
});

describe('groups', () => {
  const [test] = draw().model.tests;
  const against = (control: string, level = 0.05) => compareGroups(test!, { control, level });

  it('are compared with the control over the moments at which both were measured', () => {
    const [rome, bonn, oslo] = against('Rome');
    expect(rome).toMatchObject({ isControl: true, p: null, lift: null });
    expect(bonn).toMatchObject({ pairs: 4, lift: 1 / 3, isSignificant: true });
    expect(bonn?.p).toBeCloseTo(0.01822, 5);
    expect(oslo).toMatchObject({ pairs: 1, p: null, isSignificant: null });
  });

  it('are compared with whichever is chosen, and with the first where that is gone', () => {
    expect(against('Bonn')[0]?.lift).toBe(-0.25);
    expect(against('gone')[0]?.isControl).toBe(true);
    expect(against('Rome', 0.01)[1]?.isSignificant).toBe(false);
  });

  it('are sorted by their figures under the control', () => {
    const labels = (key: string, desc: boolean) =>
      sortComparisons(against('Rome'), { key, desc }).map(({ group }) => group.label);
    expect(labels('lift', true)).toEqual(['Rome', 'Bonn', 'Oslo']);
    expect(labels('group', true)).toEqual(['Rome', 'Oslo', 'Bonn']);
    expect(labels('p', true)).toEqual(['Rome', 'Bonn', 'Oslo']);
    expect(labels('pairs', false)).toEqual(['Rome', 'Oslo', 'Bonn']);
  });

  it('are compared by their shares of each moment where that is wanted', () => {
    const [shares] = draw({ contribution: true }).model.tests;
    expect(shares?.groups[0]?.values.get(1)).toBe(7 / 16);
  });

  it('beyond the most that are compared are counted', () => {
    const many = tableFromRows(
      Array.from({ length: 600 }, (_, at) => ({ __timestamp: 1, city: `c${at}`, revenue: at })),
      ['__timestamp'],
    );
    const { model, context } = draw({}, [many]);
    expect(chart.undrawnOf?.(model, context.form)?.title.values).toEqual({ shown: 500, total: 600 });
  });
});

it('a test writes its figures so that none is rounded to nothing', () => {
  const { options, markup } = draw({ pvalue_precision: 2, liftvalue_precision: 1 });
  expect(options.pText(0.0001)).toBe('< 0.01');
  expect(options.liftText(1 / 3)).toBe('+33.3 %');
  expect(markup).toContain('too few pairs');
  expect(options.statement).toBe('revenue: 1 of 2 groups differ from Rome by more than chance.');
});

it('a test remembers which group the others are compared with', () => {
  const { markup } = draw({ own_state: { controls: { revenue: 'Bonn' } } });
  expect(markup).toMatch(/title="Bonn" aria-pressed="true"/);
  expect(markup).toContain('Compare with Rome');
});

const filter = { clause: 'WHERE', expressionType: 'SIMPLE', subject: 'city', operator: '==', comparator: 'Rome' };
const cases: ControlCases = {
  definition: chart,
  view: View as ComponentType<ChartViewProps>,
  form,
  results: [rows],
  cases: {
    granularity_sqla: { to: 'seen', choices: ['at', 'seen'] },
    time_range: { to: 'Last year' },
    metrics: { to: ['orders'] },
    adhoc_filters: { to: [filter] },
    groupby: { to: ['kind'] },
    limit: { to: 5 },
    timeseries_limit_metric: { to: 'orders' },
    order_desc: { to: false, form: { timeseries_limit_metric: 'orders' }, hiddenBy: {} },
    contribution: { to: true },
    row_limit: { to: 50 },
    significance_level: { to: 0.001 },
    pvalue_precision: { to: 2 },
    liftvalue_precision: { to: 1 },
  },
};

describe('the controls of a paired t-test', () => {
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

  it('ask for each group over time', () => {
    expect(chart.toQueries({ ...form, granularity_sqla: 'at' })).toMatchObject([
      { columns: ['city'], metrics: ['revenue'], is_timeseries: true, granularity: 'at', orderby: [] },
    ]);
    expect(chart.isEmpty?.(draw({}, []).model)).toBe(true);
  });
});
