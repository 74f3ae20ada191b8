import type { ScheduleRunState, ScheduleTrigger, WireCron, WireSchedule, WireScheduleRun } from '@powerset/contract';
import { parseCron } from '../../cron/index.ts';
import { loadUsers, toEpochSeconds, toTimeAgo, toWireUserSummary } from '../../lists/index.ts';
import type { Services } from '../../services.ts';
import type { Schedule, ScheduleRun } from './store.ts';

/** Runs with the numbers that they have in the history of queries. */
export async function toWireRuns(
  store: Services['store'],
  runs: readonly ScheduleRun[],
): Promise<readonly WireScheduleRun[]> {
  const clientIds = runs.flatMap(({ client_id: id }) => (id === null ? [] : [id]));
  const queries =
    clientIds.length === 0
      ? []
      : await store.selectFrom('queries').select(['id', 'client_id']).where('client_id', 'in', clientIds).execute();
  const idOf = new Map(queries.map(({ id, client_id: clientId }) => [clientId, id]));
  // In which process it is concerns nobody but those.
  return runs.map(({ process: _, ...run }) => ({
    ...run,
    // Both columns are written by this room alone.
    trigger: run.trigger as ScheduleTrigger,
    state: run.state as ScheduleRunState,
    query_id: idOf.get(run.client_id ?? '') ?? null,
  }));
}

export function toWireCron(text: string): WireCron {
  return parseCron(text);
}

/** Schedules with the names of their queries, databases and owners, and their last runs. */
export async function toWireSchedules(
  { store, now }: Pick<Services, 'store' | 'now'>,
  rows: readonly Schedule[],
): Promise<readonly WireSchedule[]> {
  if (rows.length === 0) return [];
  const users = await loadUsers(
    store,
    rows.map((row) => row.user_id),
  );
  const queries = await store
    .selectFrom('saved_queries')
    .leftJoin('databases', 'databases.id', 'saved_queries.db_id')
    .select(['saved_queries.id', 'saved_queries.label', 'databases.id as database_id', 'databases.database_name'])
    .where(
      'saved_queries.id',
      'in',
      rows.map((row) => row.saved_query_id),
    )
    .execute();
  const lastRuns = await loadLastRuns(
    store,
    rows.map((row) => row.id),
  );
  const runs = await toWireRuns(store, lastRuns);
  const datasets = await findDatasets(store, rows);
  const time = now();
  return rows.map((row) => {
    const query = queries.find(({ id }) => id === row.saved_query_id);
    const run = runs.find((one) => one.schedule_id === row.id);
    return {
      id: row.id,
      saved_query_id: row.saved_query_id,
      label: query?.label ?? '',
      database:
        query?.database_id && query.database_name
          ? { id: query.database_id, database_name: query.database_name }
          : null,
      cron: row.cron,
      cron_fields: toWireCron(row.cron),
      timezone: row.timezone,
      is_active: row.is_active === 1,
      next_run_on: row.next_run_on,
      last_run: run ?? null,
      output_table: row.output_table,
      dataset_id: datasets.has(row.dataset_id ?? 0) ? row.dataset_id : null,
      owner: toWireUserSummary(users.get(row.user_id)),
      created_on: row.created_on,
      changed_on: row.changed_on,
      changed_on_delta_humanized: toTimeAgo(row.changed_on, time),
      last_modified_time: toEpochSeconds(row.changed_on),
    };
  });
}

function loadLastRuns(store: Services['store'], ids: readonly number[]): Promise<readonly ScheduleRun[]> {
  return store
    .selectFrom('schedule_runs')
    .selectAll()
    .where('id', 'in', ({ selectFrom, fn }) =>
      selectFrom('schedule_runs')
        .select(fn.max('id').as('id'))
        .where('schedule_id', 'in', [...ids])
        .groupBy('schedule_id'),
    )
    .execute();
}

/** Those datasets of the schedules that nobody has deleted. */
async function findDatasets(store: Services['store'], rows: readonly Schedule[]): Promise<ReadonlySet<number>> {
  const ids = rows.flatMap(({ dataset_id: id }) => (id === null ? [] : [id]));
  if (ids.length === 0) return new Set();
  const found = await store.selectFrom('datasets').select('id').where('id', 'in', ids).execute();
  return new Set(found.map(({ id }) => id));
}
