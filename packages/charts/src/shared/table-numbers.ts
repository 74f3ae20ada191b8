import { type Currency, formatMoney, formatNumber, withDecimalSign } from '@powerset/chart-kit';

const thinSpace = ' ';
const minus = '−';

/** Decimals that all numbers of a column share: none where all are whole. */
export function sharedDigits(values: readonly unknown[]): number | null {
  const numbers = values.filter((value): value is number => typeof value === 'number');
  if (numbers.every((value) => Number.isInteger(value))) return 0;
  return numbers.some((value) => Math.abs(value) >= 1) ? 2 : null;
}

interface NumberLook {
  readonly digits?: number | null;
  readonly currency?: Currency | null;
  /** Four digits are a year, and not grouped. */
  readonly hasYears?: boolean;
  /** It names something: its digits are not grouped. */
  readonly isName?: boolean;
  readonly locale?: string | undefined;
}

/** A number in a table: whole, with thin spaces between thousands and at most two decimals (more below one). */
export function formatTableNumber(
  value: number | bigint,
  { digits = null, currency = null, hasYears = false, isName = false, locale }: NumberLook = {},
): string {
  if (typeof value === 'number' && !Number.isFinite(value)) return formatMoney('~g', value, { locale });
  const [whole = '', decimals] = plainText(value, digits).replace(/^-/, '').split('.');
  const isYear = hasYears && whole.length === 4 && !decimals;
  const grouped = isYear || isName ? whole : whole.replace(/\B(?=(\d{3})+$)/g, thinSpace);
  const number = withDecimalSign(decimals ? `${grouped}.${decimals}` : grouped, locale);
  const sign = value < 0 ? minus : '';
  if (!currency) return `${sign}${number}`;
  const marked = formatMoney('d', 0, { currency });
  return `${sign}${marked.replace('0', number)}`;
}

function plainText(value: number | bigint, digits: number | null): string {
  if (typeof value === 'bigint') return value.toString();
  const size = Math.abs(value);
  if (size >= 1e21) return BigInt(Math.round(value)).toString();
  // Rounded to nothing it would say that nothing is there.
  if (size > 0 && size < (digits === null ? 1e-9 : 0.5 / 10 ** digits))
    return formatNumber('SMART_NUMBER', value).replace(/^−/, '-');
  if (digits !== null) return value.toFixed(Math.min(20, digits));
  if (Number.isInteger(value)) return value.toFixed(0);
  return size < 1 && size > 0
    ? Number(value.toPrecision(3))
        .toFixed(Math.min(10, 2 - Math.floor(Math.log10(size))))
        .replace(/0+$/, '')
    : value.toFixed(2);
}
