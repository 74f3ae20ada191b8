import {
  addUnits,
  dateOf,
  isFixedUnit,
  isInCalendar,
  isRealDay,
  lastDayOf,
  type TimeUnit,
  truncateTo,
} from './calendar.ts';
import type { Clock } from './clock.ts';

const unitWords: Readonly<Record<string, TimeUnit>> = {
  s: 'second',
  sec: 'second',
  second: 'second',
  min: 'minute',
  minute: 'minute',
  h: 'hour',
  hr: 'hour',
  hour: 'hour',
  d: 'day',
  day: 'day',
  wk: 'week',
  w: 'week',
  week: 'week',
  mth: 'month',
  month: 'month',
  quarter: 'quarter',
  yr: 'year',
  y: 'year',
  year: 'year',
};

const numberWords: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  twenty: 20,
  thirty: 30,
};

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const weekdayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const monthPattern = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?';
const weekdayPattern = '(sun|mon|tue|wed|thu|fri|sat)(?:day|s|sday|nesday|rsday|urday|r|rs|nes|ur)?\\.?';

export interface TimeStep {
  readonly amount: number;
  readonly unit: TimeUnit;
}

/** Reads `2 weeks`, `1 day 3 hours`, `a month and a day`, with or without signs; null when it is anything else. */
export function parseSteps(text: string): readonly TimeStep[] | null {
  const pattern = /\s*(?:,|and\b)?\s*([+-]?\s*\d+(?:\.\d+)?|[a-z]+)\s*([a-z]+)/gy;
  const steps: TimeStep[] = [];
  const lower = text.trim().toLowerCase();
  let at = 0;
  while (at < lower.length) {
    pattern.lastIndex = at;
    const match = pattern.exec(lower);
    const step = match ? toStep(match[1]!, match[2]!) : null;
    if (!step) return null;
    steps.push(step);
    at = pattern.lastIndex;
  }
  return steps.length > 0 ? steps : null;
}

function toStep(count: string, word: string): TimeStep | null {
  const unit = unitWords[word] ?? unitWords[word.replace(/s$/, '')];
  const amount = /\d/.test(count) ? Number(count.replace(/\s/g, '')) : numberWords[count];
  if (unit === undefined || amount === undefined || Math.abs(amount) > Number.MAX_SAFE_INTEGER) return null;
  // Half a month is no number of days.
  return Number.isInteger(amount) || isFixedUnit(unit) ? { amount, unit } : null;
}

/** Moves a time by every step, in the given direction. */
export function applySteps(at: Date, steps: readonly TimeStep[], direction: 1 | -1): Date {
  return steps.reduce((time, step) => addUnits(time, direction * step.amount, step.unit), at);
}

const subDayUnits = new Set<TimeUnit>(['second', 'minute', 'hour']);

/** Whether a step is shorter than a day. */
export function isSubDay(unit: TimeUnit): boolean {
  return subDayUnits.has(unit);
}

/**
 * Reads a point in time as people write it: ISO 8601, common dates, `yesterday`, `3 days ago`, `next friday`. Without a
 * time of day it means midnight. Null when it cannot be read. Times without a zone count as UTC.
 */
export function parseTimeText(text: string, clock: Clock): Date | null {
  const lower = text.trim().toLowerCase().replace(/\s+/g, ' ');
  const parsed = lower === '' || lower.length > 100 ? null : readMoment(lower, clock);
  return parsed && isInCalendar(parsed) ? parsed : null;
}

function readMoment(text: string, clock: Clock): Date | null {
  return parseRelative(text, clock) ?? parseDistance(text, clock) ?? parseAbsolute(text, clock);
}

