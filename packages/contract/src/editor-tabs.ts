import type { EndpointsOf } from './endpoints.ts';
import type { editorTabOperations } from './schemas/editor-tabs.ts';

export const editorTabEndpoints: EndpointsOf<typeof editorTabOperations> = {
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
