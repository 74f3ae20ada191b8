import { type Expression, type SqlBool, sql } from 'kysely';
import {
  can,
  canSeeDatabase,
  isAdmin,
  isWide,
  listedCharts,
  listedDashboards,
  loadDataScope,
  readableDatasets,
  type User,
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
  const rows = await visibleRows(services, user, table);
  const found = rows.isMost ? asksOfEach(table, rows.condition) : gathered(table, rows.condition);
  return sql<SqlBool>`(users.id = ${user.id} or ${sql.join(found, sql` or `)})`;
}

/** Those of the objects that the person may see, where these are few. */
function gathered(table: Resource['table'], condition: Condition): readonly Condition[] {
  const visible = sql`(select ${sql.ref(`${table}.id`)} from ${sql.table(table)} where ${condition})`;
  const authors = authorColumns.map(
    (column) =>
      sql`select ${sql.ref(column)} from ${sql.table(table)} where ${sql.ref(column)} is not null and ${condition}`,
  );
  const owners = isOwned(table)
    ? [sql`select user_id from owners where object_type = ${owned[table]} and object_id in ${visible}`]
    : [];
  return [sql<SqlBool>`users.id in (${sql.join([...owners, ...authors], sql` union `)})`];
}

/** Of each person whether one object is found: where most may be seen, the first that is looked at is one. */
function asksOfEach(table: Resource['table'], condition: Condition): readonly Condition[] {
  const authors = authorColumns.map(
    (column) =>
      sql<SqlBool>`exists (select 1 from ${sql.table(table)} where ${sql.ref(`${table}.${column}`)} = users.id and ${condition})`,
  );
  const owners = isOwned(table)
    ? [
        sql<SqlBool>`exists (select 1 from owners join ${sql.table(table)} on ${sql.ref(`${table}.id`)} = owners.object_id where owners.user_id = users.id and owners.object_type = ${owned[table]} and ${condition})`,
      ]
    : [];
  return [...authors, ...owners];
}

const authorColumns = ['created_by_fk', 'changed_by_fk'] as const;

function isOwned(table: Resource['table']): table is keyof typeof owned {
  return table in owned;
}

interface VisibleRows {
  readonly condition: Condition;
  /** Most of what there is, of tables that have an index on who made and changed it. */
  readonly isMost: boolean;
}

async function visibleRows(
  { store, config }: ListServices,
  user: User,
  table: Resource['table'],
): Promise<VisibleRows> {
  const few = (condition: Condition) => ({ condition, isMost: false });
  if (table in shownToAll) return few(sql<SqlBool>`1 = 1`);
  if (table === 'databases') {
    const rows = await store.selectFrom('databases').select(['id', 'database_name']).execute();
    const ids = rows.filter((row) => canSeeDatabase(user, { id: row.id, name: row.database_name })).map(({ id }) => id);
    return few(sql<SqlBool>`databases.id in (${ids.length > 0 ? sql.join(ids) : sql`null`})`);
  }
  if (table === 'reports') return few(visibleReports(user));
  const scope = await loadDataScope(store, user);
  if (table === 'datasets') return few(readableDatasets(scope));
  const isMost = scope.isAll || isWide(scope);
  if (table === 'charts') return { condition: listedCharts(user, scope), isMost };
  return { condition: listedDashboards(user, scope, config.featureFlags.DASHBOARD_RBAC === true), isMost };
}
