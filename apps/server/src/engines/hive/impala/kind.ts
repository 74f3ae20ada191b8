import type { ConnectionParameters, DatabaseKind } from '../../database-kind.ts';
import { type UriParts, usualHttpPath } from '../uri.ts';
import { findImpalaProblem, fromImpalaUri } from './uri.ts';

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value).trim());

export const impalaKind: DatabaseKind = {
  name: 'Apache Impala',
  backend: 'impala',
  aliases: [],
  driver: 'impala',
  uriPlaceholder: 'impala://user:password@host:port/db[?auth_mechanism=LDAP&use_ssl=true]',
  defaultSchemaOf: (uri) => fromImpalaUri(uri).schema,
  tellsCaseApart: false,
  canUploadFiles: false,
  isExclusive: false,
  isEmbedded: false,
  canTunnel: true,
  takesClientCertificates: true,
  fields: {
    host: { type: 'string', description: 'Hostname or IP address' },
    port: { type: 'integer', description: 'Database port', default: 21_050, minimum: 1, maximum: 65535 },
    database: { type: 'string', title: 'Default schema', description: 'Schema of tables that are named without one' },
    username: { type: 'string', description: 'Username' },
    password: { type: 'string', description: 'Password', nullable: true },
    encryption: { type: 'boolean', description: 'Use an encrypted connection to the database', default: false },
    query: {
      type: 'object',
      description:
        'Additional parameters: auth_mechanism may be NOSASL, PLAIN, LDAP (with a password, unless another is named) or GSSAPI, with kerberos_service_name and kerberos_principal; use_http_transport may be true, with the http_path of the server; verify may be false',
    },
  },
  requiredFields: ['host'],
  findUriProblem: findImpalaProblem,
  tlsModeOf: (uri) => fromImpalaUri(uri).tlsMode,
  toUri,
  toParameters: (uri) => {
    const parts = fromImpalaUri(uri);
    const { host, port, schema, user, password, tlsMode } = parts;
    const encryption = tlsMode !== 'disable';
    return { host, port, database: schema, username: user, password, encryption, query: toQuery(parts) };
  },
  functionNamesSql: null,
};

function toQuery({ password, tlsMode, isSasl, httpPath, kerberos }: UriParts): Readonly<Record<string, string>> {
  return {
    ...mechanismOf(isSasl, password !== null),
    ...(kerberos ? { auth_mechanism: 'GSSAPI', kerberos_service_name: kerberos.service } : {}),
    ...(kerberos?.principal ? { kerberos_principal: kerberos.principal } : {}),
    ...(httpPath === null ? {} : { use_http_transport: 'true' }),
    ...(httpPath === null || httpPath === usualHttpPath ? {} : { http_path: httpPath.slice(1) }),
    ...(tlsMode === 'trust' ? { verify: 'false' } : {}),
  };
}

/** What a form means by a password, or by none, goes without saying. */
function mechanismOf(isSasl: boolean, hasPassword: boolean): Readonly<Record<string, string>> {
  if (isSasl === hasPassword) return {};
  return { auth_mechanism: isSasl ? 'LDAP' : 'NOSASL' };
}

function toUri({ host, port, database, username, password, encryption, query }: ConnectionParameters): string {
  const hasPassword = textOf(password) !== '';
  const secret = hasPassword ? `:${encodeURIComponent(String(password))}` : '';
  const user = textOf(username) === '' && !hasPassword ? '' : `${encodeURIComponent(textOf(username))}${secret}@`;
  const name = textOf(host);
  const address = name.includes(':') && !name.startsWith('[') ? `[${name}]` : name;
  const asked = Object.entries(typeof query === 'object' && query !== null ? query : {});
  const options = new URLSearchParams([
    ...(hasPassword && !asked.some(([key]) => key === 'auth_mechanism') ? [['auth_mechanism', 'LDAP']] : []),
    ...(encryption === true ? [['use_ssl', 'true']] : []),
    ...asked.filter(([key]) => key !== 'use_ssl').map(([key, value]) => [key, String(value)]),
  ] as [string, string][]).toString();
  const schema = encodeURIComponent(textOf(database) || 'default');
  return `impala://${user}${address}:${textOf(port) || '21050'}/${schema}${options === '' ? '' : `?${options}`}`;
}
