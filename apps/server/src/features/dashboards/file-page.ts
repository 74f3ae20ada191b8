import type { WireDashboardChart, WireDashboardDetail, WireExploreDataset } from '@powerset/contract';
import type { User } from '../../access/index.ts';
import type { Row } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import { toWireDashboardChart, toWireDashboardDetail } from './present.ts';
import { loadReadableDatasets } from './readable-datasets.ts';
import { findDashboardCharts, findDashboardTheme } from './store.ts';

export interface FilePage {
  readonly dashboard: WireDashboardDetail;
  readonly charts: readonly WireDashboardChart[];
  readonly datasets: readonly FileDataset[];
}

/** What of a dataset a dashboard is drawn with: how its columns are called and written. */
export type FileDataset = ReturnType<typeof toFileDataset>;

function toFileDataset(dataset: WireExploreDataset) {
  const { id, table_name, main_dttm_col, verbose_map, column_formats, currency_formats, time_grain_sqla } = dataset;
  const names = { id, table_name, main_dttm_col, verbose_map, column_formats, currency_formats, time_grain_sqla };
  return {
    ...names,
    columns: dataset.columns.map(({ column_name, verbose_name, type, type_generic, is_dttm, filterable }) => ({
      ...{ column_name, verbose_name, type, type_generic, is_dttm, filterable },
    })),
    metrics: dataset.metrics.map(({ metric_name, verbose_name }) => ({ metric_name, verbose_name })),
  };
}

const nobody = { users: new Map(), owners: new Map(), tags: new Map(), roles: [] };

/** A dashboard as it lies in a file: what this person may see of it, for readers who are told no names, no SQL, and may change nothing. */
export async function readFilePage(services: Services, user: User, row: Row<'dashboards'>): Promise<FilePage> {
  const { store, now } = services;
  const [charts, theme, datasets] = await Promise.all([
    findDashboardCharts(store, row.id),
    findDashboardTheme(store, row.theme_id),
    loadReadableDatasets(services, user, row.id),
  ]);
  const chartNames = charts.map((chart) => chart.slice_name);
  const relations = { ...nobody, now: now() };
  return {
    dashboard: toWireDashboardDetail(row, { relations, theme, chartNames, isEditable: false }),
    charts: charts.map((chart) => toWireDashboardChart(chart, { isEditable: false, seesAllData: false })),
    datasets: datasets.map(toFileDataset),
  };
}
