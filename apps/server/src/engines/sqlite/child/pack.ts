import type { PackedColumn, PackedTable } from '../../../packed/index.ts';
import { type ColumnFacts, type RawValue, toMillis, toNumber, toText } from '../values.ts';
import type { ReadRows } from './rows.ts';

/** Rows as they go to the server: in typed memory, which is no more to send than bytes. */
export function packRows(
  { values, rowCount, facts }: Pick<ReadRows, 'values' | 'rowCount' | 'facts'>,
  isExact: boolean,
): PackedTable {
  return {
    columns: facts.map(({ name, type, nativeType }) => ({ name, type, nativeType })),
    batches: [{ rowCount, columns: facts.map((fact, index) => packColumn(fact, values[index] ?? [], isExact)) }],
    rowCount,
    ...(isExact ? { isExact } : {}),
  };
}

function packColumn({ type }: ColumnFacts, values: readonly RawValue[], isExact: boolean): PackedColumn {
  const nulls = packNulls(values);
  if (type === 'number') return packNumbers(values, nulls);
  if (type === 'boolean')
    return { kind: 'booleans', values: Uint8Array.from(values, (value) => (Number(value) === 1 ? 1 : 0)), nulls };
  if (type === 'temporal' && !isExact)
    return { kind: 'numbers', values: Float64Array.from(values, (value) => toMillis(String(value)) ?? 0), nulls };
  return packWords(values, nulls) ?? packTexts(values, nulls);
}

function packNulls(values: readonly RawValue[]): Uint8Array | null {
  return values.includes(null) ? Uint8Array.from(values, (value) => (value === null ? 1 : 0)) : null;
}

/** Whole numbers beyond what a double holds, and what is no finite number, stay values. */
function packNumbers(values: readonly RawValue[], nulls: Uint8Array | null): PackedColumn {
  const packed = new Float64Array(values.length);
  for (let row = 0; row < values.length; row += 1) {
    const value = toNumber(values[row] ?? null);
    if (typeof value === 'number') packed[row] = value;
    else if (value !== null || values[row] !== null) return { kind: 'values', values: values.map(toNumber) };
  }
  return { kind: 'numbers', values: packed, nulls };
}

const mostWords = 1000;

/** Few words that come again and again are sent once; null where there are many. */
function packWords(values: readonly RawValue[], nulls: Uint8Array | null): PackedColumn | null {
  const known = new Map<string, number>();
  const codes = new Uint32Array(values.length);
  for (let row = 0; row < values.length; row += 1) {
    const text = toText(values[row] ?? null);
    if (text === null) continue;
    const code = known.get(text) ?? known.size;
    if (code === known.size) known.set(text, code);
    if (known.size > mostWords) return null;
    codes[row] = code;
  }
  return { kind: 'words', codes, words: [...known.keys()], nulls };
}

function packTexts(values: readonly RawValue[], nulls: Uint8Array | null): PackedColumn {
  const ends = new Uint32Array(values.length);
  const parts: string[] = [];
  let end = 0;
  for (let row = 0; row < values.length; row += 1) {
    const part = toText(values[row] ?? null) ?? '';
    parts.push(part);
    end += Buffer.byteLength(part);
    ends[row] = end;
  }
  return { kind: 'text', bytes: Buffer.from(parts.join('')), ends, nulls };
}
