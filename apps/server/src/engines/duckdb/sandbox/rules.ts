import type { AnalysedTable } from '../protocol.ts';

/** Table functions that make rows from their arguments alone. Whatever is not here is refused. */
const allowedTableFunctions: ReadonlySet<string> = new Set([
  'generate_series',
  'range',
  'unnest',
  'json_each',
  'json_tree',
  'repeat',
  'repeat_row',
  'pg_timezone_names',
  'icu_calendar_names',
]);

/** Scalars that reach files, settings, the catalog, other statements or other people's sessions. */
const refusedFunctions: ReadonlySet<string> = new Set([
  'getenv',
  'current_setting',
  'set_config',
  'getvariable',
  'nextval',
  'currval',
  'setseed',
  'write_log',
  // Tells the whole statement, with conditions that its reader may not know.
  'current_query',
  'sleep_ms',
  'glob',
  'query',
  'query_table',
  'json_execute_serialized_sql',
  'json_serialize_plan',
  'col_description',
  'obj_description',
  'shobj_description',
  'in_search_path',
  'inet_client_addr',
  'inet_client_port',
  'inet_server_addr',
  'inet_server_port',
  'sql_auto_complete',
  'which_secret',
]);
const refusedPrefixes = [
  'read_',
  'duckdb_',
  'pragma_',
  'parquet_',
  'enable_',
  'disable_',
  '__internal_',
  'pg_',
  'sniff_',
  'st_read',
];
const harmlessFunctions: ReadonlySet<string> = new Set(['pg_typeof', 'pg_size_pretty']);

const builtInSchemas: ReadonlySet<string> = new Set([
  'information_schema',
  'pg_catalog',
  'system',
  'temp',
  'pg_temp',
  'pg_toast',
]);
const builtInTable = /^(duckdb_|pragma_|sqlite_(temp_)?(master|schema)$|pg_)/i;
const fileLike =
  /[/\\*?]|:\/\/|\.(csv|tsv|txt|parquet|json|jsonl|ndjson|xlsx?|arrow|avro|db|duckdb|sqlite|wal|gz|zst|log|ipc)$/i;

export class RefusedStatement extends Error {
  constructor(
    message: string,
    /** Byte offset in the statement, where known. */
    readonly position: number | null = null,
  ) {
    super(message);
  }
}

export function checkFunction(name: string, position: number | null): void {
  const lower = name.toLowerCase();
  if (harmlessFunctions.has(lower)) return;
  if (refusedFunctions.has(lower) || refusedPrefixes.some((prefix) => lower.startsWith(prefix))) {
    throw new RefusedStatement(`The function "${name}" is not allowed.`, position);
  }
}

export function checkTableFunction(name: string, position: number | null): void {
  if (allowedTableFunctions.has(name.toLowerCase())) return;
  throw new RefusedStatement(`The table function "${name}" is not allowed.`, position);
}

export interface NamedTable {
  readonly catalog: string;
  readonly schema: string;
  readonly table: string;
  readonly position: number | null;
}

/** What may be named: tables of this database. Files, catalog views and other databases may not. */
export function checkTable({ catalog, schema, table, position }: NamedTable, ownCatalog: string): AnalysedTable {
  const isOwn = (name: string) => name.toLowerCase() === ownCatalog.toLowerCase();
  if (catalog !== '' && !isOwn(catalog)) throw new RefusedStatement(`"${catalog}" is not this database.`, position);
  if (fileLike.test(table) || fileLike.test(schema)) {
    throw new RefusedStatement(
      `"${table}" looks like a file. Files cannot be read from SQL; upload them instead.`,
      position,
    );
  }
  if (builtInSchemas.has(schema.toLowerCase()) || builtInTable.test(table)) {
    throw new RefusedStatement(
      `"${schema === '' ? table : `${schema}.${table}`}" is part of the engine's catalog and is not allowed.`,
      position,
    );
  }
  // DuckDB reads `name.table` as database and table when `name` is the database.
  if (catalog === '' && isOwn(schema)) return { schema: null, table };
  return { schema: schema === '' ? null : schema, table };
}
