import type { ResultStore } from './engines/index.ts';
import { keepSharedText, registerKv } from './features/kv/index.ts';
import { registerQueries } from './features/queries/index.ts';
import { registerSavedQueries } from './features/saved-queries/index.ts';
import { createEditorResults, registerSqlLab } from './features/sqllab/index.ts';
import { listTabLabels, loadActiveTab, registerTabStates } from './features/tab-states/index.ts';
import type { Router } from './http/index.ts';
import { createKeyValues } from './key-values/index.ts';
import { createRunRegistry, findActiveRuns } from './query-runs/index.ts';
import type { Services } from './services.ts';

export interface SqlEditor {
  /** Runs that the last process left behind are marked as failed. */
  settle(): Promise<void>;
  /** Stops what runs for a user. */
  endRunsOf(userId: number): Promise<void>;
  /** Stops every run. */
  close(): Promise<void>;
}

/** Puts the rooms of the SQL editor together: they share the registry of runs and know nothing of each other. */
export function registerSqlEditor(router: Router, services: Services, results: ResultStore): SqlEditor {
  const registry = createRunRegistry();
  const values = createKeyValues(services);
  registerQueries(router, services, { registry });
  registerSavedQueries(router, services);
  registerTabStates(router, services, { registry });
  registerKv(router, services);
  const { settle } = registerSqlLab(router, services, {
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
