import { format as d3Format, formatLocale as d3Locale } from 'd3-format';
import { formatDuration } from './duration-formats.ts';
import { type FormatLocale, formatLocaleOf, withDecimalSign } from './format-locales.ts';

const thinSpace = ' ';
const minus = '−';

export interface Currency {
  readonly symbol: string;
  readonly symbolPosition: 'prefix' | 'suffix';
}

/** In place of a symbol: the currency that the rows name. Until it is known, and where they name several, numbers stand without one. */
export const automaticCurrency = 'AUTO';

/** Reads a currency from a form value; anything without a symbol is none. */
export function parseCurrency(value: unknown): Currency | null {
  if (typeof value !== 'object' || value === null) return null;
  // Checked right below; the form holds whatever was saved.
  const { symbol, symbolPosition } = value as { symbol?: unknown; symbolPosition?: unknown };
  if (typeof symbol !== 'string' || symbol === '') return null;
  return { symbol, symbolPosition: symbolPosition === 'suffix' ? 'suffix' : 'prefix' };
}

/**
 * One number as a person reads it. Codes: `SMART_NUMBER`, `SMART_NUMBER_SIGNED`, `DURATION`, `DURATION_SUB` or any d3 format.
 * An unknown code shows the number as it is. Negative numbers carry a true minus; signs of decimals and thousands are the language's.
 */
export function formatNumber(
  code: string | null | undefined,
  value: number | bigint | null | undefined,
  locale?: string,
): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'bigint' && isExactCode(code)) return trueMinus(value.toString());
  const number = Number(value);
  if (Number.isNaN(number)) return 'NaN';
  if (!Number.isFinite(number)) return number > 0 ? '∞' : `${minus}∞`;
  return trueMinus(formatFinite(code || 'SMART_NUMBER', number, locale));
}

export interface NumberStyle {
  readonly currency?: Currency | null;
  readonly locale?: string | undefined;
}

/** Formats with a currency: €12.4k, or 12.4k €. Percent formats take no currency. */
export function formatMoney(
  code: string | null | undefined,
  value: number | bigint | null,
  { currency = null, locale }: NumberStyle,
): string {
  return withCurrency(formatNumber(code, value, locale), currency);
}

/** A formatted number with the sign of its currency. */
export function withCurrency(text: string, currency: Currency | null): string {
  if (!currency || currency.symbol === automaticCurrency || text === '' || text.includes('%')) return text;
  const symbol = currencySymbol(currency.symbol);
  if (currency.symbolPosition === 'suffix') return `${text}${thinSpace}${symbol}`;
  return text.startsWith(minus) ? `${minus}${symbol}${text.slice(1)}` : `${symbol}${text}`;
}

/** A function that formats numbers, for axes, labels and tooltips alike. */
export function numberFormatter(code: string | null | undefined, currency: Currency | null = null, locale?: string) {
  return (value: number | bigint | null): string => formatMoney(code, value, { currency, locale });
}

const symbols = new Map<string, string>();

/** `€` for EUR; a symbol that is no ISO code stays as it is. */
export function currencySymbol(codeOrSymbol: string): string {
  if (!/^[A-Z]{3}$/.test(codeOrSymbol)) return codeOrSymbol;
  // Asked for with every label, and dear to find out.
  const known = symbols.get(codeOrSymbol) ?? findSymbol(codeOrSymbol);
  symbols.set(codeOrSymbol, known);
  return known;
}

function findSymbol(code: string): string {
  try {
    const parts = new Intl.NumberFormat('en', {
      style: 'currency',
      currency: code,
      currencyDisplay: 'narrowSymbol',
    }).formatToParts(0);
    return parts.find((part) => part.type === 'currency')?.value ?? code;
  } catch {
    return code;
  }
}

function isExactCode(code: string | null | undefined): boolean {
  return code === '~g' || code === 'd';
}

const formats = new WeakMap<FormatLocale, typeof d3Format>();

/** Making a language's formats costs more than their use. */
function formatIn(locale: FormatLocale | undefined): typeof d3Format {
  if (!locale) return d3Format;
  const made = formats.get(locale) ?? d3Locale(locale.numbers).format;
  formats.set(locale, made);
  return made;
}

function formatFinite(code: string, value: number, locale: string | undefined): string {
  const own = formatOwn(code, value);
  if (own !== null) return withDecimalSign(own, locale);
  try {
    return spacePercent(formatIn(formatLocaleOf(locale))(code)(value));
  } catch {
    return withDecimalSign(String(value), locale);
  }
}

