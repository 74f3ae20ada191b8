import { type DrawContext, defaultTranslate, msg, numberFormatter, withAlpha } from '@powerset/chart-kit';
import { axisZoom, nameAxis, numberAxis, plainGrid, sliderHeight, titledAxis } from '../shared/bare-axes.ts';
import { baseOption, type EChartOptions, tooltipBox } from '../shared/base-options.ts';
import { layoutLegend } from '../shared/legends.ts';
import { hasSliderRoom } from '../shared/small-space.ts';
import { tooltipHtml } from '../shared/tooltip-html.ts';
import { extentOf } from '../shared/value-scale.ts';
import type { Box, Boxes } from './boxes.ts';
import type { BoxPlotForm } from './form.ts';
import { boxPainter, outlierPainter, outlierPoints } from './marks.ts';

type Context = DrawContext<BoxPlotForm>;
type Format = (value: number | null) => string;

export function toOptions(model: Boxes, context: Context): EChartOptions {
  const { theme, width, height, form } = context;
  const colors = model.metrics.map((metric, index) => context.colorOf(metric, index));
  const entries = model.metrics.map((name, index) => ({ name, color: colors[index] ?? theme.accent }));
  const legend = layoutLegend(entries, { form: legendForm, theme, width, height });
  const formats = model.metrics.map((metric) => formatOf(metric, context));
  const points = outlierPoints(model, height);
  return {
    marks: model.boxes.length + points.length,
    statement: () => statementOf(model, formats, context),
    option: {
      ...baseOption(theme),
      color: colors,
      grid: plainGrid({
        top: Math.max(8, legend.space.top),
        right: 8,
        left: 0,
        bottom: 4 + (form.zoomable && hasSliderRoom(context) ? sliderHeight : 0),
      }),
      ...axesOf(model, formats, context),
      legend: legend.option,
      tooltip: {
        ...tooltipBox(theme),
        trigger: 'item',
        formatter: tooltipOf(model, { context, formats, colors, points }),
      },
      ...(form.zoomable ? { dataZoom: axisZoom(theme, { bottom: 2, height }) } : {}),
      series: [
        ...model.metrics.map((name, metric) => boxLayer(model, { name, metric, colors, context })),
        {
          id: 'outliers',
          type: 'custom',
          z: 3,
          encode: { x: 0, y: 1 },
          data: points,
          clip: true,
          renderItem: outlierPainter(model, colors, context),
        },
      ],
    },
  };
}

/** The form has no choice of legend: names of metrics stand above where there are several. */
const legendForm = {
  show_legend: true,
  legendType: 'scroll',
  legendOrientation: 'top',
  legendMargin: null,
} as const;

function axesOf(model: Boxes, formats: readonly Format[], context: Context) {
  const { form, theme, width, height } = context;
  const format = formats[0] ?? String;
  const [only] = model.metrics;
  const measure = model.metrics.length === 1 && width >= 320 && height >= 200 ? (only ?? '') : '';
  const isTop = form.y_axis_title === '' || form.y_axis_title_position === 'Top';
  const x = nameAxis(
    model.groups.map(({ name }) => name),
    { theme, layout: form.x_ticks_layout, width: Math.max(40, width - 56), height, times: timesOf(model, context) },
  );
  const [least, most] = extentOf(model.boxes.flatMap(({ low, high, outliers }) => [low, high, ...outliers])) ?? [0, 1];
  // Nothing lies below zero of what is never below it.
  const below = least >= 0 && least < (most - least) / 4 ? 0 : '4%';
  const y = {
    ...numberAxis({ theme, format, length: height - 50, isUpright: true }),
    scale: true,
    boundaryGap: [below, '4%'],
  };
  return {
    xAxis: titledAxis(x, { text: form.x_axis_title, margin: form.x_axis_title_margin }, context),
    yAxis: titledAxis(
      y,
      { text: form.y_axis_title || measure, margin: form.y_axis_title_margin, isUpright: true, isTop },
      context,
    ),
  };
}

/** Boxes of one time each stand on an axis of time. */
function timesOf({ groups, isTimeAxis }: Boxes, { form, locale }: Context) {
  if (!isTimeAxis || form.date_format !== 'smart_date') return undefined;
  return {
    values: groups.map(({ keys }) => (typeof keys[0] === 'number' ? keys[0] : Number.NaN)),
    unit: undefined,
    locale,
  };
}

interface LayerGiven {
  readonly name: string;
  readonly metric: number;
  readonly colors: readonly string[];
  readonly context: Context;
}

