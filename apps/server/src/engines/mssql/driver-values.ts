import helpers from 'tedious/lib/token/helpers.js';
import valueParser from 'tedious/lib/value-parser.js';

/** What the driver knows of a column's type. */
export interface TypeFacts {
  readonly type: { readonly name: string };
  readonly precision?: number | undefined;
  readonly scale?: number | undefined;
  readonly dataLength?: number | undefined;
  readonly udtInfo?: { readonly typeName: string } | undefined;
}

type ReadText = (bytes: Buffer, facts: TypeFacts) => string;
type ReadValue = typeof valueParser.readValue;

const dayMs = 86_400_000;
const days0001 = Date.UTC(2000, 0, 1) / dayMs - 730_119;
const days1900 = Date.UTC(1900, 0, 1) / dayMs;
const minutesMs = 60_000;

/** Values of one to sixteen bytes behind one that says how many they are, and of a fixed length. */
const countedTypes: Readonly<Record<string, ReadText>> = {
  NumericN: readDecimal,
  DecimalN: readDecimal,
  MoneyN: readMoney,
  DateTimeN: readOldTime,
  FloatN: readFloat,
  Date: (bytes) => dayText(bytes.readUIntLE(0, 3)),
  Time: (bytes, { scale = 7 }) => clockText(bytes, scale),
  DateTime2: (bytes, { scale = 7 }) => {
    const clock = bytes.length - 3;
    return `${dayText(bytes.readUIntLE(clock, 3))} ${clockText(bytes.subarray(0, clock), scale)}`;
  },
  // Its clock is that of UTC; how far the zone was from it stands behind.
  DateTimeOffset: (bytes, { scale = 7 }) => {
    const clock = bytes.length - 5;
    return `${dayText(bytes.readUIntLE(clock, 3))} ${clockText(bytes.subarray(0, clock), scale)}`;
  },
};
const fixedTypes: Readonly<Record<string, readonly [length: number, read: ReadText]>> = {
  Money: [8, readMoney],
  SmallMoney: [4, readMoney],
  DateTime: [8, readOldTime],
  SmallDateTime: [4, readOldTime],
  Real: [4, readFloat],
  Float: [8, readFloat],
};

const changed = new WeakSet<object>();

/** Lets the driver read numbers and times as texts with all of their digits: it would round them to what JavaScript has. */
export function readExactValues(): void {
  if (changed.has(valueParser)) return;
  changed.add(valueParser);
  const usual = valueParser.readValue;
  valueParser.readValue = (...given: Parameters<ReadValue>) => readExactly(given) ?? usual(...given);
}

function readExactly([buffer, offset, facts]: Parameters<ReadValue>): ReturnType<ReadValue> | null {
  const { name } = facts.type;
  const fixed = Object.hasOwn(fixedTypes, name) ? fixedTypes[name] : undefined;
  if (fixed) {
    const [length, read] = fixed;
    return new helpers.Result(read(take(buffer, offset, length), facts), offset + length);
  }
  const read = Object.hasOwn(countedTypes, name) ? countedTypes[name] : undefined;
  if (!read) return null;
  const length = take(buffer, offset, 1)[0] ?? 0;
  const end = offset + 1 + length;
  const text = length === 0 ? null : read(take(buffer, offset + 1, length), facts);
  return new helpers.Result(text, end);
}

/** The driver waits for more bytes where it is told so. */
function take(buffer: Buffer, offset: number, length: number): Buffer {
  const end = offset + length;
  if (buffer.length < end) throw new helpers.NotEnoughDataError(end);
  return buffer.subarray(offset, end);
}

function magnitude(bytes: Buffer): bigint {
  return bytes.reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n);
}

function withScale(value: bigint, scale: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, '0');
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  return value < 0n ? `-${text}` : text;
}

function readDecimal(bytes: Buffer, { scale = 0 }: TypeFacts): string {
  const value = magnitude(bytes.subarray(1));
  return withScale(bytes[0] === 1 ? value : -value, scale);
}

/** Ten-thousandths; of eight bytes the upper four come first. */
function readMoney(bytes: Buffer): string {
  if (bytes.length === 4) return withScale(BigInt(bytes.readInt32LE(0)), 4);
  return withScale(BigInt(bytes.readInt32LE(0)) * 2n ** 32n + BigInt(bytes.readUInt32LE(4)), 4);
}

/** As few digits as tell it apart from those beside it. */
function readFloat(bytes: Buffer): string {
  if (bytes.length === 8) return String(bytes.readDoubleLE(0));
  const value = bytes.readFloatLE(0);
  const digits = [6, 7, 8].find((count) => Math.fround(Number(value.toPrecision(count))) === value) ?? 9;
  return String(Number(value.toPrecision(digits)));
}

/** Days since 1900 and three-hundredths of a second, or minutes. */
function readOldTime(bytes: Buffer): string {
  const isShort = bytes.length === 4;
  const days = isShort ? bytes.readUInt16LE(0) : bytes.readInt32LE(0);
  const ms = isShort ? bytes.readUInt16LE(2) * minutesMs : Math.round((bytes.readUInt32LE(4) * 10) / 3);
  return new Date((days1900 + days) * dayMs + ms)
    .toISOString()
    .slice(0, isShort ? 19 : 23)
    .replace('T', ' ');
}

function dayText(days: number): string {
  return new Date((days0001 + days) * dayMs).toISOString().slice(0, 10);
}

function clockText(bytes: Buffer, scale: number): string {
  const units = magnitude(bytes);
  const perSecond = 10n ** BigInt(scale);
  const seconds = units / perSecond;
  const two = (value: bigint) => value.toString().padStart(2, '0');
  const clock = `${two(seconds / 3600n)}:${two((seconds / 60n) % 60n)}:${two(seconds % 60n)}`;
  return scale === 0 ? clock : `${clock}.${(units % perSecond).toString().padStart(scale, '0')}`;
}
