import { compareCells, type Frame, type FrameColumn, joinLevels, takeRows } from './frame.ts';
import {
  booleanOption,
  findOne,
  invalidOption,
  listOption,
  missingColumns,
  namesOption,
  numberOption,
  type Options,
} from './options.ts';

/** Joins the levels of labels into one, and puts the index back among the columns. */
export function flatten(frame: Frame, options: Options): Frame {
  const dropped = new Set(droppedLevels(options));
  const columns = frame.columns.map((column) => {
    const kept = column.path.filter((_, level) => !dropped.has(level));
    return { ...column, path: [joinLevels(column.path.length > 1 && kept.length === 1 ? [kept[0]!] : kept)] };
  });
  const index = frame.index.map((column) => ({ ...column, path: [joinLevels(column.path)] }));
  return booleanOption(options, 'reset_index', true)
    ? { index: [], columns: [...index, ...columns], rowCount: frame.rowCount }
    : { ...frame, index, columns };
}

function droppedLevels(options: Options): readonly number[] {
  const levels = options.drop_levels;
  if (levels === undefined || levels === null) return [];
  if (!Array.isArray(levels) || levels.some((level) => !Number.isInteger(level))) {
    throw invalidOption('drop_levels', 'must be a list of level numbers');
  }
  return levels;
}

/** Renames columns, or one level of their labels; a name of null takes the level away. */
export function rename(frame: Frame, options: Options): Frame {
  const names = new Map(namesOption(options, 'columns'));
  if (names.size === 0) return frame;
  const level = numberOption(options, 'level', 0);
  const known = new Set([...frame.index, ...frame.columns].map((column) => column.path[level] ?? ''));
  if ([...names.keys()].some((name) => !known.has(name))) throw missingColumns();
  const change = (column: FrameColumn): FrameColumn => {
    const own = column.path[level] ?? null;
    if (own === null || !names.has(own)) return column;
    return { ...column, path: column.path.map((part, at) => (at === level ? (names.get(own) ?? null) : part)) };
  };
  return { ...frame, index: frame.index.map(change), columns: frame.columns.map(change) };
}

interface SortKey {
  readonly column: FrameColumn;
  readonly isAscending: boolean;
}

/** Sorts rows by columns or by the index; equal rows keep their order, nulls stand last. */
export function sort(frame: Frame, options: Options): Frame {
  const keys = sortKeys(frame, options);
  const rows = Array.from({ length: frame.rowCount }, (_, row) => row);
  rows.sort((left, right) => compareByKeys(keys, left, right));
  return takeRows(frame, rows);
}

function sortKeys(frame: Frame, options: Options): readonly SortKey[] {
  const { ascending } = options;
  if (options.is_sort_index === true) {
    return frame.index.map((column) => ({ column, isAscending: ascending !== false }));
  }
  if (options.columns !== undefined && options.by === undefined) return oldSortKeys(frame, options.columns);
  return listOption(options, 'by').map((name, position) => {
    const own: unknown = Array.isArray(ascending) ? ascending[position] : ascending;
    return { column: inOrder(findOne(frame, name), options.order), isAscending: own !== false };
  });
}

/** Ours: values by their places in a list, others after them. */
function inOrder(column: FrameColumn, order: unknown): FrameColumn {
  if (!Array.isArray(order)) return column;
  const places = new Map<unknown, number>(order.map((value, place) => [value, place]));
  return { ...column, type: 'number', values: column.values.map((value) => places.get(value) ?? null) };
}

function oldSortKeys(frame: Frame, columns: unknown): readonly SortKey[] {
  if (typeof columns !== 'object' || columns === null) throw invalidOption('columns', 'must be an object');
  return Object.entries(columns).map(([name, isAscending]) => ({
    column: findOne(frame, name),
    isAscending: isAscending !== false,
  }));
}

function compareByKeys(keys: readonly SortKey[], left: number, right: number): number {
  for (const { column, isAscending } of keys) {
    const first = column.values[left] ?? null;
    const second = column.values[right] ?? null;
    const result = compareCells(first, second);
    const isAboutNull = first === null || second === null;
    if (result !== 0) return isAscending || isAboutNull ? result : -result;
  }
  return 0;
}

/** Keeps some columns, or all but some, under new names. */
export function select(frame: Frame, options: Options): Frame {
  const excluded = new Set(listOption(options, 'exclude'));
  const names = options.columns === undefined || options.columns === null ? null : listOption(options, 'columns');
  const renamed = new Map(namesOption(options, 'rename'));
  const chosen = names ? names.map((name) => findOne(frame, name)) : frame.columns;
  for (const name of [...excluded, ...renamed.keys()]) findOne(frame, name);
  const columns = chosen
    .filter((column) => !excluded.has(joinLevels(column.path)))
    .map((column) => {
      const name = renamed.get(joinLevels(column.path));
      return name === undefined || name === null ? column : { ...column, path: [name] };
    });
  return { ...frame, columns };
}
