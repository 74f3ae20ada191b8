import { smallestSpan } from './map-frame.ts';

/** What of the map is seen, each axis from and to in percent. */
export interface MapView {
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
}

export const wholeMap: MapView = { x: [0, 100], y: [0, 100] };

/** The view `factor` times as near, so that the place at `at` (shares of the picture, from its left and top) stays where it is. */
export function zoomView({ x, y }: MapView, factor: number, at: readonly [number, number] = [0.5, 0.5]): MapView {
  return { x: zoomAxis(x, factor, at[0]), y: zoomAxis(y, factor, at[1]) };
}

function zoomAxis([from, to]: readonly [number, number], factor: number, at: number): readonly [number, number] {
  const span = Math.min(100, Math.max(smallestSpan, (to - from) / factor));
  const fixed = from + (to - from) * at;
  const start = Math.min(100 - span, Math.max(0, fixed - span * at));
  return [start, start + span];
}

export const isWhole = ({ x, y }: MapView) => x[1] - x[0] > 99.9 && y[1] - y[0] > 99.9;
export const isNearest = ({ x }: MapView) => x[1] - x[0] <= smallestSpan + 0.01;
