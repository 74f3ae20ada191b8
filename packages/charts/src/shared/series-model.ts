import {
  type AnnotationMark,
  findColumn,
  type GrainUnit,
  gathersAxis,
  labelOfCell,
  type ModelContext,
  numberOfCell,
  offsetLabel,
  pivotTable,
  splitSeriesLabel,
  toAnnotationMarks,
  unitOfGrain,
  xAxisLabel,
} from '@powerset/chart-kit';
import { type CellValue, columnLabel, metricLabel, type ResultTable } from '@powerset/contract';
import { gatherDots } from './gathered-dots.ts';
import type { SeriesForm } from './series-form.ts';

export interface Forecast {
  readonly values: readonly (number | null)[];
  readonly lower: readonly (number | null)[];
  readonly upper: readonly (number | null)[];
}

export interface Series {
  /** The name that people see; unique in the chart. */
  readonly name: string;
  /** What the colour belongs to: the dimensions' values, else the metric. */
  readonly colorLabel: string;
  readonly metric: string;
  readonly groups: readonly string[];
  /** The columns of its groups, where series of one chart have different ones. */
  readonly dimensions?: readonly string[];
  /** The period of comparison, `1 year ago`; null for the values themselves. */
  readonly offset: string | null;
  readonly values: readonly (number | null)[];
  readonly forecast?: Forecast;
}

export type AxisKind = 'temporal' | 'number' | 'category';

/** What a chart of series over an x-axis draws. */
export interface SeriesModel {
  readonly axis: {
    readonly label: string;
    readonly kind: AxisKind;
    readonly grain: string | null;
    readonly unit: GrainUnit | undefined;
  };
  /** Positions on the axis, as many as each series has values. */
  readonly xs: readonly CellValue[];
  readonly series: readonly Series[];
  readonly dimensions: readonly string[];
  readonly marks: readonly AnnotationMark[];
  /** How many values are neither numbers nor missing. */
  readonly texts: number;
  /** The row limit that the answer reached: more rows may be missing. */
  readonly limitReached: number | null;
  /** How many positions there were before dots that lie on each other were gathered; null where all are there. */
  readonly gatheredFrom: number | null;
  /** How many rows the engine gave, before a window or another step left some of them out. */
  readonly fetchedRows: number;
  /** Metrics whose values add up; null where nobody said. */
  readonly summable: readonly string[] | null;
}

/** Reads the wide table of the server's pivot; a long one, with dimension columns, is pivoted first. */
export function toSeriesModel(results: readonly ResultTable[], context: ModelContext<SeriesForm>): SeriesModel {
  const { form } = context;
  const names = namesOf(form);
  const table = toWide(results[0] ?? { columns: [], rowCount: 0 }, names);
  const axisColumn = findColumn(table, names.axis) ?? findColumn(table, '__timestamp') ?? table.columns[0];
  const rest = table.columns.filter((column) => column !== axisColumn);
  const read = rest.map((column) => ({
    parsed: parseName(column.name, names),
    values: column.values.map(numberOfCell),
  }));
  const kind = kindOf(axisColumn?.type, form);
  const all: Placed = {
    xs: axisColumn?.values ?? [],
    series: uniqueNames(orderSeries(joinForecasts(read, context), form)),
  };
  const kept = form.seriesType === 'scatter' && kind !== 'category' && !form.logAxis ? gatherDots(all) : null;
  const grain = form.time_grain_sqla;
  const placed = othersAtEnd(orderPoints(kept ? pickPoints(all, kept) : all, form, kind), form);
  const numbers = placed.xs.map(numberOfCell).filter((x): x is number => x !== null);
  return {
    axis: { label: names.axis, kind, grain, unit: kind === 'temporal' ? unitOfGrain(grain) : undefined },
    ...placed,
    dimensions: names.groups,
    marks: toAnnotationMarks(form, context.annotations ?? {}, kind === 'category' ? [] : numbers),
    texts: rest.reduce((sum, column) => sum + column.values.filter(isText).length, 0),
    limitReached: context.answers?.[0]?.limitReached ?? null,
    gatheredFrom: kept ? all.xs.length : null,
    fetchedRows: context.answers?.[0]?.sql_rowcount ?? 0,
    summable: context.answers?.[0]?.summable ?? null,
  };
}

const isText = (cell: CellValue) => typeof cell === 'string' && numberOfCell(cell) === null;

interface Names {
  readonly axis: string;
  readonly metrics: readonly string[];
  readonly groups: readonly string[];
  readonly offsets: readonly string[];
  readonly isCompared: boolean;
  readonly hasMetricNames: boolean;
}

