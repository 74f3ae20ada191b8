import { type Family, families } from '../remote/index.ts';

const { string, integer, float, decimal, boolean, clock, day, time } = families;

/** A column as the service describes it. */
export interface RowType {
  readonly name: string;
  readonly type: string;
  readonly precision?: number | null;
  readonly scale?: number | null;
}

const kinds: Readonly<Record<string, Family>> = {
  ...{ FLOAT: float, BOOLEAN: boolean, DATE: day, TIME: clock },
  ...{ TIMESTAMP_NTZ: time, TIMESTAMP_LTZ: time, TIMESTAMP_TZ: time },
};

/** How values of a type are read: `NUMBER(38,0)`, `VARCHAR`, `TIMESTAMP_NTZ`. */
export function familyOf(nativeType: string): Family {
  const number = /^NUMBER(?:\(\d+,\s*(\d+)\))?$/.exec(nativeType);
  if (number) return number[1] === '0' ? integer : decimal;
  return Object.hasOwn(kinds, nativeType) ? (kinds[nativeType] ?? string) : string;
}

/** What types of answers are called in its SQL. */
export function nativeTypeOf({ type, precision, scale }: RowType): string {
  const name = type.toUpperCase();
  if (name === 'FIXED') return `NUMBER(${precision ?? 38},${scale ?? 0})`;
  if (name === 'REAL') return 'FLOAT';
  return name === 'TEXT' ? 'VARCHAR' : name;
}

/** A value as people read it: days, times and bytes travel as numbers and digits. */
export function toText(value: string | null, { type }: RowType): string | null {
  if (value === null) return null;
  const read = Object.hasOwn(readers, type) ? readers[type] : undefined;
  return read ? read(value) : value;
}

const dayMs = 86_400_000;
const readers: Readonly<Record<string, (text: string) => string>> = {
  date: (text) => new Date(Number(text) * dayMs).toISOString().slice(0, 10),
  time: (text) => fromSeconds(text).slice(11),
  timestamp_ntz: fromSeconds,
  timestamp_ltz: fromSeconds,
  // The zone that follows says how it was written, not when it is.
  timestamp_tz: (text) => fromSeconds(text.split(' ')[0] ?? ''),
  binary: (text) => `X'${text.toUpperCase()}'`,
  boolean: (text) => String(text === 'true' || text === '1'),
};

/** `1704164645.678901000` seconds since 1970 as `2024-01-02 03:04:05.678901`. */
function fromSeconds(text: string): string {
  const match = /^(-?)(\d{1,12})(?:\.(\d{1,30}))?$/.exec(text);
  if (!match) return text;
  const [, sign = '', whole = '0', digits = ''] = match;
  const nanos = BigInt(`${sign}${whole}${digits.padEnd(9, '0').slice(0, 9)}`);
  const fraction = ((nanos % billion) + billion) % billion;
  const seconds = new Date(Number((nanos - fraction) / 1_000_000n)).toISOString().slice(0, 19).replace('T', ' ');
  return fraction === 0n ? seconds : `${seconds}.${String(fraction).padStart(9, '0').replace(/0+$/, '')}`;
}

const billion = 1_000_000_000n;
