import type { ApiClient } from './api-client.ts';
import { type InProcessApp, startInProcess } from './in-process.ts';

export interface MadeDataset {
  readonly databaseId: number;
  readonly datasetId: number;
}

/** A server with two datasets and people of three roles. */
export interface SalesWorld {
  readonly running: InProcessApp;
  readonly admin: ApiClient;
  readonly alpha: ApiClient;
  readonly gamma: ApiClient;
  /** Readable by Gamma. */
  readonly sales: MadeDataset;
  /** Not readable by Gamma. */
  readonly secret: MadeDataset;
}

export async function startSalesWorld(): Promise<SalesWorld> {
  const running = await startInProcess();
  const alpha = await running.signInAs('alpha', ['Alpha']);
  const gamma = await running.signInAs('gamma', ['Gamma']);
  const sales = await makeDataset(running, 'sales');
  const secret = await makeDataset(running, 'secret');
  await grantDataset(running, 'Gamma', sales);
  return { running, admin: running.admin, alpha, gamma, sales, secret };
}

/** A dataset's rows in the store, for tests that read objects and no data. */
export async function makeDataset(running: InProcessApp, name: string): Promise<MadeDataset> {
  const { store, now } = running.app.services;
  const stamp = now().toISOString();
  const dates = { created_on: stamp, changed_on: stamp };
  const database = await store
    .insertInto('databases')
    .values({
      uuid: crypto.randomUUID(),
      database_name: `${name} database`,
      backend: 'duckdb',
      sqlalchemy_uri: 'duckdb:///:memory:',
      extra: '{}',
      configuration_method: 'sqlalchemy_form',
      ...dates,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const dataset = await store
    .insertInto('datasets')
    .values({ uuid: crypto.randomUUID(), database_id: database.id, schema: 'main', table_name: name, ...dates })
    .returning('id')
    .executeTakeFirstOrThrow();
  await store
    .insertInto('dataset_columns')
    .values({ uuid: crypto.randomUUID(), dataset_id: dataset.id, column_name: 'region', type: 'VARCHAR', ...dates })
    .execute();
  return { databaseId: database.id, datasetId: dataset.id };
}

/** Lets the users of a role read a dataset, and nothing else. */
export async function grantDataset(running: InProcessApp, roleName: string, dataset: MadeDataset): Promise<void> {
  const { store, accounts } = running.app.services;
  const role = await store.selectFrom('roles').select('id').where('name', '=', roleName).executeTakeFirstOrThrow();
  const row = await store
    .selectFrom('datasets')
    .innerJoin('databases', 'databases.id', 'datasets.database_id')
    .select(['datasets.table_name', 'databases.database_name'])
    .where('datasets.id', '=', dataset.datasetId)
    .executeTakeFirstOrThrow();
  const view = `[${row.database_name}].[${row.table_name}](id:${dataset.datasetId})`;
  await store
    .insertInto('role_permissions')
    .values({ role_id: role.id, permission: 'datasource_access', view })
    .execute();
  accounts.forget();
}
