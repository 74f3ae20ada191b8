import { hashPassword } from '../../apps/server/src/access/index.ts';
import { type NewRow, openStore, type Store } from '../../apps/server/src/metadata/index.ts';
import type { Credentials } from './api-client.ts';

/** Of these users, the one who may read every dataset, by a grant on each. */
export const bulkReader: Credentials = { username: 'bulk_reader', password: 'reads what is granted' };

const chartsPerDashboard = 10;
const columnsPerDataset = 12;
const usersPerTeam = 10;
const viewsPerUser = 20;
const rowsPerInsert = 200;

/**
 * Brings a store, whose server is stopped, to so many dashboards, charts, datasets and users more than it began with.
 * Users are in teams, each team is granted the datasets of its members, and everybody has looked at some dashboards. All
 * datasets stand on the table of the orders.
 */
export async function addBulkMetadata(file: string, size: number): Promise<void> {
  const stamp = new Date().toISOString();
  const store = await openStore(file, () => stamp);
  const orders = await store
    .selectFrom('datasets')
    .innerJoin('databases', 'databases.id', 'datasets.database_id')
    .select(['datasets.database_id', 'databases.database_name'])
    .where('table_name', '=', 'orders')
    .executeTakeFirstOrThrow();
  const reader = await ensureReader(store, stamp);
  const { count } = await store
    .selectFrom('datasets')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('table_name', 'like', 'bulk_%')
    .executeTakeFirstOrThrow();
  await store.transaction().execute(async (transaction) => {
    const bulk: Bulk = { store: transaction, stamp, ...orders, from: Number(count), to: size };
    const userIds = await addUsers(bulk);
    const datasetIds = await addDatasets(bulk, userIds);
    await addGrants(bulk, { userIds, datasetIds, reader });
    const chartIds = await addCharts(bulk, { userIds, datasetIds });
    await addDashboards(bulk, { userIds, chartIds, reader });
  });
  await store.destroy();
}

interface Bulk {
  readonly store: Store;
  readonly stamp: string;
  readonly database_id: number;
  readonly database_name: string;
  readonly from: number;
  readonly to: number;
}

/** Nothing was made in the same second as another. */
function timesOf({ stamp }: Bulk, at: number): { readonly created_on: string; readonly changed_on: string } {
  const time = new Date(Date.parse(stamp) - at * 1000).toISOString();
  return { created_on: time, changed_on: time };
}

type Ids = readonly number[];
type Table = Parameters<Store['insertInto']>[0] & ('users' | 'datasets' | 'charts' | 'dashboards' | 'roles');

function eachOf<T>({ from, to }: Bulk, make: (at: number) => T): readonly T[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => make(from + index));
}

/** The ids come in the order of the rows. */
async function insert<Name extends Table>(store: Store, table: Name, rows: readonly NewRow<Name>[]): Promise<Ids> {
  const ids: number[] = [];
  for (const portion of portions(rows)) {
    const insertion = store.insertInto(table).values(portion as never);
    // Every table of these has such a key.
    const answer: unknown = await insertion.returning('id' as never).execute();
    ids.push(...(answer as readonly { readonly id: number }[]).map(({ id }) => id));
  }
  return ids;
}

function portions<T>(rows: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(rows.length / rowsPerInsert) }, (_, at) =>
    rows.slice(at * rowsPerInsert, (at + 1) * rowsPerInsert),
  );
}

interface Reader {
  readonly userId: number;
  readonly roleId: number;
}

async function ensureReader(store: Store, stamp: string): Promise<Reader> {
  const found = await store
    .selectFrom('users')
    .innerJoin('user_roles', 'user_roles.user_id', 'users.id')
    .innerJoin('roles', 'roles.id', 'user_roles.role_id')
    .select(['users.id as userId', 'roles.id as roleId'])
    .where('users.username', '=', bulkReader.username)
    .where('roles.name', '=', bulkReader.username)
    .executeTakeFirst();
  if (found) return found;
  const hash = await hashPassword(bulkReader.password);
  const [userId = 0] = await insert(store, 'users', [toUser(bulkReader.username, { hash, stamp })]);
  const [roleId = 0] = await insert(store, 'roles', [{ name: bulkReader.username }]);
  await addRoles(store, [
    [userId, roleId],
    [userId, await gammaOf(store)],
  ]);
  const datasets = await store
    .selectFrom('datasets')
    .innerJoin('databases', 'databases.id', 'datasets.database_id')
    .select(['datasets.id', 'datasets.table_name', 'databases.database_name'])
    .execute();
  const permissions = datasets.map((row) => toGrant(row.database_name, { name: row.table_name, id: row.id }));
  await addPermissions(
    store,
    permissions.map((grant) => ({ role_id: roleId, ...grant })),
  );
  return { userId, roleId };
}

function toUser(username: string, { hash, stamp }: { readonly hash: string; readonly stamp: string }): NewRow<'users'> {
  return {
    username,
    first_name: username,
    last_name: 'Bulk',
    email: `${username}@example.com`,
    password_hash: hash,
    created_on: stamp,
    changed_on: stamp,
  };
}

function toGrant(database: string, dataset: { readonly name: string; readonly id: number }) {
  return { permission: 'datasource_access', view: `[${database}].[${dataset.name}](id:${dataset.id})` };
}

async function gammaOf(store: Store): Promise<number> {
  return (await store.selectFrom('roles').select('id').where('name', '=', 'Gamma').executeTakeFirstOrThrow()).id;
}

async function addRoles(store: Store, pairs: readonly (readonly [userId: number, roleId: number])[]): Promise<void> {
  for (const portion of portions(pairs.map(([user_id, role_id]) => ({ user_id, role_id }))))
    await store.insertInto('user_roles').values(portion).execute();
}

