import {
  cssOfSavedColor,
  type DrawContext,
  defaultTranslate,
  formatNumber,
  legibleTextOn,
  msg,
  numberFormatter,
  unitOfGrain,
} from '@powerset/chart-kit';
import { type Axis, nameAxis } from '../shared/bare-axes.ts';
import { baseOption, type EChartOptions, tooltipBox } from '../shared/base-options.ts';
import { tellingLabels } from '../shared/telling-labels.ts';
import { estimateTextWidth, fitText } from '../shared/text-widths.ts';
import { tooltipHtml } from '../shared/tooltip-html.ts';
import { piecesThatFit, scaleLegend } from '../shared/value-legend.ts';
import { extentOf, type ValueScale, valueScale } from '../shared/value-scale.ts';
import type { HeatmapForm } from './form.ts';
import type { Cell, Matrix } from './matrix.ts';

type Context = DrawContext<HeatmapForm>;
type Format = (value: number | null) => string;

const dimmed = 0.25;

export function toOptions(model: Matrix, context: Context): EChartOptions {
  const { theme, form } = context;
  const format = formatOf(model, context);
  const measureFormat = form.normalized ? (value: number) => formatNumber('.0%', value, context.locale) : format;
  const scale = scaleOf(model, measureFormat, context);
  const box = boxOf(model, context);
  const legend = scaleLegend(scale, {
    ...context,
    isShown: form.show_legend && model.cells.length > 0 && context.width >= 220 && context.height >= 130,
    isPiecewise: form.legend_type === 'piecewise',
    format: measureFormat,
    title: form.normalized ? (context.translate ?? defaultTranslate)(msg('Rank')) : model.metric,
  });
  return {
    marks: model.cells.length,
    statement: () => statementOf(model, format, context),
    option: {
      ...baseOption(theme),
      grid: { left: box.left, right: 6, top: legend.height + 4, bottom: box.bottom, outerBoundsMode: 'none' },
      xAxis: xAxisOf(model, box, context),
      yAxis: yAxisOf(model, box, context),
      visualMap: legend.option,
      tooltip: { ...tooltipBox(theme), trigger: 'item', formatter: tooltipOf(model, { context, format, scale }) },
      series: [
        {
          id: 'cells',
          type: 'heatmap',
          data: model.cells.map((cell) => itemOf(cell, model, { context, scale })),
          label: labelsOf(model, { box, format, context, top: legend.height + 4 }),
          itemStyle: borderOf(box, model, context),
          emphasis: { itemStyle: { borderColor: theme.text, borderWidth: 1.5 } },
          progressive: 0,
        },
      ],
    },
  };
}

/** What a cell's colour follows. */
const measureOf = ({ value, rank }: Cell, form: HeatmapForm) => (form.normalized ? (rank ?? 0) : value);

function scaleOf(model: Matrix, format: (value: number) => string, { form, theme, width }: Context): ValueScale {
  const [low, high] = extentOf(model.cells.map((cell) => measureOf(cell, form))) ?? [0, 1];
  const [from, to] = form.normalized ? [null, null] : form.value_bounds;
  const given = { scheme: form.linear_color_scheme, theme, low: from ?? low, high: to ?? high };
  const ends = [Math.min(given.low, given.high), Math.max(given.low, given.high)] as const;
  const fitting = piecesThatFit(ends, { most: 5, format, width });
  // A step has zero in its middle where values lie on both sides of it.
  const odd = ends[0] < 0 && ends[1] > 0 ? fitting - 1 + (fitting % 2) : fitting;
  const steps = form.legend_type === 'piecewise' ? { steps: odd } : {};
  return valueScale({ ...given, low: ends[0], high: ends[1], ...steps });
}

interface Box {
  readonly left: number;
  readonly bottom: number;
  /** Of one cell, about. */
  readonly cellWidth: number;
  readonly cellHeight: number;
}

