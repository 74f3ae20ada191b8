import type { CellValue, ColumnType, ResultColumn, ResultTable } from '@powerset/contract';
import type { ComparedColumn } from './figure-comparison.ts';

/** A column that both results have, or one of them. */
export interface PairedColumn extends ComparedColumn {
  readonly before: readonly CellValue[] | undefined;
  readonly after: readonly CellValue[] | undefined;
}

/** The first rows of a table, so many. */
export function firstRows(table: ResultTable, rows: number): ResultTable {
  if (table.rowCount <= rows) return table;
  const columns = table.columns.map((column) => ({ ...column, values: column.values.slice(0, rows) }));
  return { ...table, rowCount: rows, columns };
}

/**
 * The columns that name the rows of two results of which nothing else is known: texts, times and yes and no, and numbers
 * that are names, where no two rows share them; else all columns, and whole rows are compared.
 */
export function namingColumns(
  before: ResultTable,
  after: ResultTable,
  isName: (column: string) => boolean,
): readonly string[] {
  const others = new Set(after.columns.map(({ name }) => name));
  const common = before.columns.filter(({ name }) => others.has(name));
  const naming = common.filter(({ name, type }) => type !== 'number' || isName(name)).map(({ name }) => name);
  const isKey = [before, after].every((table) => namesEveryRow(table, naming));
  return isKey ? naming : common.map(({ name }) => name);
}

function namesEveryRow(table: ResultTable, names: readonly string[]): boolean {
  const columns = names.flatMap((name) => table.columns.find((column) => column.name === name) ?? []);
  const seen = new Set<string>();
  for (let row = 0; row < table.rowCount; row += 1) {
    const text = rowText(
      columns.map(({ values }) => values),
      row,
    );
    if (seen.has(text)) return false;
    seen.add(text);
  }
  return true;
}

/** Columns of both by their names, those of the newer result first. */
export function pairColumns(before: ResultTable, after: ResultTable, keys: readonly string[]): readonly PairedColumn[] {
  const naming = new Set([...keysOf(before, keys), ...keysOf(after, keys)]);
  const olds = byName(before);
  const news = byName(after);
  const names = [...new Set([...news.keys(), ...olds.keys()])];
  return names.map((name): PairedColumn => {
    const [old, next] = [olds.get(name), news.get(name)];
    const types = [old, next].flatMap((column) => (column ? [column.type] : []));
    return {
      name,
      type: typeOf(types),
      role: roleOf(naming.has(name), types),
      in: placeOf(old, next),
      before: old?.values,
      after: next?.values,
    };
  });
}

/** A result that has none of the columns that should name its rows is told apart by what is no number. */
function keysOf(table: ResultTable, keys: readonly string[]): readonly string[] {
  const known = table.columns.filter(({ name }) => keys.includes(name));
  const naming = known.length > 0 || table.rowCount < 2 ? known : table.columns.filter(({ type }) => type !== 'number');
  return naming.map(({ name }) => name);
}

/** Of several columns of one name the first: the others cannot be asked for. */
function byName(table: ResultTable): ReadonlyMap<string, ResultColumn> {
  const columns = new Map<string, ResultColumn>();
  for (const column of table.columns) if (!columns.has(column.name)) columns.set(column.name, column);
  return columns;
}

function roleOf(isKey: boolean, types: readonly ColumnType[]): ComparedColumn['role'] {
  if (isKey) return 'key';
  return types.every((type) => type === 'number') ? 'figure' : 'text';
}

const typeOf = ([first = 'string', ...others]: readonly ColumnType[]): ColumnType =>
  others.every((type) => type === first) ? first : 'string';

function placeOf(before: ResultColumn | undefined, after: ResultColumn | undefined): ComparedColumn['in'] {
  if (before && after) return 'both';
  return before ? 'before' : 'after';
}

/** The values of a row as one text, in which no two rows that differ are alike. */
export function rowText(columns: readonly (readonly CellValue[])[], row: number): string {
  return columns.map((values) => cellText(values[row] ?? null)).join('\u0000');
}

function cellText(value: CellValue): string {
  // A text may hold the sign between the parts, so its length is said.
  if (typeof value === 'string') return `s${value.length}:${value}`;
  if (value === null) return '_';
  // Numbers beyond those that a number holds are bigints, others of the same size are none: both say the same.
  return typeof value === 'boolean' ? `b${value}` : `n${value}`;
}
