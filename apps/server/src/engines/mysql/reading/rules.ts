import type { TablePath } from './cursor.ts';

/** Schemas of the server itself, in small letters: accounts, settings, other sessions' statements. */
const systemSchemas = new Set([
  ...['mysql', 'performance_schema', 'sys', 'ndbinfo', 'information_schema'],
  // Of TiDB, StarRocks and Apache Doris.
  ...['metrics_schema', '_statistics_', '__internal_schema'],
]);

/** Tables of the catalog that name things and tell nobody's data, passwords or statements. */
const readableCatalog = new Set([
  'character_sets',
  'collations',
  'columns',
  'key_column_usage',
  'partitions',
  'referential_constraints',
  'schemata',
  'statistics',
  'table_constraints',
  'tables',
]);

function isSystemSchema(schema: string): boolean {
  return systemSchemas.has(schema.toLowerCase());
}

export function isRefusedTable({ schema, table }: TablePath): boolean {
  if (schema === null || !isSystemSchema(schema)) return false;
  return schema.toLowerCase() !== 'information_schema' || !readableCatalog.has(table.toLowerCase());
}