function namesOf(form: SeriesForm): Names {
  const metrics = form.metrics.map(metricLabel);
  const groups = form.groupby.map(columnLabel);
  return {
    axis: xAxisLabel(form),
    metrics,
    groups,
    offsets: form.time_compare,
    isCompared: form.comparison_type !== 'values',
    hasMetricNames: metrics.length > 1 || !form.truncate_metric,
  };
}

function toWide(table: ResultTable, names: Names): ResultTable {
  const isLong = names.groups.length > 0 && names.groups.every((group) => findColumn(table, group) !== undefined);
  if (!isLong) return table;
  const known = new Set([names.axis, ...names.groups]);
  const metrics = table.columns.map((column) => column.name).filter((name) => !known.has(name));
  return pivotTable(table, { index: names.axis, groups: names.groups, metrics, hasMetricNames: names.hasMetricNames });
}

type Part = 'value' | 'forecast' | 'lower' | 'upper';

interface ParsedName {
  readonly metric: string;
  readonly groups: readonly string[];
  readonly offset: string | null;
  readonly part: Part;
}

const suffixes: readonly (readonly [string, Part])[] = [
  ['__yhat_lower', 'lower'],
  ['__yhat_upper', 'upper'],
  ['__yhat', 'forecast'],
];

function parseName(column: string, names: Names): ParsedName {
  const suffix = suffixes.find(([text]) => column.endsWith(text));
  const plain = suffix ? column.slice(0, -suffix[0].length) : column;
  const pieces = names.groups.length === 0 && names.metrics.includes(plain) ? [plain] : splitSeriesLabel(plain);
  const hasMetric = pieces.length > names.groups.length;
  const { metric, offset } = readMetric(hasMetric ? pieces[0]! : (names.metrics[0] ?? ''), names);
  return { metric, offset, groups: hasMetric ? pieces.slice(1) : pieces, part: suffix?.[1] ?? 'value' };
}

function readMetric(text: string, names: Names): { readonly metric: string; readonly offset: string | null } {
  for (const metric of names.metrics) {
    const offset = names.offsets.find(
      (candidate) => text === offsetLabel(metric, candidate) || text.endsWith(`__${offsetLabel(metric, candidate)}`),
    );
    if (offset) return { metric, offset };
  }
  return { metric: text, offset: names.offsets.find((offset) => text === offset) ?? null };
}

type ReadColumn = { readonly parsed: ParsedName; readonly values: readonly (number | null)[] };

/** The forecast's three columns belong to the column of the values. */
function joinForecasts(columns: readonly ReadColumn[], context: ModelContext<SeriesForm>): readonly Series[] {
  const keyOf = ({ parsed }: ReadColumn) => JSON.stringify([parsed.metric, parsed.groups, parsed.offset]);
  const grouped = new Map<string, Partial<Record<Part, ReadColumn>>>();
  for (const column of columns) {
    grouped.set(keyOf(column), { ...grouped.get(keyOf(column)), [column.parsed.part]: column });
  }
  const names = namesOf(context.form);
  return [...grouped.values()].flatMap((parts) => {
    const main = parts.value ?? parts.forecast;
    if (!main) return [];
    const forecast =
      parts.forecast && parts.value
        ? {
            forecast: {
              values: parts.forecast.values,
              lower: parts.lower?.values ?? [],
              upper: parts.upper?.values ?? [],
            },
          }
        : {};
    return [{ ...describeSeries(main.parsed, names, context), values: main.values, ...forecast }];
  });
}

function describeSeries(parsed: ParsedName, names: Names, context: ModelContext<SeriesForm>): Omit<Series, 'values'> {
  const metric = context.verboseNames[parsed.metric] ?? parsed.metric;
  const group = parsed.groups.map((name) => labelOfCell(name)).join(', ');
  const showsMetric = parsed.groups.length === 0 || names.metrics.length > 1 || names.hasMetricNames;
  const parts = [showsMetric ? metric : '', group].filter((part) => part !== '');
  const isComparison = parsed.offset !== null && !names.isCompared;
  const isOnlyMetric = parsed.groups.length === 0 && names.metrics.length === 1;
  const base = parts.join(', ');
  const named =
    parsed.offset && (!isOnlyMetric || names.isCompared) ? `${base}, ${parsed.offset}` : (parsed.offset ?? base);
  return {
    name: named,
    colorLabel: parsed.groups.length > 0 && names.metrics.length === 1 ? group : base,
    metric: parsed.metric,
    groups: parsed.groups,
    offset: isComparison ? parsed.offset : null,
  };
}

