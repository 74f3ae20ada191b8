import { dashboardEndpoints } from '@powerset/contract';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { api } from '../../../api/index.ts';
import { isAddressBehind, keepTabFilters } from '../loading/index.ts';
import { changeAddress, readAddress, useDashboard, useOpenDashboard } from '../state/index.ts';

/**
 * Keeps what is filtered on the server, and its key in the address: a copied address shows the same. Once this page has a
 * key of its own, what changes goes there at once and outlives the page, so that a reload shows what was seen last.
 */
export function useKeptFilters(): void {
  const { store } = useOpenDashboard();
  const id = useDashboard((state) => state.dashboard.id);
  const applied = useDashboard((state) => state.bar.applied);
  const crossMasks = useDashboard((state) => state.crossMasks);
  const navigate = useNavigate();
  const location = useLocation();
  const latest = useRef(location);
  latest.current = location;
  const [isBehind] = useState(() => isAddressBehind(id, readAddress(location.search, '').nativeFiltersKey));
  const kept = useRef(isBehind ? null : { applied, crossMasks });
  const key = useRef<Promise<string | null> | null>(null);
  useEffect(() => {
    if (kept.current?.applied === applied && kept.current.crossMasks === crossMasks) return;
    kept.current = { applied, crossMasks };
    const masks = { ...applied, ...crossMasks };
    const value = JSON.stringify(masks);
    keepTabFilters(id, readAddress(latest.current.search, '').nativeFiltersKey, masks);
    if (key.current) {
      void key.current.then((known) => (known ? updateState({ id, key: known, value }) : undefined));
      return;
    }
    key.current = createState(id, value);
    void key.current.then((made) => {
      if (!made) key.current = null;
      if (!made || store.getState().dashboard.id !== id) return;
      const { pathname, search, hash } = latest.current;
      keepTabFilters(id, made, { ...kept.current?.applied, ...kept.current?.crossMasks });
      const query = changeAddress(search, { nativeFiltersKey: made, dropsPermalink: true });
      if (query !== search) navigate(`${pathname}${query}${hash}`, { replace: true });
    });
  }, [id, applied, crossMasks, navigate, store]);
}

/** Without a key the address stays as it was; filtering goes on. */
async function createState(id: number, value: string): Promise<string | null> {
  const call = { params: { id }, query: { tab_id: tabId() }, body: { value } };
  const answer = await api.callEndpoint(dashboardEndpoints.createFilterState, call).catch(() => null);
  return answer?.key ?? null;
}

async function updateState({ id, key, value }: { id: number; key: string; value: string }): Promise<void> {
  const call = {
    params: { id, key },
    query: { tab_id: tabId() },
    body: { value },
    outlivesPage: value.length < 50_000,
  };
  await api.callEndpoint(dashboardEndpoints.updateFilterState, call).catch(() => undefined);
}

const tabStorageKey = 'powerset.tab';

/** One id per browser tab, so that each tab keeps its own filters. */
function tabId(): string {
  try {
    const known = sessionStorage.getItem(tabStorageKey);
    if (known) return known;
    const made = crypto.getRandomValues(new Uint32Array(2)).join('-');
    sessionStorage.setItem(tabStorageKey, made);
    return made;
  } catch {
    return '';
  }
}
