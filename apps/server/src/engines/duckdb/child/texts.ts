import {
  DuckDBArrayValue,
  DuckDBBlobValue,
  DuckDBListValue,
  DuckDBMapValue,
  DuckDBStructValue,
  DuckDBUnionValue,
  type DuckDBValue,
  DuckDBVariantValue,
} from '@duckdb/node-api';

const microsPerSecond = 1_000_000n;
const secondsPerDay = 86_400n;

function pad(value: number | bigint, width: number): string {
  return value.toString().padStart(width, '0');
}

/** Days since 1970-01-01 as DuckDB writes a date; years before our era carry `(BC)`. */
export function toDateText(days: number): string {
  if (days === 2_147_483_647) return 'infinity';
  if (days === -2_147_483_647) return '-infinity';
  const { year, month, day } = toCivil(days);
  const isBefore = year < 1;
  return `${pad(isBefore ? 1 - year : year, 4)}-${pad(month, 2)}-${pad(day, 2)}${isBefore ? ' (BC)' : ''}`;
}

/** Proleptic Gregorian calendar, by shifting the year to begin in March. */
function toCivil(days: number): { year: number; month: number; day: number } {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1;
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

function floorDivide(value: bigint, by: bigint): bigint {
  const quotient = value / by;
  return value % by < 0n ? quotient - 1n : quotient;
}

/** Ticks since 1970 as DuckDB writes a timestamp: no fraction when it is zero, no trailing zeros in it. */
export function toTimestampText(ticks: bigint, ticksPerSecond: bigint): string {
  if (ticks === 9_223_372_036_854_775_807n) return 'infinity';
  if (ticks === -9_223_372_036_854_775_807n) return '-infinity';
  const seconds = floorDivide(ticks, ticksPerSecond);
  const days = floorDivide(seconds, secondsPerDay);
  const date = toDateText(Number(days));
  const time = toClock(seconds - days * secondsPerDay, ticks - seconds * ticksPerSecond, ticksPerSecond);
  return `${date} ${time}`;
}

export function toTimeText(micros: bigint): string {
  return toClock(micros / microsPerSecond, micros % microsPerSecond, microsPerSecond);
}

function toClock(seconds: bigint, fraction: bigint, ticksPerSecond: bigint): string {
  const whole = Number(seconds);
  const clock = `${pad(Math.floor(whole / 3600), 2)}:${pad(Math.floor(whole / 60) % 60, 2)}:${pad(whole % 60, 2)}`;
  if (fraction === 0n) return clock;
  const digits = ticksPerSecond.toString().length - 1;
  return `${clock}.${pad(fraction, digits).replace(/0+$/, '')}`;
}

export function toDecimalText(value: bigint, scale: number): string {
  if (scale === 0) return value.toString();
  const isNegative = value < 0n;
  const digits = (isNegative ? -value : value).toString().padStart(scale + 1, '0');
  return `${isNegative ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

export function toHexText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}

/** Nested values as JSON text: integers keep all their digits, whatever JSON has no form for becomes text. */
export function toJsonText(value: DuckDBValue): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'boolean' || typeof value === 'bigint') return value.toString();
  if (typeof value === 'number') return Number.isFinite(value) ? JSON.stringify(value) : JSON.stringify(String(value));
  if (typeof value === 'string') return JSON.stringify(value);
  if (value instanceof DuckDBListValue || value instanceof DuckDBArrayValue) {
    return `[${value.items.map(toJsonText).join(',')}]`;
  }
  if (value instanceof DuckDBStructValue) {
    return `{${Object.entries(value.entries)
      .map(([name, item]) => `${JSON.stringify(name)}:${toJsonText(item)}`)
      .join(',')}}`;
  }
  if (value instanceof DuckDBMapValue) {
    return `{${value.entries.map(({ key, value: item }) => `${toJsonKey(key)}:${toJsonText(item)}`).join(',')}}`;
  }
  if (value instanceof DuckDBUnionValue) return toJsonText(value.value);
  if (value instanceof DuckDBVariantValue) return toJsonText(value.value);
  if (value instanceof DuckDBBlobValue) return JSON.stringify(toHexText(value.bytes));
  return JSON.stringify(value.toString());
}

function toJsonKey(key: DuckDBValue): string {
  return JSON.stringify(typeof key === 'object' && key !== null ? key.toString() : String(key));
}
