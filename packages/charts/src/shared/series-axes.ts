import { type DrawContext, numberFormatter, numberOfCell } from '@powerset/chart-kit';
import type { SeriesForm } from './series-form.ts';
import type { SeriesModel } from './series-model.ts';
import { calculationOf, longestUpright, type Plot, valueExtent } from './series-plot.ts';
import { isAdaptive, labelStyle, labelsEachStep, strongStyle, strongText, timeAxis } from './series-time-axis.ts';
import { hasTitleRoom } from './small-space.ts';
import { tellingLabels } from './telling-labels.ts';
import { estimateTextWidth, fitNames, withoutBeginning } from './text-widths.ts';
import { type TimeTick, timeTicks } from './time-ticks.ts';
import { endLabelRoom } from './value-labels.ts';

type Axis = Record<string, unknown>;

/** Both axes of a plot, as ECharts wants them: horizontal bars swap them. */
export function buildAxes(
  model: SeriesModel,
  plot: Plot,
  context: DrawContext<SeriesForm>,
): { readonly xAxis: Axis; readonly yAxis: Axis } {
  const position = withTitle(positionAxis(model, plot, context), titleOf(context, 'x', plot.isHorizontal));
  const value = withTitle(valueAxis(plot, context), valueTitle(plot, context));
  return plot.isHorizontal ? { xAxis: value, yAxis: position } : { xAxis: position, yAxis: value };
}

export interface AxisTitle {
  readonly text: string;
  readonly gap: number;
  readonly isTop: boolean;
  readonly color: string;
}

/** `x` names the axis of the positions, `y` that of the values, also where they change sides. */
export function titleOf(context: DrawContext<SeriesForm>, axis: 'x' | 'y', isHorizontal: boolean): AxisTitle {
  const { form, theme } = context;
  const isUpright = (axis === 'y') !== isHorizontal;
  const isTop = axis === 'y' && isUpright && form.y_axis_title_position === 'Top';
  const least = isUpright ? 32 : 24;
  return {
    text: hasTitleRoom(context, isUpright && !isTop) ? form[`${axis}_axis_title`] : '',
    gap: Math.max(isTop ? 12 : least, form[`${axis}_axis_title_margin`]),
    isTop,
    color: theme.textTertiary,
  };
}

/** Where one series needs no legend, nothing else says what it measures. */
export function measureOf(plot: Plot, context: DrawContext<SeriesForm>): string {
  const { form, width, height } = context;
  const [only, ...others] = plot.series;
  const isAlone = only !== undefined && others.length === 0 && only.source.groups.length === 0;
  const hasRoom = width >= 320 && height >= 200 && !plot.isHorizontal;
  if (!hasRoom || form.y_axis_title !== '') return '';
  return isAlone ? only.name : calculationOf(plot, context);
}

function valueTitle(plot: Plot, context: DrawContext<SeriesForm>): AxisTitle {
  const measure = measureOf(plot, context);
  const title = titleOf(context, 'y', plot.isHorizontal);
  return measure === '' ? title : { ...title, text: measure, isTop: true, gap: 10 };
}

/** An axis with its title, where it has one. */
export function withTitle(axis: Axis, title: AxisTitle): Axis {
  if (title.text === '') return axis;
  return {
    ...axis,
    name: title.text,
    nameLocation: title.isTop ? 'end' : 'middle',
    nameGap: title.gap,
    nameTextStyle: { color: title.color, fontSize: 11, fontWeight: 500, ...(title.isTop ? { align: 'left' } : {}) },
  };
}

