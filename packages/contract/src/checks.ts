import type { EndpointsOf } from './endpoints.ts';
import type { checkOperations } from './schemas/checks.ts';

export const checkEndpoints: EndpointsOf<typeof checkOperations> = {
  dashboard: { method: 'GET', path: '/api/v1/dashboard/:id/check/' },
  dataset: { method: 'POST', path: '/api/v1/dataset/:id/what_breaks/' },
};
