import type { EndpointsOf } from './endpoints.ts';
import type { userOperations } from './schemas/users.ts';

export const userEndpoints: EndpointsOf<typeof userOperations> = {
  list: { method: 'GET', path: '/api/v1/security/users/' },
  info: { method: 'GET', path: '/api/v1/security/users/_info' },
  page: { method: 'GET', path: '/users/list/' },
  related: { method: 'GET', path: '/api/v1/security/users/related/:column' },
  get: { method: 'GET', path: '/api/v1/security/users/:id' },
  picture: { method: 'GET', path: '/api/v1/user/:id/avatar.png' },
  create: { method: 'POST', path: '/api/v1/security/users/' },
  change: { method: 'PUT', path: '/api/v1/security/users/:id' },
  delete: { method: 'DELETE', path: '/api/v1/security/users/:id' },
  makePasswordLink: { method: 'POST', path: '/api/v1/security/users/:id/password_link/' },
  removeSecondFactor: { method: 'DELETE', path: '/api/v1/security/users/:id/second_factor/' },
  relatedObjects: { method: 'GET', path: '/api/v1/security/users/:id/related_objects/' },
};
