import { useCallback, useEffect, useRef } from 'react';
import { useDashboard, useOpenDashboard } from '../state/dashboard-context.tsx';
import { refreshDelays } from '../state/refresh.ts';
import { refreshChart } from './use-chart-run.ts';

export interface Refresh {
  readonly run: () => void;
  readonly isRefreshing: boolean;
}

/** Loads every chart on the screen anew, past the cache. */
export function useRefresh(): Refresh {
  const { store } = useOpenDashboard();
  const isRefreshing = useDashboard((state) => Object.values(state.runs).some((run) => run.status === 'loading'));
  const run = useCallback(() => {
    for (const chartId of Object.keys(store.getState().runs)) refreshChart(Number(chartId));
  }, [store]);
  return { run, isRefreshing };
}

/** Refreshes by itself, as often as the dashboard says, spread so that not all charts load at once. */
export function useAutoRefresh(): void {
  const { store } = useOpenDashboard();
  const seconds = useDashboard((state) => state.refreshFrequency);
  const isEditing = useDashboard((state) => state.editMode);
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  useEffect(() => {
    if (seconds <= 0 || isEditing) return;
    const pending = timers.current;
    const intervalMs = seconds * 1000;
    const refreshAll = () => {
      const { metadata, runs } = store.getState();
      const immune = new Set(metadata.timed_refresh_immune_slices ?? []);
      const ids = Object.keys(runs)
        .map(Number)
        .filter((id) => !immune.has(id));
      refreshDelays(ids.length, Math.min(intervalMs, 5000), metadata).forEach((delayMs, index) => {
        const timer = setTimeout(() => {
          pending.delete(timer);
          refreshChart(ids[index] ?? -1);
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
  }, [seconds, isEditing, store]);
}
