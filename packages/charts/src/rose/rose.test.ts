import { controlsOf, tableFromRows } from '@powerset/chart-kit';
import type { ComponentType } from 'react';
import { describe, expect, it } from 'vitest';
import { type ControlCases, faultsOf } from '../control-effects.ts';
import { drawForTest, textsOfDrawing, tooltipOfHit } from '../draw-for-tests.ts';
import { monthlyTable } from '../shared/example-series.ts';
import type { ChartViewProps } from '../shared/view-props.ts';
import { chart } from './index.ts';
import { selectionOfMark } from './marks.ts';
import { View } from './View.tsx';

const base = { metrics: ['revenue'], time_grain_sqla: 'P1M' };
const byTime = { ...base, x_axis: 'at' };
const months = monthlyTable('at', [2026, 0], { revenue: [100, 25.5, 50] });
const cities = tableFromRows([
  { city: 'Oslo', revenue: 25 },
  { city: 'Rome', revenue: 100 },
]);
const draw = (form: object, results = [months], space = {}) =>
  drawForTest(chart, { form: { ...form }, results }, space);

interface Drawn {
  readonly id: string;
  readonly renderItem: (given: { readonly dataIndex: number }) => { readonly shape: Readonly<Record<string, number>> };
}
const seriesOf = (form: object, results = [months]) => draw(form, results).options.option.series as readonly Drawn[];
const shapeOf = (series: readonly Drawn[], id: string, dataIndex: number) =>
  series.find((one) => one.id === id)?.renderItem({ dataIndex }).shape ?? {};

describe('the query of a rose', () => {
  const query = (form: object) => chart.toQueries({ viz_type: 'rose', ...base, ...form })[0];

  it('is along the time column, or along the column of the sectors', () => {
    expect(query({ granularity_sqla: 'at' })).toMatchObject({ is_timeseries: true, granularity: 'at', columns: [] });
    expect(query({ x_axis: 'city' })).toMatchObject({ columns: [{ label: 'city' }], metrics: ['revenue'] });
  });

  it('reads the words of the reference for shifts, differences and shares', () => {
    const asked = query({ x_axis: 'at', time_compare: ['1 year', '2 weeks ago'], comparison_type: 'absolute' });
    expect(asked?.time_offsets).toEqual(['1 year ago', '2 weeks ago']);
    expect(JSON.stringify(asked?.post_processing)).toContain('"compare_type":"difference"');
    expect(JSON.stringify(query({ contribution: true })?.post_processing)).toContain('contribution');
    expect(JSON.stringify(query({ rolling_type: 'None' })?.post_processing)).not.toContain('rolling');
  });
});

describe('the sectors of a rose', () => {
  it('have the area of their value, or its length where the form says so', () => {
    const areas = seriesOf(byTime);
    expect(shapeOf(areas, 'layer:0', 2).r! / shapeOf(areas, 'layer:0', 0).r!).toBeCloseTo(Math.sqrt(0.5));
    const lengths = seriesOf({ ...byTime, rose_area_proportion: false });
    expect(shapeOf(lengths, 'layer:0', 2).r! / shapeOf(lengths, 'layer:0', 0).r!).toBeCloseTo(0.5);
  });

  it('say that lengths show the values, where they do', () => {
    const note = 'Lengths show the values, not areas.';
    expect(textsOfDrawing(draw({ ...byTime, rose_area_proportion: false }).options)).toContain(note);
    expect(textsOfDrawing(draw(byTime).options)).not.toContain(note);
  });

  it('lie in layers, each on those before it', () => {
    const table = monthlyTable('at', [2026, 0], { Rome: [30], Oslo: [10] });
    const series = seriesOf({ ...byTime, groupby: ['city'] }, [table]);
    expect(shapeOf(series, 'layer:1', 0).r0).toBe(shapeOf(series, 'layer:0', 0).r);
    expect(shapeOf(series, 'layer:0', 0).r0).toBe(0);
  });

  it('are times in their order, and other values the largest first', () => {
    expect(draw(byTime).model.sectors.map(({ name }) => name)).toEqual(['Jan 2026', 'Feb 2026', 'Mar 2026']);
    expect(draw({ ...base, x_axis: 'city' }, [cities]).model.sectors.map(({ name }) => name)).toEqual(['Rome', 'Oslo']);
  });

  it('have a line where the earlier period was', () => {
    const table = monthlyTable('at', [2026, 0], { revenue: [100, 50], 'revenue__1 year ago': [25, null] });
    const form = { ...byTime, time_compare: ['1 year'] };
    const { model, options } = draw(form, [table]);
    expect(model.layers).toHaveLength(1);
    expect(model.sectors.map(({ earlier }) => earlier[0])).toEqual([25, null]);
    const series = seriesOf(form, [table]);
    expect(shapeOf(series, 'earlier:0', 0).r! / shapeOf(series, 'layer:0', 0).r!).toBeCloseTo(0.5);
    expect(tooltipOfHit(options, { dataIndex: 0 })).toContain('1 year ago');
  });
});

