import type { WireDatabaseDependents } from '@powerset/contract';
import { isAdmin, loadDataScope, type User, visibleCharts, visibleDashboards } from '../../access/index.ts';
import type { Services } from '../../services.ts';

/** Charts, dashboards and editor tabs that stop working without the database, as far as the user may see them. */
export async function findRelatedObjects(
  { store, config }: Services,
  user: User,
  databaseId: number,
): Promise<WireDatabaseDependents> {
  const scope = await loadDataScope(store, user);
  const charts = await store
    .selectFrom('charts')
    .innerJoin('datasets', 'datasets.id', 'charts.datasource_id')
    .select(['charts.id', 'charts.slice_name', 'charts.viz_type'])
    .where('datasets.database_id', '=', databaseId)
    .where(() => visibleCharts(user, scope))
    .orderBy('charts.slice_name')
    .execute();
  const dashboards = await store
    .selectFrom('dashboards')
    .select(['id', 'dashboard_title as title', 'slug', 'json_metadata'])
    .where('id', 'in', (builder) =>
      builder
        .selectFrom('dashboard_charts')
        .innerJoin('charts', 'charts.id', 'dashboard_charts.chart_id')
        .innerJoin('datasets', 'datasets.id', 'charts.datasource_id')
        .select('dashboard_charts.dashboard_id')
        .where('datasets.database_id', '=', databaseId),
    )
    .where(() => visibleDashboards(user, scope, config.featureFlags.DASHBOARD_RBAC === true))
    .execute();
  const tabs = await store
    .selectFrom('tab_states')
    .select(['id', 'label', 'active'])
    .where('database_id', '=', databaseId)
    .$if(!isAdmin(user), (own) => own.where('user_id', '=', user.id))
    .execute();
  return {
    charts: { count: charts.length, result: charts },
    dashboards: { count: dashboards.length, result: dashboards },
    sqllab_tab_states: {
      count: tabs.length,
      result: tabs.map((tab) => ({ ...tab, active: tab.active === 1 })),
    },
  };
}
