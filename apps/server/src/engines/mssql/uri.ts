import { decodePart, UriProblem, uriProblemBy } from '../remote/index.ts';

export interface UriParts {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string | null;
  readonly database: string;
  /** `trust` encrypts and asks for no certificate; `strict` encrypts before anything else is said. */
  readonly tlsMode: 'disable' | 'trust' | 'verify' | 'strict';
  /** The name that the server's certificate is for, where that is not the host's. */
  readonly certificateName: string | null;
  /** A copy of the database that is only read will do. */
  readonly isReadOnly: boolean;
}

const usualPort = 1433;
/** They say how the reference's drivers wait, write and name themselves: here that is decided by the engine. */
const harmless: ReadonlySet<string> = new Set([
  ...['driver', 'charset', 'timeout', 'login_timeout', 'logintimeout', 'connection timeout', 'connect timeout', 'app'],
  ...['appname', 'application name', 'tds_version', 'conn_properties', 'mars_connection', 'multisubnetfailover'],
  ...['ansi', 'autocommit', 'fast_executemany', 'use_setinputsizes', 'legacy_schema_aliasing', 'longasmax'],
  ...['ignore_no_transaction_on_rollback', 'workstation id', 'wsid', 'connectretrycount', 'connectretryinterval'],
]);
const understood: ReadonlySet<string> = new Set([
  ...['encrypt', 'trustservercertificate', 'hostnameincertificate', 'applicationintent', 'authentication'],
]);

/** Reads `mssql+pyodbc://user:password@host:1433/database?driver=…&Encrypt=yes`; throws a sentence where it cannot. */
export function fromUri(uri: string): UriParts {
  const match =
    /^mssql(?:\+\w+)?:\/\/(?:([^:@/]*)(?::([^@]*))?@)?(\[[^\]]+\]|[^:/?#]*)(?::(\d+))?\/?([^/?#]*)\/?(?:\?(.*))?$/s.exec(
      uri.trim(),
    );
  if (!match)
    throw new UriProblem('The connection string must look like mssql+pymssql://user:password@host:1433/database.');
  const [, user = '', password, host = '', port, database = '', query = ''] = match;
  const options = readOptions(query);
  if (host === '') throw new UriProblem('The connection string names no host.');
  if (/\\|%5c/i.test(host))
    throw new UriProblem('Instances are not looked up by their names: name the port of the instance instead.');
  if (/[\s%/]/.test(host)) throw new UriProblem('The host must be a name or an address.');
  if (user === '') throw new UriProblem('The connection string names no user.');
  if (database === '') throw new UriProblem('The connection string names no database.');
  const number = Number(port ?? usualPort);
  if (number < 1 || number > 65535) throw new UriProblem('The port must be between 1 and 65535.');
  const name = host.replace(/^\[|\]$/g, '');
  return {
    host: name,
    port: number,
    user: decodePart(user, 'user'),
    password: password === undefined ? null : decodePart(password, 'password'),
    database: decodePart(database, 'database'),
    tlsMode: readTlsMode(options, name),
    certificateName: options.get('hostnameincertificate') || null,
    isReadOnly: /^readonly$/i.test(options.get('applicationintent') ?? ''),
  };
}

/** By their names in small letters, as the drivers tell no case apart. Only what is understood is taken: an option that was passed over silently could be the one that mattered. */
function readOptions(query: string): ReadonlyMap<string, string> {
  const options = new Map<string, string>();
  for (const [given, value] of new URLSearchParams(query)) {
    const name = given.toLowerCase();
    if (name === 'odbc_connect')
      throw new UriProblem(
        'Write the host, the user and the database into the connection string instead of odbc_connect.',
      );
    if (name === 'trusted_connection' || name === 'integratedsecurity')
      throw new UriProblem('Signing in by Windows is not supported: name a user of the server and his password.');
    if (!understood.has(name) && !harmless.has(name))
      throw new UriProblem(`The option "${given}" of the connection string is not supported.`);
    options.set(name, value);
  }
  const way = options.get('authentication');
  if (way !== undefined && !/^sqlpassword$/i.test(way))
    throw new UriProblem(
      'Signing in by a directory of Azure is not supported: name a user of the server and his password.',
    );
  const intent = options.get('applicationintent');
  if (intent !== undefined && !/^read(?:only|write)$/i.test(intent))
    throw new UriProblem('ApplicationIntent must be ReadOnly or ReadWrite.');
  return options;
}

const yes = /^(?:yes|true|1|mandatory)$/i;
const no = /^(?:no|false|0|optional|disabled?)$/i;

/** Where nothing is said: as the driver that is named, and never without encryption. Certificates of Azure can always be checked. */
function readTlsMode(options: ReadonlyMap<string, string>, host: string): UriParts['tlsMode'] {
  const encrypt = options.get('encrypt');
  const trust = options.get('trustservercertificate');
  if (encrypt !== undefined && !yes.test(encrypt) && !no.test(encrypt) && !/^strict$/i.test(encrypt))
    throw new UriProblem('Encrypt must be yes, no or strict.');
  if (trust !== undefined && !yes.test(trust) && !no.test(trust))
    throw new UriProblem('TrustServerCertificate must be yes or no.');
  if (encrypt !== undefined && /^strict$/i.test(encrypt)) return 'strict';
  if (encrypt !== undefined && no.test(encrypt)) return 'disable';
  if (trust !== undefined) return yes.test(trust) ? 'trust' : 'verify';
  const isCareful =
    /\b18\b/.test(options.get('driver') ?? '') || /\.database\.(?:windows\.net|azure\.com)$/i.test(host);
  return encrypt !== undefined || isCareful ? 'verify' : 'trust';
}

export const findUriProblem = uriProblemBy(fromUri);
