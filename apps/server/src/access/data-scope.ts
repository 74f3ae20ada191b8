import type { Store } from '../metadata/index.ts';
import { can, canAccessData, type User } from './policy.ts';

/** Which datasets' data a user may read: all of them, or those listed. */
export type DataScope = { readonly isAll: true } | { readonly isAll: false; readonly datasetIds: readonly number[] };

/** Answers once for a whole list what `canAccessData` answers for one dataset. */
export async function loadDataScope(store: Store, user: User): Promise<DataScope> {
  if (
    can(user, 'all_datasource_access', 'all_datasource_access') ||
    can(user, 'all_database_access', 'all_database_access')
  )
    return { isAll: true };
  const [datasets, owned] = await Promise.all([
    store
      .selectFrom('datasets')
      .innerJoin('databases', 'databases.id', 'datasets.database_id')
      .select(['datasets.id', 'datasets.schema', 'datasets.table_name', 'databases.database_name'])
      .select('databases.id as database_id')
      .execute(),
    store
      .selectFrom('owners')
      .select('object_id')
      .where('object_type', '=', 'dataset')
      .where('user_id', '=', user.id)
      .execute(),
  ]);
  const ownedIds = new Set(owned.map((row) => row.object_id));
  const readable = datasets.filter((row) =>
    canAccessData(user, {
      databaseId: row.database_id,
      databaseName: row.database_name,
      schema: row.schema,
      dataset: { id: row.id, name: row.table_name, ownerIds: ownedIds.has(row.id) ? [user.id] : [] },
    }),
  );
  return { isAll: false, datasetIds: readable.map((row) => row.id) };
}
