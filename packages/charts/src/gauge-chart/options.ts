import { type DrawContext, defaultTranslate, findScheme, msg } from '@powerset/chart-kit';
import { baseOption, type EChartOptions, tooltipBox } from '../shared/base-options.ts';
import { metricFormat } from '../shared/metric-format.ts';
import { strengthOf } from '../shared/single-pick.ts';
import { tellingLabels } from '../shared/telling-labels.ts';
import { estimateFigureWidth, estimateTextWidth, fitNames } from '../shared/text-widths.ts';
import { tooltipHtml } from '../shared/tooltip-html.ts';
import type { GaugeForm } from './form.ts';
import { bandGap, bandWidth, type Dial, type List, labelStep, layoutDial, rowHeight } from './layout.ts';
import type { Reading, Readings } from './readings.ts';

type Write = (value: number | null) => string;

/** What all parts of the picture are drawn from. */
interface Picture {
  readonly model: Readings;
  readonly context: DrawContext<GaugeForm>;
  readonly dial: Dial;
  readonly colors: readonly string[];
  readonly write: Write;
}

export function toOptions(model: Readings, context: DrawContext<GaugeForm>): EChartOptions {
  const { form, theme, width, height } = context;
  const write = writerOf(model, context);
  const [only, ...others] = model.readings;
  const isSingle = others.length === 0;
  const { dial, list } = layoutDial({
    width,
    height,
    angles: anglesOf(form),
    fontSize: form.font_size,
    figure: isSingle ? write(only?.value ?? null) : null,
    name: model.dimensions.length > 0 ? (only?.name ?? '') : '',
    entries: isSingle ? [] : model.readings.map(({ name, value }) => ({ name, value: write(value) })),
    hasCaps: form.round_cap,
    rings: form.overlap || !form.show_progress ? 1 : model.readings.length,
    hasBands: model.intervals.length > 0,
  });
  const picture: Picture = { model, context, dial, write, colors: colorsOf(model, context) };
  return {
    marks: model.readings.length,
    statement: () => statementOf(picture),
    option: {
      ...baseOption(theme),
      tooltip: { ...tooltipBox(theme), trigger: 'item', formatter: tooltipOf(picture) },
      ...(isSingle && only ? { graphic: figureTexts(picture, only) } : {}),
      series: [...(model.intervals.length > 0 ? [bandsOf(picture)] : []), dialOf(picture), listOf(picture, list)],
    },
  };
}

/** Both ends in degrees; a dial without a length would show nothing. */
function anglesOf({ start_angle: start, end_angle: end }: GaugeForm): readonly [number, number] {
  const [from, to] = [start ?? 225, end ?? -45];
  return from === to ? [from, from - 360] : [from, Math.max(from - 360, Math.min(from + 360, to))];
}

function writerOf(model: Readings, context: DrawContext<GaugeForm>): Write {
  const values = model.readings.map(({ value }) => value);
  const format = tellingLabels(values, metricFormat(model.metric, context.form, context), context.locale);
  const around = context.form.value_formatter;
  const hasGap = around.includes('{value}');
  return (value) => {
    if (value === null) return '';
    return hasGap ? around.replaceAll('{value}', () => format(value)) : around || format(value);
  };
}

const paletteOf = ({ form, theme }: DrawContext<GaugeForm>) =>
  findScheme('categorical', form.color_scheme, theme).colors;

/** A single value has the colour of its interval. */
function colorsOf(model: Readings, context: DrawContext<GaugeForm>): readonly string[] {
  const palette = paletteOf(context);
  return model.readings.map(({ name, value }, at) => {
    const interval = model.readings.length === 1 ? model.intervals.find(({ to }) => value <= to) : undefined;
    return (interval && palette[interval.color % palette.length]) ?? context.colorOf(name, at);
  });
}

const placeOf = ({ dial, context }: Picture) => {
  const [startAngle, endAngle] = anglesOf(context.form);
  return { type: 'gauge', center: [dial.x, dial.y], startAngle, endAngle, clockwise: startAngle > endAngle };
};
const hidden = { show: false };

