import type { ConnectionParameters, DatabaseKind } from '../database-kind.ts';
import { toKerberosOptions } from '../kerberos/index.ts';
import { ownCatalog } from './own-catalog.ts';
import { findUriProblem, fromUri, usualHttpPath } from './uri.ts';

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value).trim());

export const hiveKind: DatabaseKind = {
  name: 'Spark SQL and Hive',
  backend: 'hive',
  aliases: [],
  driver: 'pyhive',
  uriPlaceholder: 'hive://user:password@host:port/schema[?auth=LDAP&ssl=true&transportMode=http&httpPath=cliservice]',
  defaultSchemaOf: (uri) => fromUri(uri).schema,
  // Clients of the reference call a catalog there what these servers call a database.
  defaultCatalogOf: (uri) => fromUri(uri).schema,
  ownCatalogAlias: ownCatalog,
  // Those of Spark.
  readsOtherCatalogs: true,
  tellsCaseApart: false,
  canUploadFiles: false,
  isExclusive: false,
  isEmbedded: false,
  canTunnel: true,
  takesClientCertificates: true,
  fields: {
    host: { type: 'string', description: 'Hostname or IP address' },
    port: { type: 'integer', description: 'Database port', default: 10_000, minimum: 1, maximum: 65535 },
    database: { type: 'string', title: 'Default schema', description: 'Schema of tables that are named without one' },
    username: { type: 'string', description: 'Username' },
    password: { type: 'string', description: 'Password', nullable: true },
    encryption: { type: 'boolean', description: 'Use an encrypted connection to the database', default: false },
    query: {
      type: 'object',
      description:
        'Additional parameters: auth may be NOSASL, LDAP, CUSTOM or KERBEROS, with kerberos_service_name and kerberos_principal; transportMode may be http, with the httpPath of the server; verify may be false',
    },
  },
  requiredFields: ['host'],
  findUriProblem,
  tlsModeOf: (uri) => fromUri(uri).tlsMode,
  toUri,
  toParameters: (uri) => {
    const { host, port, schema, user, password, tlsMode, isSasl, httpPath, kerberos } = fromUri(uri);
    const query = {
      ...(isSasl ? {} : { auth: 'NOSASL' }),
      ...toKerberosOptions(kerberos),
      ...(httpPath === null ? {} : { transportMode: 'http' }),
      ...(httpPath === null || httpPath === usualHttpPath ? {} : { httpPath: httpPath.slice(1) }),
      ...(tlsMode === 'trust' ? { verify: 'false' } : {}),
    };
    return { host, port, database: schema, username: user, password, encryption: tlsMode !== 'disable', query };
  },
  functionNamesSql: null,
};

function toUri({ host, port, database, username, password, encryption, query }: ConnectionParameters): string {
  const secret = textOf(password) === '' ? '' : `:${encodeURIComponent(String(password))}`;
  const user = textOf(username) === '' ? '' : `${encodeURIComponent(textOf(username))}${secret}@`;
  const name = textOf(host);
  const address = name.includes(':') && !name.startsWith('[') ? `[${name}]` : name;
  const asked = typeof query === 'object' && query !== null ? Object.entries(query) : [];
  const options = new URLSearchParams([
    ...(encryption === true ? [['ssl', 'true'] as [string, string]] : []),
    ...asked.filter(([key]) => key !== 'ssl').map(([key, value]): [string, string] => [key, String(value)]),
  ]).toString();
  const schema = encodeURIComponent(textOf(database) || 'default');
  return `hive://${user}${address}:${textOf(port) || '10000'}/${schema}${options === '' ? '' : `?${options}`}`;
}
