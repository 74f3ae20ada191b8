import type { Store } from '../metadata/index.ts';
import type { ConnectionRow } from './opened-engines.ts';
import type { HostKeys, SshServer } from './tunnel/index.ts';

/** Of a connection that is only tried: the first key is taken, and told to who tries it. */
export class MetHostKey implements HostKeys {
  constructor(public fingerprint: string | null) {}

  known(): Promise<string | null> {
    return Promise.resolve(this.fingerprint);
  }

  learn(fingerprint: string): Promise<string> {
    this.fingerprint ??= fingerprint;
    return Promise.resolve(this.fingerprint);
  }
}

interface Address {
  readonly server_address: string;
  readonly server_port: number;
}

/** A fingerprint with the server that it is of: another server's says nothing. */
export function toKeptFingerprint({ server_address: host, server_port: port }: Address, fingerprint: string): string {
  return `${fingerprint} ${host.toLowerCase()}:${port}`;
}

/** The fingerprint that is kept of a server; null where none is. */
export function keptFingerprint(kept: string | null, address: Address): string | null {
  const fingerprint = kept?.split(' ')[0];
  return fingerprint !== undefined && toKeptFingerprint(address, fingerprint) === kept ? fingerprint : null;
}

/** Of a saved database: the first key that is met is kept, whichever process meets it. */
export function keptHostKeys(store: Store, { id }: ConnectionRow, { host, port }: SshServer): HostKeys {
  if (id === undefined) return new MetHostKey(null);
  const address = { server_address: host, server_port: port };
  const read = async () => {
    const row = await store.selectFrom('databases').select('ssh_host_key').where('id', '=', id).executeTakeFirst();
    return row?.ssh_host_key ?? null;
  };
  const known = async () => keptFingerprint(await read(), address);
  return {
    known,
    learn: async (fingerprint) => {
      const before = await read();
      if (keptFingerprint(before, address) === null)
        await store
          .updateTable('databases')
          .set({ ssh_host_key: toKeptFingerprint(address, fingerprint) })
          .where('id', '=', id)
          // Whoever was quicker stays.
          .where('ssh_host_key', before === null ? 'is' : '=', before)
          .execute();
      // Of a database that was deleted meanwhile nothing is known.
      return (await known()) ?? fingerprint;
    },
  };
}
