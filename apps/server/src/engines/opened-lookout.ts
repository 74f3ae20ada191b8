import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { type NetworkPolicy, openGuardedSocket } from '../outgoing/index.ts';
import type { Engine } from './engine.ts';
import { Lookout } from './lookout.ts';
import type { ConnectionRow } from './opened-engines.ts';
import type { Tunnel } from './tunnel/index.ts';

/** How the server of a database is reached: where to, through what, and under whose eyes. */
export interface OpenWay {
  readonly policy: NetworkPolicy;
}

interface WayOptions {
  readonly config: Config;
  readonly log: Logger;
  /** Null where it leads there straight. */
  readonly tunnel: Tunnel | null;
}

/** The way to a database; what is opened by it is `followed`. */
export function openWay({ database_name: name }: ConnectionRow, { config, log, tunnel }: WayOptions) {
  const policy = { allowsPrivateHosts: config.allowsPrivateHosts, ...(tunnel ? { tunnel } : {}) };
  const lookout = new Lookout({
    openSocket: () => openGuardedSocket(policy),
    log: (line) => log.warn({ engine: name }, line),
  });
  return {
    policy: { ...policy, lookout },
    followed: (engine: Engine): Engine => {
      lookout.follow(engine);
      return engine;
    },
  };
}
