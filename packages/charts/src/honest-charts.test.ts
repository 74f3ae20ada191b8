import { type ChartForm, lightChartTheme, tableFromRows } from '@powerset/chart-kit';
import { describe, expect, it } from 'vitest';
import { chart as bigNumber } from './big-number/index.ts';
import { chart as area } from './echarts-area/index.ts';
import { form as barForm } from './echarts-timeseries-bar/form.ts';
import { chart as bar } from './echarts-timeseries-bar/index.ts';
import { form as lineForm } from './echarts-timeseries-line/form.ts';
import { chart as line } from './echarts-timeseries-line/index.ts';
import { chart as pie } from './pie/index.ts';
import type { EChartOptions } from './shared/base-options.ts';
import { toModelContext } from './shared/draw-chart.ts';
import { monthlyTable } from './shared/example-series.ts';
import { partialPeriods } from './shared/partial-periods.ts';
import { toSeriesModel } from './shared/series-model.ts';
import { toSeriesOptions } from './shared/series-options.ts';
import { tooltipContent } from './shared/series-tooltip.ts';

interface Layer {
  readonly id: string;
  readonly data: readonly unknown[];
}

const theme = lightChartTheme;
const base: ChartForm = {
  viz_type: 'echarts_timeseries_bar',
  x_axis: 'month',
  metrics: ['revenue'],
  groupby: ['channel'],
  time_grain_sqla: 'P1M',
};
const [april, midJune] = [Date.UTC(2026, 3, 1), Date.UTC(2026, 5, 15)];

function drawSeries(
  changes: ChartForm | Record<string, unknown>,
  series: Record<string, readonly (number | null)[]>,
  known: { readonly timeBounds?: readonly [number, number]; readonly now?: number } = {},
) {
  const stored = { ...base, ...changes };
  const isLine = stored.viz_type === 'echarts_timeseries_line';
  const definition = isLine ? line : bar;
  const given = toModelContext(definition, { form: stored, results: [], now: midJune, ...known }, theme);
  const context = { ...given, form: (isLine ? lineForm : barForm).read(given.form), theme, width: 600, height: 240 };
  const model = toSeriesModel([monthlyTable('month', [2026, 3], series)], context);
  const full = { ...context, locale: 'en', selectedLabels: [] };
  return {
    model,
    context: full,
    options: toSeriesOptions(model, full, isLine ? 'line' : 'bar'),
    undrawn: definition.undrawnOf?.(model, given.form),
  };
}

describe('bars', () => {
  const bounds = (low: number | null, high: number | null) => ({ truncateYAxis: true, y_axis_bounds: [low, high] });

  it('that bounds cut say so, and are whole again by one press', () => {
    const whole = { truncateYAxis: false, y_axis_bounds: [null, null] };
    const offZero = drawSeries(bounds(20, null), { Web: [30, 40], Store: [50, 60] }).undrawn;
    expect(offZero).toMatchObject({ isAll: false, remedy: { changes: whole } });
    expect(offZero?.title.text).toContain('does not begin at zero');
    expect(drawSeries(bounds(null, 45), { Web: [30, 40], Store: [50, 60] }).undrawn?.title.values).toEqual({
      beyond: 2,
      all: 4,
    });
    expect(drawSeries(bounds(0, 80), { Web: [30, 40], Store: [50, 60] }).undrawn).toBeNull();
  });

  it('in stacks and shares say that signs are mixed, and stand side by side by one press', () => {
    const mixed = { Web: [30, -10], Store: [50, 60] };
    for (const stack of ['Stack', 'Expand'])
      expect(drawSeries({ stack }, mixed).undrawn).toMatchObject({
        isAll: false,
        title: { text: expect.stringContaining('above and below zero') },
        remedy: { changes: { stack: null } },
      });
    expect(drawSeries({}, mixed).undrawn).toBeNull();
  });

  it('of too many series offer the top ones and Others', () => {
    const many = Object.fromEntries(Array.from({ length: 24 }, (_, at) => [`Series ${at}`, [at + 1, at + 2]]));
    expect(drawSeries({}, many).undrawn).toMatchObject({
      title: { values: { count: 24 } },
      remedy: { changes: { limit: 9, group_others_when_limit_reached: true } },
    });
  });
});

describe('slices', () => {
  it('that are too many offer the top ones and Others', () => {
    const form = { viz_type: 'pie', groupby: ['city'], metric: 'revenue' };
    const context = {
      ...toModelContext(pie, { form, results: [] }, theme),
      answers: [{ limitReached: null, summable: ['revenue'] }],
    };
    const reasonOf = (count: number) => {
      const rows = Array.from({ length: count }, (_, at) => ({ city: `City ${at}`, revenue: 100 - at }));
      return pie.undrawnOf?.(pie.toModel([tableFromRows(rows)], context), context.form);
    };
    expect(reasonOf(30)).toMatchObject({ remedy: { changes: { row_limit: 8, sort_by_metric: true } } });
    expect(reasonOf(6)).toBeNull();
  });
});

