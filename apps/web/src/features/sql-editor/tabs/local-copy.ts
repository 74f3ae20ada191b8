import { bounded } from './closed-tabs.ts';
import { type EditorState, emptyEditor } from './editor-state.ts';
import { createTab, type TabDefaults } from './new-tab.ts';
import type { EditorTab, TablePanel } from './tab.ts';

export interface LocalCopy {
  readonly state: EditorState;
  /** Ids of tabs that were changed since the server was last told. */
  readonly unsyncedIds: readonly string[];
}

export interface KeyedStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

export function localCopyKey(userId: number): string {
  return `powerset.sql-editor.${userId}`;
}

/** Writes the editor down so that a reload, a crash or a server that is away loses no text. */
export function writeLocalCopy(storage: KeyedStorage, key: string, copy: LocalCopy): boolean {
  const tabs = copy.state.tabs.map(toStored);
  const closed = copy.state.closed.map((one) => ({ ...one, tab: toStored(one.tab) }));
  const write = (state: object) => tryToWrite(storage, key, { version: 1, ...copy, state });
  // Where all has no room, what is open goes first.
  return write({ ...copy.state, tabs, closed }) || write({ ...copy.state, tabs, closed: [] });
}

function toStored({ validationResult: _, selectedText: __, ...tab }: EditorTab) {
  return tab;
}

function tryToWrite(storage: KeyedStorage, key: string, value: object): boolean {
  try {
    storage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    // Full or forbidden storage: the server's copy remains.
    return false;
  }
}

export function readLocalCopy(storage: KeyedStorage, key: string, defaults: TabDefaults): LocalCopy {
  try {
    const value: unknown = JSON.parse(storage.getItem(key) ?? 'null');
    return isCopy(value) ? completeCopy(value, defaults) : { state: emptyEditor, unsyncedIds: [] };
  } catch {
    return { state: emptyEditor, unsyncedIds: [] };
  }
}

interface StoredCopy {
  readonly state: {
    readonly tabs: readonly unknown[];
    readonly history?: unknown;
    readonly panels?: unknown;
    readonly closed?: unknown;
  };
  readonly unsyncedIds?: unknown;
}

function isCopy(value: unknown): value is StoredCopy {
  // Looked at field by field.
  const state = (value as { state?: { tabs?: unknown } } | null)?.state;
  return Array.isArray(state?.tabs);
}

/** Fields that an older version did not know get their defaults. */
function completeCopy({ state, unsyncedIds }: StoredCopy, defaults: TabDefaults): LocalCopy {
  const complete = (tab: StoredTab) =>
    createTab({ ...tab, maxRow: defaults.maxRow, selectedText: '', validationResult: null }, defaults);
  const tabs = state.tabs.filter(isStoredTab).map(complete);
  const closed = asList(state.closed)
    .filter(isStoredClosed)
    .map(({ tab, panels, index }) => ({
      tab: complete(tab),
      panels: toPanels(panels),
      index: typeof index === 'number' ? index : tabs.length,
    }));
  return {
    state: {
      tabs,
      history: asList(state.history).map(String),
      panels: toPanels(state.panels),
      closed: bounded(closed),
    },
    unsyncedIds: asList(unsyncedIds).map(String),
  };
}

type StoredTab = Partial<EditorTab> & Pick<EditorTab, 'id' | 'name'>;

function isStoredTab(tab: unknown): tab is StoredTab {
  return hasTexts(tab, ['id', 'name', 'sql']);
}

interface StoredClosed {
  readonly tab: StoredTab;
  readonly panels?: unknown;
  readonly index?: unknown;
}

function isStoredClosed(value: unknown): value is StoredClosed {
  // Looked at field by field.
  return isStoredTab((value as { tab?: unknown } | null)?.tab);
}

function toPanels(value: unknown): readonly TablePanel[] {
  return asList(value).filter((panel): panel is TablePanel => hasTexts(panel, ['id', 'queryEditorId', 'name']));
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function hasTexts(value: unknown, fields: readonly string[]): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    // Each is checked to be a text.
    fields.every((field) => typeof (value as Record<string, unknown>)[field] === 'string')
  );
}
