import { isAscii } from 'node:buffer';
import type { CellValue, ResultColumn, ResultTable } from '@powerset/contract';
import type { ColumnHeader, PackedBatch, PackedColumn, PackedTable } from './packed-table.ts';

/** Collects the batches of one result into a table. */
export class TableBuilder {
  private readonly columns: CellValue[][] = [];
  private rowCount = 0;

  add(batch: PackedBatch): void {
    for (const [index, packed] of batch.columns.entries()) {
      this.columns[index] ??= [];
      appendValues(this.columns[index], packed, batch.rowCount);
    }
    this.rowCount += batch.rowCount;
  }

  build(headers: readonly ColumnHeader[], isExact: boolean, limit = this.rowCount): ResultTable {
    const isCut = limit < this.rowCount;
    const columns: ResultColumn[] = headers.map((header, index) => {
      const values = this.columns[index] ?? [];
      return { ...header, values: isCut ? values.slice(0, limit) : values };
    });
    return { columns, rowCount: Math.min(limit, this.rowCount), ...(isExact ? { isExact: true } : {}) };
  }
}

/** The values of a packed table, for whoever computes with them. */
export function unpackTable({ columns, batches, isExact }: PackedTable): ResultTable {
  const builder = new TableBuilder();
  for (const batch of batches) builder.add(batch);
  return builder.build(columns, isExact ?? false);
}

/** The values of one column of one batch. */
export function unpackColumn(packed: PackedColumn, rowCount: number): readonly CellValue[] {
  const values: CellValue[] = [];
  appendValues(values, packed, rowCount);
  return values;
}

function appendValues(target: CellValue[], packed: PackedColumn, rowCount: number): void {
  if (packed.kind === 'values') {
    for (const value of packed.values) target.push(value);
    return;
  }
  if (packed.kind === 'text') {
    appendTexts(target, packed);
    return;
  }
  const { nulls } = packed;
  for (let row = 0; row < rowCount; row++) target.push(nulls?.[row] ? null : valueAt(packed, row));
}

function valueAt(packed: Exclude<PackedColumn, { kind: 'values' | 'text' }>, row: number): CellValue {
  if (packed.kind === 'numbers') return packed.values[row]!;
  return packed.kind === 'booleans' ? packed.values[row] === 1 : packed.words[packed.codes[row]!]!;
}

/** Plain ASCII is decoded once for the batch and cut; anything else value by value. */
function appendTexts(target: CellValue[], { bytes, ends, nulls }: Extract<PackedColumn, { kind: 'text' }>): void {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const whole = isAscii(buffer) ? buffer.toString('latin1') : null;
  let start = 0;
  for (let row = 0; row < ends.length; row++) {
    const end = ends[row]!;
    if (nulls?.[row]) target.push(null);
    else target.push(whole === null ? buffer.toString('utf8', start, end) : whole.slice(start, end));
    start = end;
  }
}
