import type { ModelContext } from '@powerset/chart-kit';
import { useEffect, useState } from 'react';

type Maps = NonNullable<ModelContext['maps']>;

interface Arrived {
  readonly key: string;
  readonly maps?: Maps;
  readonly error?: unknown;
}

/** The maps of these names, undefined while they are on the way; throws what went wrong with loading them. */
export function useChartMaps(names: readonly string[]): Maps | undefined {
  const key = names.join(' ');
  const [arrived, setArrived] = useState<Arrived | null>(null);
  useEffect(() => {
    let isWanted = true;
    loadMaps(key.split(' ').filter(Boolean)).then(
      (maps) => isWanted && setArrived({ key, maps }),
      (error: unknown) => isWanted && setArrived({ key, error }),
    );
    return () => {
      isWanted = false;
    };
  }, [key]);
  if (arrived?.key !== key) return undefined;
  if (arrived.error !== undefined) throw arrived.error;
  return arrived.maps;
}

/** The list of all maps is only for pages that draw one. */
async function loadMaps(names: readonly string[]): Promise<Maps> {
  const { mapFiles } = await import('./map-files.ts');
  return mapFiles.load(names);
}
