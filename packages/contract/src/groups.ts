import type { EndpointsOf } from './endpoints.ts';
import type { groupOperations } from './schemas/groups.ts';

export const groupEndpoints: EndpointsOf<typeof groupOperations> = {
  list: { method: 'GET', path: '/api/v1/security/groups/' },
  info: { method: 'GET', path: '/api/v1/security/groups/_info' },
  related: { method: 'GET', path: '/api/v1/security/groups/related/:column' },
  get: { method: 'GET', path: '/api/v1/security/groups/:id' },
  create: { method: 'POST', path: '/api/v1/security/groups/' },
  change: { method: 'PUT', path: '/api/v1/security/groups/:id' },
  delete: { method: 'DELETE', path: '/api/v1/security/groups/:id' },
};
