import { QueryError } from '../errors.ts';
import { applySteps, isInCalendar, parseSteps, parseTimeText, type TimeBounds, type TimeStep } from '../time/index.ts';

function unreadableOffset(offset: string): QueryError {
  return new QueryError(`Cannot parse time string [${offset}]`, 'time_offsets');
}

interface Shift {
  readonly steps: readonly TimeStep[];
  readonly direction: 1 | -1;
}

function readShift(offset: string, bounds: TimeBounds): Shift {
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
export function shiftTimeOffset(at: Date, offset: string, bounds: TimeBounds): Date {
  const { steps, direction } = readShift(offset, bounds);
  const moved = applySteps(at, steps, direction);
  if (!isInCalendar(moved)) throw unreadableOffset(offset);
  return moved;
}

/** The inverse: brings a time of the other period back to this one. */
export function unshiftTimeOffset(at: Date, offset: string, bounds: TimeBounds): Date {
  const { steps, direction } = readShift(offset, bounds);
  return applySteps(at, steps, direction === 1 ? -1 : 1);
}
