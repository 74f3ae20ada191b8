import { type DrawContext, numberOfCell } from '@powerset/chart-kit';
import type { SeriesForm } from './series-form.ts';
import { type Plot, type PlotSeries, stacksOf } from './series-plot.ts';
import { pointsAt, pointsOf } from './series-points.ts';
import { edgesOf, startsOf, type Values } from './stack-edges.ts';

type Layer = Record<string, unknown>;
type Context = DrawContext<SeriesForm>;

/** Dashes are gaps in the colour of the ground: a line has one style for all of its length. */
export function partialLine(series: PlotSeries, plot: Plot, context: Context): readonly Layer[] {
  return plot.stack === null && canBePartial(plot, context.form)
    ? [dashes(series, series.values, { plot, context })]
    : [];
}

/** Areas that stand on each other are pale on the way to a period that is not whole, and their edges dashed. */
export function partialStacks(plot: Plot, context: Context): readonly Layer[] {
  if (plot.stack === null || !canBePartial(plot, context.form)) return [];
  return [...stacksOf(plot.series)].flatMap(([stack, series]) => {
    const edges = edgesOf(series, plot);
    const isFilled = series.some(({ source }) => source.offset === null && isArea(plot, context.form));
    const veils = [Math.max, Math.min].map((choose, side) =>
      veil(`${stack}:${side}`, outermost([...edges, startsOf(series, plot)], choose), { plot, context }),
    );
    return [
      ...(isFilled ? veils : []),
      ...series.map((entry, index) => dashes(entry, edges[index] ?? [], { plot, context })),
    ];
  });
}

/** Whether what lies below the lines is filled. */
export const isArea = (plot: Plot, form: SeriesForm): boolean =>
  plot.kind === 'area' || form.area === true || plot.stack === 'Stream';

function canBePartial(plot: Plot, form: SeriesForm): boolean {
  return plot.partial.size > 0 && plot.axisType !== 'category' && form.seriesType !== 'scatter';
}

const outermost = (edges: readonly Values[], choose: (...values: number[]) => number): Values =>
  (edges[0] ?? []).map((_, index) => choose(0, ...edges.map((edge) => edge[index] ?? 0)));

interface Drawing {
  readonly plot: Plot;
  readonly context: Context;
}

/** Whether a position lies on the way to a period that is not whole. */
function isNear(index: number, plot: Plot): boolean {
  const last = lastPartial(plot);
  return (plot.partial.has(0) && index <= 1) || (last > 0 && index >= last - 1 && index <= last);
}

/** Before a forecast the last period is not the last position; 0 where it is whole. */
const lastPartial = ({ partial }: Plot): number => Math.max(0, ...partial);

/** What is drawn of a line: the ends that are not whole alone. A curve is bent by all of its points, so it is drawn whole and seen there alone. */
function endsOf(values: Values, { plot, context }: Drawing): { readonly data: unknown; readonly color: unknown } {
  const { card } = context.theme;
  if (context.form.seriesType === 'smooth')
    return { data: pointsOf(plot, values), color: seenAtEnds(values, plot, card) };
  const near = values.map((value, index) => (isNear(index, plot) ? value : null));
  // With the position after each end, where the line breaks off.
  const positions = near.flatMap((_, index) => (isNear(index, plot) || isNear(index - 1, plot) ? [index] : []));
  return { data: pointsAt(plot, near, positions), color: card };
}

/** A colour that is there at the ends of a line alone, which ECharts lays over its width. */
function seenAtEnds(values: Values, plot: Plot, color: string): unknown {
  const { partial, xs } = plot;
  const at = (index: number) => numberOfCell(xs[index]) ?? 0;
  const [first, last] = [values.findIndex((value) => value !== null), values.findLastIndex((value) => value !== null)];
  const shareOf = (index: number) => Math.min(1, Math.max(0, (at(index) - at(first)) / (at(last) - at(first) || 1)));
  const from = partial.has(0) ? shareOf(1) : 0;
  const to = lastPartial(plot) > 0 ? shareOf(lastPartial(plot) - 1) : 1;
  const stops = [
    [0, color],
    [from, color],
    [from, 'transparent'],
    [to, 'transparent'],
    [to, color],
    [1, color],
  ] as const;
  return {
    type: 'linear',
    ...{ x: 0, y: 0, x2: 1, y2: 0 },
    colorStops: stops.map(([offset, stop]) => ({ offset, color: stop })),
  };
}

const hidden = { type: 'line', silent: true, tooltip: { show: false }, symbol: 'none', z: 3 };

function courseOf({ seriesType }: SeriesForm): Layer {
  const isStep = ['start', 'middle', 'end'].includes(seriesType ?? '');
  return { smooth: seriesType === 'smooth' ? 0.35 : false, ...(isStep ? { step: seriesType } : {}) };
}

function dashes({ id, name }: PlotSeries, values: Values, drawing: Drawing): Layer {
  const { data, color } = endsOf(values, drawing);
  return {
    ...hidden,
    ...courseOf(drawing.context.form),
    id: `${id}:partial`,
    name,
    data,
    lineStyle: { color, width: 3, type: [3, 4], cap: 'butt' },
  };
}

function veil(id: string, values: Values, drawing: Drawing): Layer {
  const { data, color } = endsOf(values, drawing);
  return {
    ...hidden,
    ...courseOf(drawing.context.form),
    id: `veil:${id}`,
    data,
    lineStyle: { opacity: 0 },
    areaStyle: { color, opacity: 0.55 },
  };
}
