import { decodePart, UriProblem, uriProblemBy } from '../remote/index.ts';
import { toShown } from './names.ts';

/** By which name the listener finds the database. */
export type Target = { readonly kind: 'service' | 'sid'; readonly name: string };

export interface UriParts {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string | null;
  readonly target: Target;
  /** `trust` encrypts and asks for no certificate. */
  readonly tlsMode: 'disable' | 'trust' | 'verify';
  /** The name that the server's certificate is for, where that is not the host's. */
  readonly certificateName: string | null;
  /** Names of folders that an administrator opened: in which the wallet lies, and in which `tnsnames.ora` does. */
  readonly walletFolder: string | null;
  readonly configFolder: string | null;
  /** What stands for host, port, target and encryption in `tnsnames.ora`. */
  readonly alias: string | null;
}

const usualPort = 1521;
const usualTlsPort = 2484;
/** They say how the reference's drivers read, wait and name themselves: here that is decided by the engine. */
const harmless: ReadonlySet<string> = new Set([
  ...['encoding', 'nencoding', 'events', 'threaded', 'purity', 'cclass', 'auto_convert_lobs', 'coerce_to_unicode'],
  ...['coerce_to_decimal', 'arraysize', 'encoding_errors', 'exclude_tablespaces', 'thick_mode', 'expire_time'],
  ...['tcp_connect_timeout', 'retry_count', 'retry_delay', 'stmtcachesize', 'disable_oob', 'disable_out_of_band'],
]);
const understood: ReadonlySet<string> = new Set([
  ...['service_name', 'sid', 'protocol', 'ssl_server_dn_match', 'certificate_name', 'wallet_location', 'config_dir'],
]);

/** Reads `oracle+oracledb://user:password@host:1521/?service_name=name`; throws a sentence where it cannot. */
export function fromUri(uri: string): UriParts {
  const match =
    /^oracle(?:\+\w+)?:\/\/(?:([^:@/]*)(?::([^@]*))?@)?(\[[^\]]+\]|[^:/?#]*)(?::(\d+))?\/?([^?#]*?)\/?(?:\?(.*))?$/s.exec(
      uri.trim(),
    );
  if (!match)
    throw new UriProblem(
      'The connection string must look like oracle+oracledb://user:password@host:1521/?service_name=name.',
    );
  const [, user = '', password, host = '', port, path = '', query = ''] = match;
  const options = readOptions(query);
  if (host === '') throw new UriProblem('The connection string names no host.');
  if (/[\s%/()=,]/.test(host)) throw new UriProblem('The host must be a name or an address.');
  if (user === '') throw new UriProblem('The connection string names no user.');
  const folders = {
    walletFolder: readFolder(options, 'wallet_location'),
    configFolder: readFolder(options, 'config_dir'),
  };
  const isNamed = path !== '' || ['service_name', 'sid'].some((name) => options.has(name));
  const hasNames = folders.walletFolder !== null || folders.configFolder !== null;
  const alias = hasNames && port === undefined && !isNamed ? host : null;
  const tlsMode = readTlsMode(options);
  const number = Number(port ?? (tlsMode === 'disable' ? usualPort : usualTlsPort));
  if (number < 1 || number > 65535) throw new UriProblem('The port must be between 1 and 65535.');
  return {
    host: host.replace(/^\[|\]$/g, ''),
    port: number,
    user: decodePart(user, 'user'),
    password: password === undefined ? null : decodePart(password, 'password'),
    target: alias === null ? readTarget(decodePart(path, 'database'), options) : { kind: 'service', name: alias },
    tlsMode,
    certificateName: options.get('certificate_name') || null,
    ...{ ...folders, alias },
  };
}

/** What stands in the path is a SID to the reference's drivers; a name with a point in it can be that of a service alone. */
function readTarget(path: string, options: ReadonlyMap<string, string>): Target {
  const service = options.get('service_name') ?? '';
  const sid = options.get('sid') ?? path;
  if (service !== '' && sid !== '')
    throw new UriProblem('The connection string names both a service (service_name) and a SID: name one of them.');
  const name = service || sid;
  if (name === '')
    throw new UriProblem('The connection string names neither a service (?service_name=name) nor a SID (/name).');
  if (!/^[\w.$#-]{1,255}$/.test(name))
    throw new UriProblem('A service and a SID are named by letters, digits, points and the signs _ $ # -.');
  return { kind: service !== '' || name.includes('.') ? 'service' : 'sid', name };
}

/** Only what is understood is taken: an option that was passed over silently could be the one that mattered. */
function readOptions(query: string): ReadonlyMap<string, string> {
  const options = new Map<string, string>();
  for (const [given, value] of new URLSearchParams(query)) {
    const name = given.toLowerCase();
    if (name === 'mode' && !/^(?:default(?:_auth)?|0)?$/i.test(value))
      throw new UriProblem('Signing in as an administrator of the server (mode) is not supported: name another user.');
    if (name === 'wallet_password')
      throw new UriProblem('The password of the wallet belongs in its field, not in the connection string.');
    if (name !== 'mode' && !understood.has(name) && !harmless.has(name))
      throw new UriProblem(`The option "${given}" of the connection string is not supported.`);
    options.set(name, value);
  }
  return options;
}

/** By its name, never by a path: which folders are read is the administrator's to say. */
function readFolder(options: ReadonlyMap<string, string>, option: string): string | null {
  const name = options.get(option) ?? '';
  if (name !== '' && !/^[\w-]{1,100}$/.test(name))
    throw new UriProblem(`The option "${option}" must be the name of a folder that POWERSET_WALLET_FOLDERS opens.`);
  return name || null;
}

function readTlsMode(options: ReadonlyMap<string, string>): UriParts['tlsMode'] {
  const protocol = options.get('protocol')?.toLowerCase() ?? 'tcp';
  if (protocol !== 'tcp' && protocol !== 'tcps') throw new UriProblem('The option "protocol" must be tcp or tcps.');
  const match = options.get('ssl_server_dn_match')?.toLowerCase() ?? 'true';
  if (!/^(?:true|yes|on|1|false|no|off|0)$/.test(match))
    throw new UriProblem('The option "ssl_server_dn_match" must be true or false.');
  if (protocol === 'tcp' && !options.has('wallet_location')) return 'disable';
  return /^(?:false|no|off|0)$/.test(match) ? 'trust' : 'verify';
}

export const findUriProblem = uriProblemBy(fromUri);

/** Where tables lie that are named without a schema: that of the account, also of one that another signs in as (`ada[sales]`). */
export function schemaOf({ user }: Pick<UriParts, 'user'>): string {
  const name = /\[([^\]]+)\]$/.exec(user)?.[1] ?? user;
  return toShown(name.startsWith('"') ? name.replaceAll('"', '') : name.toUpperCase());
}
