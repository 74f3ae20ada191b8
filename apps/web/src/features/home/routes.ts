import { addresses, type FeatureRoute } from '../../shell/index.ts';

export const routes: readonly FeatureRoute[] = [
  { path: addresses.home, load: async () => (await import('./HomePage.tsx')).HomePage },
];
