import { decodePart, UriProblem, uriProblemBy } from '../remote/index.ts';

export interface UriParts {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string | null;
  /** Where tables lie that are named without a schema. */
  readonly schema: string;
  readonly tlsMode: 'disable' | 'verify' | 'trust';
  /** Signed in by name and password, or not at all. */
  readonly isSasl: boolean;
  /** Where the server takes the protocol over HTTP, with a slash before it; null where it is spoken on a connection. */
  readonly httpPath: string | null;
}

const usualPort = 10_000;
export const usualSchema = 'default';
/** Where servers take the protocol over HTTP unless they are told otherwise. */
export const usualHttpPath = '/cliservice';
const understood: ReadonlySet<string> = new Set(['auth', 'ssl', 'verify', 'transportMode', 'httpPath']);
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
  const number = Number(port ?? usualPort);
  if (number < 1 || number > 65535) throw new UriProblem('The port must be between 1 and 65535.');
  return {
    host: host.replace(/^\[|\]$/g, ''),
    port: number,
    // As the reference's driver calls whoever has no name.
    user: decodePart(user, 'user') || 'anonymous',
    password: password === undefined ? null : decodePart(password, 'password'),
    schema: decodePart(schema || usualSchema, 'schema').toLowerCase(),
    ...readOptions(new URLSearchParams(query), driver.toLowerCase()),
  };
}

/** Only what is understood is taken: an option that was passed over silently could be the one that mattered. */
function readOptions(options: URLSearchParams, driver: string): Pick<UriParts, 'tlsMode' | 'isSasl' | 'httpPath'> {
  for (const name of options.keys())
    if (!understood.has(name)) throw new UriProblem(`The option "${name}" of the connection string is not supported.`);
  const httpPath = readHttpPath(options, driver);
  const auth = (options.get('auth') ?? 'NONE').toUpperCase();
  if (auth === 'KERBEROS')
    throw new UriProblem('Signing in by Kerberos is not supported: use auth=LDAP, CUSTOM or NONE.');
  const isBasic = auth === 'BASIC' && httpPath !== null;
  if (auth !== 'NOSASL' && !byPassword.has(auth) && !isBasic)
    throw new UriProblem('The option "auth" must be NONE, NOSASL, LDAP or CUSTOM.');
  const isTrue = (name: string) => /^(?:true|1|yes)$/i.test(options.get(name) ?? '');
  const isFalse = /^(?:false|0|no)$/i.test(options.get('verify') ?? '');
  const encrypted = isFalse ? 'trust' : 'verify';
  const isEncrypted = isTrue('ssl') || driver === 'https';
  return { tlsMode: isEncrypted ? encrypted : 'disable', isSasl: auth !== 'NOSASL', httpPath };
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
