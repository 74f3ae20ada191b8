import { type DrawContext, withAlpha } from '@powerset/chart-kit';
import type { CustomSeriesRenderItem } from 'echarts';
import type { GanttForm } from './form.ts';
import type { Lanes } from './lanes.ts';
import { labelOfTask } from './tasks.ts';

interface Drawing {
  readonly lanes: Lanes;
  readonly context: DrawContext<GanttForm>;
  readonly range: readonly [number, number];
}

const dimmed = 0.3;

/** What ECharts says of the plot; only its rectangle is read. */
interface Plane {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Every second row is a shade darker, so that the eye keeps to its own. */
export function drawGround({ context, range }: Drawing): CustomSeriesRenderItem {
  return (params, api) => {
    const [from, to] = [Number(api.value(0)), Number(api.value(1))];
    // ECharts types the plane by kind of coordinates; on two axes it is a rectangle.
    const { x, width } = params.coordSys as unknown as Plane;
    const [, top = 0] = api.coord([range[0], from]);
    const [, bottom = 0] = api.coord([range[0], to]);
    return {
      type: 'rect',
      silent: true,
      shape: { x, width, y: top, height: bottom - top },
      style: { fill: params.dataIndex % 2 === 0 ? 'transparent' : context.theme.band },
    };
  };
}

interface BarDrawing extends Drawing {
  readonly color: string;
  readonly broadest: number;
}

/** One bar; what goes on fades towards the edge. */
export function drawBar({ lanes, context, color, broadest }: BarDrawing): CustomSeriesRenderItem {
  const { theme, selectedLabels } = context;
  return (_, api) => {
    const laid = lanes.laid[Number(api.value(0))];
    if (!laid) return null;
    const [left = 0, y = 0] = api.coord([laid.task.start, laid.lane + 0.5]);
    const [right = 0] = api.coord([laid.until, laid.lane + 0.5]);
    // The size of one lane; ECharts answers a pair for a pair.
    const lane = (api.size?.([0, 1]) as readonly number[] | undefined)?.[1] ?? 0;
    const height = Math.max(2, Math.min(broadest, lane * 0.72));
    const isPicked = selectedLabels.length === 0 || selectedLabels.includes(labelOfTask(laid.task));
    const isOpen = laid.task.end === null;
    return {
      type: 'rect',
      shape: { x: left, y: y - height / 2, width: Math.max(3, right - left), height, r: Math.min(3, height / 3) },
      style: {
        fill: isOpen ? fading(color) : color,
        opacity: isPicked ? 1 : dimmed,
        // A hairline of the ground keeps bars apart that follow each other at once.
        stroke: theme.card,
        lineWidth: right - left > 6 ? 1 : 0,
      },
    };
  };
}

const fading = (color: string) => ({
  type: 'linear' as const,
  ...{ x: 0, y: 0, x2: 1, y2: 0 },
  colorStops: [
    { offset: 0, color },
    { offset: 0.6, color },
    { offset: 1, color: withAlpha(color, 0.08) },
  ],
});
