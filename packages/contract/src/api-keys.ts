import type { EndpointsOf } from './endpoints.ts';
import type { apiKeyOperations } from './schemas/api-keys.ts';

export const apiKeyEndpoints: EndpointsOf<typeof apiKeyOperations> = {
  list: { method: 'GET', path: '/api/v1/security/api_keys/' },
  create: { method: 'POST', path: '/api/v1/security/api_keys/' },
  delete: { method: 'DELETE', path: '/api/v1/security/api_keys/:id' },
};
