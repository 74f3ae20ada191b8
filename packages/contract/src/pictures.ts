import type { EndpointsOf } from './endpoints.ts';
import type { pictureOperations } from './schemas/pictures.ts';

export const pictureEndpoints: EndpointsOf<typeof pictureOperations> = {
  chartThumbnail: { method: 'GET', path: '/api/v1/chart/:id/thumbnail/:digest/' },
  cacheChartScreenshot: { method: 'GET', path: '/api/v1/chart/:id/cache_screenshot/' },
  chartScreenshot: { method: 'GET', path: '/api/v1/chart/:id/screenshot/:digest/' },
  draft: { method: 'POST', path: '/api/v1/chart/draft_picture/' },
  dashboardThumbnail: { method: 'GET', path: '/api/v1/dashboard/:id/thumbnail/:digest/' },
  cacheDashboardScreenshot: { method: 'POST', path: '/api/v1/dashboard/:id/cache_dashboard_screenshot/' },
  offlineFile: { method: 'POST', path: '/api/v1/dashboard/:id/offline_file/' },
  dashboardScreenshot: { method: 'GET', path: '/api/v1/dashboard/:id/screenshot/:digest/' },
};
