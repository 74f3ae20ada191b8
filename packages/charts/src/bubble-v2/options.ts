import { type DrawContext, defaultTranslate, msg, numberFormatter } from '@powerset/chart-kit';
import { type Axis, numberAxis, plainGrid, titledAxis } from '../shared/bare-axes.ts';
import { baseOption, type EChartOptions, tooltipBox } from '../shared/base-options.ts';
import { layoutLegend } from '../shared/legends.ts';
import { tooltipHtml } from '../shared/tooltip-html.ts';
import { extentOf } from '../shared/value-scale.ts';
import type { Bubble, BubbleGroup, Bubbles } from './bubbles.ts';
import type { BubbleForm } from './form.ts';
import { diameterOf, type Layer, layersOf } from './layers.ts';

type Context = DrawContext<BubbleForm>;
type Format = (value: number | null) => string;

/** What the view needs besides the picture: which bubble an item is. */
export interface BubbleOptions extends EChartOptions {
  readonly layers: readonly Layer[];
}

interface Formats {
  readonly x: Format;
  readonly y: Format;
  readonly size: Format;
}

export function toOptions(model: Bubbles, context: Context): BubbleOptions {
  const { theme, width, height, form } = context;
  const colors = model.groups.map(({ name }, index) => context.colorOf(name, index));
  const entries = sortedEntries(model.groups, colors, form.legendSort);
  const legend = layoutLegend(entries, { form, theme, width, height });
  const formats = formatsOf(model, context);
  const layers = layersOf(model, colors, context);
  const reach = Math.ceil(diameterOf(model.largest, model, context) / 2);
  const { top, right, bottom, left } = legend.space;
  return {
    marks: model.count,
    layers,
    statement: () => statementOf(model, formats, context),
    option: {
      ...baseOption(theme),
      color: colors,
      grid: plainGrid({ top: Math.max(12, top + 4), right: right + 16, bottom: bottom + 4, left: left + 2 }),
      ...axesOf(model, { formats, reach, context }),
      legend: legend.option,
      tooltip: {
        ...tooltipBox(theme, reach),
        trigger: 'item',
        formatter: tooltipOf(model, { layers, colors, formats, context }),
      },
      series: layers.map(({ option }) => option),
    },
  };
}

function sortedEntries(groups: readonly BubbleGroup[], colors: readonly string[], sort: string | null) {
  const entries = groups.map(({ name }, index) => ({ name, color: colors[index] ?? '' }));
  if (sort === null) return entries;
  const sign = sort === 'desc' ? -1 : 1;
  return entries.sort((one, other) => sign * one.name.localeCompare(other.name));
}

function formatsOf({ x, y, size }: Bubbles, { form, columnFormats, currencies, locale }: Context): Formats {
  const formatOf = (code: string | null, metric: string | null): Format => {
    const saved = code === 'SMART_NUMBER' && metric !== null ? columnFormats[metric] : undefined;
    return numberFormatter(saved ?? code, (metric === null ? null : currencies?.[metric]) ?? null, locale);
  };
  return {
    x: formatOf(form.xAxisFormat, x),
    y: formatOf(form.y_axis_format, y),
    size: formatOf(form.tooltipSizeFormat, size),
  };
}

interface AxesGiven {
  readonly formats: Formats;
  /** How far the largest bubble stands beyond its middle. */
  readonly reach: number;
  readonly context: Context;
}

