import { useCallback, useEffect, useRef } from 'react';
import { isAnyLoading } from '../loading/chart-runs.ts';
import { useDashboard, useOpenDashboard } from '../state/dashboard-context.tsx';
import type { DashboardState } from '../state/dashboard-state.ts';
import { refreshDelays } from '../state/refresh.ts';

export interface Refresh {
  readonly run: () => void;
  readonly isRefreshing: boolean;
}

/** Loads every chart on the screen anew, past the cache. */
export function useRefresh(): Refresh {
  const { store, feed } = useOpenDashboard();
  const isRefreshing = useDashboard((state) => isAnyLoading(state.runs));
  const run = useCallback(() => feed.reload(loadedCharts(store.getState())), [store, feed]);
  return { run, isRefreshing };
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
    const refreshAll = () => {
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
    const interval = setInterval(refreshAll, intervalMs);
    return () => {
      clearInterval(interval);
      for (const timer of pending) clearTimeout(timer);
      pending.clear();
    };
  }, [seconds, isEditing, store, feed]);
}
