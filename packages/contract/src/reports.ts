import type { EndpointsOf } from './endpoints.ts';
import type { reportOperations } from './schemas/reports.ts';

export const reportEndpoints: EndpointsOf<typeof reportOperations> = {
  list: { method: 'GET', path: '/api/v1/report/' },
  info: { method: 'GET', path: '/api/v1/report/_info' },
  related: { method: 'GET', path: '/api/v1/report/related/:column' },
  slackChannels: { method: 'GET', path: '/api/v1/report/slack_channels/' },
  preview: { method: 'GET', path: '/api/v1/report/preview' },
  delivery: { method: 'GET', path: '/api/v1/report/delivery' },
  check: { method: 'POST', path: '/api/v1/report/check' },
  get: { method: 'GET', path: '/api/v1/report/:id' },
  create: { method: 'POST', path: '/api/v1/report/' },
  update: { method: 'PUT', path: '/api/v1/report/:id' },
  delete: { method: 'DELETE', path: '/api/v1/report/:id' },
  bulkDelete: { method: 'DELETE', path: '/api/v1/report/' },
  logs: { method: 'GET', path: '/api/v1/report/:id/log/' },
  log: { method: 'GET', path: '/api/v1/report/:id/log/:logId' },
  run: { method: 'POST', path: '/api/v1/report/:id/run' },
  stop: { method: 'DELETE', path: '/api/v1/report/:id/run' },
};
