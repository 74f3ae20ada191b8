import { type ApiClient, apiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';

/** Stands in every row that nobody but the administrator may read. */
export const canary = 'CANARY-4417';

export interface DrillWorld {
  readonly running: InProcessApp;
  readonly admin: ApiClient;
  readonly databaseId: number;
  /** `main.sales`, which mallory may read. */
  readonly openDataset: number;
  /** `main.pay`, which only the administrator may read. */
  readonly secretDataset: number;
  /** Gamma and sql_lab, may write datasets, and reads one dataset. */
  readonly mallory: ApiClient;
  /** As mallory, but reads one schema, `open`, and no dataset. */
  readonly schemer: ApiClient;
  /** May do everything in SQL that mallory may, and reads nothing at all. */
  readonly outsider: ApiClient;
  readonly visitor: ApiClient;
}

/** An application with open and secret tables, and people who try to cross the line between them. */
export async function startDrillWorld(
  env: Readonly<Record<string, string>> = {},
  onLog?: (line: string) => void,
): Promise<DrillWorld> {
  const running = await startInProcess({ env, ...(onLog ? { onLog } : {}) });
  const { engines, store } = running.app.services;
  const { id: databaseId } = await store.selectFrom('databases').select('id').executeTakeFirstOrThrow();
  await store
    .updateTable('databases')
    .set({ allow_dml: 1, allow_ctas: 1, allow_cvas: 1 })
    .where('id', '=', databaseId)
    .execute();
  const engine = await engines.getEmbedded(databaseId);
  await engine.runTrusted(`
    CREATE TABLE sales AS SELECT i AS id, ['EU','US'][1 + i % 2] AS region, i AS amount, TIMESTAMP '2026-01-01' + to_days(i) AS at FROM range(100) r(i);
    CREATE TABLE pay AS SELECT '${canary}' AS name, 5 AS amount;
    CREATE SCHEMA hr; CREATE TABLE hr.pay AS SELECT '${canary}' AS name, 6 AS amount;
    CREATE SCHEMA open; CREATE TABLE open.items AS SELECT 1 AS id;
    CREATE VIEW pay_view AS SELECT * FROM pay`);
  const make = async (name: string, schema = 'main') => {
    const made = await running.admin.post('/api/v1/dataset/', { database: databaseId, schema, table_name: name });
    return made.json.id as number;
  };
  const openDataset = await make('sales');
  const secretDataset = await make('pay');
  const writes = [
    ['can_write', 'Dataset'],
    ['can_duplicate', 'Dataset'],
    ['can_get_or_create_dataset', 'Dataset'],
    ['can_write', 'Chart'],
    ['can_write', 'Dashboard'],
    ['can_csv', 'Superset'],
  ] as const;
  await addRole(running, 'Mallory', [...writes, ['datasource_access', `[Powerset].[sales](id:${openDataset})`]]);
  await addRole(running, 'Schemer', [...writes, ['schema_access', '[Powerset].[open]']]);
  return {
    running,
    admin: running.admin,
    databaseId,
    openDataset,
    secretDataset,
    mallory: await running.signInAs('mallory', ['Gamma', 'sql_lab', 'Mallory']),
    schemer: await running.signInAs('schemer', ['Gamma', 'sql_lab', 'Schemer']),
    outsider: await running.signInAs('outsider', ['Gamma', 'sql_lab']),
    visitor: apiClient(running.url),
  };
}

export async function addRole(
  running: InProcessApp,
  name: string,
  permissions: readonly (readonly [permission: string, view: string])[],
): Promise<number> {
  const { store, accounts } = running.app.services;
  const { id } = await store.insertInto('roles').values({ name }).returning('id').executeTakeFirstOrThrow();
  for (const [permission, view] of permissions)
    await store.insertInto('role_permissions').values({ role_id: id, permission, view }).execute();
  accounts.forget();
  return id;
}
