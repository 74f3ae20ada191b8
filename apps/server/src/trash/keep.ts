import type { TrashType } from '@powerset/contract';
import type { User } from '../access/index.ts';
import type { Store } from '../metadata/index.ts';
import type { Services } from '../services.ts';
import { grantTable, readGrants } from './grants.ts';
import { trashKinds } from './kinds.ts';
import { readRows, type TrashedRows, withAnyTables } from './rows.ts';

const dayMs = 86_400_000;
/** Of one person; the oldest go. */
const mostOfOne = 1000;
/** With each deletion: more at once would hold everybody up. */
const mostForgotten = 200;

interface Deletion {
  readonly type: TrashType;
  readonly ids: readonly number[];
  readonly user: Pick<User, 'id'>;
}

/**
 * Keeps objects that are about to be deleted, each with its rows of all tables; in the transaction that deletes them.
 * Where nothing is kept, nothing happens.
 */
export async function putInTrash(
  transaction: Store,
  { config, now }: Pick<Services, 'config' | 'now'>,
  { type, ids, user }: Deletion,
): Promise<void> {
  if (config.trashDays === 0) return;
  const { table, nameColumn } = trashKinds[type];
  for (const id of new Set(ids)) {
    const rows = {
      ...(await readRows(withAnyTables(transaction), type, id)),
      ...(type === 'dataset' ? { [grantTable]: await readGrants(transaction, id) } : {}),
    };
    const [own] = (rows as TrashedRows)[table] ?? [];
    if (!own) continue;
    await transaction
      .insertInto('trash')
      .values({
        object_type: type,
        object_id: id,
        uuid: String(own.uuid),
        name: String(own[nameColumn] ?? ''),
        deleted_on: now().toISOString(),
        deleted_by_fk: user.id,
        document: JSON.stringify(rows),
      })
      .execute();
  }
  await forgetOldest(transaction, user.id);
  await forgetExpired(transaction, { config, now });
}

async function forgetOldest(store: Store, userId: number): Promise<void> {
  const kept = store
    .selectFrom('trash')
    .select('id')
    .where('deleted_by_fk', '=', userId)
    .orderBy('id', 'desc')
    .limit(mostOfOne);
  await store.deleteFrom('trash').where('deleted_by_fk', '=', userId).where('id', 'not in', kept).execute();
}

/** Before when something must have been deleted to be gone for good. */
export function expiryLimit({ config, now }: Pick<Services, 'config' | 'now'>): string {
  return new Date(now().getTime() - config.trashDays * dayMs).toISOString();
}

/** Lets go of what nobody brought back in time, a few at a time. */
export async function forgetExpired(store: Store, times: Pick<Services, 'config' | 'now'>): Promise<void> {
  const old = store
    .selectFrom('trash')
    .select('id')
    .where('deleted_on', '<', expiryLimit(times))
    .orderBy('deleted_on')
    .limit(mostForgotten);
  await store.deleteFrom('trash').where('id', 'in', old).execute();
}
