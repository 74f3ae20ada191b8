import type { FunctionCall } from '../parsed-script.ts';
import type { Cuts } from './cuts.ts';

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

function isRefusedFunction(name: string): boolean {
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

function isRefusedRelation(schema: string | null, table: string): boolean {
  if (schema === 'pg_catalog') return !readableCatalog.has(table);
  return schema?.startsWith('pg_') ?? false;
}

/** Names of the catalog are found before all others, without their schema. */
function schemaOf(schema: string | null, table: string): string | null {
  return schema === null && table.startsWith('pg_') ? 'pg_catalog' : schema;
}

/** How statements of one server of the family are read and judged. */
export interface Rules {
  /** A table may be named with its database; whoever runs the statement sees to it that it is the one. */
  readonly namesDatabases: boolean;
  /** Null where the server cuts words as PostgreSQL does. */
  readonly cuts: Cuts | null;
  readonly isRefusedFunction: (call: FunctionCall) => boolean;
  readonly isRefusedRelation: (schema: string | null, table: string) => boolean;
  /** The schema of a relation that the server finds before all others. */
  readonly schemaOf: (schema: string | null, table: string) => string | null;
  /** What EXPLAIN may be told; null where any of PostgreSQL's words is harmless. */
  readonly explainOptions: ReadonlySet<string> | null;
  /** Statements that the grammar does not know, by their first words: they are called by their names. */
  readonly ownStatements: ReadonlySet<string>;
}

export const postgresqlRules: Rules = {
  namesDatabases: true,
  cuts: null,
  isRefusedFunction: ({ name }) => isRefusedFunction(name),
  isRefusedRelation,
  schemaOf,
  explainOptions: null,
  ownStatements: new Set(),
};

/** Views of Redshift that name things; all others of its own tell of sessions, statements and loads. */
const redshiftCatalog = new Set(['svv_tables', 'svv_columns', 'svv_all_tables', 'svv_all_columns']);
const redshiftSystemName = /^(?:pg|stl|stv|svl|svv|svcs|sys)_/;
const redshiftFunctions = new Set(['has_assumerole_privilege', 'explain_model']);

const isRefusedRedshiftFunction = (name: string): boolean => isRefusedFunction(name) || redshiftFunctions.has(name);

function isRefusedRedshiftRelation(schema: string | null, table: string): boolean {
  return isRefusedRelation(schema, table) && !(schema === 'pg_catalog' && redshiftCatalog.has(table));
}

const plainName = '(?:[a-z_]\\w*|"[^"\\\\]+")';
const plainValue = "(?:'[^'\\\\]*'|-?\\d+(?:\\.\\d+)?|null|true|false)";
const listOf = (item: string): string => `\\(\\s*${item}(?:\\s*,\\s*${item})*\\s*\\)`;
const labelled = (item: string): string => `${item}(?:\\s+(?:as\\s+)?${plainName})?`;
const shaped = (words: string): RegExp =>
  new RegExp(`${words}(?:\\s+as\\s+${plainName})?(?![\\w$\\u0080-\\uffff."'(])`, 'iy');

/** Rows turned to columns: by known aggregates of plain columns, for plain values, so that no table can be named in it. */
const pivotPattern = shaped(
  `pivot\\s*\\(\\s*(?:avg|count|max|min|sum)\\s*\\(\\s*(?:\\*|${plainName})\\s*\\)(?:\\s+as\\s+${plainName})?` +
    `\\s+for\\s+${plainName}\\s+in\\s*${listOf(labelled(plainValue))}\\s*\\)`,
);
/** Columns turned to rows. */
const unpivotPattern = shaped(
  `unpivot(?:\\s+(?:include|exclude)\\s+nulls)?\\s*\\(\\s*${plainName}\\s+for\\s+${plainName}\\s+in\\s*` +
    `${listOf(labelled(plainName))}\\s*\\)`,
);

export const redshiftRules: Rules = {
  ...postgresqlRules,
  namesDatabases: false,
  cuts: {
    hasBackslashEscapes: true,
    textLetters: new Set(),
    foreignWords: [
      { pattern: /approximate(?=\s+(?:count|percentile_disc)\s*\()/iy },
      { behind: new Set(['select', 'distinct', 'all']), pattern: /top\s+\d+(?=\s)/iy },
      { pattern: pivotPattern },
      { pattern: unpivotPattern },
    ],
    hasQualify: true,
  },
  // Quotes keep no capital letters there: "STL_QUERY" is stl_query.
  isRefusedFunction: ({ name }) => isRefusedRedshiftFunction(name.toLowerCase()),
  isRefusedRelation: (schema, table) => isRefusedRedshiftRelation(schema?.toLowerCase() ?? null, table.toLowerCase()),
  schemaOf: (schema, table) =>
    schema === null && redshiftSystemName.test(table.toLowerCase()) ? 'pg_catalog' : schemaOf(schema, table),
  explainOptions: new Set(['verbose']),
  ownStatements: new Set(['UNLOAD', 'CANCEL', 'ANALYZE', 'APPEND']),
};

/** Tell of sessions, statements and the cluster, or act on them. */
const cockroachSchemas = new Set(['crdb_internal', 'pg_extension']);
const cockroachFunctions = new Set([
  'workload_index_recs',
  'index_recommendations',
  'rehome_row',
  'schedule_sql_stats_compaction',
]);

const isRefusedCockroachFunction = (name: string): boolean => isRefusedFunction(name) || cockroachFunctions.has(name);

/** The past moment at which tables are read: a plain value, or a function of the server's own over one. */
const asOfPattern =
  /as\s+of\s+system\s+time\s+(?:'[^'\\]*'(?:::interval)?|-?\d+(?:\.\d+)?|follower_read_timestamp\(\s*\)|with_(?:max_staleness|min_timestamp)\(\s*'[^'\\]*'(?:::\w+)?\s*\))(?=[\s;)]|$)/iy;

export const cockroachRules: Rules = {
  ...postgresqlRules,
  cuts: {
    hasBackslashEscapes: false,
    textLetters: new Set(['e']),
    foreignWords: [{ pattern: asOfPattern }],
  },
  // Functions are found whatever the case of their names.
  isRefusedFunction: ({ schema, name }) =>
    isRefusedCockroachFunction(name.toLowerCase()) || cockroachSchemas.has(schema?.toLowerCase() ?? ''),
  isRefusedRelation: (schema, table) =>
    isRefusedRelation(schema, table) || cockroachSchemas.has(schema?.toLowerCase() ?? ''),
  explainOptions: new Set(['analyze', 'verbose', 'types', 'plan', 'distsql', 'opt']),
  ownStatements: new Set([
    ...[
      'BACKUP',
      'RESTORE',
      'IMPORT',
      'EXPORT',
      'CANCEL',
      'PAUSE',
      'RESUME',
      'UPSERT',
      'SPLIT',
      'SCATTER',
      'CONFIGURE',
    ],
    ...['EXPERIMENTAL', 'USE', 'SHOW', 'INSPECT'],
  ]),
};