/** The intervals as a thin ring around the dial. */
function bandsOf(picture: Picture): Record<string, unknown> {
  const { model, context, dial } = picture;
  const palette = paletteOf(context);
  const share = (value: number) => (value - model.low) / (model.high - model.low);
  const color = model.intervals.map(({ to, color: index }) => [share(to), palette[index % palette.length]]);
  return {
    ...placeOf(picture),
    id: 'intervals',
    silent: true,
    radius: dial.radius + bandGap + bandWidth,
    axisLine: { lineStyle: { width: bandWidth, color } },
    ...{ pointer: hidden, axisTick: hidden, splitLine: hidden, axisLabel: hidden, detail: hidden, title: hidden },
    data: [],
  };
}

function dialOf(picture: Picture): Record<string, unknown> {
  const { model, context, dial } = picture;
  const { form, theme } = context;
  const rings = form.overlap ? 1 : Math.max(1, model.readings.length);
  const isPointed = form.show_pointer && dial.radius >= 24;
  const scale = scaleOf(picture);
  return {
    ...placeOf(picture),
    id: 'dial',
    name: model.metric,
    radius: dial.radius,
    min: model.low,
    max: model.high,
    splitNumber: form.split_number,
    animation: form.animation,
    axisLine: { roundCap: form.round_cap, lineStyle: { width: dial.ring, color: [[1, theme.grid]] } },
    progress: { show: form.show_progress, overlap: form.overlap, width: dial.ring / rings, roundCap: form.round_cap },
    pointer: {
      show: isPointed,
      length: pointerLength(dial, scale),
      width: Math.max(2, dial.radius * (model.readings.length > 3 ? 0.03 : 0.05)),
    },
    anchor: {
      show: isPointed,
      showAbove: true,
      size: Math.max(5, dial.radius * 0.1),
      itemStyle: { color: theme.pointer },
    },
    axisTick: { show: form.show_axis_tick, distance: 2, length: 4, lineStyle: { color: theme.axis, width: 1 } },
    splitLine: {
      show: form.show_split_line,
      distance: 2,
      length: form.show_split_line ? 8 : 0,
      lineStyle: { color: theme.pointer, width: 1 },
    },
    axisLabel: axisLabelOf(picture, scale),
    ...{ title: hidden, detail: hidden },
    data: dataOf(picture),
  };
}

/** Where arcs lie over each other the short ones are drawn last. */
function dataOf({ model, colors, context }: Picture) {
  const order = model.readings.map((_, at) => at);
  if (context.form.overlap) order.sort((a, b) => (model.readings[b]?.value ?? 0) - (model.readings[a]?.value ?? 0));
  return order.map((at) => {
    const { name, value } = model.readings[at]!;
    const itemStyle = { color: colors[at], opacity: strengthOf(name, context.selectedLabels) };
    return { name, value, at, itemStyle, progress: { itemStyle }, pointer: { itemStyle } };
  });
}

interface Scale {
  /** Of each split, its ends among them. */
  readonly texts: readonly string[];
  readonly widest: number;
  /** Each so many-th is said; null for none. */
  readonly step: number | null;
}

function scaleOf({ model, context, dial }: Picture): Scale {
  const splits = context.form.split_number;
  const scaleAt = (split: number) => model.low + ((model.high - model.low) * split) / splits;
  const format = metricFormat(model.metric, context.form, context);
  const texts = Array.from({ length: splits + 1 }, (_, split) => format(Number(scaleAt(split).toPrecision(10))));
  const widest = Math.max(...texts.map((text) => estimateTextWidth(text, dial.axisSize)));
  return { texts, widest, step: labelStep(dial, { splits, angles: anglesOf(context.form), widest }) };
}

/** Up to the labels of the scale, unless these are so long that little would be left. */
function pointerLength({ radius, ring }: Dial, { widest, step }: Scale): number {
  const full = radius - ring - 4;
  return step === null ? full : Math.max(full * 0.5, full - widest - 6);
}

function axisLabelOf({ model, context, dial }: Picture, { texts, step }: Scale): Record<string, unknown> {
  const { form, theme } = context;
  const splits = form.split_number;
  const [start, end] = anglesOf(form);
  return {
    show: step !== null,
    distance: dial.ring + 4,
    fontSize: dial.axisSize,
    color: theme.label,
    formatter: (value: number) => {
      const split = Math.round(((value - model.low) / (model.high - model.low)) * splits);
      // Where both ends meet one of them is said.
      const isDouble = split === splits && Math.abs(start - end) >= 350;
      return split % (step ?? 1) === 0 && !isDouble ? (texts[split] ?? '') : '';
    },
  };
}

