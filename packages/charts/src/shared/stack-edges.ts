import { type Plot, type PlotSeries, totalsOf } from './series-plot.ts';

export type Values = readonly (number | null)[];

/** Where a stack begins: a stream is around its middle. */
export const startsOf = (series: readonly PlotSeries[], plot: Plot): readonly number[] =>
  plot.stack === 'Stream' ? totalsOf(series).map((total) => -total / 2) : plot.xs.map(() => 0);

/** Where the edges of a stack run: values of one sign on each other, and in a stream all of them. */
export function edgesOf(series: readonly PlotSeries[], plot: Plot): readonly Values[] {
  const isStream = plot.stack === 'Stream';
  const starts = startsOf(series, plot);
  const reached = { above: [...starts], below: [...starts] };
  return series.map(({ values }) =>
    values.map((value, index) => {
      if (value === null) return null;
      const side = value < 0 && !isStream ? reached.below : reached.above;
      side[index] = (side[index] ?? 0) + value;
      return side[index];
    }),
  );
}
