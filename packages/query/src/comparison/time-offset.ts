import type { QueryObject } from '@powerset/contract';
import { QueryError } from '../errors.ts';
import {
  applySteps,
  isInCalendar,
  moveEnd,
  parseSteps,
  parseTimeText,
  type TimeBounds,
  type TimeStep,
  type TimeUnit,
} from '../time/index.ts';

/** The period that is shown, and the calendar by which others are set against it. */
export interface Compared extends TimeBounds {
  readonly calendar?: QueryObject['time_calendar'];
}

function unreadableOffset(offset: string): QueryError {
  return new QueryError(`Cannot parse time string [${offset}]`, 'time_offsets');
}

interface Shift {
  readonly steps: readonly TimeStep[];
  readonly direction: 1 | -1;
}

/** Days of a unit on the average of four hundred years. */
const averageDays: Readonly<Record<TimeUnit, number>> = {
  second: 1 / 86_400,
  minute: 1 / 1440,
  hour: 1 / 24,
  day: 1,
  week: 7,
  month: 30.436_875,
  quarter: 91.310_625,
  year: 365.2425,
};

/**
 * The nearest whole weeks, one at least. They are the same for all days of a range, so that each has a partner of its own:
 * 364 days for a year, 28 for a month.
 */
function inWholeWeeks({ steps, direction }: Shift): Shift {
  const days = steps.reduce((sum, { amount, unit }) => sum + amount * averageDays[unit], 0);
  const weeks = Math.max(1, Math.round(Math.abs(days) / 7));
  return { steps: [{ amount: 7 * weeks * (days < 0 ? -1 : 1), unit: 'day' }], direction };
}

function readShift(offset: string, bounds: Compared): Shift {
  const shift = readPlainShift(offset, bounds);
  return bounds.calendar?.weekday ? inWholeWeeks(shift) : shift;
}

/** By how many days every time is moved back, where that is the same for all of them; else null. */
export function daysOfOffset(offset: string, bounds: Compared): number | null {
  const { steps, direction } = readShift(offset, bounds);
  const isFixed = steps.every(({ unit }) => unit === 'day' || unit === 'week');
  if (!isFixed) return null;
  return -direction * steps.reduce((sum, { amount, unit }) => sum + amount * averageDays[unit], 0);
}

/** The end of the other period: that of a stretch to date stays within its month. */
export function shiftEnd(until: Date, offset: string, bounds: Compared): Date {
  const { steps, direction } = readShift(offset, bounds);
  const [step, ...more] = steps;
  return bounds.calendar?.to_date && step && more.length === 0
    ? moveEnd(until, direction * step.amount, step.unit)
    : shiftTimeOffset(until, offset, bounds);
}

function readPlainShift(offset: string, bounds: TimeBounds): Shift {
  const text = offset.trim().toLowerCase();
  if (text === 'inherit') return { steps: [{ amount: lengthInDays(bounds, offset), unit: 'day' }], direction: -1 };
  const isAhead = /\s(later|from now|ahead)$/.test(text) || text.startsWith('in ');
  const body = text.replace(/^in\s+/, '').replace(/\s+(ago|before|later|from now|ahead)$/, '');
  const steps = parseSteps(body);
  // A sign already says which way.
  if (steps) return { steps, direction: isAhead || steps[0]!.amount < 0 ? 1 : -1 };
  const start = bounds.since && /^\d{4}-/.test(text) ? parseTimeText(text, { now: bounds.since }) : null;
  if (!start || !bounds.since) throw unreadableOffset(offset);
  const days = Math.round((bounds.since.getTime() - start.getTime()) / 86_400_000);
  return { steps: [{ amount: days, unit: 'day' }], direction: -1 };
}

/** Whether an offset says something only of a range with two ends: its length, or where it should begin instead. */
export const isOfRange = (offset: string): boolean => /^(inherit|\d{4}-.*)$/i.test(offset.trim());

function lengthInDays(bounds: TimeBounds, offset: string): number {
  if (!bounds.since || !bounds.until) throw unreadableOffset(offset);
  return Math.max(1, Math.floor((bounds.until.getTime() - bounds.since.getTime()) / 86_400_000));
}

/**
 * The time that lies an offset away: `1 week ago`, `28 days`, `1 year later`, `inherit` (the length of the range) or a
 * date at which the range should start instead. Without a direction it means the past.
 */
export function shiftTimeOffset(at: Date, offset: string, bounds: Compared): Date {
  const { steps, direction } = readShift(offset, bounds);
  const moved = applySteps(at, steps, direction);
  if (!isInCalendar(moved)) throw unreadableOffset(offset);
  return moved;
}

/** The inverse: brings a time of the other period back to this one. */
export function unshiftTimeOffset(at: Date, offset: string, bounds: Compared): Date {
  const { steps, direction } = readShift(offset, bounds);
  return applySteps(at, steps, direction === 1 ? -1 : 1);
}
