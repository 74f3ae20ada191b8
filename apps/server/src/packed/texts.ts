import type { PackedColumn } from './packed-table.ts';

export type PackedText = Pick<Extract<PackedColumn, { kind: 'text' }>, 'bytes' | 'ends' | 'nulls'>;

/** The values of a column as texts, one after the other. */
export function textOf(column: PackedColumn, rowCount: number): PackedText {
  if (column.kind === 'text') return column;
  const valueAt = byteReader(column);
  const nulls = new Uint8Array(rowCount);
  const ends = new Uint32Array(rowCount);
  const parts: Buffer[] = [];
  let end = 0;
  for (let row = 0; row < rowCount; row++) {
    const value = valueAt(row);
    if (value === null) nulls[row] = 1;
    else {
      end += value.length;
      parts.push(value);
    }
    ends[row] = end;
  }
  return { bytes: Buffer.concat(parts), ends, nulls };
}

function byteReader(column: Exclude<PackedColumn, { kind: 'text' }>): (row: number) => Buffer | null {
  if (column.kind === 'words') {
    const { codes, words, nulls } = column;
    // Each word once: a batch has few of them, many times.
    const encoded: (Buffer | undefined)[] = [];
    const encode = (code: number) => {
      encoded[code] ??= Buffer.from(words[code] ?? '');
      return encoded[code];
    };
    return (row) => (nulls?.[row] ? null : encode(codes[row]!));
  }
  const { values } = column;
  const nulls = column.kind === 'values' ? null : column.nulls;
  return (row) => {
    const value = values[row] ?? null;
    return value === null || nulls?.[row] ? null : Buffer.from(String(value));
  };
}
