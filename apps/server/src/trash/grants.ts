import type { Store } from '../metadata/index.ts';
import type { AnyRow } from './rows.ts';

export const grantTable = 'role_permissions';

/** How a grant names a dataset, which changes with its name and that of its database; the store ends it with the dataset. */
async function findGrantedName(store: Store, datasetId: number): Promise<string | null> {
  const row = await store
    .selectFrom('datasets')
    .innerJoin('databases', 'databases.id', 'datasets.database_id')
    .select(['databases.database_name', 'datasets.table_name'])
    .where('datasets.id', '=', datasetId)
    .executeTakeFirst();
  return row ? `[${row.database_name}].[${row.table_name}](id:${datasetId})` : null;
}

/** Which roles may read a dataset by name. */
export async function readGrants(store: Store, datasetId: number): Promise<readonly AnyRow[]> {
  const view = await findGrantedName(store, datasetId);
  if (view === null) return [];
  return store
    .selectFrom('role_permissions')
    .select('role_id')
    .where('permission', '=', 'datasource_access')
    .where('view', '=', view)
    .execute();
}

/** Gives a dataset that is there again to the roles that had it and are still there. */
export async function restoreGrants(store: Store, datasetId: number, grants: readonly AnyRow[]): Promise<void> {
  const view = await findGrantedName(store, datasetId);
  const wanted = grants.map(({ role_id: id }) => Number(id));
  if (view === null || wanted.length === 0) return;
  const roles = await store.selectFrom('roles').select('id').where('id', 'in', wanted).execute();
  for (const { id } of roles)
    await store.insertInto('role_permissions').values({ role_id: id, permission: 'datasource_access', view }).execute();
}
