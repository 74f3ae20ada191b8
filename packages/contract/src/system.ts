import type { EndpointsOf } from './endpoints.ts';
import type { systemOperations } from './schemas/system.ts';

export const systemEndpoints: EndpointsOf<typeof systemOperations> = {
  health: { method: 'GET', path: '/health' },
  ready: { method: 'GET', path: '/health/ready' },
  healthcheck: { method: 'GET', path: '/healthcheck' },
  ping: { method: 'GET', path: '/ping' },
  metrics: { method: 'GET', path: '/metrics' },
  availableDomains: { method: 'GET', path: '/api/v1/available_domains/' },
  menu: { method: 'GET', path: '/api/v1/menu/' },
  openapi: { method: 'GET', path: '/api/v1/_openapi' },
  apiPage: { method: 'GET', path: '/swagger/v1' },
  apiPageFile: { method: 'GET', path: '/swagger/files/:name' },
};
