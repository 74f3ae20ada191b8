import { formatDecimal, t } from './language.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

function startOfDay(time: number): number {
  const date = new Date(time);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

/** A moment as people say it: `8 min ago` under a day, `yesterday`, then `16 Nov`, with the year when it is another. */
export function formatWhen(time: number, now: number, language: string): string {
  const age = now - time;
  if (age < MINUTE_MS) return t('just now');
  if (age < HOUR_MS) return t('{{count}} min ago', { count: Math.floor(age / MINUTE_MS) });
  if (startOfDay(now) - startOfDay(time) === DAY_MS && age >= 12 * HOUR_MS) return t('yesterday');
  if (age < DAY_MS) return t('{{count}} h ago', { count: Math.floor(age / HOUR_MS) });
  if (startOfDay(now) - startOfDay(time) <= DAY_MS + HOUR_MS) return t('yesterday');
  const isThisYear = new Date(time).getFullYear() === new Date(now).getFullYear();
  const locale = language === 'en' ? 'en-GB' : language;
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    ...(isThisYear ? {} : { year: 'numeric' }),
  }).format(time);
}

/** Reads the server's dates: epoch numbers, or ISO text, which counts as UTC when it names no zone. */
export function parseServerTime(value: unknown): number | null {
  if (typeof value === 'number') return value < 1e11 ? value * 1000 : value;
  if (typeof value !== 'string' || value === '') return null;
  const hasZone = /(z|[+-]\d{2}:?\d{2})$/i.test(value);
  const parsed = Date.parse(hasZone ? value : `${value.replace(' ', 'T')}Z`);
  return Number.isNaN(parsed) ? null : parsed;
}

const units: readonly (readonly [limitMs: number, divisor: number, unit: string])[] = [
  [1000, 1, 'ms'],
  [MINUTE_MS, 1000, 's'],
  [HOUR_MS, MINUTE_MS, 'min'],
];

/** How long something took: `310 ms`, `1.9 s`, `12 min`, `3.2 h`. */
export function formatDuration(durationMs: number): string {
  const [, divisor, unit] = units.find(([limitMs]) => durationMs < limitMs) ?? [0, HOUR_MS, 'h'];
  const value = durationMs / divisor;
  const digits = divisor > 1 && value < 100 ? 1 : 0;
  return `${formatDecimal(value.toFixed(digits))} ${unit}`;
}
