import { canEdit, loadDataScope, sharedDashboards, type User, visibleDashboards } from '../../access/index.ts';
import { forbidden, notFound } from '../../http/index.ts';
import { loadOwners } from '../../lists/index.ts';
import type { Row } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';

export type DashboardServices = Pick<Services, 'store' | 'now' | 'config'>;

export function isRoleBased({ config }: Pick<Services, 'config'>): boolean {
  return config.featureFlags.DASHBOARD_RBAC === true;
}

/** Whether the dashboard lets the user read its datasets through it. */
export async function isSharedDashboard(services: DashboardServices, user: User, id: number): Promise<boolean> {
  const query = services.store.selectFrom('dashboards').select('id').where('id', '=', id);
  return (await query.where(() => sharedDashboards(user, isRoleBased(services))).executeTakeFirst()) !== undefined;
}

/** The dashboard of an id, uuid or slug, when the user may see it. */
export async function getVisibleDashboard(
  services: DashboardServices,
  user: User,
  idOrSlug: string,
): Promise<Row<'dashboards'>> {
  const { store } = services;
  const scope = await loadDataScope(store, user);
  const visible = () => visibleDashboards(user, scope, isRoleBased(services));
  const query = store.selectFrom('dashboards').selectAll().where(visible);
  const row = await byName(query, idOrSlug).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** The dashboard of an id, uuid or slug, whoever may see it. */
export async function findDashboardId({ store }: DashboardServices, idOrSlug: string): Promise<number | undefined> {
  return (await byName(store.selectFrom('dashboards').select('id'), idOrSlug).executeTakeFirst())?.id;
}

interface Named<Self> {
  where(column: 'id', operator: '=', value: number): Self;
  where(column: 'uuid' | 'slug', operator: '=', value: string): Self;
}

function byName<Query extends Named<Query>>(query: Query, idOrSlug: string): Query {
  if (/^\d{1,15}$/.test(idOrSlug)) return query.where('id', '=', Number(idOrSlug));
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(idOrSlug))
    return query.where('uuid', '=', idOrSlug.toLowerCase());
  return query.where('slug', '=', idOrSlug);
}

/** Dashboards that the user may change; 404 when one of them is not to be seen, 403 when one is somebody else's. */
export async function getEditableDashboards(
  services: DashboardServices,
  user: User,
  ids: readonly number[],
): Promise<readonly Row<'dashboards'>[]> {
  const { store } = services;
  const wanted = [...new Set(ids)];
  const scope = await loadDataScope(store, user);
  const rows = await store
    .selectFrom('dashboards')
    .selectAll()
    .where('id', 'in', wanted)
    .where(() => visibleDashboards(user, scope, isRoleBased(services)))
    .execute();
  if (rows.length !== wanted.length) throw notFound();
  const owners = await loadOwners(store, 'dashboard', wanted);
  const isOwn = (id: number) =>
    canEdit(
      user,
      'Dashboard',
      (owners.get(id) ?? []).map((owner) => owner.id),
    );
  if (!wanted.every(isOwn)) throw forbidden();
  return rows;
}
