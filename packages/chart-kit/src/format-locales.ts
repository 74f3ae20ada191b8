import type { FormatLocaleDefinition } from 'd3-format';
import type { TimeLocaleDefinition } from 'd3-time-format';

/** How numbers and times are written in a language, in the words of d3. Of currencies it says the place, never which one: `$` stays a dollar. */
export interface FormatLocale {
  readonly numbers: FormatLocaleDefinition;
  readonly times: TimeLocaleDefinition;
  /** Where a date is put together otherwise than as `1 May 2026`: how, as formats of d3. */
  readonly dates?: DateOrder;
}

export interface DateOrder {
  readonly year: string;
  readonly quarter: string;
  readonly month: string;
  readonly day: string;
  /** A day with its weekday. */
  readonly weekday: string;
  /** A day without its year. */
  readonly dayOfYear: string;
}

const known = new Map<string, FormatLocale>();

/** Makes a language known to all formats; English is known from the start. */
export function addFormatLocale(code: string, locale: FormatLocale): void {
  known.set(code, locale);
}

/** A number that was written with a point, with the decimal sign of a language. */
export const withDecimalSign = (text: string, locale: string | undefined): string =>
  text.replace('.', formatLocaleOf(locale)?.numbers.decimal ?? '.');

/** How a language writes; undefined for English, and for languages that nobody made known, which are written as English. */
export const formatLocaleOf = (code: string | undefined): FormatLocale | undefined =>
  code === undefined ? undefined : known.get(code);
