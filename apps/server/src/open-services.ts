import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import {
  type Accounts,
  createAccounts,
  createAgents,
  createApiKeys,
  createGuests,
  createSessions,
  type Secrets,
} from './access/index.ts';
import { openRedisCache, signedCache } from './cache/index.ts';
import type { Config } from './config.ts';
import { createTokens } from './database-tokens/index.ts';
import { createEngines } from './engines/index.ts';
import { isBuiltInType } from './features/chart-plugins/index.ts';
import { createHttpServer, createMetrics, watchQueue } from './http/index.ts';
import { closeStore, type Store } from './metadata/index.ts';
import { openPlugins } from './plugins/index.ts';
import type { ProcessWatch } from './process-watch.ts';
import { createProcesses, readQueue } from './processes/index.ts';
import { createRowWorkers } from './rows/index.ts';
import type { Services } from './services.ts';
import { createTextWork } from './threads/index.ts';
import { openTls, type TlsFiles, type TlsWatch } from './tls/index.ts';
import { traceEngines, tracesOf } from './traces/index.ts';

export interface AppOptions {
  readonly config: Config;
  readonly store: Store;
  readonly secrets: Secrets;
  readonly log: Logger;
  readonly now: () => Date;
  readonly version: string;
}

/** Two heavy answers at once, and a bound for what one may take: more is told instead of starving the server. */
const rowThreads = { threads: 2, memoryMb: 1024 };
/** Callers' texts have threads of their own: they are short work, and wait for no workbook. */
const textThreads = { threads: 2, memoryMb: 256 };
/** Who comes by tokens of embedded pages. */
function openGuests({ config, secrets, now }: AppOptions, accounts: Accounts) {
  return createGuests({
    ...{ accounts, now },
    key: config.guestTokenSecret === null ? secrets.guestKey : new TextEncoder().encode(config.guestTokenSecret),
    audience: config.guestTokenAudience,
    lastsSeconds: config.guestTokenSeconds,
    roleName: config.guestRoleName,
  });
}

/** Null where nothing is said of certificates. The timer that looks at them keeps no process from ending. */
async function watchTls(files: TlsFiles, log: Logger): Promise<TlsWatch | null> {
  const isSaid = Object.values(files).some((file) => file !== null);
  return isSaid ? openTls({ files, log }) : null;
}

/** What the processes of the installation keep for and tell each other, under a name that tells nothing of it. */
async function openShared({ config, secrets, log }: AppOptions) {
  if (config.redisUrl === null) return null;
  const prefix = `powerset:${secrets.keyCheck.slice(0, 12)}:`;
  const files = { certFile: config.redisCertFile, keyFile: config.redisKeyFile, caFile: config.redisCaFile };
  const tls = await watchTls(files, log);
  const cache = await openRedisCache({ url: config.redisUrl, tls, prefix, log });
  return signedCache(cache, secrets.sharedKey);
}

/** What the rooms share: store, access, engines and threads, on a server that answers nothing yet. */
export async function openServices(options: AppOptions, watch: ProcessWatch) {
  const { config, store, secrets, log, now, version } = options;
  const tls = await watchTls(
    { certFile: config.tlsCertFile, keyFile: config.tlsKeyFile, caFile: config.tlsCaFile },
    log,
  );
  const { server, routes, drain } = await createHttpServer(config, log, tls);
  const accounts = createAccounts({ ...config, store, now });
  await accounts.syncRoles();
  const textWork = createTextWork({ entry: config.threadEntry, ...textThreads });
  const traces = tracesOf({ config, version, log, now, randomHex: (bytes) => randomBytes(bytes).toString('hex') });
  const tokensOf = createTokens({ config, store, secrets, now });
  const engines = createEngines({ config, store, secrets, log, ...textWork, tokensOf, onOpen: traceEngines(traces) });
  const shared = await openShared(options);
  const services: Services = {
    config,
    store,
    accounts,
    sessions: createSessions({ store, secrets, now, sessionHours: config.sessionHours }),
    guests: openGuests(options, accounts),
    apiKeys: createApiKeys({ store, accounts, now }),
    agents: createAgents({ store, accounts, secrets, now }),
    secrets,
    engines,
    rowWorkers: createRowWorkers({ entry: config.threadEntry, ...rowThreads }),
    textWork,
    processes: await createProcesses({
      ...{ store, version, now, log, tls, ...watch },
      ...{ address: config.peerUrl, role: config.role, dataFolder: config.dataFolder, keyCheck: secrets.keyCheck },
    }),
    plugins: await openPlugins({ folder: config.pluginFolder, isBuiltIn: isBuiltInType, log }),
    shared,
    metrics: createMetrics(server, { engines, shared, traces }),
    traces,
    log,
    now,
  };
  if (services.processes.id !== null) watchQueue(services.metrics.registry, () => readQueue(store, now()));
  return { server, routes, services, drain };
}

export async function closeServices(services: Services): Promise<void> {
  const { processes, rowWorkers, textWork, engines, sessions, shared, traces, store } = services;
  await processes.close();
  await engines.close();
  await Promise.all([rowWorkers, textWork].map((threads) => threads.close()));
  await sessions.settle();
  await shared?.close();
  await traces.close();
  await closeStore(store);
}
