/**
 * A map of a part of the world without WebGL: land, borders and water in the theme's colours, with marks on it, as an
 * ECharts option that needs no browser. In: degrees. Out: options whose custom series need the part `CustomChart`.
 */
import type { ChartMap, ChartTheme } from '@powerset/chart-kit';
import { mixColors } from '@powerset/chart-kit';
import { baseOption, type EChartOptions, tooltipBox } from './base-options.ts';
import { clipRing } from './map-clip.ts';
import { type CustomApi, drawnPath, frameMap, type MapBox, type MapInset, originOf } from './map-frame.ts';
import { boxOf, type LngLat } from './map-shapes.ts';
import { type TooltipContent, tooltipHtml } from './tooltip-html.ts';

interface AnyMark {
  readonly color: string;
  /** Given back as the `data` of a mark's event. */
  readonly data?: unknown;
  readonly tooltip?: () => TooltipContent;
  readonly isFaded?: boolean;
}

export type MapMark = AnyMark &
  (
    | { readonly kind: 'point'; readonly at: LngLat; readonly radius: number; readonly stroke?: string }
    | { readonly kind: 'line'; readonly path: readonly LngLat[]; readonly width: number }
    /** Polygons, hexagons, cells of a grid: outer ring, then holes. */
    | { readonly kind: 'area'; readonly rings: readonly (readonly LngLat[])[]; readonly stroke?: string }
    | { readonly kind: 'text'; readonly at: LngLat; readonly text: string; readonly size: number }
    /** Shapes of its own around a place: elements of a custom series, made for how near the map is seen. */
    | {
        readonly kind: 'drawing';
        readonly at: LngLat;
        readonly draw: (pixelsPerDegree: number) => readonly Readonly<Record<string, unknown>>[];
      }
  );

/** West, south, east, north. */
export type MapBounds = readonly [number, number, number, number];

export interface BaseMapGiven {
  /** The map `world`; only water where it is missing. */
  readonly world: ChartMap | undefined;
  /** What marks need when absent. */
  readonly bounds?: MapBounds | undefined;
  /** Drawn in their order; those beyond `mostMarks` are left out. */
  readonly marks: readonly MapMark[];
  readonly theme: ChartTheme;
  readonly width: number;
  readonly height: number;
  /** What a legend takes of the edges. */
  readonly inset?: MapInset;
}

/** More would hold up whoever draws them. */
export const mostMarks = 20_000;
const unitsWide = 1000;
const highestLatitude = 85;
/** Degrees; nearer views show nothing of a map of countries. */
const smallestExtent = 0.02;

/** Degrees; in nearer views the coasts of a map of countries are wrong by streets, and lines of the globe stand for them. */
const nearestCoast = 1.5;

/** Land, borders and water of the theme. */
export const mapColors = (theme: ChartTheme) => ({
  water: theme.isDark ? mixColors(theme.card, '#2a4a66', 0.28) : '#eaf1f6',
  land: theme.isDark ? mixColors(theme.card, theme.borderStrong, 0.5) : '#fbfaf7',
  border: theme.borderStrong,
});

/** The map of the bounds with its marks; one series `marks` whose items are those of `marks`, by their place in the list. */
export function drawBaseMap(given: BaseMapGiven): EChartOptions {
  const { theme, width, height } = given;
  const marks = given.marks.slice(0, mostMarks);
  const bounds = given.bounds ?? boundsOf(marks);
  const plane = planeOf(bounds);
  const inset = given.inset ?? { left: 0, top: 0, right: 0, bottom: 0 };
  const frame = frameMap(plane.box, { width, height, inset });
  const colors = mapColors(theme);
  const shapes = marks.map((mark) => shapeMark(mark, plane.project));
  const isNear = bounds[2] - bounds[0] < nearestCoast;
  const ground = isNear ? linesOf(bounds, plane.project, frame.view) : landOf(given.world, plane.project, frame.view);
  return {
    marks: marks.length,
    option: {
      ...baseOption(theme),
      ...frame.option,
      grid: {
        ...inset,
        show: true,
        backgroundColor: isNear ? colors.land : colors.water,
        borderWidth: 0,
      },
      tooltip: { ...tooltipBox(theme), trigger: 'item', formatter: tooltipOf(marks, theme) },
      series: [
        {
          ...customSeries('land'),
          silent: true,
          z: 1,
          data: [[0, 0]],
          renderItem: (_: unknown, api: CustomApi) =>
            drawnPath(ground, { fill: colors.land, stroke: colors.border, lineWidth: 0.75 }, originOf(api)),
        },
        {
          ...customSeries('marks'),
          z: 2,
          data: marks.map((mark) => ({ value: [0, 0], data: mark.data })),
          renderItem: ({ dataIndex }: { readonly dataIndex: number }, api: CustomApi) =>
            drawMark(marks[dataIndex]!, shapes[dataIndex]!, { api, theme, perDegree: plane.perDegree }),
        },
      ],
    },
  };
}

const customSeries = (id: string) => ({
  id,
  type: 'custom',
  coordinateSystem: 'cartesian2d',
  clip: true,
  animation: false,
});

/** What holds all marks, with a little room around them. */
export function boundsOf(marks: readonly MapMark[]): MapBounds {
  const places = marks.flatMap((mark) => {
    if (mark.kind === 'line') return mark.path;
    return mark.kind === 'area' ? (mark.rings[0] ?? []) : [mark.at];
  });
  if (places.length === 0) return [-170, -58, 180, 78];
  const [west, south, east, north] = boxOf(places);
  const [wide, high] = [Math.max(east - west, smallestExtent), Math.max(north - south, smallestExtent)].map(
    (extent) => extent * 0.08,
  );
  return [west - wide!, south - high!, east + wide!, north + high!];
}

