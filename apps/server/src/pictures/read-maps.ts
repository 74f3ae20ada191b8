import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { ChartDefinition, ChartForm, ChartMap } from '@powerset/chart-kit';
import { type MapTopology, readMap } from '@powerset/charts/drawing';

const mostKept = 6;
const kept = new Map<string, ChartMap>();

/** The maps that a chart is drawn on, from the files of the charts' package; a thread keeps the last few of them. */
export function readMaps(definition: ChartDefinition, form: ChartForm): Readonly<Record<string, ChartMap>> {
  const names = definition.mapsOf?.(form) ?? [];
  return Object.fromEntries(names.map((name) => [name, findMap(name)]));
}

/** One of the maps by its name. */
export function findMap(name: string): ChartMap {
  const map = kept.get(name) ?? readFile(name);
  kept.delete(name);
  kept.set(name, map);
  for (const oldest of [...kept.keys()].slice(0, -mostKept)) kept.delete(oldest);
  return map;
}

function readFile(name: string): ChartMap {
  return readMap(readMapFile(name));
}

/** A map as it lies in its file. */
export function readMapFile(name: string): MapTopology {
  // The build puts them beside the bundle; a package of it has no folder of charts.
  const built = fileURLToPath(new URL(`maps/${name}.json`, import.meta.url));
  const path = existsSync(built) ? built : createRequire(import.meta.url).resolve(`@powerset/charts/maps/${name}.json`);
  // The file is one that this package's tool wrote.
  return JSON.parse(readFileSync(path, 'utf8')) as MapTopology;
}
