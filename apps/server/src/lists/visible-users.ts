import { type Expression, type SqlBool, sql } from 'kysely';
import {
  can,
  canSeeDatabase,
  isAdmin,
  loadDataScope,
  readableDatasets,
  type User,
  visibleCharts,
  visibleDashboards,
  visibleReports,
} from '../access/index.ts';
import type { Store } from '../metadata/index.ts';
import type { Services } from '../services.ts';

type Condition = Expression<SqlBool>;
type ListServices = Pick<Services, 'store' | 'config'>;

/** What people are looked up for. */
export interface Resource {
  readonly table:
    | 'charts'
    | 'dashboards'
    | 'datasets'
    | 'databases'
    | 'annotation_layers'
    | 'css_templates'
    | 'reports'
    | 'tags'
    | 'themes';
  /** Its class in permissions, for example `Dataset`. */
  readonly view: string;
}

export const chartResource: Resource = { table: 'charts', view: 'Chart' };
export const dashboardResource: Resource = { table: 'dashboards', view: 'Dashboard' };
export const datasetResource: Resource = { table: 'datasets', view: 'Dataset' };

export const reportResource: Resource = { table: 'reports', view: 'ReportSchedule' };

/** Who may read one of them may read all. */
const shownToAll = { annotation_layers: true, css_templates: true, tags: true, themes: true } as const;

const owned = { charts: 'chart', dashboards: 'dashboard', datasets: 'dataset', reports: 'report' } as const;

/**
 * May the person name anybody to share with? Who may write such objects and reads data. Who reads nothing yet knows
 * nobody here either.
 */
export async function canShare(store: Store, user: User, { view }: Pick<Resource, 'view'>): Promise<boolean> {
  if (isAdmin(user)) return true;
  if (user.isAnonymous || !can(user, 'can_write', view)) return false;
  const scope = await loadDataScope(store, user);
  return scope.isAll || scope.datasetIds.length > 0;
}

/** The person, and who owns, made or changed an object of the resource that the person may see. For queries on `users`. */
export async function usersOfVisible(services: ListServices, user: User, { table }: Resource): Promise<Condition> {
  const condition = await visibleRows(services, user, table);
  const visible = sql`(select ${sql.ref(`${table}.id`)} from ${sql.table(table)} where ${condition})`;
  const authors = ['created_by_fk', 'changed_by_fk'].map(
    (column) =>
      sql`select ${sql.ref(column)} from ${sql.table(table)} where ${sql.ref(column)} is not null and ${condition}`,
  );
  const owners =
    table in owned
      ? sql`select user_id from owners where object_type = ${owned[table as keyof typeof owned]} and object_id in ${visible}`
      : sql`select ${user.id}`;
  return sql<SqlBool>`(users.id = ${user.id} or users.id in (${sql.join([owners, ...authors], sql` union `)}))`;
}

async function visibleRows({ store, config }: ListServices, user: User, table: Resource['table']): Promise<Condition> {
  if (table in shownToAll) return sql<SqlBool>`1 = 1`;
  if (table === 'databases') {
    const rows = await store.selectFrom('databases').select(['id', 'database_name']).execute();
    const ids = rows.filter((row) => canSeeDatabase(user, { id: row.id, name: row.database_name })).map(({ id }) => id);
    return sql<SqlBool>`databases.id in (${ids.length > 0 ? sql.join(ids) : sql`null`})`;
  }
  if (table === 'reports') return visibleReports(user);
  const scope = await loadDataScope(store, user);
  if (table === 'datasets') return readableDatasets(scope);
  if (table === 'charts') return visibleCharts(user, scope);
  return visibleDashboards(user, scope, config.featureFlags.DASHBOARD_RBAC === true);
}
