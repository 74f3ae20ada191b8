import { type ChartForm, controlsOf, lightChartTheme } from '@powerset/chart-kit';
import type { ResultTable } from '@powerset/contract';
import type { ComponentType } from 'react';
import { describe, expect, it } from 'vitest';
import { type ControlCases, faultsOf } from '../control-effects.ts';
import { drawModel, toModelContext } from '../shared/draw-chart.ts';
import { monthlyTable } from '../shared/example-series.ts';
import type { SeriesModel } from '../shared/series-model.ts';
import type { ChartViewProps } from '../shared/view-props.ts';
import { baselineAt } from './changes.ts';
import { chart } from './index.ts';
import type { CompareOptions } from './options.ts';
import { View } from './View.tsx';

const base: ChartForm = {
  viz_type: 'compare',
  granularity_sqla: 'at',
  metrics: ['price'],
  groupby: ['share'],
  time_grain_sqla: 'P1M',
};

function draw(table: ResultTable, changes: Readonly<Record<string, unknown>> = {}) {
  const context = toModelContext(chart, { form: { ...base, ...changes }, results: [table] }, lightChartTheme);
  const model = chart.toModel([table], context) as SeriesModel;
  const space = { theme: lightChartTheme, width: 600, height: 300 };
  const options = drawModel(chart, model, { context, space }) as CompareOptions;
  return { model, options, undrawn: chart.undrawnOf?.(model, context.form) ?? null };
}

const changesOf = ({ options }: ReturnType<typeof draw>) =>
  Object.fromEntries(options.plot.series.map(({ name, values }) => [name, values]));

describe('percent change', () => {
  const table = monthlyTable('__timestamp', [2026, 0], { Mill: [100, 110, 80], Port: [4, null, 6] });

  it('asks for series over the time column', () => {
    expect(
      chart.toQueries({ ...base, time_compare: ['1 week'], comparison_type: 'absolute', contribution: true })[0],
    ).toMatchObject({
      granularity: 'at',
      is_timeseries: true,
      metrics: ['price'],
      columns: ['share'],
      time_offsets: ['1 week ago'],
    });
    const steps = chart.toQueries({ ...base, contribution: true })[0]?.post_processing ?? [];
    expect(steps.find((step) => step?.operation === 'contribution')?.options).toEqual({ orientation: 'row' });
  });

  it('is measured from the first point, and from another day where one is chosen', () => {
    expect(changesOf(draw(table))).toEqual({ Mill: [0, 0.1, -0.2], Port: [0, null, 0.5] });
    const since = changesOf(draw(table, { baseline: '2026-03-15' }));
    expect(since.Mill?.map((value) => Math.round(Number(value) * 1000))).toEqual([250, 375, 0]);
    expect(since.Port).toEqual([(4 - 6) / 6, null, 0]);
  });

  it('of what was below zero is a rise where it rose', () => {
    expect(changesOf(draw(monthlyTable('__timestamp', [2026, 0], { Loss: [-50, -25, 10, -100] })))).toEqual({
      Loss: [0, 0.5, 1.2, -1],
    });
  });

  it('is written in percent, with neither the format nor the currency of the metric', () => {
    const { plot } = draw(table).options;
    expect([plot.format(0.1), plot.format(-0.25)].map((text) => text.replaceAll(/\s/g, ' '))).toEqual([
      '+10 %',
      '−25 %',
    ]);
    expect(draw(table, { y_axis_format: '.2%' }).options.plot.format(0.1).replaceAll(/\s/g, '')).toBe('10.00%');
  });

  it('leaves out series without a value to be measured from, and says so', () => {
    const bare = monthlyTable('__timestamp', [2026, 0], { Zero: [0, 5], Later: [null, 4], Mill: [2, 3] });
    const { options, undrawn } = draw(bare);
    expect(options.plot.series.map(({ name }) => name)).toEqual(['Mill']);
    expect(undrawn).toMatchObject({ isAll: false, title: { values: { undrawn: 2, all: 3 } } });
    const none = monthlyTable('__timestamp', [2026, 0], { Zero: [5, 0] });
    expect(draw(none, { baseline: '2026-02-01' }).undrawn).toMatchObject({
      isAll: true,
      remedy: { changes: { baseline: '' } },
    });
  });

  it('has a baseline at the last position up to a day, the first before all', () => {
    const xs = [10, 20, 30].map((date) => Date.UTC(2026, 0, date));
    expect(
      ['', '2026-01-25', '2026-01-30', '2025-01-01', '2027-01-01', 'soon'].map((day) => baselineAt(xs, day)),
    ).toEqual([0, 1, 2, 0, 2, 0]);
  });

  it('on a logarithmic axis counts how many times the baseline a value is', () => {
    const doubled = monthlyTable('__timestamp', [2026, 0], { Up: [10, 20, 40], Down: [40, 20, 10] });
    const { option, plot } = draw(doubled, { y_log_scale: true }).options;
    expect(option.yAxis).toMatchObject({ type: 'log', min: 0.2, max: 5 });
    const layers = option.series as readonly { id: string; data: readonly (readonly number[])[] }[];
    const pointsOf = (name: string) => {
      const { id } = plot.series.find((series) => series.name === name)!;
      return layers.find((layer) => layer.id === id)?.data.map(([, value]) => value);
    };
    expect([pointsOf('Up'), pointsOf('Down')]).toEqual([
      [1, 2, 4],
      [1, 0.5, 0.25],
    ]);
    const lost = monthlyTable('__timestamp', [2026, 0], { Gone: [10, -5] });
    expect(draw(lost, { y_log_scale: true }).options.option.yAxis).toMatchObject({ type: 'value' });
  });

  it('says which rose and which fell most', () => {
    expect(draw(table).options.statement?.()).toMatch(
      /^Since Jan 2026: Port \+50\.0.?%, the most; Mill −20\.0.?%, the least\.$/,
    );
  });

  it('draws one row, and says when there are none', () => {
    expect(changesOf(draw(monthlyTable('__timestamp', [2026, 0], { Mill: [7] })))).toEqual({ Mill: [0] });
    expect(chart.isEmpty?.(draw({ rowCount: 0, columns: [] }).model)).toBe(true);
  });
});

