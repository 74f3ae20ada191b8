import type { CellValue, ColumnType, ResultColumn, ResultTable } from '@powerset/contract';

/**
 * A column whose label has one or more levels: after a pivot the metric, then the values that were turned into columns.
 * A null level is one that a rename took away.
 */
export interface FrameColumn {
  readonly path: readonly (string | null)[];
  readonly type: ColumnType;
  readonly nativeType: string;
  readonly values: readonly CellValue[];
}

/** A result table between two steps: the rows' keys (after a pivot) apart from the values. */
export interface Frame {
  readonly index: readonly FrameColumn[];
  readonly columns: readonly FrameColumn[];
  readonly rowCount: number;
}

export function toFrame(table: ResultTable): Frame {
  const columns = table.columns.map(({ name, type, nativeType, values }) => ({
    path: [name],
    type,
    nativeType,
    values,
  }));
  return { index: [], columns, rowCount: table.rowCount };
}

const levelSeparator = ', ';

/** Joins the levels of a label; every comma inside a level is escaped by a backslash. */
export function joinLevels(path: readonly (string | null)[]): string {
  const levels = path.filter((level): level is string => level !== null);
  if (path.length === 1) return levels[0] ?? '';
  return levels.map((level) => level.replaceAll(',', '\\,')).join(levelSeparator);
}

export interface LabelledTable {
  readonly table: ResultTable;
  /** The levels of each label. */
  readonly labelMap: Readonly<Record<string, readonly string[]>>;
}

/** Index and columns side by side, levels joined. */
export function toTable(frame: Frame): LabelledTable {
  const all = [...frame.index, ...frame.columns];
  const columns = all.map(
    ({ path, type, nativeType, values }): ResultColumn => ({ name: joinLevels(path), type, nativeType, values }),
  );
  const labelMap = Object.fromEntries(
    all.map(({ path }) => [joinLevels(path), path.filter((level): level is string => level !== null)]),
  );
  return { table: { columns, rowCount: frame.rowCount }, labelMap };
}

/** A column of computed numbers. */
export function numberColumn(path: readonly (string | null)[], values: readonly (number | null)[]): FrameColumn {
  return { path, type: 'number', nativeType: 'DOUBLE', values };
}

/** A finite number, or null for what is not one. */
export function toNumber(value: CellValue | undefined): number | null {
  if (value === null || value === undefined || typeof value === 'boolean') return null;
  const number = Number(value);
  return Number.isFinite(number) && value !== '' ? number : null;
}

export function numbersOf(column: FrameColumn): readonly (number | null)[] {
  return column.values.map(toNumber);
}

/** How a value reads as a level of a label. */
export function levelText(value: CellValue, type: ColumnType): string | null {
  if (value === null) return null;
  const isTime = type === 'temporal' && typeof value === 'number' && Math.abs(value) <= 8.64e15;
  return isTime ? new Date(value).toISOString().slice(0, 19).replace('T', ' ') : String(value);
}

export interface RowGroups {
  /** For each row the number of its group, in the order in which groups first appear. */
  readonly ids: Int32Array;
  /** For each group its first row. */
  readonly firstRows: readonly number[];
}

/** Numbers the distinct combinations of values; nulls count as a value. */
export function groupRows(columns: readonly FrameColumn[], rowCount: number): RowGroups {
  let groups: RowGroups = { ids: new Int32Array(rowCount), firstRows: rowCount > 0 ? [0] : [] };
  for (const column of columns) groups = refine(groups, column.values, rowCount);
  return groups;
}

function refine(groups: RowGroups, values: readonly CellValue[], rowCount: number): RowGroups {
  const codes = new Map<CellValue, number>();
  const combined = new Map<number, number>();
  const ids = new Int32Array(rowCount);
  const firstRows: number[] = [];
  const stride = Math.max(groups.firstRows.length, 1);
  for (let row = 0; row < rowCount; row += 1) {
    const value = values[row] ?? null;
    let code = codes.get(value);
    if (code === undefined) {
      code = codes.size;
      codes.set(value, code);
    }
    const key = code * stride + groups.ids[row]!;
    let id = combined.get(key);
    if (id === undefined) {
      id = combined.size;
      combined.set(key, id);
      firstRows.push(row);
    }
    ids[row] = id;
  }
  return { ids, firstRows };
}

/** The numbers of the groups in the order of their values, as `compareCells` has it. */
export function orderGroups(columns: readonly FrameColumn[], groups: RowGroups): readonly number[] {
  const order = groups.firstRows.map((_, group) => group);
  return order.sort((left, right) => compareRows(columns, groups.firstRows[left]!, groups.firstRows[right]!));
}

function compareRows(columns: readonly FrameColumn[], left: number, right: number): number {
  for (const { values } of columns) {
    const result = compareCells(values[left] ?? null, values[right] ?? null);
    if (result !== 0) return result;
  }
  return 0;
}

export interface KeyedRows {
  /** One row for each group, with what its rows have in common. */
  readonly keys: readonly FrameColumn[];
  readonly rows: readonly (readonly number[])[];
}

/** The rows of each distinct key, in the order of the keys; without keys all rows are one group. */
export function rowsByKey(keys: readonly FrameColumn[], rowCount: number): KeyedRows {
  if (keys.length === 0) return { keys: [], rows: [Array.from({ length: rowCount }, (_, row) => row)] };
  const groups = groupRows(keys, rowCount);
  const order = orderGroups(keys, groups);
  const rows = rowsByGroup(groups);
  const firstRows = order.map((group) => groups.firstRows[group]!);
  return { keys: pickColumns(keys, firstRows), rows: order.map((group) => rows[group]!) };
}

/** The rows of each group. */
export function rowsByGroup(groups: RowGroups): readonly (readonly number[])[] {
  const rows: number[][] = groups.firstRows.map(() => []);
  groups.ids.forEach((id, row) => {
    rows[id]!.push(row);
  });
  return rows;
}

/** Orders values: numbers by size, text by its characters, nulls last. */
export function compareCells(left: CellValue, right: CellValue): number {
  if (left === right) return 0;
  if (left === null) return 1;
  if (right === null) return -1;
  const isText = typeof left === 'string' || typeof right === 'string';
  if (isText) return String(left) < String(right) ? -1 : 1;
  if (left < right) return -1;
  return left > right ? 1 : 0;
}

function pick(column: FrameColumn, rows: readonly number[]): FrameColumn {
  return { ...column, values: rows.map((row) => column.values[row] ?? null) };
}

/** The frame with these rows, in this order. */
export function takeRows(frame: Frame, rows: readonly number[]): Frame {
  return {
    index: frame.index.map((column) => pick(column, rows)),
    columns: frame.columns.map((column) => pick(column, rows)),
    rowCount: rows.length,
  };
}

/** The columns of that rows' numbers. */
export function pickColumns(columns: readonly FrameColumn[], rows: readonly number[]): readonly FrameColumn[] {
  return columns.map((column) => pick(column, rows));
}
