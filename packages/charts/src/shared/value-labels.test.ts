import { addFormatLocale, type ChartForm, germanFormats, lightChartTheme, tableFromRows } from '@powerset/chart-kit';
import { describe, expect, it } from 'vitest';
import { form as barForm } from '../echarts-timeseries-bar/form.ts';
import { chart as bar } from '../echarts-timeseries-bar/index.ts';
import { form as lineForm } from '../echarts-timeseries-line/form.ts';
import { chart as line } from '../echarts-timeseries-line/index.ts';
import { toModelContext } from './draw-chart.ts';
import { monthlyTable } from './example-series.ts';
import { buildLayers } from './series-layers.ts';
import { toSeriesModel } from './series-model.ts';
import { toPlot } from './series-plot.ts';
import { estimateTextWidth } from './text-widths.ts';
import { barLabelPlace, lineLabelStep, markFormat, segmentFitter } from './value-labels.ts';

const months = Array.from({ length: 12 }, (_, month) => 100_000 + month);
const table = monthlyTable('month', [2026, 0], { Web: months, Store: months, Partner: months });

function drawn(changes: Readonly<Record<string, unknown>>, width: number, rows = table) {
  const form: ChartForm = { viz_type: bar.key, x_axis: 'month', metrics: ['n'], groupby: ['channel'], ...changes };
  const model = toModelContext(bar, { form: { ...form, time_grain_sqla: 'P1M' }, results: [] }, lightChartTheme);
  const context = {
    ...model,
    form: barForm.read(model.form),
    theme: lightChartTheme,
    width,
    height: 300,
    locale: 'en',
    selectedLabels: [],
  };
  return { context, plot: toPlot(toSeriesModel([rows], context), context, 'bar') };
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

  it('are measured only where they are written', () => {
    const countSaid = (changes: Readonly<Record<string, unknown>>) => {
      const { context, plot } = drawn(changes, 900);
      let said = 0;
      const counting = {
        ...plot,
        shortFormat: (value: number | null) => {
          said += 1;
          return plot.shortFormat(value);
        },
      };
      buildLayers(toSeriesModel([table], context), counting, { context, hasEndLabels: false });
      return said;
    };
    expect(countSaid({ show_value: true })).toBeGreaterThan(0);
    expect(countSaid({ show_value: false })).toBe(0);
    expect(countSaid({ show_value: false, orientation: 'horizontal' })).toBe(0);
  });

  it('say as many digits as tell bars apart that are nearly alike, and no more for the axis', () => {
    const near = monthlyTable('month', [2026, 0], { Web: [1105, 1132, 1149, 1101] });
    const say = (changes: Readonly<Record<string, unknown>>, table = near) => {
      const { plot } = drawn(changes, 900, table);
      return plot.series[0]!.values.map((value) => markFormat(plot)(value));
    };
    expect(say({})).toEqual(['1.105k', '1.132k', '1.149k', '1.101k']);
    expect(say({ currency_format: { symbol: 'EUR', symbolPosition: 'prefix' } })[0]).toBe('€1.105k');
    expect(drawn({}, 900, near).plot.shortFormat(1105)).toBe('1.1k');
    // Whoever chose a format has chosen its decimals.
    expect(say({ y_axis_format: '.2s' })[1]).toBe('1.1k');
    const far = monthlyTable('month', [2026, 0], { Web: [1_101_000, 1_132_000, 20_400, -1_120_000] });
    expect(say({}, far)).toEqual(['1.1M', '1.1M', '20.4k', '−1.1M']);
    const below = monthlyTable('month', [2026, 0], { Web: [-100.2, -100.4, -100.3] });
    expect(say({}, below)).toEqual(['−100.20', '−100.40', '−100.30']);
  });

  it('stand over months in the words of the reader', () => {
    addFormatLocale('de', germanFormats);
    const { context } = drawn({}, 900);
    const german = toPlot(toSeriesModel([table], context), { ...context, locale: 'de' }, 'bar');
    expect(german.labels[4]).toContain('Mai');
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

describe('the values of lines', () => {
  it('are as many as stand apart, and the last is one of them', () => {
    const days = Array.from({ length: 60 }, (_, day) => 100_000 + day);
    const rows = days.map((n, day) => ({ month: Date.UTC(2026, 0, day + 1), n }));
    const stepAt = (width: number) => {
      const form: ChartForm = { viz_type: line.key, x_axis: 'month', metrics: ['n'], show_value: true };
      const model = toModelContext(line, { form, results: [] }, lightChartTheme);
      const context = {
        ...model,
        form: lineForm.read(model.form),
        theme: lightChartTheme,
        width,
        height: 300,
        locale: 'en',
        selectedLabels: [],
      };
      const series = toSeriesModel([tableFromRows(rows)], context);
      const plot = toPlot(series, context, 'line');
      const [layer] = buildLayers(series, plot, { context, hasEndLabels: false });
      const { formatter } = layer!.label as { readonly formatter: (point: { dataIndex: number }) => string };
      const shown = days
        .map((_, dataIndex) => formatter({ dataIndex }))
        .flatMap((text, at) => (text === '' ? [] : [at]));
      return { step: lineLabelStep(plot, context), shown };
    };
    expect(stepAt(4000).shown).toHaveLength(60);
    const { step, shown } = stepAt(600);
    expect(shown.at(-1)).toBe(59);
    expect(shown.slice(1).every((at, index) => at - shown[index]! === step)).toBe(true);
    expect((step * (600 - 56)) / 60).toBeGreaterThanOrEqual(estimateTextWidth('100k') + 12);
  });
});
