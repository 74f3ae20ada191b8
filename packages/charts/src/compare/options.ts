import {
  type DrawContext,
  defaultTranslate,
  formatTime,
  msg,
  numberFormatter,
  numberOfCell,
} from '@powerset/chart-kit';
import type { EChartsCoreOption } from 'echarts/core';
import type { PlainForm } from '../shared/plain-series-form.ts';
import { withPlottedAxes } from '../shared/plotted-axes.ts';
import type { SeriesModel } from '../shared/series-model.ts';
import { type SeriesOptions, toSeriesOptions } from '../shared/series-options.ts';
import type { Plot } from '../shared/series-plot.ts';
import { baselineAt, changesSince } from './changes.ts';
import type { CompareForm } from './form.ts';
import { plainOf } from './query.ts';

type Context = DrawContext<CompareForm>;
type Layer = Record<string, unknown>;

export interface CompareOptions extends SeriesOptions {
  /** Where the change is measured from, and what it is called. */
  readonly baseline: { readonly at: number; readonly ms: number; readonly text: string };
  /** In which it was drawn, for views that move the baseline. */
  readonly own: Context;
}

/** Model to drawing options: lines of percent through zero at the baseline. */
export function toOptions(model: SeriesModel, context: Context): CompareOptions {
  const { form } = context;
  const at = baselineAt(model.xs, form.baseline);
  const changes = changesSince(model, at);
  const isLog = form.y_log_scale && isAboveNothing(changes);
  const drawn = toSeriesOptions(changes, asPercent(context), 'line');
  const { plot } = drawn;
  // Periods without rows have places of their own in the plot.
  const ms = numberOfCell(model.xs[at]) ?? 0;
  const baseline = { at: plot.xs.findIndex((x) => numberOfCell(x) === ms), ms, text: dayOf(ms, context) };
  const option = withPlottedAxes(drawn.option, form, plot);
  const marked = withBaseline(option, baseline, context);
  return {
    ...drawn,
    option: isLog ? onLogAxis(marked, plot) : marked,
    statement: () => statementOf(plot, baseline.text, context),
    baseline,
    own: context,
  };
}

/** A change is none of the metric's own figures: it has neither its format nor its currency. */
function asPercent({ currencies: _, ...context }: Context): DrawContext<PlainForm> {
  const plain = plainOf(context.form);
  const code = plain.y_axis_format === 'SMART_NUMBER' ? '+.1~%' : plain.y_axis_format;
  const form: PlainForm = {
    ...plain,
    y_axis_format: code,
    currency_format: null,
    contributionMode: null,
    comparison_type: 'values',
    logAxis: false,
    showTooltipTotal: false,
    // Lines of change are read by their distance from zero, not by their height.
    ...(plain.truncateYAxis ? {} : { y_axis_bounds: [null, null] }),
  };
  return { ...context, form, columnFormats: {} };
}

/** What fell to nothing, or below it, has no place on a logarithmic axis. */
const isAboveNothing = ({ series }: SeriesModel) =>
  series.every(({ values }) => values.every((value) => value === null || value > -1));

const dayOf = (ms: number, { form, locale }: Context) =>
  formatTime('smart_date', ms, { grain: form.time_grain_sqla, locale });

/** A line at the baseline, said once. */
function withBaseline(
  option: EChartsCoreOption,
  { ms, text }: { readonly ms: number; readonly text: string },
  { theme, translate = defaultTranslate, width }: Context,
): EChartsCoreOption {
  const label = translate(msg('Baseline {{day}}'), { day: text });
  const layer: Layer = {
    id: 'baseline',
    type: 'line',
    data: [],
    silent: true,
    tooltip: { show: false },
    markLine: {
      silent: true,
      animation: false,
      symbol: ['none', 'none'],
      lineStyle: { color: theme.pointer, width: 1, type: 'dashed' },
      // By function, since braces would be read as placeholders of a template.
      label: {
        show: width >= 260,
        formatter: () => label,
        color: theme.textTertiary,
        fontSize: 11,
        position: 'insideEndTop',
        rotate: 0,
        align: 'left',
        verticalAlign: 'top',
        distance: 0,
        padding: [6, 0, 0, 6],
      },
      data: [{ xAxis: ms }],
    },
  };
  // The layers as the series' own options made them.
  return { ...option, series: [...(option.series as readonly Layer[]), layer] };
}

const steps = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10, 20, 50, 100, 1000, 10_000];

/** Twice as much and half as much are as far from zero: the axis counts how many times the baseline a value is. */
function onLogAxis(option: EChartsCoreOption, plot: Plot): EChartsCoreOption {
  const times = plot.series.flatMap(({ values }) => values.flatMap((value) => (value === null ? [] : [value + 1])));
  const low = times.reduce((least, value) => Math.min(least, value), 1);
  const high = times.reduce((most, value) => Math.max(most, value), 1);
  const from = steps.findLast((step) => step <= low) ?? low;
  const to = steps.find((step) => step >= high) ?? high;
  const marks = steps.filter((step) => step >= from && step <= to);
  const axis = option.yAxis as Layer;
  const moved = (point: unknown) =>
    Array.isArray(point) && typeof point[1] === 'number' ? [point[0], point[1] + 1] : point;
  return {
    ...option,
    yAxis: {
      ...axis,
      ...{ type: 'log', min: from, max: to, scale: true },
      axisTick: { show: false, customValues: marks },
      axisLabel: {
        ...(axis.axisLabel as Layer),
        customValues: marks,
        formatter: (value: number) => (value === 1 ? '0' : plot.shortFormat(value - 1)),
      },
    },
    series: (option.series as readonly Layer[]).map((layer) =>
      Array.isArray(layer.data) ? { ...layer, data: layer.data.map(moved), ...movedEnd(layer, moved) } : layer,
    ),
  };
}

/** The dot at the end of a line stands where the line ends. */
function movedEnd({ markPoint }: Layer, moved: (point: unknown) => unknown): Layer {
  // As the line's layer was made: one place, at its last value.
  const mark = markPoint as { readonly data: readonly { readonly coord: unknown }[] } | undefined;
  return mark ? { markPoint: { ...mark, data: mark.data.map(({ coord }) => ({ coord: moved(coord) })) } } : {};
}

/** Which series rose most and which fell most since the baseline. */
function statementOf(plot: Plot, day: string, { translate = defaultTranslate, locale }: Context): string {
  const ends = plot.series.flatMap(({ name, values }) => {
    const last = values.findLast((value) => value !== null);
    return last === undefined || last === null ? [] : [{ name, last }];
  });
  const [first, ...others] = ends;
  if (!first) return '';
  const format = numberFormatter('+.1%', null, locale);
  const most = others.reduce((best, one) => (one.last > best.last ? one : best), first);
  const least = others.reduce((worst, one) => (one.last < worst.last ? one : worst), first);
  const values = { day, most: most.name, up: format(most.last), least: least.name, down: format(least.last) };
  return others.length === 0
    ? translate(msg('Since {{day}}: {{most}} {{up}}.'), values)
    : translate(msg('Since {{day}}: {{most}} {{up}}, the most; {{least}} {{down}}, the least.'), values);
}
