/**
 * DASHBOARDS. Listing, reading, saving, copying, deleting, starring and sharing dashboards; the state of their filters.
 * In: the contract's dashboard calls. Out: the reference's shapes; what the caller may not see does not exist for him.
 */
export { findDashboardId, getEditableDashboards, getVisibleDashboard } from './access.ts';
export { readFilePage } from './file-page.ts';
export { createDashboardPermalinks } from './permalinks.ts';
export { registerDashboards } from './routes.ts';
export { findDashboardCharts } from './store.ts';
