import {
  type Currency,
  type DrawContext,
  defaultTranslate,
  gathersAxis,
  msg,
  numberFormatter,
  numberOfCell,
} from '@powerset/chart-kit';
import type { CellValue } from '@powerset/contract';
import { partialPeriods } from './partial-periods.ts';
import type { SeriesForm } from './series-form.ts';
import { pickPoints, type Series, type SeriesModel } from './series-model.ts';
import { isDimmed, positionLabel, shiftedColor } from './series-names.ts';
import { addsUp } from './series-sums.ts';
import { estimateTextWidth } from './text-widths.ts';
import { fillTimeSteps, partAtLeaps } from './time-steps.ts';

export type SeriesKind = 'line' | 'bar' | 'area';
export type StackStyle = 'Stack' | 'Stream' | 'Expand' | null;

export interface PlotSeries {
  readonly id: string;
  readonly source: Series;
  readonly name: string;
  readonly color: string;
  readonly values: readonly (number | null)[];
  readonly isDimmed: boolean;
  /** Series of one stack stand on each other; stacks stand side by side. */
  readonly stackId: string;
  /** How its values are written where they are none of those that the axis counts, as shares beside sums. */
  readonly format?: (value: number | null) => string;
}

/** The series of a chart in the order and units in which they are drawn. */
export interface Plot {
  readonly kind: SeriesKind;
  readonly isHorizontal: boolean;
  readonly axisType: 'time' | 'value' | 'category';
  readonly xs: readonly CellValue[];
  /** Names of the positions, for category axes and tooltips. */
  readonly labels: readonly string[];
  readonly series: readonly PlotSeries[];
  readonly stack: StackStyle;
  /** Ranked bars: one measure of categories, values at the bar ends. */
  readonly isRank: boolean;
  readonly format: (value: number | null) => string;
  /** The same in fewer letters where there is no room for them, on the axis and at the marks. */
  readonly shortFormat: (value: number | null) => string;
  readonly locale: string;
  /** Lines run across positions at which a series has no value. */
  readonly joinsAcross: boolean;
  /** The values at a position have a sum that says something. */
  readonly addsUp: boolean;
  /** Of a logarithmic axis, where it begins and ends. */
  readonly decades: readonly [number, number] | null;
  /** Positions of periods that the time range or the present cuts short. */
  readonly partial: ReadonlySet<number>;
  /** Where all that is beyond the limit stands as one; -1 where nothing does. */
  readonly othersAt: number;
  /** Up to where the bar of all others is drawn, where it would leave the ranks no length; it is broken off there and says its value. */
  readonly brokenAt: number | null;
}

/** Bars that lie closer have no room for their values, and need an axis. */
const thinnestRank = 6;

/** Puts a model in drawing order: fills gaps of bar charts over time, stacks, colours. */
export function toPlot(model: SeriesModel, context: DrawContext<SeriesForm>, kind: SeriesKind): Plot {
  const { form } = context;
  const filled = withMissingPeriods(withinBounds(placeable(model, kind), form, kind), form, kind);
  const stack = stackOf(form, kind);
  const given = { context, isAlone: filled.series.filter(({ offset }) => offset === null).length < 2 };
  const series = filled.series.map(
    (source, index): PlotSeries => ({
      id: `series:${index}`,
      source,
      name: isOfOthers(source, form) ? namedOthers(source.name, context) : source.name,
      color: source.offset === null ? context.colorOf(source.colorLabel, index) : shiftedColor(source, index, given),
      values: source.values,
      isDimmed: isDimmed(source, model, context.selectedLabels),
      stackId: stackIdOf(source, model, form),
      ...ownFormat(source, model, context),
    }),
  );
  const othersAt = kind === 'bar' && gathersAxis(form) ? filled.xs.indexOf(othersName) : -1;
  let names: readonly string[] | undefined;
  const readNames = () => {
    names ??= filled.xs.map((x, index) =>
      index === othersAt ? namedOthers(othersName, context) : positionLabel(x, model, context),
    );
    return names;
  };
  const isHorizontal = kind === 'bar' && laysBars(readNames(), filled, context);
  const isCategory = filled.axis.kind === 'category' || kind === 'bar';
  const hasLabels = context.height / Math.max(1, filled.xs.length) >= thinnestRank;
  const isRank = isHorizontal && filled.axis.kind === 'category' && series.length === 1 && hasLabels;
  const format = valueFormat(model, context, stack);
  const plot = {
    kind,
    isHorizontal,
    stack,
    isRank,
    axisType: isCategory ? 'category' : axisTypeOf(model),
    xs: filled.xs,
    // An axis of times has labels of its own: a hundred thousand names would be made for a tooltip or none.
    get labels() {
      return readNames();
    },
    series: stack === 'Expand' ? expand(series) : series,
    format,
    shortFormat: format,
    locale: context.locale,
    joinsAcross: missingPeriodsOf(form) === 'connect' || (stack === null && isWithoutGrain(model)),
    addsUp: addsUp(model, form),
    partial: partialOf(filled, context),
    decades: null,
    othersAt,
    brokenAt: null,
  } satisfies Plot;
  return Object.assign(plot, {
    shortFormat: isTooLong(plot, context) ? numberFormatter('SMART_NUMBER', null, context.locale) : format,
    decades: isLogarithmic(form, kind) ? decadesOf(plot) : null,
    brokenAt: breakOf(plot, form),
  });
}

