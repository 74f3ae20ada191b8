import type { EndpointsOf } from './endpoints.ts';
import type { kvOperations, tabStateOperations } from './schemas/tab-states.ts';

export const tabStateEndpoints: EndpointsOf<typeof tabStateOperations> = {
  create: { method: 'POST', path: '/tabstateview/' },
  get: { method: 'GET', path: '/tabstateview/:id' },
  update: { method: 'PUT', path: '/tabstateview/:id' },
  delete: { method: 'DELETE', path: '/tabstateview/:id' },
  activate: { method: 'POST', path: '/tabstateview/:id/activate' },
  migrateQuery: { method: 'POST', path: '/tabstateview/:id/migrate_query' },
  deleteQuery: { method: 'DELETE', path: '/tabstateview/:id/query/:client_id' },
  createTable: { method: 'POST', path: '/tableschemaview/' },
  deleteTable: { method: 'DELETE', path: '/tableschemaview/:id' },
  expandTable: { method: 'POST', path: '/tableschemaview/:id/expanded' },
};

export const kvEndpoints: EndpointsOf<typeof kvOperations> = {
  store: { method: 'POST', path: '/kv/store/' },
  get: { method: 'GET', path: '/kv/:key' },
};
