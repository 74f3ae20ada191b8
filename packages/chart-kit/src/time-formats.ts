import { timeFormatLocale, utcFormat } from 'd3-time-format';
import { type DateOrder, type FormatLocale, formatLocaleOf } from './format-locales.ts';
import { defaultTranslate } from './msg.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;

export type GrainUnit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year';

const grainUnits: readonly (readonly [RegExp, GrainUnit])[] = [
  [/^PT\d+S$/, 'second'],
  [/^PT\d+M$/, 'minute'],
  [/^PT[\d.]+H$/, 'hour'],
  [/P1W|^P7D$|week_/, 'week'],
  [/^P1D$/, 'day'],
  [/^P1M$/, 'month'],
  [/^(P3M|P0\.25Y)$/, 'quarter'],
  [/^P1Y$/, 'year'],
];

/** The unit that a time grain code truncates to; undefined for none or an unknown one. */
export function unitOfGrain(grain: string | null | undefined): GrainUnit | undefined {
  if (!grain) return undefined;
  return grainUnits.find(([pattern]) => pattern.test(grain))?.[1];
}

export interface TimeStyle {
  /** The grain to which the moment was cut, so that a month is not written as its first day. */
  readonly grain?: string | null;
  readonly locale?: string;
}

/** A moment by a d3 time format or `smart_date`; an unknown format shows the ISO text. UTC always. */
export function formatTime(
  code: string | null | undefined,
  ms: number,
  { grain, locale = 'en' }: TimeStyle = {},
): string {
  if (!Number.isFinite(ms) || Math.abs(ms) > 8.64e15) return '';
  if (!code || code === 'smart_date') return smartDate(ms, unitOfGrain(grain), locale);
  try {
    return utcFormatIn(formatLocaleOf(locale))(code)(new Date(ms));
  } catch {
    return new Date(ms).toISOString();
  }
}

/** A function that formats times of one grain. */
export function timeFormatter(code: string | null | undefined, grain?: string | null, locale = 'en') {
  return (ms: number): string => formatTime(code, ms, { grain, locale });
}

interface TitleStyle {
  readonly locale?: string;
  readonly translate?: typeof defaultTranslate;
}

/** The title of a tooltip: `Fri 23 Oct 2026`, `Week of 10 Aug 2026`, `October 2026`, `Q4 2026`. */
export function formatTimeTitle(
  ms: number,
  grain: string | null | undefined,
  { locale = 'en', translate = defaultTranslate }: TitleStyle = {},
): string {
  const unit = unitOfGrain(grain) ?? finestUnit(ms);
  if (unit === 'week') return translate('Week of {{day}}', { day: smartDate(ms, unit, locale) });
  if (unit === 'day')
    return ordered(ms, 'weekday', locale) ?? `${part(ms, { weekday: 'short' }, locale)} ${smartDate(ms, unit, locale)}`;
  return unit === 'month' ? monthAndYear(ms, 'long', locale) : smartDate(ms, unit, locale);
}

/** Month names, short or long, in a locale. */
export function monthName(ms: number, style: 'short' | 'long', locale = 'en'): string {
  return part(ms, { month: style }, locale);
}

/** `Mar 2026`, or as the language puts it together. */
export function monthAndYear(ms: number, style: 'short' | 'long', locale = 'en'): string {
  return ordered(ms, 'month', locale) ?? `${part(ms, { month: style }, locale)} ${yearOf(ms)}`;
}

/** A day of a year that is known: `3 Mar`, or as the language puts it together. */
export function dayAndMonth(ms: number, locale = 'en'): string {
  return ordered(ms, 'dayOfYear', locale) ?? `${new Date(ms).getUTCDate()} ${part(ms, { month: 'short' }, locale)}`;
}

/** A date in the order of a language that has its own; undefined for all others. */
function ordered(ms: number, what: keyof DateOrder, code: string): string | undefined {
  const locale = formatLocaleOf(code);
  return locale?.dates && utcFormatIn(locale)(locale.dates[what])(new Date(ms));
}

