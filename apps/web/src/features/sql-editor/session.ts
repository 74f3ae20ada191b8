import { toastStore } from '@powerset/ui';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { errorText } from '../../api/index.ts';
import type { PreviewedTable } from './panels.ts';
import { createTabResults, type TabResults } from './results/tab-results.ts';
import { type Confirmation, createConfirmation } from './runs/confirmation.ts';
import type { PastRun, RunOptions } from './runs/execute-body.ts';
import { createRunActions } from './runs/run-actions.ts';
import { createRunCalls } from './runs/run-calls.ts';
import { moveRuns, type RunsState } from './runs/run-store.ts';
import type { EditorInfo, Inside, SessionParts } from './session-inside.ts';
import { runningActions, runTab } from './session-runs.ts';
import { loadUnloaded, tabActions } from './session-tabs.ts';
import { createTabsBackend } from './tabs/backend.ts';
import { type BackendSync, startBackendSync } from './tabs/backend-sync.ts';
import { activeTab, type EditorState, emptyEditor, restoreEditor } from './tabs/editor-state.ts';
import { localCopyKey, readLocalCopy, writeLocalCopy } from './tabs/local-copy.ts';
import { fromWireTab, type TabDefaults, toUnloadedTab } from './tabs/new-tab.ts';
import type { EditorTab } from './tabs/tab.ts';

/** The editor behind the screen: tabs, runs and their keeping. Components read its stores and call its actions. */
export interface EditorSession extends TabResults {
  readonly editor: StoreApi<EditorState>;
  readonly runs: StoreApi<RunsState>;
  readonly info: StoreApi<EditorInfo>;
  readonly defaults: TabDefaults;
  load(): Promise<void>;
  addTab(part?: Partial<EditorTab>): EditorTab;
  activate(id: string): void;
  /** Closes tabs; what was in them can be opened again. */
  close(...ids: readonly string[]): Promise<void>;
  /** Opens a closed tab again, of several the one that was closed last. */
  reopen(id?: string): void;
  clone(id: string): void;
  /** By its id, or the one that it had before the server knew it: what took long may not have heard of the other. */
  change(id: string, change: Partial<EditorTab>): void;
  idNow(id: string): string;
  run(id: string, options?: RunOptions): Promise<void>;
  stop(id: string): Promise<void>;
  /** Opens a run of the history as a tab, or shows the tab that it is open in, with its results while they are kept. */
  openRun(run: PastRun): void;
  removeQuery(tabId: string, clientId: string): Promise<void>;
  /** Takes a run's rows off the screen; the run stays in the history. */
  clearResults(clientId: string): void;
  showResults(clientId: string): void;
  preview(tabId: string, table: PreviewedTable): Promise<void>;
  openPanel(tabId: string, id: string | null): Promise<void>;
  closePanel(id: string): Promise<void>;
  /** What is asked before a run starts that destroys something. */
  readonly confirmation: Confirmation['store'];
  /** Ids of the tabs whose last changes the server does not know yet. */
  readonly unsynced: StoreApi<{ readonly ids: readonly string[] }>;
  /** Writes everything down at once, before the page goes. */
  keep(): void;
  dispose(): void;
}

const localCopyDelayMs = 300;

export function createEditorSession(parts: SessionParts): EditorSession {
  const editor = createStore<EditorState>(() => emptyEditor);
  const runs = createStore<RunsState>(() => ({ runs: {} }));
  const info = createStore<EditorInfo>(() => ({ databases: [], isReady: false, failure: null }));
  const backend = createTabsBackend(parts.api);
  const calls = createRunCalls(parts.api);
  const confirmation = createConfirmation();
  const kept = createTabResults(parts.storage, parts.userId);
  const { now, search } = parts;
  const actions = createRunActions({ runs, calls, now, search, confirm: confirmation.ask });
  const key = localCopyKey(parts.userId);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    clearTimeout(timer);
    if (!info.getState().isReady) return;
    writeLocalCopy(parts.storage, key, { state: editor.getState(), unsyncedIds: sync?.unsyncedIds() ?? [] });
  };
  const writeSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(write, localCopyDelayMs);
  };
  const unsynced = createStore<{ readonly ids: readonly string[] }>(() => ({ ids: [] }));
  const onChange = () => {
    unsynced.setState({ ids: sync?.unsyncedIds() ?? [] });
    writeSoon();
  };
  const renumbered = new Map<string, string>();
  const idNow = (id: string) => renumbered.get(id) ?? id;
  const sync: BackendSync | null = parts.defaults.isPersisted
    ? startBackendSync({
        store: editor,
        backend,
        onChange,
        onRenumber: (localId, id) => {
          renumbered.set(localId, id);
          runs.setState((state) => moveRuns(state, localId, id));
          kept.moveTab(localId, id);
        },
      })
    : null;
  let unsubscribe = () => {};
  const closedToasts = new Set<string>();
  const own = { kept, parts, editor, runs, info, idNow };
  const inside: Inside = { ...own, backend, calls, actions, sync, writeSoon, closedToasts };
  return {
    editor,
    runs,
    pinned: kept.pinned,
    charts: kept.charts,
    info,
    defaults: parts.defaults,
    load: async () => {
      unsubscribe();
      await loadSession(inside, key);
      unsubscribe = editor.subscribe(writeSoon);
    },
    idNow,
    ...tabActions(inside),
    ...runningActions(inside),
    unsynced,
    confirmation: confirmation.store,
    keep: () => {
      write();
      void sync?.flush();
    },
    dispose: () => {
      write();
      void sync?.flush();
      sync?.dispose();
      unsubscribe();
      actions.dispose();
      for (const id of closedToasts) toastStore.getState().remove(id);
    },
  };
}

async function loadSession(inside: Inside, key: string): Promise<void> {
  const { parts, editor, info, backend, actions, sync } = inside;
  const { defaults, storage } = parts;
  const local = readLocalCopy(storage, key, defaults);
  try {
    const bootstrap = await backend.loadBootstrap();
    const active = bootstrap.active_tab ? fromWireTab(bootstrap.active_tab, defaults) : null;
    const kept = bootstrap.tab_state_ids.map((entry) =>
      String(entry.id) === active?.id ? active : toUnloadedTab(entry, defaults),
    );
    const isPersisted = sync !== null;
    const state = isPersisted
      ? restoreEditor({
          kept,
          activeId: active?.id ?? null,
          local: local.state,
          unsyncedIds: new Set(local.unsyncedIds),
        })
      : local.state;
    editor.setState(state, true);
    info.setState({ databases: Object.values(bootstrap.databases), isReady: true, failure: null });
    const latest = bootstrap.active_tab?.latest_query;
    actions.resume([...Object.values(bootstrap.queries), ...(latest ? [latest] : [])]);
    sync?.start(state.tabs.filter((tab) => tab.inLocalStorage).map((tab) => tab.id));
    const unsynced = new Set(local.unsyncedIds);
    sync?.markTold(kept.filter((tab) => tab.loaded || unsynced.has(tab.id)));
    const shown = activeTab(state);
    if (shown?.loaded && shown.autorun) void runTab(inside, shown.id);
    await loadUnloaded(inside, shown?.id);
  } catch (error) {
    // Without the server the texts of this browser are still there.
    editor.setState(local.state, true);
    info.setState({ isReady: false, failure: errorText(error) });
  }
}
