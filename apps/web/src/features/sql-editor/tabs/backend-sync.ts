import { toasts } from '@powerset/ui';
import type { StoreApi } from 'zustand/vanilla';
import { ApiError } from '../../../api/index.ts';
import { editorMessages, failingActions } from '../messages.ts';
import type { TabsBackend } from './backend.ts';
import { changePanel, changeTab, type EditorState, findTab, removeTab, renumberTab } from './editor-state.ts';
import type { EditorTab } from './tab.ts';
import { changedFields, delayOf } from './tab-fields.ts';

export interface BackendSync {
  /** Watches the tabs from now on; those of the ids come from an earlier visit. */
  start(earlierIds?: readonly string[]): void;
  /** Notes what the server already knows. */
  markTold(tabs: readonly EditorTab[]): void;
  /** Ids of tabs with changes that the server does not know yet; each change of them is told by `onChange`. */
  unsyncedIds(): readonly string[];
  activate(id: string): Promise<void>;
  remove(id: string): Promise<void>;
  /** Tells what waits right now. */
  flush(): Promise<void>;
  dispose(): void;
}

export interface SyncParts {
  readonly store: StoreApi<EditorState>;
  readonly backend: TabsBackend;
  /** The tabs, or what the server knows of them, are not as they were. */
  readonly onChange: () => void;
  /** The server gave a tab its id. */
  readonly onRenumber?: (localId: string, id: string) => void;
}

const retryMs = 30_000;

/** Keeps the server's memory of the tabs up to date; what fails is said, and tried again with the next change. */
export function startBackendSync(parts: SyncParts): BackendSync {
  return new TabSync(parts);
}

class TabSync implements BackendSync {
  /** What the server was last told of each tab. */
  private readonly told = new Map<string, EditorTab>();
  private readonly timers = new Map<string, ReturnType<typeof setTimeout>>();
  private readonly creating = new Map<string, Promise<void>>();
  /** How many updates of a tab are on their way. */
  private readonly sending = new Map<string, number>();
  private readonly earlier = new Set<string>();
  private unsubscribe = () => {};

  constructor(private readonly parts: SyncParts) {}

  start(earlierIds: readonly string[] = []): void {
    for (const id of earlierIds) this.earlier.add(id);
    this.unsubscribe();
    this.unsubscribe = this.parts.store.subscribe(() => this.review());
  }

  markTold(tabs: readonly EditorTab[]): void {
    for (const tab of tabs) this.told.set(tab.id, tab);
    this.review();
  }

  unsyncedIds(): readonly string[] {
    return [...new Set([...this.timers.keys(), ...this.creating.keys(), ...this.sending.keys()])];
  }

  private isSynced(id: string): boolean {
    return !this.timers.has(id) && !this.creating.has(id) && !this.sending.has(id);
  }

  async activate(id: string): Promise<void> {
    if (findTab(this.parts.store.getState(), id)?.inLocalStorage !== false) return;
    try {
      await this.parts.backend.activateTab(id);
    } catch (error) {
      if (isMissing(error)) this.change((state) => removeTab(state, id));
      else toasts.danger(failingActions.activateTab(), { isUnique: true });
    }
  }

  async remove(id: string): Promise<void> {
    this.forgetTimer(id);
    if (!this.told.delete(id)) return;
    await this.parts.backend.deleteTab(id).catch((error) => {
      if (!isMissing(error)) toasts.danger(failingActions.removeTab(), { isUnique: true });
    });
  }

  async flush(): Promise<void> {
    await Promise.all([...this.timers.keys()].map((id) => this.push(id)));
  }

  dispose(): void {
    this.unsubscribe();
    for (const id of [...this.timers.keys()]) this.forgetTimer(id);
  }

  private review(): void {
    for (const tab of this.parts.store.getState().tabs) {
      if (!tab.loaded) continue;
      if (tab.inLocalStorage) {
        if (this.isSynced(tab.id)) this.schedule(tab.id, 0);
        continue;
      }
      const known = this.told.get(tab.id);
      const fields = known ? changedFields(tab, known) : [];
      if (fields.length > 0) this.schedule(tab.id, delayOf(fields));
    }
  }

  private push(id: string): Promise<void> {
    this.forgetTimer(id);
    const tab = findTab(this.parts.store.getState(), id);
    if (!tab?.loaded) return Promise.resolve();
    if (!tab.inLocalStorage) return this.send(tab);
    const end = () => {
      this.creating.delete(id);
      this.parts.onChange();
    };
    const running = this.creating.get(id) ?? this.create(tab).finally(end);
    this.creating.set(id, running);
    return running;
  }

  private async create(tab: EditorTab): Promise<void> {
    const { backend, store } = this.parts;
    try {
      const id = await backend.createTab(tab);
      // Closed meanwhile: nothing would ever take it away.
      if (!findTab(store.getState(), tab.id)) return void (await backend.deleteTab(id).catch(() => undefined));
      this.told.set(id, { ...tab, id, latestQueryId: null, inLocalStorage: false });
      this.change((state) => renumberTab(state, tab.id, id));
      this.parts.onRenumber?.(tab.id, id);
      if (tab.latestQueryId) await backend.migrateQuery(id, tab.latestQueryId).catch(() => undefined);
      await migratePanels(store, backend, id);
    } catch {
      if (this.earlier.has(tab.id)) toasts.warning(editorMessages.migrationFailed('query editor'), { isUnique: true });
      else toasts.danger(failingActions.addTab(), { isUnique: true });
      // From now on it is one that waits to be migrated.
      this.earlier.add(tab.id);
      this.schedule(tab.id, retryMs);
    }
  }

  private async send(tab: EditorTab): Promise<void> {
    const { id } = tab;
    this.sending.set(id, (this.sending.get(id) ?? 0) + 1);
    await this.update(tab);
    const left = (this.sending.get(id) ?? 1) - 1;
    if (left > 0) this.sending.set(id, left);
    else this.sending.delete(id);
    this.parts.onChange();
  }

  private async update(tab: EditorTab): Promise<void> {
    const known = this.told.get(tab.id);
    const fields = known ? changedFields(tab, known) : [];
    if (fields.length === 0) return;
    const values = Object.fromEntries(fields.map((field) => [field.wireName, field.read(tab)]));
    try {
      await this.parts.backend.updateTab(tab.id, values);
      this.told.set(tab.id, tab);
    } catch (error) {
      if (isMissing(error)) return this.makeLocal(tab.id);
      for (const field of fields) toasts.danger(field.failure(), { isUnique: true });
      this.schedule(tab.id, retryMs);
    }
  }

  /** The server has lost the tab, its author has not: it is given to the server anew. */
  private makeLocal(id: string): void {
    this.told.delete(id);
    this.change((state) => changeTab(state, id, { inLocalStorage: true }));
  }

  private schedule(id: string, delayMs: number): void {
    this.forgetTimer(id);
    const timer = setTimeout(() => void this.push(id), delayMs);
    this.timers.set(id, timer);
    this.parts.onChange();
  }

  private forgetTimer(id: string): void {
    clearTimeout(this.timers.get(id));
    this.timers.delete(id);
  }

  private change(next: (state: EditorState) => EditorState): void {
    this.parts.store.setState((state) => next(state));
    this.parts.onChange();
  }
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
