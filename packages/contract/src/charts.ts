import type { EndpointsOf } from './endpoints.ts';
import type { chartOperations } from './schemas/charts.ts';

export const chartEndpoints: EndpointsOf<typeof chartOperations> = {
  list: { method: 'GET', path: '/api/v1/chart/' },
  info: { method: 'GET', path: '/api/v1/chart/_info' },
  related: { method: 'GET', path: '/api/v1/chart/related/:column' },
  distinct: { method: 'GET', path: '/api/v1/chart/distinct/:column' },
  favoriteStatus: { method: 'GET', path: '/api/v1/chart/favorite_status/' },
  get: { method: 'GET', path: '/api/v1/chart/:id' },
  create: { method: 'POST', path: '/api/v1/chart/' },
  update: { method: 'PUT', path: '/api/v1/chart/:id' },
  delete: { method: 'DELETE', path: '/api/v1/chart/:id' },
  bulkDelete: { method: 'DELETE', path: '/api/v1/chart/' },
  versions: { method: 'GET', path: '/api/v1/chart/:id/versions/' },
  version: { method: 'GET', path: '/api/v1/chart/:id/versions/:number' },
  restoreVersion: { method: 'POST', path: '/api/v1/chart/:id/versions/:number/restore' },
  addFavorite: { method: 'POST', path: '/api/v1/chart/:id/favorites/' },
  removeFavorite: { method: 'DELETE', path: '/api/v1/chart/:id/favorites/' },
};
