import type { EndpointsOf } from './endpoints.ts';
import type { asyncJobOperations } from './schemas/async-jobs.ts';

export const asyncJobEndpoints: EndpointsOf<typeof asyncJobOperations> = {
  events: { method: 'GET', path: '/api/v1/async_event/' },
  result: { method: 'GET', path: '/api/v1/chart/data/:key' },
};
