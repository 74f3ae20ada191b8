import type { ListQuery } from '@powerset/contract';
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import { loadDataScope, starredDashboards, type User, visibleDashboards } from '../../access/index.ts';
import { fieldError } from '../../http/index.ts';
import {
  escapeLike,
  type FilterRules,
  readOrder,
  readPage,
  textCondition,
  toConditions,
  valueCondition,
} from '../../lists/index.ts';
import type { MetadataTables, Store } from '../../metadata/index.ts';

type Rules = FilterRules<MetadataTables, 'dashboards'>;

const columnOf = (name: string) => sql.ref(`dashboards.${name}`);
const textRule =
  (name: string): Rules[string] =>
  (value, _builder, operator) =>
    textCondition(columnOf(name), operator, value);
const valueRule =
  (name: string): Rules[string] =>
  (value, _builder, operator) =>
    valueCondition(columnOf(name), operator, value);

function dashboardFilters(user: User): Rules {
  const ownId = user.isAnonymous ? -1 : user.id;
  return {
    id: valueRule('id'),
    'id.dashboard_is_favorite': (value) => is(value, starredDashboards(user)),
    'id.dashboard_is_certified': (value) => is(value, sql<SqlBool>`coalesce(dashboards.certified_by, '') <> ''`),
    dashboard_title: textRule('dashboard_title'),
    'dashboard_title.title_or_slug': (value) => titleOrSlug(String(value ?? '')),
    slug: textRule('slug'),
    uuid: textRule('uuid'),
    published: valueRule('published'),
    changed_on: valueRule('changed_on'),
    created_on: valueRule('created_on'),
    created_by: valueRule('created_by_fk'),
    'created_by.dashboard_created_by_me': (value) =>
      is(value, sql<SqlBool>`coalesce(dashboards.created_by_fk, -2) = ${ownId}`),
    'created_by.dashboard_has_created_by': (value) => is(value, sql<SqlBool>`dashboards.created_by_fk is not null`),
    changed_by: valueRule('changed_by_fk'),
    'owners.rel_m_m': (value) =>
      sql<SqlBool>`exists (select 1 from owners where owners.object_type = 'dashboard' and owners.object_id = dashboards.id and owners.user_id in (${idList(value)}))`,
    'roles.rel_m_m': (value) =>
      sql<SqlBool>`exists (select 1 from dashboard_roles where dashboard_roles.dashboard_id = dashboards.id and dashboard_roles.role_id in (${idList(value)}))`,
  };
}

const textOperators = ['eq', 'neq', 'sw', 'ew', 'ct', 'nsw', 'new', 'nct'];
const valueOperators = ['eq', 'neq', 'gt', 'lt'];

/** Which filters the list offers, as `_info` tells them. */
export const dashboardFilterNames: Readonly<Record<string, readonly string[]>> = {
  id: [...valueOperators, 'in', 'dashboard_is_favorite', 'dashboard_is_certified'],
  dashboard_title: [...textOperators, 'title_or_slug'],
  slug: textOperators,
  published: ['eq', 'neq'],
  created_by: ['rel_o_m', 'nrel_o_m', 'dashboard_created_by_me', 'dashboard_has_created_by'],
  changed_by: ['rel_o_m', 'nrel_o_m'],
  owners: ['rel_m_m'],
  roles: ['rel_m_m'],
};

const orderColumns = {
  id: 'dashboards.id',
  dashboard_title: 'dashboards.dashboard_title',
  published: 'dashboards.published',
  status: 'dashboards.published',
  changed_on: 'dashboards.changed_on',
  changed_on_utc: 'dashboards.changed_on',
  changed_on_delta_humanized: 'dashboards.changed_on',
  created_on: 'dashboards.created_on',
  created_on_delta_humanized: 'dashboards.created_on',
  'changed_by.first_name': 'changer.first_name',
  'created_by.first_name': 'creator.first_name',
} as const;
export const dashboardOrderColumns = Object.keys(orderColumns);

export interface DashboardListing {
  readonly user: User;
  readonly query: ListQuery;
  readonly isRoleBased: boolean;
}

/** A page of the dashboards that the user may see, and how many there are in all. */
export async function findDashboards(store: Store, { user, query, isRoleBased }: DashboardListing) {
  const scope = await loadDataScope(store, user);
  const builder = expressionBuilder<MetadataTables, 'dashboards'>();
  const conditions = [
    visibleDashboards(user, scope, isRoleBased),
    ...toConditions(query.filters, dashboardFilters(user), builder),
  ];
  const page = readPage(query);
  const order = readOrder(query, orderColumns, { column: 'dashboards.changed_on', isDescending: true });
  const base = store
    .selectFrom('dashboards')
    .leftJoin('users as changer', 'changer.id', 'dashboards.changed_by_fk')
    .leftJoin('users as creator', 'creator.id', 'dashboards.created_by_fk')
    .where((where) => where.and(conditions));
  const [total, rows] = await Promise.all([
    base.select((select) => select.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    base
      .selectAll('dashboards')
      .orderBy(order.column, order.isDescending ? 'desc' : 'asc')
      .orderBy('dashboards.id', 'desc')
      .limit(page.limit)
      .offset(page.offset)
      .execute(),
  ]);
  return { count: Number(total.count), rows };
}

/** Charts of a dashboard, with whether their dataset is still there. */
export async function findDashboardCharts(store: Store, dashboardId: number) {
  return store
    .selectFrom('dashboard_charts')
    .innerJoin('charts', 'charts.id', 'dashboard_charts.chart_id')
    .leftJoin('datasets', 'datasets.id', 'charts.datasource_id')
    .selectAll('charts')
    .select('datasets.id as dataset_id')
    .where('dashboard_charts.dashboard_id', '=', dashboardId)
    .orderBy('charts.id')
    .execute();
}

/** Roles that dashboards are opened to. */
export async function loadDashboardRoles(store: Store, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return store
    .selectFrom('dashboard_roles')
    .innerJoin('roles', 'roles.id', 'dashboard_roles.role_id')
    .select(['dashboard_roles.dashboard_id', 'roles.id', 'roles.name'])
    .where('dashboard_roles.dashboard_id', 'in', [...ids])
    .orderBy('roles.name')
    .execute();
}

function is(value: unknown, condition: Expression<SqlBool>): Expression<SqlBool> {
  const isTrue = value === true || value === 1 || value === 'true' || value === '1';
  return isTrue ? condition : sql<SqlBool>`not (${condition})`;
}

function titleOrSlug(text: string): Expression<SqlBool> {
  const pattern = `%${escapeLike(text)}%`;
  return sql<SqlBool>`(lower(dashboards.dashboard_title) like lower(${pattern}) escape '\\' or lower(coalesce(dashboards.slug, '')) like lower(${pattern}) escape '\\')`;
}

function idList(value: unknown) {
  const ids = (Array.isArray(value) ? value : [value]).map(Number);
  if (ids.some((id) => !Number.isInteger(id))) throw fieldError({ q: ['A relation is filtered by ids.'] }, 400);
  return sql.join(ids.length > 0 ? ids : [-1]);
}
