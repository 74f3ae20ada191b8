// check-ignore file-length: every layer of a plot, which share their settings
import { type DrawContext, numberOfCell, withAlpha } from '@powerset/chart-kit';

import { hasStrokes, loneDots, loneStrokes } from './lone-points.ts';
import { isArea, partialLine, partialStacks } from './partial-layers.ts';
import { dotFields } from './scatter-dots.ts';
import { annotationLayers } from './series-annotations.ts';
import { forecastLayers } from './series-forecasts.ts';
import type { SeriesForm } from './series-form.ts';
import type { SeriesModel } from './series-model.ts';
import { drawnLength, markerSizeOf, type Plot, type PlotSeries, stacksOf, totalsOf } from './series-plot.ts';
import { pointsOf } from './series-points.ts';
import { barLabelPlace, lineLabelStep, longestApart, markFormat, segmentFitter } from './value-labels.ts';

type Layer = Record<string, unknown>;
type ValueLabel = Layer & { readonly formatter: (params: { dataIndex: number }) => string };

/** Above this many points a line is thinned for drawing; the tooltip keeps the drawn points. */
const samplingAbove = 2000;
const dimmed = 0.32;

export interface LayerSettings {
  readonly context: DrawContext<SeriesForm>;
  /** Names at the line ends instead of a legend. */
  readonly hasEndLabels: boolean;
}

/** The series of a plot, each as ECharts draws it, with forecasts and annotations. */
export function buildLayers(model: SeriesModel, plot: Plot, settings: LayerSettings): readonly Layer[] {
  const { context } = settings;
  const drawn = plot.series.flatMap((series) =>
    drawsBars(plot, context)
      ? [barLayer(series, plot, context)]
      : [lineLayer(series, plot, settings), ...loneDots(series, plot, context), ...partialLine(series, plot, context)],
  );
  const labelled = plot.addsUp ? withTotals(drawn, plot, context) : drawn;
  const inStacks = drawsBars(plot, context) ? [] : [...partialStacks(plot, context), ...loneStrokes(plot, context)];
  const base = plot.stack === 'Stream' ? [streamBase(plot)] : [];
  const forecasts = plot.series.flatMap((series) => forecastLayers(series, plot, context));
  return [...base, ...labelled, ...inStacks, ...forecasts, ...annotationLayers(model, plot, context)];
}

const drawsBars = (plot: Plot, context: DrawContext<SeriesForm>) =>
  plot.kind === 'bar' || context.form.seriesType === 'bar';

function lineLayer(series: PlotSeries, plot: Plot, settings: LayerSettings): Layer {
  const { context } = settings;
  const { form, theme } = context;
  const type = form.seriesType ?? 'line';
  const isComparison = series.source.offset !== null;
  const hasMarkers = form.markerEnabled || type === 'scatter';
  const opacity = series.isDimmed ? dimmed : 1;
  const isAlone = !hasStrokes(plot) && series.values.filter((value) => value !== null).length === 1;
  // What has no colour of its own is the ground on which the others stand.
  const isGround = !isComparison && series.color === theme.dataOther;
  // A thick line of more points than pixels would be a band.
  const ownWidth = series.values.length > context.width ? 1 : 2;
  const comparedOrOwn = isComparison ? { width: Math.min(1.5, ownWidth), z: 2 } : { width: ownWidth, z: 3 };
  const { width, z } = isGround ? { width: 1, z: 1 } : comparedOrOwn;
  return {
    id: series.id,
    name: series.name,
    type: type === 'scatter' ? 'scatter' : 'line',
    data: pointsOf(plot, series.values),
    smooth: type === 'smooth' ? 0.35 : false,
    connectNulls: plot.joinsAcross,
    ...(['start', 'middle', 'end'].includes(type) ? { step: type } : {}),
    showSymbol: hasMarkers || isAlone || form.show_value,
    symbol: 'circle',
    symbolSize: hasMarkers ? markerSizeOf(form) : 7,
    lineStyle: { width, color: series.color, opacity: isGround ? opacity / 2 : opacity, join: 'round' },
    itemStyle: {
      color: series.color,
      opacity: hasMarkers || isAlone || !form.show_value ? opacity : 0,
      borderColor: theme.card,
      borderWidth: hasMarkers ? 0 : 2,
    },
    emphasis: {
      disabled: false,
      scale: false,
      focus: 'none',
      itemStyle: { color: series.color, borderColor: theme.card, borderWidth: 2, opacity: 1 },
      lineStyle: { width },
    },
    z,
    triggerEvent: true,
    ...stackField(plot, series),
    ...areaField(series, plot, context),
    ...(series.values.length > samplingAbove && plot.stack === null && type !== 'scatter' ? { sampling: 'lttb' } : {}),
    ...(form.show_value ? { label: valueLabel(series, plot, context) } : {}),
    ...(settings.hasEndLabels ? endLabel(series, plot, context) : {}),
    labelLayout: form.show_value && isAtEdge(plot) ? besideAxis : { hideOverlap: true },
    ...(type === 'scatter' ? dotFields(series, plot, context) : {}),
  };
}