function parseRelative(text: string, clock: Clock): Date | null {
  if (text === 'now') return truncateTo(clock.now, 'second');
  const match =
    /^(?<back>.+) (?:ago|earlier|before)$/.exec(text) ??
    /^(?<ahead>.+) (?:later|hence|after)$/.exec(text) ??
    /^in (?<ahead>.+)$/.exec(text) ??
    /^(?<signed>[+-] ?\d.*)$/.exec(text);
  const body = match?.groups?.back ?? match?.groups?.ahead ?? match?.groups?.signed;
  const steps = body === undefined ? null : parseSteps(body);
  if (!steps) return null;
  const moved = applySteps(truncateTo(clock.now, 'second'), steps, match?.groups?.back === undefined ? 1 : -1);
  if (!isInCalendar(moved)) return null;
  return steps.some((step) => isSubDay(step.unit)) ? moved : truncateTo(moved, 'day');
}

/** `3 days from now`, `2 hours before noon`, `the day after tomorrow`: as far from another time, whose hour is kept. */
function parseDistance(text: string, clock: Clock): Date | null {
  const [, body, direction, base] = /^(.+?) (from|after|before) (.+)$/.exec(text) ?? [];
  if (body === undefined || base === undefined || weekdayOnly.test(base)) return null;
  const steps = parseSteps(body) ?? parseSteps(`1 ${body.replace(/^the /, '')}`);
  const from = steps && parseTimeText(base, clock);
  return from && applySteps(from, steps, direction === 'before' ? -1 : 1);
}

/** Hours that have a name. */
const hourWords: Readonly<Record<string, number>> = {
  midnight: 0,
  morning: 6,
  noon: 12,
  afternoon: 13,
  eod: 17,
  'end of day': 17,
  evening: 18,
  night: 21,
  tonight: 21,
};

/** Whether a text is the name of an hour of today. */
export function isHourWord(text: string): boolean {
  return Object.hasOwn(hourWords, text.trim().toLowerCase());
}

const clockPattern =
  /(?:^|[ t]|(?<=\d)t)(?:at )?(?:(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)? ?(am|pm)?|(\d{1,2}) ?(am|pm)|(?:this )?(midnight|morning|noon|afternoon|eod|end of day|evening|night|tonight)) ?(z|utc|gmt|[+-]\d{2}(?::?\d{2})?)?$/;

const hourMs = 3_600_000;

interface HourOfDay {
  readonly ms: number;
  readonly rest: string;
  /** An hour by its name is one of today where no day is named. */
  readonly isNamed: boolean;
}

function parseHour(text: string): HourOfDay | null {
  const match = clockPattern.exec(text);
  if (!match) return null;
  const rest = text.slice(0, match.index).replace(/,$/, '').trim();
  if (match[8]) return { ms: (hourWords[match[8]] ?? 0) * hourMs, rest, isNamed: true };
  const half = match[5] ?? match[7];
  const hour = to24Hours(Number(match[1] ?? match[6]), half);
  const minute = Number(match[2] ?? 0);
  const second = Number(match[3] ?? 0);
  if (hour === null || minute > 59 || second > 59) return null;
  const fraction = Math.floor(Number(`0.${match[4] ?? '0'}`) * 1000);
  return { ms: ((hour * 60 + minute) * 60 + second) * 1000 + fraction - zoneMs(match[9]), rest, isNamed: false };
}

function to24Hours(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour <= 23 ? hour : null;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half === 'pm' ? 12 : 0);
}

function zoneMs(zone: string | undefined): number {
  const match = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone ?? '');
  if (!match) return 0;
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0);
  return (match[1] === '-' ? -1 : 1) * minutes * 60_000;
}

function parseAbsolute(text: string, clock: Clock): Date | null {
  // `noon tomorrow` as `tomorrow noon`.
  const hour = parseHour(text.replace(/^(.+) (yesterday|today|tomorrow)$/, '$2 $1'));
  if (!hour) return parseDay(text, clock);
  const today = hour.isNamed && hour.rest === '' ? truncateTo(clock.now, 'day') : null;
  const day = today ?? parseDay(hour.rest, clock) ?? readMoment(hour.rest, clock);
  return day && new Date(truncateTo(day, 'day').getTime() + hour.ms);
}

