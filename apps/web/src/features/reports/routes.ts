import { addresses, type FeatureRoute } from '../../shell/index.ts';

const requires = { permission: 'can_read', view: 'ReportSchedule' } as const;
const loadRuns = async () => (await import('./ReportRunsPage.tsx')).ReportRunsPage;

export const routes: readonly FeatureRoute[] = [
  { path: addresses.reports, requires, load: async () => (await import('./ReportListPage.tsx')).ReportListPage },
  { path: addresses.alerts, requires, load: async () => (await import('./ReportListPage.tsx')).AlertListPage },
  { path: '/report/:id/log/', requires, load: loadRuns },
  { path: '/alert/:id/log/', requires, load: loadRuns },
];
