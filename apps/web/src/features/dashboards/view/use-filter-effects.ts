import { useMemo } from 'react';
import { useShallow } from 'zustand/shallow';
import type { ChartRun } from '../../../chart-runs/index.ts';
import { type FilterEffect, filterEffects } from '../filters/index.ts';
import { type ChartPayload, useDashboard } from '../state/index.ts';

const none: readonly never[] = [];

/** What every filter of the dashboard does to a chart. */
export function useFilterEffects(
  chartId: number,
  run: ChartRun | undefined,
  payload: ChartPayload | undefined,
): readonly FilterEffect[] {
  const sources = useDashboard(
    useShallow((state) => ({
      filters: state.features.hasNativeFilters ? state.filters : none,
      filterMasks: state.bar.applied,
      draft: state.bar.draft,
      crossMasks: state.crossMasks,
      crossScopes: state.crossScopes,
    })),
  );
  return useMemo(
    () =>
      filterEffects({
        ...sources,
        chartId,
        queries: payload?.request.queries,
        answers: run?.results ?? none,
        isAnswered: run?.status === 'success' && run.key === payload?.key,
      }),
    [sources, chartId, run, payload],
  );
}