describe('what a rose does not show', () => {
  it('is said: values below zero, and sectors beyond those that are told apart', () => {
    const negative = tableFromRows([
      { city: 'Rome', revenue: 5 },
      { city: 'Oslo', revenue: -2 },
    ]);
    const form = { ...base, x_axis: 'city' };
    expect(draw(form, [negative]).undrawn).toContain('no room below zero');
    const many = tableFromRows(Array.from({ length: 3000 }, (_, at) => ({ city: `c${at}`, revenue: at + 1 })));
    const drawn = draw(form, [many]);
    expect(drawn.model.sectors).toHaveLength(120);
    expect(drawn.undrawn).toContain('largest of');
  });

  it('is all where nothing is more than zero', () => {
    const { model } = draw(byTime, [monthlyTable('at', [2026, 0], { revenue: [-1, null] })]);
    expect(chart.undrawnOf?.(model, { viz_type: 'rose' })?.isAll).toBe(true);
  });
});

it('makes a filter of a group or of a sector, and none of a moment', () => {
  expect(selectionOfMark(draw({ ...base, x_axis: 'city' }, [cities]).model, 0, 0)).toMatchObject({
    filters: [{ column: 'city', op: 'IN', values: ['Rome'] }],
  });
  expect(selectionOfMark(draw(byTime).model, 0, 0)).toBeNull();
  const grouped = draw({ ...byTime, groupby: ['city'] }, [monthlyTable('at', [2026, 0], { Rome: [1], Oslo: [2] })]);
  expect(selectionOfMark(grouped.model, 0, 0)?.filters).toEqual([{ column: 'city', op: 'IN', values: ['Oslo'] }]);
});

it('writes large values in their currency, escapes names and says what is largest', () => {
  const table = tableFromRows([{ city: '<img src=x>', revenue: 9_000_000_000 }]);
  const currency_format = { symbol: 'EUR', symbolPosition: 'prefix' };
  const { options } = draw({ ...base, x_axis: 'city', currency_format }, [table]);
  const html = tooltipOfHit(options, { dataIndex: 0 });
  expect(html).toContain('&lt;img src=x&gt;');
  expect(html).toContain('€9B');
  expect(options.statement?.()).toBe('<img src=x> is the largest of 1: €9B.');
});

const two = [monthlyTable('at', [2026, 0], { Rome: [100, 25.5], Oslo: [30, 40] })];
const compared = { time_compare: ['1 year'] };
const set: ControlCases = {
  definition: chart,
  // A view takes form, model and options of its own definition only.
  view: View as ComponentType<ChartViewProps>,
  form: byTime,
  results: [months],
  cases: {
    granularity_sqla: { to: 'seen', form: { x_axis: null } },
    time_grain_sqla: { to: 'P1Y', hiddenBy: { x_axis: 'city' } },
    time_range: { to: 'Last year' },
    x_axis: { to: 'city' },
    metrics: { to: ['orders'] },
    adhoc_filters: {
      to: [{ clause: 'WHERE', expressionType: 'SIMPLE', subject: 'city', operator: '==', comparator: 'Rome' }],
    },
    groupby: { to: ['kind'] },
    limit: { to: 5 },
    timeseries_limit_metric: { to: 'orders' },
    order_desc: { to: false, form: { timeseries_limit_metric: 'orders' }, hiddenBy: {} },
    contribution: { to: true },
    row_limit: { to: 50 },
    color_scheme: { to: 'orchard' },
    number_format: { to: ',.3f' },
    currency_format: { to: { symbol: 'EUR', symbolPosition: 'prefix' } },
    date_time_format: { to: '%Y' },
    rich_tooltip: { to: false, form: { groupby: ['city'] }, results: two },
    rose_area_proportion: { to: false },
    rolling_type: { to: 'cumsum', choices: ['None', 'mean', 'sum', 'std', 'cumsum'] },
    rolling_periods: { to: 3, form: { rolling_type: 'mean' }, hiddenBy: { rolling_type: 'cumsum' } },
    min_periods: { to: 2, form: { rolling_type: 'mean' }, hiddenBy: { rolling_type: 'cumsum' } },
    time_compare: { to: ['1 year'] },
    comparison_type: { to: 'ratio', form: compared, choices: ['values', 'absolute', 'percentage', 'ratio'] },
    resample_rule: { to: '1D', form: { resample_method: 'ffill' } },
    resample_method: { to: 'mean', form: { resample_rule: '1D' } },
  },
};

describe('the controls of a rose', () => {
  it('have a case each', () => {
    expect(Object.keys(set.cases).sort()).toEqual(
      controlsOf(chart)
        .map(({ name }) => name)
        .sort(),
    );
  });

  it.each(Object.keys(set.cases))('%s does what it is there for', (name) => {
    expect(faultsOf(set, name)).toEqual([]);
  });
});
