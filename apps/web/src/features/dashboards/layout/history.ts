import type { Layout } from './nodes.ts';

/** Steps that can be undone for sure; the history keeps two more. */
export const undoSteps = 50;
export const historyLimit = undoSteps + 2;

/** What changes the layout. Only the actions listed as undoable enter the history. */
const layoutActions = [
  'HYDRATE_DASHBOARD',
  'UPDATE_COMPONENTS',
  'DELETE_COMPONENT',
  'CREATE_COMPONENT',
  'CREATE_TOP_LEVEL_TABS',
  'DELETE_TOP_LEVEL_TABS',
  'RESIZE_COMPONENT',
  'MOVE_COMPONENT',
  'HANDLE_COMPONENT_DROP',
  'UPDATE_COMPONENTS_PARENTS_LIST',
  'DASHBOARD_TITLE_CHANGED',
] as const;
export type LayoutAction = (typeof layoutActions)[number];

const notUndoable: readonly LayoutAction[] = ['UPDATE_COMPONENTS_PARENTS_LIST', 'DASHBOARD_TITLE_CHANGED'];

export interface History {
  readonly past: readonly Layout[];
  readonly present: Layout;
  readonly future: readonly Layout[];
  /** More was changed than the history holds: undoing all of it does not lead back to what was saved. */
  readonly isExceeded: boolean;
}

export function startHistory(layout: Layout): History {
  return { past: [], present: layout, future: [], isExceeded: false };
}

/** Notes a change of the layout; actions that are not undoable change the present alone. */
export function record(history: History, layout: Layout, action: LayoutAction): History {
  if (layout === history.present) return history;
  if (notUndoable.includes(action)) return { ...history, present: layout };
  const past = [...history.past, history.present];
  return {
    past: past.slice(-historyLimit),
    present: layout,
    future: [],
    isExceeded: history.isExceeded || past.length > historyLimit,
  };
}

/** Every layout of a history changed alike, as if it had always been so. */
export function rewritten(history: History, change: (layout: Layout) => Layout): History {
  const { past, present, future } = history;
  return { ...history, past: past.map(change), present: change(present), future: future.map(change) };
}

export function undo(history: History): History {
  const last = history.past.at(-1);
  if (!last) return history;
  return {
    ...history,
    past: history.past.slice(0, -1),
    present: last,
    future: [history.present, ...history.future],
  };
}

export function redo(history: History): History {
  const [next, ...future] = history.future;
  if (!next) return history;
  return { ...history, past: [...history.past, history.present], present: next, future };
}

/** The history stands where it began: nothing of the layout is unsaved. */
export function isAtStart(history: History): boolean {
  return history.past.length === 0 && !history.isExceeded;
}

/** All safe steps are used up, and the author is told. */
export function isUsedUp(history: History): boolean {
  return history.past.length > undoSteps;
}
