import type { Logger } from 'pino';
import type { Secrets } from '../access/index.ts';
import type { Config } from '../config.ts';
import type { Store } from '../metadata/index.ts';
import { readSecret } from './connection-secret.ts';
import { type Engine, EngineError } from './engine.ts';
import { keptHostKeys } from './host-keys.ts';
import { findDatabaseKind } from './kinds.ts';
import type { ConnectionRow } from './opened-engines.ts';
import { type HostKeys, type ReadPrivateKey, Tunnel } from './tunnel/index.ts';

export interface TunnelParts {
  readonly config: Config;
  readonly store: Store;
  readonly secrets: Secrets;
  readonly log: Logger;
  readonly readPrivateKey: ReadPrivateKey;
}

/** The way to a database through its SSH server; null where it leads there straight. */
export function openTunnel(
  database: ConnectionRow,
  { config, store, secrets, readPrivateKey, log }: TunnelParts,
  hostKeys: HostKeys | null,
): Tunnel | null {
  const { ssh_tunnel: tunnel } = readSecret(database, secrets);
  if (!tunnel || !findDatabaseKind(database.backend)?.canTunnel) return null;
  if (config.featureFlags.SSH_TUNNELING === false)
    throw new EngineError({
      ...{ code: 'ENGINE_UNAVAILABLE_ERROR', message: 'SSH Tunneling is not enabled', invalid: ['ssh_tunnel'] },
    });
  const { private_key: text, private_key_password: passphrase = null } = tunnel;
  const server = {
    ...{ host: tunnel.server_address, port: tunnel.server_port, user: tunnel.username },
    password: tunnel.password ?? null,
    privateKey: text === undefined ? null : { text, passphrase },
  };
  return new Tunnel({
    server,
    hostKeys: hostKeys ?? keptHostKeys(store, database, server),
    readPrivateKey,
    policy: { allowsPrivateHosts: config.allowsPrivateHosts },
    log: (line) => log.warn({ engine: database.database_name }, line),
  });
}

/** The tunnel stays until what runs behind it has ended. */
export function closingWith(engine: Engine, tunnel: Tunnel): Engine {
  const close = engine.close.bind(engine);
  return Object.assign(engine, { close: () => close().finally(() => tunnel.close()) });
}
