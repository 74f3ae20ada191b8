import type { ListQuery } from '@powerset/contract';
import { type Expression, expressionBuilder, sql } from 'kysely';
import { listedDashboards, loadDataScope, starredDashboards, type User } from '../../access/index.ts';
import {
  containsText,
  type FilterRules,
  findIds,
  inOrder,
  readOrder,
  readPage,
  tableRules,
  textOperators,
  toConditions,
  valueOperators,
} from '../../lists/index.ts';
import type { MetadataTables, Store } from '../../metadata/index.ts';

type Rules = FilterRules<MetadataTables, 'dashboards'>;

const rules = tableRules('dashboards');

function dashboardFilters(user: User): Rules {
  return {
    id: rules.value('id'),
    'id.dashboard_is_favorite': rules.flag(starredDashboards(user)),
    'id.dashboard_is_certified': rules.isCertified,
    dashboard_title: rules.text('dashboard_title'),
    'dashboard_title.title_or_slug': (value) =>
      containsText(String(value ?? ''), ['dashboards.dashboard_title', 'dashboards.slug']),
    slug: rules.text('slug'),
    uuid: rules.text('uuid'),
    published: rules.value('published'),
    theme: rules.value('theme_id'),
    changed_on: rules.value('changed_on'),
    created_on: rules.value('created_on'),
    created_by: rules.value('created_by_fk'),
    'created_by.dashboard_created_by_me': rules.isCreatedBy(user.isAnonymous ? -1 : user.id),
    'created_by.dashboard_has_created_by': rules.hasCreator,
    changed_by: rules.value('changed_by_fk'),
    'owners.rel_m_m': rules.owners('dashboard'),
    'tags.rel_m_m': rules.tags('dashboard'),
    'tags.dashboard_tag_id': rules.tags('dashboard'),
    'tags.dashboard_tags': rules.tagNames('dashboard'),
    'roles.rel_m_m': rules.pairedIn({ table: 'dashboard_roles', own: 'dashboard_id', other: 'role_id' }),
  };
}

/** Which filters the list offers, as `_info` tells them. */
export const dashboardFilterNames: Readonly<Record<string, readonly string[]>> = {
  id: [...valueOperators, 'in', 'dashboard_is_favorite', 'dashboard_is_certified'],
  uuid: textOperators,
  dashboard_title: [...textOperators, 'title_or_slug'],
  slug: textOperators,
  published: ['eq', 'neq'],
  theme: ['rel_o_m', 'nrel_o_m'],
  created_by: ['rel_o_m', 'nrel_o_m', 'dashboard_created_by_me', 'dashboard_has_created_by'],
  changed_by: ['rel_o_m', 'nrel_o_m'],
  owners: ['rel_m_m'],
  tags: ['rel_m_m', 'dashboard_tags', 'dashboard_tag_id'],
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
  'changed_by.first_name': 'changed_by_fk.first_name',
  'created_by.first_name': 'created_by_fk.first_name',
} as const;
export const dashboardOrderColumns = Object.keys(orderColumns);

export interface DashboardListing {
  readonly user: User;
  readonly query: ListQuery;
  readonly isRoleBased: boolean;
}

/** A person's name is asked where it is ordered by; joined, it would be read of all dashboards there are. */
function orderOf(column: string): Expression<unknown> {
  const [table = '', name = ''] = column.split('.');
  if (table === 'dashboards') return sql.ref(column);
  return sql`(select ${sql.ref(`users.${name}`)} from users where users.id = ${sql.ref(`dashboards.${table}`)})`;
}

/** A page of the dashboards that the user may see, and how many there are in all. */
export async function findDashboards(store: Store, { user, query, isRoleBased }: DashboardListing) {
  const scope = await loadDataScope(store, user);
  const builder = expressionBuilder<MetadataTables, 'dashboards'>();
  const sifts = toConditions(query.filters, dashboardFilters(user), builder);
  const visible = listedDashboards(user, scope, isRoleBased);
  const { column, isDescending } = readOrder(query, orderColumns, {
    column: 'dashboards.changed_on',
    isDescending: true,
  });
  const { count, ids } = await findIds(
    store.selectFrom('dashboards').where((where) => where.and([visible, ...sifts])),
    {
      id: 'dashboards.id',
      order: { by: orderOf(column), isDescending },
      page: readPage(query),
      isSifted: sifts.length > 0,
    },
  );
  const rows = await store
    .selectFrom('dashboards')
    .selectAll()
    .where('id', 'in', ids.length > 0 ? [...ids] : [-1])
    .execute();
  return { count, rows: inOrder(ids, rows) };
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

/** The look that a dashboard names; null where it names none. */
export async function findDashboardTheme(store: Store, themeId: number | null) {
  if (themeId === null) return null;
  const theme = await store
    .selectFrom('themes')
    .select(['id', 'theme_name', 'json_data'])
    .where('id', '=', themeId)
    .executeTakeFirst();
  return theme ?? null;
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
