import { canAccessData, type DataObject, type User } from '../access/index.ts';
import { AppError, notFound } from '../http/index.ts';
import { loadOwners, type UserSummary } from '../lists/index.ts';
import { catalogVersion, type Row, type Store } from '../metadata/index.ts';
import { loadRowLevelClauses } from './row-level-rules.ts';

export interface Dataset {
  readonly row: Row<'datasets'>;
  readonly columns: readonly Row<'dataset_columns'>[];
  readonly metrics: readonly Row<'dataset_metrics'>[];
  readonly database: Row<'databases'>;
  readonly owners: readonly UserSummary[];
  /** Set when it stands on a query that nobody saved as a dataset; its id is that of the run or saved query. */
  readonly queryKind?: 'query' | 'saved_query';
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
  const kept = keptOf(services.store);
  const dataset = await getKeptDataset(services, kept, id);
  assertDataAccess(user, dataset);
  return withRules(services, kept, { user, dataset });
}

/** The dataset for a user who may read it through something else: the same rows, under the same rules. */
export async function getGrantedDataset(services: DatasetServices, user: User, id: number): Promise<AccessibleDataset> {
  const kept = keptOf(services.store);
  return withRules(services, kept, { user, dataset: await getKeptDataset(services, kept, id) });
}

async function getKeptDataset({ store }: DatasetServices, kept: Kept, id: number): Promise<Dataset> {
  const dataset = await remember(kept.datasets, id, () => loadDataset(store, id));
  if (!dataset) throw notFound();
  return dataset;
}

async function withRules(
  { store }: DatasetServices,
  { ruled }: Kept,
  { user, dataset }: { readonly user: User; readonly dataset: Dataset },
): Promise<AccessibleDataset> {
  const { id } = dataset.row;
  const load = async () => ({ ...dataset, rowLevelClauses: await loadRowLevelClauses(store, user, id) });
  const key = `${id} ${user.roles.map((role) => role.id).join(',')}`;
  // What is tried is nobody else's.
  const found = await (user.triedRule ? load() : remember(ruled, key, load));
  const ofGuest = clausesOfGuest(user, id);
  return ofGuest.length > 0 ? { ...found, rowLevelClauses: [...found.rowLevelClauses, ...ofGuest] } : found;
}

/** A guest's token narrows what its roles see. */
function clausesOfGuest({ guest }: User, id: number): readonly string[] {
  const binding = guest?.rules.filter(({ datasetId }) => datasetId === null || datasetId === id) ?? [];
  return binding.map(({ clause }) => clause);
}

/** What was read while the catalog stood at one version; a dashboard asks for the same few datasets again and again. */
interface Kept {
  readonly version: number;
  readonly datasets: Map<number, Promise<Dataset | undefined>>;
  /** By dataset and roles. */
  readonly ruled: Map<string, Promise<AccessibleDataset>>;
}

const keptByStore = new WeakMap<Store, Kept>();
const maxKept = 1000;

function keptOf(store: Store): Kept {
  const version = catalogVersion(store);
  const found = keptByStore.get(store);
  if (found?.version === version) return found;
  const fresh: Kept = { version, datasets: new Map(), ruled: new Map() };
  keptByStore.set(store, fresh);
  return fresh;
}

function remember<K, V>(known: Map<K, Promise<V>>, key: K, load: () => Promise<V>): Promise<V> {
  const found = known.get(key);
  if (found) return found;
  if (known.size >= maxKept) known.clear();
  const loading = load();
  known.set(key, loading);
  loading.catch(() => known.delete(key));
  return loading;
}

export function assertDataAccess(user: User, dataset: Dataset): void {
  if (canAccessData(user, toDataObject(dataset))) return;
  throw new AppError('DATASOURCE_SECURITY_ACCESS_ERROR', {
    params: { name: dataset.row.table_name },
    extra: { datasource: dataset.row.table_name, link: '' },
  });
}

/** Refuses a dataset in words that are the same whether it is hidden or not there. */
export function hiddenDataset(id: number): AppError {
  const name = String(id);
  return new AppError('DATASOURCE_SECURITY_ACCESS_ERROR', { params: { name }, extra: { datasource: name, link: '' } });
}

/** What the policy is asked about. */
export function toDataObject({ row, database, owners }: Pick<Dataset, 'row' | 'database' | 'owners'>): DataObject {
  return {
    databaseId: database.id,
    databaseName: database.database_name,
    catalog: row.catalog,
    schema: row.schema,
    dataset: { id: row.id, name: row.table_name, ownerIds: owners.map((owner) => owner.id) },
  };
}
