import { athenaKind } from './athena/index.ts';
import { bigqueryKind } from './bigquery/index.ts';
import { findUriProblem as findClickhouseProblem, fromUri as fromClickhouseUri } from './clickhouse/index.ts';
import { clientSecretOption } from './client-secret-option.ts';
import type { ConnectionParameters, DatabaseKind } from './database-kind.ts';
import { databricksKind } from './databricks/index.ts';
import { druidKind } from './druid/index.ts';
import { hiveKind, impalaKind } from './hive/index.ts';
import { toKerberosOptions } from './kerberos/index.ts';
import { filesKind, storageKind } from './lake/index.ts';
import { mssqlKind } from './mssql/index.ts';
import { mysqlKinds, mysqlMembers } from './mysql/index.ts';
import { oracleKind } from './oracle/index.ts';
import { postgresqlKind, postgresqlMembers } from './postgresql/index.ts';
import { serverFields, toServerUri } from './server-form.ts';
import { sheetsKind } from './sheets/index.ts';
import { snowflakeKind } from './snowflake/index.ts';
import { findUriProblem as findSqliteProblem, fromUri as fromSqliteUri } from './sqlite/index.ts';
import {
  findUriProblem as findTrinoProblem,
  fromUri as fromTrinoUri,
  usualSchema as usualTrinoSchema,
} from './trino/index.ts';

const embeddedFile = /^duckdb:\/\/\/[\w-]{1,100}\.duckdb$/;

const embedded: DatabaseKind = {
  name: 'DuckDB',
  backend: 'duckdb',
  aliases: [],
  driver: 'duckdb',
  uriPlaceholder: 'duckdb:///name.duckdb',
  defaultSchemaOf: () => 'main',
  tellsCaseApart: false,
  canUploadFiles: true,
  isExclusive: true,
  isEmbedded: true,
  fields: { database: { type: 'string', description: 'Name of a file in the data folder, for example sales.duckdb' } },
  requiredFields: ['database'],
  findUriProblem: (uri) =>
    embeddedFile.test(uri)
      ? false
      : 'The file must be a plain name that ends in .duckdb, for example duckdb:///sales.duckdb. It is kept in the data folder.',
  toUri: ({ database }) => `duckdb:///${String(database)}`,
  toParameters: (uri) => ({ database: uri.replace('duckdb:///', '') }),
  functionNamesSql:
    "SELECT DISTINCT function_name FROM duckdb_functions() WHERE function_type IN ('scalar', 'aggregate') " +
    "AND regexp_full_match(function_name, '[a-z][a-z0-9_]*') ORDER BY 1",
};

const clickhouse: DatabaseKind = {
  name: 'ClickHouse',
  backend: 'clickhousedb',
  aliases: [],
  otherBackends: ['clickhouse'],
  driver: 'connect',
  uriPlaceholder: 'clickhousedb+connect://user:password@host[:port][/dbname][?secure=value&=value...]',
  // A schema is what these servers call a database.
  defaultSchemaOf: (uri) => fromClickhouseUri(uri).database,
  tellsCaseApart: true,
  canUploadFiles: false,
  isExclusive: false,
  isEmbedded: false,
  canTunnel: true,
  takesClientCertificates: true,
  fields: {
    ...serverFields(8123),
    query: { type: 'object', description: 'Additional parameters: verify may be false, for a certificate of its own' },
  },
  requiredFields: ['host'],
  findUriProblem: findClickhouseProblem,
  tlsModeOf: (uri) => fromClickhouseUri(uri).tlsMode,
  toUri: (parameters) => {
    const { encryption, username, port, database } = parameters;
    const given = { ...parameters, username: username || 'default', database: database || 'default' };
    const place = { ...given, port: port || (encryption === true ? 8443 : 8123) };
    const secure = encryption === true ? 'secure=true' : 'secure=false';
    return `${toServerUri('clickhousedb+connect', place)}?${secure}${verifyOption(parameters)}`;
  },
  toParameters: (uri) => {
    const { user, tlsMode, ...parts } = fromClickhouseUri(uri);
    return {
      ...parts,
      username: user,
      encryption: tlsMode !== 'disable',
      query: tlsMode === 'trust' ? { verify: 'false' } : {},
    };
  },
  functionNamesSql: null,
};

const sqlite: DatabaseKind = {
  name: 'SQLite',
  backend: 'sqlite',
  aliases: [],
  driver: 'libsql',
  uriPlaceholder: 'sqlite:///name.db',
  defaultSchemaOf: () => 'main',
  tellsCaseApart: false,
  canUploadFiles: false,
  // Others may have the file open: it has locks of its own.
  isExclusive: false,
  isEmbedded: false,
  fields: {
    database: {
      type: 'string',
      description: 'Path of a file in the folder that POWERSET_SQLITE_FOLDER names, for example sales.db',
    },
  },
  requiredFields: ['database'],
  findUriProblem: findSqliteProblem,
  toUri: ({ database }) => `sqlite:///${String(database)}`,
  toParameters: (uri) => ({ database: fromSqliteUri(uri).path }),
  functionNamesSql: null,
};

