import { controlsOf, lightChartTheme, tableFromRows } from '@powerset/chart-kit';
import type { ComponentType } from 'react';
import { describe, expect, it } from 'vitest';
import { type ControlCases, faultsOf } from '../control-effects.ts';
import { drawForTest, textsOfDrawing, tooltipOfHit } from '../draw-for-tests.ts';
import { roundScale } from '../shared/round-scale.ts';
import type { ChartViewProps } from '../shared/view-props.ts';
import { chart } from './index.ts';
import { layoutDial } from './layout.ts';
import { View } from './View.tsx';

const values = (...numbers: readonly (number | null)[]) =>
  tableFromRows(numbers.map((revenue, at) => ({ city: `City ${at}`, revenue })));
const draw = (form = {}, results = [values(50)], space = {}) =>
  drawForTest(chart, { form: { metric: 'revenue', groupby: ['city'], ...form }, results }, space);

interface Dial {
  readonly id: string;
  readonly animation: boolean;
  readonly radius: number;
  readonly axisLine: { readonly lineStyle: { readonly color: readonly (readonly [number, string])[] } };
  readonly data: readonly { readonly at: number; readonly itemStyle: { readonly color: string } }[];
}
const seriesOf = (form = {}, results = [values(50)], space = {}) =>
  // The option of a gauge has these series only.
  draw(form, results, space).options.option.series as readonly Dial[];
const partOf = (series: readonly Dial[], id: string) => series.find((one) => one.id === id);

it('asks for its rows in no order unless told to sort them', () => {
  const form = { viz_type: 'gauge_chart', groupby: ['city'], metric: 'revenue' };
  expect(chart.toQueries(form)[0]).toMatchObject({ columns: ['city'], metrics: ['revenue'], orderby: [] });
  expect(chart.toQueries({ ...form, sort_by_metric: true })[0]?.orderby).toEqual([['revenue', false]]);
});

describe('the scale of a gauge', () => {
  const scale = (numbers: readonly number[], min_val: number | null = null, max_val: number | null = null) => {
    const { low, high } = roundScale(numbers, { min: min_val, max: max_val });
    return [low, high];
  };

  it('begins at zero and ends at a round number above all values', () => {
    expect(scale([3_104_220])).toEqual([0, 4_000_000]);
    expect(scale([0.42, 0.11])).toEqual([0, 0.5]);
    expect(scale([100])).toEqual([0, 100]);
    expect(scale([-12, 3])).toEqual([-12, 3]);
    expect(scale([-41])).toEqual([-50, 0]);
    expect(scale([])).toEqual([0, 1]);
  });

  it('is that of the form where it says so, in whatever order', () => {
    expect(scale([50], 10, 60)).toEqual([10, 60]);
    expect(scale([50], 100, 0)).toEqual([0, 100]);
    expect(scale([50], 5, 5)).toEqual([5, 6]);
  });

  it('is said to be left by values outside of it', () => {
    expect(draw({ max_val: 40 }, [values(50, 10)]).undrawn).toContain('lie outside the scale');
    expect(draw({ max_val: 60 }, [values(50, 10)]).undrawn).toBeUndefined();
  });
});

describe('the intervals of a gauge', () => {
  const [red, green] = [lightChartTheme.categorical[3], lightChartTheme.categorical[2]];

  it('have the colours that the form picks, and a single value that of its interval', () => {
    const series = seriesOf({ intervals: '40, 100', interval_color_indices: '4,3', max_val: 100 });
    expect(partOf(series, 'intervals')?.axisLine.lineStyle.color).toEqual([
      [0.4, red],
      [1, green],
    ]);
    expect(partOf(series, 'dial')?.data[0]?.itemStyle.color).toBe(green);
  });

  it('end with the scale, and those outside of it are none', () => {
    expect(draw({ intervals: '-5,20,500', max_val: 60 }).model.intervals.map(({ to }) => to)).toEqual([20, 60]);
    expect(draw({ intervals: 'x,,' }).model.intervals).toEqual([]);
  });
});

it('draws shorter arcs over longer ones, and up to ten values', () => {
  const dial = partOf(seriesOf({}, [values(10, 30, 20)]), 'dial');
  expect(dial?.data.map(({ at }) => at)).toEqual([1, 2, 0]);
  const many = draw({}, [values(...Array.from({ length: 2000 }, (_, at) => at))]);
  expect(many.model.readings).toHaveLength(10);
  expect(many.undrawn).toContain('are drawn');
});

it('counts values that are empty, and says when all are', () => {
  expect(draw({}, [values(1, null)]).undrawn).toContain('are empty');
  expect(chart.undrawnOf?.(draw({}, [values(null)]).model, { viz_type: 'gauge_chart' })?.isAll).toBe(true);
});

