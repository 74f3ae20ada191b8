import type { EndpointsOf } from './endpoints.ts';
import type { rowLevelRuleOperations } from './schemas/row-level-rules.ts';

export const rowLevelRuleEndpoints: EndpointsOf<typeof rowLevelRuleOperations> = {
  list: { method: 'GET', path: '/api/v1/rowlevelsecurity/' },
  info: { method: 'GET', path: '/api/v1/rowlevelsecurity/_info' },
  related: { method: 'GET', path: '/api/v1/rowlevelsecurity/related/:column' },
  get: { method: 'GET', path: '/api/v1/rowlevelsecurity/:id' },
  create: { method: 'POST', path: '/api/v1/rowlevelsecurity/' },
  update: { method: 'PUT', path: '/api/v1/rowlevelsecurity/:id' },
  preview: { method: 'POST', path: '/api/v1/rowlevelsecurity/preview' },
  delete: { method: 'DELETE', path: '/api/v1/rowlevelsecurity/:id' },
  bulkDelete: { method: 'DELETE', path: '/api/v1/rowlevelsecurity/' },
};
