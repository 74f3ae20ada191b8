import type { EndpointsOf } from './endpoints.ts';
import type { annotationLayerOperations, annotationOperations } from './schemas/annotations.ts';

export const annotationLayerEndpoints: EndpointsOf<typeof annotationLayerOperations> = {
  list: { method: 'GET', path: '/api/v1/annotation_layer/' },
  info: { method: 'GET', path: '/api/v1/annotation_layer/_info' },
  related: { method: 'GET', path: '/api/v1/annotation_layer/related/:column' },
  get: { method: 'GET', path: '/api/v1/annotation_layer/:id' },
  create: { method: 'POST', path: '/api/v1/annotation_layer/' },
  update: { method: 'PUT', path: '/api/v1/annotation_layer/:id' },
  delete: { method: 'DELETE', path: '/api/v1/annotation_layer/:id' },
  bulkDelete: { method: 'DELETE', path: '/api/v1/annotation_layer/' },
};

export const annotationEndpoints: EndpointsOf<typeof annotationOperations> = {
  list: { method: 'GET', path: '/api/v1/annotation_layer/:id/annotation/' },
  get: { method: 'GET', path: '/api/v1/annotation_layer/:id/annotation/:annotationId' },
  create: { method: 'POST', path: '/api/v1/annotation_layer/:id/annotation/' },
  update: { method: 'PUT', path: '/api/v1/annotation_layer/:id/annotation/:annotationId' },
  delete: { method: 'DELETE', path: '/api/v1/annotation_layer/:id/annotation/:annotationId' },
  bulkDelete: { method: 'DELETE', path: '/api/v1/annotation_layer/:id/annotation/' },
};