/** Points of a category axis stand in the middle of their place. */
const isAtEdge = (plot: Plot) => plot.axisType !== 'category' && !plot.isHorizontal;

/** The value of the first point begins at its point, since the labels of the axis stand before it. */
const besideAxis = (label: { readonly dataIndex?: number; readonly labelRect: { readonly width: number } }) => ({
  hideOverlap: true,
  ...(label.dataIndex === 0 ? { dx: label.labelRect.width / 2 } : {}),
});

const stackField = (plot: Plot, series: PlotSeries): Layer =>
  plot.stack === null ? {} : { stack: series.stackId, ...(plot.stack === 'Stream' ? { stackStrategy: 'all' } : {}) };

function areaField(series: PlotSeries, plot: Plot, context: DrawContext<SeriesForm>): Layer {
  if (!isArea(plot, context.form) || series.source.offset !== null) return {};
  // Stacked areas are parts of a whole and need their ground filled; alone, a tint is enough.
  const fill = fillOf(context.form.opacity ?? usualOpacity, plot.stack === null ? 0.1 : 0.55);
  return { areaStyle: { color: series.color, opacity: series.isDimmed ? fill * dimmed : fill } };
}

const usualOpacity = 0.2;

/** The usual opacity draws the usual fill; from there it goes evenly to nothing and to the full. */
function fillOf(opacity: number, usual: number): number {
  const asked = Math.min(1, Math.max(0, opacity));
  if (asked <= usualOpacity) return (usual * asked) / usualOpacity;
  return usual + ((1 - usual) * (asked - usualOpacity)) / (1 - usualOpacity);
}

/** The dot and the name at the end of a line. */
function endLabel(series: PlotSeries, plot: Plot, context: DrawContext<SeriesForm>): Layer {
  const last = series.values.findLastIndex((value) => value !== null);
  if (last === -1) return {};
  const x = plot.axisType === 'category' ? last : numberOfCell(plot.xs[last]);
  return {
    endLabel: {
      show: true,
      distance: 8,
      formatter: escapeRich(series.name),
      color: series.isDimmed ? context.theme.textTertiary : context.theme.text,
      fontSize: 12,
      fontWeight: 500,
      width: 120,
      overflow: 'truncate',
    },
    markPoint: {
      symbol: 'circle',
      symbolSize: 7,
      silent: true,
      animation: false,
      label: { show: false },
      itemStyle: { color: series.color, opacity: series.isDimmed ? dimmed : 1 },
      data: [{ coord: [x, series.values[last]] }],
    },
  };
}

/** Braces would be read as styles or placeholders by ECharts' templates, so names go in by function. */
const escapeRich = (text: string) => () => text;

/** More bars than pixels of any screen are painted at once, without a shape for each. */
const mostShapes = 5000;

function barLayer(series: PlotSeries, plot: Plot, context: DrawContext<SeriesForm>): Layer {
  if (plot.xs.length > mostShapes && plot.brokenAt === null) return hairs(series, plot);
  const { form, theme, selectedLabels } = context;
  const isTop = plot.stack === null || series === plot.series.findLast((entry) => entry.stackId === series.stackId);
  const isLabelled = plot.isRank || form.show_value || plot.brokenAt !== null;
  const place = isLabelled ? barLabelPlace(plot, context) : null;
  const isTurned = form.show_value && place?.rotate === 90;
  // On hairlines dashes are noise.
  const canBeDashed = plot.stack !== null || plot.series.length <= 12;
  // Labels without a text would be laid out too: thousands of bars would wait for them.
  const isSaid = place ? longestApart(plot, place.every) : () => false;
  const isSilent = (position: number) => isLabelled && plot.stack === null && !isSaid(position);
  const isPicked = (position: number) =>
    selectedLabels.length === 0 ||
    series.source.groups.length > 0 ||
    selectedLabels.includes(plot.labels[position] ?? '');
  return {
    id: series.id,
    name: series.name,
    type: 'bar',
    data: pointsOf(
      plot,
      plot.brokenAt === null ? series.values : series.values.map((value, at) => drawnLength(plot, value, at)),
    ).map((point, position) =>
      barItem({
        point,
        value: series.values[position] ?? null,
        plot,
        isTop,
        isPicked: isPicked(position),
        isTurned,
        isSilent: isSilent(position),
        partialColor: plot.partial.has(position) && canBeDashed ? series.color : null,
        othersColor: position === plot.othersAt && plot.stack === null ? theme.dataOther : null,
        saysValue: position === plot.othersAt && plot.brokenAt !== null,
      }),
    ),
    itemStyle: {
      color: series.color,
      opacity: series.isDimmed ? dimmed : 1,
      // Between many parts the lines of the ground would be all that is seen.
      ...(plot.stack !== null && plot.series.length <= 12 ? { borderColor: theme.card, borderWidth: 0.5 } : {}),
    },
    emphasis: { disabled: true },
    barCategoryGap: '34%',
    barGap: '8%',
    barMaxWidth: plot.isHorizontal ? 28 : 44,
    barMinHeight: 0,
    ...stackField(plot, series),
    ...(plot.isRank || form.show_value ? { label: valueLabel(series, plot, context) } : {}),
    ...(plot.brokenAt === null ? {} : brokenOff(series, plot, context)),
    labelLayout: { hideOverlap: true },
    cursor: 'pointer',
  };
}

