import type { WireEditorDatabase, WireQueryRun } from '@powerset/contract';
import { toastStore, toasts } from '@powerset/ui';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Client, errorText } from '../../api/index.ts';
import { editorMessages, failingActions } from './messages.ts';
import { type PreviewedTable, panelActions } from './panels.ts';
import { createTabResults, type KeptTabResults, type TabResults } from './results/tab-results.ts';
import { type Confirmation, createConfirmation } from './runs/confirmation.ts';
import { type PastRun, type RunOptions, toExecuteBody } from './runs/execute-body.ts';
import { createRunActions, type RunActions } from './runs/run-actions.ts';
import { createRunCalls, type RunCalls } from './runs/run-calls.ts';
import { clearResults, forgetRun, isActive, moveRuns, type RunsState, showResults } from './runs/run-store.ts';
import { createTabsBackend, type TabsBackend } from './tabs/backend.ts';
import { type BackendSync, isMissing, startBackendSync } from './tabs/backend-sync.ts';
import { closeTab, findClosed, reopenTab } from './tabs/closed-tabs.ts';
import {
  activateTab,
  activeTab,
  addTab,
  changeTab,
  cloneTab,
  type EditorState,
  emptyEditor,
  findTab,
  newTabName,
  removeTab,
  restoreEditor,
  showEarlierRun,
} from './tabs/editor-state.ts';
import { type KeyedStorage, localCopyKey, readLocalCopy, writeLocalCopy } from './tabs/local-copy.ts';
import { chooseDatabase, createTab, fromWireTab, type TabDefaults, toUnloadedTab } from './tabs/new-tab.ts';
import type { EditorTab } from './tabs/tab.ts';

export interface SessionParts {
  readonly api: Client;
  readonly storage: KeyedStorage;
  readonly userId: number;
  readonly defaults: TabDefaults;
  readonly now: () => number;
  readonly newId: () => string;
  /** The page's query string. */
  readonly search: () => string;
}

export interface EditorInfo {
  readonly databases: readonly WireEditorDatabase[];
  readonly isReady: boolean;
  /** Why the editor could not be started. */
  readonly failure: string | null;
}

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

interface Inside {
  readonly parts: SessionParts;
  readonly editor: StoreApi<EditorState>;
  readonly runs: StoreApi<RunsState>;
  readonly info: StoreApi<EditorInfo>;
  readonly backend: TabsBackend;
  readonly calls: RunCalls;
  readonly actions: RunActions;
  readonly sync: BackendSync | null;
  readonly writeSoon: () => void;
  /** Messages that offer what only this session can do. */
  readonly closedToasts: Set<string>;
  readonly kept: KeptTabResults;
  readonly idNow: (id: string) => string;
}

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

/** Reads a tab's content when it is shown for the first time; one that is gone is closed. */
async function loadUnloaded(
  inside: Inside,
  id: string | undefined,
  { isClosing = false }: { readonly isClosing?: boolean } = {},
): Promise<void> {
  const { editor, backend, sync, parts, actions } = inside;
  const tab = id === undefined ? undefined : findTab(editor.getState(), id);
  if (!tab || tab.loaded) return;
  try {
    const state = await backend.loadTab(tab.id);
    const { savedSql, savedAt, openedFrom } = tab;
    const loaded = { ...fromWireTab(state, parts.defaults), savedSql, savedAt, openedFrom };
    editor.setState((now) => changeTab(now, tab.id, loaded));
    sync?.markTold([loaded]);
    if (state.latest_query) actions.resume([state.latest_query]);
    if (loaded.autorun && !isClosing) await runTab(inside, tab.id);
  } catch (error) {
    if (isMissing(error)) editor.setState((now) => removeTab(now, tab.id));
    else toasts.danger(failingActions.fetchTab(), { isUnique: true });
  }
}

function tabActions(inside: Inside) {
  const { parts, editor, info, sync, idNow } = inside;
  const activate = (id: string) => {
    editor.setState((state) => activateTab(state, id));
    void sync?.activate(id);
    void loadUnloaded(inside, id);
  };
  return {
    addTab: (part: Partial<EditorTab> = {}) => {
      const state = editor.getState();
      const current = activeTab(state);
      const ids = info.getState().databases.map((database) => database.id);
      const dbId = part.dbId ?? chooseDatabase({ current: current?.dbId, preferred: null, ids });
      const schema = dbId === current?.dbId ? (current?.schema ?? null) : null;
      const tab = createTab({ name: newTabName(state), schema, ...part, id: parts.newId(), dbId }, parts.defaults);
      editor.setState(addTab(state, tab));
      return tab;
    },
    activate,
    openRun: (run: PastRun) => openPastRun(inside, run, activate),
    ...closingActions(inside, activate),
    clone: (id: string) =>
      editor.setState((state) => cloneTab(state, id, { toName: editorMessages.copyOf, newId: parts.newId() })),
    change: (id: string, change: Partial<EditorTab>) => editor.setState((state) => changeTab(state, idNow(id), change)),
  };
}