function axesOf(
  model: Bubbles,
  { formats, reach, context }: AxesGiven,
): { readonly xAxis: Axis; readonly yAxis: Axis } {
  const { form, theme, width, height } = context;
  const gap = (of: 'x' | 'y', length: number) => {
    const [low, high] = extentOf(model.groups.flatMap(({ bubbles }) => bubbles.map((bubble) => bubble[of]))) ?? [0, 1];
    const share = Math.min(0.2, reach / Math.max(50, length));
    // Nothing lies below zero of what is never below it.
    return { boundaryGap: [low >= 0 && low < share * (high - low) ? 0 : `${share * 100}%`, `${share * 100}%`] };
  };
  const isRoomy = width >= 260 && height >= 160;
  const x = {
    ...numberAxis({ theme, format: formats.x, length: width - 60, isUpright: false }),
    ...gap('x', width),
    ...rangeOf({ isLog: form.logXAxis, isTruncated: form.truncateXAxis, bounds: form.xAxisBounds }),
  };
  const y = {
    ...numberAxis({ theme, format: formats.y, length: height - 60, isUpright: true }),
    ...gap('y', height),
    ...rangeOf({ isLog: form.logYAxis, isTruncated: form.truncateYAxis, bounds: form.y_axis_bounds }),
  };
  const turned = (axis: Axis, more: object) => ({ ...axis, axisLabel: { ...(axis.axisLabel as object), ...more } });
  const xTitle = { text: form.x_axis_label || (isRoomy ? model.x : ''), margin: (form.x_axis_title_margin ?? 15) + 10 };
  const yTitle = { text: form.y_axis_label || (isRoomy ? model.y : ''), margin: form.y_axis_title_margin ?? 15 };
  return {
    xAxis: titledAxis(
      turned(x, { rotate: form.xAxisLabelRotation ?? 0, hideOverlap: form.xAxisLabelInterval === 'auto' }),
      xTitle,
      context,
    ),
    yAxis: titledAxis(turned(y, { rotate: form.yAxisLabelRotation ?? 0 }), { ...yTitle, isUpright: true }, context),
  };
}

interface RangeGiven {
  readonly isLog: boolean;
  readonly isTruncated: boolean;
  readonly bounds: readonly [number | null, number | null];
}

function rangeOf({ isLog, isTruncated, bounds: [low, high] }: RangeGiven) {
  const isOnAxis = (bound: number | null) => isTruncated && bound !== null && !(isLog && bound <= 0);
  return {
    ...(isLog ? { type: 'log', boundaryGap: false } : { scale: isTruncated }),
    ...(isOnAxis(low) ? { min: low } : {}),
    ...(isOnAxis(high) ? { max: high } : {}),
  };
}

interface TipGiven {
  readonly layers: readonly Layer[];
  readonly colors: readonly string[];
  readonly formats: Formats;
  readonly context: Context;
}

function tooltipOf(model: Bubbles, { layers, colors, formats, context }: TipGiven): (hit: unknown) => string {
  return (hit) => {
    // ECharts passes the bubble under the pointer; only where it stands is used.
    const { seriesId, dataIndex } = hit as { readonly seriesId?: string; readonly dataIndex: number };
    const layer = layers.find(({ id }) => id === seriesId) ?? layers[0];
    const bubble = layer?.bubbles[dataIndex];
    if (!layer || !bubble) return '';
    const color = colors[model.groups.indexOf(layer.group)] ?? context.theme.accent;
    const title = model.series === null ? bubble.name : `${bubble.name} (${layer.group.name})`;
    const measures: readonly (readonly [string | null, string])[] = [
      [model.x, formats.x(bubble.x)],
      [model.y, formats.y(bubble.y)],
      [model.size, formats.size(bubble.size)],
    ];
    const rows = measures.flatMap(([label, value]) => (label === null ? [] : [{ color, label, value }]));
    return tooltipHtml({ title, rows }, context.theme);
  };
}

function statementOf(model: Bubbles, formats: Formats, { translate = defaultTranslate }: Context): string {
  const largest = model.groups.reduce<Bubble | undefined>((most, { bubbles: [first] }) => {
    return first && (!most || first.size > most.size) ? first : most;
  }, undefined);
  if (!largest) return '';
  const values = {
    count: model.count,
    x: model.x,
    y: model.y,
    name: largest.name,
    size: model.size ?? '',
    value: formats.size(largest.size),
    atX: formats.x(largest.x),
    atY: formats.y(largest.y),
  };
  if (model.count === 1) return translate(msg('{{name}}: {{x}} {{atX}}, {{y}} {{atY}}.'), values);
  return model.size === null
    ? translate(msg('{{count}} bubbles by {{x}} and {{y}}.'), values)
    : translate(msg('{{count}} bubbles by {{x}} and {{y}}; {{name}} has the largest {{size}}: {{value}}.'), values);
}
