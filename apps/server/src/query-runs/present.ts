import type { LimitingFactor, QueryState, WireQueryRun } from '@powerset/contract';
import type { RunProgress } from '../engines/index.ts';
import { loadUsers, toFullName } from '../lists/index.ts';
import type { Store } from '../metadata/index.ts';
import { parseExtra } from './extra.ts';
import type { RunRegistry } from './registry.ts';
import type { QueryRun } from './store.ts';

interface Names {
  readonly database: string | null;
  readonly user: string;
  /** Of a run at work. */
  readonly progress?: RunProgress | undefined;
}

export function toWireQueryRun(run: QueryRun, names: Names): WireQueryRun {
  const progress = names.progress === undefined ? run.progress : Math.max(run.progress, names.progress.fraction * 100);
  return {
    changed_on: run.changed_on,
    dbId: run.database_id,
    db: names.database,
    startDttm: run.start_time,
    endDttm: run.end_time,
    errorMessage: run.error_message,
    executedSql: run.executed_sql,
    id: run.client_id,
    queryId: run.id,
    serverId: run.id,
    limit: run.limit,
    // Both columns are only written by the run itself.
    limitingFactor: (run.limiting_factor ?? 'UNKNOWN') as LimitingFactor,
    progress: Math.floor(progress),
    rows: run.rows,
    catalog: run.catalog,
    schema: run.schema,
    ctas: run.select_as_cta === 1,
    sql: run.sql,
    sqlEditorId: run.sql_editor_id,
    state: run.status as QueryState,
    tab: run.tab_name,
    tempSchema: run.tmp_schema_name,
    tempTable: run.tmp_table_name,
    userId: run.user_id,
    user: names.user,
    resultsKey: run.results_key,
    trackingUrl: run.tracking_url,
    isDataPreview: run.is_data_preview === 1,
    extra: { ...parseExtra(run.extra_json), ...(names.progress ? { rows_read: names.progress.rowsRead } : {}) },
  };
}

/** Runs with the names of their databases and users. */
export async function toWireQueries(
  store: Store,
  runs: readonly QueryRun[],
  registry?: RunRegistry,
): Promise<readonly WireQueryRun[]> {
  if (runs.length === 0) return [];
  const users = await loadUsers(
    store,
    runs.map((run) => run.user_id),
  );
  const databases = await store
    .selectFrom('databases')
    .select(['id', 'database_name'])
    .where('id', 'in', [...new Set(runs.map((run) => run.database_id))])
    .execute();
  const databaseNames = new Map(databases.map((database) => [database.id, database.database_name]));
  return runs.map((run) =>
    toWireQueryRun(run, {
      database: databaseNames.get(run.database_id) ?? null,
      user: toFullName(users.get(run.user_id)),
      progress: registry?.progressOf(run.client_id),
    }),
  );
}
