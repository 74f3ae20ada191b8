import { useCallback, useEffect, useRef } from 'react';
import { isAnyLoading, startReturnWatch } from '../../../chart-runs/index.ts';
import { loadDatasets } from '../loading/index.ts';
import {
  type DashboardState,
  type OpenDashboard,
  refreshDelays,
  useDashboard,
  useOpenDashboard,
} from '../state/index.ts';

export interface Refresh {
  readonly run: () => void;
  readonly isRefreshing: boolean;
}

/** Loads the datasets anew, and every chart on the screen past the cache. */
export function useRefresh(): Refresh {
  const { store, feed } = useOpenDashboard();
  const isRefreshing = useDashboard((state) => isAnyLoading(state.runs));
  const run = useCallback(() => {
    const ids = loadedCharts(store.getState());
    void reloadDatasets(store).finally(() => feed.reload(ids));
  }, [store, feed]);
  return { run, isRefreshing };
}

/** Charts that nobody answered are asked again when the server is reached again. */
export function useReconnect(): void {
  const { store, feed } = useOpenDashboard();
  useEffect(
    () =>
      startReturnWatch({
        getRuns: () => store.getState().runs,
        askAgain: (chartIds) => feed.again(chartIds),
        subscribe: (notice) => store.subscribe(notice),
      }),
    [store, feed],
  );
}

/** A dashboard whose datasets cannot be read now keeps those that it has. */
async function reloadDatasets(store: OpenDashboard['store']): Promise<void> {
  const datasets = await loadDatasets(store.getState().dashboard.id).catch(() => null);
  if (datasets) store.getState().setDatasets(datasets);
}

/** Charts that were asked for and are still there. */
function loadedCharts({ runs, charts }: Pick<DashboardState, 'runs' | 'charts'>): readonly number[] {
  return Object.keys(runs)
    .map(Number)
    .filter((id) => charts[id]);
}

/** Refreshes by itself, as often as the dashboard says, spread so that not all charts load at once. */
export function useAutoRefresh(): void {
  const { store, feed } = useOpenDashboard();
  const seconds = useDashboard((state) => state.refreshFrequency);
  const isEditing = useDashboard((state) => state.editMode);
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  useEffect(() => {
    if (seconds <= 0 || isEditing) return;
    const pending = timers.current;
    const intervalMs = seconds * 1000;
    let isOver = false;
    const refreshAll = async () => {
      await reloadDatasets(store);
      if (isOver) return;
      const state = store.getState();
      const immune = new Set(state.metadata.timed_refresh_immune_slices ?? []);
      const ids = loadedCharts(state).filter((id) => !immune.has(id));
      refreshDelays(ids.length, Math.min(intervalMs, 5000), state.metadata).forEach((delayMs, index) => {
        const timer = setTimeout(() => {
          pending.delete(timer);
          feed.reload([ids[index] ?? -1]);
        }, delayMs);
        pending.add(timer);
      });
    };
    const interval = setInterval(() => void refreshAll(), intervalMs);
    return () => {
      isOver = true;
      clearInterval(interval);
      for (const timer of pending) clearTimeout(timer);
      pending.clear();
    };
  }, [seconds, isEditing, store, feed]);
}
