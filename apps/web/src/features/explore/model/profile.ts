import type { CellValue, ResultTable } from '@powerset/contract';

/** How a column's values spread over the sample: counts per bucket, and how many differ when it is text. */
export interface ColumnProfile {
  readonly counts: readonly number[];
  readonly isCategorical: boolean;
  readonly distinct?: number;
}

const buckets = 14;
const shownValues = 8;

/** A small picture of each column of a sample, by name. */
export function toProfiles(table: ResultTable): ReadonlyMap<string, ColumnProfile> {
  return new Map(table.columns.map((column) => [column.name, toProfile(column.type, column.values)]));
}

function toProfile(type: string, values: readonly CellValue[]): ColumnProfile {
  const present = values.filter((value) => value !== null);
  if (type === 'number' || type === 'temporal') return { counts: spread(present.map(Number)), isCategorical: false };
  const tally = new Map<CellValue, number>();
  for (const value of present) tally.set(value, (tally.get(value) ?? 0) + 1);
  const counts = [...tally.values()].sort((a, b) => b - a).slice(0, shownValues);
  return { counts, isCategorical: true, ...(type === 'string' ? { distinct: tally.size } : {}) };
}

function spread(values: readonly number[]): readonly number[] {
  const numbers = values.filter(Number.isFinite);
  const low = numbers.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  const high = numbers.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  const counts = Array.from({ length: buckets }, () => 0);
  for (const value of numbers) {
    const at = high > low ? Math.min(buckets - 1, Math.floor(((value - low) / (high - low)) * buckets)) : 0;
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts;
}

/** Numbers as badges write them: 950, 12.4k, 1.24M. */
export function compact(value: number): string {
  if (value < 1000) return String(value);
  const [divisor, unit] = value < 1_000_000 ? [1000, 'k'] : [1_000_000, 'M'];
  return `${Number((value / divisor).toPrecision(3))}${unit}`;
}
