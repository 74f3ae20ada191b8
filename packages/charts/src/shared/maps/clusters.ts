import Supercluster from 'supercluster';
import type { ClusterModel } from './cluster-model.ts';

/** Sums from which every aggregate of a cluster's values follows. */
interface Sums {
  readonly count: number;
  readonly sum: number;
  readonly squares: number;
  readonly min: number;
  readonly max: number;
}

interface Own extends Sums {
  readonly place: number;
}

/** A circle of the map: a lone place, or several that lie close together. */
export interface Cluster extends Sums {
  readonly longitude: number;
  readonly latitude: number;
  /** How many places it holds. */
  readonly size: number;
  /** The place, of a lone one. */
  readonly place: number | null;
  /** The zoom at which it falls apart. */
  readonly apartAt: number | null;
}

export interface Clusters {
  readonly at: (zoom: number) => readonly Cluster[];
}

const nearestZoom = 16;
/** So many circles are drawn at once, the largest first. */
const mostCircles = 20_000;

/** Gathers places by how many pixels they lie apart at each zoom. A radius of 0 gathers none. */
export function gatherPlaces({ places, labelValues }: ClusterModel, radius: number): Clusters {
  const index = new Supercluster<Own, Sums>({
    radius: Math.max(0.01, radius),
    maxZoom: radius > 0 ? nearestZoom : -1,
    extent: 512,
    map: ({ count, sum, squares, min, max }) => ({ count, sum, squares, min, max }),
    reduce: addUp,
  });
  index.load(
    Array.from(places.rows, (_, place) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [places.positions[place * 2]!, places.positions[place * 2 + 1]!] },
      properties: { place, ...sumsOf(labelValues?.[place]) },
    })),
  );
  const known = new Map<number, readonly Cluster[]>();
  return {
    at: (zoom) => {
      const step = Math.max(0, Math.min(nearestZoom + 1, Math.floor(zoom)));
      const found = known.get(step) ?? readClusters(index, step);
      known.set(step, found);
      return found;
    },
  };
}

function sumsOf(value: number | undefined): Sums {
  if (value === undefined || Number.isNaN(value))
    return { count: 0, sum: 0, squares: 0, min: Infinity, max: -Infinity };
  return { count: 1, sum: value, squares: value * value, min: value, max: value };
}

/** The library adds into the object that it keeps. */
function addUp(total: { -readonly [Key in keyof Sums]: Sums[Key] }, more: Sums): void {
  total.count += more.count;
  total.sum += more.sum;
  total.squares += more.squares;
  total.min = Math.min(total.min, more.min);
  total.max = Math.max(total.max, more.max);
}

function readClusters(index: Supercluster<Own, Sums>, zoom: number): readonly Cluster[] {
  return index
    .getClusters([-180, -90, 180, 90], zoom)
    .map(({ geometry, properties }) => {
      const [longitude = 0, latitude = 0] = geometry.coordinates;
      const { count, sum, squares, min, max } = properties;
      const sums = { longitude, latitude, count, sum, squares, min, max };
      return 'cluster' in properties
        ? {
            ...sums,
            size: properties.point_count,
            place: null,
            apartAt: index.getClusterExpansionZoom(properties.cluster_id),
          }
        : { ...sums, size: 1, place: properties.place, apartAt: null };
    })
    .sort((one, other) => other.size - one.size)
    .slice(0, mostCircles);
}

/** An aggregate of a cluster's values; null where it has none. */
export function aggregateOf({ count, sum, squares, min, max }: Sums, by: string): number | null {
  if (count === 0) return null;
  const variance = count > 1 ? Math.max(0, (squares - (sum * sum) / count) / (count - 1)) : 0;
  const values: Readonly<Record<string, number>> = {
    sum,
    mean: sum / count,
    min,
    max,
    var: variance,
    std: Math.sqrt(variance),
  };
  return values[by] ?? sum;
}
