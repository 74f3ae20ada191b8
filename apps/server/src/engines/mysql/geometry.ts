/** Shapes as the server keeps them: four bytes of a reference system, and well-known binary. */

interface Reading {
  readonly bytes: Buffer;
  at: number;
}

const names = [
  '',
  'POINT',
  'LINESTRING',
  'POLYGON',
  'MULTIPOINT',
  'MULTILINESTRING',
  'MULTIPOLYGON',
  'GEOMETRYCOLLECTION',
];
const headLength = 4;
const deepest = 20;

/** Well-known text; hexadecimal digits where the bytes are no shape. */
export function toShapeText(bytes: Buffer): string {
  try {
    const reading = { bytes, at: headLength };
    const text = readShape(reading, { isNamed: true, depth: 0 });
    return reading.at === bytes.length ? text : toHexText(bytes);
  } catch (error) {
    if (error instanceof RangeError) return toHexText(bytes);
    throw error;
  }
}

export function toHexText(bytes: Buffer): string {
  return `0x${bytes.toString('hex').toUpperCase()}`;
}

interface Place {
  /** Parts of a shape of one kind leave its name out. */
  readonly isNamed: boolean;
  readonly depth: number;
}

function readShape(reading: Reading, { isNamed, depth }: Place): string {
  if (depth > deepest) throw new RangeError('a shape in too many others');
  const isLittle = reading.bytes.readUInt8(reading.at) === 1;
  reading.at += 1;
  const kind = readCount(reading, isLittle);
  const name = names[kind];
  if (!name) throw new RangeError(`${kind} is no kind of shape`);
  return `${isNamed ? name : ''}${readBody(reading, { kind, isLittle, depth })}`;
}

interface Body {
  readonly kind: number;
  readonly isLittle: boolean;
  readonly depth: number;
}

function readBody(reading: Reading, { kind, isLittle, depth }: Body): string {
  const listOf = (read: () => string) => {
    const count = readCount(reading, isLittle);
    if (count === 0) return ' EMPTY';
    // Each part takes bytes: a count that lies ends at the last one.
    return `(${Array.from(
      (function* () {
        for (let index = 0; index < count; index += 1) yield read();
      })(),
    ).join(',')})`;
  };
  const point = () => `${readNumber(reading, isLittle)} ${readNumber(reading, isLittle)}`;
  if (kind === 1) return `(${point()})`;
  if (kind === 2) return listOf(point);
  if (kind === 3) return listOf(() => listOf(point));
  return listOf(() => readShape(reading, { isNamed: kind === 7, depth: depth + 1 }));
}

function readCount(reading: Reading, isLittle: boolean): number {
  const { bytes, at } = reading;
  reading.at += 4;
  return isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);
}

function readNumber(reading: Reading, isLittle: boolean): number {
  const { bytes, at } = reading;
  reading.at += 8;
  return isLittle ? bytes.readDoubleLE(at) : bytes.readDoubleBE(at);
}
