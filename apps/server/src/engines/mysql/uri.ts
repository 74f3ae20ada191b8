import { decodePart, UriProblem, uriProblemBy } from '../remote/index.ts';
import type { ConnectionSettings } from './driver.ts';
import { type Member, memberOf } from './families.ts';

export interface UriParts extends Pick<ConnectionSettings, 'host' | 'port' | 'user' | 'database' | 'sslMode'> {
  readonly password: string | null;
  /** The catalog in which the database lies, where that is not the usual one. */
  readonly catalog?: string;
}

type SslMode = ConnectionSettings['sslMode'];

/** Reads `mysql+pymysql://user:password@host:port/database?ssl_mode=REQUIRED`; throws a sentence where it cannot. */
export function fromUri(uri: string): UriParts {
  const match =
    /^(mysql|mariadb|tidb|starrocks|doris|pydoris)(?:\+\w+)?:\/\/(?:([^:@/]*)(?::([^@]*))?@)?(\[[^\]]+\]|[^:/?#]*)(?::(\d+))?\/([^?#]*)(?:\?(.*))?$/s.exec(
      uri.trim(),
    );
  if (!match) throw new UriProblem('The connection string must look like mysql://user:password@host:3306/database.');
  const [, backend = '', user = '', password, host = '', port, database = '', query = ''] = match;
  if (host === '') throw new UriProblem('The connection string names no host.');
  if (/[\s%\\/]/.test(host)) throw new UriProblem('The host must be a name or an address.');
  if (user === '') throw new UriProblem('The connection string names no user.');
  const member = memberOf(backend);
  const number = port === undefined ? member.usualPort : Number(port);
  if (number < 1 || number > 65535) throw new UriProblem('The port must be between 1 and 65535.');
  return {
    host: host.replace(/^\[|\]$/g, ''),
    port: number,
    user: decodePart(user, 'user'),
    password: password === undefined ? null : decodePart(password, 'password'),
    ...readPlace(decodePart(database, 'database'), member),
    sslMode: readSslMode(new URLSearchParams(query)),
  };
}

/** `database`, or `catalog.database` where servers have catalogs. */
function readPlace(text: string, member: Member): Pick<UriParts, 'database' | 'catalog'> {
  // Every catalog has this one: bare names find nothing in it that is anybody's.
  if (text === '' && member.usualCatalog !== null) return { database: 'information_schema' };
  if (text === '') throw new UriProblem('The connection string names no database.');
  const [, catalog = '', database = ''] = /^([^.]+)\.(.+)$/s.exec(text) ?? [];
  if (member.usualCatalog === null || catalog === '') return { database: text };
  return catalog === member.usualCatalog ? { database } : { database, catalog };
}

/** As the servers' own clients name them. */
const sslModes: Readonly<Record<string, SslMode>> = {
  DISABLED: 'disable',
  REQUIRED: 'require',
  VERIFY_CA: 'verify-ca',
  VERIFY_IDENTITY: 'verify-full',
};

const yes = new Set(['1', 'true', 'True']);
const no = new Set(['0', 'false', 'False']);
const flags = ['ssl', 'ssl_verify_cert', 'ssl_verify_identity'];

/** Only what is understood is taken: an option that was passed over silently could be the one that mattered. */
function readSslMode(options: URLSearchParams): SslMode {
  for (const [key, value] of options) checkOption(key, value);
  const isSet = (key: string) => yes.has(options.get(key) ?? '');
  const named = options.get('ssl_mode');
  if (named !== null) return sslModes[named.toUpperCase()] ?? 'disable';
  if (isSet('ssl_verify_identity')) return 'verify-full';
  if (isSet('ssl_verify_cert')) return 'verify-ca';
  return isSet('ssl') ? 'require' : 'disable';
}

function checkOption(key: string, value: string): void {
  if (key === 'ssl_mode') {
    if (sslModes[value.toUpperCase()]) return;
    throw new UriProblem(`ssl_mode must be one of ${Object.keys(sslModes).join(', ')}.`);
  }
  if (flags.includes(key)) {
    if (yes.has(value) || no.has(value)) return;
    throw new UriProblem(`${key} must be true or false.`);
  }
  if (key === 'charset') {
    if (/^utf8(?:mb4|mb3)?$/i.test(value)) return;
    throw new UriProblem('charset must be utf8mb4: every text is read in it.');
  }
  if (/^ssl_(?:ca|cert|key|capath)$/.test(key))
    throw new UriProblem(`${key} names a file of another machine. Paste the certificate into its field instead.`);
  throw new UriProblem(`The option "${key}" of the connection string is not supported.`);
}

export const findUriProblem = uriProblemBy(fromUri);

/** The option that stands for a way of encryption; nothing for none. */
export function sslOptionOf(mode: SslMode): string {
  const name = Object.entries(sslModes).find(([, one]) => one === mode)?.[0];
  return mode === 'disable' || !name ? '' : `?ssl_mode=${name}`;
}
