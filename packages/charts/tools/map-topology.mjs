/**
 * Areas to TopoJSON: borders that two areas share are one line, so that simplifying leaves no gaps between them.
 * In: areas with planar rings of [longitude, latitude], the outer ring of each polygon first. Out: a quantised topology.
 */

/** Rings are cut where lines meet, each piece is simplified on its own and kept once. */
export function buildTopology(areas, { tolerance, grid }) {
  const rings = areas.flatMap(({ polygons }) => polygons.flat());
  const junctions = findJunctions(rings);
  const arcs = createArcs();
  const weight = Math.cos((middleLatitude(rings) * Math.PI) / 180);
  const limits = { smallest: tolerance * tolerance, weight };
  const geometries = areas.map(({ code, name, polygons }) => ({
    type: 'MultiPolygon',
    id: code,
    properties: { name },
    arcs: keepLarge(polygons, limits).map((polygon) => polygon.map((ring) => arcs.add(ring, junctions))),
  }));
  const simple = arcs.all.map((arc) => simplify(arc, limits));
  return {
    type: 'Topology',
    ...quantize(simple, grid),
    objects: { areas: { type: 'GeometryCollection', geometries } },
  };
}

const keyOf = ([x, y]) => `${x},${y}`;

/** A point is a junction where the lines through it do not all come from and go to the same neighbours. */
function findJunctions(rings) {
  const neighbours = new Map();
  const junctions = new Set();
  for (const ring of rings) {
    const open = ring.slice(0, -1);
    open.forEach((point, index) => {
      const sides = [open.at(index - 1), open[(index + 1) % open.length]].map(keyOf).sort().join(' ');
      const key = keyOf(point);
      const known = neighbours.get(key);
      if (known === undefined) neighbours.set(key, sides);
      else if (known !== sides) junctions.add(key);
    });
  }
  return junctions;
}

function createArcs() {
  const all = [];
  const known = new Map();
  const addArc = (arc) => {
    const forward = arc.map(keyOf).join(' ');
    const found = known.get(forward);
    if (found !== undefined) return found;
    const index = all.push(arc) - 1;
    known.set(forward, index);
    known.set(arc.toReversed().map(keyOf).join(' '), ~index);
    return index;
  };
  return { all, add: (ring, junctions) => cutRing(ring, junctions).map(addArc) };
}

/** A ring as the lines between its junctions; one without any starts at its least point, so that two agree on it. */
function cutRing(ring, junctions) {
  const open = ring.slice(0, -1);
  const keys = open.map(keyOf);
  const first = keys.findIndex((key) => junctions.has(key));
  const least = first < 0 ? keys.indexOf(keys.toSorted()[0]) : first;
  const turned = [...open.slice(least), ...open.slice(0, least), open[least]];
  const pieces = [];
  let from = 0;
  for (let at = 1; at < turned.length; at += 1) {
    if (at < turned.length - 1 && !junctions.has(keyOf(turned[at]))) continue;
    pieces.push(turned.slice(from, at + 1));
    from = at;
  }
  return pieces;
}

export function ringArea(ring) {
  let sum = 0;
  for (let at = 1; at < ring.length; at += 1) sum += ring[at - 1][0] * ring[at][1] - ring[at][0] * ring[at - 1][1];
  return sum / 2;
}

/** Islets and lakes that nobody could see are left out, but no area loses all it has. */
function keepLarge(polygons, { smallest, weight }) {
  const sized = polygons
    .map((polygon) => ({ polygon, size: Math.abs(ringArea(polygon[0])) * weight }))
    .sort((left, right) => right.size - left.size);
  return sized
    .filter(({ size }, index) => index === 0 || size >= smallest * 6)
    .map(({ polygon: [outer, ...holes] }) => [
      outer,
      ...holes.filter((hole) => Math.abs(ringArea(hole)) * weight >= smallest * 12),
    ]);
}

