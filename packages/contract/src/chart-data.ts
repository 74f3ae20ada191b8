import type { EndpointsOf } from './endpoints.ts';
import type { chartDataOperations } from './schemas/chart-data.ts';

export const chartDataEndpoints: EndpointsOf<typeof chartDataOperations> = {
  data: { method: 'POST', path: '/api/v1/chart/data' },
  saved: { method: 'GET', path: '/api/v1/chart/:id/data/' },
  warmUp: { method: 'PUT', path: '/api/v1/chart/warm_up_cache' },
  invalidate: { method: 'POST', path: '/api/v1/cachekey/invalidate' },
  exploreJson: { method: 'POST', path: '/superset/explore_json/' },
  batch: { method: 'POST', path: '/api/v1/chart/data/batch' },
  slices: { method: 'POST', path: '/api/v1/chart/data/slices' },
  opening: { method: 'GET', path: '/api/v1/chart/data/batch' },
};
