import type { EndpointsOf } from './endpoints.ts';
import type { dashboardOperations } from './schemas/dashboards.ts';

export const dashboardEndpoints: EndpointsOf<typeof dashboardOperations> = {
  list: { method: 'GET', path: '/api/v1/dashboard/' },
  info: { method: 'GET', path: '/api/v1/dashboard/_info' },
  related: { method: 'GET', path: '/api/v1/dashboard/related/:column' },
  favoriteStatus: { method: 'GET', path: '/api/v1/dashboard/favorite_status/' },
  get: { method: 'GET', path: '/api/v1/dashboard/:id' },
  charts: { method: 'GET', path: '/api/v1/dashboard/:id/charts' },
  datasets: { method: 'GET', path: '/api/v1/dashboard/:id/datasets' },
  create: { method: 'POST', path: '/api/v1/dashboard/' },
  update: { method: 'PUT', path: '/api/v1/dashboard/:id' },
  copy: { method: 'POST', path: '/api/v1/dashboard/:id/copy/' },
  delete: { method: 'DELETE', path: '/api/v1/dashboard/:id' },
  bulkDelete: { method: 'DELETE', path: '/api/v1/dashboard/' },
  addFavorite: { method: 'POST', path: '/api/v1/dashboard/:id/favorites/' },
  removeFavorite: { method: 'DELETE', path: '/api/v1/dashboard/:id/favorites/' },
  notePresence: { method: 'POST', path: '/api/v1/dashboard/:id/presence' },
  endPresence: { method: 'DELETE', path: '/api/v1/dashboard/:id/presence/:visit' },
  createFilterState: { method: 'POST', path: '/api/v1/dashboard/:id/filter_state' },
  getFilterState: { method: 'GET', path: '/api/v1/dashboard/:id/filter_state/:key' },
  updateFilterState: { method: 'PUT', path: '/api/v1/dashboard/:id/filter_state/:key' },
  deleteFilterState: { method: 'DELETE', path: '/api/v1/dashboard/:id/filter_state/:key' },
  createPermalink: { method: 'POST', path: '/api/v1/dashboard/:id/permalink' },
  getPermalink: { method: 'GET', path: '/api/v1/dashboard/permalink/:key' },
  openPermalink: { method: 'GET', path: '/superset/dashboard/p/:key/' },
};
