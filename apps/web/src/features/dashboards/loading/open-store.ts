import { chartTypes } from '@powerset/charts/types';
import { chartViews } from '@powerset/charts/views';
import type { WireDashboardChart } from '@powerset/contract';
import { toasts } from '@powerset/ui';
import { ApiError, api, errorText, streamPageBatch } from '../../../api/index.ts';
import type { ChartFailure } from '../../../chart-runs/index.ts';
import { t } from '../../../i18n/index.ts';
import type { DataMasks } from '../filters/index.ts';
import { chartsInFirstView } from '../layout/index.ts';
import {
  createDashboardStore,
  type DashboardAddress,
  type DashboardData,
  type DashboardFeatures,
  type DashboardState,
  layoutOf,
  makeNodeId,
  type OpenDashboard,
  openDashboard,
  topNodeOf,
} from '../state/index.ts';
import { createChartFeed } from './chart-feed.ts';
import { createChartLoader } from './chart-loader.ts';

export interface OpeningData {
  readonly data: DashboardData;
  readonly address: DashboardAddress;
  readonly masks: DataMasks;
  readonly activeTabs: readonly string[];
  readonly features: DashboardFeatures;
  /** The state is that of a permalink; what of it is gone is said. */
  readonly isFromLink: boolean;
}

/** Bars and heads over the content. */
const headPx = 96;
const phonePx = 600;

/**
 * The store, the loader and the feed of a dashboard that has just been read. Its first charts are asked for here, so that
 * their rows are on the way while the page is drawn.
 */
export function openStore({ data, address, masks, activeTabs, features, isFromLink }: OpeningData): OpenDashboard {
  const state = openDashboard(data, {
    masks,
    preselected: address.preselected,
    activeTabs,
    anchor: address.anchor,
    isEditing: address.isEditing,
    focusedChartId: address.focusedChartId,
    features,
    urlParams: address.urlParams,
    makeId: makeNodeId,
  });
  if (isFromLink) tellWhatIsGone(state, address);
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
    stream: (request, options) => streamPageBatch(api, request, options),
    getRun: (chartId) => store.getState().runs[chartId],
    setRuns: (runs) => store.getState().setRuns(runs),
    toFailure,
    schedule: (run) => queueMicrotask(run),
    nowMs: () => Date.now(),
  });
  const feed = createChartFeed({
    getState: store.getState,
    subscribe: store.subscribe,
    loader,
    findDefinition: chartTypes.find,
    startsPastCache: address.isForced,
  });
  if (!state.editMode) feed.see(firstCharts(state));
  void loadViews(state);
  return { store, loader, feed };
}

/** A link outlives changes of its dashboard: the rest of it opens, and what could not be brought back is named. */
function tellWhatIsGone(state: DashboardState, { anchor }: DashboardAddress): void {
  const { filters, selections, tabs } = state.gone;
  const parts = [
    ...(filters > 0 ? [t('filters: {{count}}', { count: filters })] : []),
    ...(selections > 0 ? [t('cross-filters: {{count}}', { count: selections })] : []),
    ...(tabs > 0 ? [t('tabs: {{count}}', { count: tabs })] : []),
    ...(tabs === 0 && anchor && !layoutOf(state)[anchor] ? [t('the place it led to')] : []),
  ];
  if (parts.length === 0) return;
  toasts.warning(
    t('This dashboard was changed after the link was made. Not brought back: {{parts}}.', { parts: parts.join(', ') }),
  );
}

const typeOf = ({ form_data }: Pick<WireDashboardChart, 'form_data'>) => String(form_data.viz_type ?? '');

/** What charts ask is known once the code of their types is here; most are. A card whose type did not come says so. */
export async function loadTypes(charts: readonly Pick<WireDashboardChart, 'form_data'>[]): Promise<void> {
  const missing = [...new Set(charts.map(typeOf))].filter((type) => !chartTypes.find(type));
  if (missing.length > 0) await Promise.allSettled(missing.map((type) => chartTypes.load(type)));
}

/** The code that draws charts arrives while their rows are on the way. Resolves when it is there, or cannot be had. */
export async function loadViews({ charts }: Pick<DashboardState, 'charts'>): Promise<void> {
  const types = new Set(Object.values(charts).map(typeOf));
  // Who draws a chart asks again, and shows what went wrong.
  await Promise.all([...types].map((type) => chartViews[type]?.load().catch(() => undefined)));
}

function firstCharts(state: DashboardState): readonly number[] {
  const { fullSizeChartId, activeTabs } = state;
  if (fullSizeChartId !== null) return [fullSizeChartId];
  return chartsInFirstView(layoutOf(state), {
    contentId: topNodeOf(state).contentId,
    activeTabs,
    height: window.innerHeight - headPx,
    isNarrow: window.innerWidth < phonePx,
  });
}

function toFailure(error: unknown): ChartFailure {
  return {
    title: errorText(error),
    code: error instanceof ApiError ? error.code : null,
    details: null,
    reference: error instanceof ApiError ? error.reference : null,
    extra: error instanceof ApiError ? (error.errors[0]?.extra ?? {}) : {},
    hasTrace: false,
  };
}
