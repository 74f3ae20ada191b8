import { type SqlBool, sql } from 'kysely';
import { readingVersion, type Store } from '../metadata/index.ts';
import { can, canAccessData, canAccessDatabase, type User } from './policy.ts';

/** Which datasets' data a user may read: all of them, or those listed. */
export type DataScope = { readonly isAll: true } | { readonly isAll: false; readonly datasetIds: readonly number[] };

/** Of more datasets than this a list goes through all there is instead of gathering what stands on each. */
const fewDatasets = 1000;

/** Does the user read so much that most of what there is stands on it? */
export function isWide(scope: DataScope): boolean {
  return !scope.isAll && scope.datasetIds.length > fewDatasets;
}

interface KnownScope {
  readonly version: number;
  readonly scope: Promise<DataScope>;
}

/** A user is another object after every change of a user or role, so what it may read changes with the datasets alone. */
const knownScopes = new WeakMap<User, KnownScope>();

/** Answers once for a whole list what `canAccessData` answers for one dataset. */
export function loadDataScope(store: Store, user: User): Promise<DataScope> {
  // Within a transaction the version is no number, and nothing is remembered.
  const version = readingVersion(store);
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
  const owned = await store
    .selectFrom('owners')
    .select('object_id')
    .where('object_type', '=', 'dataset')
    .where('user_id', '=', user.id)
    .execute();
  const ownedIds = new Set(owned.map((row) => row.object_id));
  const datasets = await findCandidates(store, user, ownedIds);
  const readable = datasets.filter((row) =>
    canAccessData(user, {
      databaseId: row.database_id,
      databaseName: row.database_name,
      catalog: row.catalog,
      schema: row.schema,
      dataset: { id: row.id, name: row.table_name, ownerIds: ownedIds.has(row.id) ? [user.id] : [] },
    }),
  );
  return { isAll: false, datasetIds: readable.map((row) => row.id) };
}

/** The datasets that a grant may open: those that one names by their number, and all of a database of which it opens something else. */
async function findCandidates(store: Store, user: User, ownedIds: ReadonlySet<number>) {
  const databases = await store.selectFrom('databases').select(['id', 'database_name']).execute();
  const keys = [...user.permissions];
  const isOpened = ({ id, database_name: name }: (typeof databases)[number]) =>
    canAccessDatabase(user, { id, name }) ||
    keys.some((key) => /^(?:schema|catalog)_access on /.test(key) && key.includes(` on [${name}].[`));
  const opened = databases.filter(isOpened).map(({ id }) => id);
  const named = keys.flatMap((key) => namedDataset(key) ?? []);
  const listOf = (ids: readonly number[]) =>
    sql`(select cast(value as integer) from json_each(${JSON.stringify(ids)}))`;
  return store
    .selectFrom('datasets')
    .innerJoin('databases', 'databases.id', 'datasets.database_id')
    .select(['datasets.id', 'datasets.catalog', 'datasets.schema', 'datasets.table_name', 'databases.database_name'])
    .select('databases.id as database_id')
    .where(
      () =>
        sql<SqlBool>`(datasets.id in ${listOf([...named, ...ownedIds])} or datasets.database_id in ${listOf(opened)})`,
    )
    .execute();
}

function namedDataset(key: string): number | null {
  if (!key.startsWith('datasource_access on ')) return null;
  const [, id] = /\(id:(\d{1,15})\)$/.exec(key) ?? [];
  return id === undefined ? null : Number(id);
}