function uniqueNames(series: readonly Series[]): readonly Series[] {
  const counts = new Map<string, number>();
  return series.map((entry) => {
    const count = (counts.get(entry.name) ?? 0) + 1;
    counts.set(entry.name, count);
    return count === 1 ? entry : { ...entry, name: `${entry.name} (${count})` };
  });
}

/** One figure of a list of values, by which series and categories are ordered. */
export function rankValue(values: readonly (number | null)[], by: string): number {
  const numbers = values.filter((value): value is number => value !== null);
  if (numbers.length === 0) return Number.NEGATIVE_INFINITY;
  const sum = numbers.reduce((total, value) => total + value, 0);
  if (by === 'min') return numbers.reduce((low, value) => Math.min(low, value), numbers[0]!);
  if (by === 'max') return numbers.reduce((high, value) => Math.max(high, value), numbers[0]!);
  return by === 'avg' ? sum / numbers.length : sum;
}

/** Comparisons come after what they are compared with. */
function orderSeries(series: readonly Series[], form: SeriesForm): readonly Series[] {
  const by = form.sort_series_type;
  const direction = form.sort_series_ascending ? 1 : -1;
  const sorted = [...series].sort((a, b) =>
    by === 'name'
      ? direction * a.name.localeCompare(b.name)
      : direction * compare(rankValue(a.values, by), rankValue(b.values, by)),
  );
  return [...sorted.filter((entry) => entry.offset === null), ...sorted.filter((entry) => entry.offset !== null)];
}

const compare = (a: number, b: number) => (a === b ? 0 : Math.sign(a - b) || 0);

type Placed = { readonly xs: readonly CellValue[]; readonly series: readonly Series[] };

function orderPoints(placed: Placed, form: SeriesForm, kind: AxisKind): Placed {
  const indexes = placed.xs.map((_, index) => index);
  if (kind !== 'category') {
    if (kind === 'number' && form.x_axis_sort !== null) return placed;
    return pickPoints(
      placed,
      indexes.sort((a, b) => compare(numberOfCell(placed.xs[a]) ?? 0, numberOfCell(placed.xs[b]) ?? 0)),
    );
  }
  const by = form.x_axis_sort_series;
  if (placed.series.length < 2 || by === null) return placed;
  const direction = form.x_axis_sort_series_ascending ? 1 : -1;
  const totals = indexes.map((index) =>
    rankValue(
      placed.series.map((entry) => entry.values[index] ?? null),
      by,
    ),
  );
  const names = placed.xs.map((x) => labelOfCell(x));
  return pickPoints(
    placed,
    indexes.sort(
      (a, b) => direction * (by === 'name' ? names[a]!.localeCompare(names[b]!) : compare(totals[a]!, totals[b]!)),
    ),
  );
}

/** What stands for all the others is no rank among them: it is where the small ones are. */
function othersAtEnd(placed: Placed, form: SeriesForm): Placed {
  const at = gathersAxis(form) ? placed.xs.indexOf('Others') : -1;
  if (at === -1) return placed;
  const rest = placed.xs.flatMap((_, index) => (index === at ? [] : [index]));
  const isRising = form.x_axis_sort !== null && form.x_axis_sort_asc;
  return pickPoints(placed, isRising ? [at, ...rest] : [...rest, at]);
}

/** The points at some positions, in their order. */
export function pickPoints<Given extends Placed>(placed: Given, indexes: readonly number[]): Given {
  const pick = <Value>(values: readonly Value[]) => indexes.map((index) => values[index]!);
  return {
    ...placed,
    xs: pick(placed.xs),
    series: placed.series.map((entry) => ({
      ...entry,
      values: pick(entry.values),
      ...(entry.forecast ? { forecast: mapForecast(entry.forecast, pick) } : {}),
    })),
  };
}

type Values = readonly (number | null)[];

/** All three lines of a forecast put in another order. */
export function mapForecast({ values, lower, upper }: Forecast, map: (values: Values) => Values): Forecast {
  return { values: map(values), lower: map(lower), upper: map(upper) };
}

function kindOf(type: string | undefined, form: SeriesForm): AxisKind {
  if (type === 'temporal') return 'temporal';
  if (form.xAxisForceCategorical) return 'category';
  return type === 'number' ? 'number' : 'category';
}

/** Nothing to draw: no point or no series. */
export function isSeriesModelEmpty(model: SeriesModel): boolean {
  return model.xs.length === 0 || model.series.every((entry) => entry.values.every((value) => value === null));
}
