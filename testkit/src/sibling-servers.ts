import { randomBytes } from 'node:crypto';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type ApiClient, apiClient, signInWithToken } from './api-client.ts';
import { freePort } from './free-port.ts';
import { projectRoot, type ServerRequest, startServer, type TestServer, testAdmin } from './server-process.ts';
import { makeTempFolder } from './temp-folder.ts';

export interface SiblingRequest {
  readonly count: number;
  /** Where PostgreSQL is; the tables lie in a schema of their own. */
  readonly postgresqlUrl: string;
  /** More settings, the same for all. */
  readonly env?: Readonly<Record<string, string>>;
  /** More of each one's own, in their order. */
  readonly envOf?: readonly Readonly<Record<string, string>>[];
  /** Ports of loopback at which each reaches PostgreSQL, where that is another one. */
  readonly metadataPorts?: readonly number[];
  /** What each of them does; both where it is not said. */
  readonly roles?: readonly ('all' | 'web' | 'worker')[];
  /** The checkout whose built server is started; this one when absent. */
  readonly root?: string | undefined;
}

/** What one of several servers is started with. */
export type SiblingSettings = Required<Pick<ServerRequest, 'dataFolder' | 'port'>> & {
  readonly env: Readonly<Record<string, string>>;
};

/** Servers of one installation, each with a data folder of its own, and an administrator's client for each. */
export interface SiblingServers {
  readonly servers: readonly TestServer[];
  readonly clients: readonly ApiClient[];
  /** Settings for one more, with the key of the others or with none. */
  settingsOf(name: string, hasKey: boolean): Promise<SiblingSettings>;
  /** Starts one again that has ended, of another checkout where one is named. */
  restart(index: number, root?: string): Promise<void>;
  stop(): Promise<void>;
}

export async function startSiblingServers({
  count,
  postgresqlUrl,
  env = {},
  envOf = [],
  metadataPorts = [],
  roles = [],
  root = projectRoot,
}: SiblingRequest): Promise<SiblingServers> {
  const folder = await makeTempFolder('powerset-siblings');
  const url = new URL(postgresqlUrl);
  url.searchParams.set('schema', `siblings_${randomBytes(6).toString('hex')}`);
  const folderOf = (name: string) => join(folder.path, name);
  const settingsOf = async (name: string, hasKey: boolean): Promise<SiblingSettings> => {
    await mkdir(folderOf(name), { recursive: true });
    if (hasKey) await copyFile(join(folderOf('0'), 'secret.key'), join(folderOf(name), 'secret.key'));
    const port = await freePort();
    const metadata = new URL(url);
    metadata.port = String(metadataPorts[Number(name)] ?? url.port);
    const shared = { POWERSET_METADATA_URL: metadata.toString(), POWERSET_PEER_URL: `http://127.0.0.1:${port}` };
    const role = { POWERSET_ROLE: roles[Number(name)] ?? 'all' };
    return { dataFolder: folderOf(name), port, env: { ...shared, ...role, ...env, ...envOf[Number(name)] } };
  };
  const settings: SiblingSettings[] = [];
  const servers: TestServer[] = [];
  // One after the other: the first makes the key.
  for (let index = 0; index < count; index += 1) {
    const own = await settingsOf(String(index), index > 0);
    settings.push(own);
    servers.push(await startServer({ ...own, root }));
  }
  // Who signs in at one is signed in at all.
  const { headers } = await signInWithToken(servers[0]?.url ?? '', testAdmin);
  return {
    servers,
    clients: servers.map((server) => apiClient(server.url, headers)),
    settingsOf,
    restart: async (index, other = root) => {
      servers[index] = await startServer({ ...settings[index], root: other });
    },
    stop: async () => {
      await Promise.all(servers.map((server) => server.stop()));
      await folder.remove();
    },
  };
}
