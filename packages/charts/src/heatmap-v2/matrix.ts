import { findColumn, type ModelContext, msg, numberOfCell, type Undrawn, valuesOf } from '@powerset/chart-kit';
import { type CellValue, columnLabel, metricLabel, type ResultTable } from '@powerset/contract';
import { compareCells, nameOfCell } from '../shared/cell-names.ts';
import { limitReachedOf, missingRows } from '../shared/limit-hint.ts';
import { noNumbers } from '../shared/no-numbers.ts';
import type { HeatmapForm } from './form.ts';

export interface Place {
  readonly name: string;
  readonly key: CellValue;
}

export interface Cell {
  readonly x: number;
  readonly y: number;
  readonly value: number;
  /** Its place among those that it is compared with, 0 to 1. */
  readonly rank: number | null;
  /** Of the sum of those; null where values do not add up. */
  readonly share: number | null;
}

export interface Matrix {
  readonly xs: readonly Place[];
  readonly ys: readonly Place[];
  readonly cells: readonly Cell[];
  readonly xColumn: string;
  readonly yColumn: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly metric: string;
  readonly isTimeAxis: boolean;
  readonly blanks: number;
  readonly limitReached: number | null;
  /** Columns and rows that are not drawn since there are too many. */
  readonly beyond: number;
}

const mostPlaces = 2000;

/** One row per cell to two axes and the cells at their crossings; a missing cell is none, not zero. */
export function toModel(results: readonly ResultTable[], context: ModelContext<HeatmapForm>): Matrix {
  const { form, verboseNames } = context;
  const table = results[0] ?? { columns: [], rowCount: 0 };
  const [xLabel, yLabel] = [form.x_axis, form.groupby].map((column) => (column === null ? '' : columnLabel(column)));
  const metric = form.metric === null ? '' : metricLabel(form.metric);
  const values = valuesOf(table, metric).map(numberOfCell);
  const x = axisOf({ table, label: xLabel ?? '', sort: form.sort_x_axis, values, context });
  const y = axisOf({ table, label: yLabel ?? '', sort: form.sort_y_axis, values, context });
  const ranks = valuesOf(table, 'rank').map(numberOfCell);
  const cells = values.flatMap((value, row): readonly Cell[] => {
    const [atX, atY] = [x.positions[row]!, y.positions[row]!];
    if (value === null || atX >= mostPlaces || atY >= mostPlaces) return [];
    return [{ x: atX, y: atY, value, rank: ranks[row] ?? null, share: null }];
  });
  return {
    xs: x.places.slice(0, mostPlaces),
    ys: y.places.slice(0, mostPlaces),
    cells: withShares(cells, form.normalize_across ?? 'heatmap'),
    xColumn: xLabel ?? '',
    yColumn: yLabel ?? '',
    xLabel: verboseNames[xLabel ?? ''] ?? xLabel ?? '',
    yLabel: verboseNames[yLabel ?? ''] ?? yLabel ?? '',
    metric,
    isTimeAxis: findColumn(table, xLabel ?? '')?.type === 'temporal',
    blanks: values.filter((value) => value === null).length,
    limitReached: limitReachedOf(context),
    beyond: Math.max(0, x.places.length - mostPlaces) + Math.max(0, y.places.length - mostPlaces),
  };
}

interface AxisGiven {
  readonly table: ResultTable;
  readonly label: string;
  readonly sort: string | null;
  readonly values: readonly (number | null)[];
  readonly context: ModelContext<HeatmapForm>;
}

/** The places of an axis in their order, and at which of them each row stands. */
function axisOf({ table, label, sort, values, context }: AxisGiven) {
  const column = findColumn(table, label);
  const sums = new Map<CellValue, number>();
  const keys = valuesOf(table, label);
  keys.forEach((key, row) => {
    sums.set(key, (sums.get(key) ?? 0) + (values[row] ?? 0));
  });
  const sorted = sortKeys(sums, sort);
  const at = new Map(sorted.map((key, index) => [key, index]));
  const { form, locale } = context;
  const grain = label === (form.x_axis === null ? '' : columnLabel(form.x_axis)) ? form.time_grain_sqla : null;
  const style = { timeFormat: form.x_axis_time_format, locale, grain };
  return {
    places: sorted.map((key): Place => ({ key, name: nameOfCell(key, column, style) })),
    positions: keys.map((key) => at.get(key) ?? 0),
  };
}

/** As asked; else times and numbers by size and names by their letters. */
function sortKeys(sums: ReadonlyMap<CellValue, number>, sort: string | null): readonly CellValue[] {
  const keys = [...sums.keys()];
  const sign = sort?.endsWith('desc') ? -1 : 1;
  const sumOf = (key: CellValue) => sums.get(key) ?? 0;
  return sort?.startsWith('value')
    ? keys.sort((left, right) => sign * (sumOf(left) - sumOf(right)) || compareCells(left, right))
    : keys.sort((left, right) => sign * compareCells(left, right));
}

/** Shares of what has a sum: of negative values there are none. */
function withShares(cells: readonly Cell[], among: 'heatmap' | 'x' | 'y'): readonly Cell[] {
  if (cells.some(({ value }) => value < 0)) return cells;
  const keyOf = (cell: Cell) => (among === 'heatmap' ? 0 : cell[among]);
  const sums = new Map<number, number>();
  for (const cell of cells) sums.set(keyOf(cell), (sums.get(keyOf(cell)) ?? 0) + cell.value);
  return cells.map((cell) => {
    const sum = sums.get(keyOf(cell)) ?? 0;
    return { ...cell, share: sum === 0 ? null : cell.value / sum };
  });
}

export function undrawnOf(model: Matrix): Undrawn | null {
  const { cells, blanks, limitReached, beyond } = model;
  if (cells.length === 0 && blanks > 0) return noNumbers(blanks);
  const cut = missingRows(
    limitReached,
    msg('The limit of {{limit}} rows was reached: cells that did not come are empty here.'),
  );
  if (cut || beyond === 0) return cut;
  const text = msg('{{count}} columns and rows beyond the first {{most}} are not drawn.');
  return { isAll: false, title: { text, values: { count: beyond, most: mostPlaces } } };
}
