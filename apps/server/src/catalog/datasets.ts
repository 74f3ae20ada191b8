import { canAccessData, type DataObject, type User } from '../access/index.ts';
import { AppError, notFound } from '../http/index.ts';
import { loadOwners, type Person } from '../lists/index.ts';
import type { Row, Store } from '../metadata/index.ts';
import { loadRowLevelClauses } from './row-level-rules.ts';

export interface Dataset {
  readonly row: Row<'datasets'>;
  readonly columns: readonly Row<'dataset_columns'>[];
  readonly metrics: readonly Row<'dataset_metrics'>[];
  readonly database: Row<'databases'>;
  readonly owners: readonly Person[];
}

/** A dataset whose data the asking user may read, within the rows that meet every clause. */
export interface AccessibleDataset extends Dataset {
  readonly rowLevelClauses: readonly string[];
}

export interface DatasetServices {
  readonly store: Store;
}

/** A dataset with all that belongs to it, whoever asks; undefined when there is none. */
export async function loadDataset(store: Store, id: number): Promise<Dataset | undefined> {
  const row = await store.selectFrom('datasets').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return undefined;
  const [database, columns, metrics, owners] = await Promise.all([
    store.selectFrom('databases').selectAll().where('id', '=', row.database_id).executeTakeFirstOrThrow(),
    store
      .selectFrom('dataset_columns')
      .selectAll()
      .where('dataset_id', '=', id)
      .orderBy('position')
      .orderBy('id')
      .execute(),
    store
      .selectFrom('dataset_metrics')
      .selectAll()
      .where('dataset_id', '=', id)
      .orderBy('position')
      .orderBy('id')
      .execute(),
    loadOwners(store, 'dataset', [id]),
  ]);
  return { row, columns, metrics, database, owners: owners.get(id) ?? [] };
}

/** The dataset for a user who wants its data: 404 when it is gone, 403 when the user has no access to it. */
export async function getDataset(services: DatasetServices, user: User, id: number): Promise<AccessibleDataset> {
  const dataset = await loadDataset(services.store, id);
  if (!dataset) throw notFound();
  assertDataAccess(user, dataset);
  return { ...dataset, rowLevelClauses: await loadRowLevelClauses(services.store, user, id) };
}

export function assertDataAccess(user: User, dataset: Dataset): void {
  if (canAccessData(user, toDataObject(dataset))) return;
  throw new AppError('DATASOURCE_SECURITY_ACCESS_ERROR', {
    params: { name: dataset.row.table_name },
    extra: { datasource: dataset.row.table_name, link: '' },
  });
}

/** What the policy is asked about. */
export function toDataObject({ row, database, owners }: Pick<Dataset, 'row' | 'database' | 'owners'>): DataObject {
  return {
    databaseId: database.id,
    databaseName: database.database_name,
    schema: row.schema,
    dataset: { id: row.id, name: row.table_name, ownerIds: owners.map((owner) => owner.id) },
  };
}