async function addPermissions(store: Store, rows: readonly NewRow<'role_permissions'>[]): Promise<void> {
  for (const portion of portions(rows)) await store.insertInto('role_permissions').values(portion).execute();
}

async function addUsers(bulk: Bulk): Promise<Ids> {
  const { store, stamp } = bulk;
  // One hash for all: nobody of them signs in.
  const hash = await hashPassword(bulkReader.password);
  return insert(
    store,
    'users',
    eachOf(bulk, (at) => toUser(`bulk_${at}`, { hash, stamp })),
  );
}

async function addDatasets(bulk: Bulk, userIds: Ids): Promise<Ids> {
  const { store, stamp, database_id, from } = bulk;
  const times = { created_on: stamp, changed_on: stamp };
  const ids = await insert(
    store,
    'datasets',
    eachOf(bulk, (at) => ({
      uuid: crypto.randomUUID(),
      database_id,
      schema: 'main',
      table_name: `bulk_${at}`,
      sql: 'SELECT * FROM orders',
      created_by_fk: userIds[at - from],
      ...timesOf(bulk, at),
    })),
  );
  const columns = ids.flatMap((dataset_id) =>
    Array.from({ length: columnsPerDataset }, (_, position) => ({
      uuid: crypto.randomUUID(),
      dataset_id,
      column_name: `column_${position}`,
      type: 'VARCHAR',
      position,
      ...times,
    })),
  );
  for (const portion of portions(columns)) await store.insertInto('dataset_columns').values(portion).execute();
  return ids;
}

interface Granting {
  readonly userIds: Ids;
  readonly datasetIds: Ids;
  readonly reader: Reader;
}

async function addGrants(bulk: Bulk, { userIds, datasetIds, reader }: Granting): Promise<void> {
  const { store, database_name, from } = bulk;
  const teams = Math.ceil(userIds.length / usersPerTeam);
  const names = Array.from({ length: teams }, (_, at) => ({ name: `bulk_team_${from}_${at}` }));
  const roleIds = await insert(store, 'roles', names);
  const gamma = await gammaOf(store);
  const teamOf = (at: number) => roleIds[Math.floor(at / usersPerTeam)] ?? 0;
  await addRoles(
    store,
    userIds.flatMap((id, at) => [[id, gamma] as const, [id, teamOf(at)] as const]),
  );
  const grants = datasetIds.flatMap((id, at) => {
    const grant = toGrant(database_name, { name: `bulk_${from + at}`, id });
    return [
      { role_id: teamOf(at), ...grant },
      { role_id: reader.roleId, ...grant },
    ];
  });
  await addPermissions(store, grants);
  await addOwners(store, 'dataset', { ids: datasetIds, userIds });
}

async function addOwners(
  store: Store,
  object_type: 'dataset' | 'chart' | 'dashboard',
  { ids, userIds }: { readonly ids: Ids; readonly userIds: Ids },
): Promise<void> {
  const rows = ids.map((object_id, at) => ({ object_type, object_id, user_id: userIds[at] ?? 0 }));
  for (const portion of portions(rows)) await store.insertInto('owners').values(portion).execute();
}

async function addCharts(bulk: Bulk, { userIds, datasetIds }: Omit<Granting, 'reader'>): Promise<Ids> {
  const { store, from } = bulk;
  const ids = await insert(
    store,
    'charts',
    eachOf(bulk, (at) => ({
      uuid: crypto.randomUUID(),
      slice_name: `Bulk ${at}`,
      viz_type: 'pie',
      datasource_id: datasetIds[at - from],
      datasource_type: 'table',
      params: JSON.stringify({ viz_type: 'pie', datasource: `${datasetIds[at - from]}__table`, note: 'x'.repeat(800) }),
      created_by_fk: userIds[at - from],
      changed_by_fk: userIds[at - from],
      ...timesOf(bulk, at),
    })),
  );
  await addOwners(store, 'chart', { ids, userIds });
  return ids;
}

interface Showing {
  readonly userIds: Ids;
  readonly chartIds: Ids;
  readonly reader: Reader;
}

async function addDashboards(bulk: Bulk, { userIds, chartIds, reader }: Showing): Promise<void> {
  const { store, stamp, from } = bulk;
  const ids = await insert(
    store,
    'dashboards',
    eachOf(bulk, (at) => ({
      uuid: crypto.randomUUID(),
      dashboard_title: `Bulk ${at}`,
      css: '',
      published: 1,
      position_json: JSON.stringify({ DASHBOARD_VERSION_KEY: 'v2', note: 'x'.repeat(4000) }),
      json_metadata: '{"cross_filters_enabled":true}',
      created_by_fk: userIds[at - from],
      changed_by_fk: userIds[at - from],
      ...timesOf(bulk, at),
    })),
  );
  await addOwners(store, 'dashboard', { ids, userIds });
  const shown = ids.flatMap((dashboard_id, at) =>
    Array.from({ length: Math.min(chartsPerDashboard, chartIds.length) }, (_, place) => ({
      dashboard_id,
      chart_id: chartIds[(at + place) % chartIds.length] ?? 0,
    })),
  );
  for (const portion of portions(shown)) await store.insertInto('dashboard_charts').values(portion).execute();
  const viewers = ids.length > 0 ? [...userIds, reader.userId] : [];
  const views = viewers.flatMap((user_id, at) =>
    Array.from({ length: viewsPerUser }, (_, view) => ({
      user_id,
      action: 'mount_dashboard',
      dttm: stamp,
      dashboard_id: ids[(at + view) % ids.length],
    })),
  );
  for (const portion of portions(views)) await store.insertInto('logs').values(portion).execute();
}
