import type { FeatureRoute } from '../../shell/index.ts';

const load = async () => (await import('./SetUpPage.tsx')).SetUpPage;

export const routes: readonly FeatureRoute[] = [{ path: '/set-up/', access: 'public', isBare: true, load }];
