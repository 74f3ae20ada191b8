import { findDatabaseKind, readOAuth2Client, readSecret } from '../../engines/index.ts';
import type { Document, Row } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import {
  checkExtra,
  findKind,
  readConnection,
  readForeignConnection,
  readUnopenedConnection,
  toSecret,
} from './connection.ts';
import { type ConnectionDocuments, toKeptConnection, toKeptSecret } from './kept-connection.ts';
import { maskOptions, toOwnOptions } from './secret-options.ts';
import { isOfSameServer, lackingOf, readTunnelDocument } from './tunnel.ts';

interface ReadConnection {
  readonly backend: string;
  readonly maskedUri: string;
  readonly password: string | null;
  /** Secret options, where a connection comes with them. */
  readonly options?: string | null;
  /** The tunnel that leads there; where none is named, the one that is known stays. */
  readonly tunnel?: Document;
}

/** Connections for other rooms: read by the rules of this one, and sealed. */
export function createConnectionCodec({ secrets }: Pick<Services, 'secrets'>) {
  const encrypt = (secret: object) =>
    Object.keys(secret).length === 0 ? null : secrets.encrypt(JSON.stringify(secret));
  const sealAnew = (secret: object, known: Row<'databases'> | undefined) => {
    if (known && JSON.stringify(readSecret(known, secrets)) === JSON.stringify(secret)) return known.secret;
    return encrypt(secret);
  };
  return {
    read: (uri: string): ReadConnection => {
      const { kind, maskedUri, password } = readConnection(uri);
      return { backend: kind.backend, maskedUri, password };
    },
    seal: (
      { backend, tunnel, ...connection }: ReadConnection,
      known: Row<'databases'> | undefined,
      serverCert?: string | null,
    ): string | null => {
      const before = known ? { maskedUri: known.sqlalchemy_uri, secret: readSecret(known, secrets) } : null;
      const way = tunnel ? { tunnel: readTunnelDocument(tunnel) } : {};
      return sealAnew(toSecret({ kind: findKind(backend), ...connection, ...way }, before, serverCert), known);
    },
    lackingOf: (tunnel: Document, known: Row<'databases'> | undefined) =>
      lackingOf(readTunnelDocument(tunnel), known && readSecret(known, secrets).ssh_tunnel),
    isSameWay: (tunnel: Document | undefined, known: Row<'databases'> | undefined): boolean => {
      const own = known && readSecret(known, secrets).ssh_tunnel;
      return tunnel === undefined || (own !== undefined && isOfSameServer(readTunnelDocument(tunnel), own));
    },
    readForeign: (uri: string): ReadConnection | null => readForeignConnection(uri),
    readUnopened: (uri: string): ReadConnection | null => readUnopenedConnection(uri),
    /** Whether people ask as themselves in a database with this secret. */
    asksPeople: ({ backend, maskedUri }: ReadConnection, secret: string | null): boolean =>
      readOAuth2Client({ backend, sqlalchemy_uri: maskedUri }, readSecret({ backend, secret }, secrets)) !== null,
    /** Whether people can ask a kind of database as themselves. */
    takesPeople: (backend: string): boolean => findDatabaseKind(backend)?.personalSignIn !== undefined,
    /** Whether a kind of database reads secret options. */
    takesOptions: (backend: string): boolean => findDatabaseKind(backend)?.secretOptions !== undefined,
    maskedOptions: (backend: string, text: string | undefined) => maskOptions(findDatabaseKind(backend), text),
    ownOptions: (backend: string, text: string) => toOwnOptions(findDatabaseKind(backend), text),
    sealForeign: (
      { maskedUri, password }: ReadConnection,
      documents: ConnectionDocuments,
      known: Row<'databases'> | undefined,
    ) => {
      const { shown, secrets: given } = toKeptConnection(documents);
      // What is known of one server is not sent to another.
      const before = known?.sqlalchemy_uri === maskedUri ? readSecret(known, secrets) : null;
      return { shown, secret: sealAnew(toKeptSecret({ password, secrets: given }, before), known) };
    },
    checkExtra: (text: string) => checkExtra(text, 'extra'),
  };
}
