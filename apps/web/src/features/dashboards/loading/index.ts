/**
 * LOADING. Reads a dashboard, opens its state and keeps its charts' rows in step with it, from before the page is drawn.
 * In: an address, the session. Out: an open dashboard. Knows no component.
 */
export { isAddressBehind, keepTabFilters } from './tab-filters.ts';
export {
  loadDashboardData,
  loadDatasets,
  type OpenedDashboard,
  openAhead,
  useDashboardData,
} from './use-dashboard-data.ts';
