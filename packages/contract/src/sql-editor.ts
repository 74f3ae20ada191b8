import type { EndpointsOf } from './endpoints.ts';
import type { sqlEditorOperations } from './schemas/sql-editor.ts';

export const sqlEditorEndpoints: EndpointsOf<typeof sqlEditorOperations> = {
  bootstrap: { method: 'GET', path: '/api/v1/sqllab/' },
  execute: { method: 'POST', path: '/api/v1/sqllab/execute/' },
  results: { method: 'GET', path: '/api/v1/sqllab/results/' },
  window: { method: 'GET', path: '/api/v1/sqllab/results/:key/window' },
  cell: { method: 'GET', path: '/api/v1/sqllab/results/:key/cell' },
  compare: { method: 'GET', path: '/api/v1/sqllab/results/:key/compare' },
  profile: { method: 'GET', path: '/api/v1/sqllab/results/:key/profile' },
  columnDetail: { method: 'GET', path: '/api/v1/sqllab/results/:key/column' },
  columnValues: { method: 'GET', path: '/api/v1/sqllab/results/:key/values' },
  chart: { method: 'GET', path: '/api/v1/sqllab/results/:key/chart' },
  keys: { method: 'GET', path: '/api/v1/sqllab/results/:key/keys' },
  follow: { method: 'GET', path: '/api/v1/sqllab/results/:key/follow' },
  filterSql: { method: 'POST', path: '/api/v1/sqllab/results/:key/filter_sql' },
  exportResult: { method: 'GET', path: '/api/v1/sqllab/results/:key/export' },
  columnProfile: { method: 'GET', path: '/api/v1/sqllab/column_profile' },
  progress: { method: 'GET', path: '/api/v1/sqllab/progress/:client_id' },
  estimate: { method: 'POST', path: '/api/v1/sqllab/estimate/' },
  explain: { method: 'POST', path: '/api/v1/sqllab/explain/' },
  preview: { method: 'POST', path: '/api/v1/sqllab/preview/' },
  template: { method: 'POST', path: '/api/v1/sqllab/template/' },
  format: { method: 'POST', path: '/api/v1/sqllab/format/' },
  formatSql: { method: 'POST', path: '/api/v1/sqllab/format_sql/' },
  exportCsv: { method: 'GET', path: '/api/v1/sqllab/export/:client_id/' },
  open: { method: 'POST', path: '/superset/sqllab/', isCsrfExempt: true },
};