interface Plane {
  readonly box: MapBox;
  /** Units of a degree of longitude. */
  readonly perDegree: number;
  readonly project: (place: LngLat) => readonly [number, number];
}

/** Mercator, as maps of streets are drawn, with the bounds a thousand units wide. */
function planeOf([west, south, east, north]: MapBounds): Plane {
  const wide = Math.max(east - west, smallestExtent);
  const scale = unitsWide / wide;
  const level = (latitude: number) => {
    const within = Math.max(-highestLatitude, Math.min(highestLatitude, latitude));
    return (Math.log(Math.tan(Math.PI / 4 + (within * Math.PI) / 360)) * 180) / Math.PI;
  };
  const top = level(Math.max(north, south + smallestExtent));
  return {
    perDegree: scale,
    box: [0, 0, unitsWide, Math.max((top - level(south)) * scale, 1)],
    project: ([x, y]) => [(x - west) * scale, (top - level(y)) * scale],
  };
}

/** Only what is seen: far outside of a near view a path has no places that a surface can draw. */
function landOf(world: ChartMap | undefined, project: Plane['project'], view: MapBox): string {
  return (world?.areas ?? [])
    .flatMap(({ polygons }) => polygons.flat())
    .map((ring) => clipRing(ring.map(project), view))
    .filter((ring) => ring.length > 2)
    .map(pathOf)
    .join('');
}

/** Meridians and parallels at round degrees, a handful across. */
function linesOf([west, south, east, north]: MapBounds, project: Plane['project'], view: MapBox): string {
  const [left, top, right, bottom] = view;
  const step = roundStep(Math.max(east - west, north - south, smallestExtent) / 5);
  const along = (from: number, to: number) => {
    const [first, last] = [Math.ceil((2 * from - to) / step), Math.floor((2 * to - from) / step)];
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * step);
  };
  const upright = along(west, east).map((longitude) => {
    const [x] = project([longitude, south]);
    return `M${x.toFixed(2)},${top}L${x.toFixed(2)},${bottom}`;
  });
  const level = along(south, north).map((latitude) => {
    const [, y] = project([west, latitude]);
    return `M${left},${y.toFixed(2)}L${right},${y.toFixed(2)}`;
  });
  return [...upright, ...level].join('');
}

function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  return ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10) * power;
}

const pathOf = (ring: readonly (readonly [number, number])[]) =>
  `M${ring.map(([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`).join('L')}Z`;

/** A path of the plane, or the place of a point. */
type MarkShape = { readonly path: string } | { readonly at: readonly [number, number] };

function shapeMark(mark: MapMark, project: Plane['project']): MarkShape {
  if (mark.kind === 'area') return { path: mark.rings.map((ring) => pathOf(ring.map(project))).join('') };
  if (mark.kind === 'line') return { path: pathOf(mark.path.map(project)).slice(0, -1) };
  return { at: project(mark.at) };
}

interface MarkGiven {
  readonly api: CustomApi;
  readonly theme: ChartTheme;
  readonly perDegree: number;
}

function drawMark(mark: MapMark, shape: MarkShape, { api, theme, perDegree }: MarkGiven): Record<string, unknown> {
  const opacity = mark.isFaded ? 0.3 : 1;
  if ('path' in shape) return drawnPath(shape.path, { ...strokeOf(mark), opacity }, originOf(api));
  const [x = 0, y = 0] = api.coord(shape.at);
  if (mark.kind === 'text') {
    const font = { fontSize: mark.size, fontWeight: 500, fontFamily: theme.font };
    const place = { x, y, align: 'center', verticalAlign: 'middle' };
    return { type: 'text', style: { ...place, ...font, text: mark.text, fill: mark.color, opacity } };
  }
  if (mark.kind === 'drawing') {
    const children = mark.draw(originOf(api).scale * perDegree);
    // Elements of a group fade one by one.
    const faded = children.map((one) => (mark.isFaded ? { ...one, style: { ...Object(one.style), opacity } } : one));
    return { type: 'group', x, y, children: faded };
  }
  const ring = mark.kind === 'point' && mark.stroke ? { stroke: mark.stroke, lineWidth: 1 } : {};
  const radius = mark.kind === 'point' ? Math.max(0, mark.radius) : 0;
  return { type: 'circle', shape: { cx: x, cy: y, r: radius }, style: { fill: mark.color, ...ring, opacity } };
}

function strokeOf(mark: MapMark): Readonly<Record<string, unknown>> {
  if (mark.kind === 'line')
    return { fill: 'none', stroke: mark.color, lineWidth: mark.width, lineJoin: 'round', lineCap: 'round' };
  const stroke = mark.kind === 'area' ? mark.stroke : undefined;
  return { fill: mark.color, ...(stroke ? { stroke, lineWidth: 1 } : {}) };
}

function tooltipOf(marks: readonly MapMark[], theme: ChartTheme): (hit: unknown) => string {
  return (hit) => {
    // ECharts passes the hit mark; only its position is used.
    const { dataIndex } = hit as { readonly dataIndex: number };
    const content = marks[dataIndex]?.tooltip?.();
    return content ? tooltipHtml(content, theme) : '';
  };
}
