import { formatMoney, formatNumber, labelOfCell, timeFormatter } from '@powerset/chart-kit';
import type { WireFigureChange, WireFigureColumn, WireFigureComparison, WireValue } from '@powerset/contract';

/** How a figure is written: as its chart does. */
export type Written = Pick<WireFigureColumn, 'type' | 'format' | 'currency'>;

interface Style {
  readonly grain: string | null;
  readonly language: string;
}

/** Every digit of a figure, where fewer would not tell it from another. */
const allDigits = ',.12~f';

/** A number as it travels: beyond those of JSON as text. */
function toNumber(value: WireValue): number | bigint | null {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return null;
  return /^-?\d+$/.test(value) ? BigInt(value) : Number(value);
}

/** A figure, or a text that stands in its place; null for nothing. */
export function figureText(value: WireValue, column: Written, { grain, language }: Style): string | null {
  if (value === null) return null;
  if (column.type === 'number')
    return formatMoney(column.format ?? 'SMART_NUMBER', toNumber(value), {
      currency: column.currency,
      locale: language,
    });
  if (column.type === 'temporal' && typeof value === 'number')
    return timeFormatter('smart_date', grain, language)(value);
  return String(value);
}

/** Two figures that differ, in as many digits as that takes to be seen. */
export function pairTexts(
  before: WireValue,
  after: WireValue,
  { column, ...style }: Style & { readonly column: Written },
): readonly [string | null, string | null] {
  const [old, next] = [figureText(before, column, style), figureText(after, column, style)];
  if (old !== next || column.type !== 'number') return [old, next];
  const exact = { ...column, format: allDigits };
  return [figureText(before, exact, style), figureText(after, exact, style)];
}

/** The difference with its sign. */
export function differenceText(difference: WireValue, column: Written, style: Style): string | null {
  const number = toNumber(difference);
  if (number === null) return null;
  const text = figureText(difference, column, style) ?? '';
  const shown =
    Number(number) !== 0 && /^[^1-9]*$/.test(text)
      ? figureText(difference, { ...column, format: allDigits }, style)
      : text;
  return number > 0 && !shown?.startsWith('+') ? `+${shown}` : shown;
}

export const shareText = (share: number | null, { language }: Style): string | null =>
  share === null ? null : formatNumber('+,.1%', share, language);

/** What names the row of a change, in a few words. */
export function rowText(
  change: WireFigureChange,
  columns: readonly WireFigureColumn[],
  { grain, language }: Style,
): string {
  const keys = columns.filter(({ role }) => role === 'key');
  const cell = (value: WireValue, column: WireFigureColumn | undefined) =>
    column?.type === 'temporal' && typeof value === 'number'
      ? timeFormatter('smart_date', grain, language)(value)
      : labelOfCell(value, column);
  return change.key.map((value, index) => cell(value, keys[index])).join(', ');
}

/** The change that stands out most, of figures that both have. */
export const largestChange = ({ changes }: WireFigureComparison): WireFigureChange | undefined =>
  changes.find(({ kind }) => kind === 'changed');

/** How many figures or rows differ at all. */
export const differencesIn = (comparisons: readonly WireFigureComparison[]): number =>
  comparisons.reduce((sum, { changed, gone, added }) => sum + changed + gone + added, 0);
