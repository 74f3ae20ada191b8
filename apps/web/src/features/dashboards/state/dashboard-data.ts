import type { DashboardMetadata, WireDashboardChart, WireDashboardDetail } from '@powerset/contract';

/** A dataset as far as a dashboard needs it. */
export interface DashboardDataset {
  readonly id: number;
  readonly table_name: string;
  readonly main_dttm_col: string | null;
  readonly verbose_map: Readonly<Record<string, string>>;
  readonly column_formats: Readonly<Record<string, string>>;
  readonly currency_formats: Readonly<
    Record<string, { readonly symbol: string; readonly symbolPosition: 'prefix' | 'suffix' }>
  >;
  readonly columns: readonly {
    readonly column_name: string;
    readonly verbose_name: string | null;
    readonly type?: string | null;
    readonly type_generic: number;
    readonly is_dttm: boolean;
    readonly filterable: boolean;
  }[];
  readonly metrics: readonly { readonly metric_name: string; readonly verbose_name: string | null }[];
  readonly time_grain_sqla: readonly (readonly [string | null, string])[];
}

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

/** A chart's dataset id, from its form. */
export function datasetIdOf(chart: Pick<WireDashboardChart, 'form_data'>): number | null {
  const { datasource } = chart.form_data;
  const id = typeof datasource === 'string' ? Number(datasource.split('__')[0]) : Number.NaN;
  return Number.isInteger(id) ? id : null;
}
