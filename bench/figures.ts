import type { BenchRow } from './bench-case.ts';

/** Median and spread of a list of measurements. */
export interface Figures {
  readonly count: number;
  readonly median: number;
  readonly low: number;
  readonly high: number;
  readonly p95: number;
  readonly p99: number;
}

/** `low` and `high` are the quartiles: the spread that is printed beside a median. */
export function figuresOf(values: readonly number[]): Figures {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
  return { count: sorted.length, median: at(0.5), low: at(0.25), high: at(0.75), p95: at(0.95), p99: at(0.99) };
}

/**
 * Runs the contestants one after the other, round by round, so that whatever else the machine does hits all alike.
 * Returns each one's durations in milliseconds, the first round (warm-up) left out.
 */
export async function interleave<Name extends string>(
  contestants: Readonly<Record<Name, () => Promise<unknown>>>,
  rounds: number,
): Promise<Readonly<Record<Name, readonly number[]>>> {
  // Object.keys of a record with literal keys gives those keys.
  const names = Object.keys(contestants) as Name[];
  const durations = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const startedAt = performance.now();
      await contestants[name]();
      if (round > 0) durations[name].push(performance.now() - startedAt);
    }
  }
  return durations;
}

/** Ratios of pairs measured in the same round. */
export function ratiosOf(values: readonly number[], references: readonly number[]): readonly number[] {
  return values.map((value, at) => value / (references[at] ?? Number.NaN));
}

export function ms(value: number): string {
  return value < 10 ? `${value.toFixed(1)} ms` : `${value.toFixed(0)} ms`;
}

export function spreadOf({ low, high }: Figures, format: (value: number) => string): string {
  return `${format(low)} to ${format(high)}`;
}

export function times(value: number): string {
  return `${value.toFixed(2)}x`;
}

export function whole(value: number): string {
  return value.toFixed(0);
}

export function kB(bytes: number): string {
  return `${(bytes / 1000).toFixed(0)} kB`;
}

export function MB(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(0)} MB`;
}

/** A row of times, with a bar where there is one in words. */
export function timeRow(what: string, figures: Figures, bar = ''): BenchRow {
  const { median } = figures;
  return { what, figure: median, show: ms, measured: ms(median), spread: spreadOf(figures, ms), bar, isWithin: null };
}
