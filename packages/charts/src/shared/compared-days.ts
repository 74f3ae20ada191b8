import { type ModelContext, periodWords } from '@powerset/chart-kit';

/** The days of the shown period and of the one that it is set against, in words. */
export type ComparedDays = Readonly<Record<'now' | 'earlier', string>>;

type Facts = Pick<ModelContext, 'answers' | 'timeBounds' | 'translate'> & { readonly locale?: string };

/** Which days a form's calendar set against each other; null where it chose none, or where one of the periods has no end. */
export function comparedDays({ answers, timeBounds, ...style }: Facts, offset: string): ComparedDays | null {
  const earlier = answers?.[0]?.compared_periods?.find((period) => period.offset === offset);
  if (!timeBounds || !earlier || earlier.from_dttm === null || earlier.to_dttm === null) return null;
  return { now: periodWords(timeBounds, style), earlier: periodWords([earlier.from_dttm, earlier.to_dttm], style) };
}

const monthsOf: Readonly<Record<string, number>> = { month: 1, quarter: 3, year: 12 };
const daysOf: Readonly<Record<string, number>> = { day: 1, week: 7 };

/**
 * The moment that stands an offset before one that was cut to a grain: by the days that the answer tells, else by the
 * phrase. Null where that names no moment of its own: a week begins on another day of each year.
 */
export function earlierMoment(
  ms: number,
  offset: string,
  { answers, grain }: Pick<Facts, 'answers'> & { readonly grain: string | null | undefined },
): number | null {
  const told = answers?.[0]?.compared_periods?.find((period) => period.offset === offset)?.days;
  const [, count, unit] = /^(\d+) (day|week|month|quarter|year)s?( ago)?$/.exec(offset.trim()) ?? [];
  const days = told ?? (unit && unit in daysOf ? Number(count) * daysOf[unit]! : null);
  if (days !== null) return ms - days * 86_400_000;
  if (!unit || grain?.includes('W')) return null;
  const date = new Date(ms);
  return date.setUTCMonth(date.getUTCMonth() - Number(count) * monthsOf[unit]!);
}
