import type { CellValue } from '@powerset/contract';
import { aggregateColumn, type NamedAggregate, readAggregates } from './aggregate.ts';
import {
  compareCells,
  type Frame,
  type FrameColumn,
  groupRows,
  levelText,
  orderGroups,
  pickColumns,
  type RowGroups,
} from './frame.ts';
import { booleanOption, findOne, invalidOption, listOption, type Options, textOption } from './options.ts';

interface Axis {
  readonly groups: RowGroups;
  /** Numbers of the groups in the order in which they stand. */
  readonly order: readonly number[];
  readonly columns: readonly FrameColumn[];
}

/** Turns rows into a grid: index values down, values of `columns` across under each aggregate. */
export function pivot(frame: Frame, options: Options): Frame {
  const indexNames = listOption(options, 'index');
  const aggregates = readAggregates(frame, options);
  if (indexNames.length === 0) throw invalidOption('index', 'must name at least one column');
  if (aggregates.length === 0) throw invalidOption('aggregates', 'must hold at least one aggregate');
  const down = toAxis(
    frame,
    indexNames.map((name) => findOne(frame, name)),
  );
  const across = toAxis(
    frame,
    listOption(options, 'columns').map((name) => filled(findOne(frame, name), options)),
  );
  const cells = collectCells(down, across, frame.rowCount);
  const grid = aggregates.flatMap((each) =>
    across.order.map((group) => gridColumn(each, { down, across, cells, group, options })),
  );
  const present = booleanOption(options, 'drop_missing_columns', true) ? grid.filter(hasValue) : grid;
  const margins = marginsOf({ aggregates, down, across, frame, options });
  const columns = [...present, ...margins.columns];
  const result: Frame = {
    index: pickColumns(
      down.columns,
      down.order.map((group) => down.groups.firstRows[group]!),
    ),
    columns: booleanOption(options, 'combine_value_with_metric', false) ? metricLast(columns) : columns,
    rowCount: down.order.length,
  };
  return margins.appendRow(withoutNullTimes(result));
}

function filled(column: FrameColumn, options: Options): FrameColumn {
  const text = textOption(options, 'column_fill_value') ?? '<NULL>';
  return { ...column, values: column.values.map((value) => levelText(value, column.type) ?? text) };
}

function toAxis(frame: Frame, columns: readonly FrameColumn[]): Axis {
  const groups = groupRows(columns, frame.rowCount);
  return { groups, order: orderGroups(columns, groups), columns };
}

type Cells = ReadonlyMap<number, readonly number[]>;

function collectCells(down: Axis, across: Axis, rowCount: number): Cells {
  const cells = new Map<number, number[]>();
  const width = Math.max(across.groups.firstRows.length, 1);
  for (let row = 0; row < rowCount; row += 1) {
    const key = down.groups.ids[row]! * width + across.groups.ids[row]!;
    const rows = cells.get(key);
    if (rows) rows.push(row);
    else cells.set(key, [row]);
  }
  return cells;
}

interface Grid {
  readonly down: Axis;
  readonly across: Axis;
  readonly cells: Cells;
  readonly group: number;
  readonly options: Options;
}

function gridColumn(aggregate: NamedAggregate, grid: Grid): FrameColumn {
  const { down, across, cells, group } = grid;
  const width = Math.max(across.groups.firstRows.length, 1);
  const values = down.order.map((rowGroup) => {
    const rows = cells.get(rowGroup * width + group);
    return (rows ? aggregate.compute(rows) : null) ?? fillValue(grid.options);
  });
  const levels = across.columns.map((column) => String(column.values[across.groups.firstRows[group]!]));
  return aggregateColumn(aggregate, values, [aggregate.name, ...levels]);
}

function fillValue(options: Options): CellValue {
  const value = options.metric_fill_value;
  return typeof value === 'number' || typeof value === 'string' ? value : null;
}

function hasValue(column: FrameColumn): boolean {
  return column.values.length === 0 || column.values.some((value) => value !== null);
}

function metricLast(columns: readonly FrameColumn[]): readonly FrameColumn[] {
  const moved = columns.map((column) => ({ ...column, path: [...column.path.slice(1), column.path[0] ?? null] }));
  return moved.sort((left, right) => compareLevels(left.path, right.path));
}

function compareLevels(left: readonly (string | null)[], right: readonly (string | null)[]): number {
  const differing = left.findIndex((level, index) => level !== right[index] && index < left.length - 1);
  return differing < 0 ? 0 : compareCells(left[differing] ?? null, right[differing] ?? null);
}

// A row without a time has no place on a time axis.
function withoutNullTimes(frame: Frame): Frame {
  const times = frame.index.filter((column) => column.type === 'temporal');
  const rows = Array.from({ length: frame.rowCount }, (_, row) => row).filter((row) =>
    times.every((column) => column.values[row] !== null),
  );
  if (rows.length === frame.rowCount) return frame;
  return { index: pickColumns(frame.index, rows), columns: pickColumns(frame.columns, rows), rowCount: rows.length };
}

interface Margins {
  readonly columns: readonly FrameColumn[];
  readonly appendRow: (frame: Frame) => Frame;
}

interface MarginsInput {
  readonly aggregates: readonly NamedAggregate[];
  readonly down: Axis;
  readonly across: Axis;
  readonly frame: Frame;
  readonly options: Options;
}

function marginsOf(input: MarginsInput): Margins {
  const { aggregates, down, across, options } = input;
  if (!booleanOption(options, 'marginal_distributions', false)) return { columns: [], appendRow: (frame) => frame };
  const name = textOption(options, 'marginal_distribution_name') ?? 'All';
  const rowsWhere = (matches: (row: number) => boolean): readonly number[] =>
    Array.from({ length: input.frame.rowCount }, (_, row) => row).filter(matches);
  const columns =
    across.columns.length === 0
      ? []
      : aggregates.map((each) => {
          const values = down.order.map((group) => each.compute(rowsWhere((row) => down.groups.ids[row] === group)));
          return aggregateColumn(each, values, [each.name, name, ...across.columns.slice(1).map(() => '')]);
        });
  const totalOf = (column: FrameColumn): CellValue => {
    const each = aggregates.find((candidate) => column.path.includes(candidate.name));
    const levels = across.columns.length === 0 ? [] : column.path.filter((level) => level !== each?.name);
    const isMargin = levels[0] === name || across.columns.length === 0;
    return each?.compute(rowsWhere((row) => isMargin || isInGroup(across, row, levels))) ?? null;
  };
  const appendRow = (frame: Frame): Frame => ({
    index: frame.index.map((column, position) => ({
      ...column,
      type: 'string',
      values: [...column.values.map((value) => levelText(value, column.type)), position === 0 ? name : ''],
    })),
    columns: frame.columns.map((column) => ({ ...column, values: [...column.values, totalOf(column)] })),
    rowCount: frame.rowCount + 1,
  });
  return { columns, appendRow };
}

function isInGroup(across: Axis, row: number, levels: readonly (string | null)[]): boolean {
  return across.columns.every((column, position) => String(column.values[row]) === levels[position]);
}
