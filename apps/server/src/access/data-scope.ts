import { catalogVersion, type Store } from '../metadata/index.ts';
import { can, canAccessData, type User } from './policy.ts';

/** Which datasets' data a user may read: all of them, or those listed. */
export type DataScope = { readonly isAll: true } | { readonly isAll: false; readonly datasetIds: readonly number[] };

interface KnownScope {
  readonly version: number;
  readonly scope: Promise<DataScope>;
}

/** A user is another object after every change of a user or role, so what it may read changes with the catalog alone. */
const knownScopes = new WeakMap<User, KnownScope>();

/** Answers once for a whole list what `canAccessData` answers for one dataset. */
export function loadDataScope(store: Store, user: User): Promise<DataScope> {
  // Within a transaction the version is no number, and nothing is remembered.
  const version = catalogVersion(store);
  const known = knownScopes.get(user);
  if (known?.version === version) return known.scope;
  const scope = readDataScope(store, user);
  if (!Number.isNaN(version)) {
    knownScopes.set(user, { version, scope });
    scope.catch(() => knownScopes.delete(user));
  }
  return scope;
}

async function readDataScope(store: Store, user: User): Promise<DataScope> {
  if (user.guest) return { isAll: false, datasetIds: [] };
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
