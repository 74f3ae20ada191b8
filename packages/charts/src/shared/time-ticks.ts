import { dayAndMonth, type GrainUnit, monthName } from '@powerset/chart-kit';
import { estimateTextWidth } from './text-widths.ts';

export interface TimeTick {
  readonly ms: number;
  readonly text: string;
  /** The year at January, the day at midnight: set in bold. */
  readonly isStrong: boolean;
}

export interface TimeTicks {
  readonly labels: readonly TimeTick[];
  /** Ticks without text, for example weeks between months. */
  readonly minor: readonly number[];
}

const minute = 60_000;
const hour = 3_600_000;
const day = 86_400_000;
const labelGap = 18;

type Step = {
  readonly unit: 'minute' | 'hour' | 'day' | 'month' | 'year';
  readonly count: number;
  readonly ms: number;
};

const step = (unit: Step['unit'], count: number, ms: number): Step => ({ unit, count, ms: ms * count });
const steps: readonly Step[] = [
  step('minute', 1, minute),
  step('minute', 5, minute),
  step('minute', 15, minute),
  step('minute', 30, minute),
  step('hour', 1, hour),
  step('hour', 3, hour),
  step('hour', 6, hour),
  step('hour', 12, hour),
  step('day', 1, day),
  step('day', 2, day),
  step('day', 7, day),
  step('day', 14, day),
  step('month', 1, 30.4 * day),
  step('month', 3, 30.4 * day),
  step('month', 6, 30.4 * day),
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].map((count) => step('year', count, 365.25 * day)),
];

const finest: Readonly<Record<GrainUnit, Step['unit']>> = {
  second: 'minute',
  minute: 'minute',
  hour: 'hour',
  day: 'day',
  week: 'day',
  month: 'month',
  quarter: 'month',
  year: 'year',
};
const order: readonly Step['unit'][] = ['minute', 'hour', 'day', 'month', 'year'];

export interface TickRequest {
  readonly min: number;
  readonly max: number;
  readonly width: number;
  readonly grain?: GrainUnit | undefined;
  readonly locale: string;
}

/**
 * Labels of a time axis as a person would set them: months at their first day, the year in bold at January, hours under a
 * bold day. As many as fit; text is dropped, never turned.
 */
export function timeTicks(request: TickRequest): TimeTicks {
  const { min, max, width, grain, locale } = request;
  if (!(max > min)) return { labels: [{ ms: min, text: describe(min, 'day', locale), isStrong: false }], minor: [] };
  const scale = width / (max - min);
  const allowed = steps.filter(
    (candidate) => order.indexOf(candidate.unit) >= order.indexOf(grain ? finest[grain] : 'minute'),
  );
  const chosen = allowed.find((candidate) => fits(candidate, request, scale)) ?? allowed.at(-1)!;
  const isLong = chosen.unit === 'month' && chosen.count === 1 && chosen.ms * scale > 110;
  const labels = positionsOf(chosen, min, max).map((ms) => labelAt(ms, chosen, { isLong, locale }));
  return { labels: withStart(labels, request, scale), minor: minorTicks(chosen, request, scale) };
}

function fits(candidate: Step, request: TickRequest, scale: number): boolean {
  const widest = estimateTextWidth(candidate.unit === 'day' ? '28 Sep' : '2026', 11) + labelGap;
  const isWeekly = request.grain === 'week' && candidate.unit === 'day';
  // Over more than six weeks people look for the months.
  const isTooLong = candidate.unit === 'day' && request.max - request.min > 45 * day;
  return candidate.ms * scale >= widest && !isTooLong && !(isWeekly && candidate.count % 7 !== 0);
}

/** The first day is named too when the first label is far enough away: `21 Aug`. */
function withStart(labels: readonly TimeTick[], request: TickRequest, scale: number): readonly TimeTick[] {
  const first = labels[0];
  if (first && first.ms === request.min) return labels;
  const isCoarse = request.grain === 'month' || request.grain === 'quarter' || request.grain === 'year';
  if (isCoarse && first) return labels;
  const text = describe(request.min, 'day', request.locale);
  const needed = estimateTextWidth(text, 11) + labelGap;
  const hasRoom = !first || (first.ms - request.min) * scale > needed;
  return hasRoom && request.max - request.min > day ? [{ ms: request.min, text, isStrong: false }, ...labels] : labels;
}

function minorTicks(chosen: Step, request: TickRequest, scale: number): readonly number[] {
  if (chosen.unit !== 'month' || chosen.count !== 1 || day * 7 * scale < 14) return [];
  const firstMonday = Math.ceil((request.min - 4 * day) / (7 * day)) * 7 * day + 4 * day;
  const count = Math.max(0, Math.floor((request.max - firstMonday) / (7 * day)) + 1);
  return Array.from({ length: count }, (_, index) => firstMonday + index * 7 * day);
}

function positionsOf(chosen: Step, min: number, max: number): readonly number[] {
  const positions: number[] = [];
  for (let ms = firstPosition(chosen, min); ms <= max && positions.length < 500; ms = nextPosition(chosen, ms))
    positions.push(ms);
  return positions;
}

function firstPosition(chosen: Step, min: number): number {
  const date = new Date(min);
  if (chosen.unit === 'year') {
    const year =
      Math.ceil((date.getUTCFullYear() + (min > Date.UTC(date.getUTCFullYear(), 0, 1) ? 1 : 0)) / chosen.count) *
      chosen.count;
    return utcYear(year, 0);
  }
  if (chosen.unit === 'month') {
    const isStart = min === utcYear(date.getUTCFullYear(), date.getUTCMonth());
    const month = Math.ceil((date.getUTCMonth() + (isStart ? 0 : 1)) / chosen.count) * chosen.count;
    return utcYear(date.getUTCFullYear(), month);
  }
  // Weeks begin on Monday; 1970-01-05 was one.
  const origin = chosen.count % 7 === 0 ? 4 * day : 0;
  return Math.ceil((min - origin) / chosen.ms) * chosen.ms + origin;
}

function nextPosition(chosen: Step, ms: number): number {
  const date = new Date(ms);
  if (chosen.unit === 'year') return utcYear(date.getUTCFullYear() + chosen.count, 0);
  if (chosen.unit === 'month') return utcYear(date.getUTCFullYear(), date.getUTCMonth() + chosen.count);
  return ms + chosen.ms;
}

/** Date.UTC reads years below 100 as 19xx. */
function utcYear(year: number, month: number): number {
  const date = new Date(Date.UTC(2000, month, 1));
  date.setUTCFullYear(year + date.getUTCFullYear() - 2000);
  return date.getTime();
}

function labelAt(ms: number, chosen: Step, style: { readonly isLong: boolean; readonly locale: string }): TimeTick {
  const date = new Date(ms);
  if (chosen.unit === 'year') return { ms, text: String(date.getUTCFullYear()), isStrong: true };
  if (chosen.unit === 'month') {
    const isJanuary = date.getUTCMonth() === 0;
    return {
      ms,
      text: isJanuary ? String(date.getUTCFullYear()) : monthName(ms, style.isLong ? 'long' : 'short', style.locale),
      isStrong: isJanuary,
    };
  }
  if (chosen.unit === 'day') return { ms, text: describe(ms, 'day', style.locale), isStrong: false };
  const isMidnight = ms % day === 0;
  return { ms, text: describe(ms, isMidnight ? 'day' : 'hour', style.locale), isStrong: isMidnight };
}

function describe(ms: number, unit: 'day' | 'hour', locale: string): string {
  return unit === 'hour' ? new Date(ms).toISOString().slice(11, 16) : dayAndMonth(ms, locale);
}
