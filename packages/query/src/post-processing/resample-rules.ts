import { QueryError } from '../errors.ts';
import { addUnits, lastDayOf, type TimeUnit, truncateTo } from '../time/index.ts';

const maxSlots = 200_000;

interface Rule {
  readonly unit: TimeUnit;
  readonly count: number;
  /** A period that bears the name of its last day, and of which a week ends on `lastWeekday` (0 = Sunday). */
  readonly isNamedByEnd: boolean;
  readonly lastWeekday: number;
}

type Period = readonly [unit: TimeUnit, isNamedByEnd: boolean];

const periods: Readonly<Record<string, Period>> = {
  S: ['second', false],
  T: ['minute', false],
  MIN: ['minute', false],
  H: ['hour', false],
  D: ['day', false],
  W: ['week', true],
  M: ['month', true],
  ME: ['month', true],
  MS: ['month', false],
  Q: ['quarter', true],
  QE: ['quarter', true],
  QS: ['quarter', false],
  A: ['year', true],
  Y: ['year', true],
  YE: ['year', true],
  AS: ['year', false],
  YS: ['year', false],
};

const weekdays = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

/** Reads a rule such as `1D`, `1W`, `W-MON`, `1MS`; throws `QueryError` for any other. */
export function readRule(text: string): Rule {
  const [, digits = '', letters = '', weekday] = /^(\d{0,5})([a-z]+)(?:-([a-z]{3}))?$/i.exec(text.trim()) ?? [];
  const name = letters.toUpperCase();
  const period = Object.hasOwn(periods, name) ? periods[name] : undefined;
  const count = Number(digits || 1);
  const lastWeekday = weekday === undefined ? 0 : weekdays.indexOf(weekday.toUpperCase());
  const isAnchorKnown = weekday === undefined || (name === 'W' && lastWeekday >= 0);
  if (!period || count < 1 || !isAnchorKnown) throw new QueryError(`Invalid resample rule: ${text}`, 'post_processing');
  return { unit: period[0], count, isNamedByEnd: period[1], lastWeekday };
}

/** A period of the grid: the time after which it is named, and its bounds, of which the end lies outside. */
export interface Slot {
  readonly label: number;
  readonly end: number;
}

/** The periods from the first time to the last, without a gap. */
export function slotsBetween(first: number, last: number, rule: Rule): readonly Slot[] {
  const slots: Slot[] = [];
  const origin = firstLabel(new Date(first), rule);
  for (let step = 0; ; step += 1) {
    const label = labelAt(origin, step, rule);
    // A period that is named by its first moment lasts until the next; one named by its last day, until that is over.
    const end = rule.isNamedByEnd ? addUnits(new Date(label), 1, 'day').getTime() : labelAt(origin, step + 1, rule);
    if (slots.length >= maxSlots) throw new QueryError(`Resample gives more than ${maxSlots} rows`, 'post_processing');
    slots.push({ label, end });
    if (end > last) return slots;
  }
}

function labelAt(origin: Date, step: number, { unit, count, isNamedByEnd }: Rule): number {
  const moved = addUnits(origin, step * count, unit);
  return (isNamedByEnd && unit !== 'week' ? lastDayOf(moved, unit) : moved).getTime();
}

function firstLabel(first: Date, rule: Rule): Date {
  const { unit } = rule;
  if (unit === 'week') {
    const day = truncateTo(first, 'day');
    return addUnits(day, (rule.lastWeekday - day.getUTCDay() + 7) % 7, 'day');
  }
  // Of the period's first day every later one can be told; the last days of months are not equally far apart.
  if (unit === 'day' || unit === 'month' || unit === 'quarter' || unit === 'year') return truncateTo(first, unit);
  return firstOfDay(first, rule);
}

// Periods shorter than a day count from midnight of the first day.
function firstOfDay(first: Date, { unit, count }: Rule): Date {
  const midnight = truncateTo(first, 'day');
  const size = addUnits(midnight, count, unit).getTime() - midnight.getTime();
  return new Date(midnight.getTime() + Math.floor((first.getTime() - midnight.getTime()) / size) * size);
}
