import type { FeatureRoute } from '../../shell/index.ts';

const load = async () => (await import('./ExplorePage.tsx')).ExplorePage;

export const routes: readonly FeatureRoute[] = [
  { path: '/explore/', nav: 'charts', usesAntd: true, load },
  { path: '/superset/explore/', nav: 'charts', usesAntd: true, load },
  { path: '/superset/explore/:datasourceType/:datasourceId/', nav: 'charts', usesAntd: true, load },
  { path: '/superset/slice/:sliceId/', nav: 'charts', usesAntd: true, load },
  { path: '/superset/explore/p/:permalinkKey/', nav: 'charts', usesAntd: true, load },
  {
    path: '/chart/add',
    nav: 'charts',
    usesAntd: true,
    load: async () => (await import('./NewChartPage.tsx')).NewChartPage,
  },
];
