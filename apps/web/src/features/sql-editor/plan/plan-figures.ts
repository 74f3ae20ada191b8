import type { WirePlan } from '@powerset/contract';

export type PlanStep = WirePlan['steps'][number];

const wrongFactor = 10;
const leastRows = 100;

/** By what factor the estimate of a step misses its rows; null where it holds, or where too few are at stake. */
export function missOf({
  estimated_rows: estimated,
  rows,
}: PlanStep): { readonly factor: number; readonly isLow: boolean } | null {
  if (estimated === null || rows === null || Math.max(estimated, rows) < leastRows) return null;
  const factor = Math.max(rows, 1) / Math.max(estimated, 1);
  if (factor >= wrongFactor) return { factor: Math.round(factor), isLow: true };
  return factor <= 1 / wrongFactor ? { factor: Math.round(1 / factor), isLow: false } : null;
}

/** The part of the time that each step took; 0 where nothing was measured. */
export function sharesOf(steps: readonly PlanStep[]): readonly number[] {
  const total = steps.reduce((sum, { ms }) => sum + (ms ?? 0), 0);
  return steps.map(({ ms }) => (total > 0 ? (ms ?? 0) / total : 0));
}

/** Steps that lie under none that is folded. */
export function shownSteps(steps: readonly PlanStep[], folded: ReadonlySet<number>): readonly number[] {
  let hiddenBelow = Number.POSITIVE_INFINITY;
  return steps.flatMap(({ depth }, index) => {
    if (depth > hiddenBelow) return [];
    hiddenBelow = folded.has(index) ? depth : Number.POSITIVE_INFINITY;
    return [index];
  });
}
