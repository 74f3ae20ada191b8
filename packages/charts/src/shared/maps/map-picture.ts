import type { CrossFilterSelection, Viewport } from '@powerset/chart-kit';
import type { LegendEntry, Rgba } from './map-colors.ts';
import type { TipContent } from './map-tooltips.ts';
import type { Bounds } from './mercator.ts';

/** Where a layer's marks are told of, and what they stand for as a filter. */
interface Marks {
  readonly id: string;
  readonly count: number;
  readonly tip: (index: number) => TipContent;
}

/** Lengths in metres of the ground or in pixels of the screen. */
export type Unit = 'meters' | 'pixels';

/** A colour for all marks, or four bytes for each. */
export type Colors = Rgba | Uint8Array;

export interface PointLayer extends Marks {
  readonly kind: 'points';
  /** Longitude and latitude in turn. */
  readonly positions: Float64Array;
  readonly colors: Colors;
  readonly radii: number | Float32Array;
  readonly unit: Unit;
  /** The radius in pixels, at least and at most. */
  readonly range: readonly [number, number];
  /** What stands in the middle of each mark. */
  readonly labels?: readonly string[];
}

export interface HeatLayer extends Marks {
  readonly kind: 'heat';
  readonly positions: Float64Array;
  readonly weights: Float32Array;
  readonly intensity: number;
  readonly radius: number;
  readonly ramp: readonly Rgba[];
  readonly aggregation: 'SUM' | 'MEAN';
}

/** Squares of the screen, which are counted anew with each view. */
export interface ScreenLayer extends Omit<Marks, 'tip'> {
  readonly kind: 'screen';
  readonly positions: Float64Array;
  readonly weights: Float32Array;
  readonly size: number;
  readonly ramp: readonly Rgba[];
  readonly tip: (total: number, places: readonly number[]) => TipContent;
}

export interface ArcLayer extends Marks {
  readonly kind: 'arcs';
  readonly sources: Float64Array;
  readonly targets: Float64Array;
  /** From above arcs lie on the ground; seen from aside they stand on it. */
  readonly isLying: boolean;
  readonly sourceColors: Colors;
  readonly targetColors: Colors;
  readonly width: number;
}

/** Lines of many points each; `starts` has where each begins, and the end of the last. */
export interface PathLayer extends Marks {
  readonly kind: 'paths';
  readonly positions: Float64Array;
  readonly starts: Uint32Array;
  readonly colors: Colors;
  readonly width: number;
  readonly unit: Unit;
}

/** An area: its outer ring, then its holes, each as pairs of longitude and latitude. */
export type Rings = readonly (readonly (readonly [number, number])[])[];

export interface AreaLayer extends Marks {
  readonly kind: 'areas';
  readonly areas: readonly Rings[];
  /** The mark that each area belongs to, where a mark has several. */
  readonly marks?: Uint32Array;
  readonly fill: Colors | null;
  readonly stroke: Rgba | null;
  readonly lineWidth: number;
  readonly unit: Unit;
  /** Metres above the ground of each area; null for flat ones. */
  readonly heights: Float32Array | null;
}

/** Words at places. */
export interface TextLayer extends Marks {
  readonly kind: 'texts';
  readonly positions: Float64Array;
  readonly texts: readonly string[];
  readonly color: Rgba;
  readonly size: number;
  readonly unit: Unit;
}

export type MapLayer = PointLayer | HeatLayer | ScreenLayer | ArcLayer | PathLayer | AreaLayer | TextLayer;

/** A mark of a map: its layer, and its number in there. */
export interface MapMark {
  readonly layer: MapLayer;
  readonly index: number;
}

/** What colours mean: a list, or a ramp from one value to another. */
export type MapLegend = { readonly place: 'tl' | 'tr' | 'bl' | 'br'; readonly title: string } & (
  | { readonly kind: 'entries'; readonly entries: readonly LegendEntry[]; readonly more: string }
  | { readonly kind: 'ramp'; readonly colors: readonly string[]; readonly from: string; readonly to: string }
);

/** A map as it is to be drawn, without the library that draws it. */
export interface MapPicture {
  /** In `view`, and in each other one where they do not say otherwise. */
  readonly layers: readonly MapLayer[];
  /** Marks that depend on how near the map is looked at. */
  readonly layersAt?: (zoom: number) => readonly MapLayer[];
  /** Whether they change while the map moves, or when it stands. */
  readonly isLive?: boolean;
  readonly legend: MapLegend | null;
  /** Of all that is drawn. */
  readonly bounds: Bounds | null;
  readonly view: Viewport;
  /** Whether `view` was worked out from the data, so that new data move it. */
  readonly isFitted: boolean;
  readonly style: string;
}

/** What a map hands to its view. */
export interface MapOptions {
  readonly picture: MapPicture;
  readonly statement: () => string;
  /** What a mark stands for as a filter; absent where none stands for one. */
  readonly selectionOf?: (mark: MapMark) => CrossFilterSelection | null;
}
