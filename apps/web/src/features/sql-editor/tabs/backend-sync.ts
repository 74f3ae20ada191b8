import { toasts } from '@powerset/ui';
import type { StoreApi } from 'zustand/vanilla';
import { ApiError } from '../../../api/index.ts';
import { editorMessages, failingActions } from '../messages.ts';
import type { TabsBackend } from './backend.ts';
import { changePanel, type EditorState, findTab, removeTab, renumberTab } from './editor-state.ts';
import type { EditorTab } from './tab.ts';
import { changedFields, delayOf } from './tab-fields.ts';

export interface BackendSync {
  /** Watches the tabs from now on; those of the ids come from an earlier visit. */
  start(earlierIds?: readonly string[]): void;
  /** Notes what the server already knows. */
  markTold(tabs: readonly EditorTab[]): void;
  /** Ids of tabs with changes that the server does not know yet. */
  unsyncedIds(): readonly string[];
  /** Whether everything is kept. */
  isSynced(id: string): boolean;
  activate(id: string): Promise<void>;
  remove(id: string): Promise<void>;
  /** Tells what waits right now. */
  flush(): Promise<void>;
  dispose(): void;
}

export interface SyncParts {
  readonly store: StoreApi<EditorState>;
  readonly backend: TabsBackend;
  readonly onChange: () => void;
}

const retryMs = 30_000;

/** Keeps the server's memory of the tabs up to date; what fails is said, and tried again with the next change. */
export function startBackendSync({ store, backend, onChange }: SyncParts): BackendSync {
  const told = new Map<string, EditorTab>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const earlier = new Set<string>();
  const creating = new Map<string, Promise<void>>();

  const change = (id: string, next: (state: EditorState) => EditorState) => {
    store.setState((state) => next(state));
    onChange();
    return id;
  };

  const create = async (tab: EditorTab): Promise<void> => {
    try {
      const id = await backend.createTab(tab);
      told.set(id, { ...tab, id, latestQueryId: null, inLocalStorage: false });
      change(id, (state) => renumberTab(state, tab.id, id));
      if (tab.latestQueryId) await backend.migrateQuery(id, tab.latestQueryId).catch(() => undefined);
      await migratePanels(store, backend, id);
    } catch {
      if (earlier.has(tab.id)) toasts.warning(editorMessages.migrationFailed('query editor'), { isUnique: true });
      else toasts.danger(failingActions.addTab(), { isUnique: true });
      // From now on it is one that waits to be migrated.
      earlier.add(tab.id);
      schedule(tab.id, retryMs);
    }
  };

  const update = async (tab: EditorTab): Promise<void> => {
    const known = told.get(tab.id);
    if (!known) return;
    const fields = changedFields(tab, known);
    if (fields.length === 0) return;
    try {
      await backend.updateTab(tab.id, Object.fromEntries(fields.map((field) => [field.wireName, field.read(tab)])));
      told.set(tab.id, tab);
      onChange();
    } catch (error) {
      if (isMissing(error)) {
        change(tab.id, (state) => renumberTab(state, tab.id, tab.id));
        told.delete(tab.id);
        return;
      }
      for (const field of fields) toasts.danger(field.failure(), { isUnique: true });
      schedule(tab.id, retryMs);
    }
  };

  const push = (id: string): Promise<void> => {
    clearTimeout(timers.get(id));
    timers.delete(id);
    const tab = findTab(store.getState(), id);
    if (!tab?.loaded) return Promise.resolve();
    if (!tab.inLocalStorage) return update(tab);
    const running = creating.get(id) ?? create(tab).finally(() => creating.delete(id));
    creating.set(id, running);
    return running;
  };

  const schedule = (id: string, delayMs: number) => {
    clearTimeout(timers.get(id));
    timers.set(
      id,
      setTimeout(() => void push(id), delayMs),
    );
  };

  const review = () => {
    for (const tab of store.getState().tabs) {
      if (!tab.loaded) continue;
      const known = told.get(tab.id);
      if (tab.inLocalStorage && !creating.has(tab.id) && !timers.has(tab.id)) schedule(tab.id, 0);
      if (!known || tab.inLocalStorage) continue;
      const fields = changedFields(tab, known);
      if (fields.length > 0) schedule(tab.id, delayOf(fields));
    }
  };
  let unsubscribe = () => {};

  return {
    start: (earlierIds = []) => {
      for (const id of earlierIds) earlier.add(id);
      unsubscribe();
      unsubscribe = store.subscribe(review);
    },
    markTold: (tabs) => {
      for (const tab of tabs) told.set(tab.id, tab);
      review();
    },
    unsyncedIds: () => [...timers.keys()],
    isSynced: (id) => !timers.has(id) && !creating.has(id),
    activate: async (id) => {
      if (findTab(store.getState(), id)?.inLocalStorage !== false) return;
      try {
        await backend.activateTab(id);
      } catch (error) {
        if (isMissing(error)) change(id, (state) => removeTab(state, id));
        else toasts.danger(failingActions.activateTab(), { isUnique: true });
      }
    },
    remove: async (id) => {
      clearTimeout(timers.get(id));
      timers.delete(id);
      const wasKept = told.delete(id);
      if (!wasKept) return;
      await backend.deleteTab(id).catch((error) => {
        if (!isMissing(error)) toasts.danger(failingActions.removeTab(), { isUnique: true });
      });
    },
    flush: async () => {
      await Promise.all([...timers.keys()].map(push));
    },
    dispose: () => {
      unsubscribe();
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}

async function migratePanels(store: StoreApi<EditorState>, backend: TabsBackend, tabId: string): Promise<void> {
  const panels = store.getState().panels.filter((panel) => panel.queryEditorId === tabId && panel.inLocalStorage);
  for (const panel of panels) {
    try {
      const id = await backend.createPanel({ ...panel, queryEditorId: tabId });
      store.setState((state) => changePanel(state, panel.id, { id, inLocalStorage: false }));
    } catch {
      toasts.warning(editorMessages.migrationFailed('table schema'), { isUnique: true });
    }
  }
}

export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}
