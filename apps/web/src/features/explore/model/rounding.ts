import { digitsOf } from '@powerset/chart-kit';
import type { ResultTable } from '@powerset/contract';

/** Results are rounded as charts are read: whole, to cents, or to three figures of what is less than one. */
export function roundingOf({
  name,
  type,
  values,
}: ResultTable['columns'][number]): ReturnType<typeof digitsOf> | number {
  const numbers = values.filter((value): value is number => typeof value === 'number');
  const isWhole = numbers.every((value) => Number.isInteger(value));
  if (type !== 'number' || isWhole || digitsOf(name) !== 'grouped') return digitsOf(name);
  const most = numbers.reduce((high, value) => Math.max(high, Math.abs(value)), 0);
  return most >= 1 ? 2 : Math.min(20, 2 - Math.floor(Math.log10(most || 1)));
}
