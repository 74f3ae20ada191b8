import type { DrawContext } from '@powerset/chart-kit';
import { baseOption, type EChartOptions, tooltipBox } from './base-options.ts';
import { orderLegend } from './legend-order.ts';
import { hiddenLegend, type LegendLayout, layoutLegend } from './legends.ts';
import { seriesStatement } from './main-statement.ts';
import { roomForLines } from './series-annotations.ts';
import { buildAxes, measureOf } from './series-axes.ts';
import type { SeriesForm } from './series-form.ts';
import { buildLayers } from './series-layers.ts';
import type { SeriesModel } from './series-model.ts';
import { type Plot, type SeriesKind, toPlot, valueExtent } from './series-plot.ts';
import { seriesTooltip } from './series-tooltip.ts';
import { hasSliderRoom } from './small-space.ts';
import { estimateTextWidth } from './text-widths.ts';
import { barLabelPlace, endLabelRoom } from './value-labels.ts';

export interface SeriesOptions extends EChartOptions {
  readonly plot: Plot;
  /** In which it was drawn, for views that draw again with a changed form. */
  readonly context: DrawContext<SeriesForm>;
}

const labelHeight = 15;
const zoomHeight = 30;

/** Model to drawing options of all charts that draw series over an x-axis. */
export function toSeriesOptions(model: SeriesModel, context: DrawContext<SeriesForm>, kind: SeriesKind): SeriesOptions {
  const { theme, form, width, height } = context;
  const plot = toPlot(model, context, kind);
  const hasEndLabels = canLabelEnds(plot, context);
  const entries = plot.series.map((series) => ({ name: series.name, color: series.color }));
  const legend = hasEndLabels
    ? hiddenLegend
    : layoutLegend(orderLegend(entries, form.legendSort), { form, theme, width, height });
  const isRich = form.rich_tooltip;
  return {
    plot,
    context,
    marks: plot.series.length * plot.xs.length,
    statement: () => seriesStatement(model, plot, context),
    option: {
      ...baseOption(theme),
      color: plot.series.map((series) => series.color),
      grid: gridOf(plot, context, { model, legend, hasEndLabels }),
      ...buildAxes(model, plot, context),
      series: buildLayers(model, plot, { context, hasEndLabels }),
      legend: legend.option,
      tooltip: {
        ...tooltipBox(theme, reachOf(plot, width)),
        trigger: isRich ? 'axis' : 'item',
        axisPointer: pointerOf(plot, context),
        formatter: seriesTooltip(model, plot, context),
      },
      ...(form.zoomable ? { dataZoom: zoomOf(plot, context) } : {}),
    },
  };
}

/** Half a band of upright bars belongs to the pointer. */
export const reachOf = (plot: Plot, width: number) =>
  plot.kind === 'bar' && !plot.isHorizontal ? Math.min(80, (width - 48) / Math.max(1, plot.xs.length) / 2) : 0;

/** What follows the pointer: a band behind bars, a line else. */
export function pointerOf(plot: Plot, { theme }: DrawContext<SeriesForm>): Record<string, unknown> {
  if (plot.kind === 'bar') return { type: 'shadow', z: 0, shadowStyle: { color: theme.band } };
  return { type: 'line', lineStyle: { color: theme.pointer, width: 1, type: 'solid' } };
}

/** Up to five lines whose ends stand apart are named at their ends. */
export function canLabelEnds(plot: Plot, context: DrawContext<SeriesForm>): boolean {
  const { form, width, height } = context;
  const count = plot.series.length;
  const isLine =
    plot.kind === 'line' && plot.stack === null && form.seriesType !== 'bar' && form.seriesType !== 'scatter';
  // Whoever gave the legend a kind or a margin wants to see it.
  const isPlaced = form.legendType === 'plain' || form.legendMargin !== null;
  const isWanted = form.show_legend && form.legendOrientation === 'top' && !isPlaced;
  // A step that holds beyond its last value would run through its own name.
  const isCutShort =
    ['start', 'middle', 'end'].includes(form.seriesType ?? '') &&
    plot.series.some(({ values }) => (values.at(-1) ?? null) === null);
  if (isCutShort || !isLine || !isWanted || count < 2 || count > 5 || width < 420 || height < 140 || form.zoomable)
    return false;
  const [low, high] = valueExtent(plot, form);
  const pxPerUnit = (height - 40) / Math.max(high - low, Number.MIN_VALUE) / 1.1;
  const ends = plot.series.map((series) => series.values.findLast((value) => value !== null));
  if (ends.some((end) => end === undefined || end === null)) return false;
  const heights = ends.map((end) => (end ?? 0) * pxPerUnit).sort((a, b) => a - b);
  return heights.every((value, index) => index === 0 || value - heights[index - 1]! >= labelHeight);
}

