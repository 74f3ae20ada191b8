import type { EndpointsOf } from './endpoints.ts';
import type { databaseOperations } from './schemas/databases.ts';

export const databaseEndpoints: EndpointsOf<typeof databaseOperations> = {
  info: { method: 'GET', path: '/api/v1/database/_info' },
  list: { method: 'GET', path: '/api/v1/database/' },
  available: { method: 'GET', path: '/api/v1/database/available/' },
  related: { method: 'GET', path: '/api/v1/database/related/:column' },
  relatedByResource: { method: 'GET', path: '/api/v1/related/database/:column' },
  get: { method: 'GET', path: '/api/v1/database/:id' },
  connection: { method: 'GET', path: '/api/v1/database/:id/connection' },
  create: { method: 'POST', path: '/api/v1/database/' },
  update: { method: 'PUT', path: '/api/v1/database/:id' },
  delete: { method: 'DELETE', path: '/api/v1/database/:id' },
  testConnection: { method: 'POST', path: '/api/v1/database/test_connection/' },
  validateParameters: { method: 'POST', path: '/api/v1/database/validate_parameters/' },
  schemas: { method: 'GET', path: '/api/v1/database/:id/schemas/' },
  uploadSchemas: { method: 'GET', path: '/api/v1/database/:id/schemas_access_for_file_upload/' },
  tables: { method: 'GET', path: '/api/v1/database/:id/tables/' },
  search: { method: 'GET', path: '/api/v1/database/:id/search/' },
  table: { method: 'GET', path: '/api/v1/database/:id/table/:table/:schema/' },
  tableExtra: { method: 'GET', path: '/api/v1/database/:id/table_extra/:table/:schema/' },
  selectStar: { method: 'GET', path: '/api/v1/database/:id/select_star/:table/:schema/' },
  functionNames: { method: 'GET', path: '/api/v1/database/:id/function_names/' },
  validateSql: { method: 'POST', path: '/api/v1/database/:id/validate_sql/' },
  relatedObjects: { method: 'GET', path: '/api/v1/database/:id/related_objects/' },
};
