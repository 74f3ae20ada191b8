import type { PlanStep } from '../plan-step.ts';
import { type Catalog, postgresqlCatalog } from './inspection.ts';
import { cockroachRules, postgresqlRules, type Rules, redshiftRules } from './rules.ts';
import type { RawRows } from './session.ts';
import { standardCatalog } from './standard-catalog.ts';
import { readBranches, readCosts } from './text-plans.ts';

/** In what servers of this family differ from one another. */
export interface Family {
  readonly dialect: string;
  readonly rules: Rules;
  readonly catalog: Catalog;
  readonly usualPort: number;
  /** What a connection string means that says nothing of encryption. */
  readonly usualSslMode: 'disable' | 'verify-ca';
  /** Settings of every transaction; a server refuses those that it does not know. */
  readonly settings: readonly string[];
  /** By a function of the server, or by the message of its protocol, which takes no connection of those that people share. */
  readonly isStoppedByMessage: boolean;
  readonly cursorHead: string;
  readonly batchRows: number;
  /** A name of two parts may be a database and a table there: only the schemas that are known are schemas. */
  readonly checksSchemas: boolean;
  /** Quotes keep no capital letters: names that differ in these alone are one. */
  readonly foldsQuoted: boolean;
  /** Lists the databases that this account may connect to; null where a connection reads its own alone. */
  readonly databasesSql: string | null;
  /** Databases that are open to nobody, in small letters. */
  readonly closedDatabases: ReadonlySet<string>;
  /** Reads the lines of a plan; null where it is told as JSON. */
  readonly readPlan: ((plan: Pick<RawRows, 'rows'>) => readonly PlanStep[]) | null;
}

const postgresql: Family = {
  dialect: 'postgresql',
  rules: postgresqlRules,
  catalog: postgresqlCatalog,
  usualPort: 5432,
  usualSslMode: 'disable',
  settings: [
    "TimeZone = 'UTC'",
    "DateStyle = 'ISO, YMD'",
    "IntervalStyle = 'postgres'",
    'standard_conforming_strings = on',
    "bytea_output = 'hex'",
    'cursor_tuple_fraction = 1',
  ],
  isStoppedByMessage: false,
  cursorHead: 'DECLARE powerset NO SCROLL CURSOR FOR ',
  batchRows: 5000,
  checksSchemas: false,
  foldsQuoted: false,
  databasesSql: `SELECT datname FROM pg_catalog.pg_database
    WHERE datallowconn AND NOT datistemplate AND pg_catalog.has_database_privilege(oid, 'CONNECT') ORDER BY datname`,
  closedDatabases: new Set(),
  readPlan: null,
};

const redshift: Family = {
  ...postgresql,
  dialect: 'redshift',
  rules: redshiftRules,
  catalog: standardCatalog({
    dialect: 'redshift',
    tables: 'svv_tables',
    columns: 'svv_columns',
    tableComment: 'remarks',
    columnType: `CASE WHEN c.data_type IN ('character varying', 'character') AND c.character_maximum_length IS NOT NULL
        THEN c.data_type || '(' || CAST(c.character_maximum_length AS VARCHAR(12)) || ')'
      WHEN c.data_type = 'numeric' AND c.numeric_precision IS NOT NULL
        THEN c.data_type || '(' || CAST(c.numeric_precision AS VARCHAR(12)) || ',' || CAST(c.numeric_scale AS VARCHAR(12)) || ')'
      ELSE c.data_type END`,
    columnComment: 'c.remarks',
    columnIsSeen: 'TRUE',
    ownSchemas: ['catalog_history'],
    indexesSql: null,
  }),
  usualPort: 5439,
  // As the driver of the reference: passwords have gone over encrypted lines alone.
  usualSslMode: 'verify-ca',
  settings: ["TimeZone = 'UTC'", "DateStyle = 'ISO, YMD'"],
  isStoppedByMessage: true,
  cursorHead: 'DECLARE powerset CURSOR FOR ',
  // A cluster of one node hands out no more at once.
  batchRows: 1000,
  foldsQuoted: true,
  databasesSql: null,
  readPlan: readCosts,
};

const cockroach: Family = {
  ...postgresql,
  dialect: 'cockroachdb',
  rules: cockroachRules,
  catalog: standardCatalog({
    dialect: 'cockroachdb',
    tables: 'information_schema.tables',
    columns: 'information_schema.columns',
    tableComment: `(SELECT d.description FROM pg_catalog.pg_description d JOIN pg_catalog.pg_class r ON r.oid = d.objoid
      JOIN pg_catalog.pg_namespace n ON n.oid = r.relnamespace
      WHERE d.objsubid = 0 AND r.relname = table_name AND n.nspname = table_schema LIMIT 1)`,
    columnType: 'c.crdb_sql_type',
    columnComment: 'c.column_comment',
    columnIsSeen: "c.is_hidden = 'NO'",
    ownSchemas: ['crdb_internal'],
    indexesSql: (schema, table) =>
      `SELECT index_name, column_name, non_unique = 'NO' FROM information_schema.statistics
       WHERE table_schema = ${schema} AND table_name = ${table} AND storing = 'NO' AND implicit = 'NO'
         AND index_name NOT IN ('primary', table_name || '_pkey') ORDER BY index_name, seq_in_index`,
  }),
  usualPort: 26_257,
  settings: postgresql.settings.filter((setting) => !setting.startsWith('cursor_tuple_fraction')),
  isStoppedByMessage: true,
  checksSchemas: true,
  // The server's own tells of accounts, sessions and what others ask.
  closedDatabases: new Set(['system']),
  readPlan: readBranches,
};

const members: Readonly<Record<string, Family>> = { redshift, cockroachdb: cockroach };

/** By the first part of a URI; PostgreSQL where it is none of those that differ. */
export function familyOfBackend(backend: string): Family {
  return (Object.hasOwn(members, backend) ? members[backend] : undefined) ?? postgresql;
}
