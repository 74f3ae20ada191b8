import { addresses, type FeatureRoute } from '../../shell/index.ts';

export const routes: readonly FeatureRoute[] = [
  {
    path: addresses.dashboards,
    nav: 'dashboards',
    load: async () => (await import('./DashboardListPage.tsx')).DashboardListPage,
  },
  { path: addresses.charts, nav: 'charts', load: async () => (await import('./ChartListPage.tsx')).ChartListPage },
  {
    path: addresses.datasets,
    nav: 'datasets',
    load: async () => (await import('./DatasetListPage.tsx')).DatasetListPage,
  },
  {
    path: addresses.savedQueries,
    nav: 'sql',
    load: async () => (await import('./SavedQueryListPage.tsx')).SavedQueryListPage,
  },
  { path: addresses.databases, load: async () => (await import('./DatabaseListPage.tsx')).DatabaseListPage },
  {
    path: addresses.queryHistory,
    nav: 'sql',
    load: async () => (await import('./QueryHistoryPage.tsx')).QueryHistoryPage,
  },
  { path: '/sqllab/history/', nav: 'sql', load: async () => (await import('./QueryHistoryPage.tsx')).QueryHistoryPage },
];
