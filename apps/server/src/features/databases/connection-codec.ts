import { findDatabaseKind, readSecret } from '../../engines/index.ts';
import type { Row } from '../../metadata/index.ts';
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

interface ReadConnection {
  readonly backend: string;
  readonly maskedUri: string;
  readonly password: string | null;
  /** Secret options, where a connection comes with them. */
  readonly options?: string | null;
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
      { backend, ...connection }: ReadConnection,
      known: Row<'databases'> | undefined,
      serverCert?: string | null,
    ): string | null => {
      const before = known ? { maskedUri: known.sqlalchemy_uri, secret: readSecret(known, secrets) } : null;
      return sealAnew(toSecret({ kind: findKind(backend), ...connection }, before, serverCert), known);
    },
    readForeign: (uri: string): ReadConnection | null => readForeignConnection(uri),
    readUnopened: (uri: string): ReadConnection | null => readUnopenedConnection(uri),
    /** Whether a kind of database reads secret options. */
    takesOptions: (backend: string): boolean => findDatabaseKind(backend)?.secretOptions !== undefined,
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
