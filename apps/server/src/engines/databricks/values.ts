import { type Family, families } from '../remote/index.ts';

const { string, small, integer, float, decimal, boolean, day, time } = families;

/** Days may come with a time of zero, points in time with the letters of ISO 8601. */
const pointInTime: Family = { ...time, readExact: (text) => time.readExact(plainTime(text)) };

const kinds: Readonly<Record<string, Family>> = {
  ...{
    TINYINT: small,
    SMALLINT: small,
    INT: small,
    INTEGER: small,
    BIGINT: integer,
    BYTE: small,
    SHORT: small,
    LONG: integer,
  },
  ...{ FLOAT: float, REAL: float, DOUBLE: float, DECIMAL: decimal, BOOLEAN: boolean },
  ...{ DATE: day, TIMESTAMP: pointInTime, TIMESTAMP_NTZ: pointInTime, TIMESTAMP_LTZ: pointInTime },
};

/** How values of a type, as the server names it (`DECIMAL(10,2)`), are read. */
export function familyOf(nativeType: string): Family {
  const name = /^\w+/.exec(nativeType.toUpperCase())?.[0] ?? '';
  return Object.hasOwn(kinds, name) ? (kinds[name] ?? string) : string;
}

/** `2024-01-02T03:04:05.678Z` as `2024-01-02 03:04:05.678`. */
function plainTime(text: string): string {
  return text.replace('T', ' ').replace(/Z$/, '');
}
