import { QueryError } from '../errors.ts';
import { addUnits, isInCalendar, lastDayOf, parseUnit, type TimeUnit, truncateTo } from './calendar.ts';
import type { Clock } from './clock.ts';
import { evaluateTimeFunction, isTimeFunction, parseMoment, unreadable } from './time-functions.ts';
import { applySteps, isHourWord, isSubDay, parseSteps } from './time-text.ts';

export const noFilter = 'No filter';
const separator = ' : ';

export interface TimeRangeContext {
  readonly clock: Clock;
  /** What relative starts and ends count from, as `extras.relative_start` and `relative_end` say. */
  readonly relativeStart?: string | null;
  readonly relativeEnd?: string | null;
  /** Minutes that local time is ahead of UTC; results are local times written as if they were UTC. */
  readonly utcOffsetMinutes?: number;
  /** Moves both bounds back by this period, as in `1 week`. */
  readonly timeShift?: string | null;
}

export interface TimeBounds {
  readonly since: Date | null;
  readonly until: Date | null;
}

/**
 * Reads a time range: `No filter`, presets (`Last week`, `previous calendar month`), or `since : until` where each side
 * is empty (open), a phrase, a function of the grammar, or a point in time. `since` is inclusive, `until` exclusive.
 * Throws `QueryError` (field `time_range`) for everything else.
 */
export function resolveTimeRange(text: string | null | undefined, context: TimeRangeContext): TimeBounds {
  const range = (text ?? '').trim();
  if (range === '' || range === noFilter) return { since: null, until: null };
  const clock = localClock(context);
  const bounds = shiftBack(resolveSides(range, { ...context, clock }), context.timeShift);
  for (const bound of [bounds.since, bounds.until]) if (bound && !isInCalendar(bound)) throw unreadable(range);
  if (bounds.since && bounds.until && bounds.since > bounds.until) {
    throw new QueryError('From date cannot be larger than to date', 'time_range');
  }
  return bounds;
}

/** The whole seconds of local time, written as if they were UTC. */
function localClock({ clock, utcOffsetMinutes = 0 }: TimeRangeContext): Clock {
  return {
    get now() {
      return truncateTo(new Date(clock.now.getTime() + utcOffsetMinutes * 60_000), 'second');
    },
  };
}

function resolveSides(range: string, context: TimeRangeContext): TimeBounds {
  const at = `${range} `.indexOf(separator);
  if (at >= 0 || range.startsWith(': ')) {
    const cut = range.startsWith(': ')
      ? { left: '', right: range.slice(2) }
      : { left: range.slice(0, at), right: range.slice(at + 3) };
    return {
      since: resolveSide(cut.left, { ...context, isEnd: false }),
      until: resolveSide(cut.right, { ...context, isEnd: true }),
    };
  }
  const whole = resolveCalendar(range, context.clock) ?? resolvePart(range, { ...context, isEnd: false });
  return whole ?? resolveOneSided(range, context);
}

function resolveOneSided(range: string, context: TimeRangeContext): TimeBounds {
  if (/^last\b/i.test(range)) {
    const unit = phraseUnit(range);
    const end = context.relativeEnd ?? (unit && isSubDay(unit) ? 'now' : 'today');
    return { since: resolveSide(range, { ...context, isEnd: false }), until: parseMoment(end, context.clock) };
  }
  if (/^next\b/i.test(range)) {
    const start = parseMoment(context.relativeStart ?? 'today', context.clock);
    return { since: start, until: resolveSide(range, { ...context, isEnd: true }) };
  }
  return { since: resolveSide(range, { ...context, isEnd: false }), until: null };
}

/** `previous calendar month`, `Current week`: whole units around now. */
function resolveCalendar(range: string, clock: Clock): TimeBounds | null {
  const match = /^(previous calendar|current) (day|week|month|quarter|year)$/i.exec(range);
  const unit = match && parseUnit(match[2]!);
  if (!unit) return null;
  const { now } = clock;
  const current = truncateTo(now, unit);
  const isPrevious = match[1]!.toLowerCase() !== 'current';
  return isPrevious
    ? { since: truncateTo(addUnits(truncateTo(now, 'day'), -1, unit), unit), until: current }
    : { since: current, until: addUnits(current, 1, unit) };
}

