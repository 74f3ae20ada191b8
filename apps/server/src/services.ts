import type { Logger } from 'pino';
import type { Accounts, Agents, ApiKeys, Guests, Secrets, Sessions } from './access/index.ts';
import type { SharedCache } from './cache/index.ts';
import type { Config } from './config.ts';
import type { Engines } from './engines/index.ts';
import type { Metrics, Router } from './http/index.ts';
import type { Store } from './metadata/index.ts';
import type { Plugins } from './plugins/index.ts';
import type { Processes } from './processes/index.ts';
import type { RowWorkers } from './rows/index.ts';
import type { TextWork } from './threads/index.ts';
import type { Traces } from './traces/index.ts';

/** What features are built from; every effect they have enters here. */
export interface Services {
  readonly config: Config;
  readonly store: Store;
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly guests: Guests;
  readonly apiKeys: ApiKeys;
  readonly agents: Agents;
  readonly secrets: Secrets;
  readonly engines: Engines;
  readonly rowWorkers: RowWorkers;
  readonly textWork: TextWork;
  readonly plugins: Plugins;
  readonly processes: Processes;
  /** What the processes of the installation keep for each other; null where none is configured. */
  readonly shared: SharedCache | null;
  readonly metrics: Metrics;
  readonly traces: Traces;
  readonly log: Logger;
  readonly now: () => Date;
}

/** A feature's door: it declares its routes and returns what other rooms are given of it by `app.ts`. */
export type Feature = (router: Router, services: Services) => void;
