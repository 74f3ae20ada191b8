import type { MapLayer } from './map-picture.ts';
import type { TipContent } from './map-tooltips.ts';

/** A mark of the map, what is told of it, and its number in its layer. */
export interface MapHit {
  readonly layer: MapLayer;
  readonly index: number;
  readonly tip: TipContent;
}

/** What the drawing library says of a hit, as far as it is read. */
interface Picked {
  readonly index: number;
  readonly object?: unknown;
}

/** The hit as the picture knows it. */
export function tipOfHit(layer: MapLayer, { index, object }: Picked): MapHit {
  if (layer.kind === 'screen') {
    // A cell of the screen: its points' weights together, and how many they are.
    const cell = (object ?? {}) as {
      readonly value?: number;
      readonly count?: number;
      readonly pointIndices?: unknown;
    };
    const count = Array.isArray(cell.pointIndices) ? cell.pointIndices.length : (cell.count ?? 0);
    return { layer, index, tip: layer.tip(cell.value ?? 0, count) };
  }
  const mark = layer.kind === 'areas' ? (layer.marks?.[index] ?? index) : index;
  return { layer, index: mark, tip: layer.tip(mark) };
}
