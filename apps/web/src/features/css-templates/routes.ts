import { addresses, type FeatureRoute } from '../../shell/index.ts';

export const routes: readonly FeatureRoute[] = [
  { path: addresses.cssTemplates, load: async () => (await import('./TemplateListPage.tsx')).TemplateListPage },
];
