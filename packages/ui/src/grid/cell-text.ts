export type GridValue = number | bigint | string | boolean | null;
export type GridColumnType = 'number' | 'string' | 'temporal' | 'boolean';

/** Which whole numbers are grouped: all, all but years of four digits, or none as they are names of things and no quantities. A number rounds to so many decimals; shares are written in percent. */
export type GridDigits = 'grouped' | 'years' | 'plain' | 'percent' | number;

const NARROW_SPACE = '\u202f';
const TRUE_MINUS = '\u2212';
const plainNumber = /^([+-]?)(\d+)(\.\d+)?$/;

/** Groups the digits before the point by narrow spaces; text that is no plain number stays as it is. */
export function groupDigits(text: string): string {
  const match = plainNumber.exec(text);
  if (!match) return text;
  const [, sign, whole = '', fraction = ''] = match;
  return `${sign === '-' ? TRUE_MINUS : ''}${whole.replace(/\B(?=(\d{3})+$)/g, NARROW_SPACE)}${fraction}`;
}

const pad = (value: number, length = 2) => String(value).padStart(length, '0');

/** A moment in UTC: a date when it is midnight sharp, else with its time. */
export function formatMoment(epochMs: number): string {
  const date = new Date(epochMs);
  if (Number.isNaN(date.getTime())) return String(epochMs);
  const year = date.getUTCFullYear();
  const era = year < 1 ? ' (BC)' : '';
  const day = `${pad(year < 1 ? 1 - year : year, 4)}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())}${era}`;
  const rest = epochMs % 86_400_000;
  if (rest === 0) return day;
  const milliseconds = date.getUTCMilliseconds();
  const time = `${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}:${pad(date.getUTCSeconds())}`;
  return `${day} ${time}${milliseconds === 0 ? '' : `.${pad(milliseconds, 3)}`}`;
}

const year = /^\d{4}$/;

/** A value in full precision, or rounded where the column asks for it, as the grid shows it; null has no text. */
export function cellText(value: GridValue, type: GridColumnType, digits: GridDigits = 'grouped'): string | null {
  if (value === null) return null;
  if (type === 'temporal' && typeof value === 'number') return formatMoment(value);
  if (digits === 'plain' || (digits === 'years' && year.test(String(value)))) return String(value);
  if (digits === 'percent' && typeof value === 'number')
    return `${groupDigits((value * 100).toFixed(1))}${NARROW_SPACE}%`;
  if (typeof digits === 'number' && typeof value === 'number' && Math.abs(value) < 1e21)
    return groupDigits(value.toFixed(digits));
  if (typeof value === 'number' || typeof value === 'bigint' || type === 'number') return groupDigits(String(value));
  return String(value);
}

/** A value as it is copied: no grouping, empty for null, so that other programs read it back. */
export function plainText(value: GridValue, type: GridColumnType): string {
  if (value === null) return '';
  return type === 'temporal' && typeof value === 'number' ? formatMoment(value) : String(value);
}
