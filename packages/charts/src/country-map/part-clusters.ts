import type { MapArea } from '@powerset/chart-kit';
import type { MapBox } from '../shared/map-frame.ts';
import { boxOf } from '../shared/map-shapes.ts';

type Ring = MapArea['polygons'][number][number];

/** Of an area's polygons the outer ring of the one that spans most. */
export function largestRing(polygons: MapArea['polygons']): Ring {
  return polygons
    .map(([outer = []]) => ({ outer, size: spanOf(boxOf(outer)) }))
    .reduce<{ outer: Ring; size: number }>((one, other) => (other.size > one.size ? other : one), {
      outer: [],
      size: -1,
    }).outer;
}

const spanOf = ([left, top, right, bottom]: MapBox) => (right - left) * (bottom - top);

interface BoxedArea {
  readonly area: MapArea;
  readonly box: MapBox;
}

/** Gaps wider than this share of what is one map already, and than so many degrees, part what lies beyond. */
const widestGap = 0.35;
const leastGap = 0.6;
const mostClusters = 9;

/** The areas by nearness: first the most that lie near each other, then those that lie apart from them. */
export function clusterParts(areas: readonly MapArea[]): readonly (readonly MapArea[])[] {
  const all = areas.map((area) => ({ area, box: boxOf(largestRing(area.polygons)) }));
  const clusters: ReadonlySet<BoxedArea>[] = [];
  let left: readonly BoxedArea[] = all;
  while (left.length > 0 && clusters.length < mostClusters) {
    const near = growCluster(new Set([largestOf(left)]), left);
    clusters.push(near);
    left = left.filter((one) => !near.has(one));
  }
  const [most = new Set<BoxedArea>()] = clusters.toSorted((one, other) => other.size - one.size);
  // What lay too far from a small beginning may be near to the whole.
  const main = growCluster(most, all);
  return [
    [...main],
    ...clusters.map((cluster) => [...cluster].filter((one) => !main.has(one))),
    left.filter((one) => !main.has(one)),
  ]
    .filter((cluster, index) => index === 0 || cluster.length > 0)
    .map((cluster) => cluster.map(({ area }) => area));
}

const largestOf = (areas: readonly BoxedArea[]) =>
  areas.reduce((one, other) => (spanOf(other.box) > spanOf(one.box) ? other : one));

function growCluster(from: ReadonlySet<BoxedArea>, areas: readonly BoxedArea[]): ReadonlySet<BoxedArea> {
  const near = new Set(from);
  const [first] = near;
  if (!first) return near;
  let box = [...near].reduce((whole, { box: own }) => join(whole, turnedTo(own, whole)), first.box);
  let before = 0;
  while (near.size > before) {
    before = near.size;
    for (const one of areas) {
      const own = turnedTo(one.box, box);
      if (near.has(one) || !isNear(own, box)) continue;
      near.add(one);
      box = join(box, own);
    }
  }
  return near;
}

const join = (one: MapBox, other: MapBox): MapBox => [
  Math.min(one[0], other[0]),
  Math.min(one[1], other[1]),
  Math.max(one[2], other[2]),
  Math.max(one[3], other[3]),
];

function isNear(own: MapBox, [left, bottom, right, top]: MapBox): boolean {
  const narrowing = Math.cos((((bottom + top) / 2) * Math.PI) / 180);
  const size = Math.sqrt((right - left) * narrowing * (top - bottom));
  const gap = Math.max(leastGap, widestGap * size);
  const across = gap / narrowing;
  return own[0] < right + across && own[2] > left - across && own[1] < top + gap && own[3] > bottom - gap;
}

/** Degrees beyond the antimeridian lie next to those before it. */
function turnedTo([left, bottom, right, top]: MapBox, box: MapBox): MapBox {
  const middle = (box[0] + box[2]) / 2;
  const turn = Math.round((middle - (left + right) / 2) / 360) * 360;
  return [left + turn, bottom, right + turn, top];
}
