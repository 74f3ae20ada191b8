import type { CellValue, ResultColumn } from '@powerset/contract';
import { compareValues } from './order.ts';

/** Gathers values of one column, some of them empty, group by group. */
export interface Gathered {
  add(group: number, value: CellValue): void;
  /** Of each group; null where nothing was added. */
  readonly values: () => CellValue[];
}

/** Sums that are exact where the column's numbers are whole or decimal, and add up to what a number holds. */
export function gatherSums({ nativeType }: Pick<ResultColumn, 'nativeType'>, groups: number): Gathered {
  const factor = 10 ** decimalsOf(nativeType);
  const isFloating = /^(DOUBLE|FLOAT|REAL)/i.test(nativeType);
  const sums: (number | bigint | null)[] = new Array(groups).fill(null);
  return {
    add: (group, value) => {
      if (typeof value !== 'number' && typeof value !== 'bigint') return;
      const added = factor === 1 || typeof value === 'bigint' ? value : Math.round(value * factor);
      const before = sums[group] ?? null;
      sums[group] = before === null ? added : addTwo(before, added, isFloating);
    },
    values: () => sums.map((sum) => (factor === 1 || typeof sum !== 'number' ? sum : sum / factor)),
  };
}

/** Digits behind the point of a decimal type. */
export function decimalsOf(nativeType: string): number {
  return Number(/^(?:DECIMAL|NUMERIC)\(\d+,\s*(\d+)\)$/i.exec(nativeType)?.[1] ?? 0);
}

function addTwo(one: number | bigint, other: number | bigint, isFloating: boolean): number | bigint {
  if (typeof one === 'number' && typeof other === 'number') {
    const sum = one + other;
    if (isFloating || Number.isSafeInteger(sum) || !Number.isInteger(one) || !Number.isInteger(other)) return sum;
  }
  const sum = BigInt(one) + BigInt(other);
  return BigInt(Number(sum)) === sum && Number.isSafeInteger(Number(sum)) ? Number(sum) : sum;
}

/** The least values, or the greatest. */
export function gatherExtremes(how: 'min' | 'max', groups: number): Gathered {
  const sign = how === 'min' ? -1 : 1;
  const found: CellValue[] = new Array(groups).fill(null);
  return {
    add: (group, value) => {
      if (value === null) return;
      const before = found[group] ?? null;
      if (before === null || compareValues(value, before) * sign > 0) found[group] = value;
    },
    values: () => found,
  };
}
