import {
  cssOfSavedColor,
  type DrawContext,
  defaultTranslate,
  formatNumber,
  formatTimeTitle,
  mixColors,
  msg,
  periodWords,
  unitOfGrain,
  withAlpha,
} from '@powerset/chart-kit';
import type { EChartOptions } from '../shared/base-options.ts';
import { layoutLegend } from '../shared/legends.ts';
import type { PlainForm } from '../shared/plain-series-form.ts';
import { withPlottedAxes } from '../shared/plotted-axes.ts';
import type { Series, SeriesModel } from '../shared/series-model.ts';
import { toSeriesOptions } from '../shared/series-options.ts';
import type { Plot } from '../shared/series-plot.ts';
import { tooltipHtml } from '../shared/tooltip-html.ts';
import type { PivotForm } from './form.ts';
import type { Frequency, Period } from './frequencies.ts';
import type { Periods } from './periods.ts';
import { plainOf } from './query.ts';
import { mostPeriods } from './undrawn.ts';

type Context = DrawContext<PivotForm>;
type Layer = Record<string, unknown>;

export interface PivotOptions extends EChartOptions {
  readonly plot: Plot;
}

/** So many are named; the others are the ground. */
const mostNamed = 6;

/** Model to drawing options: the newest period in its colour, older ones the paler the older they are. */
export function toOptions(model: Periods, context: Context): PivotOptions {
  const { form } = context;
  const plain: DrawContext<PlainForm> = {
    ...context,
    form: { ...plainOf(form), show_legend: false, ...titleOf(model, context) },
    colorOf: colorsOf(model, context),
  };
  const { timeBounds: _, now: __, ...rest } = plain;
  const drawn = toSeriesOptions(toSeriesModel(model, context), rest, 'line');
  const { plot } = drawn;
  const legend = legendOf(plot, context);
  const option = withPlottedAxes(drawn.option, form, plot);
  // The grid and the series as the series' own options made them.
  const grid = option.grid as { readonly top: number };
  const layers = option.series as readonly Layer[];
  return {
    plot,
    marks: drawn.marks,
    statement: () => statementOf(model, plot, context),
    option: {
      ...option,
      legend: legend.option,
      grid: { ...grid, top: Math.max(grid.top, legend.space.top) },
      series: layers.map((layer) => ({ ...layer, ...lineOf(layer, plot, form) })),
      tooltip: { ...(option.tooltip as Layer), formatter: tooltipOf(plot, context) },
    },
  };
}

/** A legend of weeks says their first days: the word before them would be the same in each. */
function legendOf(plot: Plot, { form, theme, width, height, translate = defaultTranslate }: Context) {
  const word = translate(msg('Week of {{day}}'), { day: '' }).trim();
  const shown = plot.series
    .slice(0, mostNamed)
    .map(({ name, color }) => ({ name, color, text: name.replace(word, '').trim() }));
  const { option, space } = layoutLegend(
    shown.map(({ text, color }) => ({ name: text, color })),
    {
      form: { show_legend: form.show_legend, legendType: 'scroll', legendOrientation: 'top', legendMargin: null },
      ...{ theme, width, height },
    },
  );
  const texts = new Map(shown.map(({ name, text }) => [name, text]));
  // The legend cuts names itself where they have no room.
  const cut = option.formatter as ((text: string) => string) | undefined;
  return {
    space,
    option: {
      ...option,
      formatter: (name: string) => cut?.(texts.get(name) ?? name) ?? texts.get(name) ?? name,
      data: shown.map(({ name, color }) => ({ name, itemStyle: { color, opacity: 1 } })),
    },
  };
}

/** Periods are no measure: what they show of it is said at the top of their axis. */
function titleOf({ label }: Periods, { form, width, height }: Context) {
  if (form.y_axis_label !== '') return {};
  return { y_axis_title: width >= 320 && height >= 200 ? label : '', y_axis_title_position: 'Top' } as const;
}

function toSeriesModel(model: Periods, context: Context): SeriesModel {
  const names = model.periods.slice(0, mostPeriods).map(({ period }) => nameOf(period, model.frequency, context));
  return {
    axis: { label: '__timestamp', kind: 'temporal', grain: model.grain, unit: unitOfGrain(model.grain) },
    xs: model.xs,
    series: names.map((name, at): Series => {
      const { values } = model.periods[at]!;
      return { name, colorLabel: name, metric: model.metric, groups: [], offset: null, values };
    }),
    dimensions: [],
    marks: [],
    texts: 0,
    limitReached: null,
    fetchedRows: model.rows,
    gatheredFrom: null,
    summable: [],
  };
}

