import { findAggregator } from './aggregators.ts';
import { type Frame, type FrameColumn, joinLevels, rowsByKey } from './frame.ts';
import { findOne, invalidOption, isRecord, listOption, type Options, recordOption } from './options.ts';

export interface NamedAggregate {
  readonly name: string;
  readonly column: FrameColumn;
  readonly compute: (rows: readonly number[]) => FrameColumn['values'][number];
}

/** Reads `{name: {operator, column, options}}`; the column defaults to the name. */
export function readAggregates(frame: Frame, options: Options): readonly NamedAggregate[] {
  return Object.entries(recordOption(options, 'aggregates')).map(([name, description]) => {
    if (!isRecord(description)) throw invalidOption('aggregates', 'must describe each aggregate by an object');
    const column = findOne(frame, typeof description.column === 'string' ? description.column : name);
    const aggregate = findAggregator(description);
    const own = recordOption(description, 'options');
    const compute = (rows: readonly number[]) =>
      aggregate(
        rows.map((row) => column.values[row] ?? null),
        own,
      );
    return { name, column, compute };
  });
}

/** The column of an aggregate's values. */
export function aggregateColumn(
  aggregate: NamedAggregate,
  values: FrameColumn['values'],
  path: readonly (string | null)[],
): FrameColumn {
  const isNumber = values.every((value) => value === null || typeof value === 'number' || typeof value === 'bigint');
  const type = isNumber && aggregate.column.type !== 'temporal' ? 'number' : aggregate.column.type;
  const nativeType = type === aggregate.column.type ? aggregate.column.nativeType : 'DOUBLE';
  return { path, type, nativeType, values };
}

/** Groups rows and aggregates columns, in the order of the groups; without groups the whole frame becomes one row. */
export function aggregate(frame: Frame, options: Options): Frame {
  const groupby = listOption(options, 'groupby').map((name) => findOne(frame, name));
  const { keys, rows } = rowsByKey(groupby, frame.rowCount);
  const columns = readAggregates(frame, options).map((each) =>
    aggregateColumn(each, rows.map(each.compute), [each.name]),
  );
  return {
    index: [],
    columns: [...keys.map((column) => ({ ...column, path: [joinLevels(column.path)] })), ...columns],
    rowCount: rows.length,
  };
}
