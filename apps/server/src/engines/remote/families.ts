import { readFinite, readWhole } from './number-texts.ts';
import { type Family, toMillis } from './text-tables.ts';

const asText = (text: string): string => text;

/** Whole numbers that JavaScript's numbers hold. */
const small: Family = { type: 'number', storedAs: 'BIGINT', read: Number, readExact: Number };
/** Whole numbers of any length. */
const integer: Family = { ...small, read: readWhole, readExact: readWhole };
const float: Family = { type: 'number', storedAs: 'DOUBLE', read: readFinite, readExact: readFinite };
const decimal: Family = { type: 'number', storedAs: 'DECIMAL', read: readFinite, readExact: asText };
const string: Family = { type: 'string', storedAs: 'VARCHAR', read: asText, readExact: asText };
const isTrue = (text: string): boolean => text === 'true';
/** `true` and `false`. */
const boolean: Family = { type: 'boolean', storedAs: 'BOOLEAN', read: isTrue, readExact: isTrue };
/** Of a day: a text, as the store of results has none that keeps its zone. */
const clock: Family = { ...string, read: withoutEmptyFraction, readExact: withoutEmptyFraction };
/** `2024-01-02`. */
const day: Family = { type: 'temporal', storedAs: 'DATE', read: toMillis, readExact: asText };
/** `2024-01-02 03:04:05.678`, in UTC. */
const time: Family = { type: 'temporal', storedAs: 'TIMESTAMP', read: toMillis, readExact: withoutEmptyFraction };

/** `2024-01-02 03:04:05.000` says no more than without its zeros. */
export function withoutEmptyFraction(text: string): string {
  return text.replace(/\.0+$/, '');
}

/** How values of the types that most engines have are read, from their texts. */
export const families = { small, integer, float, decimal, string, boolean, clock, day, time } as const;
