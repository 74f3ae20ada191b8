import { addresses, type FeatureRoute } from '../../shell/index.ts';

export const routes: readonly FeatureRoute[] = [
  {
    path: addresses.newDashboard,
    nav: 'dashboards',
    load: async () => (await import('./NewDashboardPage.tsx')).NewDashboardPage,
  },
  {
    path: '/embedded/:uuid/',
    access: 'public',
    isBare: true,
    load: async () => (await import('./EmbeddedPage.tsx')).EmbeddedPage,
  },
  {
    path: '/superset/dashboard/:idOrSlug/',
    nav: 'dashboards',
    requires: { permission: 'can_read', view: 'Dashboard' },
    load: async (queryClient) => {
      const { DashboardPage, openAhead } = await import('./DashboardPage.tsx');
      await openAhead(queryClient);
      return DashboardPage;
    },
  },
];
