import { nextTabName } from './names.ts';
import { initialSql } from './new-tab.ts';
import { type ClosedTab, type EditorTab, isUnsaved, type TablePanel } from './tab.ts';

/** Everything that belongs to the editor itself; pure functions change it. */
export interface EditorState {
  readonly tabs: readonly EditorTab[];
  /** Ids in the order in which tabs were shown; the last is the active one. */
  readonly history: readonly string[];
  readonly panels: readonly TablePanel[];
  /** Closed tabs that can be opened again, the latest last. */
  readonly closed: readonly ClosedTab[];
}

export const emptyEditor: EditorState = { tabs: [], history: [], panels: [], closed: [] };

export function activeTab(state: EditorState): EditorTab | undefined {
  const id = state.history.at(-1);
  return state.tabs.find((tab) => tab.id === id) ?? state.tabs.at(-1);
}

export function findTab(state: EditorState, id: string): EditorTab | undefined {
  return state.tabs.find((tab) => tab.id === id);
}

function withActive(history: readonly string[], id: string): readonly string[] {
  return [...history.filter((other) => other !== id), id];
}

export function addTab(state: EditorState, tab: EditorTab): EditorState {
  if (findTab(state, tab.id)) return activateTab(state, tab.id);
  return { ...state, tabs: [...state.tabs, tab], history: withActive(state.history, tab.id) };
}

export function activateTab(state: EditorState, id: string): EditorState {
  return findTab(state, id) ? { ...state, history: withActive(state.history, id) } : state;
}

/** Removes a tab with its panels; the one that was shown before it becomes active. */
export function removeTab(state: EditorState, id: string): EditorState {
  return {
    ...state,
    tabs: state.tabs.filter((tab) => tab.id !== id),
    history: state.history.filter((other) => other !== id),
    panels: state.panels.filter((panel) => panel.queryEditorId !== id),
  };
}

export function changeTab(state: EditorState, id: string, change: Partial<EditorTab>): EditorState {
  return { ...state, tabs: state.tabs.map((tab) => (tab.id === id ? { ...tab, ...change } : tab)) };
}

/** A run did not come about: the tab shows again what it showed before. It may have got its id meanwhile. */
export function showEarlierRun(state: EditorState, clientId: string, earlier: string | null): EditorState {
  const tab = state.tabs.find(({ latestQueryId }) => latestQueryId === clientId);
  return tab ? changeTab(state, tab.id, { latestQueryId: earlier }) : state;
}

/** A tab got its id from the server: everything that pointed to the local one follows. */
export function renumberTab(state: EditorState, localId: string, id: string): EditorState {
  return {
    ...state,
    tabs: state.tabs.map((tab) => (tab.id === localId ? { ...tab, id, inLocalStorage: false } : tab)),
    history: state.history.map((other) => (other === localId ? id : other)),
    panels: state.panels.map((panel) => (panel.queryEditorId === localId ? { ...panel, queryEditorId: id } : panel)),
  };
}

export interface CloneTexts {
  /** `Copy of %s`, translated. */
  readonly toName: (name: string) => string;
  readonly newId: string;
}

export function cloneTab(state: EditorState, id: string, { toName, newId }: CloneTexts): EditorState {
  const tab = findTab(state, id);
  if (!tab) return state;
  const copy: EditorTab = {
    ...tab,
    id: newId,
    name: toName(tab.name),
    remoteId: null,
    savedSql: null,
    savedAt: null,
    latestQueryId: null,
    openedFrom: null,
    inLocalStorage: true,
  };
  return addTab(state, copy);
}

export function newTabName(state: EditorState): string {
  return nextTabName(state.tabs.map((tab) => tab.name));
}

function isSamePanel(one: TablePanel, other: TablePanel): boolean {
  return (
    one.queryEditorId === other.queryEditorId &&
    one.dbId === other.dbId &&
    (one.catalog ?? null) === (other.catalog ?? null) &&
    one.schema === other.schema &&
    one.name === other.name
  );
}

/** Adds a table's panel, or merges what is new into the one that is there. */
export function mergePanel(state: EditorState, panel: TablePanel): EditorState {
  const known = state.panels.find((other) => isSamePanel(other, panel));
  if (!known) return { ...state, panels: [...state.panels, panel] };
  const merged = {
    ...known,
    ...panel,
    id: known.id,
    dataPreviewQueryId: panel.dataPreviewQueryId ?? known.dataPreviewQueryId,
  };
  return { ...state, panels: state.panels.map((other) => (other === known ? merged : other)) };
}

export function changePanel(state: EditorState, id: string, change: Partial<TablePanel>): EditorState {
  return { ...state, panels: state.panels.map((panel) => (panel.id === id ? { ...panel, ...change } : panel)) };
}

export function removePanel(state: EditorState, id: string): EditorState {
  return { ...state, panels: state.panels.filter((panel) => panel.id !== id) };
}

export interface RestoreParts {
  /** What the server keeps. */
  readonly kept: readonly EditorTab[];
  readonly activeId: string | null;
  /** What this browser remembers. */
  readonly local: EditorState;
  /** Ids of tabs whose local text is newer than what the server was told. */
  readonly unsyncedIds: ReadonlySet<string>;
}

/** The editor as it was left: the server's tabs, the browser's newer texts, and tabs that only the browser has. */
export function restoreEditor({ kept, activeId, local, unsyncedIds }: RestoreParts): EditorState {
  const tabs = kept.map((tab) => {
    const mine = findTab(local, tab.id);
    if (!mine) return tab;
    if (mine.loaded && unsyncedIds.has(tab.id)) return { ...mine, inLocalStorage: false };
    // The mark is seen before the text is read.
    const wasUnsaved = isUnsaved(mine, [initialSql(true), initialSql(false)]);
    return { ...tab, savedSql: mine.savedSql, savedAt: mine.savedAt, openedFrom: mine.openedFrom, wasUnsaved };
  });
  const onlyHere = local.tabs.filter((tab) => tab.inLocalStorage && !kept.some((other) => other.id === tab.id));
  const all = [...tabs, ...onlyHere];
  const ids = new Set(all.map((tab) => tab.id));
  const history = local.history.filter((id) => ids.has(id));
  const wanted = history.at(-1) ?? activeId;
  return {
    tabs: all,
    history: wanted && ids.has(wanted) ? withActive(history, wanted) : history,
    panels: local.panels.filter((panel) => ids.has(panel.queryEditorId)),
    closed: local.closed,
  };
}
