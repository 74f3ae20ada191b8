export interface DashboardChartsTable {
  dashboard_id: number;
  chart_id: number;
}

/** Follows from the charts of a dashboard; the store keeps it, nobody else writes here. */
export interface DashboardDatasetsTable {
  dashboard_id: number;
  dataset_id: number;
}

export interface DashboardRolesTable {
  dashboard_id: number;
  role_id: number;
}
