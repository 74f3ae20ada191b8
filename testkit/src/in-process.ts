import { join } from 'node:path';
import pino from 'pino';
import { loadSecrets } from '../../apps/server/src/access/index.ts';
import { type App, buildApp } from '../../apps/server/src/app.ts';
import { parseConfig } from '../../apps/server/src/config.ts';
import { createLogTo } from '../../apps/server/src/log/index.ts';
import { type ApiClient, apiClient, type Credentials, signInWithCookie, signInWithToken } from './api-client.ts';
import { checkAnswers } from './declared-answers.ts';
import {
  buildEngineChild,
  buildKerberosChild,
  buildPictureProgram,
  buildSqliteChild,
  buildThreadProgram,
} from './engine-child.ts';
import { projectRoot, testAdmin } from './server-process.ts';
import { makeTempFolder } from './temp-folder.ts';
import { openTestStore } from './test-store.ts';

export interface InProcessRequest {
  /** Settings by environment variable, for example `{ POWERSET_ROW_LIMIT: '10' }`. */
  readonly env?: Readonly<Record<string, string>>;
  readonly now?: () => Date;
  /** Runs what the server does after it answers: the engine's start, example data. */
  readonly isWarm?: boolean;
  /** Gets every line of the log, of all levels. */
  readonly onLog?: (line: string) => void;
  /** Where the page and its files lie; the build's folder unless given. */
  readonly webFolder?: string;
  /** Has the program made that draws pictures, which takes seconds. */
  readonly drawsPictures?: boolean;
}

export interface InProcessApp {
  readonly url: string;
  readonly app: App;
  readonly dataFolder: string;
  /** The administrator, by bearer token; by API key where a password alone opens nothing. */
  readonly admin: ApiClient;
  /** Creates a user with these roles and signs it in by bearer token. */
  readonly signInAs: (username: string, roles: readonly string[]) => Promise<ApiClient>;
  /** Signs the administrator in as a browser does. */
  readonly signInByCookie: (credentials?: Credentials) => Promise<ApiClient>;
  readonly stop: () => Promise<void>;
}

/**
 * The whole application in the test's own process, over real HTTP on a loopback port, with a real store in a temporary
 * folder. It runs from the sources: no build is needed.
 */
export async function startInProcess({
  env = {},
  now = () => new Date(),
  isWarm = false,
  onLog,
  webFolder,
  drawsPictures = false,
}: InProcessRequest = {}): Promise<InProcessApp> {
  const folder = await makeTempFolder('powerset-app');
  const settings = parseConfig({
    argv: [],
    env: { POWERSET_DATA: folder.path, POWERSET_PORT: '0', POWERSET_EXAMPLES: 'false', ...env },
    root: projectRoot,
  });
  const config = {
    ...settings,
    ...(webFolder === undefined ? {} : { webFolder }),
    childEntry: await buildEngineChild(),
    sqliteChildEntry: await buildSqliteChild(),
    kerberos: { ...settings.kerberos, childEntry: await buildKerberosChild() },
    threadEntry: await buildThreadProgram(),
    ...(drawsPictures ? { pictureEntry: await buildPictureProgram() } : {}),
  };
  const store = await openTestStore(join(folder.path, 'metadata.db'), () => now().toISOString());
  const log = onLog ? createLogTo({ write: onLog }, 'trace') : pino({ level: env.POWERSET_LOG_LEVEL ?? 'silent' });
  const app = await buildApp({ config, store, secrets: loadSecrets(folder.path), log, now, version: '0.0.0' });
  const faults = checkAnswers(app.server, app.endpoints);
  const adminId = await app.services.accounts.create({ ...testAdmin, roles: ['Admin'] });
  const url = await app.server.listen({ port: 0, host: '127.0.0.1' });
  if (isWarm) await app.warmUp(() => undefined);
  return {
    url,
    app,
    dataFolder: folder.path,
    admin:
      config.requiredFactor === 'nobody' ? await signInWithToken(url, testAdmin) : await callByKey(app, url, adminId),
    signInAs: async (username, roles) => {
      const credentials = { username, password: 'a password for tests' };
      await app.services.accounts.create({ ...credentials, roles: [...roles] });
      return signInWithToken(url, credentials);
    },
    signInByCookie: (credentials = testAdmin) => signInWithCookie(url, credentials),
    stop: async () => {
      await app.close();
      await folder.remove();
      if (faults.length > 0)
        throw new Error(`Answers are not as the contract declares them:\n${[...new Set(faults)].join('\n')}`);
    },
  };
}

async function callByKey({ services }: App, url: string, userId: number): Promise<ApiClient> {
  const expiresOn = new Date(services.now().getTime() + 86_400_000);
  const { key } = await services.apiKeys.create({ userId, name: 'tests', scopes: 'all', expiresOn });
  return apiClient(url, { authorization: `Bearer ${key}` });
}
