import { type DrawContext, numberOfCell } from '@powerset/chart-kit';
import type { SeriesForm } from './series-form.ts';
import { type Plot, type PlotSeries, stacksOf } from './series-plot.ts';
import { onAxis, pointsAt } from './series-points.ts';
import { edgesOf } from './stack-edges.ts';

type Layer = Record<string, unknown>;
const dimmed = 0.32;

/** Points without a neighbour, between which no line is drawn. */
function lonePoints(series: PlotSeries, plot: Plot): ReadonlySet<number> {
  const drawn = series.values.map((value) => onAxis(plot, value));
  const isThere = (index: number) => (drawn[index] ?? null) !== null;
  const lone = drawn.flatMap((_, index) =>
    isThere(index) && !isThere(index - 1) && !isThere(index + 1) ? [index] : [],
  );
  return new Set(lone);
}

/** Dots for what no line reaches; where all points are marked, none. */
export function loneDots(series: PlotSeries, plot: Plot, context: DrawContext<SeriesForm>): readonly Layer[] {
  const { form, theme } = context;
  if (plot.stack !== null || plot.joinsAcross || form.markerEnabled || form.seriesType === 'scatter') return [];
  const lone = lonePoints(series, plot);
  if (lone.size === 0 || series.values.filter((value) => value !== null).length === 1) return [];
  return [
    {
      id: `${series.id}:lone`,
      name: series.name,
      type: 'scatter',
      silent: true,
      tooltip: { show: false },
      symbol: 'circle',
      symbolSize: 5,
      itemStyle: { color: series.color, opacity: series.isDimmed ? dimmed : 1, borderColor: theme.card },
      data: pointsAt(plot, series.values, lone),
      z: 3,
    },
  ];
}

export const hasStrokes = (plot: Plot): boolean => plot.stack !== null && !plot.joinsAcross;

/** In a stack, upright strokes as high as the part that an area would have there: points have no place of their own. */
export function loneStrokes(plot: Plot, { form }: DrawContext<SeriesForm>): readonly Layer[] {
  if (!hasStrokes(plot) || form.markerEnabled || form.seriesType === 'scatter') return [];
  return [...stacksOf(plot.series).values()].flatMap((stack) => {
    const lone = stack.map((series) => lonePoints(series, plot));
    if (lone.every(({ size }) => size === 0)) return [];
    const edges = edgesOf(stack, plot);
    return stack.flatMap((series, at) =>
      lone[at]?.size ? [strokes(series, { plot, lone: lone[at], edges: edges[at] ?? [] })] : [],
    );
  });
}

interface Strokes {
  readonly plot: Plot;
  readonly lone: ReadonlySet<number>;
  readonly edges: readonly (number | null)[];
}

function strokes(series: PlotSeries, { plot, lone, edges }: Strokes): Layer {
  const ends = [...lone].flatMap((index) => {
    const x = plot.axisType === 'category' ? index : numberOfCell(plot.xs[index]);
    const edge = edges[index] ?? null;
    if (edge === null) return [];
    const from = edge - (series.values[index] ?? 0);
    // A break between one stroke and the next.
    return [
      [x, from],
      [x, edge],
      [x, null],
    ];
  });
  return {
    id: `${series.id}:lone`,
    name: series.name,
    type: 'line',
    silent: true,
    tooltip: { show: false },
    symbol: 'none',
    connectNulls: false,
    lineStyle: { width: 4, color: series.color, opacity: series.isDimmed ? dimmed : 1, cap: 'butt' },
    data: ends,
    z: 3,
  };
}