/** Room for the names of both axes, as asked or as they need. */
function boxOf(model: Matrix, context: Context): Box {
  const { xs, ys } = model;
  const { form, width, height } = context;
  const widest = ys.slice(0, 300).reduce((most, { name }) => Math.max(most, estimateTextWidth(name, 11)), 0);
  const left = readMargin(form.left_margin) ?? (width < 140 ? 4 : Math.min(widest + 12, width * 0.34, 200));
  const across = Math.max(1, (width - left - 6) / Math.max(1, xs.length));
  const longest = xs.slice(0, 300).reduce((most, { name }) => Math.max(most, estimateTextWidth(name, 11)), 0);
  const turned = timesOf(model, context) ? 0 : turnOf(longest, across, context);
  const deep = turned === 0 ? 22 : Math.min(longest * Math.sin((Math.abs(turned) * Math.PI) / 180) + 22, height * 0.4);
  const bottom = readMargin(form.bottom_margin) ?? (height < 100 ? 4 : deep);
  return { left, bottom, cellWidth: across, cellHeight: Math.max(1, (height - bottom - 34) / Math.max(1, ys.length)) };
}

const readMargin = (text: string) => {
  const margin = Number.parseInt(text, 10);
  return Number.isFinite(margin) ? Math.min(600, Math.max(0, margin)) : null;
};

/** As asked; else names that do not fit lie askew, where the picture is high enough. */
function turnOf(longest: number, across: number, { form, height }: Pick<Context, 'form' | 'height'>): number {
  const asked = form.xAxisLabelRotation ?? 0;
  if (asked !== 0) return asked;
  const isCrowded = Math.min(longest + 8, 44) > across && height >= 220;
  if (!isCrowded) return 0;
  return across >= 20 ? 45 : 90;
}

/** Times that are written as the reader's calendar has them stand on an axis of time. */
function timesOf({ xs, isTimeAxis }: Matrix, { form, locale }: Context) {
  if (!isTimeAxis || form.x_axis_time_format !== 'smart_date' || form.xscale_interval > 0 || form.xAxisLabelRotation)
    return undefined;
  const values = xs.map(({ key }) => (typeof key === 'number' ? key : Number.NaN));
  return { values, unit: unitOfGrain(form.time_grain_sqla), locale };
}

function xAxisOf(model: Matrix, box: Box, context: Context): Axis {
  const { xs } = model;
  const { theme, form, width, height } = context;
  const names = xs.map(({ name }) => name);
  const longest = names.slice(0, 300).reduce((most, name) => Math.max(most, estimateTextWidth(name, 11)), 0);
  const times = timesOf(model, context);
  const turn = times ? 0 : turnOf(longest, box.cellWidth, context);
  const axis = nameAxis(names, {
    theme,
    layout: turn,
    width: width - box.left - 6,
    height,
    times,
  });
  const label = { ...(axis.axisLabel as object), show: height >= 100 && width >= 140 };
  return {
    ...axis,
    axisLine: { show: false },
    axisLabel: form.xscale_interval > 0 ? { ...label, interval: form.xscale_interval - 1 } : label,
    splitArea: { show: false },
  };
}

/** The first row stands above. */
function yAxisOf({ ys }: Matrix, box: Box, { theme, form, width, height }: Context): Axis {
  const every = form.yscale_interval > 0 ? form.yscale_interval : Math.max(1, Math.ceil(14 / box.cellHeight));
  const names = ys.map(({ name }) => fitText(name, Math.max(20, box.left - 10), 11));
  return {
    type: 'category',
    inverse: true,
    data: ys.map((_, at) => String(at)),
    axisLine: { show: false },
    axisTick: { show: false },
    axisLabel: {
      show: width >= 140 && height >= 60,
      color: theme.textSecondary,
      fontWeight: 500,
      fontSize: 11,
      interval: every - 1,
      formatter: (value: string) => names[Number(value)] ?? '',
    },
  };
}

interface Painted {
  readonly context: Context;
  readonly scale: ValueScale;
}

function itemOf(cell: Cell, { xs, ys }: Matrix, { context, scale }: Painted) {
  const { form, selectedLabels } = context;
  const measure = measureOf(cell, form);
  const color = scale.colorOf(measure);
  const isDimmed =
    selectedLabels.length > 0 && !selectedLabels.includes(labelOfCells(xs[cell.x]?.name, ys[cell.y]?.name));
  return {
    value: [cell.x, cell.y, Math.min(scale.high, Math.max(scale.low, measure)), cell.value],
    itemStyle: { opacity: isDimmed ? dimmed : 1 },
    label: { color: legibleTextOn(color) },
  };
}

