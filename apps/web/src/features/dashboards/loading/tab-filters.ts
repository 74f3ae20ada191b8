import { type DataMasks, readMasks } from '../filters/index.ts';

const storageKey = 'powerset.filters';

interface TabFilters {
  readonly dashboardId: number;
  /** The key that the address held when this was kept. */
  readonly key: string | null;
  readonly masks: unknown;
}

/**
 * Notes in this browser tab what is filtered, at once: the server has it a moment later, and a reload may come sooner.
 */
export function keepTabFilters(dashboardId: number, key: string | null, masks: DataMasks): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ dashboardId, key, masks }));
  } catch {
    // A browser that keeps nothing still filters; the server's copy is what a reload shows then.
  }
}

/**
 * What this tab filtered last: after a reload, and under an address with the same key. Any other opening forgets it.
 */
export function takeTabFilters(dashboardId: number, key: string | null): DataMasks | null {
  const kept = readKept();
  const isSame = kept?.dashboardId === dashboardId && (isReload() || (key !== null && kept.key === key));
  if (kept && isSame) return readMasks(kept.masks);
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Nothing was kept.
  }
  return null;
}

/** The dashboard was opened with what this tab had kept, and its address does not say so yet. */
export function isAddressBehind(dashboardId: number, key: string | null): boolean {
  const kept = readKept();
  return kept?.dashboardId === dashboardId && (key === null || kept.key !== key);
}

function readKept(): TabFilters | null {
  try {
    // Written by `keepTabFilters` alone.
    return JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as TabFilters | null;
  } catch {
    return null;
  }
}

/** The page itself was loaded again, and this is the address it was loaded with. */
function isReload(): boolean {
  const [load] = performance.getEntriesByType('navigation');
  return (
    load instanceof PerformanceNavigationTiming &&
    load.type === 'reload' &&
    load.name.split('#')[0] === location.href.split('#')[0]
  );
}