/** The codes that d3 does not know. */
function formatOwn(code: string, value: number): string | null {
  if (code === 'SMART_NUMBER') return smartNumber(value);
  if (code === 'SMART_NUMBER_SIGNED') return value > 0 ? `+${smartNumber(value)}` : smartNumber(value);
  if (code === 'DURATION') return formatDuration(value, false);
  if (code === 'DURATION_SUB') return formatDuration(value, true);
  return code === '~g' ? String(value) : null;
}

const spacePercent = (text: string) => text.replace(/%$/, `${thinSpace}%`);
const trueMinus = (text: string) => text.replace(/^([-−])/, minus);

const scales: readonly (readonly [number, string])[] = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'k'],
];

/** 12.4k, 3.1M, 148.2k, 64.3, 0.042: one decimal with a letter, no trailing zeros, no SI letters that nobody reads. */
function smartNumber(value: number): string {
  const size = Math.abs(value);
  if (size === 0) return '0';
  if (size < 1e-6) return powerOfTen(value);
  if (size < 1) return trimZeros(value.toPrecision(3));
  if (size < 1000) {
    const rounded = Number(value.toFixed(decimalsFor(size)));
    if (Math.abs(rounded) < 1000) return trimZeros(rounded.toFixed(decimalsFor(size)));
  }
  if (size >= 1e15) return powerOfTen(value);
  return scaled(value, size);
}

/** 2e+20, 1.52e-9. */
const powerOfTen = (value: number) => d3Format('.2e')(value).replace(/\.?0+e/, 'e');

function decimalsFor(size: number): number {
  if (size < 10) return 2;
  return size < 100 ? 1 : 0;
}

/**
 * One letter and as many decimals for all of some numbers (1.50M, 0.88M, 2.00M), after the greatest; null where the least would
 * keep too few digits, or the greatest needs no letter.
 */
export function sharedScale(values: readonly unknown[], locale?: string): ((value: number) => string) | null {
  const sizes = values.flatMap((value) =>
    typeof value === 'number' && Number.isFinite(value) && value !== 0 ? [Math.abs(value)] : [],
  );
  const most = sizes.reduce((high, size) => Math.max(high, size), 0);
  const least = sizes.reduce((low, size) => Math.min(low, size), most);
  const [unit, letter] = scales.find(([one]) => most >= one) ?? [1, ''];
  if (unit === 1 || most >= 1e15 || least < unit / 100) return null;
  const decimals = least < unit ? 2 : 1;
  const write = (value: number) => (value === 0 ? '0' : `${(value / unit).toFixed(decimals)}${letter}`);
  return (value) => trueMinus(withDecimalSign(write(value), locale));
}

/** More values would take longer to be told apart than anybody reads them. */
const mostTold = 400;

/**
 * As many decimals as tell some numbers apart that lie close together and would read alike (1.105k and 1.132k are both
 * 1.1k); null where the usual ones do, or where only some of many far apart are alike.
 */
export function tellingFormat(values: readonly (number | null)[], locale?: string): ((value: number) => string) | null {
  if (values.length > mostTold) return null;
  const numbers = [...new Set(values)].filter((value): value is number => value !== null && Number.isFinite(value));
  if (numbers.length < 2 || new Set(numbers.map(smartNumber)).size === numbers.length) return null;
  const most = Math.max(...numbers.map(Math.abs));
  if (most < 1 || most >= 1e15) return null;
  const [unit, letter] = scales.find(([one]) => most >= one) ?? [1, ''];
  const usual = unit === 1 ? decimalsFor(most) : 1;
  const span = (Math.max(...numbers) - Math.min(...numbers)) / unit;
  const decimals = Math.min(usual + 3, Math.ceil(-Math.log10(span / 10)));
  if (decimals <= usual) return null;
  const write = (value: number) =>
    Math.abs(value) >= unit ? `${(value / unit).toFixed(decimals)}${letter}` : smartNumber(value);
  return (value) => trueMinus(withDecimalSign(write(value), locale));
}

/** Rounding 999 950 up must give 1M, not 1000k. */
function scaled(value: number, size: number): string {
  const index = scales.findIndex(([unit]) => size >= unit);
  const [unit, letter] = scales[index === -1 ? scales.length - 1 : index]!;
  const mantissa = value / unit;
  const text = trimZeros(mantissa.toFixed(1));
  const larger = scales[index - 1];
  return larger && Math.abs(Number(text)) >= 1000 ? `${value < 0 ? '-' : ''}1${larger[1]}` : `${text}${letter}`;
}

const trimZeros = (text: string) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);