function hairs(series: PlotSeries, plot: Plot): Layer {
  return {
    id: series.id,
    name: series.name,
    type: 'bar',
    data: pointsOf(plot, series.values),
    itemStyle: { color: series.color, opacity: series.isDimmed ? dimmed : 1 },
    emphasis: { disabled: true },
    large: true,
    largeThreshold: 0,
    ...stackField(plot, series),
    cursor: 'pointer',
  };
}

/** The bar of all others is broken off before its end, and says its value whatever else does. */
function brokenOff(series: PlotSeries, plot: Plot, context: DrawContext<SeriesForm>): Layer {
  const { form, theme } = context;
  const at = String(plot.othersAt);
  const end = (plot.brokenAt ?? 0) * 0.9;
  const label = valueLabel(series, plot, context);
  return {
    label: {
      ...label,
      ...(plot.isRank || form.show_value ? {} : { show: false }),
      formatter: (params: { dataIndex: number }) =>
        params.dataIndex === plot.othersAt
          ? markFormat(plot)(series.values[params.dataIndex] ?? null)
          : label.formatter(params),
    },
    markPoint: {
      silent: true,
      animation: false,
      symbol: 'path://M0 4L10 0L10 3L0 7Z',
      symbolSize: plot.isHorizontal ? [34, 8] : [50, 8],
      symbolRotate: plot.isHorizontal ? 90 : 0,
      symbolKeepAspect: false,
      itemStyle: { color: theme.card },
      label: { show: false },
      data: [{ coord: plot.isHorizontal ? [end, at] : [at, end] }],
    },
  };
}

interface BarItem {
  readonly point: unknown;
  readonly value: number | null;
  readonly plot: Plot;
  readonly isTop: boolean;
  readonly isPicked: boolean;
  /** Its label stands upright. */
  readonly isTurned: boolean;
  /** It has no room for a label. */
  readonly isSilent: boolean;
  /** Of a period that is not whole: the bar is an outline of dashes with a tint. */
  readonly partialColor: string | null;
  /** Of what stands for all the others, which is no rank. */
  readonly othersColor: string | null;
  /** Its length does not say it. */
  readonly saysValue: boolean;
}

/** Round corners at the free end only. */
function barItem(item: BarItem): unknown {
  const { point, value, plot, isTop, isPicked, isTurned, isSilent, partialColor, othersColor } = item;
  const isNegative = (value ?? 0) < 0;
  const corners = plot.isHorizontal ? [0, 2, 2, 0] : [2, 2, 0, 0];
  const turned = isNegative ? [corners[2], corners[3], corners[0], corners[1]] : corners;
  const side = plot.isHorizontal ? 'left' : 'bottom';
  return {
    value: point,
    // Upright text ends where its bar ends, below the axis as above it.
    ...(isNegative && plot.stack === null && !isSilent
      ? { label: { position: side, ...(isTurned ? { align: 'right' } : {}) } }
      : {}),
    ...(isSilent && !item.saysValue ? { label: { show: false } } : {}),
    ...(item.saysValue ? { label: { show: true } } : {}),
    itemStyle: {
      borderRadius: isTop ? turned : 0,
      ...(othersColor === null ? {} : { color: othersColor }),
      ...(partialColor === null
        ? {}
        : { color: withAlpha(partialColor, 0.35), borderColor: partialColor, borderWidth: 1, borderType: 'dashed' }),
      ...(isPicked ? {} : { opacity: dimmed }),
    },
  };
}

