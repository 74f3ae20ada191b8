import type { MapLayer, MapMark } from './map-picture.ts';
import type { TipContent } from './map-tooltips.ts';

/** A mark that was hit, and what is told of it. */
export interface MapHit extends MapMark {
  readonly tip: TipContent;
}

/** What the drawing library says of a hit, as far as it is read. */
interface Picked {
  readonly index: number;
  readonly object?: unknown;
}

interface ScreenCell {
  readonly value?: number;
  readonly pointIndices?: readonly number[];
}

/** The hit as the picture knows it. */
export function tipOfHit(layer: MapLayer, { index, object }: Picked): MapHit {
  if (layer.kind === 'screen') {
    // A cell of the screen: its places' weights together, and which they are.
    const { value = 0, pointIndices = [] } = (object ?? {}) as ScreenCell;
    return { layer, index, tip: layer.tip(value, pointIndices) };
  }
  const mark = layer.kind === 'areas' ? (layer.marks?.[index] ?? index) : index;
  return { layer, index: mark, tip: layer.tip(mark) };
}
