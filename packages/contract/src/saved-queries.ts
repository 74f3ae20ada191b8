import type { EndpointsOf } from './endpoints.ts';
import type { savedQueryOperations } from './schemas/saved-queries.ts';

export const savedQueryEndpoints: EndpointsOf<typeof savedQueryOperations> = {
  list: { method: 'GET', path: '/api/v1/saved_query/' },
  info: { method: 'GET', path: '/api/v1/saved_query/_info' },
  related: { method: 'GET', path: '/api/v1/saved_query/related/:column' },
  distinct: { method: 'GET', path: '/api/v1/saved_query/distinct/:column' },
  get: { method: 'GET', path: '/api/v1/saved_query/:id' },
  create: { method: 'POST', path: '/api/v1/saved_query/' },
  update: { method: 'PUT', path: '/api/v1/saved_query/:id' },
  delete: { method: 'DELETE', path: '/api/v1/saved_query/:id' },
  bulkDelete: { method: 'DELETE', path: '/api/v1/saved_query/' },
  favoriteStatus: { method: 'GET', path: '/api/v1/saved_query/favorite_status/' },
  addFavorite: { method: 'POST', path: '/api/v1/saved_query/:id/favorites/' },
  removeFavorite: { method: 'DELETE', path: '/api/v1/saved_query/:id/favorites/' },
  versions: { method: 'GET', path: '/api/v1/saved_query/:id/versions/' },
  version: { method: 'GET', path: '/api/v1/saved_query/:id/versions/:number' },
  restoreVersion: { method: 'POST', path: '/api/v1/saved_query/:id/versions/:number/restore' },
  legacyCreate: { method: 'POST', path: '/savedqueryviewapi/api/create' },
  legacyGet: { method: 'GET', path: '/savedqueryviewapi/api/get/:id' },
};
