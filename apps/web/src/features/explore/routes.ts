import type { FeatureRoute } from '../../shell/index.ts';

const load = async () => (await import('./ExplorePage.tsx')).ExplorePage;

export const routes: readonly FeatureRoute[] = [
  { path: '/explore/', nav: 'charts', load },
  { path: '/superset/explore/', nav: 'charts', load },
  { path: '/superset/explore/:datasourceType/:datasourceId/', nav: 'charts', load },
  { path: '/superset/slice/:sliceId/', nav: 'charts', load },
  { path: '/superset/explore/p/:permalinkKey/', nav: 'charts', load },
  {
    path: '/chart/add',
    nav: 'charts',
    load: async () => (await import('./NewChartPage.tsx')).NewChartPage,
  },
];
