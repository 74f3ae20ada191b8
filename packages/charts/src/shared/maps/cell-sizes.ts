import { formatNumber, type Viewport } from '@powerset/chart-kit';
import { metresPerPixel } from './mercator.ts';

/** Smaller cells than this would not be seen as cells. */
const leastPixels = 6;
const equator = 40_075_016.686;

/** A cell as wide as asked, but not smaller than can be seen in the view: in metres, and as a share of the world. */
export function cellSize(asked: number | null, view: Viewport): { readonly metres: number; readonly share: number } {
  const metres = Math.max(asked ?? 0, leastPixels * metresPerPixel(view));
  return { metres, share: metres / (equator * Math.cos((view.latitude * Math.PI) / 180)) };
}

/** A length as people say it. */
export function lengthText(metres: number, locale: string): string {
  if (metres < 1000) return `${formatNumber(',.3~r', metres, locale)} m`;
  return `${formatNumber(',.3~r', metres / 1000, locale)} km`;
}