/** The axis of the values, without its title. */
export function valueAxis(plot: Plot, context: DrawContext<SeriesForm>): Axis {
  const { form, theme, width, height } = context;
  const [low, high] = form.y_axis_bounds;
  const isBounded = form.truncateYAxis;
  const room = plot.isHorizontal ? width / 110 : height / 70;
  const write = isBounded && low === null ? cutAxisText(plot, form) : plot.shortFormat;
  const powers = plot.decades ? { customValues: powersBetween(plot, plot.decades, context) } : {};
  return {
    type: plot.decades ? 'log' : 'value',
    show: !plot.isRank,
    scale: isBounded && low === null,
    ...(plot.decades ? logRange(plot.decades) : {}),
    ...(isBounded && low !== null && isOnAxis(plot, low) ? { min: low } : {}),
    ...(isBounded && high !== null && isOnAxis(plot, high) ? { max: high } : {}),
    ...(plot.brokenAt === null ? {} : { max: plot.brokenAt }),
    ...(plot.stack === 'Expand' ? { max: 1, interval: height < 140 ? 0.5 : 0.25 } : {}),
    splitNumber: Math.min(4, Math.max(2, Math.round(room))),
    ...(form.show_value && valueExtent(plot, form)[0] < 0 ? { boundaryGap: [labelGap(plot, context), '4%'] } : {}),
    axisLine: { show: false },
    axisTick: { show: false, ...powers },
    axisLabel: {
      ...powers,
      show: plot.stack !== 'Stream',
      color: theme.label,
      fontSize: 11,
      hideOverlap: true,
      // The end of a broken axis is no round number.
      ...(plot.brokenAt === null ? {} : { showMaxLabel: false }),
      // Zero needs no unit.
      formatter: (value: number) => (value === 0 ? '0' : write(value)),
    },
    splitLine: {
      show: !plot.isRank && plot.stack !== 'Stream',
      lineStyle: { color: theme.grid, width: 1, type: 'solid' },
    },
    minorSplitLine: { show: form.minorSplitLine, lineStyle: { color: theme.grid, width: 1, opacity: 0.5 } },
    minorTick: { show: false },
  };
}

/** An axis that does not begin at zero may count in steps that its format does not tell apart, as 1k, 1k, 1k. */
function cutAxisText(plot: Plot, form: SeriesForm): Plot['shortFormat'] {
  const [low, high] = valueExtent(plot, form);
  const step = 10 ** Math.floor(Math.log10((high - low) / 4));
  if (!(step > 0)) return plot.shortFormat;
  // Ten steps and a bit ask for as many decimals as one of them has.
  const steps = Array.from({ length: 11 }, (_, at) => low + at * step * 1.01);
  return tellingLabels(steps, plot.shortFormat, plot.locale);
}

/** The share of a value axis below its least value, in which that value is written. */
function labelGap(plot: Plot, context: DrawContext<SeriesForm>): string {
  const room = plot.isHorizontal ? (endLabelRoom(plot, context) + 8) / (context.width * 0.5) : 0;
  return `${Math.round(100 * Math.max(0.12, Math.min(0.5, room)))}%`;
}

/**
 * The powers of ten of a logarithmic axis: all where there is room for their names, else every second, else those that
 * have a name of their own (1, 1k, 1M), or each so many-th of these. Left to itself ECharts would step by ten at once.
 */
function powersBetween(
  plot: Plot,
  [low, high]: readonly [number, number],
  { width, height }: DrawContext<SeriesForm>,
): number[] {
  const [first, last] = [Math.round(Math.log10(low)), Math.round(Math.log10(high))];
  const length = plot.isHorizontal ? width * 0.6 : height - 32;
  const needed = ((last - first) * (plot.isHorizontal ? 44 : 18)) / length;
  const step = needed <= 2 ? Math.max(1, Math.ceil(needed)) : 3 * Math.ceil(needed / 3);
  const powers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return powers.filter((power) => power % step === 0).map((power) => Number(`1e${power}`));
}

const logRange = ([min, max]: readonly [number, number]): Axis => ({ min, max, startValue: min });
const isOnAxis = (plot: Plot, value: number) => plot.decades === null || value > 0;

/** The axis of the positions, without its title. */
export function positionAxis(model: SeriesModel, plot: Plot, context: DrawContext<SeriesForm>): Axis {
  const base = positionAxisFrame(context);
  if (plot.axisType === 'category') return { ...base, ...categoryAxis(model, plot, context) };
  return plot.axisType === 'time'
    ? { ...base, ...timeAxis(model, plot, context) }
    : { ...base, ...numberAxis(context) };
}

