import { unitOfGrain } from '@powerset/chart-kit';

const day = 86_400_000;

/** How long a period is and where it begins. */
export type Frequency =
  | { readonly unit: 'day'; readonly count: number; readonly weekday: null }
  | { readonly unit: 'week'; readonly count: number; readonly weekday: number }
  | { readonly unit: 'month'; readonly count: number; readonly weekday: null };

const weekdays = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
const monthUnits: Readonly<Record<string, number>> = {
  M: 1,
  MS: 1,
  ME: 1,
  Q: 3,
  QS: 3,
  QE: 3,
  A: 12,
  AS: 12,
  Y: 12,
  YS: 12,
  YE: 12,
};

/** Reads a frequency such as `AS`, `W-MON`, `4W-MON` or `D`; null for one that is none. */
export function readFrequency(code: string): Frequency | null {
  const [, times = '', name = '', anchor = ''] =
    /^(\d{0,3})([A-Z]{1,2})(?:-([A-Z]{3}))?$/.exec(code.trim().toUpperCase()) ?? [];
  const count = times === '' ? 1 : Number(times);
  if (count < 1) return null;
  if (name === 'D') return { unit: 'day', count, weekday: null };
  if (name === 'W') {
    const weekday = anchor === '' ? 0 : weekdays.indexOf(anchor);
    return weekday === -1 ? null : { unit: 'week', count, weekday };
  }
  const months = monthUnits[name];
  return months ? { unit: 'month', count: months * count, weekday: null } : null;
}

const floorDay = (ms: number) => Math.floor(ms / day) * day;

/** The beginning of the day, or of the week that begins on the weekday. */
function floorStep(ms: number, { unit, weekday }: Frequency): number {
  const start = floorDay(ms);
  return unit === 'week' ? start - ((new Date(start).getUTCDay() - weekday + 7) % 7) * day : start;
}

const monthsOf = (ms: number) => new Date(ms).getUTCFullYear() * 12 + new Date(ms).getUTCMonth();

function beginningOfMonth(months: number): number {
  const date = new Date(0);
  // Not by Date.UTC, which takes the years before 100 for those of the last century.
  date.setUTCFullYear(Math.floor(months / 12), ((months % 12) + 12) % 12, 1);
  return date.getTime();
}

export interface Period {
  readonly start: number;
  /** Where the next one begins. */
  readonly end: number;
}

/**
 * The period that a moment lies in. Several weeks or days together are counted back from the one that the latest moment lies
 * in, so that the newest period is whole but for its own end; months, quarters and years begin where the calendar has them.
 */
export function periodOf(ms: number, latest: number, frequency: Frequency): Period {
  if (frequency.unit === 'month') {
    const { count } = frequency;
    const first = Math.floor(monthsOf(ms) / count) * count;
    return { start: beginningOfMonth(first), end: beginningOfMonth(first + count) };
  }
  const step = frequency.unit === 'week' ? 7 * day : day;
  const length = step * frequency.count;
  const end = floorStep(latest, frequency) + step;
  const back = Math.ceil((end - ms) / length);
  const start = end - back * length;
  return ms < start + length ? { start, end: start + length } : { start: start + length, end: start + 2 * length };
}

/** Where in the newest period a moment of another one belongs. */
export function placeIn(
  newest: Period,
  ms: number,
  { period, grain }: { readonly period: Period; readonly grain: string | null },
): number {
  const unit = unitOfGrain(grain);
  if (unit === 'month' || unit === 'quarter' || unit === 'year')
    return beginningOfMonth(monthsOf(newest.start) + monthsOf(ms) - monthsOf(period.start));
  const elapsed = ms - period.start;
  // Weeks begin on other dates each year: the first is laid over the first.
  return newest.start + (unit === 'week' ? Math.floor(elapsed / (7 * day)) * 7 * day : elapsed);
}