/** `2026`, `Q4 2026`, `October 2026`, `Week of 3 Nov 2025`, `3 Nov 2025`, `6 Oct – 2 Nov 2025`. */
function nameOf({ start, end }: Period, frequency: Frequency | null, context: Context): string {
  const { unit = 'day', count = 1 } = frequency ?? {};
  if (unit === 'month') {
    const grain = { 1: 'P1M', 3: 'P3M', 12: 'P1Y' }[count];
    return grain ? formatTimeTitle(start, grain, context) : periodWords([start, end], context);
  }
  if (count === 1) return formatTimeTitle(start, unit === 'week' ? 'P1W' : 'P1D', context);
  return periodWords([start, end], context);
}

/** The colour for the newest, and less of it for each before. */
function colorsOf({ periods }: Periods, { form, theme }: Context): Context['colorOf'] {
  const chosen = cssOfSavedColor(form.color_picker) ?? 'rgb(0,122,135)';
  // A colour chosen on white sinks into a dark ground.
  const color = theme.isDark ? mixColors(chosen, theme.text, 0.3) : chosen;
  const count = Math.min(mostPeriods, periods.length);
  // Many lines over each other add up to a dark ground.
  const [least, more] = count > 20 ? [0.1, 0.2] : [0.22, 0.38];
  return (_, index) => (index === 0 ? color : withAlpha(color, least + more * (1 - index / count)));
}

/** The newest lies on top of those before. */
function lineOf(layer: Layer, plot: Plot, form: PivotForm): Layer {
  const at = plot.series.findIndex(
    ({ id }) => String(layer.id).startsWith(id) && (layer.id === id || layer.id === `${id}:lone`),
  );
  if (at === -1 || layer.type !== 'line') return {};
  const style = layer.lineStyle as Layer;
  return {
    z: at === 0 ? 5 : 2,
    lineStyle: { ...style, width: at === 0 ? 2.5 : 1.25 },
    ...courseOf(form.line_interpolation),
  };
}

/** The reference's names of ways from point to point. */
function courseOf(name: string | null): Layer {
  switch (name) {
    case 'basis':
      return { smooth: 0.6 };
    case 'cardinal':
      return { smooth: 0.35 };
    case 'monotone':
      return { smooth: 0.5, smoothMonotone: 'x' };
    case 'step-before':
      return { step: 'start' };
    case 'step-after':
      return { step: 'end' };
    default:
      return {};
  }
}

const maxRows = 12;

/** The newest first, then those before it. */
function tooltipOf(plot: Plot, context: Context): (params: unknown) => string {
  const translate = context.translate ?? defaultTranslate;
  return (params) => {
    // ECharts passes one hit or a list of them, by trigger.
    const hits = (Array.isArray(params) ? params : [params]) as readonly { readonly dataIndex?: number }[];
    const index = hits.find((hit) => hit.dataIndex !== undefined)?.dataIndex ?? 0;
    const told = plot.series.filter(({ values }) => (values[index] ?? null) !== null);
    const left = told.length - maxRows;
    const rows = told.slice(0, maxRows).map(({ color, name, values }) => ({
      color,
      label: name,
      value: plot.format(values[index] ?? null),
    }));
    const more = left > 0 ? { more: translate('{{count}} more', { count: left }) } : {};
    return tooltipHtml({ title: plot.labels[index] ?? '', rows, ...more }, context.theme);
  };
}

/** Where the newest period stands, and where the one before it stood then. */
function statementOf({ label }: Periods, plot: Plot, { translate = defaultTranslate, locale }: Context): string {
  const [newest, before] = plot.series;
  const at = newest?.values.findLastIndex((value) => value !== null) ?? -1;
  const value = newest?.values[at] ?? null;
  if (!newest || value === null) return '';
  const earlier = before?.values[at] ?? null;
  const values = {
    metric: label,
    period: newest.name,
    value: plot.format(value),
    moment: plot.labels[at] ?? '',
    before: before?.name ?? '',
    change: earlier ? formatNumber('+.1%', (value - earlier) / Math.abs(earlier), locale) : '',
  };
  return values.change
    ? translate(msg('{{metric}}, {{period}}: {{value}} at {{moment}}, {{change}} against {{before}}.'), values)
    : translate(msg('{{metric}}, {{period}}: {{value}} at {{moment}}.'), values);
}
