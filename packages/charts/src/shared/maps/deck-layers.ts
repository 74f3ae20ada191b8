import { HeatmapLayer, ScreenGridLayer } from '@deck.gl/aggregation-layers';
import type { Layer } from '@deck.gl/core';
import {
  ArcLayer as DeckArcLayer,
  PathLayer as DeckPathLayer,
  TextLayer as DeckTextLayer,
  PolygonLayer,
  ScatterplotLayer,
} from '@deck.gl/layers';
import type { ChartTheme } from '@powerset/chart-kit';
import { colorOfMark, type Rgba } from './map-colors.ts';
import type {
  ArcLayer,
  AreaLayer,
  Colors,
  HeatLayer,
  MapLayer,
  PathLayer,
  PointLayer,
  ScreenLayer,
  TextLayer,
} from './map-picture.ts';

/** What of a layer's marks was hit, by their number. */
export const deckId = (layer: MapLayer): string => `marks:${layer.id}`;

type Attribute = {
  readonly value: Uint8Array | Float32Array | Float64Array;
  readonly size: number;
  readonly normalized?: boolean;
};

/** One array for all marks goes to the graphics card as it is. */
function colorProps(name: string, colors: Colors) {
  return colors instanceof Uint8Array
    ? { attributes: { [name]: { value: colors, size: 4, normalized: true } satisfies Attribute }, props: {} }
    : { attributes: {}, props: { [name]: mutable(colors) } };
}

const mutable = (color: Rgba): [number, number, number, number] => [...color];

const position = (value: Float64Array): Attribute => ({ value, size: 2 });

function drawPoints(layer: PointLayer, theme: ChartTheme): Layer[] {
  const fill = colorProps('getFillColor', layer.colors);
  const hasRadii = typeof layer.radii !== 'number';
  const [radiusMinPixels, radiusMaxPixels] = layer.range;
  const points = new ScatterplotLayer({
    id: deckId(layer),
    data: {
      length: layer.count,
      attributes: {
        getPosition: position(layer.positions),
        ...fill.attributes,
        ...(typeof layer.radii === 'number' ? {} : { getRadius: { value: layer.radii, size: 1 } }),
      },
    },
    ...fill.props,
    ...(hasRadii ? {} : { getRadius: layer.radii as number }),
    radiusUnits: layer.unit,
    radiusMinPixels,
    radiusMaxPixels,
    stroked: layer.count <= 20_000,
    lineWidthUnits: 'pixels',
    getLineWidth: 1,
    getLineColor: theme.isDark ? [0, 0, 0, 140] : [255, 255, 255, 190],
    pickable: true,
  });
  return layer.labels ? [points, ...pointLabels(layer, layer.labels)] : [points];
}

/** In the middle of each mark, dark or light as its colour asks. */
function pointLabels(layer: PointLayer, labels: readonly string[]): Layer[] {
  return [
    new DeckTextLayer<string>({
      id: `${deckId(layer)}:labels`,
      data: labels,
      getText: (text) => text,
      getPosition: (_, { index }) => [layer.positions[index * 2]!, layer.positions[index * 2 + 1]!],
      getSize: 12,
      fontFamily: 'Inter Variable, system-ui, sans-serif',
      fontWeight: 600,
      getColor: (_, { index }) => {
        const [r, g, b] = colorOfMark(layer.colors, index);
        return r * 0.299 + g * 0.587 + b * 0.114 > 150 ? [21, 26, 34] : [255, 255, 255];
      },
    }),
  ];
}

function drawHeat(layer: HeatLayer): Layer[] {
  return [
    new HeatmapLayer<number>({
      id: deckId(layer),
      data: Array.from(layer.weights),
      getPosition: (_, { index }) => [layer.positions[index * 2]!, layer.positions[index * 2 + 1]!],
      getWeight: (weight) => weight,
      intensity: layer.intensity,
      radiusPixels: layer.radius,
      colorRange: layer.ramp.map(mutable),
      aggregation: layer.aggregation,
      weightsTextureSize: 512,
    }),
  ];
}