function parseDay(text: string, clock: Clock): Date | null {
  if (text === '') return dateOf(clock.now.getUTCFullYear(), 0, 1);
  if (text === 'eom') return lastDayOf(clock.now, 'month');
  if (text === 'eoy') return lastDayOf(clock.now, 'year');
  return (
    parseNearDay(text, clock) ??
    parseNumericDay(text) ??
    parseNamedMonth(text, clock) ??
    parseWeekday(text, clock) ??
    parseEdge(text, clock)
  );
}

const nearDays: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 };

function parseNearDay(text: string, clock: Clock): Date | null {
  const distance = Object.hasOwn(nearDays, text) ? nearDays[text] : undefined;
  return distance === undefined ? null : addUnits(truncateTo(clock.now, 'day'), distance, 'day');
}

function realDay(year: number, month: number, day: number): Date | null {
  return year >= 1 && year <= 9999 && isRealDay(year, month - 1, day) ? dateOf(year, month - 1, day) : null;
}

function parseNumericDay(text: string): Date | null {
  const iso = /^(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?$/.exec(text) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  if (iso) return realDay(Number(iso[1]), Number(iso[2] ?? 1), Number(iso[3] ?? 1));
  const local = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(text);
  if (!local) return null;
  const [first, second, year] = [Number(local[1]), Number(local[2]), Number(local[3])];
  return first > 12 ? realDay(year, second, first) : realDay(year, first, second);
}

const monthFirst = new RegExp(`^${monthPattern}(?: (\\d{1,2})(?:st|nd|rd|th)?)?,?(?: (\\d{4}))?$`);
const dayFirst = new RegExp(`^(\\d{1,2})(?:st|nd|rd|th)?(?: of|-)? ?${monthPattern},?(?:[ -](\\d{4}))?$`);
const weekdayPrefix = new RegExp(`^${weekdayPattern},? (?=.*\\d)`);

function parseNamedMonth(text: string, clock: Clock): Date | null {
  const plain = text.replace(weekdayPrefix, '');
  const first = monthFirst.exec(plain);
  const second = first ? null : dayFirst.exec(plain);
  const name = first?.[1] ?? second?.[2];
  if (name === undefined) return null;
  const year = first?.[3] ?? second?.[3] ?? clock.now.getUTCFullYear();
  return realDay(Number(year), monthNames.indexOf(name) + 1, Number(first?.[2] ?? second?.[1] ?? 1));
}

const weekdayOnly = new RegExp(`^(?:(last|previous|next|this) )?${weekdayPattern}$`);

function parseWeekday(text: string, clock: Clock): Date | null {
  const match = weekdayOnly.exec(text);
  if (!match) return null;
  const today = truncateTo(clock.now, 'day');
  const weekday = weekdayNames.indexOf(match[2]!);
  const onOrAfter = (day: Date): Date => addUnits(day, (weekday - day.getUTCDay() + 7) % 7, 'day');
  if (match[1] === undefined) return onOrAfter(truncateTo(today, 'year'));
  const thisWeek = truncateTo(today, 'week');
  if (match[1] === 'this') return onOrAfter(thisWeek);
  return onOrAfter(addUnits(match[1] === 'next' ? thisWeek : today, match[1] === 'next' ? 7 : -7, 'day'));
}

const edgePattern = /^(start|beginning|end|first(?: day)?|1st(?: day)?|last(?: day)?) of (?:the )?(.+)$/;

/** The first or the last day of a day, month or year that is named. */
function parseEdge(text: string, clock: Clock): Date | null {
  const [, edge, named] = edgePattern.exec(text) ?? [];
  if (edge === undefined || named === undefined) return null;
  const isLast = edge.startsWith('end') || edge.startsWith('last');
  const unit = namedUnit(named);
  const day = unit && parseDay(named, clock);
  return day && (isLast ? lastDayOf(day, unit) : day);
}

const monthOnly = new RegExp(`^${monthPattern}(?: \\d{4})?$`);

function namedUnit(text: string): TimeUnit | null {
  if (/^(today|yesterday|tomorrow)$/.test(text)) return 'day';
  if (/^\d{4}$/.test(text)) return 'year';
  return monthOnly.test(text) || /^\d{4}-\d{1,2}$/.test(text) ? 'month' : null;
}
