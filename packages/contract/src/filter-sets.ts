import type { EndpointsOf } from './endpoints.ts';
import type { filterSetOperations } from './schemas/filter-sets.ts';

export const filterSetEndpoints: EndpointsOf<typeof filterSetOperations> = {
  list: { method: 'GET', path: '/api/v1/dashboard/:id/filtersets' },
  create: { method: 'POST', path: '/api/v1/dashboard/:id/filtersets' },
  update: { method: 'PUT', path: '/api/v1/dashboard/:id/filtersets/:filterSetId' },
  delete: { method: 'DELETE', path: '/api/v1/dashboard/:id/filtersets/:filterSetId' },
};