const trino: DatabaseKind = {
  name: 'Trino',
  backend: 'trino',
  aliases: [],
  driver: 'rest',
  uriPlaceholder: 'trino://user:password@host:port/catalog[/schema][?key=value&key=value...]',
  defaultSchemaOf: (uri) => fromTrinoUri(uri).defaultSchema,
  defaultCatalogOf: (uri) => fromTrinoUri(uri).catalog,
  namesCatalogs: true,
  readsOtherCatalogs: true,
  tellsCaseApart: false,
  canUploadFiles: false,
  isExclusive: false,
  isEmbedded: false,
  canTunnel: true,
  takesClientCertificates: true,
  fields: {
    ...serverFields(8080),
    database: { type: 'string', title: 'Catalog', description: 'Catalog, or catalog/schema' },
    query: {
      type: 'object',
      description:
        'Additional parameters: verify may be false, for a certificate of its own; auth may be KERBEROS, with kerberos_service_name and kerberos_principal',
    },
  },
  requiredFields: ['host', 'database', 'username'],
  findUriProblem: findTrinoProblem,
  tlsModeOf: (uri) => fromTrinoUri(uri).tlsMode,
  toUri: (parameters) => toTrinoUri('trino', parameters),
  toParameters: (uri) => {
    const { user, tlsMode, catalog, defaultSchema, host, port, password, kerberos } = fromTrinoUri(uri);
    return {
      ...{ host, port, password },
      database: defaultSchema === usualTrinoSchema ? catalog : `${catalog}/${defaultSchema}`,
      username: user,
      encryption: tlsMode !== 'disable',
      query: { ...(tlsMode === 'trust' ? { verify: 'false' } : {}), ...toKerberosOptions(kerberos) },
    };
  },
  secretOptions: ['auth_params.password', 'auth_params.token', 'auth_params.key', clientSecretOption],
  personalSignIn: () => ({}),
  isReadable: (uri) => fromTrinoUri(uri).tlsMode === 'disable',
  functionNamesSql: null,
};

const presto: DatabaseKind = {
  ...trino,
  name: 'Presto',
  backend: 'presto',
  uriPlaceholder: 'presto://user:password@host:port/catalog[/schema][?key=value&key=value...]',
  toUri: (parameters) => toTrinoUri('presto', parameters),
};

function toTrinoUri(backend: string, parameters: ConnectionParameters): string {
  const { encryption, port, database } = parameters;
  const isTls = encryption === true;
  const [catalog, schema] = String(database ?? '').split('/');
  const place = { ...parameters, database: catalog, port: port || (isTls ? 443 : 8080) };
  const path = schema ? `/${encodeURIComponent(schema)}` : '';
  return `${toServerUri(backend, place)}${path}?http_scheme=${isTls ? 'https' : 'http'}${verifyOption(parameters)}${kerberosOptions(parameters)}`;
}

/** How a connection is signed in by Kerberos, where a form's additional parameters say so. */
function kerberosOptions({ query }: ConnectionParameters): string {
  const given = typeof query === 'object' && query !== null ? Object.entries(query) : [];
  const named = given.filter(([name]) => name === 'auth' || name.startsWith('kerberos_'));
  return named.map(([name, value]) => `&${name}=${encodeURIComponent(String(value))}`).join('');
}

/** Whether certificates are looked at, where a form's additional parameters say so. */
function verifyOption({ query }: ConnectionParameters): string {
  const verify = typeof query === 'object' && query !== null && 'verify' in query ? query.verify : undefined;
  return verify === undefined ? '' : `&verify=${encodeURIComponent(String(verify))}`;
}

/** Every kind that this installation can open, preferred ones first. */
export const databaseKinds: readonly DatabaseKind[] = [
  embedded,
  postgresqlKind,
  ...mysqlKinds,
  clickhouse,
  trino,
  presto,
  bigqueryKind,
  snowflakeKind,
  databricksKind,
  athenaKind,
  hiveKind,
  impalaKind,
  mssqlKind,
  oracleKind,
  druidKind,
  ...postgresqlMembers,
  ...mysqlMembers,
  sqlite,
  filesKind,
  storageKind,
  sheetsKind,
];

export function findDatabaseKind(backend: string): DatabaseKind | undefined {
  return databaseKinds.find(
    (kind) => kind.backend === backend || kind.aliases.includes(backend) || kind.otherBackends?.includes(backend),
  );
}

/** A URI without the name of a driver in it: `postgresql+psycopg2://…` is `postgresql://…`. */
export function withoutDriver(uri: string): string {
  return uri.replace(/^(\w+)\+\w+:\/\//, '$1://');
}

/** The driver that a URI names. */
export function driverOf(uri: string): string | null {
  return /^\w+\+(\w+):\/\//.exec(uri)?.[1] ?? null;
}

/** The database that every installation has. */
export const embeddedDatabase = {
  name: 'Powerset',
  backend: embedded.backend,
  uri: 'duckdb:///powerset.duckdb',
} as const;
