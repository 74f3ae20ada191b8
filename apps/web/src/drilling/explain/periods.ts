/** A stretch of time in milliseconds of UTC; its end is no part of it. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** `2026-03-01T00:00:00 : 2026-04-01T00:00:00`, as marks and filters have it; null where it has no two ends. */
export function readPeriod(text: string): Period | null {
  const [from, to] = text.split(' : ').map((end) => Date.parse(end.length === 10 ? `${end}T00:00:00Z` : `${end}Z`));
  return from !== undefined && to !== undefined && from < to ? { from, to } : null;
}

export function writePeriod({ from, to }: Period): string {
  const text = (ms: number) => new Date(ms).toISOString().slice(0, 19);
  return `${text(from)} : ${text(to)}`;
}

/** The period of the same length that ends where this one begins; of whole months, as many months. */
export function periodBefore(period: Period): Period {
  const months = wholeMonths(period);
  if (months !== null) return moved(period, { months: -months, ms: 0 });
  return moved(period, { months: 0, ms: period.from - period.to });
}

function wholeMonths({ from, to }: Period): number | null {
  const [first, last] = [new Date(from), new Date(to)];
  const isAtStart = [first, last].every((end) => end.getUTCDate() === 1 && end.getTime() % 86_400_000 === 0);
  if (!isAtStart) return null;
  return (last.getUTCFullYear() - first.getUTCFullYear()) * 12 + last.getUTCMonth() - first.getUTCMonth();
}

interface Way {
  readonly months: number;
  readonly ms: number;
}

function moved({ from, to }: Period, { months, ms }: Way): Period {
  return { from: movedMonths(from, months) + ms, to: movedMonths(to, months) + ms };
}

/** The same day of another month, or its last one. */
function movedMonths(ms: number, months: number): number {
  if (months === 0) return ms;
  const date = new Date(ms);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0)).getUTCDate();
  const day = Math.min(date.getUTCDate(), last);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, day) + (ms % 86_400_000);
}

const unitMs: Readonly<Record<string, number>> = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
};
const unitMonths: Readonly<Record<string, number>> = { month: 1, quarter: 3, year: 12 };

/** The earlier period that a chart's comparison names: `1 year ago`, `inherit`, a day; null where it names none. */
export function comparedPeriod(period: Period, offset: string): Period | null {
  if (offset === 'inherit') return periodBefore(period);
  const [, count, unit = ''] = /^(\d{1,4}) (\w+?)s? ago$/.exec(offset.trim()) ?? [];
  if (count && unitMonths[unit]) return moved(period, { months: -Number(count) * unitMonths[unit], ms: 0 });
  if (count && unitMs[unit]) return moved(period, { months: 0, ms: -Number(count) * unitMs[unit] });
  const day = Date.parse(`${offset.slice(0, 10)}T00:00:00Z`);
  return Number.isNaN(day) ? null : moved(period, { months: 0, ms: day - period.from });
}

/** So many of its own lengths earlier. */
export function periodsBefore(period: Period, count: number): Period {
  return Array.from({ length: Math.min(1000, Math.max(1, count)) }).reduce<Period>(periodBefore, period);
}
