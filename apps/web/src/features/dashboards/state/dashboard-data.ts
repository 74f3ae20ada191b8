import type {
  DashboardMetadata,
  WireDashboardChart,
  WireDashboardDetail,
  WireExploreColumn,
  WireExploreDataset,
  WireExploreMetric,
} from '@powerset/contract';

/** A dataset as far as a dashboard needs it. */
export type DashboardDataset = Pick<
  WireExploreDataset,
  'id' | 'table_name' | 'main_dttm_col' | 'verbose_map' | 'column_formats' | 'currency_formats' | 'time_grain_sqla'
> & {
  readonly columns: readonly Pick<
    WireExploreColumn,
    'column_name' | 'verbose_name' | 'type' | 'type_generic' | 'is_dttm' | 'filterable'
  >[];
  readonly metrics: readonly Pick<WireExploreMetric, 'metric_name' | 'verbose_name'>[];
};

/** Everything that a dashboard is drawn from. */
export interface DashboardData {
  readonly dashboard: WireDashboardDetail;
  readonly charts: readonly WireDashboardChart[];
  readonly datasets: readonly DashboardDataset[];
}

export type Metadata = Omit<DashboardMetadata, 'positions'>;

/** The stored metadata; what cannot be read counts as none. */
export function readDashboardMetadata(text: string): Metadata {
  try {
    const value: unknown = JSON.parse(text);
    // The server checks keys and types of what it stores; older documents are read part by part where they are used.
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Metadata) : {};
  } catch {
    return {};
  }
}

/** A draft is a chart that was made on the dashboard and is saved with it; until then its id is below zero. */
export function isDraft(chartId: number): boolean {
  return chartId < 0;
}

/** The id of another draft beside those that there are. */
export function nextDraftId(charts: Readonly<Record<number, unknown>>): number {
  return Math.min(0, ...Object.keys(charts).map(Number)) - 1;
}

/** A chart's dataset id, from its form. */
export function datasetIdOf(chart: Pick<WireDashboardChart, 'form_data'>): number | null {
  const { datasource } = chart.form_data;
  const id = typeof datasource === 'string' ? Number(datasource.split('__')[0]) : Number.NaN;
  return Number.isInteger(id) ? id : null;
}
