import type { CellValue } from '@powerset/contract';
import { QueryError } from '../errors.ts';
import { sum } from './aggregators.ts';
import {
  type Frame,
  type FrameColumn,
  groupRows,
  joinLevels,
  numberColumn,
  numbersOf,
  rowsByGroup,
  toNumber,
} from './frame.ts';
import {
  booleanOption,
  findColumns,
  findOne,
  invalidOption,
  isRecord,
  listOption,
  numberOption,
  type Options,
  putColumns,
  requiredText,
  textOption,
} from './options.ts';

const comparisons: Readonly<Record<string, (source: number, other: number) => number>> = {
  difference: (source, other) => source - other,
  percentage: (source, other) => (source - other) / other,
  ratio: (source, other) => source / other,
};

/** Compares pairs of columns; the result is named `{type}__{source}__{compare}`. */
export function compare(frame: Frame, options: Options): Frame {
  const sources = listOption(options, 'source_columns');
  const others = listOption(options, 'compare_columns');
  const type = textOption(options, 'compare_type') ?? '';
  const combine = Object.hasOwn(comparisons, type) ? comparisons[type]! : undefined;
  if (sources.length !== others.length || sources.length === 0) {
    throw new QueryError('`compare_columns` must have the same length as `source_columns`.', 'post_processing');
  }
  if (!combine) throw new QueryError('`compare_type` must be `difference`, `percentage` or `ratio`', 'post_processing');
  const precision = numberOption(options, 'precision', 4);
  const results = sources.flatMap((source, position) => {
    const other = others[position]!;
    return findColumns(frame, source).map((column) => {
      const path = [`${type}__${source}__${other}`, ...column.path.slice(1)];
      const right = numbersOf(counterpart(findColumns(frame, other), column));
      return numberColumn(
        path,
        numbersOf(column).map((value, row) => rounded(value, right[row] ?? null, { combine, precision })),
      );
    });
  });
  if (!booleanOption(options, 'drop_original_columns', false)) return putColumns(frame, results);
  const dropped = new Set([...sources, ...others].flatMap((name) => findColumns(frame, name)));
  return { ...frame, columns: [...frame.columns.filter((column) => !dropped.has(column)), ...results] };
}

function counterpart(columns: readonly FrameColumn[], column: FrameColumn): FrameColumn {
  const series = JSON.stringify(column.path.slice(1));
  const found = columns.find((candidate) => JSON.stringify(candidate.path.slice(1)) === series);
  return found ?? { ...column, values: column.values.map(() => null) };
}

interface Rounding {
  readonly combine: (source: number, other: number) => number;
  readonly precision: number;
}

function rounded(source: number | null, other: number | null, { combine, precision }: Rounding): number | null {
  if (source === null || other === null) return null;
  const result = combine(source, other);
  return Number.isFinite(result) ? roundHalfToEven(result, Math.min(Math.max(precision, 0), 100)) : null;
}

// As data frames round: a half goes to the even neighbour.
function roundHalfToEven(value: number, digits: number): number {
  const factor = 10 ** digits;
  const scaled = value * factor;
  if (!Number.isFinite(scaled)) return value;
  const below = Math.floor(scaled);
  const isHalf = scaled - below === 0.5;
  return (isHalf && below % 2 === 0 ? below : Math.round(scaled)) / factor;
}

/** Each cell as a share of its row's or its column's total; null is 0 of a column and no part of a row. */
export function contribution(frame: Frame, options: Options): Frame {
  const orientation = textOption(options, 'orientation') ?? 'column';
  if (orientation !== 'row' && orientation !== 'column') throw invalidOption('orientation', 'must be row or column');
  const names = listOption(options, 'columns');
  const targets = listOption(options, 'rename_columns');
  if (targets.length > 0 && targets.length !== (names.length || numberColumns(frame).length)) {
    throw new QueryError(
      '`rename_columns` must have the same length as `columns` + `time_shift_columns`.',
      'post_processing',
    );
  }
  const columns =
    names.length > 0 ? names.flatMap((name) => numericOnly(findColumns(frame, name))) : numberColumns(frame);
  const totals =
    orientation === 'row'
      ? rowTotals(frame, columns, listOption(options, 'time_shifts'))
      : columnTotals(columns, options.contribution_totals);
  const ofNull = orientation === 'row' ? null : 0;
  const shares = columns.map((column, position) => {
    const path = targets[position] === undefined ? column.path : [targets[position], ...column.path.slice(1)];
    return numberColumn(
      path,
      numbersOf(column).map((value, row) => share(value ?? ofNull, totals(column, row))),
    );
  });
  return putColumns(frame, shares);
}

function numberColumns(frame: Frame): readonly FrameColumn[] {
  return frame.columns.filter((column) => column.type === 'number');
}

function numericOnly(columns: readonly FrameColumn[]): readonly FrameColumn[] {
  const wrong = columns.find((column) => column.type !== 'number');
  if (!wrong) return columns;
  throw new QueryError(
    `Column "${joinLevels(wrong.path)}" is not numeric or does not exists in the query results.`,
    'post_processing',
  );
}

type Totals = (column: FrameColumn, row: number) => number;

// Totals that came with the query are of all rows, also of those that a limit left out; without one there is no share.
function columnTotals(columns: readonly FrameColumn[], given: unknown): Totals {
  if (isRecord(given) && Object.keys(given).length > 0) {
    return (column) => toNumber(given[joinLevels(column.path)] as CellValue) || Number.POSITIVE_INFINITY;
  }
  const totals = new Map(columns.map((column) => [column, sum(numbersOf(column).map((value) => value ?? 0))]));
  return (column) => totals.get(column) ?? 0;
}

// Columns of each time shift are shares of that shift's own total.
function rowTotals(frame: Frame, columns: readonly FrameColumn[], shifts: readonly string[]): Totals {
  const shiftOf = (column: FrameColumn): string => shifts.find((shift) => column.path[0]?.endsWith(shift)) ?? '';
  const groups = new Map<string, number[]>();
  for (const column of columns) {
    const totals = groups.get(shiftOf(column)) ?? new Array<number>(frame.rowCount).fill(0);
    numbersOf(column).forEach((value, row) => {
      totals[row] = (totals[row] ?? 0) + (value ?? 0);
    });
    groups.set(shiftOf(column), totals);
  }
  return (column, row) => groups.get(shiftOf(column))?.[row] ?? 0;
}

function share(value: number | null, total: number): number | null {
  return value === null || total === 0 ? null : value / total;
}

/** Adds `rank`: each row's place among the rows (of its group), as a share of their number; equals share their places. */
export function rank(frame: Frame, options: Options): Frame {
  const numbers = numbersOf(findOne(frame, requiredText(options, 'metric')));
  const group = textOption(options, 'group_by');
  const groups = groupRows(group ? [findOne(frame, group)] : [], frame.rowCount);
  const ranks = new Array<number | null>(frame.rowCount).fill(null);
  for (const rows of rowsByGroup(groups)) rankRows(rows, numbers, ranks);
  return putColumns(frame, [numberColumn(['rank'], ranks)]);
}

function rankRows(rows: readonly number[], numbers: readonly (number | null)[], ranks: (number | null)[]): void {
  const present = rows.filter((row) => numbers[row] !== null).sort((left, right) => numbers[left]! - numbers[right]!);
  let start = 0;
  while (start < present.length) {
    let end = start + 1;
    while (end < present.length && numbers[present[end]!] === numbers[present[start]!]) end += 1;
    const place = (start + 1 + end) / 2 / present.length;
    for (const row of present.slice(start, end)) ranks[row] = place;
    start = end;
  }
}
