import { addresses, type FeatureRoute } from '../../shell/index.ts';

export const routes: readonly FeatureRoute[] = [
  { path: addresses.themes, load: async () => (await import('./ThemeListPage.tsx')).ThemeListPage },
];
