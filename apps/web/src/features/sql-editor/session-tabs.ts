import { toasts } from '@powerset/ui';
import { editorMessages, failingActions } from './messages.ts';
import type { PastRun } from './runs/execute-body.ts';
import { moveRuns } from './runs/run-store.ts';
import type { Inside } from './session-inside.ts';
import { resumeRun, runTab } from './session-runs.ts';
import { isMissing } from './tabs/backend-sync.ts';
import { closeTab, findClosed, reopenTab } from './tabs/closed-tabs.ts';
import {
  activateTab,
  activeTab,
  addTab,
  changeTab,
  cloneTab,
  findTab,
  newTabName,
  removeTab,
} from './tabs/editor-state.ts';
import { chooseDatabase, createTab, fromWireTab } from './tabs/new-tab.ts';
import type { EditorTab } from './tabs/tab.ts';

/** Reads a tab's content when it is shown for the first time; one that is gone is closed. */
export async function loadUnloaded(
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

export function tabActions(inside: Inside) {
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
      const usable = info.getState().databases.filter((database) => database.opening_problem === null);
      const ids = usable.map((database) => database.id);
      const dbId = part.dbId ?? chooseDatabase({ current: current?.dbId, preferred: parts.defaults.databaseId, ids });
      const { catalog = null, schema = null } = (dbId === current?.dbId && current) || {};
      const tab = createTab(
        { name: newTabName(state), catalog, schema, ...part, id: parts.newId(), dbId },
        parts.defaults,
      );
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
  const { clientId, sql, catalog, schema, dbId, name, hasResults } = run;
  const tab = createTab(
    {
      id: parts.newId(),
      name: name || newTabName(editor.getState()),
      ...{ sql, catalog, schema, dbId, openedFrom: from, latestQueryId: hasResults ? clientId : null },
    },
    parts.defaults,
  );
  editor.setState((state) => addTab(state, tab));
  if (hasResults) resumeRun({ runs, calls, actions }, clientId, run.changedMs);
}
