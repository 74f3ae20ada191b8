import type { ResultStore } from './engines/index.ts';
import { listTabLabels, loadActiveTab, registerEditorTabs } from './features/editor-tabs/index.ts';
import { keepSharedText, registerKeyValues } from './features/key-values/index.ts';
import { registerQueryRuns } from './features/query-runs/index.ts';
import { registerSavedQueries } from './features/saved-queries/index.ts';
import { createEditorResults, registerSqlEditor } from './features/sql-editor/index.ts';
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
}

/** Puts the rooms of the SQL editor together: they share the registry of runs and know nothing of each other. */
export function registerSqlEditorRooms(router: Router, services: Services, results: ResultStore): SqlEditorRooms {
  const registry = createRunRegistry();
  const values = createKeyValues(services);
  registerQueryRuns(router, services, { registry });
  registerSavedQueries(router, services);
  registerEditorTabs(router, services, { registry });
  registerKeyValues(router, services);
  const { settle } = registerSqlEditor(router, services, {
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
  return { settle, endRunsOf, close: () => registry.close() };
}
