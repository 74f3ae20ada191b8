import { addresses, type FeatureRoute } from '../../shell/index.ts';

const loadHistory = async () => (await import('./QueryHistoryPage.tsx')).QueryHistoryPage;
const toSeeRuns = { permission: 'can_read', view: 'Query', role: 'sql_lab' };

export const routes: readonly FeatureRoute[] = [
  {
    path: addresses.dashboards,
    nav: 'dashboards',
    requires: { permission: 'can_read', view: 'Dashboard' },
    load: async () => (await import('./DashboardListPage.tsx')).DashboardListPage,
  },
  {
    path: addresses.charts,
    nav: 'charts',
    requires: { permission: 'can_read', view: 'Chart' },
    load: async () => (await import('./ChartListPage.tsx')).ChartListPage,
  },
  {
    path: addresses.datasets,
    nav: 'datasets',
    requires: { permission: 'can_read', view: 'Dataset' },
    load: async () => (await import('./DatasetListPage.tsx')).DatasetListPage,
  },
  {
    path: '/tablemodelview/edit/:id',
    nav: 'datasets',
    behind: addresses.datasets,
    load: async () => (await import('./EditDatasetPage.tsx')).EditDatasetPage,
  },
  {
    path: addresses.savedQueries,
    nav: 'sql',
    requires: { permission: 'can_read', view: 'SavedQuery', role: 'sql_lab' },
    load: async () => (await import('./SavedQueryListPage.tsx')).SavedQueryListPage,
  },
  {
    path: addresses.databases,
    requires: { permission: 'can_read', view: 'Database' },
    load: async () => (await import('./DatabaseListPage.tsx')).DatabaseListPage,
  },
  { path: addresses.trash, load: async () => (await import('./TrashPage.tsx')).TrashPage },
  { path: addresses.queryHistory, nav: 'sql', requires: toSeeRuns, load: loadHistory },
  { path: '/sqllab/history/', nav: 'sql', requires: toSeeRuns, load: loadHistory },
];
