import type { ConnectionParameters, ParameterField } from './database-kind.ts';

/** The fields of most servers, and the port at which they usually listen. */
export const serverFields = (port: number): Readonly<Record<string, ParameterField>> => ({
  host: { type: 'string', description: 'Hostname or IP address' },
  port: { type: 'integer', description: 'Database port', default: port, minimum: 1, maximum: 65535 },
  database: { type: 'string', description: 'Database name' },
  username: { type: 'string', description: 'Username' },
  password: { type: 'string', description: 'Password', nullable: true },
  encryption: { type: 'boolean', description: 'Use an encrypted connection to the database', default: false },
});

/** The address that these fields mean, without options. */
export function toServerUri(
  backend: string,
  { host, port, database, username, password }: ConnectionParameters,
): string {
  const secret = typeof password === 'string' && password !== '' ? `:${encodeURIComponent(password)}` : '';
  const name = String(host ?? '').trim();
  const address = name.includes(':') && !name.startsWith('[') ? `[${name}]` : name;
  const user = encodeURIComponent(String(username ?? ''));
  return `${backend}://${user}${secret}@${address}:${String(port)}/${encodeURIComponent(String(database ?? ''))}`;
}

/** What a form's additional parameters say of one option. */
export function optionOf({ query }: ConnectionParameters, name: string): string | undefined {
  const asked =
    typeof query === 'object' && query !== null ? (query as Readonly<Record<string, unknown>>)[name] : undefined;
  return asked === undefined ? undefined : String(asked);
}
