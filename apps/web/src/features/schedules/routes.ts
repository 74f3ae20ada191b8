import { addresses, type FeatureRoute } from '../../shell/index.ts';

export const routes: readonly FeatureRoute[] = [
  {
    path: addresses.schedules,
    nav: 'sql',
    requires: { permission: 'can_read', view: 'SavedQuery', role: 'sql_lab' },
    load: async () => (await import('./ScheduleListPage.tsx')).ScheduleListPage,
  },
];
