/** Writes blocks as the server does. */
export function block(
  columns: readonly (readonly [name: string, type: string, values: Buffer])[],
  rowCount: number,
): Buffer {
  const parts = columns.map(([name, type, values]) => Buffer.concat([text(name), text(type), values]));
  return Buffer.concat([varuint(columns.length), varuint(rowCount), ...parts]);
}

export function varuint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest]);
    bytes.push((rest % 128) + 128);
  }
}

export function text(value: string): Buffer {
  return Buffer.concat([varuint(Buffer.byteLength(value)), Buffer.from(value)]);
}

export const texts = (...values: readonly string[]): Buffer => Buffer.concat(values.map(text));

export const int64s = (...values: readonly bigint[]): Buffer =>
  Buffer.concat(
    values.map((value) => {
      const bytes = Buffer.alloc(8);
      bytes.writeBigInt64LE(value);
      return bytes;
    }),
  );
