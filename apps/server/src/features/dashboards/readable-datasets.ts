import type { WireExploreDataset } from '@powerset/contract';
import { canAccessData, type User } from '../../access/index.ts';
import { loadDataset, readExploreDataset, toDataObject, withoutSql } from '../../catalog/index.ts';
import type { Services } from '../../services.ts';
import { isSharedDashboard } from './access.ts';
import { findDashboardCharts } from './store.ts';

/** Datasets of the dashboard's charts that the user may read, there at least; of the others not even the names. */
export async function loadReadableDatasets(services: Services, user: User, dashboardId: number) {
  const { store } = services;
  const charts = await findDashboardCharts(store, dashboardId);
  const ids = [...new Set(charts.flatMap((chart) => (chart.dataset_id === null ? [] : [chart.dataset_id])))];
  const datasets = await Promise.all(ids.map((id) => loadDataset(store, id)));
  const isShared = await isSharedDashboard(services, user, dashboardId);
  const all: WireExploreDataset[] = [];
  for (const dataset of datasets) {
    if (!dataset) continue;
    const isReadable = canAccessData(user, toDataObject(dataset));
    if (!isReadable && !isShared) continue;
    const shown = await readExploreDataset(dataset);
    all.push(isReadable && !user.isAnonymous ? shown : withoutSql(shown));
  }
  return all;
}
