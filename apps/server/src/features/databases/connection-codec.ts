import { readSecret } from '../../engines/index.ts';
import type { Row } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import { checkExtra, findKind, readConnection, toSecret } from './connection.ts';

interface ReadConnection {
  readonly backend: string;
  readonly maskedUri: string;
  readonly password: string | null;
}

/** Connections for other rooms: read by the rules of this one, and sealed. */
export function createConnectionCodec({ secrets }: Pick<Services, 'secrets'>) {
  return {
    read: (uri: string): ReadConnection => {
      const { kind, maskedUri, password } = readConnection(uri);
      return { backend: kind.backend, maskedUri, password };
    },
    seal: ({ backend, ...connection }: ReadConnection, known: Row<'databases'> | undefined): string | null => {
      const before = known ? { maskedUri: known.sqlalchemy_uri, secret: readSecret(known, secrets) } : null;
      const secret = toSecret({ kind: findKind(backend), ...connection }, before, undefined);
      if (known && before && JSON.stringify(before.secret) === JSON.stringify(secret)) return known.secret;
      return Object.keys(secret).length === 0 ? null : secrets.encrypt(JSON.stringify(secret));
    },
    checkExtra: (text: string) => checkExtra(text, 'extra'),
  };
}
