import { numberOfCell } from '@powerset/chart-kit';
import type { Plot, PlotSeries } from './series-plot.ts';

/** A point as ECharts takes it: by position on category axes, by value on the others. */
export function pointsOf(plot: Plot, values: readonly (number | null)[]): readonly unknown[] {
  if (plot.axisType === 'category') return values.map((value) => onAxis(plot, value));
  return values.map((value, index) => [numberOfCell(plot.xs[index]), onAxis(plot, value)]);
}

/** A logarithmic axis has no place for zero and less. */
const onAxis = (plot: Plot, value: number | null) =>
  plot.decades !== null && value !== null && isOffLog(plot, value) ? null : value;
const isOffLog = (plot: Plot, value: number) => (plot.stack === null ? value <= 0 : value < 0);

/** Points without a neighbour, between which no line is drawn. */
export function lonePoints(series: PlotSeries, plot: Plot): ReadonlySet<number> {
  const drawn = series.values.map((value) => onAxis(plot, value));
  const isThere = (index: number) => (drawn[index] ?? null) !== null;
  const lone = drawn.flatMap((_, index) =>
    isThere(index) && !isThere(index - 1) && !isThere(index + 1) ? [index] : [],
  );
  return new Set(lone);
}