/** As the server calls what is beyond a limit. */
const othersName = 'Others';

/** Stands for all series beyond the limit. */
export const isOfOthers = ({ groups }: Series, form: SeriesForm) =>
  form.group_others_when_limit_reached &&
  (form.limit ?? 0) > 0 &&
  groups.length > 0 &&
  groups.every((group) => group === othersName);

/** Only drawing knows the reader's language. */
const namedOthers = (name: string, { translate = defaultTranslate }: DrawContext<SeriesForm>) =>
  name.replaceAll(othersName, () => translate(msg('Others')));

/** A sum of many that is so many times as long as the longest rank is broken off. */
const mostOfRanks = 2;
/** How far beyond the longest rank it is drawn. */
const beyondRanks = 1.25;

function breakOf({ series, othersAt, stack }: Plot, form: SeriesForm): number | null {
  const [only, ...others] = series;
  if (othersAt === -1 || !only || others.length > 0 || stack !== null || form.logAxis || form.truncateYAxis)
    return null;
  const longest = only.values.reduce<number>(
    (most, value, at) => (at === othersAt ? most : Math.max(most, value ?? 0)),
    0,
  );
  const isDwarfing = longest > 0 && (only.values[othersAt] ?? 0) > longest * mostOfRanks;
  return isDwarfing && only.values.every((value) => (value ?? 0) >= 0) ? longest * beyondRanks : null;
}

/** A value as far as it is drawn. */
export const drawnLength = ({ brokenAt, othersAt }: Plot, value: number | null, at: number): number | null =>
  brokenAt !== null && at === othersAt ? brokenAt : value;

/** What a name takes beside its neighbours, turned upright, and in a line of its own beside a lying bar. */
const [besideName, uprightName, lineOfName] = [10, 12, 15];
/** Under a lower picture no names are turned. */
const leastTurned = 220;

/** As the form says; else bars of categories lie where their names find no room side by side, and more of them do so below each other. */
function laysBars(labels: readonly string[], { axis }: SeriesModel, context: DrawContext<SeriesForm>): boolean {
  const { form, width, height } = context;
  if (form.orientation !== 'auto' || axis.kind !== 'category') return form.orientation === 'horizontal';
  const room = width - 48;
  const widest = labels.slice(0, 200).reduce((most, label) => Math.max(most, estimateTextWidth(label, 11)), 0);
  if ((widest + besideName) * labels.length <= room) return false;
  const standing =
    height >= leastTurned && widest <= longestUpright ? room / uprightName : room / (widest + besideName);
  return Math.min(labels.length, (height - 16) / lineOfName) >= Math.min(labels.length, standing);
}

/** Names that stand upright are cut there. */
export const longestUpright = 88;

/** A window over several periods is no part of a period. */
function partialOf({ axis, xs, series }: SeriesModel, { form, timeBounds, now }: DrawContext<SeriesForm>) {
  const isPlain = axis.kind === 'temporal' && !form.rolling_type && !form.resample_rule;
  const own = series.filter(({ offset }) => offset === null);
  const hasForecast = series.some(({ forecast }) => forecast !== undefined);
  // With a forecast the last observed period is not the last one.
  const last = hasForecast
    ? xs.findLastIndex((_, at) => own.some(({ values }) => (values[at] ?? null) !== null))
    : xs.length;
  return isPlain ? partialPeriods(xs.slice(0, last + 1), { grain: axis.grain, timeBounds, now }) : new Set<number>();
}

/** What a chart over time shows where no row came: nothing, zero, or a line across as if there were one. */
export type MissingPeriods = 'gap' | 'zero' | 'connect';

function missingPeriodsOf(form: SeriesForm): MissingPeriods {
  return form.missing_periods ?? 'gap';
}

/** Without a grain no step of time can be missing: a series has no value where only another one has a row. */
const isWithoutGrain = ({ axis, dimensions }: SeriesModel) =>
  axis.kind === 'temporal' && axis.unit === undefined && dimensions.length > 0;

