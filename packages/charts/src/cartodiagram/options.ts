import {
  cssOfSavedColor,
  type DrawContext,
  defaultTranslate,
  isOn,
  msg,
  numberFormatter,
  textOf,
} from '@powerset/chart-kit';
import { drawBaseMap, type MapMark } from '../shared/base-map.ts';
import type { EChartOptions } from '../shared/base-options.ts';
import { layoutLegend } from '../shared/legends.ts';
import { placeText } from '../shared/maps/map-tooltips.ts';
import type { TooltipContent } from '../shared/tooltip-html.ts';
import { type ChartSize, isUnsized, sizesOf, unsized } from './chart-sizes.ts';
import { areApart, extentOf } from './extent.ts';
import type { CartodiagramForm } from './form.ts';
import type { Cartodiagram, SmallChart } from './small-charts.ts';
import { drawStamp, type StampGiven } from './stamps.ts';

type Context = DrawContext<CartodiagramForm>;

const mostTold = 12;
const legendForm = {
  show_legend: true,
  legendType: 'scroll',
  legendOrientation: 'bottom',
  legendMargin: null,
  sort_series_type: null,
} as const;

export function toOptions(model: Cartodiagram, context: Context): EChartOptions {
  const { form, theme, width, height, maps } = context;
  const colors = model.series.map((name, index) => context.colorOf(name, index));
  const entries = model.series.map((name, index) => ({ name, color: colors[index]! }));
  const legend = layoutLegend(entries, { form: legendForm, theme, width, height });
  const inset = legend.space;
  const space = {
    width: Math.max(1, width - inset.left - inset.right),
    height: Math.max(1, height - inset.top - inset.bottom),
  };
  const { bounds, sizes } = placed(model, form, space);
  const given = givenOf(model, colors, context);
  const marks = model.charts.map(
    (chart): MapMark => ({
      kind: 'drawing',
      at: chart.at,
      color: theme.text,
      data: { key: chart.key },
      isFaded: context.selectedLabels.length > 0 && !context.selectedLabels.includes(nameOfPlace(chart)),
      draw: (pixelsPerDegree) => drawStamp(chart, sizes(pixelsPerDegree), given),
      tooltip: () => tooltipOf(chart, model, { colors, context, given }),
    }),
  );
  const map = drawBaseMap({ world: maps?.world, bounds, marks, theme, width, height, inset });
  return {
    ...map,
    marks: marks.length,
    statement: () => statementOf(model, given.format, context),
    option: {
      ...map.option,
      legend: { ...legend.option, selectedMode: false },
      series: [...[map.option.series ?? []].flat(), ...entries.map(({ name }) => namedSeries(name))],
    },
  };
}

/** Legends list series; these draw nothing. */
const namedSeries = (name: string) => ({
  ...{ type: 'custom', coordinateSystem: 'none', name, silent: true, data: [] },
  renderItem: () => null,
});

interface Space {
  readonly width: number;
  readonly height: number;
}

/** What is shown of the world, and how large the charts are: where nobody says, as large as they do not hide each other. */
function placed({ charts }: Cartodiagram, form: CartodiagramForm, space: Space) {
  const places = charts.map(({ at }) => at);
  const boundsFor = (chart: ChartSize) => extentOf(form, places, { ...space, chart });
  if (!isUnsized(form)) {
    const sizeAt = sizesOf(form);
    const sizes = (pixelsPerDegree: number) => shrunk(sizeAt(pixelsPerDegree), space);
    return { bounds: boundsFor(sizes(2)), sizes };
  }
  const tried = unsized.map((size) => shrunk(size, space));
  const chart = tried.find((size) => areApart(places, boundsFor(size), { ...space, chart: size })) ?? tried.at(-1)!;
  return { bounds: boundsFor(chart), sizes: () => chart };
}

/** In a small space, such as that of a phone, a chart takes no more than a third of it. */
const shrunk = (size: ChartSize, space: Space): ChartSize => ({
  width: Math.min(size.width, Math.max(16, space.width / 3)),
  height: Math.min(size.height, Math.max(16, space.height / 3)),
});

export const nameOfPlace = ({ name, at }: SmallChart): string => name || placeText(at[0], at[1]);

function givenOf(model: Cartodiagram, colors: readonly string[], context: Context): StampGiven {
  const { form, theme } = context;
  const chart = model.chart?.form ?? { viz_type: '' };
  return {
    kind: model.chart?.kind ?? 'number',
    colors,
    steps: Math.max(1, model.steps.length),
    series: Math.max(1, model.series.length),
    scale: scaleOf(model),
    isRing: isOn(chart, 'donut'),
    background: cssOfSavedColor(form.chart_background_color) ?? 'transparent',
    radius: form.chart_background_border_radius,
    format: formatOf(model, context),
    theme,
  };
}

function formatOf(model: Cartodiagram, { columnFormats, currencies, locale }: Context) {
  const chart = model.chart?.form ?? { viz_type: '' };
  const code = textOf(chart, 'number_format', textOf(chart, 'y_axis_format', 'SMART_NUMBER'));
  const saved = code === 'SMART_NUMBER' ? columnFormats[model.metric] : undefined;
  return numberFormatter(saved ?? code, currencies?.[model.metric] ?? null, locale);
}

/** From zero, so that heights can be compared; below it where values are. */
function scaleOf({ charts }: Cartodiagram): readonly [number, number] {
  let [low, high] = [0, 0];
  for (const { parts } of charts)
    for (const { value } of parts) {
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  return [low, high];
}

interface TipGiven {
  readonly colors: readonly string[];
  readonly context: Context;
  readonly given: StampGiven;
}

function tooltipOf(chart: SmallChart, model: Cartodiagram, { colors, context, given }: TipGiven): TooltipContent {
  const { translate = defaultTranslate } = context;
  const rows = chart.parts.slice(0, mostTold).map(({ series, step, value }) => ({
    color: colors[series]!,
    label:
      [model.steps[step], model.series.length > 1 ? model.series[series] : ''].filter(Boolean).join(' · ') ||
      model.metric,
    value: given.format(value),
  }));
  const more = chart.parts.length - rows.length;
  return {
    title: nameOfPlace(chart),
    rows,
    ...(given.kind === 'pie' && model.isSummable && rows.length > 1
      ? { foot: { label: translate(msg('Total')), value: given.format(totalOf(chart)) } }
      : {}),
    ...(more > 0 ? { more: translate(msg('and {{count}} more'), { count: more }) } : {}),
  };
}

const totalOf = ({ parts }: SmallChart) => parts.reduce((sum, { value }) => sum + value, 0);

function statementOf(
  model: Cartodiagram,
  format: StampGiven['format'],
  { translate = defaultTranslate }: Context,
): string {
  const [first, ...others] = model.charts;
  if (!first) return '';
  if (others.length === 0) return nameOfPlace(first);
  const isCompared = model.chart?.kind === 'number' || (model.chart?.kind === 'pie' && model.isSummable);
  if (!isCompared) return translate(msg('{{count}} places are on the map.'), { count: model.charts.length });
  const most = others.reduce((best, chart) => (totalOf(chart) > totalOf(best) ? chart : best), first);
  return translate(msg('{{place}} has the most of {{count}} places: {{value}}.'), {
    place: nameOfPlace(most),
    count: model.charts.length,
    value: format(totalOf(most)),
  });
}
