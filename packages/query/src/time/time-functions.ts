import { QueryError } from '../errors.ts';
import { addUnits, isInCalendar, lastDayOf, parseUnit, type TimeUnit, truncateTo } from './calendar.ts';
import type { Clock } from './clock.ts';
import { findHoliday } from './holidays.ts';
import { parseTimeText } from './time-text.ts';

interface Cursor {
  readonly text: string;
  readonly clock: Clock;
  at: number;
  depth: number;
}

const maxDepth = 40;
const differenceIsNoTime =
  'DATEDIFF(…) is a number of days or years and no point in time: use it as the amount of DATEADD(time, amount, unit).';

/** Whether a text is meant as one of the grammar's functions. */
export function isTimeFunction(text: string): boolean {
  return /^\s*(datetime|dateadd|datediff|datetrunc|lastday|holiday)\s*\(/i.test(text);
}

/**
 * Evaluates `DATETIME('…')`, `DATEADD(t, n, unit)`, `DATETRUNC(t, unit)`, `LASTDAY(t, unit)`,
 * `HOLIDAY('name', t, 'country')`, nested as wished; `DATEDIFF(t, t, unit)` stands for a number. Throws `QueryError`.
 */
export function evaluateTimeFunction(text: string, clock: Clock): Date {
  const cursor: Cursor = { text, clock, at: 0, depth: 0 };
  const result = readTime(cursor);
  skipSpace(cursor);
  if (cursor.at < text.length) throw unreadable(text);
  return result;
}

export function unreadable(text: string): QueryError {
  return new QueryError(`Cannot parse time string [${text}]`, 'time_range');
}

function skipSpace(cursor: Cursor): void {
  while (/\s/.test(cursor.text[cursor.at] ?? '')) cursor.at += 1;
}

function accept(cursor: Cursor, pattern: RegExp): string | null {
  skipSpace(cursor);
  pattern.lastIndex = cursor.at;
  const match = pattern.exec(cursor.text);
  if (!match) return null;
  cursor.at = pattern.lastIndex;
  return match[0];
}

function expect(cursor: Cursor, pattern: RegExp): string {
  const piece = accept(cursor, pattern);
  if (piece === null) throw unreadable(cursor.text);
  return piece;
}

function closeBracket(cursor: Cursor): void {
  accept(cursor, /,/y);
  expect(cursor, /\)/y);
  cursor.depth -= 1;
}

function openBracket(cursor: Cursor): string {
  const name = expect(cursor, /[a-z]+/iy).toLowerCase();
  expect(cursor, /\(/y);
  cursor.depth += 1;
  if (cursor.depth > maxDepth) throw unreadable(cursor.text);
  return name;
}

const readers: Readonly<Record<string, (cursor: Cursor) => Date>> = {
  datetime: (cursor) => parseMoment(readText(cursor), cursor.clock),
  dateadd: (cursor) => {
    const base = readTime(cursor);
    comma(cursor);
    const amount = readNumber(cursor);
    comma(cursor);
    return addUnits(base, amount, readUnit(cursor));
  },
  datetrunc: (cursor) => {
    const base = readTime(cursor);
    comma(cursor);
    return truncateTo(base, readUnit(cursor));
  },
  lastday: (cursor) => {
    const base = readTime(cursor);
    comma(cursor);
    return lastDayOf(base, readUnit(cursor));
  },
  holiday: readHoliday,
};

function readTime(cursor: Cursor): Date {
  const name = openBracket(cursor);
  if (name === 'datediff') throw new QueryError(differenceIsNoTime, 'time_range');
  const read = Object.hasOwn(readers, name) ? readers[name]! : undefined;
  if (!read) throw unreadable(cursor.text);
  const result = read(cursor);
  closeBracket(cursor);
  if (!isInCalendar(result)) throw unreadable(cursor.text);
  return result;
}

function comma(cursor: Cursor): void {
  expect(cursor, /,/y);
}

function readText(cursor: Cursor): string {
  return expect(cursor, /'[^']*'|"[^"]*"/y).slice(1, -1);
}

function readUnit(cursor: Cursor): TimeUnit {
  const unit = parseUnit(expect(cursor, /[a-z]+/iy));
  if (!unit) throw unreadable(cursor.text);
  return unit;
}

function readNumber(cursor: Cursor): number {
  const digits = accept(cursor, /[+-]?\s*\d{1,12}/y);
  return digits === null ? readDifference(cursor) : Number(digits.replace(/\s/g, ''));
}

function readDifference(cursor: Cursor): number {
  const sign = accept(cursor, /-/y) ? -1 : 1;
  if (openBracket(cursor) !== 'datediff') throw unreadable(cursor.text);
  const from = readTime(cursor);
  comma(cursor);
  const to = readTime(cursor);
  const unit = accept(cursor, /,\s*(?=[a-z])/iy) ? readUnit(cursor) : 'day';
  closeBracket(cursor);
  if (unit === 'year') return sign * (to.getUTCFullYear() - from.getUTCFullYear());
  if (unit === 'day') return sign * Math.floor((to.getTime() - from.getTime()) / 86_400_000);
  throw unreadable(cursor.text);
}

function readHoliday(cursor: Cursor): Date {
  const name = readText(cursor);
  const base = accept(cursor, /,\s*(?=[a-z])/iy) ? readTime(cursor) : cursor.clock.now;
  const country = accept(cursor, /,\s*(?=['"])/y) ? readText(cursor) : 'US';
  const day = findHoliday(name, country, base.getUTCFullYear());
  if (!day) throw new QueryError(`Unable to find such a holiday: [${name}]`, 'time_range');
  return day;
}

/** Reads a point in time as text; throws `QueryError` in the grammar's words when it cannot. */
export function parseMoment(text: string, clock: Clock): Date {
  const moment = parseTimeText(text, clock);
  if (moment) return moment;
  if (/^\s*[0-9]+\s+(second|minute|hour|day|week|month|quarter|year)s?\s*$/i.test(text)) {
    const human = text.trim();
    throw new QueryError(`Time delta is ambiguous. Please specify [${human} ago] or [${human} later].`, 'time_range');
  }
  throw unreadable(text);
}