function positionAxisFrame(context: DrawContext<SeriesForm>): Axis {
  return {
    axisLine: {
      show: true,
      onZero: context.form.stack !== 'Stream',
      lineStyle: { color: context.theme.axis, width: 1 },
    },
    axisTick: { show: false },
    ...(context.form.minorTicks ? { minorTick: { show: true, splitNumber: 5, length: 3 } } : {}),
    splitLine: { show: false },
    axisPointer: { label: { show: false } },
  };
}

function numberAxis(context: DrawContext<SeriesForm>): Axis {
  const [low, high] = context.form.xAxisBounds;
  const isTruncated = context.form.truncateXAxis;
  return {
    type: 'value',
    scale: isTruncated,
    ...(isTruncated && low !== null ? { min: low } : {}),
    ...(isTruncated && high !== null ? { max: high } : {}),
    axisLabel: { ...labelStyle(context), ...numberNames(context) },
    splitNumber: Math.max(2, Math.round(context.width / 120)),
  };
}

/** In full, unless the form says how. */
function numberNames({ form, locale }: DrawContext<SeriesForm>): Axis {
  const code = form.x_axis_number_format ?? '~g';
  return code === '~g' ? {} : { formatter: numberFormatter(code, null, locale) };
}

function categoryAxis(model: SeriesModel, plot: Plot, context: DrawContext<SeriesForm>): Axis {
  const isTemporal = model.axis.kind === 'temporal';
  const shared = {
    type: 'category',
    data: plot.labels.map((_, index) => String(index)),
    boundaryGap: plot.kind === 'bar',
    // Bars that lie by themselves are read as they would stand: the first above.
    ...(plot.isHorizontal && context.form.orientation === 'auto' ? { inverse: true } : {}),
  };
  const hasTimeLabels =
    isTemporal && isAdaptive(context) && !plot.isHorizontal && !labelsEachStep(context, plot.xs.length);
  const timeLabels = hasTimeLabels ? temporalCategoryLabels(model, plot, context) : null;
  if (timeLabels) return { ...shared, ...categoryTicks(context), axisLabel: timeLabels };
  const band = (plot.isHorizontal ? context.height - 16 : context.width - 48) / Math.max(1, plot.labels.length);
  const room = plot.isHorizontal ? nameRoom(context.width) : Math.max(band - 6, 48);
  const turn = turnOfNames(plot, context, band);
  const short = plot.isHorizontal || isTemporal || turn !== 0 ? null : shortNames(plot.labels, band - 6);
  const isEach = context.form.xAxisLabelInterval === '0' && plot.labels.length <= mostNames;
  const every = short || isEach ? 1 : labelEvery(plot, turn, band);
  const length = plot.isHorizontal || turn === 0 ? room : longestUpright;
  const names = short ?? (isTemporal ? plot.labels : namesWithin(plot.labels, every, length));
  return {
    ...shared,
    ...categoryTicks(context),
    axisLine: { show: !plot.isHorizontal || plot.isRank, lineStyle: { color: context.theme.axis } },
    axisLabel: {
      ...labelStyle(context),
      ...(plot.isHorizontal ? { rotate: 0 } : { rotate: turn }),
      show: context.width >= 120,
      interval: every - 1,
      width: length,
      overflow: 'truncate',
      ellipsis: '…',
      formatter: (value: string) => names[Number(value)] ?? '',
    },
  };
}

const slack = 4;

/** The names that are written, cut so that they tell apart. */
function namesWithin(labels: readonly string[], every: number, room: number): readonly string[] {
  const written = labels.flatMap((_, index) => (index % every === 0 ? [index] : []));
  if (written.length > mostNames) return labels;
  const fitted = fitNames(
    written.map((index) => labels[index] ?? ''),
    // By an estimate: what is a little wider ECharts would cut once more.
    written.map(() => room - slack),
  );
  const names = [...labels];
  written.forEach((index, at) => {
    names[index] = fitted[at] ?? '';
  });
  return names;
}

