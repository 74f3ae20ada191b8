import { findColumn, type ModelContext, msg, numberOfCell, type Undrawn, valuesOf } from '@powerset/chart-kit';
import { type CellValue, columnLabel, metricLabel, type ResultColumn, type ResultTable } from '@powerset/contract';
import { compareCells, nameOfCell } from '../shared/cell-names.ts';
import { limitReachedOf, missingRows } from '../shared/limit-hint.ts';
import { noNumbers } from '../shared/no-numbers.ts';
import type { BoxPlotForm } from './form.ts';

/** Where the values of one metric lie in one group. */
export interface Box {
  /** Position of its group and of its metric. */
  readonly group: number;
  readonly metric: number;
  readonly low: number;
  readonly q1: number;
  readonly median: number;
  readonly q3: number;
  readonly high: number;
  readonly mean: number;
  readonly count: number;
  readonly outliers: readonly number[];
}

export interface Group {
  readonly name: string;
  readonly keys: readonly CellValue[];
}

export interface Boxes {
  readonly groups: readonly Group[];
  readonly metrics: readonly string[];
  readonly dimensions: readonly string[];
  /** The only dimension is a time. */
  readonly isTimeAxis: boolean;
  readonly boxes: readonly Box[];
  /** Rows and metrics without any value. */
  readonly blanks: number;
  readonly limitReached: number | null;
}

/** More would be narrower than a line. */
const mostGroups = 500;

/** One row per group to one box for each of its metrics. */
export function toModel(results: readonly ResultTable[], context: ModelContext<BoxPlotForm>): Boxes {
  const { form, locale } = context;
  const table = results[0] ?? { columns: [], rowCount: 0 };
  const dimensions = form.groupby.map(columnLabel);
  const metrics = [...new Set(form.metrics.map(metricLabel))];
  const columns = dimensions.map((name) => findColumn(table, name));
  const parts = metrics.map((metric) => partsOf(table, metric));
  const rows = orderOf({ table, columns, medians: parts[0]?.median ?? [] });
  const kept = rows.slice(0, mostGroups);
  const groups = kept.map((row): Group => {
    const keys = columns.map((column) => column?.values[row] ?? null);
    const names = columns.map((column, at) => nameOfCell(keys[at], column, { timeFormat: form.date_format, locale }));
    return { name: names.length === 0 ? metrics.join(', ') : names.join(', '), keys };
  });
  const boxes = kept.flatMap((row, group) =>
    parts.flatMap((own, metric) => {
      const box = boxAt(own, row);
      return box ? [{ ...box, group, metric }] : [];
    }),
  );
  return {
    groups,
    metrics,
    dimensions,
    isTimeAxis: columns.length === 1 && columns[0]?.type === 'temporal',
    boxes,
    blanks: rows.length * metrics.length - boxes.length,
    limitReached: limitReachedOf(context),
  };
}

const names = ['min', 'q1', 'median', 'q3', 'max', 'mean', 'count'] as const;
type Parts = Readonly<Record<(typeof names)[number] | 'outliers', readonly CellValue[]>>;

function partsOf(table: ResultTable, metric: string): Parts {
  const all = [...names, 'outliers' as const].map((part) => [part, valuesOf(table, `${metric}__${part}`)]);
  // One entry for each name.
  return Object.fromEntries(all) as Parts;
}

function boxAt(parts: Parts, row: number): Omit<Box, 'group' | 'metric'> | null {
  const [low, q1, median, q3, high, mean, count] = names.map((name) => numberOfCell(parts[name][row]));
  const isWhole = [low, q1, median, q3, high].every((value) => typeof value === 'number');
  if (!isWhole || low == null || q1 == null || median == null || q3 == null || high == null) return null;
  const outliers = numbersOf(parts.outliers[row]);
  return { low, q1, median, q3, high, mean: mean ?? median, count: count ?? 0, outliers };
}

/** A list of numbers, as JSON or as it was read from it. */
function numbersOf(cell: unknown): readonly number[] {
  if (Array.isArray(cell)) return cell.filter((value): value is number => Number.isFinite(value));
  if (typeof cell !== 'string' || !cell.startsWith('[')) return [];
  try {
    return numbersOf(JSON.parse(cell));
  } catch {
    return [];
  }
}

interface OrderGiven {
  readonly table: ResultTable;
  readonly columns: readonly (ResultColumn | undefined)[];
  readonly medians: readonly CellValue[];
}

/** Times and numbers in their own order, all else by the median, the highest first. */
function orderOf({ table, columns, medians }: OrderGiven): readonly number[] {
  const rows = Array.from({ length: table.rowCount }, (_, row) => row);
  const [only] = columns;
  if (columns.length === 1 && only && only.type !== 'string')
    return rows.sort((left, right) => compareCells(only.values[left] ?? null, only.values[right] ?? null));
  const medianOf = (row: number) => numberOfCell(medians[row]) ?? Number.NEGATIVE_INFINITY;
  return rows.sort((left, right) => medianOf(right) - medianOf(left) || left - right);
}

/** Of fewer values a box says more than is known. */
const leastValues = 5;

export function undrawnOf(model: Boxes): Undrawn | null {
  const { boxes, blanks, limitReached } = model;
  const all = boxes.length + blanks;
  if (boxes.length === 0) return all === 0 ? null : noNumbers(all);
  const cut = missingRows(
    limitReached,
    msg('The limit of {{limit}} rows was reached: boxes are of the rows that came, not of all.'),
  );
  return cut ?? ofFew(boxes) ?? blankHint(blanks, all);
}

function ofFew(boxes: readonly Box[]): Undrawn | null {
  const few = boxes.filter(({ count }) => count < leastValues).length;
  if (few === 0) return null;
  const text = msg('{{few}} of {{all}} boxes are of fewer than {{least}} values each, too few for quartiles.');
  return { isAll: false, title: { text, values: { few, all: boxes.length, least: leastValues } } };
}

function blankHint(undrawn: number, all: number): Undrawn | null {
  if (undrawn === 0) return null;
  return {
    isAll: false,
    title: { text: msg('{{undrawn}} of {{all}} boxes have no values.'), values: { undrawn, all } },
  };
}
