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

/** What is told of a run that waits while no process takes jobs; pages say it in their own language. */
export const noWorkerWords = 'No worker is running, so nobody does this. An administrator has to start one.';
