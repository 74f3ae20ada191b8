import { geoEquirectangular, geoPath } from 'd3-geo';
import { ringArea } from './map-topology.mjs';

/** The plane whose places are degrees: what goes over the edge of the map is cut there. */
const plane = geoEquirectangular()
  .scale(180 / Math.PI)
  .translate([0, 0])
  .reflectY(true)
  .precision(0);

/** The polygons of a geometry on the sphere as planar polygons, outer rings first, none of which crosses the antimeridian. */
export function cutAtAntimeridian({ type, coordinates }) {
  const polygons = type === 'Polygon' ? [coordinates] : coordinates;
  return polygons.flatMap((rings) => gatherRings(drawRings(rings)));
}

function drawRings(coordinates) {
  const rings = [];
  const context = {
    moveTo: (x, y) => rings.push([[round(x), round(y)]]),
    lineTo: (x, y) => rings.at(-1).push([round(x), round(y)]),
    closePath: () => rings.at(-1).push(rings.at(-1)[0]),
  };
  geoPath(plane, context)({ type: 'Polygon', coordinates });
  return rings.map(withoutRepeats).filter((ring) => ring.length > 3);
}

const round = (degrees) => Math.round(degrees * 1e6) / 1e6;

const withoutRepeats = (ring) =>
  ring.filter((point, index) => index === 0 || point[0] !== ring[index - 1][0] || point[1] !== ring[index - 1][1]);

/** Rings that go round like the first are polygons of their own; the others are holes in the one that they lie in. */
function gatherRings(rings) {
  if (rings.length === 0) return [];
  const largest = rings.reduce((one, other) => (Math.abs(ringArea(other)) > Math.abs(ringArea(one)) ? other : one));
  const isOuter = (ring) => Math.sign(ringArea(ring)) === Math.sign(ringArea(largest));
  const polygons = rings.filter(isOuter).map((ring) => [ring]);
  for (const hole of rings.filter((ring) => !isOuter(ring)))
    (polygons.find(([outer]) => contains(outer, hole[0])) ?? polygons[0]).push(hole);
  return polygons;
}

function contains(ring, [x, y]) {
  let isInside = false;
  for (let at = 1; at < ring.length; at += 1) {
    const [[ax, ay], [bx, by]] = [ring[at - 1], ring[at]];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isInside = !isInside;
  }
  return isInside;
}
