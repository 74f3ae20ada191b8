import { expect } from '@playwright/test';
import type { ApiClient } from '@powerset/testkit';

type Row = Readonly<Record<string, unknown>> & { readonly id: number };

/** In the order in which they can be deleted: what stands on others first. */
const resources = [
  'report',
  'dashboard',
  'chart',
  'dataset',
  'saved_query',
  'annotation_layer',
  'css_template',
  'theme',
  'database',
] as const;
type Resource = (typeof resources)[number];

/** Everything that the journeys of one worker have in common, without what changes by being looked at. */
export interface SharedWorld {
  readonly rows: ReadonlyMap<Resource, readonly Row[]>;
  /** By schema and name. */
  readonly tables: readonly string[];
  readonly sqlTabs: readonly number[];
}

/** The example data, found by name, as other databases, datasets and charts may stand beside it. */
export interface Examples {
  readonly databaseId: number;
  /** The dataset of the shop's orders. */
  readonly ordersId: number;
}

async function rowsOf(api: ApiClient, resource: Resource): Promise<readonly Row[]> {
  const path = `/api/v1/${resource}/?q=(page_size:100)`;
  const answer = await api.get(path);
  expect(answer.status, answer.text).toBe(200);
  const rows: readonly Row[] = answer.json.result;
  return [...rows].sort((left, right) => left.id - right.id);
}

interface Name {
  readonly resource: Resource;
  readonly column: string;
  readonly name: string;
}

async function findByName(api: ApiClient, { resource, column, name }: Name) {
  const path = `/api/v1/${resource}/?q=${encodeURIComponent(`(filters:!((col:${column},opr:eq,value:'${name}')))`)}`;
  const { result } = (await api.get(path)).json;
  expect(result, `one ${resource} is called ${name}`).toHaveLength(1);
  return result[0];
}

/** The embedded database, which every server has. */
export const findExampleDatabase = async (api: ApiClient): Promise<number> =>
  (await findByName(api, { resource: 'database', column: 'database_name', name: 'Powerset' })).id;

/** A chart as the list shows it. */
export const findChart = (api: ApiClient, name: string) =>
  findByName(api, { resource: 'chart', column: 'slice_name', name });

export const findDashboard = (api: ApiClient, name: string) =>
  findByName(api, { resource: 'dashboard', column: 'dashboard_title', name });

export async function findExamples(api: ApiClient): Promise<Examples> {
  return {
    databaseId: await findExampleDatabase(api),
    ordersId: (await findByName(api, { resource: 'dataset', column: 'table_name', name: 'orders' })).id,
  };
}

const isVolatile = (key: string) => /^(changed_|last_|created_)|_humanized$|^thumbnail/.test(key);
const stableParts = (row: Row): Row => ({
  ...Object.fromEntries(Object.entries(row).filter(([key]) => !isVolatile(key))),
  id: row.id,
});

async function tablesOf(api: ApiClient, databaseId: number): Promise<readonly string[]> {
  const schemas: readonly string[] = (await api.get(`/api/v1/database/${databaseId}/schemas/`)).json.result;
  const lists = await Promise.all(
    schemas.map(async (schema) => {
      const { result } = (await api.get(`/api/v1/database/${databaseId}/tables/?q=(schema_name:${schema},force:!t)`))
        .json;
      return result.map(({ value }: { value: string }) => `${schema}.${value}`);
    }),
  );
  return lists.flat().sort();
}

async function sqlTabsOf(api: ApiClient): Promise<readonly number[]> {
  const { tab_state_ids: tabs } = (await api.get('/api/v1/sqllab/')).json.result;
  return tabs.map(({ id }: { id: number }) => id);
}

export async function readSharedWorld(api: ApiClient): Promise<SharedWorld> {
  const entries = await Promise.all(
    resources.map(async (resource) => [resource, (await rowsOf(api, resource)).map(stableParts)] as const),
  );
  return {
    rows: new Map(entries),
    tables: await tablesOf(api, await findExampleDatabase(api)),
    sqlTabs: await sqlTabsOf(api),
  };
}

async function dropTables(api: ApiClient, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const databaseId = await findExampleDatabase(api);
  const path = `/api/v1/database/${databaseId}`;
  const wasAllowed: boolean = (await api.get(path)).json.result.allow_dml;
  await api.put(path, { allow_dml: true });
  for (const name of names) {
    const [schema, table] = name.split('.');
    await api.post('/api/v1/sqllab/execute/', { database_id: databaseId, sql: `DROP TABLE "${schema}"."${table}"` });
  }
  await api.put(path, { allow_dml: wasAllowed });
}

/** Takes away what is there now and was not before. What is already gone is no failure: pages delete too. */
export async function removeWhatIsNew(api: ApiClient, before: SharedWorld): Promise<void> {
  for (const resource of resources) {
    const kept = new Set(before.rows.get(resource)?.map(({ id }) => id));
    for (const { id } of await rowsOf(api, resource)) if (!kept.has(id)) await api.delete(`/api/v1/${resource}/${id}`);
  }
  const tables = await tablesOf(api, await findExampleDatabase(api));
  await dropTables(
    api,
    tables.filter((name) => !before.tables.includes(name)),
  );
  for (const id of await sqlTabsOf(api)) if (!before.sqlTabs.includes(id)) await api.delete(`/tabstateview/${id}`);
}
