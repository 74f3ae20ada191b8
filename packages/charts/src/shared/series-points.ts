import { numberOfCell } from '@powerset/chart-kit';
import type { Plot } from './series-plot.ts';

/** A point as ECharts takes it: by position on category axes, by value on the others. */
export function pointsOf(plot: Plot, values: readonly (number | null)[]): readonly unknown[] {
  if (plot.axisType === 'category') return values.map((value) => onAxis(plot, value));
  return values.map((value, index) => [numberOfCell(plot.xs[index]), onAxis(plot, value)]);
}

/** The points of some positions alone: a layer that shows few of them costs what those few cost. */
export function pointsAt(
  plot: Plot,
  values: readonly (number | null)[],
  positions: Iterable<number>,
): readonly (readonly [number | null, number | null])[] {
  return Array.from(positions, (index) => [
    plot.axisType === 'category' ? index : numberOfCell(plot.xs[index]),
    onAxis(plot, values[index] ?? null),
  ]);
}

/** A logarithmic axis has no place for zero and less. */
export const onAxis = (plot: Plot, value: number | null) =>
  plot.decades !== null && value !== null && isOffLog(plot, value) ? null : value;
const isOffLog = (plot: Plot, value: number) => (plot.stack === null ? value <= 0 : value < 0);
