import { decodePart, UriProblem, uriProblemBy } from '../remote/index.ts';
import type { ConnectionSettings } from './client.ts';

export interface UriParts extends Pick<ConnectionSettings, 'host' | 'port' | 'user' | 'path' | 'tlsMode'> {
  readonly password: string | null;
}

/** That of a broker; a router's is 8888. */
export const usualPort = 8082;
export const usualPath = '/druid/v2/sql/';

/** Reads `druid://user:password@host:8082/druid/v2/sql/`, or `druid+https://…`; throws a sentence where it cannot. */
export function fromUri(uri: string): UriParts {
  const match =
    /^druid(?:\+(https?))?:\/\/(?:([^:@/]*)(?::([^@]*))?@)?(\[[^\]]+\]|[^:/?#]*)(?::(\d+))?(\/[^?#]*)?(?:\?(.*))?$/s.exec(
      uri.trim(),
    );
  if (!match)
    throw new UriProblem('The connection string must look like druid+https://user:password@host:8082/druid/v2/sql/.');
  const [, scheme = 'http', user = '', password, host = '', port, path = '', query = ''] = match;
  if (host === '') throw new UriProblem('The connection string names no host.');
  if (/[\s%\\/]/.test(host)) throw new UriProblem('The host must be a name or an address.');
  const number = Number(port ?? usualPort);
  if (number < 1 || number > 65535) throw new UriProblem('The port must be between 1 and 65535.');
  return {
    host: host.replace(/^\[|\]$/g, ''),
    port: number,
    user: decodePart(user, 'user'),
    password: password === undefined ? null : decodePart(password, 'password'),
    path: readPath(path),
    tlsMode: readTlsMode(query, scheme === 'https'),
  };
}

/** As it is sent: plain letters, with a slash at both ends. */
function readPath(path: string): string {
  if (!/^[\w./~-]*$/.test(path) || /\/\.{0,2}\/|\/\.{1,2}$/.test(path))
    throw new UriProblem('The path of the connection string must be plain letters, as in /druid/v2/sql/.');
  const plain = path.replace(/^\/|\/$/g, '');
  return plain === '' ? usualPath : `/${plain}/`;
}

/** It says how the reference's driver reads answers: here that is decided by the engine. */
const harmless: ReadonlySet<string> = new Set(['header']);
const verifyNames = ['verify', 'ssl_verify_cert'] as const;

/** Only what is understood is taken: an option that was passed over silently could be the one that mattered. */
function readTlsMode(query: string, isTls: boolean): UriParts['tlsMode'] {
  const options = new URLSearchParams(query);
  for (const name of options.keys())
    if (!harmless.has(name) && !verifyNames.some((one) => one === name))
      throw new UriProblem(`The option "${name}" of the connection string is not supported.`);
  if (!isTls) return 'disable';
  return verifyNames.some((name) => /^(?:false|0|no)$/i.test(options.get(name) ?? '')) ? 'trust' : 'verify';
}

export const findUriProblem = uriProblemBy(fromUri);
