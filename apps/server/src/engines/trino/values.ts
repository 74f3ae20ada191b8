import { findTooMuch } from '../../json/index.ts';
import {
  type Family,
  families as kinds,
  numberMark,
  plainNumbers,
  readerOfZone,
  toMillis,
  withoutEmptyFraction,
  withQuotedNumbers,
} from '../remote/index.ts';

const { small, integer, float, decimal, string, boolean, clock, day, time } = kinds;

const zonedTime: Family = {
  ...time,
  read: (text) => toMillis(toUtcText(text)),
  readExact: (text) => withoutEmptyFraction(toUtcText(text)),
};

const families: Readonly<Record<string, Family>> = {
  ...{ tinyint: small, smallint: small, integer: small, bigint: integer, real: float, double: float },
  ...{ decimal, boolean, date: day, timestamp: time, time: clock },
};

/** How values of a type, as the server names it (`decimal(10, 2)`), are read. */
export function familyOf(nativeType: string): Family {
  const name = /^\w+/.exec(nativeType)?.[0] ?? '';
  if (name === 'timestamp' && nativeType.endsWith('with time zone')) return zonedTime;
  return Object.hasOwn(families, name) ? (families[name] ?? string) : string;
}

/** `2024-01-02 03:04:05.678 Europe/Berlin`, or `… +02:30`, as a time of UTC. */
function toUtcText(text: string): string {
  const at = text.lastIndexOf(' ');
  const [local, zone] = [text.slice(0, at), text.slice(at + 1)];
  const offset = /^([+-])(\d\d):(\d\d)$/.exec(zone);
  if (!offset) return readerOfZone(zone)?.(local) ?? local;
  const minutes = (Number(offset[2]) * 60 + Number(offset[3])) * (offset[1] === '-' ? -1 : 1);
  const millis = Date.parse(`${local.slice(0, 10)}T${local.slice(11, 19)}Z`) - minutes * 60_000;
  if (Number.isNaN(millis)) return local;
  return `${new Date(millis).toISOString().slice(0, 19).replace('T', ' ')}${local.slice(19)}`;
}

/** A type as the server describes it: its name, and the types inside it, which Presto lists apart from their names. */
export interface TypeSignature {
  readonly rawType: string;
  readonly arguments?: readonly { readonly kind: string; readonly value: unknown }[];
  readonly typeArguments?: readonly TypeSignature[];
  readonly literalArguments?: readonly string[];
}

/** A value of the server's JSON as text: rows by the names of their fields, bytes as they are written in SQL. */
export function toText(value: unknown, signature: TypeSignature | undefined): string | null {
  if (value === null || value === undefined) return null;
  const { rawType } = signature ?? { rawType: '' };
  if (typeof value === 'object' || nested.has(rawType)) return plainNumbers(JSON.stringify(named(value, signature)));
  if (typeof value !== 'string') return String(value);
  if (rawType === 'varbinary') return `X'${Buffer.from(value, 'base64').toString('hex').toUpperCase()}'`;
  return longDigits.has(rawType) ? value.replace(numberMark, '') : value;
}

/** Presto writes them as JSON within its JSON. */
const nested: ReadonlySet<string> = new Set(['array', 'map', 'row']);
/** Only they can have more digits than a number of JavaScript keeps. */
const longDigits: ReadonlySet<string> = new Set(['bigint', 'double', 'real']);
interface Inner {
  readonly name: string | undefined;
  readonly signature: TypeSignature | undefined;
}

/** The documented shapes: types of elements are signatures, those of fields have names. */
interface NamedType {
  readonly fieldName?: { readonly name: string } | null;
  readonly typeSignature: TypeSignature;
}

function innerOf({
  arguments: given = [],
  typeArguments,
  literalArguments: names = [],
}: TypeSignature): readonly Inner[] {
  if (typeArguments) return typeArguments.map((signature, index) => ({ name: names[index], signature }));
  return given.map(({ value }) => {
    const isNamed = typeof value === 'object' && value !== null && 'typeSignature' in value;
    if (!isNamed) return { name: undefined, signature: value as TypeSignature };
    const { fieldName, typeSignature } = value as NamedType;
    return { name: fieldName?.name, signature: typeSignature };
  });
}

function named(given: unknown, signature: TypeSignature | undefined): unknown {
  if (!signature || !nested.has(signature.rawType)) return given;
  const value = typeof given === 'string' ? parsed(given) : given;
  if (typeof value !== 'object' || value === null) return value;
  const inner = innerOf(signature);
  if (!Array.isArray(value)) {
    const last = inner.at(-1)?.signature;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, named(one, last)]));
  }
  if (signature.rawType !== 'row') return value.map((one) => named(one, inner[0]?.signature));
  const values = value.map((one, index) => named(one, inner[index]?.signature));
  const names = inner.flatMap(({ name }) => (name === undefined ? [] : [name]));
  if (names.length !== values.length) return values;
  return Object.fromEntries(names.map((name, index) => [name, values[index]]));
}

/** What is longer stays as it is written. */
const longestParsed = 256 * 1024;

function parsed(text: string): unknown {
  if (text.length > longestParsed || findTooMuch(text) !== null) return text;
  try {
    return JSON.parse(withQuotedNumbers(text));
  } catch {
    return text;
  }
}
