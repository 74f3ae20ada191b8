import { addresses, type FeatureRoute } from '../../shell/index.ts';

const toSeeTags = { permission: 'can_read', view: 'Tag' } as const;

export const routes: readonly FeatureRoute[] = [
  { path: addresses.tags, requires: toSeeTags, load: async () => (await import('./TagListPage.tsx')).TagListPage },
  {
    path: addresses.tagged,
    requires: toSeeTags,
    load: async () => (await import('./TaggedObjectsPage.tsx')).TaggedObjectsPage,
  },
];