function boxLayer(model: Boxes, { name, metric, colors, context }: LayerGiven) {
  const color = colors[metric] ?? context.theme.accent;
  return {
    id: `boxes:${metric}`,
    name,
    type: 'custom',
    z: 2,
    clip: true,
    itemStyle: { color },
    encode: { x: 0, y: [1, 2, 3, 4, 5] },
    data: model.boxes.flatMap((box, at) =>
      box.metric === metric
        ? [{ value: [box.group, box.low, box.q1, box.median, box.q3, box.high, box.mean, at] }]
        : [],
    ),
    renderItem: boxPainter(
      model,
      { metric, color, fill: withAlpha(color, context.theme.isDark ? 0.3 : 0.18) },
      context,
    ),
  };
}

function formatOf(metric: string, { form, columnFormats, currencies, locale }: Context): Format {
  const code = form.number_format;
  const saved = code === 'SMART_NUMBER' ? columnFormats[metric] : undefined;
  return numberFormatter(saved ?? code, currencies?.[metric] ?? null, locale);
}

interface TipGiven {
  readonly context: Context;
  readonly formats: readonly Format[];
  readonly colors: readonly string[];
  readonly points: readonly { readonly value: readonly [number, number, number] }[];
}

function tooltipOf(model: Boxes, given: TipGiven): (hit: unknown) => string {
  return (hit) => {
    // ECharts passes the mark under the pointer; only where it stands is used.
    const { seriesId = 'boxes:0', dataIndex } = hit as { readonly seriesId?: string; readonly dataIndex: number };
    if (seriesId === 'outliers') return outlierTip(model, dataIndex, given);
    const metric = Number(seriesId.slice('boxes:'.length));
    const box = model.boxes.filter((one) => one.metric === metric)[dataIndex];
    return box ? boxTip(model, box, given) : '';
  };
}

const titleOf = (model: Boxes, group: number, metric: number) =>
  model.metrics.length > 1 && model.dimensions.length > 0
    ? `${model.groups[group]?.name ?? ''}, ${model.metrics[metric] ?? ''}`
    : (model.groups[group]?.name ?? '');

/** From above, as they stand in the picture. */
function boxTip(model: Boxes, box: Box, { context, formats, colors }: TipGiven): string {
  const { translate = defaultTranslate, form, theme } = context;
  const say = formats[box.metric] ?? String;
  const color = colors[box.metric] ?? theme.accent;
  const [lowName, highName] = whiskerNames(form.whiskerOptions);
  const rows = [
    [translate(highName), box.high],
    [translate(msg('3rd quartile')), box.q3],
    [translate(msg('Median')), box.median],
    [translate(msg('Mean')), box.mean],
    [translate(msg('1st quartile')), box.q1],
    [translate(lowName), box.low],
  ] as const;
  const count = formatCount(box.count, context);
  return tooltipHtml(
    {
      title: titleOf(model, box.group, box.metric),
      rows: rows.map(([label, value]) => ({ color, label, value: say(value) })),
      ...(box.outliers.length > 0
        ? {
            more: translate(msg('{{count}} values lie beyond the whiskers'), {
              count: formatCount(box.outliers.length, context),
            }),
          }
        : {}),
      foot: { label: translate(msg('Values')), value: count },
    },
    theme,
  );
}

const formatCount = (count: number, { locale }: Context) => numberFormatter(',d', null, locale)(count);

/** What the ends of the whiskers are, by how they were chosen. */
function whiskerNames(options: string): readonly [string, string] {
  const [, low, high] = /^(\d+)\/(\d+)/.exec(options) ?? [];
  if (low !== undefined && high !== undefined) return [`${low}%`, `${high}%`];
  return options === 'Min/max (no outliers)'
    ? [msg('Minimum'), msg('Maximum')]
    : [msg('Lower whisker'), msg('Upper whisker')];
}

function outlierTip(model: Boxes, at: number, { context, formats, colors, points }: TipGiven): string {
  const [group, value, metric] = points[at]?.value ?? [];
  if (group === undefined || value === undefined || metric === undefined) return '';
  const { translate = defaultTranslate, theme } = context;
  const row = {
    color: colors[metric] ?? theme.accent,
    label: translate(msg('Outlier')),
    value: (formats[metric] ?? String)(value),
  };
  return tooltipHtml({ title: titleOf(model, group, metric), rows: [row] }, theme);
}

function statementOf(model: Boxes, formats: readonly Format[], { translate = defaultTranslate }: Context): string {
  const own = model.boxes.filter(({ metric }) => metric === 0);
  const [first, ...others] = own;
  if (!first) return '';
  const most = others.reduce((best, box) => (box.median > best.median ? box : best), first);
  const say = formats[0] ?? String;
  const values = {
    label: model.groups[most.group]?.name ?? '',
    count: own.length,
    median: say(most.median),
    q1: say(most.q1),
    q3: say(most.q3),
  };
  return own.length === 1
    ? translate(msg('{{label}}: the median is {{median}}, half of the values lie from {{q1}} to {{q3}}.'), values)
    : translate(
        msg('{{label}} has the highest median of {{count}}: {{median}}; half of its values lie from {{q1}} to {{q3}}.'),
        values,
      );
}