/** Each step of time has a place, also those without a row, so that no line runs across them unless it was asked to. */
function withMissingPeriods(model: SeriesModel, form: SeriesForm, kind: SeriesKind): SeriesModel {
  // Between dots nothing is drawn.
  if (model.axis.kind !== 'temporal' || form.seriesType === 'scatter') return model;
  const missing = missingPeriodsOf(form);
  if (kind === 'bar') return fillTimeSteps(model);
  if (missing === 'connect') return model;
  const filled = partAtLeaps(fillTimeSteps(model));
  return missing === 'zero' ? withZeros(filled) : filled;
}

/** Up to the last value that was observed: what a forecast adds is not missing. */
function withZeros(model: SeriesModel): SeriesModel {
  const own = model.series.filter((entry) => entry.offset === null);
  const last = model.xs.findLastIndex((_, index) => own.some((entry) => (entry.values[index] ?? null) !== null));
  const fill = (values: readonly (number | null)[]) =>
    values.map((value, index) => (value === null && index <= last ? 0 : value));
  const series = model.series.map((entry) =>
    entry.offset === null ? { ...entry, values: fill(entry.values) } : entry,
  );
  return { ...model, series };
}

/** A line has no place for a point without a position; bars put it among the others. */
function placeable(model: SeriesModel, kind: SeriesKind): SeriesModel {
  if (kind === 'bar' || model.axis.kind === 'category' || model.xs.every((x) => numberOfCell(x) !== null)) return model;
  return pickPoints(
    model,
    model.xs.flatMap((x, index) => (numberOfCell(x) === null ? [] : [index])),
  );
}

/** How many values are looked at to learn how long they are; the least and the greatest are among them. */
const looksAt = 24;

/** Figures that would take more than their share of the width, as an axis in full digits of large numbers does. */
function isTooLong(plot: Plot, { form, width }: DrawContext<SeriesForm>): boolean {
  if (form.y_axis_format === 'SMART_NUMBER') return false;
  const some = plot.series.flatMap((series) => series.values.slice(0, looksAt)).slice(0, looksAt);
  const texts = [...valueExtent(plot, form), ...some].map((value) => plot.format(value));
  return texts.some((text) => estimateTextWidth(text, 11) > width * 0.35);
}

/** Shares and streams have no magnitudes: their axis stays linear. */
export function isLogarithmic(form: SeriesForm, kind: SeriesKind): boolean {
  const stack = stackOf(form, kind);
  return form.logAxis && (stack === null || stack === 'Stack');
}

/** Exact, where multiplying by a tenth is not. */
const powerOfTen = (exponent: number) => Number(`1e${exponent}`);

/** The powers of ten around the values; bars of the least value have a length too. */
function decadesOf(plot: Plot): readonly [number, number] | null {
  const positive = plot.series.flatMap((series) =>
    series.values.filter((value): value is number => value !== null && value > 0),
  );
  if (positive.length === 0) return null;
  const least = positive.reduce((low, value) => Math.min(low, value));
  const stacked = plot.stack === null ? [] : [...stacksOf(plot.series).values()].flatMap((stack) => totalsOf(stack));
  const most = [...positive, ...stacked].reduce((high, value) => Math.max(high, value));
  const below = Math.floor(Math.log10(least));
  const low = plot.kind !== 'line' && powerOfTen(below) >= least ? below - 1 : below;
  return [powerOfTen(low), powerOfTen(Math.max(low + 1, Math.ceil(Math.log10(most))))];
}

const axisTypeOf = (model: SeriesModel) => (model.axis.kind === 'temporal' ? 'time' : 'value');

/** The stacking of a form; older forms say true for stacked. */
export function stackOf(form: SeriesForm, kind: SeriesKind): StackStyle {
  const value = form.stack;
  if (value === 'Stack' || value === 'Expand') return value;
  return value === 'Stream' && kind !== 'bar' ? 'Stream' : null;
}

/** Bars stand on categories, where an axis has no ends: those of numbers outside the bounds are left out. */
export function withinBounds(model: SeriesModel, form: SeriesForm, kind: SeriesKind): SeriesModel {
  const [low, high] = form.xAxisBounds;
  const isTruncated = form.truncateXAxis;
  if (kind !== 'bar' || model.axis.kind !== 'number' || !isTruncated || (low === null && high === null)) return model;
  const isWithin = (x: CellValue) => {
    const number = numberOfCell(x);
    return number !== null && number >= (low ?? number) && number <= (high ?? number);
  };
  return pickPoints(
    model,
    model.xs.flatMap((x, index) => (isWithin(x) ? [index] : [])),
  );
}

/** Earlier periods stand beside those of now; a dimension may have a stack for each of its values. */
function stackIdOf(series: Series, model: SeriesModel, form: SeriesForm): string {
  if (series.offset !== null) return 'comparison';
  const dimension = form.stackDimension ? model.dimensions.indexOf(form.stackDimension) : -1;
  return dimension === -1 ? 'values' : `values:${series.groups[dimension] ?? ''}`;
}