/** Visvalingam: the point that makes the smallest triangle goes first. Ends stay, and so do four points of a ring. */
function simplify(arc, { smallest, weight }) {
  const isRing = keyOf(arc[0]) === keyOf(arc.at(-1));
  const points = arc.map((point) => ({ point }));
  points.forEach((entry, index) => {
    entry.before = points[index - 1];
    entry.after = points[index + 1];
  });
  const inner = points.slice(1, -1);
  for (const entry of inner) entry.size = triangle(entry, weight);
  let left = inner.length;
  const least = isRing ? 3 : 0;
  for (const entry of takeSmallest(inner, weight)) {
    if (left <= least || entry.size >= smallest) break;
    entry.isGone = true;
    left -= 1;
  }
  return points.filter(({ isGone }) => !isGone).map(({ point }) => point);
}

/** The points in the order in which they go; a triangle that grows by it never goes before those that were there. */
function* takeSmallest(entries, weight) {
  const heap = createHeap(entries);
  let floor = 0;
  for (let entry = heap.take(); entry; entry = heap.take()) {
    floor = Math.max(floor, entry.size);
    entry.size = floor;
    yield entry;
    entry.before.after = entry.after;
    entry.after.before = entry.before;
    for (const side of [entry.before, entry.after]) {
      if (!side.before || !side.after) continue;
      side.size = Math.max(triangle(side, weight), floor);
      heap.move(side);
    }
  }
}

function triangle({ before, point, after }, weight) {
  const [[ax, ay], [bx, by], [cx, cy]] = [before.point, point, after.point];
  return (Math.abs((ax - cx) * (by - ay) - (ax - bx) * (cy - ay)) / 2) * weight;
}

function createHeap(entries) {
  const heap = [];
  const put = (entry, at) => {
    heap[at] = entry;
    entry.at = at;
  };
  const rise = (entry) => {
    let at = entry.at;
    while (at > 0 && heap[(at - 1) >> 1].size > entry.size) {
      put(heap[(at - 1) >> 1], at);
      at = (at - 1) >> 1;
    }
    put(entry, at);
  };
  const sink = (entry) => {
    let at = entry.at;
    for (;;) {
      let child = 2 * at + 1;
      if (child + 1 < heap.length && heap[child + 1].size < heap[child].size) child += 1;
      if (child >= heap.length || heap[child].size >= entry.size) break;
      put(heap[child], at);
      at = child;
    }
    put(entry, at);
  };
  const add = (entry) => {
    put(entry, heap.length);
    rise(entry);
  };
  entries.forEach(add);
  return {
    take: () => {
      const [first] = heap;
      const last = heap.pop();
      if (first && last !== first) {
        put(last, 0);
        sink(last);
      }
      return first;
    },
    move: (entry) => {
      rise(entry);
      sink(entry);
    },
  };
}

function middleLatitude(rings) {
  let [low, high] = [90, -90];
  for (const ring of rings)
    for (const [, y] of ring) {
      low = Math.min(low, y);
      high = Math.max(high, y);
    }
  return (low + high) / 2;
}

/** Places as whole steps of a grid, each told by its distance from the one before. */
function quantize(arcs, grid) {
  const [low, high] = [
    [Infinity, Infinity],
    [-Infinity, -Infinity],
  ];
  for (const arc of arcs)
    for (const point of arc)
      for (const axis of [0, 1]) {
        low[axis] = Math.min(low[axis], point[axis]);
        high[axis] = Math.max(high[axis], point[axis]);
      }
  const scale = [0, 1].map((axis) => (high[axis] - low[axis]) / (grid - 1) || 1);
  const toGrid = (point) => [0, 1].map((axis) => Math.round((point[axis] - low[axis]) / scale[axis]));
  return { transform: { scale, translate: low }, arcs: arcs.map((arc) => steps(arc.map(toGrid))) };
}

function steps(points) {
  const moved = points.filter(
    (point, index) => index === 0 || index === points.length - 1 || keyOf(point) !== keyOf(points[index - 1]),
  );
  return moved.map(([x, y], index) => (index === 0 ? [x, y] : [x - moved[index - 1][0], y - moved[index - 1][1]]));
}
