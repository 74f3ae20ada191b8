/** One bit for each byte that is not 0, the first in the lowest place, as Arrow has them. */
export function toBits(bytes: Uint8Array): Uint8Array {
  const bits = new Uint8Array(Math.ceil(bytes.length / 8));
  for (let row = 0; row < bytes.length; row++) if (bytes[row]) bits[row >> 3]! |= 1 << (row & 7);
  return bits;
}

export interface Validity {
  readonly length: number;
  readonly nullCount: number;
  /** One bit for each row that has a value; empty where all have. */
  readonly validity: Uint8Array;
}

/** Which rows have a value, as Arrow says it. */
export function toValidity(nulls: Uint8Array | null, rowCount: number): Validity {
  if (!nulls) return { length: rowCount, nullCount: 0, validity: new Uint8Array() };
  const valid = nulls.map((isNull) => 1 - isNull);
  return { length: rowCount, nullCount: rowCount - valid.reduce((sum, one) => sum + one, 0), validity: toBits(valid) };
}