/** The series by the stack that they stand in. */
export function stacksOf(series: readonly PlotSeries[]): ReadonlyMap<string, readonly PlotSeries[]> {
  const stacks = new Map<string, PlotSeries[]>();
  for (const entry of series) stacks.set(entry.stackId, [...(stacks.get(entry.stackId) ?? []), entry]);
  return stacks;
}

/** Shares of the whole of their stack at each position. */
function expand(series: readonly PlotSeries[]): readonly PlotSeries[] {
  const totals = new Map([...stacksOf(series)].map(([id, stack]) => [id, totalsOf(stack, Math.abs)]));
  return series.map((entry) => ({
    ...entry,
    values: entry.values.map((value, index) => {
      const total = totals.get(entry.stackId)?.[index] ?? 0;
      return value === null || total === 0 ? null : value / total;
    }),
  }));
}

/** Sums over the series at each position. */
export function totalsOf(
  series: readonly { readonly values: readonly (number | null)[] }[],
  map: (value: number) => number = (value) => value,
): readonly number[] {
  const length = series[0]?.values.length ?? 0;
  return Array.from({ length }, (_, index) => series.reduce((sum, entry) => sum + map(entry.values[index] ?? 0), 0));
}

/**
 * The number format of the values: the form's, else the metric's own, else a percent for shares. A ratio of two figures
 * of a metric is none of its figures: it has neither its format nor its currency.
 */
export function valueFormat(
  model: SeriesModel,
  context: DrawContext<SeriesForm>,
  stack: StackStyle,
): (value: number | null) => string {
  const { form } = context;
  const code = form.y_axis_format;
  const comparison = form.time_compare.length > 0 ? form.comparison_type : '';
  const isShare = form.contributionMode !== null || stack === 'Expand' || comparison === 'percentage';
  if (isShare) return numberFormatter(code === 'SMART_NUMBER' ? '.1~%' : code, null, context.locale);
  if (comparison === 'ratio') return numberFormatter(code, null, context.locale);
  const metric = model.series[0]?.metric ?? '';
  const saved = code === 'SMART_NUMBER' ? context.columnFormats[metric] : undefined;
  return numberFormatter(saved ?? code, form.currency_format ?? sharedCurrency(model, context), context.locale);
}

/** What series that are named by their dimensions alone show of their metric: `Revenue (share of total)`; empty where it is itself. */
export function calculationOf({ series }: Plot, { form, verboseNames }: DrawContext<SeriesForm>): string {
  const [metric = '', ...others] = [...new Set(series.map(({ source }) => source.metric))];
  const isCalculated = others.length === 0 && Object.hasOwn(form.table_calculations, metric);
  return isCalculated && series.some(({ source }) => source.groups.length > 0) ? (verboseNames[metric] ?? metric) : '';
}

function ownFormat({ metric }: Series, { series }: SeriesModel, context: DrawContext<SeriesForm>) {
  const { form, columnFormats, currencies } = context;
  const hasOthers = series.some((other) => other.metric !== metric);
  if (!hasOthers || form.y_axis_format !== 'SMART_NUMBER' || Object.keys(form.table_calculations).length === 0)
    return {};
  return {
    format: numberFormatter(columnFormats[metric] ?? 'SMART_NUMBER', currencies?.[metric] ?? null, context.locale),
  };
}

/** The currency of all metrics on the axis; null where they have several, or only some have one. */
function sharedCurrency(model: SeriesModel, { currencies }: DrawContext<SeriesForm>): Currency | null {
  const [first = null, ...others] = [...new Set(model.series.map(({ metric }) => metric))].map(
    (metric) => currencies?.[metric] ?? null,
  );
  const isShared = others.every(
    (other) => other?.symbol === first?.symbol && other?.symbolPosition === first?.symbolPosition,
  );
  return isShared ? first : null;
}

/** The lowest and highest value to be drawn, stacks summed up; zero counts unless the form truncates the axis. */
export function valueExtent(plot: Plot, form: SeriesForm): readonly [number, number] {
  const stacked = plot.stack === null ? [] : [...stacksOf(plot.series).values()].flatMap((stack) => totalsOf(stack));
  const own = () => plot.series.flatMap(({ values: all }) => all.map((value, at) => drawnLength(plot, value, at)));
  const values = plot.stack === null ? own() : stacked;
  const numbers = values.filter((value): value is number => value !== null);
  const start = form.truncateYAxis ? (numbers[0] ?? 0) : 0;
  const low = numbers.reduce((least, value) => Math.min(least, value), start);
  const high = numbers.reduce((most, value) => Math.max(most, value), start);
  return [low, high];
}

export const markerSizeOf = (form: SeriesForm): number => form.markerSize ?? 6;
