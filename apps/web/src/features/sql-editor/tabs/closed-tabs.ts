import { addTab, type EditorState, findTab, removeTab } from './editor-state.ts';
import { initialSql } from './new-tab.ts';
import type { ClosedTab, EditorTab } from './tab.ts';

const maxClosed = 20;
/** Together, as a browser keeps little; the latest is kept whatever its length. */
const maxCharacters = 1_000_000;

/** Removes a tab, and remembers it unless there is nothing in it. */
export function closeTab(state: EditorState, id: string): EditorState {
  const tab = findTab(state, id);
  const rest = removeTab(state, id);
  if (!tab || isEmpty(tab)) return rest;
  const panels = state.panels.filter((panel) => panel.queryEditorId === id);
  return { ...rest, closed: bounded([...state.closed, { tab, panels, index: state.tabs.indexOf(tab) }]) };
}

/** Whether nothing would be lost with the tab. */
function isEmpty(tab: EditorTab): boolean {
  const isUntouched = ['', initialSql(true), initialSql(false)].includes(tab.sql.trim());
  return isUntouched && tab.latestQueryId === null;
}

/** The latest of them. */
export function bounded(closed: readonly ClosedTab[]): readonly ClosedTab[] {
  const newest = closed.slice(-maxClosed).reverse();
  let characters = 0;
  const kept = newest.filter(({ tab }, index) => {
    characters += tab.sql.length;
    return index === 0 || characters <= maxCharacters;
  });
  return kept.reverse();
}

/** The closed tab of an id, else the one that was closed last. */
export function findClosed(state: EditorState, id?: string): ClosedTab | undefined {
  return id === undefined ? state.closed.at(-1) : state.closed.findLast(({ tab }) => tab.id === id);
}

/** Opens a closed tab where it stood, under an id of its own: whoever kept the old one has forgotten it. */
export function reopenTab(state: EditorState, closed: ClosedTab, newId: string): EditorState {
  const tab = { ...closed.tab, id: newId, inLocalStorage: true };
  const added = addTab(state, tab);
  const others = added.tabs.filter((other) => other !== tab);
  const panels = closed.panels.map((panel) => ({ ...panel, queryEditorId: newId, inLocalStorage: true }));
  return {
    ...added,
    tabs: [...others.slice(0, closed.index), tab, ...others.slice(closed.index)],
    panels: [...added.panels, ...panels],
    closed: state.closed.filter((other) => other !== closed),
  };
}
