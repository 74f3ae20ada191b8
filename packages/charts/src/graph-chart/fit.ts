import type { LegendLayout } from '../shared/legends.ts';
import { extentOf } from '../shared/linear-colors.ts';
import type { Point } from './force.ts';

export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface FitGiven {
  readonly space: LegendLayout['space'];
  readonly width: number;
  readonly height: number;
  readonly margin: { readonly side: number; readonly edge: number };
  readonly isRound: boolean;
}

/** So much may one direction be stretched more than the other to fill the picture. */
const mostStretch = 2;

/** Places in the px of a picture, and the rectangle that they take. */
export function fitPlaces(places: readonly Point[], given: FitGiven) {
  const { space, width, height, margin, isRound } = given;
  const free = {
    width: Math.max(4, width - space.left - space.right - 2 * margin.side),
    height: Math.max(4, height - space.top - space.bottom - 2 * margin.edge),
  };
  const [left, right] = extentOf(places.map(({ x }) => x));
  const [top, bottom] = extentOf(places.map(({ y }) => y));
  const scales = [free.width / Math.max(1e-9, right - left), free.height / Math.max(1e-9, bottom - top)] as const;
  const least = Math.min(...scales);
  const most = isRound ? least : least * mostStretch;
  const [across, down] = [Math.min(scales[0], most), Math.min(scales[1], most)];
  const middle = {
    x: space.left + margin.side + free.width / 2,
    y: space.top + margin.edge + free.height / 2,
  };
  const fitted = places.map(({ x, y }) => ({
    x: middle.x + (x - (left + right) / 2) * across,
    y: middle.y + (y - (top + bottom) / 2) * down,
  }));
  return { places: fitted, rect: rectOf(fitted, middle) };
}

/** ECharts takes points on one line for two px wide. */
function rectOf(places: readonly Point[], middle: Point): Rect {
  const [left, right] = extentOf(places.map(({ x }) => x));
  const [top, bottom] = extentOf(places.map(({ y }) => y));
  const [wide, high] = [right - left, bottom - top];
  return {
    left: wide > 0 ? left : middle.x - 1,
    top: high > 0 ? top : middle.y - 1,
    width: wide > 0 ? wide : 2,
    height: high > 0 ? high : 2,
  };
}
