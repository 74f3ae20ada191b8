/** The languages that the calendar speaks. */
export const calendarLocales = [
  'en',
  'fr',
  'es',
  'it',
  'zh',
  'ja',
  'de',
  'pt',
  'pt-BR',
  'ru',
  'ko',
  'sk',
  'sl',
  'nl',
] as const;
export type CalendarLocale = (typeof calendarLocales)[number];

const sundayFirst: readonly CalendarLocale[] = ['en', 'ja', 'ko', 'pt', 'pt-BR'];

/** The locale of a language tag such as `de-AT` or `pt_BR`, if the calendar speaks it. */
export function findCalendarLocale(tag: string): CalendarLocale | undefined {
  const wanted = tag.replace('_', '-').toLowerCase();
  const language = wanted.split('-')[0];
  return (
    calendarLocales.find((locale) => locale.toLowerCase() === wanted) ??
    calendarLocales.find((locale) => locale === language)
  );
}

/**
 * The calendar's language: the interface's; where that is English because the interface does not speak the browser's
 * language, the browser's.
 */
export function calendarLocaleFor(
  interfaceLanguage: string,
  spoken: readonly string[],
  browserLanguage: string,
): CalendarLocale {
  const isSpoken = spoken.some((language) => browserLanguage.toLowerCase().startsWith(language));
  const tag = interfaceLanguage === 'en' && !isSpoken ? browserLanguage : interfaceLanguage;
  return findCalendarLocale(tag) ?? 'en';
}

export interface Month {
  readonly year: number;
  /** 0 is January. */
  readonly month: number;
}

export function shiftMonth({ year, month }: Month, by: number): Month {
  const moved = new Date(Date.UTC(year, month + by, 1));
  return { year: moved.getUTCFullYear(), month: moved.getUTCMonth() };
}

export function monthTitle({ year, month }: Month, locale: CalendarLocale): string {
  const format = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return format.format(Date.UTC(year, month, 1));
}

export interface WeekDay {
  readonly short: string;
  readonly long: string;
}

/** The days of the week in their order, in the locale's words. */
export function weekDays(locale: CalendarLocale): readonly WeekDay[] {
  const first = sundayFirst.includes(locale) ? 0 : 1;
  const name = (width: 'short' | 'long', day: number) =>
    // 4 January 1970 was a Sunday.
    new Intl.DateTimeFormat(locale, { weekday: width, timeZone: 'UTC' }).format(Date.UTC(1970, 0, 4 + day));
  return Array.from({ length: 7 }, (_, index) => {
    const day = (first + index) % 7;
    return { short: name('short', day), long: name('long', day) };
  });
}

/** Weeks of a month: `YYYY-MM-DD` for its days, null for the gaps before and after. */
export function monthWeeks({ year, month }: Month, locale: CalendarLocale): readonly (readonly (string | null)[])[] {
  const first = sundayFirst.includes(locale) ? 0 : 1;
  const lead = (new Date(Date.UTC(year, month, 1)).getUTCDay() - first + 7) % 7;
  const count = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const cells = Array.from({ length: Math.ceil((lead + count) / 7) * 7 }, (_, index) => {
    const day = index - lead + 1;
    return day >= 1 && day <= count ? new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10) : null;
  });
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}
