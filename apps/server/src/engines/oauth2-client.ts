import { createHash } from 'node:crypto';
import type { NetworkPolicy } from '../outgoing/index.ts';
import type { ConnectionSecret } from './connection-secret.ts';
import { findDatabaseKind } from './kinds.ts';

/** As what the product is known to a provider at which people sign in to a database. */
export interface OAuth2Client {
  readonly id: string;
  readonly secret: string | null;
  readonly scope: string;
  readonly authorizationUri: string;
  readonly tokenUri: string;
  /** How the provider takes what it is asked: as a form, or as JSON. */
  readonly isJson: boolean;
  /** Whether id and secret go in the header, or beside the rest. */
  readonly isBasic: boolean;
}

/** A database in which people ask as themselves. */
export interface PersonalDatabase {
  readonly id: number;
  readonly name: string;
  readonly backend: string;
  readonly client: OAuth2Client;
  /** Of what the tokens were given for: another one of a changed connection. */
  readonly fingerprint: string;
}

interface Connection {
  readonly backend: string;
  readonly sqlalchemy_uri: string;
}

/** The name under which the reference keeps it among the secret options. */
export const clientOption = 'oauth2_client_info';

/** What stands there, whether or not it is whole; null where people do not sign in themselves. */
export function clientInfoOf({ encrypted_extra: text }: ConnectionSecret): Readonly<Record<string, unknown>> | null {
  // Only this server writes these texts.
  const options = JSON.parse(text ?? '{}') as Readonly<Record<string, unknown>>;
  const info = options[clientOption];
  return typeof info === 'object' && info !== null && !Array.isArray(info)
    ? (info as Readonly<Record<string, unknown>>)
    : null;
}

export function readOAuth2Client(connection: Connection, secret: ConnectionSecret): OAuth2Client | null {
  const info = clientInfoOf(secret);
  const kind = findDatabaseKind(connection.backend);
  if (!info || !kind?.personalSignIn) return null;
  const usual = kind.personalSignIn(connection.sqlalchemy_uri);
  const textOf = (name: string) => (typeof info[name] === 'string' ? info[name].trim() : '');
  return {
    id: textOf('id'),
    secret: textOf('secret') || null,
    scope: textOf('scope') || (usual.scope ?? ''),
    authorizationUri: textOf('authorization_request_uri') || (usual.authorizationUri ?? ''),
    tokenUri: textOf('token_request_uri') || (usual.tokenUri ?? ''),
    isJson: info.request_content_type === 'json',
    isBasic: info.client_authentication ? info.client_authentication === 'basic' : (usual.isBasic ?? false),
  };
}

const longestPart = 2000;

/** Why a client can sign nobody in, by the field of its settings; null where it can. */
export function findClientProblem(client: OAuth2Client) {
  const parts = [
    ['id', client.id],
    ['authorization_request_uri', client.authorizationUri],
    ['token_request_uri', client.tokenUri],
  ] as const;
  const missing = parts.find(([, text]) => text === '');
  if (missing) return { field: missing[0], message: 'Field is required' };
  const long = [...parts, ['scope', client.scope] as const].find(([, text]) => text.length > longestPart);
  if (long) return { field: long[0], message: `Must not have more than ${longestPart} characters.` };
  const address = parts.slice(1).find(([, text]) => !/^https?:/i.test(text) || !URL.canParse(text));
  return address
    ? { field: address[0], message: 'Write a whole web address, like https://hooks.example.com/in.' }
    : null;
}

/**
 * Why a connection may not be shown the tokens of people; null where it may. What lies behind a tunnel is the network of that
 * tunnel's end.
 */
export function findReadableWay(
  { backend, sqlalchemy_uri: uri }: Connection,
  secret: ConnectionSecret,
  { allowsPrivateHosts }: Pick<NetworkPolicy, 'allowsPrivateHosts'>,
): string | null {
  if (allowsPrivateHosts || secret.ssh_tunnel || !clientInfoOf(secret)) return null;
  return findDatabaseKind(backend)?.isReadable?.(uri)
    ? 'People sign in to this database as themselves: the connection must be encrypted (TLS), so that nobody reads their tokens on the way.'
    : null;
}

/** Of all that decides who is shown the tokens, the way to the database among it. */
function fingerprintOf(
  { backend, sqlalchemy_uri: uri }: Connection,
  { ssh_tunnel: tunnel, server_cert: certificate }: ConnectionSecret,
  { id, scope, authorizationUri, tokenUri }: OAuth2Client,
): string {
  const way = tunnel ? [tunnel.server_address, tunnel.server_port, tunnel.username] : null;
  const parts = [backend, uri, id, scope, authorizationUri, tokenUri, way, certificate ?? null];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

export function toPersonalDatabase(
  database: Connection & { readonly id?: number; readonly database_name: string },
  secret: ConnectionSecret,
): PersonalDatabase | null {
  const client = readOAuth2Client(database, secret);
  if (!client) return null;
  return {
    ...{ id: database.id ?? 0, name: database.database_name, backend: database.backend, client },
    fingerprint: fingerprintOf(database, secret, client),
  };
}
