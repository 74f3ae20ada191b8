import { type KerberosTarget, toKerberosTarget } from '../../kerberos/index.ts';
import { decodePart, UriProblem, uriProblemBy } from '../../remote/index.ts';
import { type UriParts, usualHttpPath, usualSchema } from '../uri.ts';

const usualPort = 21_050;
const understood: ReadonlySet<string> = new Set([
  ...['auth_mechanism', 'use_ssl', 'verify', 'use_http_transport', 'http_path'],
  ...['kerberos_service_name', 'kerberos_principal'],
]);
/** It says how long the reference's driver waits: here that is decided by the engine. */
const harmless: ReadonlySet<string> = new Set(['timeout']);
const mechanisms: ReadonlySet<string> = new Set(['NOSASL', 'PLAIN', 'LDAP', 'GSSAPI']);

/** Reads `impala://user:password@host:21050/db?auth_mechanism=LDAP&use_ssl=true`; throws a sentence where it cannot. */
export function fromImpalaUri(uri: string): UriParts {
  const match =
    /^impala:\/\/(?:([^:@/]*)(?::([^@]*))?@)?(\[[^\]]+\]|[^:/?#]*)(?::(\d+))?\/?([^/?#]*)\/?(?:\?(.*))?$/s.exec(
      uri.trim(),
    );
  if (!match) throw new UriProblem('The connection string must look like impala://user:password@host:21050/db.');
  const [, user = '', password, host = '', port, schema = '', query = ''] = match;
  if (host === '') throw new UriProblem('The connection string names no host.');
  if (/[\s%\\/]/.test(host)) throw new UriProblem('The host must be a name or an address.');
  const options = readOptions(new URLSearchParams(query));
  if (options.kerberos && password) throw new UriProblem('Who signs in by Kerberos has no password.');
  const number = Number(port ?? usualPort);
  if (number < 1 || number > 65535) throw new UriProblem('The port must be between 1 and 65535.');
  return {
    host: host.replace(/^\[|\]$/g, ''),
    port: number,
    user: decodePart(user, 'user') || 'anonymous',
    password: password === undefined ? null : decodePart(password, 'password'),
    schema: decodePart(schema || usualSchema, 'schema').toLowerCase(),
    ...options,
  };
}

/** Only what is understood is taken: an option that was passed over silently could be the one that mattered. */
function readOptions(options: URLSearchParams): Pick<UriParts, 'tlsMode' | 'isSasl' | 'httpPath' | 'kerberos'> {
  for (const name of options.keys())
    if (!understood.has(name) && !harmless.has(name))
      throw new UriProblem(`The option "${name}" of the connection string is not supported.`);
  const mechanism = (options.get('auth_mechanism') || 'NOSASL').toUpperCase();
  if (!mechanisms.has(mechanism))
    throw new UriProblem('The option "auth_mechanism" must be NOSASL, PLAIN, LDAP or GSSAPI.');
  const httpPath = readHttpPath(options);
  const kerberos = mechanism === 'GSSAPI' ? readKerberos(options, httpPath !== null) : null;
  if (!kerberos && [...options.keys()].some((name) => name.startsWith('kerberos_')))
    throw new UriProblem('The options of Kerberos need auth_mechanism=GSSAPI beside them.');
  const isFalse = /^(?:false|0|no)$/i.test(options.get('verify') ?? '');
  const encrypted = isFalse ? 'trust' : 'verify';
  return {
    tlsMode: isTrue(options, 'use_ssl') ? encrypted : 'disable',
    isSasl: mechanism !== 'NOSASL',
    httpPath,
    ...(kerberos ? { kerberos } : {}),
  };
}

function isTrue(options: URLSearchParams, name: string): boolean {
  return /^(?:true|1|yes)$/i.test(options.get(name) ?? '');
}

/** Over HTTP a server is usually known by the name that all web servers have. */
function readKerberos(options: URLSearchParams, isHttp: boolean): KerberosTarget {
  const service = options.get('kerberos_service_name') ?? (isHttp ? 'HTTP' : 'impala');
  return toKerberosTarget({ service, principal: options.get('kerberos_principal') });
}

function readHttpPath(options: URLSearchParams): string | null {
  const path = options.get('http_path');
  if (!isTrue(options, 'use_http_transport')) {
    if (path) throw new UriProblem('The option "http_path" needs use_http_transport=true beside it.');
    return null;
  }
  const plain = (path || usualHttpPath).replace(/^\/+/, '');
  if (!/^[\w./~-]*$/.test(plain) || /(?:^|\/)\.{1,2}(?:\/|$)/.test(plain))
    throw new UriProblem('The option "http_path" must be plain letters, as in cliservice.');
  return `/${plain}`;
}

export const findImpalaProblem = uriProblemBy(fromImpalaUri);
