import { dashboardEndpoints } from '@powerset/contract';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { api } from '../../../api/index.ts';
import { changeAddress } from '../state/address.ts';
import { useDashboard, useOpenDashboard } from '../state/dashboard-context.tsx';

const settleMs = 400;

/** Keeps what is filtered on the server, and its key in the address: a copied address shows the same. */
export function useKeptFilters(): void {
  const { store } = useOpenDashboard();
  const id = useDashboard((state) => state.dashboard.id);
  const applied = useDashboard((state) => state.bar.applied);
  const crossMasks = useDashboard((state) => state.crossMasks);
  const navigate = useNavigate();
  const location = useLocation();
  const latest = useRef(location);
  latest.current = location;
  const first = useRef({ applied, crossMasks });
  useEffect(() => {
    if (first.current.applied === applied && first.current.crossMasks === crossMasks) return;
    const timer = setTimeout(async () => {
      const value = JSON.stringify({ ...applied, ...crossMasks });
      const answer = await api
        .callEndpoint<{ key: string }>(dashboardEndpoints.createFilterState, {
          params: { id },
          query: { tab_id: tabId() },
          body: { value },
        })
        // Without a key the address stays as it was; filtering goes on.
        .catch(() => null);
      if (!answer || store.getState().bar.applied !== applied) return;
      const { pathname, search, hash } = latest.current;
      const query = changeAddress(search, { nativeFiltersKey: answer.key, dropsPermalink: true });
      if (query !== search) navigate(`${pathname}${query}${hash}`, { replace: true });
    }, settleMs);
    return () => clearTimeout(timer);
  }, [id, applied, crossMasks, navigate, store]);
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
