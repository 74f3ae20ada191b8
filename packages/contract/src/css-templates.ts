import type { EndpointsOf } from './endpoints.ts';
import type { cssTemplateOperations } from './schemas/css-templates.ts';

export const cssTemplateEndpoints: EndpointsOf<typeof cssTemplateOperations> = {
  list: { method: 'GET', path: '/api/v1/css_template/' },
  info: { method: 'GET', path: '/api/v1/css_template/_info' },
  related: { method: 'GET', path: '/api/v1/css_template/related/:column' },
  get: { method: 'GET', path: '/api/v1/css_template/:id' },
  create: { method: 'POST', path: '/api/v1/css_template/' },
  update: { method: 'PUT', path: '/api/v1/css_template/:id' },
  delete: { method: 'DELETE', path: '/api/v1/css_template/:id' },
  bulkDelete: { method: 'DELETE', path: '/api/v1/css_template/' },
};
