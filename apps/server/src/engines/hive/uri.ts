import { type KerberosTarget, toKerberosTarget } from '../kerberos/index.ts';
import { decodePart, UriProblem, uriProblemBy } from '../remote/index.ts';

export interface UriParts {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string | null;
  /** Where tables lie that are named without a schema. */
  readonly schema: string;
  readonly tlsMode: 'disable' | 'verify' | 'trust';
  /** Signed in by name and password or by a ticket, or not at all. */
  readonly isSasl: boolean;
  /** By a ticket. */
  readonly kerberos?: KerberosTarget;
  /** Where the server takes the protocol over HTTP, with a slash before it; null where it is spoken on a connection. */
  readonly httpPath: string | null;
}

const usualPort = 10_000;
export const usualSchema = 'default';
/** Where servers take the protocol over HTTP unless they are told otherwise. */
export const usualHttpPath = '/cliservice';
const understood: ReadonlySet<string> = new Set([
  ...['auth', 'ssl', 'verify', 'transportMode', 'httpPath'],
  ...['kerberos_service_name', 'kerberos_principal'],
]);
const byPassword: ReadonlySet<string> = new Set(['NONE', 'LDAP', 'CUSTOM', 'PLAIN']);

/**
 * Reads `hive://user:password@host:10000/schema?auth=LDAP&ssl=true`, and `hive+https://…` for a server that is spoken with over
 * HTTP; throws a sentence where it cannot.
 */
export function fromUri(uri: string): UriParts {
  const match =
    /^hive(?:\+(\w+))?:\/\/(?:([^:@/]*)(?::([^@]*))?@)?(\[[^\]]+\]|[^:/?#]*)(?::(\d+))?\/?([^/?#]*)\/?(?:\?(.*))?$/s.exec(
      uri.trim(),
    );
  if (!match) throw new UriProblem('The connection string must look like hive://user:password@host:10000/schema.');
  const [, driver = '', user = '', password, host = '', port, schema = '', query = ''] = match;
  if (host === '') throw new UriProblem('The connection string names no host.');
  if (/[\s%\\/]/.test(host)) throw new UriProblem('The host must be a name or an address.');
  const options = readOptions(new URLSearchParams(query), driver.toLowerCase());
  if (options.kerberos && password) throw new UriProblem('Who signs in by Kerberos has no password.');
  const number = Number(port ?? usualPort);
  if (number < 1 || number > 65535) throw new UriProblem('The port must be between 1 and 65535.');
  return {
    host: host.replace(/^\[|\]$/g, ''),
    port: number,
    // As the reference's driver calls whoever has no name.
    user: decodePart(user, 'user') || 'anonymous',
    password: password === undefined ? null : decodePart(password, 'password'),
    schema: decodePart(schema || usualSchema, 'schema').toLowerCase(),
    ...options,
  };
}

/** Only what is understood is taken: an option that was passed over silently could be the one that mattered. */
function readOptions(
  options: URLSearchParams,
  driver: string,
): Pick<UriParts, 'tlsMode' | 'isSasl' | 'httpPath' | 'kerberos'> {
  for (const name of options.keys())
    if (!understood.has(name)) throw new UriProblem(`The option "${name}" of the connection string is not supported.`);
  const httpPath = readHttpPath(options, driver);
  const auth = (options.get('auth') ?? 'NONE').toUpperCase();
  const kerberos = auth === 'KERBEROS' ? readKerberos(options, httpPath !== null) : null;
  const isBasic = auth === 'BASIC' && httpPath !== null;
  if (auth !== 'NOSASL' && !kerberos && !byPassword.has(auth) && !isBasic)
    throw new UriProblem('The option "auth" must be NONE, NOSASL, LDAP, CUSTOM or KERBEROS.');
  if (!kerberos && [...options.keys()].some((name) => name.startsWith('kerberos_')))
    throw new UriProblem('The options of Kerberos need auth=KERBEROS beside them.');
  const isTrue = (name: string) => /^(?:true|1|yes)$/i.test(options.get(name) ?? '');
  const isFalse = /^(?:false|0|no)$/i.test(options.get('verify') ?? '');
  const encrypted = isFalse ? 'trust' : 'verify';
  const isEncrypted = isTrue('ssl') || driver === 'https';
  return {
    tlsMode: isEncrypted ? encrypted : 'disable',
    isSasl: auth !== 'NOSASL',
    httpPath,
    ...(kerberos ? { kerberos } : {}),
  };
}

/** Over HTTP a server is usually known by the name that all web servers have. */
function readKerberos(options: URLSearchParams, isHttp: boolean): KerberosTarget {
  const service = options.get('kerberos_service_name') ?? (isHttp ? 'HTTP' : 'hive');
  return toKerberosTarget({ service, principal: options.get('kerberos_principal') });
}

function readHttpPath(options: URLSearchParams, driver: string): string | null {
  const mode = options.get('transportMode')?.toLowerCase() ?? (/^https?$/.test(driver) ? 'http' : 'binary');
  if (mode !== 'http' && mode !== 'binary') throw new UriProblem('The option "transportMode" must be binary or http.');
  const path = options.get('httpPath');
  if (mode === 'binary' && path !== null)
    throw new UriProblem('The option "httpPath" needs transportMode=http beside it.');
  if (mode === 'binary') return null;
  const plain = (path ?? usualHttpPath).replace(/^\/+/, '');
  if (!/^[\w./~-]*$/.test(plain) || /(?:^|\/)\.{1,2}(?:\/|$)/.test(plain))
    throw new UriProblem('The option "httpPath" must be plain letters, as in cliservice.');
  return `/${plain}`;
}

export const findUriProblem = uriProblemBy(fromUri);
