import type { EndpointsOf } from './endpoints.ts';
import type { permissionOperations, roleOperations } from './schemas/roles.ts';

export const roleEndpoints: EndpointsOf<typeof roleOperations> = {
  list: { method: 'GET', path: '/api/v1/security/roles/' },
  info: { method: 'GET', path: '/api/v1/security/roles/_info' },
  get: { method: 'GET', path: '/api/v1/security/roles/:id' },
  create: { method: 'POST', path: '/api/v1/security/roles/' },
  rename: { method: 'PUT', path: '/api/v1/security/roles/:id' },
  delete: { method: 'DELETE', path: '/api/v1/security/roles/:id' },
  bulkDelete: { method: 'DELETE', path: '/api/v1/security/roles/' },
  page: { method: 'GET', path: '/roles/list/' },
  rolePage: { method: 'GET', path: '/roles/edit/:id' },
  permissions: { method: 'GET', path: '/api/v1/security/roles/:id/permissions/' },
  setUsers: { method: 'PUT', path: '/api/v1/security/roles/:id/users' },
  setGroups: { method: 'PUT', path: '/api/v1/security/roles/:id/groups' },
  search: { method: 'GET', path: '/api/v1/security/roles/search/' },
  related: { method: 'GET', path: '/api/v1/security/roles/related/:column' },
  grant: { method: 'POST', path: '/api/v1/security/roles/:id/permissions/' },
};

export const permissionEndpoints: EndpointsOf<typeof permissionOperations> = {
  permissions: { method: 'GET', path: '/api/v1/security/permissions/' },
  permissionsInfo: { method: 'GET', path: '/api/v1/security/permissions/_info' },
  permission: { method: 'GET', path: '/api/v1/security/permissions/:id' },
  resources: { method: 'GET', path: '/api/v1/security/resources/' },
  resourcesInfo: { method: 'GET', path: '/api/v1/security/resources/_info' },
  resource: { method: 'GET', path: '/api/v1/security/resources/:id' },
  createResource: { method: 'POST', path: '/api/v1/security/resources/' },
  changeResource: { method: 'PUT', path: '/api/v1/security/resources/:id' },
  deleteResource: { method: 'DELETE', path: '/api/v1/security/resources/:id' },
  pairs: { method: 'GET', path: '/api/v1/security/permissions-resources/' },
  pairsInfo: { method: 'GET', path: '/api/v1/security/permissions-resources/_info' },
  pair: { method: 'GET', path: '/api/v1/security/permissions-resources/:id' },
  createPair: { method: 'POST', path: '/api/v1/security/permissions-resources/' },
  changePair: { method: 'PUT', path: '/api/v1/security/permissions-resources/:id' },
  deletePair: { method: 'DELETE', path: '/api/v1/security/permissions-resources/:id' },
};
