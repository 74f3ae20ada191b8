import { QueryError } from '../errors.ts';
import { resolveTimeRange, watchClock } from '../time/index.ts';

/** The ends of a range as the server tells them, counted from when the file was made; what is wrong with one that cannot be read. */
export function readFileRange(
  timeRange: string,
  madeAt: Date,
): { readonly since: string; readonly until: string; readonly timeRange: string } | { readonly problem: string } {
  const toMoment = (date: Date | null) => date?.toISOString().slice(0, 19) ?? '';
  try {
    const { since, until } = resolveTimeRange(timeRange, { clock: watchClock(madeAt) });
    return { since: toMoment(since), until: toMoment(until), timeRange };
  } catch (error) {
    if (error instanceof QueryError) return { problem: error.message };
    throw error;
  }
}
