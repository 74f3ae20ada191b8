import type { ChartForm } from '@powerset/chart-kit';
import { createStore, type StoreApi } from 'zustand/vanilla';

/** The form under work, its past and future, and what of it is saved or drawn. */
export interface ExploreState {
  readonly form: ChartForm;
  readonly past: readonly ChartForm[];
  readonly future: readonly ChartForm[];
  /** As it is saved; null for a chart that never was. */
  readonly savedForm: ChartForm | null;
  /** As it was last sent to the server. */
  readonly queriedForm: ChartForm | null;
  /** Whether somebody asked for the chart: until then what is missing is no fault. */
  readonly isTried: boolean;
  readonly chartName: string;
  readonly savedName: string;
}

export const historyLimit = 50;

export function startState(start: {
  readonly form: ChartForm;
  readonly savedForm: ChartForm | null;
  readonly chartName: string;
}): ExploreState {
  return {
    ...start,
    past: [],
    future: [],
    queriedForm: null,
    isTried: start.savedForm !== null,
    savedName: start.chartName,
  };
}

/** A change that can be undone. */
export function changeForm(state: ExploreState, form: ChartForm): ExploreState {
  if (isSameForm(form, state.form)) return state;
  return { ...state, form, past: [...state.past, state.form].slice(-historyLimit), future: [] };
}

export function undo(state: ExploreState): ExploreState {
  const last = state.past.at(-1);
  if (!last) return state;
  return { ...state, form: last, past: state.past.slice(0, -1), future: [state.form, ...state.future] };
}

export function redo(state: ExploreState): ExploreState {
  const [next, ...future] = state.future;
  if (!next) return state;
  return { ...state, form: next, past: [...state.past, state.form], future };
}

export function hasUnsavedChanges(state: ExploreState): boolean {
  if (state.chartName !== state.savedName) return true;
  return state.savedForm !== null && !isSameForm(strip(state.form), strip(state.savedForm));
}

/** What is remembered for other chart types, or belongs to the address, is no change of the chart. */
function strip(form: ChartForm): ChartForm {
  const { standardizedFormData: _memory, url_params: _params, slice_id: _id, dashboardId: _dashboard, ...rest } = form;
  return rest as ChartForm;
}

export function isSameForm(left: ChartForm, right: ChartForm): boolean {
  return stable(left) === stable(right);
}

/** JSON with sorted keys, so that the order of writing does not matter; absent and undefined are the same. */
function stable(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

export interface ExploreActions {
  readonly change: (form: ChartForm) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly rename: (name: string) => void;
  readonly markTried: () => void;
  readonly markQueried: (form: ChartForm) => void;
  readonly markSaved: (form: ChartForm, name: string) => void;
}

export type ExploreStore = StoreApi<ExploreState & ExploreActions>;

export function createExploreStore(start: Parameters<typeof startState>[0]): ExploreStore {
  return createStore((set) => ({
    ...startState(start),
    change: (form) => set((state) => changeForm(state, form)),
    undo: () => set((state) => undo(state)),
    redo: () => set((state) => redo(state)),
    rename: (chartName) => set({ chartName }),
    markTried: () => set({ isTried: true }),
    markQueried: (queriedForm) => set({ queriedForm, isTried: true }),
    markSaved: (savedForm, name) => set({ savedForm, chartName: name, savedName: name }),
  }));
}
