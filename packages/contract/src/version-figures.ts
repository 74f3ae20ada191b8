import type { EndpointsOf } from './endpoints.ts';
import type { versionFigureOperations } from './schemas/version-figures.ts';

export const versionFigureEndpoints: EndpointsOf<typeof versionFigureOperations> = {
  chart: { method: 'GET', path: '/api/v1/chart/:id/versions/:number/figures/' },
  draft: { method: 'POST', path: '/api/v1/chart/:id/figures/' },
  dashboard: { method: 'GET', path: '/api/v1/dashboard/:id/versions/:number/figures/' },
  dashboardChart: { method: 'GET', path: '/api/v1/dashboard/:id/versions/:number/figures/:chart' },
  dataset: { method: 'GET', path: '/api/v1/dataset/:id/versions/:number/figures/' },
};