/** How a chosen cell is called. */
export const labelOfCells = (x = '', y = '') => `${x}, ${y}`;

interface LabelsGiven {
  readonly box: Box;
  readonly format: Format;
  readonly context: Context;
  readonly top: number;
}

/** Values stand in cells where all of them fit. */
function labelsOf(model: Matrix, { box, format, context, top }: LabelsGiven) {
  const { form, height, locale } = context;
  const say = tellingLabels(
    model.cells.map(({ value }) => value),
    format,
    locale,
  );
  const isShown = form.show_values && model.cells.length <= 4000;
  const widest = isShown ? Math.max(0, ...model.cells.map(({ value }) => estimateTextWidth(say(value), 11))) : 0;
  const cellHeight = (height - top - box.bottom) / Math.max(1, model.ys.length);
  return {
    show: isShown && widest + 4 <= box.cellWidth && cellHeight >= 13,
    fontSize: 11,
    formatter: ({ data }: { readonly data: { readonly value: readonly number[] } }) => say(data.value[3] ?? null),
  };
}

/** A thin line of the ground parts cells that are large enough for it; a border of one's own is drawn instead. */
function borderOf(box: Box, { cells }: Matrix, { form, theme }: Context) {
  if (form.border_width > 0)
    return {
      borderColor: cssOfSavedColor(form.border_color ?? undefined) ?? theme.text,
      borderWidth: form.border_width,
    };
  const isRoomy = Math.min(box.cellWidth, box.cellHeight) >= 6 && cells.length < 5000;
  return isRoomy ? { borderColor: theme.card, borderWidth: 1 } : { borderWidth: 0 };
}

function formatOf({ metric }: Matrix, { form, columnFormats, currencies, locale }: Context): Format {
  const saved = form.y_axis_format === 'SMART_NUMBER' ? columnFormats[metric] : undefined;
  return numberFormatter(saved ?? form.y_axis_format, form.currency_format ?? currencies?.[metric] ?? null, locale);
}

interface TipGiven extends Painted {
  readonly format: Format;
}

function tooltipOf(model: Matrix, { context, format, scale }: TipGiven): (hit: unknown) => string {
  return (hit) => {
    // ECharts passes the cell under the pointer; only its position is used.
    const cell = model.cells[(hit as { readonly dataIndex: number }).dataIndex];
    if (!cell) return '';
    const { translate = defaultTranslate, form, theme, locale } = context;
    const percent = (share: number) => formatNumber('.1%', share, locale);
    const share = form.show_percentage ? cell.share : null;
    const rank = form.normalized && cell.rank !== null ? cell.rank : null;
    return tooltipHtml(
      {
        title: `${model.xs[cell.x]?.name ?? ''} – ${model.ys[cell.y]?.name ?? ''}`,
        rows: [
          { color: scale.colorOf(measureOf(cell, form)), label: model.metric, value: format(cell.value) },
          ...(rank === null ? [] : [{ color: 'transparent', label: translate(msg('Rank')), value: percent(rank) }]),
        ],
        ...(share === null ? {} : { foot: { label: shareName(model, context), value: percent(share) } }),
      },
      theme,
    );
  };
}

function shareName({ xs, ys }: Matrix, { form, translate = defaultTranslate }: Context): string {
  if (form.normalize_across === 'x' && ys.length > 0) return translate(msg('Share of the column'));
  if (form.normalize_across === 'y' && xs.length > 0) return translate(msg('Share of the row'));
  return translate(msg('Share of all'));
}

function statementOf(model: Matrix, format: Format, { translate = defaultTranslate }: Context): string {
  const [first, ...others] = model.cells;
  if (!first) return '';
  const most = others.reduce((best, cell) => (cell.value > best.value ? cell : best), first);
  return translate(msg('{{metric}} is largest for {{x}} and {{y}}: {{value}}.'), {
    metric: model.metric,
    x: model.xs[most.x]?.name ?? '',
    y: model.ys[most.y]?.name ?? '',
    value: format(most.value),
  });
}
