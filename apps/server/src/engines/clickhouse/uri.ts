import { decodePart, UriProblem, uriProblemBy } from '../remote/index.ts';
import type { ConnectionSettings } from './client.ts';

export interface UriParts extends Pick<ConnectionSettings, 'host' | 'port' | 'user' | 'database' | 'tlsMode'> {
  readonly password: string | null;
}

/** Over HTTP; the native protocol's ports are another's. */
const usualPorts = { plain: 8123, tls: 8443 } as const;
/** What URIs for the native protocol name, and where the same servers answer over HTTP. */
const nativePorts: ReadonlyMap<number, number> = new Map([
  [9000, usualPorts.plain],
  [9440, usualPorts.tls],
]);

/** Reads `clickhousedb://user:password@host:8123/database?secure=true`; throws a sentence where it cannot. */
export function fromUri(uri: string): UriParts {
  const match =
    /^(?:clickhousedb|clickhouse)(\+\w+)?:\/\/(?:([^:@/]*)(?::([^@]*))?@)?(\[[^\]]+\]|[^:/?#]*)(?::(\d+))?(?:\/([^?#]*))?(?:\?(.*))?$/s.exec(
      uri.trim(),
    );
  if (!match)
    throw new UriProblem('The connection string must look like clickhousedb://user:password@host:8123/database.');
  const [, driver, user, password, host = '', port, database, query = ''] = match;
  if (host === '') throw new UriProblem('The connection string names no host.');
  if (/[\s%\\/]/.test(host)) throw new UriProblem('The host must be a name or an address.');
  const { tlsMode, isTlsNamed } = readOptions(query);
  const number = toPort(port, { driver, isTls: tlsMode !== 'disable' });
  return {
    host: host.replace(/^\[|\]$/g, ''),
    port: number,
    user: decodePart(user || 'default', 'user'),
    password: password === undefined ? null : decodePart(password, 'password'),
    database: decodePart(database || 'default', 'database'),
    // As the reference's drivers do: this port speaks TLS unless something else is said.
    tlsMode: !isTlsNamed && number === usualPorts.tls ? 'verify' : tlsMode,
  };
}

function toPort(port: string | undefined, { driver, isTls }: { driver: string | undefined; isTls: boolean }): number {
  const usual = isTls ? usualPorts.tls : usualPorts.plain;
  const number = port === undefined ? usual : Number(port);
  if (number < 1 || number > 65535) throw new UriProblem('The port must be between 1 and 65535.');
  return driver === '+native' ? (nativePorts.get(number) ?? number) : number;
}

/** They say how the reference's drivers wait and pack: here that is decided by the engine. */
const harmless: ReadonlySet<string> = new Set([
  ...['compression', 'compress', 'connect_timeout', 'send_receive_timeout', 'client_name', 'protocol'],
  ...['engine', 'sync_request_timeout', 'autogenerate_session_id', 'query_limit', 'apply_server_timezone'],
]);

/** Only what is understood is taken: an option that was passed over silently could be the one that mattered. */
function readOptions(query: string): { readonly tlsMode: UriParts['tlsMode']; readonly isTlsNamed: boolean } {
  const options = new URLSearchParams(query);
  for (const name of options.keys()) {
    if (name === 'secure' || name === 'verify' || harmless.has(name)) continue;
    throw new UriProblem(`The option "${name}" of the connection string is not supported.`);
  }
  for (const name of ['secure', 'verify']) {
    const value = options.get(name);
    if (value !== null && !isTrue(value) && !isFalse(value)) throw new UriProblem(`${name} must be true or false.`);
  }
  const secure = options.get('secure') ?? (options.get('protocol') === 'https' ? 'true' : null);
  if (!isTrue(secure)) return { tlsMode: 'disable', isTlsNamed: secure !== null };
  const verify = options.get('verify');
  return { tlsMode: verify === null || isTrue(verify) ? 'verify' : 'trust', isTlsNamed: true };
}

function isTrue(value: string | null): boolean {
  return value !== null && /^(?:true|1|yes|y|t)$/i.test(value);
}

function isFalse(value: string): boolean {
  return /^(?:false|0|no|n|f|)$/i.test(value);
}

export const findUriProblem = uriProblemBy(fromUri);
