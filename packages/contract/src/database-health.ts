import type { EndpointsOf } from './endpoints.ts';
import type { databaseHealthOperations } from './schemas/database-health.ts';

export const databaseHealthEndpoints: EndpointsOf<typeof databaseHealthOperations> = {
  list: { method: 'GET', path: '/api/v1/database/health/' },
  check: { method: 'POST', path: '/api/v1/database/:id/health/' },
};