function drawScreen(layer: ScreenLayer): Layer[] {
  return [
    new ScreenGridLayer<number>({
      id: deckId(layer),
      data: Array.from(layer.weights),
      getPosition: (_, { index }) => [layer.positions[index * 2]!, layer.positions[index * 2 + 1]!],
      getWeight: (weight) => weight,
      cellSizePixels: layer.size,
      colorRange: layer.ramp.map(mutable),
      gpuAggregation: false,
      pickable: true,
    }),
  ];
}

function drawArcs(layer: ArcLayer): Layer[] {
  const source = colorProps('getSourceColor', layer.sourceColors);
  const target = colorProps('getTargetColor', layer.targetColors);
  return [
    new DeckArcLayer({
      id: deckId(layer),
      data: {
        length: layer.count,
        attributes: {
          getSourcePosition: position(layer.sources),
          getTargetPosition: position(layer.targets),
          ...source.attributes,
          ...target.attributes,
        },
      },
      ...source.props,
      ...target.props,
      getWidth: layer.width,
      widthUnits: 'pixels',
      getHeight: layer.isLying ? 0.35 : 0.7,
      getTilt: layer.isLying ? 90 : 0,
      pickable: true,
    }),
  ];
}

function drawPaths(layer: PathLayer): Layer[] {
  return [
    new DeckPathLayer<number>({
      id: deckId(layer),
      data: Array.from({ length: layer.count }, (_, index) => index),
      getPath: (index) => pointsOf(layer, index),
      getColor: (index) => mutable(colorOfMark(layer.colors, index)),
      getWidth: layer.width,
      widthUnits: layer.unit,
      widthMinPixels: 1,
      capRounded: true,
      jointRounded: true,
      pickable: true,
    }),
  ];
}

function pointsOf({ positions, starts }: PathLayer, index: number): [number, number][] {
  const [from, to] = [starts[index]!, starts[index + 1]!];
  return Array.from({ length: to - from }, (_, at) => [positions[(from + at) * 2]!, positions[(from + at) * 2 + 1]!]);
}

function drawAreas(layer: AreaLayer): Layer[] {
  const { areas, fill, stroke, heights, marks } = layer;
  const markOf = (index: number) => marks?.[index] ?? index;
  return [
    new PolygonLayer<number>({
      id: deckId(layer),
      data: areas.map((_, index) => index),
      getPolygon: (index) => areas[index]!.map((ring) => ring.map(([x, y]) => [x, y] as [number, number])),
      filled: fill !== null,
      stroked: stroke !== null,
      getFillColor: (index) => (fill ? mutable(colorOfMark(fill, markOf(index))) : [0, 0, 0, 0]),
      getLineColor: stroke ? mutable(stroke) : [0, 0, 0, 0],
      getLineWidth: layer.lineWidth,
      lineWidthUnits: layer.unit,
      lineWidthMinPixels: stroke ? 0.5 : 0,
      extruded: heights !== null,
      getElevation: (index) => heights?.[markOf(index)] ?? 0,
      pickable: true,
    }),
  ];
}

function drawTexts(layer: TextLayer): Layer[] {
  return [
    new DeckTextLayer<string>({
      id: deckId(layer),
      data: [...layer.texts],
      getText: (text) => text,
      getPosition: (_, { index }) => [layer.positions[index * 2]!, layer.positions[index * 2 + 1]!],
      getColor: mutable(layer.color),
      getSize: layer.size,
      sizeUnits: layer.unit,
      fontFamily: 'Inter Variable, system-ui, sans-serif',
      characterSet: 'auto',
    }),
  ];
}

/** A layer of the picture as deck.gl draws it. */
export function toDeckLayers(layer: MapLayer, theme: ChartTheme): Layer[] {
  switch (layer.kind) {
    case 'points':
      return drawPoints(layer, theme);
    case 'heat':
      return drawHeat(layer);
    case 'screen':
      return drawScreen(layer);
    case 'arcs':
      return drawArcs(layer);
    case 'paths':
      return drawPaths(layer);
    case 'areas':
      return drawAreas(layer);
    case 'texts':
      return drawTexts(layer);
  }
}
