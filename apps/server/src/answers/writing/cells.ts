import type { CellValue } from '@powerset/contract';
import { type PackedColumn, unpackColumn } from '../../packed/index.ts';
import { type JsonBytes, toPhrase } from './json-bytes.ts';

export type WriteCell = (row: number) => void;

/** How a bigint is written: by its digits in rows, as the reference does; as text in columns, whose readers are scripts. */
export type BigintStyle = 'digits' | 'text';

const nothing = toPhrase('null');
const yes = toPhrase('true');
const no = toPhrase('false');

/** The writer of one column of one batch whose texts are JSON already, and are written as they are. */
export function jsonWriter(out: JsonBytes, column: PackedColumn, rowCount: number): WriteCell {
  const values = unpackColumn(column, rowCount);
  return (row) => (values[row] === null ? out.phrase(nothing) : out.utf8(String(values[row])));
}

/** The writer of one column of one batch. */
export function cellWriter(out: JsonBytes, column: PackedColumn, style: BigintStyle): WriteCell {
  if (column.kind === 'values') return (row) => writeValue(out, column.values[row] ?? null, style);
  const write = presentWriter(out, column);
  const { nulls } = column;
  return nulls ? (row) => (nulls[row] ? out.phrase(nothing) : write(row)) : write;
}

function presentWriter(out: JsonBytes, column: Exclude<PackedColumn, { kind: 'values' }>): WriteCell {
  switch (column.kind) {
    case 'numbers': {
      const { values } = column;
      return (row) => out.number(values[row]!);
    }
    case 'booleans': {
      const { values } = column;
      return (row) => out.phrase(values[row] ? yes : no);
    }
    case 'text': {
      const { bytes, ends } = column;
      return (row) => out.string(bytes, row === 0 ? 0 : ends[row - 1]!, ends[row]!);
    }
    case 'words': {
      const { codes } = column;
      const words = column.words.map((word) => toPhrase(JSON.stringify(word)));
      return (row) => out.phrase(words[codes[row]!]!);
    }
  }
}

function writeValue(out: JsonBytes, value: CellValue, style: BigintStyle): void {
  if (value === null) out.phrase(nothing);
  else if (typeof value === 'number') out.number(value);
  else if (typeof value === 'string') out.utf8(JSON.stringify(value));
  else if (typeof value === 'bigint') out.ascii(style === 'text' ? `"${value}"` : String(value));
  else out.phrase(value ? yes : no);
}
