import type { PackedBatch, PackedColumn } from './packed-table.ts';

/**
 * The rows of batches as one batch, copied into memory of their own; undefined where a column of theirs is not of one kind
 * throughout, or holds values that are no memory.
 */
export function joinBatches(batches: readonly PackedBatch[]): PackedBatch | undefined {
  const [first] = batches;
  if (!first || batches.length === 1) return first;
  const rowCount = batches.reduce((sum, batch) => sum + batch.rowCount, 0);
  const columns: PackedColumn[] = [];
  for (let index = 0; index < first.columns.length; index++) {
    const parts = batches.map((batch) => ({ column: batch.columns[index]!, rowCount: batch.rowCount }));
    const joined = joinColumn(parts, rowCount);
    if (!joined) return undefined;
    columns.push(joined);
  }
  return { rowCount, columns };
}

interface Part {
  readonly column: PackedColumn;
  readonly rowCount: number;
}

function joinColumn(parts: readonly Part[], rowCount: number): PackedColumn | undefined {
  const columns = parts.map(({ column }) => column);
  const nulls = joinNulls(parts, rowCount);
  if (columns.every((column) => column.kind === 'numbers'))
    return { kind: 'numbers', nulls, values: joinMemory(new Float64Array(rowCount), columns) };
  if (columns.every((column) => column.kind === 'booleans'))
    return { kind: 'booleans', nulls, values: joinMemory(new Uint8Array(rowCount), columns) };
  return columns.every((column) => column.kind === 'text') ? { ...joinTexts(columns, rowCount), nulls } : undefined;
}

function joinMemory<Values extends Float64Array | Uint8Array>(
  joined: Values,
  columns: readonly { readonly values: Values }[],
): Values {
  let row = 0;
  for (const { values } of columns) {
    joined.set(values, row);
    row += values.length;
  }
  return joined;
}

type Texts = Extract<PackedColumn, { kind: 'text' }>;

function joinTexts(columns: readonly Texts[], rowCount: number): Omit<Texts, 'nulls'> {
  const bytes = new Uint8Array(columns.reduce((sum, column) => sum + column.bytes.length, 0));
  const ends = new Uint32Array(rowCount);
  let [row, start] = [0, 0];
  for (const column of columns) {
    bytes.set(column.bytes, start);
    for (let at = 0; at < column.ends.length; at++) ends[row + at] = start + column.ends[at]!;
    row += column.ends.length;
    start += column.bytes.length;
  }
  return { kind: 'text', bytes, ends };
}

function joinNulls(parts: readonly Part[], rowCount: number): Uint8Array | null {
  let joined: Uint8Array | null = null;
  let row = 0;
  for (const { column, rowCount: rows } of parts) {
    if (column.kind !== 'values' && column.nulls) {
      joined ??= new Uint8Array(rowCount);
      joined.set(column.nulls, row);
    }
    row += rows;
  }
  return joined;
}
