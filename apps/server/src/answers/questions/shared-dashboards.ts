import { sharedDashboards, type User } from '../../access/index.ts';
import type { Row } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';

type Reading = Pick<Services, 'store' | 'config'>;

/** A chart of a dashboard that lets the user read its datasets. */
export async function findChartOfDashboard(
  services: Reading,
  user: User,
  { chartId, dashboardId }: { readonly chartId: number; readonly dashboardId: unknown },
): Promise<Row<'charts'> | undefined> {
  const dashboard = await findSharedDashboard(services, user, dashboardId);
  if (!dashboard) return undefined;
  return chartsOf(services, dashboard.id).where('charts.id', '=', chartId).executeTakeFirst();
}

/** The dashboard, when it lets the user read its datasets. */
export async function findSharedDashboard(
  { store, config }: Reading,
  user: User,
  given: unknown,
): Promise<Row<'dashboards'> | undefined> {
  const id = Number(given ?? Number.NaN);
  const isRoleBased = config.featureFlags.DASHBOARD_RBAC === true;
  if ((!isRoleBased && !user.guest) || !Number.isInteger(id)) return undefined;
  return store
    .selectFrom('dashboards')
    .selectAll()
    .where('id', '=', id)
    .where(() => sharedDashboards(user, isRoleBased))
    .executeTakeFirst();
}

export function chartsOf({ store }: Pick<Services, 'store'>, dashboardId: number) {
  return store
    .selectFrom('charts')
    .selectAll('charts')
    .innerJoin('dashboard_charts', 'dashboard_charts.chart_id', 'charts.id')
    .where('dashboard_charts.dashboard_id', '=', dashboardId);
}
