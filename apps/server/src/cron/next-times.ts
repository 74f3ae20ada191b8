import type { Cron } from './parse-cron.ts';
import { createOffsets, type OffsetAt } from './zones.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** A 29 February on a given weekday comes within forty years. */
const searchedDays = 366 * 40;

export interface TimesQuestion {
  readonly zone: string;
  readonly after: Date;
  readonly count: number;
}

/** The next moments at which something runs, none of them before or at `after`. */
export function nextTimes(cron: Cron, { zone, after, count }: TimesQuestion): readonly Date[] {
  const offsetAt = createOffsets(zone);
  const from = after.getTime();
  const firstDay = Math.floor((from + offsetAt(from)) / dayMs) - 1;
  const found = new Set<number>();
  for (let day = firstDay; day < firstDay + searchedDays && found.size < count; day++) {
    if (!isItsDay(cron, day * dayMs)) continue;
    for (const time of timesOfDay(cron, day * dayMs, offsetAt)) {
      if (time > from && found.size < count) found.add(time);
    }
  }
  return [...found].map((time) => new Date(time));
}

/** As cron has it: where both the day of the month and the day of the week are given, one of them is enough. */
function isItsDay({ days, months, weekdays }: Cron, midnight: number): boolean {
  const date = new Date(midnight);
  if (months && !months.includes(date.getUTCMonth() + 1)) return false;
  const isDay = days?.includes(date.getUTCDate());
  const isWeekday = weekdays?.includes(date.getUTCDay());
  if (isDay === undefined) return isWeekday ?? true;
  return isWeekday === undefined ? isDay : isDay || isWeekday;
}

/** The moments of one day of the place's calendar, in order. */
function timesOfDay(cron: Cron, midnight: number, offsetAt: OffsetAt): readonly number[] {
  const before = offsetAt(midnight - dayMs);
  const after = offsetAt(midnight + 2 * dayMs);
  const hours = cron.hours ?? Array.from({ length: 24 }, (_, hour) => hour);
  const clockTimes = hours.flatMap((hour) => cron.minutes.map((minute) => midnight + hour * hourMs + minute * 60_000));
  if (before === after) return clockTimes.map((clock) => clock - before);
  const change = { before, after, offsetAt, isEveryHour: cron.hours === null };
  return [...new Set(clockTimes.flatMap((clock) => momentsOf(clock, change)))].sort((one, other) => one - other);
}

interface ClockChange {
  readonly before: number;
  readonly after: number;
  readonly offsetAt: OffsetAt;
  readonly isEveryHour: boolean;
}

/**
 * When a clock that is put forward or back shows a time. What it skips is made up for at once, what it shows twice counts
 * once; but what runs in every hour follows the hours that pass.
 */
function momentsOf(clock: number, { before, after, offsetAt, isEveryHour }: ClockChange): readonly number[] {
  const moments = [clock - before, clock - after].filter((time) => time + offsetAt(time) === clock);
  if (moments.length === 0) return isEveryHour ? [] : [clock - before];
  return isEveryHour ? moments : [Math.min(...moments)];
}
