import type { CellValue } from '@powerset/contract';

export interface OrderedBy {
  readonly values: readonly CellValue[];
  readonly isDescending: boolean;
}

/** The numbers of rows in the order of an engine that compares text by its code points; what is empty comes last either way. */
export function orderRows(rowCount: number, keys: readonly OrderedBy[]): readonly number[] {
  const rows = Array.from({ length: rowCount }, (_, row) => row);
  if (keys.length === 0) return rows;
  return rows.sort((one, other) => {
    for (const { values, isDescending } of keys) {
      const [left, right] = [values[one] ?? null, values[other] ?? null];
      if (left === right) continue;
      if (left === null) return 1;
      if (right === null) return -1;
      const order = compareValues(left, right);
      if (order !== 0) return isDescending ? -order : order;
    }
    return one - other;
  });
}

/** Two values that are there: numbers by size, NaN above all; text by its code points. */
export function compareValues(left: NonNullable<CellValue>, right: NonNullable<CellValue>): number {
  if (typeof left === 'string' || typeof right === 'string') return compareTexts(String(left), String(right));
  if (left < right) return -1;
  if (left > right) return 1;
  return Number(Number.isNaN(left)) - Number(Number.isNaN(right));
}

function compareTexts(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at += 1) {
    const [one, other] = [left.charCodeAt(at), right.charCodeAt(at)];
    if (one === other) continue;
    // Pairs of surrogates stand for what lies above all that is written with one unit.
    const [isHigh, isOtherHigh] = [isSurrogate(one), isSurrogate(other)];
    if (isHigh !== isOtherHigh) return isHigh ? 1 : -1;
    return one - other;
  }
  return left.length - right.length;
}

const isSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdfff;
