import { createContext } from 'react';

/** Pictures of a map by another server. */
export interface TileSource {
  readonly name: string;
  /** With `{z}`, `{x}` and `{y}` for the place. */
  readonly url: string;
  readonly attribution: string;
}

/** The tile servers that the configuration names; maps ask no others. */
export const MapTiles = createContext<readonly TileSource[]>([]);
