import type { CellValue } from '@powerset/contract';
import type { MeasuredRow } from './rows.ts';

interface Series {
  readonly keys: readonly CellValue[];
  readonly values: Map<CellValue, number>;
}

/** What each path comes to over its times: their sum or mean, or the last against the first. */
export function overTimes(rows: readonly MeasuredRow[], option: string): readonly MeasuredRow[] {
  const known = rows.filter(({ value }) => value !== null);
  const times = known.map(({ time }) => Number(time)).filter((time) => !Number.isNaN(time));
  const [first, last] = times.reduce(([low, high], time) => [Math.min(low, time), Math.max(high, time)], [
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ] as [number, number]);
  const series = new Map<string, Series>();
  for (const { keys, time, value } of known) {
    const name = JSON.stringify(keys.map(String));
    const own = series.get(name) ?? { keys, values: new Map<CellValue, number>() };
    own.values.set(time, (own.values.get(time) ?? 0) + (value ?? 0));
    series.set(name, own);
  }
  return [...series.values()].map(({ keys, values }) => ({
    keys,
    time: null,
    value: summarise(values, option, [first, last]),
  }));
}

function summarise(
  values: ReadonlyMap<CellValue, number>,
  option: string,
  [first, last]: readonly [number, number],
): number | null {
  const sum = [...values.values()].reduce((all, value) => all + value, 0);
  if (option === 'agg_sum') return sum;
  if (option === 'agg_mean') return sum / values.size;
  const [then, now] = [values.get(first) ?? 0, values.get(last) ?? 0];
  if (option === 'point_diff') return now - then;
  if (then === 0) return null;
  return option === 'point_factor' ? now / then : now / then - 1;
}