interface GridGiven {
  readonly model: SeriesModel;
  readonly legend: LegendLayout;
  readonly hasEndLabels: boolean;
}

function gridOf(
  plot: Plot,
  context: DrawContext<SeriesForm>,
  { model, legend, hasEndLabels }: GridGiven,
): Record<string, unknown> {
  const { form } = context;
  const isTitled = form.x_axis_title !== '' || form.y_axis_title !== '' || measureOf(plot, context) !== '';
  const zoom = zoomRoom(context);
  return {
    left: legend.space.left,
    right: legend.space.right + rightRoom(plot, context, hasEndLabels) + halfLabel(plot, context),
    top:
      Math.max(8, legend.space.top) +
      ((form.show_value || plot.brokenAt !== null) && !plot.isHorizontal ? labelRoomAbove(plot, context) : 0) +
      roomForLines(model, plot),
    bottom: legend.space.bottom + (plot.isHorizontal ? 0 : zoom) + 4,
    outerBoundsMode: 'same',
    outerBoundsContain: isTitled ? 'all' : 'axisLabel',
  };
}

/** The value of the last point stands half beyond the plot. */
/** The room beyond the plot that the last value takes. */
export function halfLabel(plot: Plot, { form }: DrawContext<SeriesForm>): number {
  if (!form.show_value || plot.kind === 'bar') return 0;
  const texts = plot.series.map((series) => plot.shortFormat(series.values.at(-1) ?? null));
  return texts.reduce((most, text) => Math.max(most, estimateTextWidth(text, 11) / 2), 10);
}

/** Values on bars too narrow for them stand upright. */
/** The room above the plot that values take. */
export function labelRoomAbove(plot: Plot, context: DrawContext<SeriesForm>): number {
  return plot.kind === 'bar' && barLabelPlace(plot, context)?.rotate === 90 ? 24 : 10;
}

function rightRoom(plot: Plot, context: DrawContext<SeriesForm>, hasEndLabels: boolean): number {
  const { form } = context;
  // The values of lying bars, or what their stacks come to, stand to the right of them.
  const isOutside = plot.stack === null || form.only_total;
  const hasValuesBeside = plot.isHorizontal && form.show_value && isOutside;
  if (hasEndLabels)
    return Math.min(132, Math.max(...plot.series.map((series) => estimateTextWidth(series.name, 12)))) + 14;
  return plot.isRank || hasValuesBeside || (plot.isHorizontal && plot.brokenAt !== null)
    ? Math.max(6, endLabelRoom(plot, context))
    : 6;
}

/** What the slider below a plot takes. */
export const zoomRoom = ({ form, height }: Pick<DrawContext<{ zoomable: boolean }>, 'form' | 'height'>): number =>
  form.zoomable && hasSliderRoom({ height }) ? zoomHeight : 0;

/** A slider along the positions where there is room for it, and the wheel. */
export function zoomOf(plot: Plot, { theme, height }: DrawContext<SeriesForm>): readonly Record<string, unknown>[] {
  const axis = plot.isHorizontal ? { yAxisIndex: 0 } : { xAxisIndex: 0 };
  const place = plot.isHorizontal ? { right: 0, width: 16 } : { bottom: 2, height: 16 };
  const inside = { type: 'inside', ...axis, filterMode: 'none', zoomOnMouseWheel: 'ctrl', moveOnMouseWheel: false };
  if (!plot.isHorizontal && !hasSliderRoom({ height })) return [inside];
  return [
    inside,
    {
      type: 'slider',
      ...axis,
      ...place,
      filterMode: 'none',
      brushSelect: false,
      showDetail: false,
      borderColor: theme.border,
      fillerColor: theme.band,
      handleStyle: { color: theme.card, borderColor: theme.pointer },
      moveHandleSize: 0,
      dataBackground: { lineStyle: { color: theme.borderStrong }, areaStyle: { color: theme.grid } },
      selectedDataBackground: { lineStyle: { color: theme.pointer }, areaStyle: { color: theme.grid } },
    },
  ];
}
