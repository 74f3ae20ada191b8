import { type GeoStream, geoEquirectangular, geoStream } from 'd3-geo';
import type { Feature, FeatureCollection, MultiLineString, MultiPolygon, Polygon, Position } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

/** The land, the borders between countries, and where each country's name stands. */
export interface World {
  readonly land: Feature<MultiPolygon>;
  readonly borders: MultiLineString;
  readonly names: FeatureCollection;
}

export type WorldTopology = Topology<{
  readonly countries: GeometryCollection<{ readonly name: string }>;
  readonly land: GeometryCollection;
}>;

/** The atlas as shapes that a flat map can draw: what crosses the antimeridian is cut there. */
export function readWorld(topology: WorldTopology): World {
  const { countries, land } = topology.objects;
  const whole = feature(topology, land);
  return {
    land: { type: 'Feature', properties: {}, geometry: cutAtAntimeridian(whole) },
    borders: mesh(topology, countries, (one, other) => one !== other),
    names: {
      type: 'FeatureCollection',
      features: feature(topology, countries).features.flatMap(({ geometry, properties }) => {
        const place = geometry && middleOf(geometry as Polygon | MultiPolygon);
        if (!place) return [];
        return [
          {
            type: 'Feature' as const,
            properties: { name: properties.name, rank: -place.area },
            geometry: { type: 'Point' as const, coordinates: place.middle },
          },
        ];
      }),
    },
  };
}

/** Degrees on a plane; d3 cuts at the antimeridian before it projects. */
const degrees = geoEquirectangular()
  .scale(180 / Math.PI)
  .translate([0, 0])
  .precision(0);

function cutAtAntimeridian(object: Parameters<typeof geoStream>[0]): MultiPolygon {
  const polygons: Position[][][] = [];
  let ring: Position[] = [];
  const sink: GeoStream = {
    point: (x, y) => ring.push([x, -y]),
    lineStart: () => {
      ring = [];
    },
    // Each ring is an area of its own: of land, lakes are the only holes, and they are left out.
    lineEnd: () => {
      if (ring.length > 2) polygons.push([[...ring, ring[0]!]]);
    },
    polygonStart: () => undefined,
    polygonEnd: () => undefined,
    sphere: () => undefined,
  };
  geoStream(object, degrees.stream(sink));
  return { type: 'MultiPolygon', coordinates: polygons };
}

/** The middle of the largest part of a country, where its name is looked for. */
function middleOf(geometry: Polygon | MultiPolygon): { readonly middle: Position; readonly area: number } | null {
  const parts = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  const measured = parts.flatMap(([ring]) => (ring ? [centroid(ring)] : []));
  return measured.reduce<(typeof measured)[number] | null>(
    (best, one) => (best === null || one.area > best.area ? one : best),
    null,
  );
}

function centroid(ring: readonly Position[]) {
  let [area, x, y] = [0, 0, 0];
  for (let at = 0; at + 1 < ring.length; at += 1) {
    const [[x0 = 0, y0 = 0], [x1 = 0, y1 = 0]] = [ring[at]!, ring[at + 1]!];
    const cross = x0 * y1 - x1 * y0;
    area += cross;
    x += (x0 + x1) * cross;
    y += (y0 + y1) * cross;
  }
  return { middle: [x / (3 * area), y / (3 * area)], area: Math.abs(area / 2) };
}
