import type { ResultColumn, ResultTable } from '@powerset/contract';
import { eachInTurns } from '../../turns/index.ts';
import { type ByteColumn, type Family, readFinite, readWhole } from '../remote/index.ts';
import { uniqueNames } from '../unique-names.ts';

/** A column as the server announces it. */
export interface Field {
  readonly name: string;
  readonly oid: number;
  readonly modifier: number;
  readonly nativeType: string;
}

/** A row as the server writes it: text, or nothing. */
export type TextRow = readonly (string | null)[];

const asText = (text: string): string => text;

const integer: Family = {
  type: 'number',
  storedAs: 'BIGINT',
  packing: 'number',
  read: readWhole,
  readExact: readWhole,
};
const float: Family = {
  type: 'number',
  storedAs: 'DOUBLE',
  packing: 'number',
  read: readFinite,
  readExact: readFinite,
};
const numeric: Family = { type: 'number', storedAs: 'DECIMAL', packing: 'number', read: readFinite, readExact: asText };
const string: Family = { type: 'string', storedAs: 'VARCHAR', packing: 'text', read: asText, readExact: asText };
const temporal = (storedAs: string): Family => ({
  ...{ type: 'temporal', storedAs, packing: 'time' },
  ...{ read: toMillis, readExact: asText },
});
const boolean: Family = {
  type: 'boolean',
  storedAs: 'BOOLEAN',
  read: (text) => text === 't',
  readExact: (text) => text === 't',
};

/** By the number that the server has for a built-in type. */
const families: ReadonlyMap<number, Family> = new Map([
  [16, boolean],
  [20, integer],
  [21, integer],
  [23, integer],
  [26, integer],
  [700, float],
  [701, float],
  [1700, numeric],
  [1082, temporal('DATE')],
  [1114, temporal('TIMESTAMP')],
  [1184, temporal('TIMESTAMPTZ')],
]);

export function familyOf(oid: number): Family {
  return families.get(oid) ?? string;
}

const numbers = new Map<string, Family>([
  ...['smallint', 'integer', 'bigint', 'int', 'int2', 'int4', 'int8', 'oid'].map((name) => [name, integer] as const),
  ...['real', 'double precision', 'float', 'float4', 'float8'].map((name) => [name, float] as const),
  ...['numeric', 'decimal', 'dec'].map((name) => [name, numeric] as const),
]);

/** By the name that a catalog gives a type, `character varying(20)`. */
export function familyOfName(nativeType: string): Family {
  const name = nativeType
    .toLowerCase()
    .replace(/\(.*?\)/, '')
    .trim();
  const found = numbers.get(name);
  if (found) return found;
  if (name === 'boolean' || name === 'bool') return boolean;
  if (name === 'date') return temporal('DATE');
  if (/^timestamp(?: without time zone)?$/.test(name)) return temporal('TIMESTAMP');
  return /^timestamp(?:tz| with time zone)$/.test(name) ? temporal('TIMESTAMPTZ') : string;
}

const longestTime = 100;

/** Our sessions speak ISO dates in UTC: `2024-01-02 03:04:05.678+00`, perhaps with ` BC`. */
export function toMillis(text: string): number | null {
  if (text.length > longestTime) return null;
  const match = /^(\d{4,})-(\d\d)-(\d\d)(?: (\d\d):(\d\d):(\d\d)(?:\.(\d+))?)?(?:\+00(?::00)?)?( BC)?$/.exec(text);
  if (!match) return null;
  const [, years, month, day, hour = '0', minute = '0', second = '0', fraction = ''] = match;
  const year = match[8] ? 1 - Number(years) : Number(years);
  const time = new Date(0);
  time.setUTCFullYear(year, Number(month) - 1, Number(day));
  time.setUTCHours(Number(hour), Number(minute), Number(second), Number(fraction.padEnd(3, '0').slice(0, 3)));
  return Number.isNaN(time.getTime()) ? null : time.getTime();
}

/** Leaves others their turn between columns. */
export async function toResultTable(
  fields: readonly Field[],
  rows: readonly TextRow[],
  isExact: boolean,
): Promise<ResultTable> {
  const names = uniqueNames(fields.map(({ name }) => name));
  const columns: ResultColumn[] = [];
  await eachInTurns(fields.entries(), ([index, field]) => {
    const family = familyOf(field.oid);
    const read = isExact ? family.readExact : family.read;
    const values = rows.map((row) => {
      const text = row[index];
      return text === null || text === undefined ? null : read(text);
    });
    columns.push({ name: names[index] ?? field.name, type: family.type, nativeType: field.nativeType, values });
  });
  return { columns, rowCount: rows.length, ...(isExact ? { isExact: true } : {}) };
}

/** How the columns of a result are read from bytes; their types get their names once the rows are there. */
export function toByteColumns(fields: readonly Pick<Field, 'name' | 'oid'>[], isExact: boolean): readonly ByteColumn[] {
  return fields.map(({ name, oid }) => {
    const { type, packing, read, readExact } = familyOf(oid);
    const readText = isExact ? readExact : read;
    return {
      name,
      type,
      nativeType: '',
      packing: isExact ? undefined : packing,
      read: (bytes, start, end) => readText(bytes.toString('utf8', start, end)),
    };
  });
}
