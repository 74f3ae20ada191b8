import { activeQueryStates, type WireStatementRun } from '@powerset/contract';
import { type NewRow, type Row, type RowChange, type Store, writeUnlessFull } from '../metadata/index.ts';
import { parseExtra } from './extra.ts';
import { unsavedRunsOf } from './unsaved-runs.ts';

export type QueryRun = Row<'queries'>;

/** What a new run's row says. */
export type NewRun = NewRow<'queries'> & Pick<QueryRun, 'client_id' | 'user_id' | 'database_id' | 'sql' | 'status'>;

/** Notes a run. Whoever reads may do so on a full disk too: then the row lives in memory. */
export async function insertRun(store: Store, row: NewRun): Promise<QueryRun> {
  let inserted: QueryRun | undefined;
  await writeUnlessFull(async () => {
    inserted = await store.insertInto('queries').values(row).returningAll().executeTakeFirstOrThrow();
  });
  return inserted ?? unsavedRunsOf(store).add({ ...emptyRun, ...row });
}

const emptyRun = {
  catalog: null,
  schema: null,
  tab_name: null,
  sql_editor_id: null,
  select_sql: null,
  executed_sql: null,
  limit: null,
  limiting_factor: null,
  select_as_cta: 0,
  ctas_method: null,
  tmp_table_name: null,
  tmp_schema_name: null,
  is_data_preview: 0,
  progress: 0,
  rows: null,
  error_message: null,
  results_key: null,
  start_time: null,
  start_running_time: null,
  end_time: null,
  tracking_url: null,
  extra_json: null,
  process: null,
} as const;

export async function findRun(store: Store, clientId: string): Promise<QueryRun | undefined> {
  const unsaved = unsavedRunsOf(store).find((run) => run.client_id === clientId);
  return unsaved ?? store.selectFrom('queries').selectAll().where('client_id', '=', clientId).executeTakeFirst();
}

/** The run of a result: of its last statement, or of one before that, whose key names the run. */
export async function findRunByResultsKey(store: Store, key: string): Promise<QueryRun | undefined> {
  const named = /^(-?\d{1,15})-\d{1,9}-[0-9a-f-]{36}$/.exec(key);
  if (named) {
    const run = await findRunById(store, Number(named[1]));
    return run && findStatementResult(run, key) ? run : undefined;
  }
  const unsaved = unsavedRunsOf(store).find((run) => run.results_key === key);
  return unsaved ?? store.selectFrom('queries').selectAll().where('results_key', '=', key).executeTakeFirst();
}

async function findRunById(store: Store, id: number): Promise<QueryRun | undefined> {
  const unsaved = unsavedRunsOf(store).find((run) => run.id === id);
  return unsaved ?? store.selectFrom('queries').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The statement of a run that a result belongs to, when it is none of the run's own. */
export function findStatementResult(run: QueryRun, key: string): WireStatementRun | undefined {
  return parseExtra(run.extra_json).statements?.find((statement) => statement.resultsKey === key);
}

/** The run to be changed, and in which process it was: one that is another's by now is left as that one left it. */
export interface ChangedRun {
  readonly id: number;
  readonly process?: string | null;
}

/**
 * Changes the row of a run that has not ended; `changed_on` moves so that those who poll see it. False where it is another process's by
 * now, or others have ended it: whoever ended it has ended it.
 */
export async function updateRun(
  store: Store,
  { id, process = null }: ChangedRun,
  change: RowChange<'queries'> & { readonly changed_on: string },
): Promise<boolean> {
  const unsaved = unsavedRunsOf(store);
  const held = unsaved.find((run) => run.id === id);
  const { id: _, ...whole } = { ...held, ...change };
  const update = store
    .updateTable('queries')
    .set(whole)
    .where('id', '=', id)
    .where('status', 'in', [...activeQueryStates]);
  let count = 0n;
  const isWritten = await writeUnlessFull(async () => {
    count = (await (process === null ? update : update.where('process', '=', process)).executeTakeFirst())
      .numUpdatedRows;
  });
  const isStored = id > 0;
  if (isWritten && isStored) {
    unsaved.forget(id);
    return count > 0n || !(await isTaken(store, { id, process }, change.status));
  }
  const run = held ?? (await store.selectFrom('queries').selectAll().where('id', '=', id).executeTakeFirst());
  // What a change leaves out stays as it was.
  if (run) unsaved.keep({ ...run, ...change } as QueryRun);
  return true;
}

/** The same end once more is one that was written before, and whose answer was lost. */
async function isTaken(store: Store, { id, process = null }: ChangedRun, status: string | undefined): Promise<boolean> {
  if (process === null) return false;
  const row = await store.selectFrom('queries').select(['process', 'status']).where('id', '=', id).executeTakeFirst();
  if (!row) return false;
  const hasEnded = !activeQueryStates.some((state) => state === row.status);
  return row.process !== process || (hasEnded && row.status !== status);
}

/** Takes a run away that never began, as if nobody had asked for it. */
export async function forgetRun(store: Store, id: number): Promise<void> {
  unsavedRunsOf(store).forget(id);
  await writeUnlessFull(() => store.deleteFrom('queries').where('id', '=', id).execute());
}

/** What runs for a user, or waits to. */
export async function findActiveRuns(store: Store, userId: number): Promise<readonly QueryRun[]> {
  const saved = await store
    .selectFrom('queries')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', 'in', [...activeQueryStates])
    .execute();
  const unsaved = unsavedRunsOf(store).all();
  const isActive = (run: QueryRun) => run.user_id === userId && activeQueryStates.some((state) => state === run.status);
  return [...saved, ...unsaved.filter(isActive)];
}
