import type { EndpointsOf } from './endpoints.ts';
import type { scheduleOperations } from './schemas/schedules.ts';

export const scheduleEndpoints: EndpointsOf<typeof scheduleOperations> = {
  list: { method: 'GET', path: '/api/v1/schedule/' },
  info: { method: 'GET', path: '/api/v1/schedule/_info' },
  preview: { method: 'GET', path: '/api/v1/schedule/preview' },
  get: { method: 'GET', path: '/api/v1/schedule/:id' },
  create: { method: 'POST', path: '/api/v1/schedule/' },
  update: { method: 'PUT', path: '/api/v1/schedule/:id' },
  delete: { method: 'DELETE', path: '/api/v1/schedule/:id' },
  runs: { method: 'GET', path: '/api/v1/schedule/:id/run' },
  run: { method: 'POST', path: '/api/v1/schedule/:id/run' },
  stop: { method: 'DELETE', path: '/api/v1/schedule/:id/run' },
};