function figureTexts({ dial, write, context, model }: Picture, reading: Reading): readonly Record<string, unknown>[] {
  const { theme } = context;
  const text = (y: number, style: Record<string, unknown>) => ({
    type: 'text',
    x: dial.x,
    y: dial.y + y,
    silent: true,
    z: 10,
    style: { align: 'center', verticalAlign: 'middle', fontFamily: theme.font, ...style },
  });
  const { figure, nameY } = dial;
  if (!figure) return [];
  const [name = ''] = fitNames([reading.name], [dial.radius * 1.8], 12);
  return [
    text(figure.y, { text: write(reading.value), fontSize: figure.size, fontWeight: 600, fill: theme.text }),
    ...(nameY > 0 && model.dimensions.length > 0
      ? [text(nameY, { text: name, fontSize: 12, fill: theme.textSecondary })]
      : []),
  ];
}

/** The values by name, beside the dial; each a mark like its arc. */
function listOf({ model, context, colors, write }: Picture, list: List | null): Record<string, unknown> {
  const { theme, selectedLabels, translate = defaultTranslate } = context;
  const rest = list ? model.readings.length - list.rows : 0;
  const shown = list ? model.readings.slice(0, rest > 0 ? list.rows - 1 : list.rows) : [];
  const figures = shown.map(({ value }) => write(value));
  const names = fitNames(
    shown.map(({ name }) => name),
    figures.map((figure) => Math.max(0, (list?.width ?? 0) - estimateFigureWidth(figure, 12) - 26)),
    12,
  );
  const row = (at: number) => {
    const [x, y] = [list?.x ?? 0, (list?.y ?? 0) + (at + 0.5) * rowHeight];
    const style = { verticalAlign: 'middle', fontSize: 12, fontFamily: theme.font, y };
    const opacity = strengthOf(shown[at]?.name ?? '', selectedLabels);
    const name = { ...style, x: x + 14, text: names[at] ?? '', fill: theme.textSecondary };
    const figure = {
      ...style,
      x: x + (list?.width ?? 0),
      text: figures[at],
      fill: theme.text,
      align: 'right',
      fontWeight: 600,
    };
    return [
      { type: 'rect', shape: { x, y: y - 4, width: 8, height: 8, r: 2 }, style: { fill: colors[at], opacity } },
      { type: 'text', style: { ...name, opacity } },
      { type: 'text', style: { ...figure, opacity } },
    ];
  };
  const more = {
    type: 'text',
    silent: true,
    style: {
      text: translate(msg('{{count}} more'), { count: model.readings.length - shown.length }),
      ...{ x: (list?.x ?? 0) + 14, y: (list?.y ?? 0) + (shown.length + 0.5) * rowHeight },
      ...{ verticalAlign: 'middle', fontSize: 12, fontFamily: theme.font, fill: theme.textTertiary },
    },
  };
  return {
    id: 'list',
    type: 'custom',
    coordinateSystem: 'none',
    data: shown.map(({ name }, at) => ({ name, value: [0], at })),
    renderItem: ({ dataIndex }: { readonly dataIndex: number }) => ({
      type: 'group',
      children: [...row(dataIndex), ...(rest > 0 && dataIndex === shown.length - 1 ? [more] : [])],
    }),
  };
}

function tooltipOf({ model, context, colors, write }: Picture) {
  return (hit: unknown): string => {
    // ECharts passes the hit item, which says the reading that it draws.
    const { data } = hit as { readonly data?: { readonly at?: number } };
    const at = data?.at ?? 0;
    const reading = model.readings[at];
    if (!reading) return '';
    const label = context.verboseNames[model.metric] ?? model.metric;
    return tooltipHtml(
      { title: reading.name, rows: [{ color: colors[at] ?? '', label, value: write(reading.value) }] },
      context.theme,
    );
  };
}

function statementOf({ model, context, write }: Picture): string {
  const [first, ...others] = model.readings;
  if (!first) return '';
  const { translate = defaultTranslate } = context;
  const format = metricFormat(model.metric, context.form, context);
  const scale = { low: format(model.low), high: format(model.high) };
  if (others.length === 0) {
    const text = msg('{{name}}: {{value}} on a scale from {{low}} to {{high}}.');
    return translate(text, { name: first.name, value: write(first.value), ...scale });
  }
  const most = others.reduce((best, reading) => (reading.value > best.value ? reading : best), first);
  const values = { label: most.name, count: model.readings.length, value: write(most.value) };
  return translate(msg('{{label}} is the largest of {{count}}: {{value}}.'), values);
}