function smartDate(ms: number, grainUnit: GrainUnit | undefined, locale: string): string {
  const unit = grainUnit ?? finestUnit(ms);
  if (unit === 'year') return ordered(ms, 'year', locale) ?? String(yearOf(ms));
  if (unit === 'quarter')
    return ordered(ms, 'quarter', locale) ?? `Q${Math.floor(new Date(ms).getUTCMonth() / 3) + 1} ${yearOf(ms)}`;
  if (unit === 'month') return monthAndYear(ms, 'short', locale);
  const day = ordered(ms, 'day', locale) ?? `${dayAndMonth(ms, locale)} ${yearOf(ms)}`;
  return unit === 'day' || unit === 'week' ? day : `${day} ${clock(ms, unit === 'second')}`;
}

/** The coarsest unit that loses nothing of the moment, not coarser than a day. */
function finestUnit(ms: number): GrainUnit {
  if (ms % dayMs === 0) return 'day';
  if (ms % hourMs === 0) return 'hour';
  return ms % 60_000 === 0 ? 'minute' : 'second';
}

const clock = (ms: number, hasSeconds: boolean) => new Date(ms).toISOString().slice(11, hasSeconds ? 19 : 16);
const yearOf = (ms: number) => new Date(ms).getUTCFullYear();

type NamePart = { readonly weekday: 'short' } | { readonly month: 'short' | 'long' };

function part(ms: number, name: NamePart, locale: string): string {
  const date = new Date(ms);
  const times = formatLocaleOf(locale)?.times;
  if ('weekday' in name) return times ? times.shortDays[date.getUTCDay()]! : shortWeekday(date);
  const months = name.month === 'long' ? times?.months : times?.shortMonths;
  return months ? months[date.getUTCMonth()]! : (name.month === 'long' ? longMonth : shortMonth)(date);
}

const shortWeekday = utcFormat('%a');
const shortMonth = utcFormat('%b');
const longMonth = utcFormat('%B');

const formats = new WeakMap<FormatLocale, typeof utcFormat>();

/** Making a language's formats costs more than their use. */
function utcFormatIn(locale: FormatLocale | undefined): typeof utcFormat {
  if (!locale) return utcFormat;
  const made = formats.get(locale) ?? timeFormatLocale(locale.times).utcFormat;
  formats.set(locale, made);
  return made;
}

const grainMs: Partial<Record<GrainUnit, number>> = {
  second: 1000,
  minute: 60_000,
  hour: hourMs,
  day: dayMs,
  week: 7 * dayMs,
};
const grainMonths: Partial<Record<GrainUnit, number>> = { month: 1, quarter: 3, year: 12 };

/** The time range (`start : end`, the end left out) that a moment cut to a grain stands for; without a grain, its day. */
export function temporalRangeOf(ms: number, grain: string | null): string {
  const unit = unitOfGrain(grain) ?? 'day';
  const months = grainMonths[unit];
  const date = new Date(ms);
  const end = months
    ? Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, date.getUTCDate())
    : ms + (grainMs[unit] ?? dayMs);
  const text = (at: number) => new Date(at).toISOString().slice(0, 19);
  return `${text(ms)} : ${text(end)}`;
}

/** A stretch of time by its days, the end not being part of it: `Mon 3 Mar 2025`; of long ones weekdays say nothing: `1 Jan – 4 Mar 2025`. */
export function periodWords([from, to]: readonly [number, number], style: TitleStyle = {}): string {
  const isShort = to - from <= 14 * dayMs;
  const dayOf = (ms: number) => {
    const day = ms - (((ms % dayMs) + dayMs) % dayMs);
    return isShort ? formatTimeTitle(day, 'P1D', style) : smartDate(day, 'day', style.locale ?? 'en');
  };
  const [first, last] = [dayOf(from), dayOf(Math.max(from, to - 1))];
  if (first === last) return first;
  const year = ` ${yearOf(Math.max(from, to - 1))}`;
  // One year is said once.
  return `${first.endsWith(year) ? first.slice(0, -year.length) : first} – ${last}`;
}
