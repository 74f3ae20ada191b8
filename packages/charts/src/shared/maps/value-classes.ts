import { quantile } from './bins.ts';

/** Values in classes that each hold about as many of them: skewed values are told apart too. */
export interface ValueClasses {
  /** Where each class begins, and the end of the last. */
  readonly edges: readonly number[];
  /** The class of a value; -1 for none. */
  readonly classOf: (value: number) => number;
}

/** At most so many classes; equal values are never parted. */
export function quantileClasses(values: ArrayLike<number>, most: number): ValueClasses {
  const sorted = Float64Array.from(values)
    .filter((value) => Number.isFinite(value))
    .sort();
  if (sorted.length === 0) return { edges: [], classOf: () => -1 };
  const edges = [...new Set(Array.from({ length: most + 1 }, (_, at) => quantile(sorted, at / most)))];
  return { edges: edges.length === 1 ? [edges[0]!, edges[0]!] : edges, classOf: classIn(edges) };
}

/** Classes between given edges. */
export function classesBetween(edges: readonly number[]): ValueClasses {
  return { edges, classOf: classIn(edges) };
}

function classIn(edges: readonly number[]): (value: number) => number {
  const last = Math.max(0, edges.length - 2);
  return (value) => {
    if (!Number.isFinite(value)) return -1;
    let at = 0;
    while (at < last && value >= edges[at + 1]!) at += 1;
    return at;
  };
}
