import { createContext } from 'react';

/** Pictures of the ground that a server hands out by zoom, column and row. */
export interface MapTiles {
  /** With `{z}`, `{x}` and `{y}`. */
  readonly address: string;
  /** Whose they are, as it is said on the map. */
  readonly attribution: string;
}

/** The tiles under the page's maps; none where the configuration names no server of them. */
export const MapTilesContext = createContext<MapTiles | null>(null);
