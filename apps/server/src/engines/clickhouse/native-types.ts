import type { CellValue } from '@powerset/contract';
import { BrokenRows, plain } from './rows.ts';

/** Values of a fixed width, read one by one. */
export interface FixedForm {
  readonly kind: 'numbers' | 'booleans' | 'texts';
  readonly width: number;
  /** Not a number where `readOther` has to say what stands there. */
  readonly read: (view: DataView, at: number) => number;
  readonly readOther: (view: DataView, at: number) => CellValue;
}

/** What the bytes of a type's values are. */
export type ValueForm =
  | FixedForm
  | { readonly kind: 'bytes'; readonly width: number | null }
  | {
      readonly kind: 'words';
      readonly width: 1 | 2;
      readonly words: readonly string[];
      readonly codes: ReadonlyMap<number, number>;
    };

export interface ColumnForm {
  readonly value: ValueForm;
  readonly isNullable: boolean;
  /** Each value once, and which one stands where. */
  readonly isDictionary: boolean;
}

/** How the values of a type are read from the server's own form; null where only their texts are read. */
export function formOf(nativeType: string): ColumnForm | null {
  const inner = /^(Nullable|LowCardinality|SimpleAggregateFunction)\((.*)\)$/s.exec(nativeType);
  if (!inner) {
    const value = valueFormOf(nativeType);
    return value && { value, isNullable: false, isDictionary: false };
  }
  const [, wrapper, wrapped = ''] = inner;
  const form = formOf(wrapper === 'SimpleAggregateFunction' ? afterFunction(wrapped) : wrapped);
  if (!form || wrapper === 'SimpleAggregateFunction') return form;
  if (wrapper === 'LowCardinality') return form.isDictionary ? null : { ...form, isDictionary: true };
  return form.isNullable || form.isDictionary ? null : { ...form, isNullable: true };
}

/** `anyLast, UInt64`, and of functions with parameters `groupArrayArray(10), Array(String)`. */
function afterFunction(text: string): string {
  return text.replace(/^\w+(?:\([^)]*\))?, /s, '');
}

const two32 = 2 ** 32;
const two64 = 2n ** 64n;
const dayMs = 86_400_000;
const noValue = (): CellValue => null;

function numbers(width: number, read: FixedForm['read'], readOther: FixedForm['readOther'] = noValue): FixedForm {
  return { kind: 'numbers', width, read, readOther };
}

const orNothing = (value: number): number => (Number.isFinite(value) ? value : Number.NaN);
const orOther = (value: number): number => (Number.isSafeInteger(value) ? value : Number.NaN);
const signed64 = (view: DataView, at: number): number =>
  orOther(view.getInt32(at + 4, true) * two32 + view.getUint32(at, true));

const forms: Readonly<Record<string, ValueForm>> = {
  UInt8: numbers(1, (view, at) => view.getUint8(at)),
  UInt16: numbers(2, (view, at) => view.getUint16(at, true)),
  UInt32: numbers(4, (view, at) => view.getUint32(at, true)),
  Int8: numbers(1, (view, at) => view.getInt8(at)),
  Int16: numbers(2, (view, at) => view.getInt16(at, true)),
  Int32: numbers(4, (view, at) => view.getInt32(at, true)),
  Int64: numbers(8, signed64, (view, at) => view.getBigInt64(at, true)),
  UInt64: numbers(
    8,
    (view, at) => orOther(view.getUint32(at + 4, true) * two32 + view.getUint32(at, true)),
    (view, at) => view.getBigUint64(at, true),
  ),
  Float32: numbers(4, (view, at) => shortest(view.getFloat32(at, true))),
  Float64: numbers(8, (view, at) => orNothing(view.getFloat64(at, true))),
  Date: numbers(2, (view, at) => view.getUint16(at, true) * dayMs),
  Date32: numbers(4, (view, at) => view.getInt32(at, true) * dayMs),
  DateTime: numbers(4, (view, at) => view.getUint32(at, true) * 1000),
  Bool: { kind: 'booleans', width: 1, read: (view, at) => (view.getUint8(at) === 0 ? 0 : 1), readOther: noValue },
  String: { kind: 'bytes', width: null },
  UUID: { kind: 'texts', width: 16, read: () => Number.NaN, readOther: readUuid },
  IPv4: { kind: 'texts', width: 4, read: () => Number.NaN, readOther: readIpv4 },
};

function valueFormOf(type: string): ValueForm | null {
  const [, name = '', inner = ''] = /^(\w+)(?:\((.*)\))?$/s.exec(type) ?? [];
  switch (name) {
    // Either may name a zone, in which the server shows them: they are kept in UTC.
    case 'DateTime':
      return forms.DateTime ?? null;
    case 'DateTime64':
      return timeForm(Number.parseInt(inner, 10));
    case 'Decimal':
      return decimalForm(inner);
    case 'FixedString':
      return /^\d+$/.test(inner) ? { kind: 'bytes', width: Number(inner) } : null;
    case 'Enum8':
    case 'Enum16':
      return wordsForm(name === 'Enum8' ? 1 : 2, inner);
    default:
      return inner === '' && Object.hasOwn(forms, name) ? (forms[name] ?? null) : null;
  }
}

