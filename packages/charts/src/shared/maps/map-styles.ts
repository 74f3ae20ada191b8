import { pairChoices } from '@powerset/chart-kit';

/** Grounds that the product draws itself: in the theme's colours, or always in those of one theme. */
export const ownMap = 'powerset';
export const ownLight = 'powerset-light';
export const ownDark = 'powerset-dark';

export const mapStyleChoices = pairChoices([
  [ownMap, 'Own map (as the theme)'],
  [ownLight, 'Own map, light'],
  [ownDark, 'Own map, dark'],
]);

/** Tiles are the ground of maps whose form chooses none of the own ones. */
export const takesTiles = (style: string): boolean => style !== ownLight && style !== ownDark;

/** What older charts saved opens on the own map: other servers' pictures are not loaded. */
export function modernMapStyle(value: unknown): unknown {
  if (typeof value !== 'string' || value === ownLight) return value;
  return /dark|satellite/.test(value) ? ownDark : ownMap;
}
