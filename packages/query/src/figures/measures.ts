import type { CellValue } from '@powerset/contract';
import type { FigureChange } from './figure-comparison.ts';

/** Sums of fractions come to slightly others whenever rows are added up in another order. */
const noise = 1e-12;

/** Whether two figures say the same: fractions but for the noise of adding them up. */
export function isSameFigure(before: CellValue, after: CellValue): boolean {
  if (Object.is(before, after) || before === after) return true;
  if (typeof before === 'bigint' || typeof after === 'bigint') return exact(before) === exact(after);
  if (typeof before !== 'number' || typeof after !== 'number') return false;
  // An infinity is as near to every number as its own noise.
  if (!Number.isFinite(before) || !Number.isFinite(after)) return false;
  if (Number.isInteger(before) && Number.isInteger(after)) return false;
  return Math.abs(before - after) <= noise * Math.max(Math.abs(before), Math.abs(after));
}

const exact = (value: CellValue): CellValue =>
  typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : value;

const isNumber = (value: CellValue): value is number | bigint => typeof value === 'number' || typeof value === 'bigint';

const isMeasure = (value: CellValue): value is number | bigint => typeof value === 'bigint' || Number.isFinite(value);

/** After less before, to the last digit where both are whole; null where one of them is no finite number. */
export function differenceOf(before: CellValue, after: CellValue): number | bigint | null {
  if (!isMeasure(before) || !isMeasure(after)) return null;
  if (typeof before === 'number' && typeof after === 'number') return after - before;
  if (!Number.isInteger(Number(before)) || !Number.isInteger(Number(after))) return Number(after) - Number(before);
  const whole = BigInt(after) - BigInt(before);
  return Number.isSafeInteger(Number(whole)) ? Number(whole) : whole;
}

/** The difference as a share of what was there before. */
export function shareOf(before: CellValue, difference: CellValue): number | null {
  if (!isMeasure(before) || !isMeasure(difference) || Number(before) === 0) return null;
  return Number(difference) / Math.abs(Number(before));
}

/** The largest figure of a column on both sides: changes of columns that count in other units are measured by it. */
export function sizeOf(...columns: readonly (readonly CellValue[] | undefined)[]): number {
  let size = 0;
  for (const values of columns)
    for (const value of values ?? []) if (isMeasure(value)) size = Math.max(size, Math.abs(Number(value)));
  return size;
}

/** How large a change is beside the figures of its column; what became no finite number, or was none, comes first. */
export function weightOf({ column, before, after, difference, rows }: FigureChange, size: number): number {
  // Rows without figures come by how many are alike.
  if (column === null) return rows;
  if (isMeasure(difference)) return size === 0 ? 0 : Math.abs(Number(difference)) / size;
  const known = [before, after].filter(isNumber);
  if (known.some((value) => !isMeasure(value))) return 2;
  const [value] = known;
  // Texts that changed come last.
  return value === undefined || size === 0 ? 0 : Math.abs(Number(value)) / size;
}
