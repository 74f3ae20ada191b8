const timeUnits = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
export type TimeUnit = (typeof timeUnits)[number];

const fixedMs: Readonly<Partial<Record<TimeUnit, number>>> = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
};

/** Whether a unit is always equally long. */
export function isFixedUnit(unit: TimeUnit): boolean {
  return fixedMs[unit] !== undefined;
}

const monthsOf: Readonly<Partial<Record<TimeUnit, number>>> = { month: 1, quarter: 3, year: 12 };

/** Years that SQL and the grammar both know; anything else is an overflow. */
export function isInCalendar(at: Date): boolean {
  const year = at.getUTCFullYear();
  return year >= 1 && year <= 9999;
}

/** Midnight (UTC) of a day; months count from 0. Unlike `Date.UTC`, years below 100 mean what they say. */
export function dateOf(year: number, month: number, day: number): Date {
  const at = new Date(0);
  at.setUTCFullYear(year, month, day);
  return at;
}

function daysInMonth(year: number, month: number): number {
  return dateOf(year, month + 1, 0).getUTCDate();
}

/** Whether a day exists; months count from 0. */
export function isRealDay(year: number, month: number, day: number): boolean {
  return month >= 0 && month < 12 && day >= 1 && day <= daysInMonth(year, month);
}

/** Moves a time by whole units; months and years keep the day where it exists, else take the month's last. */
export function addUnits(at: Date, amount: number, unit: TimeUnit): Date {
  const step = fixedMs[unit];
  if (step !== undefined) return new Date(at.getTime() + amount * step);
  const months = at.getUTCFullYear() * 12 + at.getUTCMonth() + amount * (monthsOf[unit] ?? 1);
  const year = Math.floor(months / 12);
  const month = months - year * 12;
  const moved = new Date(at.getTime());
  moved.setUTCFullYear(year, month, Math.min(at.getUTCDate(), daysInMonth(year, month)));
  return moved;
}

/** The start of the unit that a time lies in; weeks start on Monday. */
export function truncateTo(at: Date, unit: TimeUnit): Date {
  const year = at.getUTCFullYear();
  const month = at.getUTCMonth();
  if (unit === 'year') return dateOf(year, 0, 1);
  if (unit === 'quarter') return dateOf(year, month - (month % 3), 1);
  if (unit === 'month') return dateOf(year, month, 1);
  if (unit === 'week') return addUnits(truncateTo(at, 'day'), -((at.getUTCDay() + 6) % 7), 'day');
  const size = fixedMs[unit] ?? 1;
  return new Date(Math.floor(at.getTime() / size) * size);
}

/** Midnight of the last day of the unit that a time lies in; weeks end on Sunday. */
export function lastDayOf(at: Date, unit: TimeUnit): Date {
  const start = truncateTo(at, unit);
  return truncateTo(addUnits(addUnits(start, 1, unit), -1, 'second'), 'day');
}

/** Reads `day`, `days`, `Day`; undefined for anything else. */
export function parseUnit(text: string): TimeUnit | undefined {
  const singular = text.toLowerCase().replace(/s$/, '');
  return timeUnits.find((unit) => unit === singular);
}

/** `YYYY-MM-DDTHH:mm:ss`, the one written form of times. */
export function formatTime(at: Date): string {
  return at.toISOString().slice(0, 19);
}
