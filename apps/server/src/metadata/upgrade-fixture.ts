import { randomUUID } from 'node:crypto';
import { allMigrations, type Migration } from './migrations.ts';
import type { Store } from './tables.ts';

const stamp = '2026-01-01T00:00:00.000Z';

/** The steps of a store before the one of that name. */
export function stepsBefore(name: string): readonly Migration[] {
  const at = allMigrations.findIndex((step) => step.name === name);
  if (at < 0) throw new Error(`No step is called ${name}.`);
  return allMigrations.slice(0, at);
}

/** Two dashboards: one with a chart of each of two datasets and one that lost its own, one without charts. */
export async function addDashboards(store: Store): Promise<void> {
  const made = { created_on: stamp, changed_on: stamp };
  const dashboards = [1, 2].map((id) => ({
    ...{
      id,
      uuid: randomUUID(),
      dashboard_title: `Dashboard ${id}`,
      css: '',
      position_json: '{}',
      json_metadata: '{}',
    },
    ...made,
  }));
  const charts = [7, 8, 7, null].map((datasetId, at) => ({
    ...{ id: at + 1, uuid: randomUUID(), slice_name: `Chart ${at}`, viz_type: 'pie', params: '{}' },
    ...{ datasource_id: datasetId, datasource_type: 'table' },
    ...made,
  }));
  await store.insertInto('dashboards').values(dashboards).execute();
  await store.insertInto('charts').values(charts).execute();
  const placed = charts.map(({ id }) => ({ dashboard_id: 1, chart_id: id }));
  await store.insertInto('dashboard_charts').values(placed).execute();
}

/** Which datasets the store knows of each dashboard, as `dashboard:dataset`. */
export async function datasetsOfDashboards(store: Store): Promise<readonly string[]> {
  const rows = await store
    .selectFrom('dashboard_datasets')
    .select(['dashboard_id', 'dataset_id'])
    .orderBy('dashboard_id')
    .orderBy('dataset_id')
    .execute();
  return rows.map((row) => `${row.dashboard_id}:${row.dataset_id}`);
}

/** Goes through all that changes what a dashboard stands on, one after the other; brings what is known after each. */
export async function changeDashboards(store: Store): Promise<readonly (readonly string[])[]> {
  const known: (readonly string[])[] = [await datasetsOfDashboards(store)];
  const then = async (work: Promise<unknown>) => {
    await work;
    known.push(await datasetsOfDashboards(store));
  };
  const place = (dashboard: number, chart: number) =>
    store.insertInto('dashboard_charts').values({ dashboard_id: dashboard, chart_id: chart }).execute();
  const give = (chart: number, datasetId: number | null) =>
    store.updateTable('charts').set({ datasource_id: datasetId }).where('id', '=', chart).execute();
  const remove = (dashboard: number, chart: number) =>
    store.deleteFrom('dashboard_charts').where('dashboard_id', '=', dashboard).where('chart_id', '=', chart).execute();
  await then(place(2, 1));
  await then(place(2, 4));
  await then(give(4, 9));
  await then(give(2, 7));
  await then(give(4, null));
  await then(remove(1, 1));
  await then(remove(1, 2));
  await then(remove(1, 3));
  await then(remove(2, 1));
  return known;
}

/** What that brings: a dataset goes with its last chart, and no sooner. */
export const knownAfterChanges: readonly (readonly string[])[] = [
  ['1:7', '1:8'],
  ['1:7', '1:8', '2:7'],
  ['1:7', '1:8', '2:7'],
  ['1:7', '1:8', '1:9', '2:7', '2:9'],
  ['1:7', '1:9', '2:7', '2:9'],
  ['1:7', '2:7'],
  ['1:7', '2:7'],
  ['1:7', '2:7'],
  ['2:7'],
  [],
];

/** An alert that asks a database, as all did once. */
export async function addAlert(store: Store): Promise<void> {
  await store
    .insertInto('reports')
    .values({
      ...{ type: 'Alert', name: 'Stock', crontab: '0 6 * * *', timezone: 'UTC', creation_method: 'alerts_reports' },
      ...{ report_format: 'PNG', chart_id: 1, database_id: 1, sql: 'select 1', last_state: 'Not triggered' },
      ...{ log_retention: 90, grace_period: 14_400, working_timeout: 3600, extra_json: '{}' },
      ...{ created_on: stamp, changed_on: stamp },
    })
    .execute();
}

export async function alertsOf(store: Store): Promise<readonly unknown[]> {
  const alerts = store.selectFrom('reports').select(['name', 'database_id', 'sql', 'dataset_id', 'metric_json']);
  return alerts.execute();
}

export const alertsAfterUpgrade: readonly unknown[] = [
  { name: 'Stock', database_id: 1, sql: 'select 1', dataset_id: null, metric_json: null },
];
