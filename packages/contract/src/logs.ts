import type { EndpointsOf } from './endpoints.ts';
import type { logOperations } from './schemas/logs.ts';

export const logEndpoints: EndpointsOf<typeof logOperations> = {
  write: { method: 'POST', path: '/superset/log/', isCsrfExempt: true },
  info: { method: 'GET', path: '/api/v1/log/_info' },
  list: { method: 'GET', path: '/api/v1/log/' },
  export: { method: 'GET', path: '/api/v1/log/export/' },
  search: { method: 'GET', path: '/api/v1/log/search/' },
  create: { method: 'POST', path: '/api/v1/log/' },
  get: { method: 'GET', path: '/api/v1/log/:id' },
  recentActivity: { method: 'GET', path: '/api/v1/log/recent_activity/' },
};
