import type { QueryState } from '@powerset/contract';
import type { User } from './access/index.ts';
import type { Answers } from './answers/index.ts';
import { type ResultStore, writeResultTable } from './engines/index.ts';
import { ensureEmbeddedDatabase } from './features/databases/index.ts';
import type { DatasetMaker } from './features/datasets/index.ts';
import { listTabLabels, loadActiveTab, registerEditorTabs } from './features/editor-tabs/index.ts';
import { keepSharedText, registerKeyValues } from './features/key-values/index.ts';
import { registerQueryRuns } from './features/query-runs/index.ts';
import { createSavedQuery, getSavedQuery, registerSavedQueries } from './features/saved-queries/index.ts';
import { outputSchema, registerSchedules, type ScheduleParts, type Schedules } from './features/schedules/index.ts';
import { createEditorResults, registerSqlEditor, type SqlEditor } from './features/sql-editor/index.ts';
import type { Router } from './http/index.ts';
import { createKeyValues } from './key-values/index.ts';
import type { Pictures } from './pictures/index.ts';
import { createRunRegistry, endUnwantedRuns, findActiveRuns } from './query-runs/index.ts';
import type { Services } from './services.ts';

export interface SqlEditorRooms {
  /** Runs that a process left behind are begun anew, or have failed; null stands for one that was alone or has left them, nothing for whichever. */
  settle(process?: string | null): Promise<void>;
  /** Stops what runs for a user. */
  endRunsOf(userId: number): Promise<void>;
  /** Stops what runs in a process, this one, for people who were shut out by another, or was taken or ended by another. */
  endUnwanted(process: string): Promise<void>;
  /** Stops every run. */
  close(): Promise<void>;
  readonly schedules: Schedules;
}

export interface SqlEditorRoomsOptions {
  readonly results: ResultStore;
  readonly answers: Pick<Answers, 'run' | 'answer'>;
  readonly pictures: Pictures;
  readonly datasets: Pick<DatasetMaker, 'getOrMake'> & {
    /** Reads the columns again; refused to who may not edit the dataset. */
    readonly refresh: (user: User, id: number) => Promise<void>;
  };
}

/** Puts the rooms of the SQL editor together: they share the registry of runs and know nothing of each other. */
export function registerSqlEditorRooms(
  router: Router,
  services: Services,
  { results, answers, pictures, datasets }: SqlEditorRoomsOptions,
): SqlEditorRooms {
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
      warn: (error) => services.log.warn({ err: error }, 'old results could not be removed'),
    }),
    answers,
    pictures,
    tabs: { loadActiveTab, listTabLabels },
    keepText: (text, user) => keepSharedText(values, text, user.id),
  });
  const endRunsOf = async (userId: number) => {
    const runs = await findActiveRuns(services.store, userId);
    await Promise.all(runs.map(({ client_id: clientId }) => registry.stop(clientId)));
  };
  const endUnwanted = (process: string) => endUnwantedRuns(services, registry, process);
  const schedules = registerSchedules(router, services, {
    queries: {
      create: (user, body) => createSavedQuery(services, user, body),
      get: (user, id) => getSavedQuery(services.store, user, id),
    },
    output: {
      databaseId: () => ensureEmbeddedDatabase(services),
      writeTable: (engine, request) => writeResultTable(engine, results, request),
      getOrMakeDataset: async (user, tableName) => {
        const databaseId = await ensureEmbeddedDatabase(services);
        const { row } = await datasets.getOrMake(user, { databaseId, schema: outputSchema, tableName });
        return row.id;
      },
      refreshDataset: (user, id) => datasets.refresh(user, id),
    },
    runScript: toScriptRunner(editor),
  });
  const settle = async (process?: string | null) => {
    await editor.settle(process);
    await schedules.settle(process);
  };
  const close = async () => {
    await schedules.close();
    await registry.close();
  };
  return { settle, endRunsOf, endUnwanted, close, schedules };
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
        catalog: query.catalog,
        schema: query.schema,
        sql: query.sql,
        templateParams: query.template_parameters,
        tab: query.label.slice(0, 256),
        refuse_destructive: true,
      },
    });
    const { run, error } = await ended;
    // Only the run itself writes its state.
    const isCut = run.limiting_factor !== null && run.limiting_factor !== 'NOT_LIMITED';
    return {
      state: run.status as QueryState,
      rows: run.rows,
      error: error?.message ?? null,
      resultsKey: run.results_key,
      isCut,
    };
  };
}
