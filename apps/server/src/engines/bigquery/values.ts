import { type Family, families } from '../remote/index.ts';

const { string, integer, float, decimal, boolean, clock, day, time } = families;

/** A column as the service describes it. */
export interface Field {
  readonly name: string;
  readonly type: string;
  readonly mode?: string;
  readonly description?: string;
  readonly fields?: readonly Field[];
}

/** A value as the service writes it: texts, lists of such, and records. */
type Value = null | string | readonly { readonly v: Value }[] | { readonly f: readonly { readonly v: Value }[] };

export interface ValueRow {
  readonly f: readonly { readonly v: Value }[];
}

/** The names of types in its SQL; what is not listed is called as it is. */
const sqlNames: Readonly<Record<string, string>> = {
  ...{ INTEGER: 'INT64', FLOAT: 'FLOAT64', BOOLEAN: 'BOOL', RECORD: 'STRUCT' },
};

export function nativeTypeOf({ type, mode, fields = [] }: Field): string {
  const name = sqlNames[type] ?? type;
  const whole =
    fields.length > 0 ? `${name}<${fields.map((field) => `${field.name} ${nativeTypeOf(field)}`).join(', ')}>` : name;
  return mode === 'REPEATED' ? `ARRAY<${whole}>` : whole;
}

const kinds: Readonly<Record<string, Family>> = {
  ...{ INT64: integer, FLOAT64: float, NUMERIC: decimal, BIGNUMERIC: decimal, BOOL: boolean },
  ...{ DATE: day, DATETIME: time, TIMESTAMP: time, TIME: clock },
};

/** How values of a type, as `nativeTypeOf` names it, are read. */
export function familyOf(nativeType: string): Family {
  return Object.hasOwn(kinds, nativeType) ? (kinds[nativeType] ?? string) : string;
}

/** A value as text: lists and records as JSON, bytes as they are written in SQL. */
export function toText(value: Value, field: Field): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return plainText(value, field.type);
  return JSON.stringify(toJson(value, field));
}

function plainText(text: string, type: string): string {
  if (type === 'TIMESTAMP') return fromMicros(text);
  if (type === 'DATETIME') return text.replace('T', ' ');
  if (type === 'BYTES') return toBytesText(Buffer.from(text, 'base64'));
  return text;
}

/** `b'\x00\xff'`: four signs for each byte, of which there may be millions. */
function toBytesText(bytes: Buffer): string {
  const signs = new Uint32Array(bytes.length);
  for (let at = 0; at < bytes.length; at += 1) signs[at] = signsOfBytes[bytes[at]!]!;
  return `b'${Buffer.from(signs.buffer).toString('latin1')}'`;
}

/** How each byte is written, in the order in which the memory of numbers lies. */
const signsOfBytes = Uint32Array.from({ length: 256 }, (_, byte) => {
  const signs = Buffer.from(String.raw`\x${byte.toString(16).padStart(2, '0')}`);
  return new Uint32Array(Uint8Array.from(signs).buffer)[0]!;
});

/** `1704164645678901` microseconds since 1970 as `2024-01-02 03:04:05.678901`. */
function fromMicros(text: string): string {
  if (!/^-?\d{1,18}$/.test(text)) return text;
  const micros = BigInt(text);
  const fraction = ((micros % 1_000_000n) + 1_000_000n) % 1_000_000n;
  const seconds = new Date(Number((micros - fraction) / 1000n)).toISOString().slice(0, 19).replace('T', ' ');
  return fraction === 0n ? seconds : `${seconds}.${String(fraction).padStart(6, '0')}`;
}

function toJson(value: Value, field: Field): unknown {
  if (value === null) return null;
  if (field.mode === 'REPEATED' && Array.isArray(value)) {
    const item = { ...field, mode: 'NULLABLE' };
    return value.map(({ v }) => toJson(v, item));
  }
  if (typeof value === 'object' && 'f' in value)
    return Object.fromEntries(
      (field.fields ?? []).map((inner, index) => [inner.name, toJson(value.f[index]?.v ?? null, inner)]),
    );
  if (typeof value !== 'string') return value;
  const text = plainText(value, field.type);
  const { type, read } = familyOf(nativeTypeOf(field));
  if (type !== 'number' && type !== 'boolean') return text;
  const plain = read(text);
  return typeof plain === 'bigint' ? text : plain;
}
