import type { AccessObjectType } from '@powerset/contract';
import { type SqlBool, sql } from 'kysely';
import {
  can,
  canAccessData,
  type DataObject,
  type DataScope,
  readableDatasets,
  type User,
  visibleCharts,
  visibleDashboards,
} from '../../access/index.ts';
import type { Services } from '../../services.ts';

/** The permission class of each kind of object. */
export const viewOf = {
  dashboard: 'Dashboard',
  chart: 'Chart',
  dataset: 'Dataset',
} as const satisfies Readonly<Record<AccessObjectType, string>>;

export interface AskedObject {
  readonly type: AccessObjectType;
  readonly id: number;
}

export interface DescribedObject extends AskedObject {
  readonly title: string;
  readonly url: string;
  readonly isDraft: boolean;
}

type Deps = Pick<Services, 'store' | 'config'>;

/** What there is of the objects that were asked for. */
export async function describeObjects(
  { store }: Deps,
  objects: readonly AskedObject[],
): Promise<readonly DescribedObject[]> {
  const idsOf = (type: AccessObjectType) => [
    ...new Set(objects.filter((one) => one.type === type).map(({ id }) => id)),
  ];
  const [dashboards, charts, datasets] = await Promise.all([
    store
      .selectFrom('dashboards')
      .select(['id', 'slug', 'dashboard_title', 'published'])
      .where('id', 'in', idsOf('dashboard'))
      .execute(),
    store.selectFrom('charts').select(['id', 'slice_name']).where('id', 'in', idsOf('chart')).execute(),
    store.selectFrom('datasets').select(['id', 'table_name']).where('id', 'in', idsOf('dataset')).execute(),
  ]);
  return [
    ...dashboards.map(({ id, slug, dashboard_title: title, published }) => {
      const url = `/superset/dashboard/${encodeURIComponent(slug ?? id)}/`;
      return { type: 'dashboard' as const, id, title, url, isDraft: published === 0 };
    }),
    ...charts.map(({ id, slice_name: title }) => {
      return { type: 'chart' as const, id, title, url: `/explore/?slice_id=${id}`, isDraft: false };
    }),
    ...datasets.map(({ id, table_name: title }) => {
      const url = `/explore/?datasource_type=table&datasource_id=${id}`;
      return { type: 'dataset' as const, id, title, url, isDraft: false };
    }),
  ];
}

interface DatasetUnder {
  readonly id: number;
  readonly data: DataObject;
}

/** The datasets that the object shows. */
export async function loadDatasetsUnder({ store }: Deps, { type, id }: AskedObject): Promise<readonly DatasetUnder[]> {
  const under = {
    dashboard: sql<SqlBool>`datasets.id in (select charts.datasource_id from charts join dashboard_charts
      on dashboard_charts.chart_id = charts.id where dashboard_charts.dashboard_id = ${id})`,
    chart: sql<SqlBool>`datasets.id in (select datasource_id from charts where charts.id = ${id})`,
    dataset: sql<SqlBool>`datasets.id = ${id}`,
  };
  const rows = await store
    .selectFrom('datasets')
    .innerJoin('databases', 'databases.id', 'datasets.database_id')
    .select(['datasets.id', 'datasets.catalog', 'datasets.schema', 'datasets.table_name', 'databases.database_name'])
    .select('databases.id as database_id')
    .where(under[type])
    .execute();
  const owners = await store
    .selectFrom('owners')
    .select(['object_id', 'user_id'])
    .where('object_type', '=', 'dataset')
    .where(
      'object_id',
      'in',
      rows.map((row) => row.id),
    )
    .execute();
  return rows.map((row) => ({
    id: row.id,
    data: {
      databaseId: row.database_id,
      databaseName: row.database_name,
      catalog: row.catalog,
      schema: row.schema,
      dataset: {
        id: row.id,
        name: row.table_name,
        ownerIds: owners.filter((owner) => owner.object_id === row.id).map((owner) => owner.user_id),
      },
    },
  }));
}

export function readableOf(user: User, datasets: readonly DatasetUnder[]): readonly number[] {
  return datasets.filter(({ data }) => canAccessData(user, data)).map(({ id }) => id);
}

/** Whether the user, as is or with a role besides, sees the object: the same conditions by which it is opened. */
export async function sees(
  { store, config }: Deps,
  user: User,
  { type, id, datasets }: AskedObject & { readonly datasets: readonly DatasetUnder[] },
): Promise<boolean> {
  if (!can(user, 'can_read', viewOf[type])) return false;
  const isAll =
    can(user, 'all_datasource_access', 'all_datasource_access') ||
    can(user, 'all_database_access', 'all_database_access');
  // Of all that may be read only what stands under the object decides.
  const scope: DataScope = isAll ? { isAll } : { isAll: false, datasetIds: readableOf(user, datasets) };
  const found = {
    dashboard: () =>
      store
        .selectFrom('dashboards')
        .select('id')
        .where('id', '=', id)
        .where(() => visibleDashboards(user, scope, config.featureFlags.DASHBOARD_RBAC === true)),
    chart: () =>
      store
        .selectFrom('charts')
        .select('id')
        .where('id', '=', id)
        .where(() => visibleCharts(user, scope)),
    dataset: () =>
      store
        .selectFrom('datasets')
        .select('id')
        .where('id', '=', id)
        .where(() => readableDatasets(scope)),
  };
  return (await found[type]().executeTakeFirst()) !== undefined;
}
