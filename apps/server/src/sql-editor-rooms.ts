import type { QueryState } from '@powerset/contract';
import type { ResultStore } from './engines/index.ts';
import { listTabLabels, loadActiveTab, registerEditorTabs } from './features/editor-tabs/index.ts';
import { keepSharedText, registerKeyValues } from './features/key-values/index.ts';
import { registerQueryRuns } from './features/query-runs/index.ts';
import { createSavedQuery, getSavedQuery, registerSavedQueries } from './features/saved-queries/index.ts';
import { registerSchedules, type ScheduleParts, type Schedules } from './features/schedules/index.ts';
import { createEditorResults, registerSqlEditor, type SqlEditor } from './features/sql-editor/index.ts';
import type { Router } from './http/index.ts';
import { createKeyValues } from './key-values/index.ts';
import { createRunRegistry, findActiveRuns } from './query-runs/index.ts';
import type { Services } from './services.ts';

export interface SqlEditorRooms {
  /** Runs that the last process left behind are marked as failed. */
  settle(): Promise<void>;
  /** Stops what runs for a user. */
  endRunsOf(userId: number): Promise<void>;
  /** Stops every run. */
  close(): Promise<void>;
  readonly schedules: Schedules;
}

/** Puts the rooms of the SQL editor together: they share the registry of runs and know nothing of each other. */
export function registerSqlEditorRooms(router: Router, services: Services, results: ResultStore): SqlEditorRooms {
  const registry = createRunRegistry();
  const values = createKeyValues(services);
  registerQueryRuns(router, services, { registry });
  registerSavedQueries(router, services);
  registerEditorTabs(router, services, { registry });
  registerKeyValues(router, services);
  const editor = registerSqlEditor(router, services, {
    registry,
    results: createEditorResults({
      store: results,
      maxMb: services.config.resultsMb,
      defusesFormulas: services.config.defusesFormulas,
      now: services.now,
    }),
    tabs: { loadActiveTab, listTabLabels },
    keepText: (text, user) => keepSharedText(values, text, user.id),
  });
  const endRunsOf = async (userId: number) => {
    const runs = await findActiveRuns(services.store, userId);
    await Promise.all(runs.map(({ client_id: clientId }) => registry.stop(clientId)));
  };
  const schedules = registerSchedules(router, services, {
    queries: {
      create: (user, body) => createSavedQuery(services, user, body),
      get: (user, id) => getSavedQuery(services.store, user, id),
    },
    runScript: toScriptRunner(editor),
  });
  const settle = async () => {
    await editor.settle();
    await schedules.settle();
  };
  const close = async () => {
    await schedules.close();
    await registry.close();
  };
  return { settle, endRunsOf, close, schedules };
}

/** A script that nobody watches is asked for as the editor asks; nobody is there to confirm what destroys. */
function toScriptRunner(editor: SqlEditor): ScheduleParts['runScript'] {
  return async ({ user, clientId, query, signal }) => {
    const { ended } = await editor.execute({
      user,
      signal,
      body: {
        client_id: clientId,
        database_id: query.db_id,
        schema: query.schema,
        sql: query.sql,
        templateParams: query.template_parameters,
        tab: query.label.slice(0, 256),
        refuse_destructive: true,
      },
    });
    const { run, error } = await ended;
    // Only the run itself writes its state.
    return { state: run.status as QueryState, rows: run.rows, error: error?.message ?? null };
  };
}
