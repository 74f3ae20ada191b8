import { toasts } from '@powerset/ui';
import { useState } from 'react';
import { ApiError, api, errorText, streamBatch } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { createChartLoader } from '../loading/chart-loader.ts';
import type { ChartFailure } from '../loading/chart-runs.ts';
import type { OpenDashboard } from './dashboard-context.tsx';
import { openDashboard } from './dashboard-state.ts';
import { createDashboardStore } from './dashboard-store.ts';
import { makeNodeId } from './make-node-id.ts';
import type { OpeningData } from './use-dashboard-data.ts';

/** Charts that come into view within one frame go out together. */
const batchDelayMs = 16;

/** The store and the loader of a dashboard that has just been opened. */
export function useOpenStore(opening: OpeningData): OpenDashboard {
  const [open] = useState(() => openStore(opening));
  return open;
}

function openStore({ data, address, masks, activeTabs }: OpeningData): OpenDashboard {
  const state = openDashboard(data, {
    masks,
    preselected: address.preselected,
    activeTabs,
    isEditing: address.isEditing,
    focusedChartId: address.focusedChartId,
    makeId: makeNodeId,
  });
  const store = createDashboardStore(state, {
    onHistoryUsedUp: (historyLength) =>
      toasts.warning(
        t(
          'You have used all {{historyLength}} undo slots and will not be able to fully undo subsequent actions. You may save your current state to reset the history.',
          { historyLength },
        ),
      ),
  });
  const loader = createChartLoader({
    dashboardId: data.dashboard.id,
    stream: (request, options) => streamBatch(api, request, options),
    getRun: (chartId) => store.getState().runs[chartId],
    setRun: (chartId, run) => store.getState().setRun(chartId, run),
    toFailure,
    schedule: (run) => setTimeout(run, batchDelayMs),
    nowMs: () => Date.now(),
  });
  return { store, loader };
}

function toFailure(error: unknown): ChartFailure {
  return {
    title: errorText(error),
    code: error instanceof ApiError ? error.code : null,
    details: null,
    reference: error instanceof ApiError ? error.reference : null,
    extra: error instanceof ApiError ? (error.errors[0]?.extra ?? {}) : {},
  };
}