function closingActions(inside: Inside, activate: (id: string) => void) {
  const { editor, sync } = inside;
  const reopen = (id?: string) => reopenClosed(inside, id);
  return {
    close: async (...ids: readonly string[]) => {
      const unread = ids.filter((id) => findTab(editor.getState(), id)?.loaded === false);
      // What was never read would be gone with it.
      if (unread.length > 0) await Promise.all(unread.map((id) => loadUnloaded(inside, id, { isClosing: true })));
      const closing = ids.filter((id) => findTab(editor.getState(), id)?.loaded);
      for (const id of closing) {
        editor.setState((state) => closeTab(state, id));
        void sync?.remove(id);
      }
      const next = activeTab(editor.getState());
      if (next) activate(next.id);
      offerReopening(inside, closing, reopen);
    },
    reopen,
  };
}

const closedToastMs = 10_000;

function offerReopening({ editor, closedToasts }: Inside, ids: readonly string[], reopen: (id: string) => void): void {
  const closed = editor.getState().closed.filter(({ tab }) => ids.includes(tab.id));
  const [first] = closed;
  if (!first) return;
  const text =
    closed.length === 1 ? editorMessages.closed(first.tab.name) : editorMessages.closedSeveral(closed.length);
  const onSelect = () => {
    for (const { tab } of [...closed].reverse()) reopen(tab.id);
  };
  const action = { label: editorMessages.reopen(), onSelect };
  closedToasts.add(toasts.success(text, { durationMs: closedToastMs, action }));
}

function reopenClosed({ parts, editor, runs, calls, actions, kept }: Inside, id?: string): void {
  const closed = findClosed(editor.getState(), id);
  if (!closed) return;
  const newId = parts.newId();
  editor.setState((state) => reopenTab(state, closed, newId));
  runs.setState((state) => moveRuns(state, closed.tab.id, newId));
  kept.moveTab(closed.tab.id, newId);
  const { latestQueryId } = closed.tab;
  if (latestQueryId !== null) resumeRun({ runs, calls, actions }, latestQueryId);
}

/** Its results are still the server's, unless they are gone there too. */
function resumeRun(
  { runs, calls, actions }: Pick<Inside, 'runs' | 'calls' | 'actions'>,
  clientId: string,
  sinceMs = 0,
): void {
  if (runs.getState().runs[clientId]) return;
  const resume = (query: WireQueryRun | undefined) => query && actions.resume([query]);
  void calls.getByClientId(clientId, sinceMs).then(resume, () => undefined);
}

function openPastRun(
  { editor, parts, runs, calls, actions }: Inside,
  run: PastRun,
  activate: (id: string) => void,
): void {
  const from = `run ${run.clientId}`;
  const open = editor.getState().tabs.find(({ openedFrom }) => openedFrom === from);
  if (open) {
    activate(open.id);
    return;
  }
  const { clientId, sql, schema, dbId, name, hasResults } = run;
  const tab = createTab(
    {
      id: parts.newId(),
      name: name || newTabName(editor.getState()),
      ...{ sql, schema, dbId, openedFrom: from, latestQueryId: hasResults ? clientId : null },
    },
    parts.defaults,
  );
  editor.setState((state) => addTab(state, tab));
  if (hasResults) resumeRun({ runs, calls, actions }, clientId, run.changedMs);
}

async function runTab(inside: Inside, asked: string, options: RunOptions = {}): Promise<void> {
  const id = inside.idNow(asked);
  const { parts, editor, actions, info } = inside;
  const tab = findTab(editor.getState(), id);
  const database = info.getState().databases.find((candidate) => candidate.id === tab?.dbId);
  if (!tab || !database) return;
  const clientId = parts.newId();
  const pinned = inside.kept.pinned.store.getState().results;
  const body = toExecuteBody(tab, { clientId, isAsync: database.allow_run_async, options, pinned });
  const show = () => editor.setState((state) => changeTab(state, id, { latestQueryId: clientId }));
  // The server knows nothing of the run while it is asked for: the tab must not name it.
  const hide = () => editor.setState((state) => showEarlierRun(state, clientId, tab.latestQueryId));
  show();
  const origin = options.origin ? { origin: options.origin } : {};
  const onQuestion = (isAsking: boolean) => (isAsking ? hide() : show());
  await actions.start({ body, databaseName: database.database_name, onQuestion, ...origin });
}

function runningActions(inside: Inside) {
  const { parts, editor, runs, info, backend, actions, sync } = inside;
  const databaseOf = (id: number | null) => info.getState().databases.find((database) => database.id === id);
  return {
    run: (id: string, options: RunOptions = {}) => runTab(inside, id, options),
    stop: async (id: string) => {
      const clientId = findTab(editor.getState(), id)?.latestQueryId;
      const run = clientId ? runs.getState().runs[clientId] : undefined;
      if (run && isActive(run.query)) await actions.stop(run.query.id);
    },
    removeQuery: async (tabId: string, clientId: string) => {
      try {
        if (sync) await backend.deleteQuery(tabId, clientId);
        runs.setState((state) => forgetRun(state, clientId));
      } catch {
        toasts.danger(failingActions.removeQuery());
      }
    },
    clearResults: (clientId: string) => runs.setState((state) => clearResults(state, clientId)),
    showResults: (clientId: string) => runs.setState((state) => showResults(state, clientId)),
    ...panelActions({
      editor,
      backend,
      actions,
      newId: parts.newId,
      findDatabase: databaseOf,
      isPersisted: sync !== null,
    }),
  };
}