const mostShort = 24;

/** All names, where it is enough to leave out what they begin with that each fits below its own bar. */
function shortNames(labels: readonly string[], room: number): readonly string[] | null {
  const isWide = (name: string) => estimateTextWidth(name, 11) > room;
  if (labels.length > mostShort || !labels.some(isWide)) return null;
  const names = withoutBeginning(labels, labels.filter(isWide));
  return names.some(isWide) ? null : names;
}

/** On no screen are more written. */
const mostNames = 200;

/** Beside lying bars; on a narrow card a date has room, and the bars nearly half. */
const nameRoom = (width: number) => Math.min(Math.max(width * 0.34, Math.min(66, width * 0.46)), 180);

/** Categories have no steps between them: their minor ticks stand at each of them, labelled or not. */
function categoryTicks({ form, theme }: DrawContext<SeriesForm>): Axis {
  if (!form.minorTicks) return {};
  return {
    axisTick: { show: true, interval: 0, length: 3, alignWithLabel: true, lineStyle: { color: theme.axis } },
  };
}

const widestName = (plot: Plot) =>
  Math.min(longestUpright, Math.max(...plot.labels.slice(0, 200).map((label) => estimateTextWidth(label, 11)), 8));

/** As the form says; else names of categories that have no room beside each other are turned, where they then all have. */
function turnOfNames(plot: Plot, { form, height }: DrawContext<SeriesForm>, band: number): number {
  const asked = form.xAxisLabelRotation ?? 0;
  const isCrowded = !plot.isHorizontal && plot.kind === 'bar' && Math.min(widestName(plot) + 10, 44) > band;
  if (asked !== 0 || !isCrowded || height < 220) return asked;
  if (band >= 20) return 45;
  return band >= lineOfNames ? 90 : 0;
}

/** The room that a name needs that stands upright. */
const lineOfNames = 12;

/** Every label, every second, …: as many as fit. */
function labelEvery(plot: Plot, turn: number, band: number): number {
  if (plot.isHorizontal) return Math.max(1, Math.ceil(15 / band));
  const turned = turn === 90 ? lineOfNames : 18;
  const needed = turn !== 0 ? turned : Math.min(widestName(plot) + 10, 44);
  return Math.max(1, Math.ceil(needed / band));
}

/** Months and years differ by some days; a step of twice the least is a gap. */
function isEven(times: readonly number[]): boolean {
  const steps = times.slice(1).map((ms, index) => ms - times[index]!);
  const least = steps.reduce((low, step) => Math.min(low, step), Number.POSITIVE_INFINITY);
  return times.every((ms) => !Number.isNaN(ms)) && steps.every((step) => step < least * 2);
}

/** Bars over time stand on categories, yet are labelled as a time axis is; null where they stand at no even steps. */
function temporalCategoryLabels(model: SeriesModel, plot: Plot, context: DrawContext<SeriesForm>): Axis | null {
  const times = plot.xs.map((x) => numberOfCell(x) ?? Number.NaN);
  // A single moment says all of itself.
  if (times.length < 2 || !isEven(times)) return null;
  const [min, max] = [times[0] ?? 0, times.at(-1) ?? 0];
  const width = Math.max(60, context.width - 56) * (1 - 1 / Math.max(1, times.length));
  const ticks = timeTicks({ min, max, width, grain: model.axis.unit, locale: context.locale });
  const texts = new Map<number, TimeTick>();
  for (const tick of ticks.labels) {
    const index = times.findIndex((ms) => ms >= tick.ms);
    if (index !== -1 && !texts.has(index)) texts.set(index, tick);
  }
  return {
    ...labelStyle(context),
    ...strongStyle(context),
    interval: (index: number) => texts.has(index),
    formatter: (value: string) => strongText(texts.get(Number(value))),
  };
}
