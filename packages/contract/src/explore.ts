import type { EndpointsOf } from './endpoints.ts';
import type { exploreOperations } from './schemas/explore.ts';

export const exploreEndpoints: EndpointsOf<typeof exploreOperations> = {
  get: { method: 'GET', path: '/api/v1/explore/' },
  createFormData: { method: 'POST', path: '/api/v1/explore/form_data' },
  getFormData: { method: 'GET', path: '/api/v1/explore/form_data/:key' },
  updateFormData: { method: 'PUT', path: '/api/v1/explore/form_data/:key' },
  deleteFormData: { method: 'DELETE', path: '/api/v1/explore/form_data/:key' },
  createPermalink: { method: 'POST', path: '/api/v1/explore/permalink' },
  getPermalink: { method: 'GET', path: '/api/v1/explore/permalink/:key' },
  timeRange: { method: 'GET', path: '/api/v1/time_range/' },
};
