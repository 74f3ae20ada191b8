import type { Secrets } from '../access/index.ts';
import { findDatabaseKind } from './kinds.ts';
import type { ConnectionRow } from './opened-engines.ts';

/** What is kept sealed beside a connection's URI. */
export interface ConnectionSecret {
  readonly password?: string;
  readonly server_cert?: string;
  /** By which a server knows who connects, in PEM. */
  readonly client_cert?: string;
  readonly client_key?: string;
  /** Secret options beside the password, as the JSON text of an object. */
  readonly encrypted_extra?: string;
  /** The SSH server through which it is reached. */
  readonly ssh_tunnel?: TunnelSecret;
  /** Of a database that cannot be opened here: what its bundle said in plain words, as JSON texts by name. */
  readonly kept?: Readonly<Record<string, string>>;
}

/** As the wire names it. */
export interface TunnelSecret {
  readonly server_address: string;
  readonly server_port: number;
  readonly username: string;
  readonly password?: string;
  readonly private_key?: string;
  readonly private_key_password?: string;
}

export function readSecret(
  { secret, backend }: Pick<ConnectionRow, 'secret' | 'backend'>,
  secrets: Secrets,
): ConnectionSecret {
  // Only this server writes these texts.
  const read = secret ? (JSON.parse(secrets.decrypt(secret)) as ConnectionSecret) : {};
  // Of a database that could not be opened when it came, and can be now.
  const kept = findDatabaseKind(backend)?.secretOptions && read.kept?.encrypted_extra;
  return kept === undefined || read.encrypted_extra !== undefined ? read : { ...read, encrypted_extra: kept };
}

/** A secret option, as the text of its JSON; null where there is none. */
export function secretOptionOf({ encrypted_extra: text }: ConnectionSecret, name: string): string | null {
  // Only this server writes these texts.
  const options = JSON.parse(text ?? '{}') as Readonly<Record<string, unknown>>;
  return options[name] === undefined ? null : JSON.stringify(options[name]);
}
