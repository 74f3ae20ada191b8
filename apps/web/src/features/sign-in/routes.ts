import type { FeatureRoute } from '../../shell/index.ts';

export const routes: readonly FeatureRoute[] = [
  { path: '/login/', access: 'public', isBare: true, load: async () => (await import('./SignInPage.tsx')).SignInPage },
];
