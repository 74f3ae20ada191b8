import type { EndpointsOf } from './endpoints.ts';
import type { trashOperations } from './schemas/trash.ts';

export const trashEndpoints: EndpointsOf<typeof trashOperations> = {
  list: { method: 'GET', path: '/api/v1/trash/' },
  info: { method: 'GET', path: '/api/v1/trash/_info' },
  restore: { method: 'POST', path: '/api/v1/trash/:id/restore' },
  delete: { method: 'DELETE', path: '/api/v1/trash/:id' },
  bulkDelete: { method: 'DELETE', path: '/api/v1/trash/' },
};
