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
  const tabs = copy.state.tabs
    .filter((tab) => tab.loaded)
    .map(({ validationResult: _, selectedText: __, ...tab }) => tab);
  try {
    storage.setItem(key, JSON.stringify({ version: 1, ...copy, state: { ...copy.state, tabs } }));
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
  readonly state: { readonly tabs: readonly unknown[]; readonly history?: unknown; readonly panels?: unknown };
  readonly unsyncedIds?: unknown;
}

function isCopy(value: unknown): value is StoredCopy {
  // Looked at field by field.
  const state = (value as { state?: { tabs?: unknown } } | null)?.state;
  return Array.isArray(state?.tabs);
}

/** Fields that an older version did not know get their defaults. */
function completeCopy({ state, unsyncedIds }: StoredCopy, defaults: TabDefaults): LocalCopy {
  const tabs = state.tabs
    .filter((tab): tab is Partial<EditorTab> & Pick<EditorTab, 'id' | 'name'> => hasTexts(tab, ['id', 'name', 'sql']))
    .map((tab) => createTab({ ...tab, maxRow: defaults.maxRow, selectedText: '', validationResult: null }, defaults));
  const panels = asList(state.panels).filter((panel): panel is TablePanel =>
    hasTexts(panel, ['id', 'queryEditorId', 'name']),
  );
  return {
    state: { tabs, history: asList(state.history).map(String), panels },
    unsyncedIds: asList(unsyncedIds).map(String),
  };
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
