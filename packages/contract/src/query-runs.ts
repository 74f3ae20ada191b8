import type { EndpointsOf } from './endpoints.ts';
import type { queryRunOperations } from './schemas/query-runs.ts';

export const queryRunEndpoints: EndpointsOf<typeof queryRunOperations> = {
  list: { method: 'GET', path: '/api/v1/query/' },
  updatedSince: { method: 'GET', path: '/api/v1/query/updated_since' },
  related: { method: 'GET', path: '/api/v1/query/related/:column' },
  distinct: { method: 'GET', path: '/api/v1/query/distinct/:column' },
  get: { method: 'GET', path: '/api/v1/query/:id' },
  stop: { method: 'POST', path: '/api/v1/query/stop' },
};
