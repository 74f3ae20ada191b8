import type { ConnectionParameters, DatabaseKind } from '../database-kind.ts';
import { findUriProblem, fromUri } from './uri.ts';

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value).trim());

export const mssqlKind: DatabaseKind = {
  name: 'Microsoft SQL Server',
  backend: 'mssql',
  aliases: [],
  driver: 'pymssql',
  uriPlaceholder: 'mssql+pymssql://user:password@host:port/dbname[?Encrypt=yes&TrustServerCertificate=no]',
  defaultSchemaOf: () => 'dbo',
  // As its collation has it.
  tellsCaseApart: 'depends',
  canUploadFiles: false,
  isExclusive: false,
  isEmbedded: false,
  canTunnel: true,
  fields: {
    host: { type: 'string', description: 'Hostname or IP address' },
    port: { type: 'integer', description: 'Database port', default: 1433, minimum: 1, maximum: 65535 },
    database: { type: 'string', description: 'Database name' },
    username: { type: 'string', description: 'Username' },
    password: { type: 'string', description: 'Password', nullable: true },
    encryption: { type: 'boolean', description: 'Use an encrypted connection to the database', default: true },
    query: {
      type: 'object',
      description: 'Additional parameters: TrustServerCertificate may be yes; ApplicationIntent may be ReadOnly',
    },
  },
  requiredFields: ['host', 'port', 'database', 'username'],
  findUriProblem,
  tlsModeOf: (uri) => fromUri(uri).tlsMode,
  toUri,
  toParameters: (uri) => {
    const { host, port, database, user, password, tlsMode, certificateName, isReadOnly } = fromUri(uri);
    const query = {
      ...(tlsMode === 'trust' ? { TrustServerCertificate: 'yes' } : {}),
      ...(tlsMode === 'strict' ? { Encrypt: 'strict' } : {}),
      ...(certificateName === null ? {} : { HostNameInCertificate: certificateName }),
      ...(isReadOnly ? { ApplicationIntent: 'ReadOnly' } : {}),
    };
    return { host, port, database, username: user, password, encryption: tlsMode !== 'disable', query };
  },
  functionNamesSql: null,
};

function toUri({ host, port, database, username, password, encryption, query }: ConnectionParameters): string {
  const secret = textOf(password) === '' ? '' : `:${encodeURIComponent(String(password))}`;
  const name = textOf(host);
  const address = name.includes(':') && !name.startsWith('[') ? `[${name}]` : name;
  const asked = typeof query === 'object' && query !== null ? Object.entries(query) : [];
  const others = asked.map(([key, value]): [string, string] => [key, String(value)]);
  const isNamed = others.some(([key, value]) => key.toLowerCase() === 'encrypt' && /^strict$/i.test(value));
  const options = new URLSearchParams([
    ...(isNamed ? [] : [['Encrypt', encryption === false ? 'no' : 'yes'] as [string, string]]),
    ...others.filter(([key]) => isNamed || key.toLowerCase() !== 'encrypt'),
  ]);
  const user = encodeURIComponent(textOf(username));
  const path = encodeURIComponent(textOf(database));
  return `mssql+pymssql://${user}${secret}@${address}:${textOf(port) || '1433'}/${path}?${options}`;
}
