import type { CrossFilterSelection } from '@powerset/chart-kit';
import type { WireDashboardChart } from '@powerset/contract';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type ChartRun, withoutTraces } from '../../../chart-runs/index.ts';
import {
  applyDraft,
  chooseDraft,
  clearAll,
  clearMask,
  type DataMask,
  type DataMasks,
  type FilterEntry,
  type Narrowing,
  readChartConfiguration,
  rebuildMasks,
  toCrossMask,
  toNarrowingMask,
  updateMask,
  withScopes,
} from '../filters/index.ts';
import {
  type History,
  isUsedUp,
  type Layout,
  type LayoutAction,
  record,
  redo,
  rewritten,
  startHistory,
  undo,
  withOtherCharts,
} from '../layout/index.ts';
import type { DashboardDataset, Metadata } from './dashboard-data.ts';
import { type DashboardState, isCrossFiltering, layoutOf, withFirstTabs } from './dashboard-state.ts';

export interface DashboardActions {
  setRuns(runs: Readonly<Record<number, ChartRun>>): void;
  setBrushWaits(brushWaits: readonly number[]): void;
  setOwnState(chartId: number, ownState: Readonly<Record<string, unknown>>): void;
  chooseFilter(mask: DataMask): void;
  applyFilters(): void;
  clearFilters(): void;
  /** Filters are set to these values at once: those of a filter set. */
  setFilterMasks(masks: DataMasks): void;
  /** A mark was chosen, or none any more. */
  select(chartId: number, selection: CrossFilterSelection | null): void;
  /** Only the rows of a mark are kept, or all but them, in its chart and in those that follow it. */
  narrow(chartId: number, narrowing: Narrowing): void;
  /** What was chosen, kept or left out is so no more. */
  dropSelection(id: string): void;
  clearSelections(): void;
  openTab(tabId: string): void;
  setFullSize(chartId: number | null): void;
  setEditMode(isEditing: boolean): void;
  setTitle(title: string): void;
  setCss(css: string): void;
  setMetadata(change: Metadata): void;
  setFilters(filters: readonly FilterEntry[]): void;
  setLayout(layout: Layout, action: LayoutAction): void;
  addChart(chart: WireDashboardChart): void;
  /** Drafts were saved, and are these charts from now on. */
  takeSaved(saved: ReadonlyMap<number, WireDashboardChart>): void;
  /** The datasets were read anew: charts that failed over theirs are empty again, and are asked anew. */
  setDatasets(datasets: readonly DashboardDataset[]): void;
  /** The dataset of a chart that was added: its names and formats. */
  addDataset(dataset: DashboardDataset): void;
  undo(): void;
  /** Goes back to a history that was current before, as if what followed had never been. */
  rewind(history: History): void;
  redo(): void;
  setPublished(isPublished: boolean): void;
  setRefreshFrequency(seconds: number): void;
  setFocusedFilterField(filterId: string | null): void;
  /** Asks the bar to show a filter or a selection; null when it does. */
  goToFilter(id: string | null): void;
  setBarShown(isBarShown: boolean): void;
  /** What is on the screen is what is saved. */
  markSaved(lastModifiedTime: number, change?: Partial<DashboardState['dashboard']>): void;
  replace(state: DashboardState): void;
}

export type DashboardStore = StoreApi<DashboardState & DashboardActions>;

export interface StoreEffects {
  /** Every safe undo step is used up. */
  readonly onHistoryUsedUp: (steps: number) => void;
}

/** The state of one open dashboard; every action is a pure step from one state to the next. */
export function createDashboardStore(initial: DashboardState, effects: StoreEffects): DashboardStore {
  return createStore<DashboardState & DashboardActions>((set, get) => {
    const change = (step: (state: DashboardState) => Partial<DashboardState>) => set((state) => step(state));
    return {
      ...initial,
      ...chartActions(change),
      ...filterActions(change),
      ...editActions(change),
      setLayout: (layout, action) => {
        const before = get().history;
        change((state) => withLayout(state, record(state.history, layout, action)));
        if (isUsedUp(get().history) && !isUsedUp(before)) effects.onHistoryUsedUp(before.past.length);
      },
      undo: () => change((state) => withLayout(state, undo(state.history))),
      rewind: (history) => change((state) => withLayout(state, history)),
      redo: () => change((state) => withLayout(state, redo(state.history))),
      replace: (state) => change(() => state),
    };
  });
}

type Change = (step: (state: DashboardState) => Partial<DashboardState>) => void;

function chartActions(change: Change) {
  return {
    setRuns: (runs: Readonly<Record<number, ChartRun>>) => change((state) => ({ runs: { ...state.runs, ...runs } })),
    setBrushWaits: (brushWaits: readonly number[]) => change(() => ({ brushWaits })),
    setOwnState: (chartId: number, ownState: Readonly<Record<string, unknown>>) =>
      change((state) => ({ ownStates: { ...state.ownStates, [chartId]: ownState } })),
    openTab: (tabId: string) =>
      change((state) => ({
        activeTabs: withFirstTabs(layoutOf(state), [
          tabId,
          ...state.activeTabs.filter((other) => !isSibling(layoutOf(state), other, tabId)),
        ]),
      })),
    setFullSize: (fullSizeChartId: number | null) => change(() => ({ fullSizeChartId })),
    setPublished: (isPublished: boolean) => change(() => ({ isPublished })),
    setRefreshFrequency: (refreshFrequency: number) => change(() => ({ refreshFrequency })),
  };
}

