import { metricLabel, type QueryMetric } from '@powerset/contract';
import {
  findEnds,
  findLevels,
  isCountry,
  isEnd,
  isGeohash,
  isIdentifier,
  isLatitude,
  isLongitude,
  isLongText,
  isParent,
  isQuantity,
  isShape,
  isStage,
  isStart,
} from './column-words.ts';
import type { ChosenParts, DataColumn, DataFacts } from './data-facts.ts';

export interface Figure {
  readonly metric: QueryMetric;
  readonly label: string;
}

/** Where rows lie: two columns of numbers, or one of geohashes. */
export type Place = { readonly lat: DataColumn; readonly lon: DataColumn } | { readonly geohash: DataColumn };

/** Which column and which figure may play which part in a picture. */
export interface Roles {
  /** Chosen ones, else the dataset's, else sums; never none. */
  readonly figures: readonly [Figure, ...Figure[]];
  readonly hasChosenFigures: boolean;
  readonly time: DataColumn | null;
  /** Somebody chose the time, or chose nothing to group by. */
  readonly isTimeWanted: boolean;
  /** What rows may be grouped by, the best first; what was chosen alone where something was. */
  readonly categories: readonly DataColumn[];
  readonly hasChosenCategories: boolean;
  readonly quantities: readonly DataColumn[];
  readonly country: DataColumn | null;
  readonly place: Place | null;
  readonly shape: DataColumn | null;
  readonly ends: readonly [DataColumn, DataColumn] | null;
  readonly span: { readonly start: DataColumn; readonly end: DataColumn } | null;
  readonly parent: { readonly id: DataColumn; readonly parent: DataColumn } | null;
  readonly stage: DataColumn | null;
  readonly levels: readonly DataColumn[];
  /** All that there is, is one figure. */
  readonly isSingleFigure: boolean;
}

export const nameOf = ({ label, name }: DataColumn) => label || name;

/** Which columns can play which part, by their types, names and numbers of values, and by what was chosen. */
export function rolesOf(given: DataFacts, chosen: ChosenParts): Roles {
  const data = { ...given, columns: given.columns.map((column) => withBound(column, given.rows)) };
  const find = (name: string) => data.columns.find((column) => column.name === name);
  const dimensions = chosen.dimensions.flatMap((name) => find(name) ?? []);
  const groups = dimensions.filter(({ type }) => type !== 'temporal');
  const hasChosenCategories = groups.length > 0;
  const pool = hasChosenCategories ? groups : data.columns;
  const categories = hasChosenCategories ? groups : likelyCategories(data.columns);
  const times = data.columns.filter(({ type }) => type === 'temporal');
  const wanted = chosen.time ?? dimensions.find(({ type }) => type === 'temporal')?.name ?? null;
  const time = times.find(({ name }) => name === (wanted ?? data.mainTime)) ?? times[0] ?? null;
  const figures = figuresOf(data, chosen);
  return {
    ...{ categories, hasChosenCategories, figures, time },
    hasChosenFigures: chosen.metrics.length > 0,
    isTimeWanted: wanted !== null || !hasChosenCategories,
    quantities: data.columns.filter(isQuantity),
    country: pool.find(isCountry) ?? null,
    place: hasChosenCategories ? null : placeOf(data.columns),
    shape: data.columns.find(isShape) ?? null,
    ends: findEnds(pool.filter(({ type }) => type === 'string' || type === 'number')),
    span: spanOf(times),
    parent: hasChosenCategories ? null : parentOf(data.columns),
    stage: pool.find(isStage) ?? null,
    levels: findLevels(pool.filter(({ type }) => type === 'string')),
    isSingleFigure: isSingleFigure(data, chosen),
  };
}

/** A column has at most as many values as there are rows; of more rows than these that says nothing. */
const fewRows = 7;

function withBound(column: DataColumn, rows: number | null = null): DataColumn {
  return column.distinct === undefined && rows !== null && rows <= fewRows ? { ...column, distinct: rows } : column;
}

const mostFigures = 5;

function figuresOf(data: DataFacts, { metrics }: ChosenParts): Roles['figures'] {
  const saved = (data.metrics ?? []).map(({ name, label }) => ({ metric: name, label: label || name }));
  const sums = data.columns.filter(isQuantity).map((column) => sumOf(column));
  const taken = metrics.map((metric) => ({ metric, label: savedLabel(data, metric) }));
  const ranked = saved.toSorted((a, b) => Number(isCount(a.label)) - Number(isCount(b.label)));
  // What the dataset's owner has defined says more than any sum; a count of rows says least.
  const own = ranked.some(({ label }) => !isCount(label)) ? ranked : [...sums, ...ranked];
  const [first, ...others] = taken.length > 0 ? taken : own;
  return first ? [first, ...others.slice(0, mostFigures - 1)] : [rowsCounted];
}

const isCount = (label: string) => /^(count|count\(\*\)|anzahl)$/i.test(label);

function savedLabel({ metrics = [] }: DataFacts, metric: QueryMetric): string {
  const label = metricLabel(metric);
  return metrics.find(({ name }) => name === metric)?.label || label;
}

const rowsCounted: Figure = {
  metric: { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'COUNT(*)' },
  label: 'COUNT(*)',
};

/** The sum of a column, or another aggregate of it, as a figure. */
export function sumOf(column: DataColumn, aggregate: 'SUM' | 'AVG' = 'SUM'): Figure {
  const label = `${aggregate}(${column.name})`;
  const optionName = `metric_${aggregate}_${column.name}`;
  return {
    metric: { expressionType: 'SIMPLE', aggregate, column: { column_name: column.name }, label, optionName },
    label,
  };
}

/** A figure that counts rows, of those at hand or a new one. */
export function countOf({ figures }: Roles): Figure {
  return figures.find(({ label }) => isCount(label)) ?? rowsCounted;
}

/** Text and yes or no with more than one value; names of things and long texts come last. */
function likelyCategories(columns: readonly DataColumn[]): readonly DataColumn[] {
  return columns
    .filter(({ type, distinct }) => (type === 'string' || type === 'boolean') && distinct !== 1)
    .map((column, index) => ({ column, rank: categoryRank(column) * 1000 + index }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ column }) => column);
}

const readableCategories = 30;

function categoryRank(column: DataColumn): number {
  if (isIdentifier(column) || isLongText(column)) return 4;
  if (column.type === 'boolean') return 2;
  if (column.distinct === undefined) return 1;
  return column.distinct <= readableCategories ? 0 : 3;
}

function placeOf(columns: readonly DataColumn[]): Place | null {
  const [lat, lon] = [columns.find(isLatitude), columns.find(isLongitude)];
  if (lat && lon) return { lat, lon };
  const geohash = columns.find(isGeohash);
  return geohash ? { geohash } : null;
}

function spanOf(times: readonly DataColumn[]): Roles['span'] {
  const [start, end] = [times.find(isStart), times.find(isEnd)];
  return start && end && start !== end ? { start, end } : null;
}

function parentOf(columns: readonly DataColumn[]): Roles['parent'] {
  const parent = columns.find(isParent);
  const id = columns.find((column) => column !== parent && isIdentifier(column) && !isParent(column));
  return parent && id ? { id, parent } : null;
}

function isSingleFigure({ columns, rows }: DataFacts, { metrics, dimensions, time }: ChosenParts): boolean {
  if (rows === 1 && columns.filter(isQuantity).length === 1) return true;
  return metrics.length === 1 && dimensions.length === 0 && time === null && !columns.some(isGroup);
}

const isGroup = ({ type }: DataColumn) => type !== 'number';
