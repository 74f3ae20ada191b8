import type { EndpointsOf } from './endpoints.ts';
import type { themeOperations } from './schemas/themes.ts';

/** Files of a theme stand at addresses of this beginning. */
export const themeFileFolder = '/api/v1/theme/files/';

export const themeEndpoints: EndpointsOf<typeof themeOperations> = {
  list: { method: 'GET', path: '/api/v1/theme/' },
  info: { method: 'GET', path: '/api/v1/theme/_info' },
  related: { method: 'GET', path: '/api/v1/theme/related/:column' },
  uploadFile: { method: 'POST', path: themeFileFolder },
  getFile: { method: 'GET', path: `${themeFileFolder}:name` },
  unsetSystemDefault: { method: 'DELETE', path: '/api/v1/theme/unset_system_default' },
  unsetSystemDark: { method: 'DELETE', path: '/api/v1/theme/unset_system_dark' },
  get: { method: 'GET', path: '/api/v1/theme/:id' },
  create: { method: 'POST', path: '/api/v1/theme/' },
  update: { method: 'PUT', path: '/api/v1/theme/:id' },
  setSystemDefault: { method: 'PUT', path: '/api/v1/theme/:id/set_system_default' },
  setSystemDark: { method: 'PUT', path: '/api/v1/theme/:id/set_system_dark' },
  delete: { method: 'DELETE', path: '/api/v1/theme/:id' },
  bulkDelete: { method: 'DELETE', path: '/api/v1/theme/' },
};
