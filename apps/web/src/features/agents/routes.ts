import { agentConsentPath } from '@powerset/contract';
import type { FeatureRoute } from '../../shell/index.ts';

export const routes: readonly FeatureRoute[] = [
  { path: agentConsentPath, isBare: true, load: async () => (await import('./ConsentPage.tsx')).ConsentPage },
];