interface SideContext extends TimeRangeContext {
  readonly isEnd: boolean;
}

const units = '(second|minute|hour|day|week|month|quarter|year)s?';
const phrasePattern = new RegExp(`^(last|prior|next|this)(?:\\s+(\\d{1,9}))?\\s+${units}$`, 'i');
const scopes = '(last|prior|next|this)';
const edgePattern = new RegExp(
  `^(start of|beginning of|end of|(?:first|1st|last)(?:\\s+day)?\\s+of)(?:\\s+the)?(?:\\s+${scopes}(?:\\s+(\\d{1,9}))?)?\\s+${units}$`,
  'i',
);
const partPattern = new RegExp(`^(first|1st|last)\\s+${units}\\s+of(?:\\s+the)?(?:\\s+${scopes})?\\s+${units}$`, 'i');

function phraseUnit(text: string): TimeUnit | undefined {
  const match = phrasePattern.exec(text.trim());
  return match ? parseUnit(match[3]!) : undefined;
}

function resolveSide(side: string, context: SideContext): Date | null {
  const text = side.trim();
  if (text === '') return null;
  if (isTimeFunction(text)) return evaluateTimeFunction(text, context.clock);
  const phrase = phrasePattern.exec(text);
  if (phrase) return movedBase({ modifier: phrase[1]!, count: phrase[2], unit: parseUnit(phrase[3]!)! }, context);
  if (isHourWord(text)) return parseMoment(text, context.clock);
  return resolveEdge(text, context) ?? resolvePart(text, context)?.since ?? parseMoment(text, context.clock);
}

/** `start of last month`, `first day of the year`, `end of next 2 weeks`. */
function resolveEdge(text: string, context: SideContext): Date | null {
  const [, edge, modifier = 'this', count, unitText] = edgePattern.exec(text) ?? [];
  const unit = unitText && parseUnit(unitText);
  const isLast = /^(end|last)/i.test(edge ?? '');
  // The last day of an hour would be before that hour.
  if (!unit || (isLast && isSubDay(unit))) return null;
  const moved = movedBase({ modifier, count, unit }, context);
  return isLast ? lastDayOf(moved, unit) : truncateTo(moved, unit);
}

/** `first week of last month`: the first or last unit inside a longer one. */
function resolvePart(text: string, context: SideContext): { readonly since: Date; readonly until: Date } | null {
  const [, edge, partText = '', modifier = 'this', unitText = ''] = partPattern.exec(text) ?? [];
  const part = parseUnit(partText);
  const unit = parseUnit(unitText);
  if (!edge || !part || !unit) return null;
  const start = truncateTo(movedBase({ modifier, count: undefined, unit }, context), unit);
  const end = addUnits(start, 1, unit);
  return edge.toLowerCase() === 'last'
    ? { since: addUnits(end, -1, part), until: end }
    : { since: start, until: addUnits(start, 1, part) };
}

interface Phrase {
  readonly modifier: string;
  readonly count: string | undefined;
  readonly unit: TimeUnit;
}

function movedBase(phrase: Phrase, context: SideContext): Date {
  const modifier = phrase.modifier.toLowerCase();
  const chosen = modifier === 'next' ? context.relativeEnd : context.relativeStart;
  const base = parseMoment(chosen ?? (isSubDay(phrase.unit) ? 'now' : 'today'), context.clock);
  const count = Number(phrase.count ?? 1);
  const directions: Readonly<Record<string, number>> = { last: -1, prior: -1, next: 1, this: 0 };
  const moved = addUnits(base, (directions[modifier] ?? 0) * count, phrase.unit);
  if (!isInCalendar(moved)) throw unreadable(`${phrase.modifier} ${phrase.count ?? ''} ${phrase.unit}`);
  return moved;
}

function shiftBack(bounds: TimeBounds, shift: string | null | undefined): TimeBounds {
  if (!shift) return bounds;
  const steps = parseSteps(shift.replace(/\s+ago\s*$/i, ''));
  if (!steps) throw new QueryError(`Cannot parse time string [${shift}]`, 'time_shift');
  const move = (at: Date | null): Date | null => at && applySteps(at, steps, -1);
  return { since: move(bounds.since), until: move(bounds.until) };
}