const filter = { clause: 'WHERE', expressionType: 'SIMPLE', subject: 'city', operator: '==', comparator: 'Rome' };
const season = { name: 'Sale', annotationType: 'FORMULA', value: '0.1', show: true, style: 'solid', color: '#f00' };

const cases: ControlCases = {
  definition: chart,
  view: View as ComponentType<ChartViewProps>,
  form: { granularity_sqla: 'at', metrics: ['revenue'], groupby: ['city'], time_grain_sqla: 'P1M' },
  results: [
    monthlyTable('__timestamp', [2026, 0], { Berlin: [30, 32, 51, 62, 80, 44], Paris: [20, 25, 22, 90, 26, 31] }),
  ],
  cases: {
    granularity_sqla: { to: 'seen' },
    time_grain_sqla: { to: 'P1Y' },
    time_range: { to: 'Last week' },
    metrics: { to: ['orders'] },
    adhoc_filters: { to: [filter] },
    groupby: { to: ['kind'] },
    limit: { to: 5 },
    timeseries_limit_metric: { to: 'orders' },
    order_desc: { to: false, form: { timeseries_limit_metric: 'orders' }, hiddenBy: {} },
    contribution: { to: true },
    row_limit: { to: 50 },
    rolling_type: { to: 'cumsum', choices: [null, 'mean', 'sum', 'std', 'cumsum'] },
    rolling_periods: { to: 3, form: { rolling_type: 'mean' }, hiddenBy: { rolling_type: 'cumsum' } },
    min_periods: { to: 2, form: { rolling_type: 'mean' }, hiddenBy: { rolling_type: 'cumsum' } },
    time_compare: { to: ['1 year'] },
    comparison_type: {
      to: 'absolute',
      form: { time_compare: ['1 year'] },
      choices: ['values', 'absolute', 'percentage', 'ratio'],
    },
    resample_rule: { to: '1D', form: { resample_method: 'ffill' } },
    resample_method: { to: 'zerofill', form: { resample_rule: '1D' } },
    annotation_layers: { to: [season] },
    baseline: { to: '2026-03-01' },
    color_scheme: { to: 'orchard' },
    x_axis_label: { to: 'Month' },
    bottom_margin: { to: '100' },
    x_ticks_layout: { to: 'staggered', choices: ['auto', 'flat', '45°', 'staggered'] },
    x_axis_format: { to: '%Y-%m-%d' },
    x_axis_showminmax: { to: true },
    y_axis_label: { to: 'Change' },
    left_margin: { to: '150' },
    y_axis_showminmax: { to: true },
    y_log_scale: { to: true },
    y_axis_format: { to: ',.2%' },
    y_axis_bounds: { to: [-1, 5] },
  },
};

describe('the controls of percent change', () => {
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
