import type { ChartMap, MapPolygon } from '@powerset/chart-kit';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

/** What `tools/make-maps.mjs` writes. */
export type MapTopology = Topology<{ areas: GeometryCollection<{ name: string }> }>;

/** A written map as charts draw it. */
export function readMap(topology: MapTopology): ChartMap {
  const { features } = feature(topology, topology.objects.areas);
  return {
    areas: features.map(({ id, properties, geometry }) => ({
      code: String(id ?? ''),
      name: properties.name,
      // The tool writes areas of several polygons only, and places of two numbers.
      polygons: (geometry.type === 'MultiPolygon' ? geometry.coordinates : []) as unknown as readonly MapPolygon[],
    })),
  };
}