function valueLabel(series: PlotSeries, plot: Plot, context: DrawContext<SeriesForm>): ValueLabel {
  const { form, theme } = context;
  const isStacked = plot.stack !== null;
  const isInside = isStacked && plot.kind === 'bar';
  const outside = plot.isHorizontal ? 'right' : 'top';
  const threshold = form.percentage_threshold / 100;
  const totals = isStacked ? totalsOf(plot.series, Math.abs) : [];
  const isLarge = (index: number) =>
    !isStacked || !plot.addsUp || Math.abs(series.values[index] ?? 0) >= threshold * (totals[index] ?? 0);
  const fits = isInside ? segmentFitter(plot, context) : () => true;
  const place = isInside ? null : valuePlaces(plot, context);
  const say = markFormat(plot);
  return {
    show: !(isStacked && form.only_total),
    position: isInside ? 'inside' : outside,
    distance: 6,
    ...(isInside ? { minMargin: 4 } : {}),
    // Else it is as see-through as its mark, which is unseen on lines.
    opacity: series.isDimmed ? dimmed : 1,
    fontSize: 11,
    fontWeight: plot.isRank ? 500 : 400,
    color: isInside ? undefined : theme.text,
    formatter: ({ dataIndex }: { dataIndex: number }) => {
      const value = series.values[dataIndex] ?? null;
      const text = value === null ? '' : say(value);
      return isLarge(dataIndex) && fits(text, value ?? 0) && (place?.isShown(dataIndex) ?? true) ? text : '';
    },
    ...place?.style,
  };
}

interface ValuePlaces {
  readonly isShown: (index: number) => boolean;
  readonly style: Layer;
}

/** Which bars and points say their value, and how it is turned. */
function valuePlaces(plot: Plot, context: DrawContext<SeriesForm>): ValuePlaces {
  if (plot.kind !== 'bar') {
    const step = lineLabelStep(plot, context);
    return { isShown: (index) => (plot.xs.length - 1 - index) % step === 0, style: { textMargin: [2, 4] } };
  }
  const place = barLabelPlace(plot, context);
  return {
    isShown: place ? longestApart(plot, place.every) : () => false,
    style: {
      minMargin: 4,
      ...(place?.rotate === 90 ? { rotate: 90, align: 'left', verticalAlign: 'middle' } : {}),
    },
  };
}

/** With "only total" the topmost stack carries the sum. */
function withTotals(layers: readonly Layer[], plot: Plot, context: DrawContext<SeriesForm>): readonly Layer[] {
  const { form } = context;
  const isWanted = plot.stack === 'Stack' && form.show_value && form.only_total;
  if (!isWanted || layers.length === 0) return layers;
  const stacks = [...stacksOf(plot.series.filter((entry) => entry.source.offset === null))];
  return [...layers, ...stacks.map(([stack, series]) => totalsLayer({ stack, series }, plot, context))];
}

/** Too little to be seen, yet with a sign: by it the sum of a stack stands at its upper or at its lower end. */
const noHeight = Number.MIN_VALUE;

/** An unseen series on top of a stack, which says what the stack comes to. */
function totalsLayer(
  { stack, series }: { readonly stack: string; readonly series: readonly PlotSeries[] },
  plot: Plot,
  context: DrawContext<SeriesForm>,
): Layer {
  const totals = totalsOf(series);
  const place = valuePlaces(plot, context);
  const below = plot.isHorizontal ? 'left' : 'bottom';
  return {
    id: `totals:${stack}`,
    name: series.at(-1)!.name,
    type: plot.kind === 'bar' ? 'bar' : 'line',
    stack,
    silent: true,
    tooltip: { show: false },
    data: pointsOf(
      plot,
      totals.map((total) => (total < 0 ? -noHeight : noHeight)),
    ).map((point, index) => (totals[index]! < 0 ? { value: point, label: { position: below } } : point)),
    symbol: 'none',
    lineStyle: { opacity: 0 },
    itemStyle: { color: 'transparent' },
    label: {
      show: true,
      position: plot.isHorizontal ? 'right' : 'top',
      distance: 4,
      fontSize: 11,
      color: context.theme.text,
      formatter: ({ dataIndex }: { dataIndex: number }) =>
        place.isShown(dataIndex) ? markFormat(plot)(totals[dataIndex] ?? 0) : '',
      ...place.style,
    },
    ...(plot.kind === 'bar' ? {} : { showSymbol: true, symbol: 'circle', symbolSize: 1 }),
    labelLayout: { hideOverlap: true },
  };
}

/** A stream floats around its middle: an unseen series below lifts it. */
function streamBase(plot: Plot): Layer {
  const totals = totalsOf(plot.series);
  return {
    id: 'stream-base',
    type: 'line',
    stack: 'values',
    stackStrategy: 'all',
    silent: true,
    symbol: 'none',
    lineStyle: { opacity: 0 },
    tooltip: { show: false },
    data: pointsOf(
      plot,
      totals.map((total) => -total / 2),
    ),
  };
}
