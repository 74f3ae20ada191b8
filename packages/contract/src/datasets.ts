import type { EndpointsOf } from './endpoints.ts';
import type { datasetOperations } from './schemas/datasets.ts';

export const datasetEndpoints: EndpointsOf<typeof datasetOperations> = {
  info: { method: 'GET', path: '/api/v1/dataset/_info' },
  list: { method: 'GET', path: '/api/v1/dataset/' },
  related: { method: 'GET', path: '/api/v1/dataset/related/:column' },
  relatedByResource: { method: 'GET', path: '/api/v1/related/dataset/:column' },
  distinct: { method: 'GET', path: '/api/v1/dataset/distinct/:column' },
  distinctByResource: { method: 'GET', path: '/api/v1/distinct/dataset/:column' },
  get: { method: 'GET', path: '/api/v1/dataset/:id' },
  create: { method: 'POST', path: '/api/v1/dataset/' },
  getOrCreate: { method: 'POST', path: '/api/v1/dataset/get_or_create/' },
  duplicate: { method: 'POST', path: '/api/v1/dataset/duplicate' },
  warmUp: { method: 'PUT', path: '/api/v1/dataset/warm_up_cache' },
  update: { method: 'PUT', path: '/api/v1/dataset/:id' },
  refresh: { method: 'PUT', path: '/api/v1/dataset/:id/refresh' },
  delete: { method: 'DELETE', path: '/api/v1/dataset/:id' },
  bulkDelete: { method: 'DELETE', path: '/api/v1/dataset/' },
  deleteColumn: { method: 'DELETE', path: '/api/v1/dataset/:id/column/:columnId' },
  deleteMetric: { method: 'DELETE', path: '/api/v1/dataset/:id/metric/:metricId' },
  relatedObjects: { method: 'GET', path: '/api/v1/dataset/:id/related_objects' },
  drillInfo: { method: 'GET', path: '/api/v1/dataset/:id/drill_info/' },
  columnValues: { method: 'GET', path: '/api/v1/datasource/:type/:id/column/:column/values/' },
  samples: { method: 'POST', path: '/api/v1/datasource/samples' },
  samplesLegacy: { method: 'POST', path: '/datasource/samples' },
  metadata: { method: 'GET', path: '/superset/fetch_datasource_metadata' },
};
