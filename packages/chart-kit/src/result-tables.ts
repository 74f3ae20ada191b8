import type { CellValue, ResultColumn, ResultTable } from '@powerset/contract';
import { joinSeriesLabel } from './series-labels.ts';
import { formatTime } from './time-formats.ts';

const emptyTable: ResultTable = { columns: [], rowCount: 0 };

/** The column of a name, if the table has it. */
export function findColumn(table: ResultTable, name: string): ResultColumn | undefined {
  return table.columns.find((column) => column.name === name);
}

/** A column's values; all null when the table lacks it. */
export function valuesOf(table: ResultTable, name: string): readonly CellValue[] {
  return findColumn(table, name)?.values ?? Array.from({ length: table.rowCount }, () => null);
}

/** A cell as a number for drawing; text that is a number counts, nothing else does. */
export function numberOfCell(value: CellValue | undefined): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** How null is written where a category is shown. */
export const nullLabel = '<NULL>';

/** How text without a letter is written there. */
export const emptyLabel = '<empty string>';

/** A cell as a category's name. */
export function labelOfCell(
  value: CellValue | undefined,
  column?: { readonly type: string },
  timeFormat = 'smart_date',
): string {
  if (value === null || value === undefined) return nullLabel;
  if (value === '') return emptyLabel;
  if (column?.type === 'temporal' && typeof value === 'number') return formatTime(timeFormat, value);
  return String(value);
}

/** Walks rows one at a time without building them all; each row is a new object. */
export function* rowsOf(table: ResultTable): Generator<Readonly<Record<string, CellValue>>> {
  for (let index = 0; index < table.rowCount; index += 1) yield rowAt(table, index);
}

/** One row as an object. */
function rowAt(table: ResultTable, index: number): Readonly<Record<string, CellValue>> {
  return Object.fromEntries(table.columns.map((column) => [column.name, column.values[index] ?? null]));
}

/** A table from rows; types are guessed from the first value, `temporal` names win. For tests, examples and small tools. */
export function tableFromRows(
  rows: readonly Readonly<Record<string, CellValue>>[],
  temporal: readonly string[] = [],
): ResultTable {
  const names = Object.keys(rows[0] ?? {});
  return {
    rowCount: rows.length,
    columns: names.map((name) => {
      const values = rows.map((row) => row[name] ?? null);
      const type = temporal.includes(name) ? 'temporal' : guessType(values.find((value) => value !== null));
      return { name, type, nativeType: nativeTypes[type], values };
    }),
  };
}

const nativeTypes = { number: 'DOUBLE', string: 'VARCHAR', temporal: 'TIMESTAMP', boolean: 'BOOLEAN' } as const;

function guessType(value: CellValue | undefined): ResultColumn['type'] {
  if (typeof value === 'number' || typeof value === 'bigint') return 'number';
  return typeof value === 'boolean' ? 'boolean' : 'string';
}

/**
 * Turns one row per point and series into one column per series: `index` stays, each pair of metric and group becomes a
 * column named like the server's flattened pivot. Missing points are null; doubles keep their last value.
 */
export function pivotTable(
  table: ResultTable,
  shape: {
    readonly index: string;
    readonly groups: readonly string[];
    readonly metrics: readonly string[];
    readonly hasMetricNames: boolean;
  },
): ResultTable {
  const indexColumn = findColumn(table, shape.index);
  if (!indexColumn) return emptyTable;
  const positions = new Map<CellValue, number>();
  for (const value of indexColumn.values) if (!positions.has(value)) positions.set(value, positions.size);
  const series = new Map<string, CellValue[]>();
  const groups = shape.groups.map((name) => findColumn(table, name));
  for (const metric of shape.metrics) {
    const cells = valuesOf(table, metric);
    cells.forEach((cell, row) => {
      const parts = groups.map((column) => labelOfCell(column?.values[row], column));
      const name = joinSeriesLabel(shape.hasMetricNames || parts.length === 0 ? [metric, ...parts] : parts);
      const values = series.get(name) ?? new Array<CellValue>(positions.size).fill(null);
      values[positions.get(indexColumn.values[row]!) ?? 0] = cell;
      series.set(name, values);
    });
  }
  const wide = [...series].map(
    ([name, values]): ResultColumn => ({ name, type: 'number', nativeType: 'DOUBLE', values }),
  );
  return { rowCount: positions.size, columns: [{ ...indexColumn, values: [...positions.keys()] }, ...wide] };
}

/** The time range of an answer, as the server resolved it (epoch milliseconds), where it has both ends. */
export function timeBoundsOf(
  answer: { readonly from_dttm: number | null; readonly to_dttm: number | null } | undefined,
): readonly [number, number] | undefined {
  const { from_dttm: from = null, to_dttm: to = null } = answer ?? {};
  return from === null || to === null ? undefined : [from, to];
}
