import type { DrawContext } from '@powerset/chart-kit';
import type { Boxes } from './boxes.ts';
import type { BoxPlotForm } from './form.ts';

/** What ECharts gives to a function that draws a mark of its own. */
interface Api {
  readonly value: (dimension: number) => number;
  readonly coord: (point: readonly [number, number]) => readonly [number, number];
  readonly size: (span: readonly [number, number]) => readonly [number, number];
}

type Shape = Readonly<Record<string, unknown>>;
type Context = DrawContext<BoxPlotForm>;
type Point = readonly [number, number];

const dimmed = 0.25;
const widestBox = 44;

interface Lane {
  /** From the middle of the group. */
  readonly offset: number;
  readonly width: number;
}

/** Boxes of several metrics stand side by side. */
function laneOf({ metrics }: Boxes, metric: number, band: number): Lane {
  const lanes = Math.max(1, metrics.length);
  const step = Math.min((band * 0.8) / lanes, widestBox + 6);
  return { offset: (metric - (lanes - 1) / 2) * step, width: Math.max(1, Math.min(step * 0.8, widestBox)) };
}

function opacityOf({ groups }: Boxes, group: number, { selectedLabels }: Context): number {
  return selectedLabels.length > 0 && !selectedLabels.includes(groups[group]?.name ?? '') ? dimmed : 1;
}

interface Ink {
  readonly metric: number;
  readonly color: string;
  readonly fill: string;
}

/** A box with its whiskers, its median as a strong line and its mean as a small rhomb. */
export function boxPainter(model: Boxes, ink: Ink, context: Context) {
  return (_params: unknown, api: Api): Shape => {
    const group = api.value(0);
    const lane = laneOf(model, ink.metric, api.size([1, 0])[0]);
    const at = (dimension: number) => api.coord([group, api.value(dimension)])[1];
    const x = api.coord([group, 0])[0] + lane.offset;
    const [low, q1, median, q3, high, mean] = [1, 2, 3, 4, 5, 6].map(at) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    const stroke = { stroke: ink.color, lineWidth: 1.2, fill: 'none' };
    const line = ([x1, y1]: Point, [x2, y2]: Point, lineWidth = 1.2): Shape => ({
      type: 'line',
      shape: { x1, y1, x2, y2 },
      style: { ...stroke, lineWidth },
    });
    const half = lane.width / 2;
    const cap = half * 0.5;
    const isThin = lane.width < 5;
    return {
      type: 'group',
      style: { opacity: opacityOf(model, group, context) },
      children: [
        line([x, high], [x, q3]),
        line([x, q1], [x, low]),
        ...(isThin ? [] : [line([x - cap, high], [x + cap, high]), line([x - cap, low], [x + cap, low])]),
        {
          type: 'rect',
          shape: { x: x - half, y: Math.min(q1, q3), width: lane.width, height: Math.max(1, Math.abs(q1 - q3)), r: 1 },
          style: { fill: ink.fill, stroke: ink.color, lineWidth: isThin ? 0 : 1.2 },
        },
        line([x - half, median], [x + half, median], isThin ? 1.5 : 2.5),
        ...(lane.width >= 12 ? [meanMark(x, mean, { ink, context })] : []),
      ].map((child) => withOpacity(child, opacityOf(model, group, context))),
    };
  };
}

function withOpacity(child: Shape, opacity: number): Shape {
  return opacity === 1 ? child : { ...child, style: { ...(child.style as Shape), opacity } };
}

function meanMark(x: number, y: number, { ink, context }: { readonly ink: Ink; readonly context: Context }): Shape {
  const r = 3.2;
  const points = [
    [x, y - r],
    [x + r, y],
    [x, y + r],
    [x - r, y],
  ];
  return { type: 'polygon', shape: { points }, style: { fill: context.theme.card, stroke: ink.color, lineWidth: 1.2 } };
}

export interface OutlierPoint {
  /** Group, value and metric. */
  readonly value: readonly [number, number, number];
}

const mostPoints = 20_000;

/** Points beyond the whiskers, without those that would lie on one another. */
export function outlierPoints({ boxes }: Boxes, height: number): readonly OutlierPoint[] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const box of boxes)
    for (const value of [box.low, box.high, ...ends(box.outliers)]) {
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  const step = (high - low) / Math.max(50, height);
  const points: OutlierPoint[] = [];
  for (const { group, metric, outliers } of boxes) {
    const taken = new Set<number>();
    for (const value of outliers) {
      const place = step > 0 ? Math.round((value - low) / step) : 0;
      if (taken.has(place) || points.length >= mostPoints) continue;
      taken.add(place);
      points.push({ value: [group, value, metric] });
    }
  }
  return points;
}

function ends(values: readonly number[]): readonly number[] {
  let [low, high] = [values[0], values[0]];
  for (const value of values) {
    if (low === undefined || value < low) low = value;
    if (high === undefined || value > high) high = value;
  }
  return low === undefined || high === undefined ? [] : [low, high];
}

/** A small open circle for each value beyond the whiskers. */
export function outlierPainter(model: Boxes, colors: readonly string[], context: Context) {
  return (_params: unknown, api: Api): Shape => {
    const [group, metric] = [api.value(0), api.value(2)];
    const [x, y] = api.coord([group, api.value(1)]);
    const { offset, width } = laneOf(model, metric, api.size([1, 0])[0]);
    const color = colors[metric] ?? context.theme.accent;
    return {
      type: 'circle',
      shape: { cx: x + offset, cy: y, r: width < 8 ? 1.2 : 2.2 },
      style: {
        fill: context.theme.card,
        stroke: color,
        lineWidth: 1,
        opacity: 0.8 * opacityOf(model, group, context),
      },
    };
  };
}
