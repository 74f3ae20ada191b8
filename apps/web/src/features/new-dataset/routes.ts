import { addresses, type FeatureRoute } from '../../shell/index.ts';

export const routes: readonly FeatureRoute[] = [
  {
    path: addresses.newDataset,
    nav: 'datasets',
    load: async () => (await import('./NewDatasetPage.tsx')).NewDatasetPage,
  },
];
