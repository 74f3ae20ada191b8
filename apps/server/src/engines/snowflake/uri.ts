import { decodePart, UriProblem, uriProblemBy } from '../remote/index.ts';

export interface UriParts {
  /** `organisation-name`, or the older `name.region.cloud`. */
  readonly account: string;
  readonly host: string;
  readonly port: number;
  readonly isEncrypted: boolean;
  readonly user: string;
  readonly password: string | null;
  /** As it is shown. */
  readonly database: string;
  /** Where tables lie that are named without a schema, as it is shown. */
  readonly schema: string;
  readonly warehouse: string | null;
  readonly role: string | null;
}

const usualSchema = 'public';
const domain = 'snowflakecomputing.com';
/** They say how the reference's driver signs in, waits and packs: here that is decided by the engine. */
const harmless: ReadonlySet<string> = new Set([
  ...['application', 'cache_column_metadata', 'numpy', 'login_timeout', 'network_timeout', 'client_session_keep_alive'],
  ...['insecure_mode', 'timezone', 'ocsp_fail_open', 'validate_default_parameters', 'authenticator'],
]);

/** Reads `snowflake://user:token@account/database/schema?warehouse=w&role=r`; throws a sentence where it cannot. */
export function fromUri(uri: string): UriParts {
  const match =
    /^snowflake(?:\+snowflake)?:\/\/(?:([^:@/]*)(?::([^@]*))?@)?([^:/?#]*)(?::(\d+))?\/?([^/?#]*)(?:\/([^/?#]*))?\/?(?:\?(.*))?$/s.exec(
      uri.trim(),
    );
  if (!match) throw new UriProblem('The connection string must look like snowflake://user:token@account/database.');
  const [, user = '', password, account = '', port, database = '', schema = '', query = ''] = match;
  if (account === '') throw new UriProblem('The connection string names no account.');
  if (!/^[\w.-]+$/.test(account)) throw new UriProblem('The account must be its identifier, for example org-name.');
  if (user === '') throw new UriProblem('The connection string names no user.');
  if (database === '') throw new UriProblem('The connection string names no database.');
  const options = readOptions(query);
  return {
    account: account.replace(`.${domain}`, ''),
    ...placeOf(account, port, options),
    user: decodePart(user, 'user'),
    password: password === undefined ? null : decodePart(password, 'password'),
    database: withoutCase(decodePart(database, 'database')),
    schema: withoutCase(decodePart(schema || usualSchema, 'schema')),
    warehouse: options.get('warehouse') || null,
    role: options.get('role') || null,
  };
}

const understood: ReadonlySet<string> = new Set(['warehouse', 'role', 'host', 'protocol']);

function readOptions(query: string): URLSearchParams {
  const options = new URLSearchParams(query);
  for (const name of options.keys())
    if (!understood.has(name) && !harmless.has(name))
      throw new UriProblem(`The option "${name}" of the connection string is not supported.`);
  return options;
}

/** Names of an address are written without quotes, where the server tells no case apart. */
export function withoutCase(name: string): string {
  return /^[A-Za-z_][\w$]*$/.test(name) ? name.toLowerCase() : name;
}

/** A private link, or a program that stands in for the service, has a host of its own. */
function placeOf(account: string, port: string | undefined, options: URLSearchParams) {
  const given = options.get('host');
  if (given !== null && !/^[\w.-]+$/.test(given))
    throw new UriProblem('The option "host" must be a name or an address.');
  const protocol = options.get('protocol') ?? 'https';
  if (protocol !== 'http' && protocol !== 'https') throw new UriProblem('The option "protocol" must be http or https.');
  const host = given ?? (account.endsWith(domain) ? account : `${account}.${domain}`);
  return { host, port: Number(port ?? (protocol === 'https' ? 443 : 80)), isEncrypted: protocol === 'https' };
}

export const findUriProblem = uriProblemBy(fromUri);
