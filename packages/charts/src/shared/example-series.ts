import type { ResultTable } from '@powerset/contract';

const day = 86_400_000;

/** A repeatable stand-in for chance, so that examples look alive and never change. */
export function pseudoRandom(seed: number): number {
  const raw = Math.sin(seed * 12.9898) * 43_758.5453;
  return raw - Math.floor(raw);
}

interface SeriesRecipe {
  readonly name: string;
  readonly level: number;
  readonly trend: number;
  readonly season?: number;
}

/** A wide result: one temporal column and one column per series. */
export function temporalTable(given: {
  readonly axis: string;
  readonly start: number;
  readonly stepDays: number;
  readonly count: number;
  readonly series: readonly SeriesRecipe[];
}): ResultTable {
  const xs = Array.from({ length: given.count }, (_, index) => given.start + index * given.stepDays * day);
  return {
    rowCount: xs.length,
    columns: [
      { name: given.axis, type: 'temporal', nativeType: 'TIMESTAMP', values: xs },
      ...given.series.map((recipe, row) => ({
        name: recipe.name,
        type: 'number' as const,
        nativeType: 'DOUBLE',
        values: xs.map((ms, index) => valueAt(recipe, { ms, index, row })),
      })),
    ],
  };
}

function valueAt(recipe: SeriesRecipe, at: { ms: number; index: number; row: number }): number {
  const month = new Date(at.ms).getUTCMonth();
  const holiday = month === 10 || month === 11 ? (recipe.season ?? 0) : 0;
  const noise = (pseudoRandom(at.index * 7 + at.row * 31 + 1) - 0.5) * 0.08;
  return Math.round(recipe.level * (1 + recipe.trend * at.index + holiday + noise));
}

/** The first days of months in a row, with given values. */
export function monthlyTable(
  axis: string,
  start: readonly [number, number],
  columns: Readonly<Record<string, readonly (number | null)[]>>,
): ResultTable {
  const count = Object.values(columns)[0]?.length ?? 0;
  return {
    rowCount: count,
    columns: [
      {
        name: axis,
        type: 'temporal',
        nativeType: 'TIMESTAMP',
        values: Array.from({ length: count }, (_, index) => Date.UTC(start[0], start[1] + index, 1)),
      },
      ...Object.entries(columns).map(([name, values]) => ({
        name,
        type: 'number' as const,
        nativeType: 'DOUBLE',
        values,
      })),
    ],
  };
}

/** A result of one text column and number columns. */
export function categoryTable(
  axis: string,
  rows: readonly (readonly [string | null, ...number[]])[],
  metrics: readonly string[],
): ResultTable {
  return {
    rowCount: rows.length,
    columns: [
      { name: axis, type: 'string', nativeType: 'VARCHAR', values: rows.map((row) => row[0]) },
      ...metrics.map((name, index) => ({
        name,
        type: 'number' as const,
        nativeType: 'DOUBLE',
        values: rows.map((row) => Number(row[index + 1])),
      })),
    ],
  };
}
