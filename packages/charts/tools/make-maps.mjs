/**
 * Writes the maps that charts are drawn on, packages/charts/maps: the countries of the world from the package `world-atlas`,
 * and with the path of Natural Earth's states and provinces (GeoJSON, see maps/README.md) one file for each country.
 *
 *   node packages/charts/tools/make-maps.mjs [states-and-provinces.json]
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { feature } from 'topojson-client';
import { writeStates } from './make-state-maps.mjs';
import { cutAtAntimeridian } from './map-antimeridian.mjs';
import { buildTopology } from './map-topology.mjs';

const folder = join(dirname(fileURLToPath(import.meta.url)), '..', 'maps');
const atlas = createRequire(import.meta.url).resolve('world-atlas/countries-50m.json');

/** A quarter of a pixel where the world is 1,800 pixels wide. */
const worldDetail = { tolerance: 0.09, grid: 20_000 };

function writeWorld() {
  const topology = JSON.parse(readFileSync(atlas, 'utf8'));
  const areas = feature(topology, topology.objects.countries).features.map(({ id, properties, geometry }) => ({
    code: id,
    name: properties.name,
    polygons: cutAtAntimeridian(geometry),
  }));
  moveCrimea(areas);
  writeMap('world', buildTopology(areas, worldDetail));
}

/** The data draw who holds it; ISO 3166-2 counts it to Ukraine (see docs/decisions.md). */
function moveCrimea(areas) {
  const [russia, ukraine] = ['Russia', 'Ukraine'].map((name) => areas.find((area) => area.name === name));
  const isCrimea = ([outer]) => outer.every(([x, y]) => x > 32 && x < 37 && y > 44 && y < 46.5);
  const moved = russia.polygons.filter(isCrimea);
  if (moved.length !== 1) throw new Error('The package draws Crimea otherwise than it did');
  russia.polygons = russia.polygons.filter((polygon) => !isCrimea(polygon));
  ukraine.polygons.push(...moved);
}

function writeMap(name, topology) {
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(topology)}\n`);
}

mkdirSync(folder, { recursive: true });
writeWorld();
const [states] = process.argv.slice(2);
if (states) await writeStates(JSON.parse(readFileSync(states, 'utf8')), writeMap);
