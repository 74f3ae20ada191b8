import type { WireQueryRun } from '@powerset/contract';
import { toasts } from '@powerset/ui';
import { failingActions } from './messages.ts';
import { panelActions } from './panels.ts';
import { type RunOptions, toExecuteBody } from './runs/execute-body.ts';
import { clearResults, forgetRun, isActive, showResults } from './runs/run-store.ts';
import type { Inside } from './session-inside.ts';
import { changeTab, findTab, showEarlierRun } from './tabs/editor-state.ts';

export async function runTab(inside: Inside, asked: string, options: RunOptions = {}): Promise<void> {
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

export function runningActions(inside: Inside) {
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

/** Its results are still the server's, unless they are gone there too. */
export function resumeRun(
  { runs, calls, actions }: Pick<Inside, 'runs' | 'calls' | 'actions'>,
  clientId: string,
  sinceMs = 0,
): void {
  if (runs.getState().runs[clientId]) return;
  const resume = (query: WireQueryRun | undefined) => query && actions.resume([query]);
  void calls.getByClientId(clientId, sinceMs).then(resume, () => undefined);
}
