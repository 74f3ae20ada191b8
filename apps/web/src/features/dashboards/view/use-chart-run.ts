import type { ChartDefinition, ExtraFormData } from '@powerset/chart-kit';
import type { WireDashboardChart } from '@powerset/contract';
import { useCallback, useEffect, useMemo } from 'react';
import { useShallow } from 'zustand/shallow';
import { extraFormDataFor } from '../filters/index.ts';
import { type ChartPayload, toPayload } from '../loading/chart-payloads.ts';
import type { ChartRun } from '../loading/chart-runs.ts';
import { useDashboard, useOpenDashboard } from '../state/dashboard-context.tsx';
import { datasetIdOf } from '../state/dashboard-data.ts';

interface RunInput {
  readonly chart: WireDashboardChart | undefined;
  readonly definition: ChartDefinition | undefined;
  readonly isSeen: boolean;
}

export interface ChartRunHandle {
  readonly run: ChartRun | undefined;
  readonly payload: ChartPayload | undefined;
  readonly reload: () => void;
  readonly stop: () => void;
}

/** Asks for a chart whenever it is in view and what it would ask differs from what it shows. */
export function useChartRun({ chart, definition, isSeen }: RunInput): ChartRunHandle {
  const { loader } = useOpenDashboard();
  const chartId = chart?.id ?? -1;
  const run = useDashboard((state) => state.runs[chartId]);
  const dataset = useDashboard((state) => state.datasets[chart ? (datasetIdOf(chart) ?? -1) : -1]);
  const ownState = useDashboard((state) => state.ownStates[chartId]);
  const colorScheme = useDashboard((state) => state.metadata.color_scheme);
  const masks: readonly ExtraFormData[] = useDashboard(
    useShallow((state) =>
      extraFormDataFor(chartId, {
        filters: state.filters,
        filterMasks: state.bar.applied,
        crossMasks: state.crossMasks,
        crossScopes: state.crossScopes,
      }),
    ),
  );
  const payload = useMemo(
    () =>
      chart && definition && !chart.is_dataset_missing
        ? toPayload({ chart, definition, dataset, masks, ownState, colorScheme })
        : undefined,
    [chart, definition, dataset, masks, ownState, colorScheme],
  );
  const isAsked = run?.key === payload?.key;
  useEffect(() => {
    if (isSeen && payload && !isAsked) loader.ask({ chartId, key: payload.key, request: payload.request });
  }, [isSeen, payload, isAsked, loader, chartId]);
  const reload = useCallback(() => {
    if (payload) loader.ask({ chartId, key: payload.key, request: payload.request, isForced: true });
  }, [payload, loader, chartId]);
  useRefreshSignal(chartId, reload, payload !== undefined && run !== undefined);
  const stop = useCallback(() => loader.stop(chartId), [loader, chartId]);
  return { run, payload, reload, stop };
}

const refreshEvent = 'powerset:refresh-chart';

/** Asks the cards on the screen to load anew. */
export function refreshChart(chartId: number): void {
  dispatchEvent(new CustomEvent(refreshEvent, { detail: chartId }));
}

function useRefreshSignal(chartId: number, reload: () => void, isLoaded: boolean): void {
  useEffect(() => {
    if (!isLoaded) return;
    const onRefresh = (event: Event) => {
      if (event instanceof CustomEvent && event.detail === chartId) reload();
    };
    addEventListener(refreshEvent, onRefresh);
    return () => removeEventListener(refreshEvent, onRefresh);
  }, [chartId, reload, isLoaded]);
}
