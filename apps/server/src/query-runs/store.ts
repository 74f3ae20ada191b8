import { activeQueryStates } from '@powerset/contract';
import type { Row, RowChange, Store } from '../metadata/index.ts';

export type QueryRun = Row<'queries'>;

export function findRun(store: Store, clientId: string): Promise<QueryRun | undefined> {
  return store.selectFrom('queries').selectAll().where('client_id', '=', clientId).executeTakeFirst();
}

export function findRunByResultsKey(store: Store, key: string): Promise<QueryRun | undefined> {
  return store.selectFrom('queries').selectAll().where('results_key', '=', key).executeTakeFirst();
}

/** Changes a run's row; `changed_on` moves so that those who poll see it. */
export async function updateRun(
  store: Store,
  id: number,
  change: RowChange<'queries'> & { readonly changed_on: string },
): Promise<void> {
  await store.updateTable('queries').set(change).where('id', '=', id).execute();
}

/** What runs for a user, or waits to. */
export function findActiveRuns(store: Store, userId: number): Promise<readonly QueryRun[]> {
  return store
    .selectFrom('queries')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', 'in', [...activeQueryStates])
    .execute();
}

/** Runs that were at work when the server ended will never finish: they say so instead of running for ever. */
export async function failInterruptedRuns(store: Store, now: Date): Promise<number> {
  const result = await store
    .updateTable('queries')
    .set({
      status: 'failed',
      error_message: 'The server was stopped while this query ran. Run it again.',
      end_time: now.getTime(),
      changed_on: now.toISOString(),
    })
    .where('status', 'in', [...activeQueryStates])
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}
