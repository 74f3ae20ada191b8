import { chartTypes } from '@powerset/charts/types';
import { chartViews } from '@powerset/charts/views';
import type { WireDashboardChart } from '@powerset/contract';
import { toasts } from '@powerset/ui';
import { ApiError, api, errorText, isUnanswered, streamPageBatch, streamSlices } from '../../../api/index.ts';
import { type ChartFailure, failRun, readKeptLayout, startRun } from '../../../chart-runs/index.ts';
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
import { createBrushFeed } from './brush-feed.ts';
import { createChartFeed } from './chart-feed.ts';
import { createChartLoader } from './chart-loader.ts';
import { createTurns, inTurns } from './in-turns.ts';
import { watchScrolling } from './watch-scrolling.ts';

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
  const opened = openDashboard(data, {
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
  const state = { ...opened, ownStates: { ...keptLayoutsOf(data), ...opened.ownStates } };
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
  const scrolling = watchScrolling();
  const enterTurn = createTurns({ isBusy: scrolling.isScrolling, nextFrame });
  const loader = createChartLoader({
    dashboardId: data.dashboard.id,
    stream: async (request, { onLines, signal }) => {
      const turns = inTurns({ take: onLines, isBusy: scrolling.isScrolling, enter: enterTurn, signal });
      await streamPageBatch(api, request, { onLines: turns.take, signal });
      await turns.rest();
    },
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
    onUnplanned: (chartId, error) => {
      const { runs, setRuns } = store.getState();
      setRuns({ [chartId]: failRun(startRun(runs[chartId], '', Date.now()), toFailure(error)) });
    },
    startsPastCache: address.isForced,
  });
  const brushes = createBrushFeed({
    dashboardId: data.dashboard.id,
    getState: store.getState,
    setRuns: (runs) => store.getState().setRuns(runs),
    setWaits: (chartIds) => store.getState().setBrushWaits(chartIds),
    payloadUnder: feed.payloadUnder,
    payloadOf: feed.payloadOf,
    stream: (request, options) => streamSlices(api, request, options),
    loadCombining: () => import('@powerset/query/brushed'),
    nextFrame,
  });
  if (!state.editMode) feed.see(firstCharts(state));
  void loadViews(state);
  const dispose = () => {
    scrolling.dispose();
    loader.dispose();
  };
  return { store, loader: { ...loader, dispose }, feed, brushes, enterTurn };
}

const nextFrame = (run: () => void) => void requestAnimationFrame(run);

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

/**
 * What charts ask is known once the code of their types is here; most are. A card whose type did not come says so. Types of
 * plugins take their time, and only their cards wait for them.
 */
export async function loadTypes(charts: readonly Pick<WireDashboardChart, 'form_data'>[]): Promise<void> {
  const isMissing = (type: string) => !chartTypes.find(type) && !chartTypes.isAdded(type);
  const missing = [...new Set(charts.map(typeOf))].filter(isMissing);
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
    isUnanswered: isUnanswered(error),
  };
}

/** What the reader did to the columns of its tables when the dashboard was open last. */
function keptLayoutsOf({ charts }: DashboardData) {
  const kept = charts.map(({ id }) => [id, readKeptLayout(id)] as const);
  return Object.fromEntries(kept.flatMap(([id, state]) => (state ? [[id, state] as const] : [])));
}