/** The digits that name a narrow number and no other, as the server writes them: 0.1, where its bits say 0.10000000149. */
function shortest(value: number): number {
  if (!Number.isFinite(value)) return Number.NaN;
  if (Number.isInteger(value) && Math.abs(value) < exactFloats) return value;
  const size = Math.abs(value);
  const places = mostFloatDigits - 1 - Math.floor(Math.log10(size));
  for (let digits = surelyKept; digits < mostFloatDigits; digits += 1) {
    const short = inDigits(size, { digits, places: places - mostFloatDigits + digits });
    if (Math.fround(short) === size) return value < 0 ? -short : short;
  }
  return Number(value.toPrecision(mostFloatDigits));
}

/** The nearest number of so many digits; of two the even one, as the server writes it: 16.226562 for 16.2265625. */
function inDigits(size: number, { digits, places }: { readonly digits: number; readonly places: number }): number {
  // A very large or small one, whose power of ten is not held exactly, lies in the middle of no two.
  if (Math.abs(places) > exactPowers) return Number(size.toPrecision(digits));
  const power = 10 ** Math.abs(places);
  const scaled = places < 0 ? size / power : size * power;
  const rounded = Math.round(scaled);
  const even = rounded - scaled === 0.5 && rounded % 2 !== 0 ? rounded - 1 : rounded;
  return places < 0 ? even * power : even / power;
}

const exactFloats = 2 ** 24;
/** Every narrow number is told by so many digits, and every one of so few is kept. */
const mostFloatDigits = 9;
const surelyKept = 6;

/** Ticks since 1970, so many digits of a second. */
function timeForm(places: number): FixedForm | null {
  if (!(places >= 0 && places <= 9)) return null;
  const more = 10 ** Math.max(0, 3 - places);
  const less = 10 ** Math.max(0, places - 3);
  const bigLess = BigInt(less);
  const read = (view: DataView, at: number): number => {
    const ticks = signed64(view, at);
    const finer = ticks % less;
    return ((ticks - (finer < 0 ? finer + less : finer)) / less) * more;
  };
  return numbers(8, read, (view, at) => {
    const ticks = view.getBigInt64(at, true);
    const finer = ticks % bigLess;
    return Number((ticks - (finer < 0n ? finer + bigLess : finer)) / bigLess) * more;
  });
}

/** Dividing by them rounds once, as reading the digits does. */
const exactPowers = 22;

function decimalForm(inner: string): FixedForm | null {
  const [digits = Number.NaN, places = Number.NaN] = inner.split(',').map(Number);
  const width = [9, 18, 38, 76].findIndex((most) => digits <= most);
  if (!(width >= 0 && places >= 0 && places <= digits)) return null;
  const divisor = 10 ** places;
  const bytes = 4 * 2 ** width;
  const readUnscaled = (view: DataView, at: number): number => {
    if (bytes === 4) return view.getInt32(at, true);
    return bytes === 8 ? signed64(view, at) : Number.NaN;
  };
  const read = (view: DataView, at: number) => (places > exactPowers ? Number.NaN : readUnscaled(view, at) / divisor);
  return numbers(bytes, read, (view, at) => {
    const unscaled = readInteger(view, at, bytes);
    const size = String(unscaled < 0n ? -unscaled : unscaled).padStart(places + 1, '0');
    const whole = size.slice(0, size.length - places);
    return Number(`${unscaled < 0n ? '-' : ''}${whole}.${size.slice(size.length - places)}`);
  });
}

/** A whole number of so many bytes, the last ones first and its sign in the last. */
function readInteger(view: DataView, at: number, bytes: number): bigint {
  if (bytes === 4) return BigInt(view.getInt32(at, true));
  let value = view.getBigInt64(at + bytes - 8, true);
  for (let from = at + bytes - 16; from >= at; from -= 8) value = value * two64 + view.getBigUint64(from, true);
  return value;
}

function wordsForm(width: 1 | 2, inner: string): ValueForm {
  const codes = new Map<number, number>();
  const words: string[] = [];
  for (const [, word = '', value = ''] of inner.matchAll(/'((?:[^'\\]|\\.)*)' = (-?\d+)/gs)) {
    codes.set(Number(value), words.length);
    words.push(plain(word));
  }
  if (words.length === 0) throw new BrokenRows(inner.slice(0, 100));
  return { kind: 'words', width, words, codes };
}

/** Two halves, the last byte of each first. */
function readUuid(view: DataView, at: number): string {
  const half = (from: number) => view.getBigUint64(from, true).toString(16).padStart(16, '0');
  const digits = half(at) + half(at + 8);
  return [8, 12, 16, 20, 32].map((end, index) => digits.slice([0, 8, 12, 16, 20][index], end)).join('-');
}

function readIpv4(view: DataView, at: number): string {
  return [3, 2, 1, 0].map((byte) => view.getUint8(at + byte)).join('.');
}
