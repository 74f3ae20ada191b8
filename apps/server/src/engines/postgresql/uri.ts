import { decodePart, UriProblem, uriProblemBy } from '../remote/index.ts';
import type { ConnectionSettings } from './client.ts';
import { familyOfBackend } from './families.ts';

export interface UriParts extends Pick<ConnectionSettings, 'host' | 'port' | 'user' | 'database' | 'sslMode'> {
  readonly password: string | null;
}

/** Where servers that are PostgreSQL by another name usually listen. */
const otherPorts: Readonly<Record<string, number>> = { yugabytedb: 5433, hologres: 80 };
/** By the first part of a URI. */
export function usualPortOf(backend: string): number {
  return otherPorts[backend] ?? familyOfBackend(backend).usualPort;
}

const sslModes = ['disable', 'require', 'verify-ca', 'verify-full'] as const;

/** Reads `postgresql://user:password@host:port/database?sslmode=require`; throws a sentence where it cannot. */
export function fromUri(uri: string): UriParts {
  const match =
    /^(postgresql|postgres|redshift|cockroachdb|timescaledb|yugabytedb|greenplum|hologres)(?:\+\w+)?:\/\/(?:([^:@/]*)(?::([^@]*))?@)?(\[[^\]]+\]|[^:/?#]*)(?::(\d+))?\/([^?#]*)(?:\?(.*))?$/s.exec(
      uri.trim(),
    );
  if (!match)
    throw new UriProblem('The connection string must look like postgresql://user:password@host:5432/database.');
  const [, backend = '', user = '', password, host = '', port, database = '', query = ''] = match;
  if (host === '') throw new UriProblem('The connection string names no host.');
  if (/[\s%\\/]/.test(host)) throw new UriProblem('The host must be a name or an address.');
  if (user === '') throw new UriProblem('The connection string names no user.');
  if (database === '') throw new UriProblem('The connection string names no database.');
  const number = port === undefined ? usualPortOf(backend) : Number(port);
  if (number < 1 || number > 65535) throw new UriProblem('The port must be between 1 and 65535.');
  return {
    host: host.replace(/^\[|\]$/g, ''),
    port: number,
    user: decodePart(user, 'user'),
    password: password === undefined ? null : decodePart(password, 'password'),
    database: decodePart(database, 'database'),
    sslMode: readSslMode(query, familyOfBackend(backend).usualSslMode),
  };
}

/** An option of CockroachDB's driver for the reference, which has done nothing there for years. */
const isWithoutMeaning = (key: string): boolean => key === 'disable_cockroachdb_telemetry';

/** Only what is understood is taken: an option that was passed over silently could be the one that mattered. */
function readSslMode(query: string, usual: UriParts['sslMode']): UriParts['sslMode'] {
  const options = new URLSearchParams(query);
  const unknown = [...options.keys()].find((key) => key !== 'sslmode' && !isWithoutMeaning(key));
  if (unknown !== undefined) throw new UriProblem(`The option "${unknown}" of the connection string is not supported.`);
  const mode = options.get('sslmode');
  if (mode === null) return usual;
  const known = sslModes.find((candidate) => candidate === mode);
  if (!known) throw new UriProblem(`sslmode must be one of ${sslModes.join(', ')}.`);
  return known;
}

export const findUriProblem = uriProblemBy(fromUri);