function isSibling(layout: Layout, left: string, right: string): boolean {
  return layout[left]?.parents.at(-1) === layout[right]?.parents.at(-1);
}

function filterActions(change: Change) {
  return {
    chooseFilter: (mask: DataMask) => change((state) => ({ bar: chooseDraft(state.bar, mask) })),
    applyFilters: () => change((state) => ({ bar: applyDraft(state.bar) })),
    setFilterMasks: (masks: DataMasks) => change(() => ({ bar: { draft: masks, applied: masks } })),
    clearFilters: () => change((state) => ({ bar: clearAll(state.bar, state.filters), crossMasks: {} })),
    select: (chartId: number, selection: CrossFilterSelection | null) =>
      change((state) => {
        const mask = toCrossMask(chartId, selection);
        const id = String(chartId);
        return { crossMasks: mask ? updateMask(state.crossMasks, mask) : clearMask(state.crossMasks, id) };
      }),
    narrow: (chartId: number, narrowing: Narrowing) =>
      change(({ crossMasks }) => ({
        crossMasks: updateMask(crossMasks, toNarrowingMask(chartId, narrowing, crossMasks)),
      })),
    dropSelection: (id: string) => change(({ crossMasks }) => ({ crossMasks: clearMask(crossMasks, id) })),
    clearSelections: () => change(() => ({ crossMasks: {} })),
    setFocusedFilterField: (focusedFilterField: string | null) => change(() => ({ focusedFilterField })),
    goToFilter: (wantedFilter: string | null) => change(() => ({ wantedFilter })),
    setBarShown: (isBarShown: boolean) => change(() => ({ isBarShown })),
    setFilters: (filters: readonly FilterEntry[]) =>
      change((state) => {
        const scoped = withScopes(filters, layoutOf(state));
        if (!state.features.hasNativeFilters) return { filters: scoped, hasOtherChanges: true };
        const rebuild = (masks: DashboardState['crossMasks']) => rebuildMasks(masks, state.filters, scoped);
        return {
          filters: scoped,
          bar: { draft: rebuild(state.bar.draft), applied: rebuild(state.bar.applied) },
          hasOtherChanges: true,
        };
      }),
  };
}

function editActions(change: Change) {
  return {
    setEditMode: (editMode: boolean) => change(({ dashboard }) => ({ editMode: editMode && dashboard.is_editable })),
    setTitle: (title: string) => change(() => ({ title, hasOtherChanges: true })),
    setCss: (css: string) => change(() => ({ css, hasOtherChanges: true })),
    setMetadata: (part: Metadata) =>
      change((state) => {
        const metadata = { ...state.metadata, ...part };
        const ids = Object.keys(state.charts).map(Number);
        return {
          metadata,
          crossScopes: readChartConfiguration(metadata, layoutOf(state), ids),
          crossMasks: isCrossFiltering({ ...state, metadata }) ? state.crossMasks : {},
          hasOtherChanges: true,
        };
      }),
    addChart: (chart: WireDashboardChart) =>
      change((state) => {
        const charts = { ...state.charts, [chart.id]: chart };
        const ids = Object.keys(charts).map(Number);
        return { charts, crossScopes: readChartConfiguration(state.metadata, layoutOf(state), ids) };
      }),
    takeSaved: (saved: ReadonlyMap<number, WireDashboardChart>) =>
      change((state) => {
        const made = [...saved.values()].map((chart) => [chart.id, chart] as const);
        // What was asked for the draft is what the saved chart asks.
        const runs = [...saved].flatMap(([draft, { id }]) => {
          const run = state.runs[draft];
          return run ? [[id, run] as const] : [];
        });
        const drawn = {
          ...state,
          charts: { ...state.charts, ...Object.fromEntries(made) },
          runs: { ...state.runs, ...Object.fromEntries(runs) },
        };
        const history = rewritten(state.history, (layout) => withOtherCharts(layout, saved));
        return { charts: drawn.charts, runs: drawn.runs, ...withLayout(drawn, history) };
      }),
    setDatasets: (datasets: readonly DashboardDataset[]) =>
      change((state) => ({
        datasets: Object.fromEntries(datasets.map((dataset) => [dataset.id, dataset])),
        runs: withoutTraces(state.runs),
      })),
    addDataset: (dataset: DashboardDataset) =>
      change((state) => ({ datasets: { ...state.datasets, [dataset.id]: dataset } })),
    markSaved: (lastModifiedTime: number, part: Partial<DashboardState['dashboard']> = {}) =>
      change((state) => ({
        lastModifiedTime,
        history: startHistory(layoutOf(state)),
        hasOtherChanges: false,
        hasNewFilters: false,
        dashboard: { ...state.dashboard, ...part },
      })),
  };
}

/** Another layout: scopes are worked out anew, and each group of tabs still shows one of its own. */
function withLayout(state: DashboardState, history: History): Partial<DashboardState> {
  const layout = history.present;
  return {
    history,
    filters: withScopes(state.filters, layout),
    crossScopes: readChartConfiguration(state.metadata, layout, Object.keys(state.charts).map(Number)),
    activeTabs: withFirstTabs(layout, state.activeTabs),
  };
}
