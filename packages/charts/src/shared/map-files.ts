import type { ChartMap } from '@powerset/chart-kit';
import { type MapTopology, readMap } from './map-topology.ts';

type Load = () => Promise<MapTopology>;

export interface MapFiles {
  readonly names: readonly string[];
  /** Maps by name, each read once; a name that no file has is left out, and what failed is tried anew. */
  readonly load: (names: readonly string[]) => Promise<Readonly<Record<string, ChartMap>>>;
}

/** Maps that are read when they are asked for. */
export function createMapFiles(files: Readonly<Record<string, Load>>): MapFiles {
  const byName = new Map(Object.entries(files).map(([path, load]) => [nameOf(path), load]));
  const known = new Map<string, Promise<ChartMap>>();
  const read = (name: string, load: Load): Promise<ChartMap> => {
    const before = known.get(name);
    if (before) return before;
    const coming = load().then(readMap);
    known.set(name, coming);
    coming.catch(() => known.delete(name));
    return coming;
  };
  return {
    names: [...byName.keys()],
    load: async (names) => {
      const wanted = names.flatMap((name) => {
        const load = byName.get(name);
        return load ? [read(name, load).then((map) => [name, map] as const)] : [];
      });
      return Object.fromEntries(await Promise.all(wanted));
    },
  };
}

const nameOf = (path: string) => path.replace(/^.*\/maps\//, '').replace(/\.json$/, '');

/** The maps beside this package's source; each is a file of the build of its own. */
export const mapFiles = createMapFiles(import.meta.glob<MapTopology>('../../maps/**/*.json', { import: 'default' }));
