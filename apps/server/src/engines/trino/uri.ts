import { type KerberosTarget, toKerberosTarget } from '../kerberos/index.ts';
import { decodePart, UriProblem, uriProblemBy } from '../remote/index.ts';
import type { ConnectionSettings } from './client.ts';

export interface UriParts
  extends Pick<ConnectionSettings, 'family' | 'host' | 'port' | 'user' | 'catalog' | 'defaultSchema' | 'tlsMode'> {
  readonly password: string | null;
  /** Signed in by a ticket. */
  readonly kerberos?: KerberosTarget;
}

const usualPorts = { plain: 8080, tls: 443 } as const;
/** What all web servers are called by. */
export const usualService = 'HTTP';
/** Where tables are looked for that are named without a schema, where the address names none. */
export const usualSchema = 'default';

/** Reads `trino://user:password@host:8080/catalog/schema?http_scheme=https`, or `presto://…`; throws a sentence where it cannot. */
export function fromUri(uri: string): UriParts {
  const match =
    /^(trino|presto)(?:\+rest)?:\/\/(?:([^:@/]*)(?::([^@]*))?@)?(\[[^\]]+\]|[^:/?#]*)(?::(\d+))?\/?([^/?#]*)(?:\/([^/?#]*))?\/?(?:\?(.*))?$/s.exec(
      uri.trim(),
    );
  if (!match) throw new UriProblem('The connection string must look like trino://user:password@host:8080/catalog.');
  const [, scheme, user = '', password, host = '', port, catalog = '', schema = '', query = ''] = match;
  if (host === '') throw new UriProblem('The connection string names no host.');
  if (/[\s%\\/]/.test(host)) throw new UriProblem('The host must be a name or an address.');
  if (catalog === '') throw new UriProblem('The connection string names no catalog.');
  if (user === '') throw new UriProblem('The connection string names no user.');
  const kerberos = readKerberos(new URLSearchParams(query));
  if (kerberos && password) throw new UriProblem('Who signs in by Kerberos has no password.');
  const tlsMode = readTlsMode(query, { hasPassword: Boolean(password), port });
  const number = Number(port ?? (tlsMode === 'disable' ? usualPorts.plain : usualPorts.tls));
  if (number < 1 || number > 65535) throw new UriProblem('The port must be between 1 and 65535.');
  return {
    family: scheme === 'presto' ? 'Presto' : 'Trino',
    host: host.replace(/^\[|\]$/g, ''),
    port: number,
    user: decodePart(user, 'user'),
    password: password === undefined ? null : decodePart(password, 'password'),
    catalog: decodePart(catalog, 'catalog').toLowerCase(),
    defaultSchema: decodePart(schema || usualSchema, 'schema').toLowerCase(),
    tlsMode,
    ...(kerberos ? { kerberos } : {}),
  };
}

/** They say how the reference's driver names itself, waits and packs: here that is decided by the engine. */
const harmless: ReadonlySet<string> = new Set([
  ...['source', 'client_tags', 'legacy_primitive_types', 'legacy_prepared_statements', 'timezone', 'encoding'],
  ...['request_timeout', 'max_attempts'],
]);
const understood: ReadonlySet<string> = new Set([
  ...['http_scheme', 'protocol', 'verify'],
  ...['auth', 'kerberos_service_name', 'kerberos_principal'],
]);

/**
 * Only what is understood is taken: an option that was passed over silently could be the one that mattered. As with the
 * reference's driver, whoever has a password speaks TLS, and the port 443 does.
 */
function readTlsMode(
  query: string,
  { hasPassword, port }: { readonly hasPassword: boolean; readonly port: string | undefined },
): UriParts['tlsMode'] {
  const options = new URLSearchParams(query);
  for (const name of options.keys())
    if (!understood.has(name) && !harmless.has(name))
      throw new UriProblem(`The option "${name}" of the connection string is not supported.`);
  const scheme = options.get('http_scheme') ?? options.get('protocol');
  if (scheme !== null && scheme !== 'http' && scheme !== 'https')
    throw new UriProblem('The option "http_scheme" must be http or https.');
  const isTls = scheme === null ? hasPassword || port === String(usualPorts.tls) : scheme === 'https';
  if (!isTls) return 'disable';
  return /^(?:false|0|no)$/i.test(options.get('verify') ?? '') ? 'trust' : 'verify';
}

/** Written as Hive's addresses have it: the reference's say it among the secret options alone. */
function readKerberos(options: URLSearchParams): KerberosTarget | null {
  const auth = options.get('auth');
  if (auth?.toUpperCase() === 'KERBEROS') {
    const service = options.get('kerberos_service_name') ?? usualService;
    return toKerberosTarget({ service, principal: options.get('kerberos_principal') });
  }
  if (auth !== null) throw new UriProblem('The option "auth" must be KERBEROS, or left out.');
  if ([...options.keys()].some((name) => name.startsWith('kerberos_')))
    throw new UriProblem('The options of Kerberos need auth=KERBEROS beside them.');
  return null;
}

export const findUriProblem = uriProblemBy(fromUri);
