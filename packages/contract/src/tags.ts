import type { EndpointsOf } from './endpoints.ts';
import type { tagOperations } from './schemas/tags.ts';

export const tagEndpoints: EndpointsOf<typeof tagOperations> = {
  list: { method: 'GET', path: '/api/v1/tag/' },
  info: { method: 'GET', path: '/api/v1/tag/_info' },
  related: { method: 'GET', path: '/api/v1/tag/related/:column' },
  favoriteStatus: { method: 'GET', path: '/api/v1/tag/favorite_status/' },
  objects: { method: 'GET', path: '/api/v1/tag/get_objects/' },
  get: { method: 'GET', path: '/api/v1/tag/:id' },
  create: { method: 'POST', path: '/api/v1/tag/' },
  bulkCreate: { method: 'POST', path: '/api/v1/tag/bulk_create' },
  update: { method: 'PUT', path: '/api/v1/tag/:id' },
  delete: { method: 'DELETE', path: '/api/v1/tag/:id' },
  bulkDelete: { method: 'DELETE', path: '/api/v1/tag/' },
  addFavorite: { method: 'POST', path: '/api/v1/tag/:id/favorites/' },
  removeFavorite: { method: 'DELETE', path: '/api/v1/tag/:id/favorites/' },
  tagObject: { method: 'POST', path: '/api/v1/tag/:type/:objectId/' },
  untagObject: { method: 'DELETE', path: '/api/v1/tag/:type/:objectId/:tag/' },
};
