import { type ChartForm, lightChartTheme } from '@powerset/chart-kit';
import { describe, expect, it } from 'vitest';
import { chart as bar } from '../echarts-timeseries-bar/index.ts';
import { barLabelPlace, segmentFitter } from './bar-labels.ts';
import { toModelContext } from './draw-chart.ts';
import { monthlyTable } from './example-series.ts';
import { toSeriesModel } from './series-model.ts';
import { toPlot } from './series-plot.ts';

const months = Array.from({ length: 12 }, (_, month) => 100_000 + month);
const table = monthlyTable('month', [2026, 0], { Web: months, Store: months, Partner: months });

function drawn(changes: Readonly<Record<string, unknown>>, width: number) {
  const form: ChartForm = { viz_type: bar.key, x_axis: 'month', metrics: ['n'], groupby: ['channel'], ...changes };
  const model = toModelContext(bar, { form: { ...form, time_grain_sqla: 'P1M' }, results: [] }, lightChartTheme);
  const context = { ...model, theme: lightChartTheme, width, height: 300, locale: 'en', selectedLabels: [] };
  return { context, plot: toPlot(toSeriesModel([table], context), context, 'bar') };
}
const placeAt = (changes: Readonly<Record<string, unknown>>, width: number) => {
  const { plot, context } = drawn(changes, width);
  return barLabelPlace(plot, context);
};

describe('the values of bars', () => {
  it('lie where bars are broad, stand upright where they are narrow, and go where they would be on each other', () => {
    expect(placeAt({}, 2000)).toEqual({ rotate: 0, every: 1 });
    expect(placeAt({}, 600)).toEqual({ rotate: 90, every: 1 });
    expect(placeAt({}, 300)).toBeNull();
  });

  it('are fewer where one stack follows another closely', () => {
    expect(placeAt({ stack: 'Stack' }, 900)).toEqual({ rotate: 0, every: 1 });
    const narrow = placeAt({ stack: 'Stack' }, 300);
    expect(narrow?.rotate).toBe(0);
    expect(narrow?.every).toBeGreaterThan(1);
    expect(placeAt({ orientation: 'horizontal', stack: 'Stack' }, 300)).toEqual({ rotate: 0, every: 1 });
  });

  it('stand in a part of a stack only where they fit into it', () => {
    const fitter = (width: number) => {
      const { plot, context } = drawn({ stack: 'Stack' }, width);
      return segmentFitter(plot, context);
    };
    expect(fitter(900)('100k', 100_000)).toBe(true);
    expect(fitter(900)('1', 1)).toBe(false);
    expect(fitter(300)('100k', 100_000)).toBe(false);
  });
});
