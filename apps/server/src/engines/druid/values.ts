import { type Family, families, numberMark, plainNumbers, withoutEmptyFraction } from '../remote/index.ts';

const dayOf = (text: string): string => text.slice(0, 10);
const day: Family = { ...families.day, readExact: dayOf, read: (text) => families.day.read(dayOf(text)) };

const byName: Readonly<Record<string, Family>> = {
  BOOLEAN: families.boolean,
  TINYINT: families.small,
  SMALLINT: families.small,
  INTEGER: families.small,
  BIGINT: families.integer,
  REAL: families.float,
  FLOAT: families.float,
  DOUBLE: families.float,
  DECIMAL: families.decimal,
  DATE: day,
  TIMESTAMP: { ...families.time, readExact: (text) => withoutEmptyFraction(text) },
};

/** How values of a type of its SQL (`BIGINT`, `COMPLEX<json>`) are read. */
export function familyOf(nativeType: string): Family {
  const name = /^\w+/.exec(nativeType.trim())?.[0].toUpperCase() ?? '';
  return (Object.hasOwn(byName, name) ? byName[name] : undefined) ?? families.string;
}

/** SQL has no word of its own for lists and for what sketches are kept in. */
export function nativeTypeOf(sqlType: string, type: string): string {
  return sqlType === 'OTHER' || sqlType === 'ARRAY' ? type : sqlType;
}

const timeTypes: ReadonlySet<string> = new Set(['TIMESTAMP', 'DATE']);

/** The values of a line, each as text. */
export function readValues(values: unknown, types: readonly string[]): readonly (string | null)[] {
  if (!Array.isArray(values) || values.length !== types.length) throw new SyntaxError();
  return values.map((value, index) => toText(value, types[index] ?? ''));
}

function toText(value: unknown, type: string): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'object') return plainNumbers(JSON.stringify(value));
  if (typeof value !== 'string') return String(value);
  if (timeTypes.has(type)) return value.replace('T', ' ').replace(/Z$/, '');
  return value.startsWith(numberMark) && familyOf(type).type === 'number' ? value.slice(numberMark.length) : value;
}
