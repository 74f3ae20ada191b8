import { useCallback } from 'react';
import type { ChartRun } from '../../../chart-runs/index.ts';
import { type ChartPayload, useDashboard, useOpenDashboard } from '../state/index.ts';

export interface ChartRunHandle {
  readonly run: ChartRun | undefined;
  readonly payload: ChartPayload | undefined;
  readonly reload: () => void;
  readonly stop: () => void;
}

/** Where a chart stands, what it asks, and the ways to ask anew and to end it. */
export function useChartRun(chartId: number): ChartRunHandle {
  const { loader, feed } = useOpenDashboard();
  const run = useDashboard((state) => state.runs[chartId]);
  const payload = useDashboard(() => feed.payloadOf(chartId));
  const reload = useCallback(() => feed.reload([chartId]), [feed, chartId]);
  const stop = useCallback(() => loader.stop(chartId), [loader, chartId]);
  return { run, payload, reload, stop };
}
