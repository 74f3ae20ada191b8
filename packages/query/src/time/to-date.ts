import { addUnits, dateOf, type TimeUnit, truncateTo } from './calendar.ts';
import type { TimeBounds } from './time-range.ts';

export type ToDatePeriod = 'year' | 'quarter' | 'month';

const monthsOf: Readonly<Record<ToDatePeriod, number>> = { year: 12, quarter: 3, month: 1 };

/** The start of the year, quarter or month that a time lies in, where the year begins with a month (1 to 12). */
export function startOfPeriod(at: Date, period: ToDatePeriod, fiscalYearStart: number): Date {
  const months = at.getUTCFullYear() * 12 + at.getUTCMonth() - (fiscalYearStart - 1);
  const start = Math.floor(months / monthsOf[period]) * monthsOf[period] + (fiscalYearStart - 1);
  return dateOf(Math.floor(start / 12), start - Math.floor(start / 12) * 12, 1);
}

/**
 * The stretch from the start of a period up to the end of a range, or to the present where that comes first. The present
 * counts by whole hours, so that an answer holds for a while.
 */
export function boundsToDate(
  { until }: TimeBounds,
  given: { readonly period: ToDatePeriod; readonly fiscalYearStart: number; readonly now: Date },
): { readonly since: Date; readonly until: Date } {
  const present = truncateTo(given.now, 'hour');
  const end = until !== null && until < present ? until : present;
  // What ends with a period is that period whole, not the next one empty.
  return { since: startOfPeriod(new Date(end.getTime() - 1), given.period, given.fiscalYearStart), until: end };
}

/** An end that would fall on a day that the earlier month does not have is the end of that month. */
export function moveEnd(until: Date, amount: number, unit: TimeUnit): Date {
  const moved = addUnits(until, amount, unit);
  const isCalendar = unit === 'month' || unit === 'quarter' || unit === 'year';
  if (!isCalendar || moved.getUTCDate() === until.getUTCDate()) return moved;
  return addUnits(truncateTo(moved, 'month'), 1, 'month');
}