describe('periods that are not whole', () => {
  const months = [april, Date.UTC(2026, 4, 1), Date.UTC(2026, 5, 1)];

  it('are those that the present or the time range cuts short', () => {
    expect([...partialPeriods(months, { grain: 'P1M', now: midJune })]).toEqual([2]);
    expect([...partialPeriods(months, { grain: 'P1M', now: Date.UTC(2026, 6, 1) })]).toEqual([]);
    const timeBounds = [Date.UTC(2026, 3, 10), Date.UTC(2026, 6, 1)] as const;
    expect([...partialPeriods(months, { grain: 'P1M', timeBounds })]).toEqual([0]);
    expect([...partialPeriods(months, { grain: null, now: midJune })]).toEqual([]);
  });

  /** Month and value of each point of a layer. */
  const drawnPoints = ({ data }: Layer) =>
    (data as readonly (readonly [number, number | null])[]).flatMap(([at, value]) => [
      new Date(at).toISOString().slice(0, 7),
      value,
    ]);

  it('are dashed at both ends, broken off between them', () => {
    const timeBounds = [Date.UTC(2026, 3, 10), Date.UTC(2026, 11, 15)] as const;
    const values = { Web: [30, 40, 41, 42, 43, 44, 45, 46, 12] };
    const { options } = drawSeries({ viz_type: 'echarts_timeseries_line' }, values, {
      timeBounds,
      now: Date.UTC(2027, 0, 1),
    });
    const gaps = (options.option.series as readonly Layer[]).filter(({ id }) => id.endsWith(':partial'));
    expect(gaps.map(drawnPoints)).toEqual([
      ['2026-04', 30, '2026-05', 40, '2026-06', null, '2026-11', 46, '2026-12', 12],
    ]);
  });

  it('are dashed, and called so under the pointer', () => {
    const values = { Web: [30, 40, 12], Store: [50, 60, 20] };
    const { options, model, context } = drawSeries({}, values);
    const layers = options.option.series as readonly Layer[];
    const borders = layers[0]?.data.map(
      (item) => (item as { itemStyle: { borderType?: string } }).itemStyle.borderType,
    );
    expect(borders).toEqual([undefined, undefined, 'dashed']);
    const { plot } = options;
    expect(tooltipContent({ model, plot, context, shown: plot.series, index: 2 }).title).toBe('June 2026, not whole');
    const lines = drawSeries({ viz_type: 'echarts_timeseries_line' }, values).options.option.series as readonly Layer[];
    const gaps = lines.filter(({ id }) => id.endsWith(':partial'));
    expect(gaps.map(drawnPoints)).toEqual([
      ['2026-05', 60, '2026-06', 20],
      ['2026-05', 40, '2026-06', 12],
    ]);
  });

  it('are pale with dashed edges in stacked areas, above and below zero', () => {
    const stored = { ...base, viz_type: 'echarts_area', stack: 'Stack' };
    const given = { ...toModelContext(area, { form: stored, results: [], now: midJune }, theme), theme };
    const table = monthlyTable('month', [2026, 3], { Web: [30, 40, 12], Store: [50, 60, 20], Returns: [-5, -8, -2] });
    const space = { width: 600, height: 240, locale: 'en', selectedLabels: [] };
    const { series } = (area.toOptions(area.toModel([table], given), { ...given, ...space }) as EChartOptions).option;
    const lastOf = (ending: string) =>
      (series as readonly Layer[]).filter(({ id }) => id.endsWith(ending)).map(drawnPoints);
    expect(lastOf(':partial')).toEqual([
      ['2026-05', 60, '2026-06', 20],
      ['2026-05', 100, '2026-06', 32],
      ['2026-05', -8, '2026-06', -2],
    ]);
    expect(lastOf('veil:values:0')).toEqual([['2026-05', 100, '2026-06', 32]]);
    expect(lastOf('veil:values:1')).toEqual([['2026-05', -8, '2026-06', -2]]);
  });

  it('are dashed before a forecast too', () => {
    const values = {
      revenue: [30, 40, 12],
      revenue__yhat: [30, 40, 50],
      revenue__yhat_lower: [29, 39, 45],
      revenue__yhat_upper: [31, 41, 55],
    };
    const beyond = Object.fromEntries(Object.entries(values).map(([name, known]) => [name, [...known, 60]]));
    const july = { ...beyond, revenue: [30, 40, 12, null] };
    const ahead = { ...values, revenue: [30, 40] };
    const gapsOf = (series: Record<string, readonly (number | null)[]>) => {
      const { options } = drawSeries({ viz_type: 'echarts_timeseries_line', groupby: [] }, series);
      const gaps = (options.option.series as readonly Layer[]).filter(({ id }) => id.endsWith(':partial'));
      return gaps.map(drawnPoints);
    };
    expect(gapsOf(values)).toEqual([['2026-05', 40, '2026-06', 12]]);
    expect(gapsOf(july)).toEqual([['2026-05', 40, '2026-06', 12, '2026-07', null]]);
    expect(gapsOf(ahead)).toEqual([]);
  });

  it('are left out of the change of a figure', () => {
    const form = { viz_type: 'big_number', x_axis: 'month', metric: 'revenue', time_grain_sqla: 'P1M', compare_lag: 1 };
    const context = { ...toModelContext(bigNumber, { form, results: [], now: midJune }, theme), theme };
    const model = bigNumber.toModel([monthlyTable('month', [2026, 3], { revenue: [100, 120, 30] })], context);
    const options = bigNumber.toOptions(model, {
      ...context,
      width: 300,
      height: 80,
      locale: 'en',
      selectedLabels: [],
    });
    expect(options).toMatchObject({
      text: '30',
      change: { direction: 'up', text: '20.0 %' },
      suffix: 'May 2026 vs Apr 2026',
    });
    expect(options.explanations[0]).toBe('Jun 2026 is not whole: the change is that of May 2026.');
  });
});
