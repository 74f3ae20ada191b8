import type { CellValue, ResultTable } from '@powerset/contract';
import { formatDecimal } from '../../../i18n/index.ts';

/** How a column's values spread over rows: counts per bucket, and how many differ when it is text. */
export interface ColumnProfile {
  readonly counts: readonly number[];
  readonly isCategorical: boolean;
  readonly distinct?: number;
}

export const buckets = 14;
export const shownValues = 8;

/** A small picture of each column of a sample, by name. */
export function toProfiles(table: ResultTable): ReadonlyMap<string, ColumnProfile> {
  return new Map(table.columns.map((column) => [column.name, toProfile(column.type, column.values)]));
}

function toProfile(type: string, values: readonly CellValue[]): ColumnProfile {
  const present = values.filter((value) => value !== null);
  if (type === 'number' || type === 'temporal')
    return { counts: spread(present.map((value) => ({ value, rows: 1 }))), isCategorical: false };
  const tally = new Map<CellValue, number>();
  for (const value of present) tally.set(value, (tally.get(value) ?? 0) + 1);
  const counts = [...tally.values()].sort((a, b) => b - a).slice(0, shownValues);
  return { counts, isCategorical: true, ...(type === 'string' ? { distinct: tally.size } : {}) };
}

/** Counts of rows in stretches of equal width from the least value to the greatest. */
export function spread(groups: readonly { readonly value: CellValue; readonly rows: number }[]): readonly number[] {
  const finite = groups.map(({ value, rows }) => [Number(value), rows] as const).filter(([at]) => Number.isFinite(at));
  const low = finite.reduce((least, [value]) => Math.min(least, value), Number.POSITIVE_INFINITY);
  const high = finite.reduce((most, [value]) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  const counts = Array.from({ length: buckets }, () => 0);
  for (const [value, rows] of finite) {
    const at = high > low ? Math.min(buckets - 1, Math.floor(((value - low) / (high - low)) * buckets)) : 0;
    counts[at] = (counts[at] ?? 0) + rows;
  }
  return counts;
}

/** Numbers as badges write them: 950, 12.4k, 1.24M. */
export function compact(value: number): string {
  if (value < 1000) return String(value);
  // What rounds up to a thousand thousands is a million.
  const [divisor, unit] = value < 999_500 ? [1000, 'k'] : [1_000_000, 'M'];
  return `${formatDecimal(String(Number((value / divisor).toPrecision(3))))}${unit}`;
}
