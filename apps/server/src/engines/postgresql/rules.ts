/** What a statement may call and read, beyond the tables that permissions are asked for. */

/** Functions of the server's own that say nothing but about their arguments. Every other `pg_` function is refused. */
const harmlessSystemFunctions: ReadonlySet<string> = new Set([
  'pg_typeof',
  'pg_size_pretty',
  'pg_size_bytes',
  'pg_column_size',
  'pg_sleep',
  'pg_input_is_valid',
]);

/** They reach files, settings, other databases, or run text as SQL. */
const refusedFunctions: ReadonlySet<string> = new Set([
  'set_config',
  'current_setting',
  'setseed',
  'nextval',
  'setval',
  'loread',
  'lowrite',
  'query_to_xml',
  'query_to_xmlschema',
  'query_to_xml_and_xmlschema',
  'ts_stat',
  'ts_rewrite',
  'inet_client_addr',
  'inet_client_port',
  'inet_server_addr',
  'inet_server_port',
  'col_description',
  'obj_description',
  'shobj_description',
  'row_security_active',
  'currtid2',
]);

const refusedBeginnings = [
  'lo_',
  'dblink',
  'crosstab',
  'connectby',
  'table_to_xml',
  'cursor_to_xml',
  'schema_to_xml',
  'database_to_xml',
  'binary_upgrade_',
  'brin_',
  'gin_clean',
  'postgres_fdw_',
  'file_fdw_',
  'heap_',
  'bt_',
  'get_raw_page',
  'http_',
];

export function isRefusedFunction(name: string): boolean {
  if (name.startsWith('pg_')) return !harmlessSystemFunctions.has(name);
  return refusedFunctions.has(name) || refusedBeginnings.some((beginning) => name.startsWith(beginning));
}

/** Catalog tables that name things and tell nobody's data, passwords or statements. */
const readableCatalog: ReadonlySet<string> = new Set([
  'pg_attribute',
  'pg_class',
  'pg_constraint',
  'pg_description',
  'pg_enum',
  'pg_index',
  'pg_indexes',
  'pg_matviews',
  'pg_namespace',
  'pg_sequences',
  'pg_tables',
  'pg_timezone_names',
  'pg_type',
]);

export function isRefusedRelation(schema: string | null, table: string): boolean {
  if (schema === 'pg_catalog') return !readableCatalog.has(table);
  return schema?.startsWith('pg_') ?? false;
}

/** Names of the catalog are found before all others, without their schema. */
export function schemaOf(schema: string | null, table: string): string | null {
  return schema === null && table.startsWith('pg_') ? 'pg_catalog' : schema;
}
