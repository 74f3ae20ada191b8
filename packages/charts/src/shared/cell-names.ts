import { formatTime, labelOfCell } from '@powerset/chart-kit';
import type { CellValue, ResultColumn } from '@powerset/contract';

export interface NameStyle {
  readonly timeFormat?: string;
  readonly grain?: string | null;
  readonly locale?: string | undefined;
}

/** A cell as a category's name, times as the reader writes them. */
export function nameOfCell(
  value: CellValue | undefined,
  column: Pick<ResultColumn, 'type'> | undefined,
  { timeFormat = 'smart_date', grain = null, locale = 'en' }: NameStyle = {},
): string {
  if (column?.type === 'temporal' && typeof value === 'number') return formatTime(timeFormat, value, { grain, locale });
  return labelOfCell(value, column);
}

/** The order in which values of a column stand on an axis: numbers and times by size, names by their letters, nothing last. */
export function compareCells(left: CellValue, right: CellValue): number {
  if (left === right) return 0;
  if (left === null) return 1;
  if (right === null) return -1;
  const areNumbers = typeof left !== 'string' && typeof right !== 'string';
  if (areNumbers) return Number(left) - Number(right);
  return collator.compare(String(left), String(right));
}

const collator = new Intl.Collator('en', { numeric: true });
