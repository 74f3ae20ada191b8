import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Row, Store } from '../metadata/index.ts';
import { type DataScope, isWide, loadDataScope } from './data-scope.ts';
import { can, type Guest, isAdmin, type User } from './policy.ts';

type Condition = Expression<SqlBool>;

/** A chart is visible to who may read its dataset, and to its owners; Admin sees all. For queries on `charts`. */
export function visibleCharts(user: User, scope: DataScope): Condition {
  if (user.guest) return sql<SqlBool>`1 = 0`;
  if (isAdmin(user) || scope.isAll) return sql<SqlBool>`1 = 1`;
  return sql<SqlBool>`(charts.datasource_id in ${datasetIds(scope)} or ${ownedCharts(user)})`;
}

/**
 * The same for queries that go through all charts. Who reads a few datasets has few charts, which are found by them, once for the query. Who
 * reads many has most charts there are: then the plus keeps the store from gathering them all, and it goes through the charts in the order of the page.
 */
export function listedCharts(user: User, scope: DataScope): Condition {
  if (user.guest || isAdmin(user) || scope.isAll) return visibleCharts(user, scope);
  if (isWide(scope)) return sql<SqlBool>`(+charts.datasource_id in ${datasetIds(scope)} or ${ownedCharts(user)})`;
  return sql<SqlBool>`charts.id in (select * from (select readable.id from charts as readable where readable.datasource_id in ${datasetIds(scope)}
    union select object_id from owners where object_type = 'chart' and user_id = ${ownId(user)}))`;
}

/** The chart, when there is one that the user may see. */
export async function findVisibleChart(store: Store, user: User, id: number): Promise<Row<'charts'> | undefined> {
  const scope = await loadDataScope(store, user);
  return store
    .selectFrom('charts')
    .selectAll()
    .where('id', '=', id)
    .where(() => visibleCharts(user, scope))
    .executeTakeFirst();
}

export function ownedCharts(user: User): Condition {
  return sql<SqlBool>`charts.id in (select object_id from owners where object_type = 'chart' and user_id = ${ownId(user)})`;
}

/**
 * A dashboard is visible to its owners, drafts too. A published one also to who starred it and to who may read a
 * dataset of it or, with role-based access on and roles named, to those roles alone. For queries on `dashboards`.
 */
export function visibleDashboards(user: User, scope: DataScope, isRoleBased: boolean): Condition {
  return visibleWith(user, isRoleBased, scope.isAll ? sql<SqlBool>`1 = 1` : hasReadableData(scope));
}

/** The same for queries that go through all dashboards: those of a few datasets are found by these, once for the query. */
export function listedDashboards(user: User, scope: DataScope, isRoleBased: boolean): Condition {
  if (isWide(scope) || scope.isAll) return visibleDashboards(user, scope, isRoleBased);
  return visibleWith(user, isRoleBased, dashboardsOfData(scope));
}

function visibleWith(user: User, isRoleBased: boolean, byData: Condition): Condition {
  if (user.guest) return embeddedDashboards(user.guest);
  if (isAdmin(user)) return sql<SqlBool>`1 = 1`;
  const open = isRoleBased
    ? sql<SqlBool>`case when exists (select 1 from dashboard_roles where dashboard_roles.dashboard_id = dashboards.id) then exists (select 1 from dashboard_roles where dashboard_roles.dashboard_id = dashboards.id and dashboard_roles.role_id in (${roleIds(user)})) else (${byData} or ${starredDashboards(user)}) end`
    : sql<SqlBool>`(${byData} or ${starredDashboards(user)})`;
  return sql<SqlBool>`(${ownedDashboards(user)} or (dashboards.published = 1 and ${open}))`;
}

/** Dashboards that a guest's token opens, as long as they are embedded. */
function embeddedDashboards({ embeddedUuids }: Guest): Condition {
  return sql<SqlBool>`dashboards.id in (select dashboard_id from embedded_dashboards where uuid in (${sql.join(embeddedUuids)}))`;
}

/**
 * A dashboard that lets the user read its datasets through it: a guest's, or, with role-based access on, one that names
 * roles and is published to one of the user's, or the user's own. For queries on `dashboards`.
 */
export function sharedDashboards(user: User, isRoleBased: boolean): Condition {
  if (user.guest) return embeddedDashboards(user.guest);
  if (!isRoleBased) return sql<SqlBool>`1 = 0`;
  return sql<SqlBool>`(exists (select 1 from dashboard_roles where dashboard_roles.dashboard_id = dashboards.id) and (${ownedDashboards(user)} or (dashboards.published = 1 and exists (select 1 from dashboard_roles where dashboard_roles.dashboard_id = dashboards.id and dashboard_roles.role_id in (${roleIds(user)})))))`;
}

/** A report is visible to its owners, its maker, and to who reads all databases. For queries on `reports`. */
export function visibleReports(user: User): Condition {
  if (can(user, 'all_database_access', 'all_database_access')) return sql<SqlBool>`1 = 1`;
  return sql<SqlBool>`(reports.created_by_fk = ${ownId(user)} or reports.id in (select object_id from owners where object_type = 'report' and user_id = ${ownId(user)}))`;
}

export function ownedDashboards(user: User): Condition {
  return sql<SqlBool>`dashboards.id in (select object_id from owners where object_type = 'dashboard' and user_id = ${ownId(user)})`;
}

export function starredDashboards(user: User): Condition {
  return sql<SqlBool>`dashboards.id in (select object_id from favorites where object_type = 'dashboard' and user_id = ${ownId(user)})`;
}

export function starredCharts(user: User): Condition {
  return sql<SqlBool>`charts.id in (select object_id from favorites where object_type = 'chart' and user_id = ${ownId(user)})`;
}

/** The plus keeps the embedded store from looking each dataset that may be read up for each dashboard: one has a few, thousands may be read. */
function hasReadableData(scope: DataScope): Condition {
  return sql<SqlBool>`exists (select 1 from dashboard_datasets where dashboard_datasets.dashboard_id = dashboards.id and +dashboard_datasets.dataset_id in ${datasetIds(scope)})`;
}

function dashboardsOfData(scope: DataScope): Condition {
  return sql<SqlBool>`dashboards.id in (select dashboard_datasets.dashboard_id from dashboard_datasets where dashboard_datasets.dataset_id in ${datasetIds(scope)})`;
}

/** A dataset whose data the user may read. For queries on `datasets`. */
export function readableDatasets(scope: DataScope): Condition {
  return scope.isAll ? sql<SqlBool>`1 = 1` : sql<SqlBool>`datasets.id in ${datasetIds(scope)}`;
}

/** One parameter, however many they are: a list of parameters would be compiled and bound one by one. */
function datasetIds(scope: DataScope): RawBuilder<unknown> {
  return sql`(select cast(value as integer) from json_each(${JSON.stringify(scope.isAll ? [] : scope.datasetIds)}))`;
}

function roleIds(user: User): RawBuilder<unknown> {
  return user.roles.length > 0 ? sql.join(user.roles.map((role) => role.id)) : sql`null`;
}

/** A visitor owns nothing. */
function ownId(user: User): number {
  return user.isAnonymous ? -1 : user.id;
}