it('keeps dial, list and figure inside of any space', () => {
  const entries = Array.from({ length: 9 }, (_, at) => ({ name: `A long name of a branch ${at}`, value: '1,234.5k' }));
  for (const [width, height] of [
    [900, 200],
    [240, 150],
    [60, 30],
    [120, 400],
  ] as const)
    for (const angles of [
      [225, -45],
      [180, 0],
      [90, -270],
      [0, 90],
    ] as const) {
      const given = { width, height, angles, fontSize: 20, name: 'a', rings: 9, hasBands: true, hasCaps: true };
      const { dial, list } = layoutDial({ ...given, figure: null, entries });
      expect(dial.x - dial.radius * 0.12).toBeGreaterThanOrEqual(0);
      if (list) expect(list.y + list.rows * 18).toBeLessThanOrEqual(height);
      if (list) expect(list.x + list.width).toBeLessThanOrEqual(width);
      const alone = layoutDial({ ...given, figure: '€12,345,678', entries: [] }).dial;
      if (alone.figure) expect(alone.y + alone.figure.y + alone.figure.size / 2).toBeLessThanOrEqual(height + 1);
    }
});

it('writes its value with what the form puts around it, in currencies and large numbers', () => {
  const form = {
    groupby: [],
    value_formatter: '{value} p.a.',
    currency_format: { symbol: 'EUR', symbolPosition: 'prefix' },
  };
  const drawn = draw(form, [tableFromRows([{ revenue: 12_480_000_000 }])]);
  expect(textsOfDrawing(drawn.options)).toContain('€12.5B p.a.');
  expect(drawn.options.statement?.()).toBe('revenue: €12.5B p.a. on a scale from €0 to €15B.');
});

it('escapes names in its tooltip', () => {
  const drawn = draw({}, [tableFromRows([{ city: '<img src=x>', revenue: 1 }])]);
  expect(tooltipOfHit(drawn.options, { data: { at: 0 } })).toContain('&lt;img src=x&gt;');
});

const several = { overlap: true };
const set: ControlCases = {
  definition: chart,
  // A view takes form, model and options of its own definition only.
  view: View as ComponentType<ChartViewProps>,
  form: { groupby: ['city'], metric: 'revenue' },
  results: [values(50.5, 30)],
  cases: {
    groupby: { to: ['kind'] },
    metric: { to: 'orders' },
    adhoc_filters: {
      to: [{ clause: 'WHERE', expressionType: 'SIMPLE', subject: 'city', operator: '==', comparator: 'Rome' }],
    },
    row_limit: { to: 5, choices: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] },
    sort_by_metric: { to: true },
    min_val: { to: 20 },
    max_val: { to: 80 },
    start_angle: { to: 180 },
    end_angle: { to: 0 },
    color_scheme: { to: 'orchard' },
    font_size: { to: 20 },
    number_format: { to: ',.3f' },
    currency_format: { to: { symbol: 'EUR', symbolPosition: 'prefix' } },
    value_formatter: { to: '{value} t' },
    show_pointer: { to: false },
    show_axis_tick: { to: true },
    show_split_line: { to: true },
    split_number: { to: 5 },
    show_progress: { to: false },
    overlap: { to: false, form: several },
    round_cap: { to: true },
    intervals: { to: '20,60' },
    interval_color_indices: { to: '4,2', form: { intervals: '20,60' } },
  },
};

describe('the controls of a gauge', () => {
  it('have a case each, but for the animation', () => {
    const names = controlsOf(chart).map(({ name }) => name);
    expect([...Object.keys(set.cases), 'animation'].sort()).toEqual([...names].sort());
    const isMoving = (animation: boolean) => partOf(seriesOf({ animation }), 'dial')?.animation;
    expect([isMoving(true), isMoving(false)]).toEqual([true, false]);
  });

  it.each(Object.keys(set.cases))('%s does what it is there for', (name) => {
    expect(faultsOf(set, name)).toEqual([]);
  });

  it('refuse bounds and colours that are no numbers', () => {
    const control = (name: string) => controlsOf(chart).find((one) => one.name === name)!;
    const fault = (name: string, value: string) => control(name).validators?.[0]?.(value, {} as never);
    expect([fault('intervals', '1,2.5, 7'), fault('intervals', '1,a')]).toEqual([
      false,
      'is expected to be numbers with commas between them',
    ]);
    expect([fault('interval_color_indices', '1,2'), fault('interval_color_indices', '0')]).toEqual([
      false,
      'is expected to be whole numbers from 1 with commas between them',
    ]);
  });
});
