import type { ChartTheme } from '@powerset/chart-kit';
import { colorAt, colorOfMark, cssOf, type Rgba } from './map-colors.ts';
import type {
  ArcLayer,
  AreaLayer,
  HeatLayer,
  MapLayer,
  MapPicture,
  PathLayer,
  PointLayer,
  ScreenLayer,
} from './map-picture.ts';
import { metresPerPixel, projector } from './mercator.ts';

/** A shape of a drawing without WebGL: an SVG path. */
export interface MapShape {
  readonly d: string;
  readonly fill?: string;
  readonly stroke?: string;
  readonly width?: number;
  readonly text?: { readonly x: number; readonly y: number; readonly label: string; readonly size: number };
}

/** More than these would take longer than they are worth: the drawing stands in for the map. */
export const mostShapes = 4000;

interface Space {
  readonly width: number;
  readonly height: number;
  readonly theme: ChartTheme;
}

type Place = (longitude: number, latitude: number) => readonly [number, number];

interface Drawing {
  readonly place: Place;
  readonly metres: number;
  readonly theme: ChartTheme;
}

const short = (value: number) => Number(value.toFixed(1));

/** The picture's marks as flat shapes, seen from above. */
export function toShapes(picture: MapPicture, { width, height, theme }: Space): readonly MapShape[] {
  const drawing = { place: projector(picture.view, { width, height }), metres: metresPerPixel(picture.view), theme };
  const shapes = picture.layers.flatMap((layer) => shapesOf(layer, drawing));
  return shapes.slice(0, mostShapes);
}

function shapesOf(layer: MapLayer, drawing: Drawing): readonly MapShape[] {
  switch (layer.kind) {
    case 'points':
      return pointShapes(layer, drawing);
    case 'heat':
      return heatShapes(layer, drawing);
    case 'screen':
      return screenShapes(layer, drawing);
    case 'arcs':
      return arcShapes(layer, drawing);
    case 'paths':
      return pathShapes(layer, drawing);
    case 'areas':
      return areaShapes(layer, drawing);
    case 'texts':
      return indices(layer.count).map((at) => {
        const [x, y] = drawing.place(layer.positions[at * 2]!, layer.positions[at * 2 + 1]!);
        const size = layer.unit === 'pixels' ? layer.size : layer.size / drawing.metres;
        return { d: '', fill: cssOf(layer.color), text: { x, y, label: layer.texts[at] ?? '', size } };
      });
  }
}

const indices = (count: number) => Array.from({ length: Math.min(count, mostShapes) }, (_, at) => at);

const circle = (x: number, y: number, r: number) =>
  `M${short(x - r)} ${short(y)}a${short(r)} ${short(r)} 0 1 0 ${short(2 * r)} 0a${short(r)} ${short(r)} 0 1 0 ${short(-2 * r)} 0z`;

function pointShapes(layer: PointLayer, { place, metres, theme }: Drawing): readonly MapShape[] {
  const [least, most] = layer.range;
  return indices(layer.count).map((at) => {
    const [x, y] = place(layer.positions[at * 2]!, layer.positions[at * 2 + 1]!);
    const length = typeof layer.radii === 'number' ? layer.radii : (layer.radii[at] ?? 0);
    const radius = Math.min(most, Math.max(least, layer.unit === 'meters' ? length / metres : length));
    const label = layer.labels?.[at];
    return {
      d: circle(x, y, Math.max(0.5, radius)),
      fill: cssOf(colorOfMark(layer.colors, at)),
      stroke: theme.card,
      width: 0.5,
      ...(label ? { text: { x, y, label, size: 11 } } : {}),
    };
  });
}

/** Soft discs in the colours of their weight. */
function heatShapes(layer: HeatLayer, { place }: Drawing): readonly MapShape[] {
  const most = layer.weights.reduce((best, weight) => Math.max(best, weight), 0);
  return indices(layer.count).map((at) => {
    const [x, y] = place(layer.positions[at * 2]!, layer.positions[at * 2 + 1]!);
    const [r, g, b] = colorAt(layer.ramp, most > 0 ? (layer.intensity * layer.weights[at]!) / most : 0);
    return { d: circle(x, y, layer.radius / 2), fill: cssOf([r, g, b, 90]) };
  });
}

function screenShapes(layer: ScreenLayer, { place }: Drawing): readonly MapShape[] {
  const cells = new Map<string, { readonly x: number; readonly y: number; total: number }>();
  for (let at = 0; at < layer.count; at += 1) {
    const [px, py] = place(layer.positions[at * 2]!, layer.positions[at * 2 + 1]!);
    const [x, y] = [Math.floor(px / layer.size), Math.floor(py / layer.size)];
    const cell = cells.get(`${x}:${y}`) ?? { x, y, total: 0 };
    cell.total += layer.weights[at]!;
    cells.set(`${x}:${y}`, cell);
  }
  const most = Math.max(0, ...[...cells.values()].slice(0, mostShapes).map(({ total }) => total));
  return [...cells.values()].slice(0, mostShapes).map(({ x, y, total }) => ({
    d: `M${x * layer.size} ${y * layer.size}h${layer.size - 1}v${layer.size - 1}h${1 - layer.size}z`,
    fill: cssOf(colorAt(layer.ramp, most > 0 ? total / most : 0)),
  }));
}

function arcShapes(layer: ArcLayer, { place }: Drawing): readonly MapShape[] {
  return indices(layer.count).map((at) => {
    const [x0, y0] = place(layer.sources[at * 2]!, layer.sources[at * 2 + 1]!);
    const [x1, y1] = place(layer.targets[at * 2]!, layer.targets[at * 2 + 1]!);
    const lift = Math.hypot(x1 - x0, y1 - y0) / 4;
    return {
      d: `M${short(x0)} ${short(y0)}Q${short((x0 + x1) / 2)} ${short((y0 + y1) / 2 - lift)} ${short(x1)} ${short(y1)}`,
      stroke: cssOf(between(colorOfMark(layer.sourceColors, at), colorOfMark(layer.targetColors, at))),
      width: layer.width,
    };
  });
}

const between = (one: Rgba, other: Rgba): Rgba => colorAt([one, other], 0.5);

function pathShapes(layer: PathLayer, { place, metres }: Drawing): readonly MapShape[] {
  return indices(layer.count).map((at) => {
    const points = Array.from({ length: layer.starts[at + 1]! - layer.starts[at]! }, (_, step) => {
      const index = (layer.starts[at]! + step) * 2;
      return place(layer.positions[index]!, layer.positions[index + 1]!);
    });
    return {
      d: lineOf(points),
      stroke: cssOf(colorOfMark(layer.colors, at)),
      width: Math.max(1, layer.unit === 'pixels' ? layer.width : layer.width / metres),
    };
  });
}

const lineOf = (points: readonly (readonly [number, number])[]) =>
  points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${short(x)} ${short(y)}`).join('');

function areaShapes(layer: AreaLayer, { place, metres }: Drawing): readonly MapShape[] {
  return layer.areas.slice(0, mostShapes).map((rings, at) => {
    const { fill, stroke } = layer;
    return {
      d: rings.map((ring) => `${lineOf(ring.map(([x, y]) => place(x, y)))}z`).join(''),
      fill: fill ? cssOf(colorOfMark(fill, layer.marks?.[at] ?? at)) : 'none',
      ...(stroke
        ? { stroke: cssOf(stroke), width: layer.unit === 'pixels' ? layer.lineWidth : layer.lineWidth / metres }
        : {}),
    };
  });
}
