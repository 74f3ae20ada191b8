import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type ApiClient,
  apiClient,
  makeTempFolder,
  projectRoot,
  type RunningProcess,
  type Service,
  type ServiceName,
  type ServiceOptions,
  signInWithToken,
  startProcess,
  startServer,
  startService,
  type TestServer,
  testAdmin,
  waitUntilReady,
} from '@powerset/testkit';
import { type HostNetwork, makeNetwork } from './network.ts';

/** Processes that answer people, each on a machine of its own. */
export const serverNames = ['a', 'b', 'c'] as const;
export type ServerName = (typeof serverNames)[number];

/** An installation on eight machines, as docs/several-processes.md has it. */
export interface Installation {
  readonly network: HostNetwork;
  readonly servers: Readonly<Record<ServerName, TestServer>>;
  /** Asks one process past the proxy. */
  readonly direct: Readonly<Record<ServerName, ApiClient>>;
  /** Asks as people do. */
  readonly people: ApiClient;
  /** Where the data are, for a connection. */
  readonly dataUrl: string;
  readonly metadataUrl: string;
  stop(): Promise<void>;
}

const port = 8088;
const proxyPort = 8080;
const machines = { proxy: 'p', metadata: 'm', data: 'd', memory: 'r' } as const;
export const hostOf = machines;

type Ending = () => Promise<unknown>;

export interface InstallationRequest {
  /** What the data lie in. */
  readonly data?: ServiceName;
  readonly dataArgs?: readonly string[];
  /** More settings, the same for all. */
  readonly env?: Readonly<Record<string, string>>;
  /** What the server of a machine is started with besides. */
  readonly envOf?: Partial<Readonly<Record<ServerName, Readonly<Record<string, string>>>>>;
}

export async function startInstallation({
  data: dataName = 'postgresql',
  dataArgs = [],
  env = {},
  envOf = {},
}: InstallationRequest = {}): Promise<Installation> {
  const network = makeNetwork([...serverNames, ...Object.values(machines)]);
  const endings: Ending[] = [() => network.remove()];
  const stop = async () => {
    for (const end of endings.splice(0).reverse()) await end().catch(() => undefined);
  };
  try {
    const folder = await makeTempFolder('powerset-hosts');
    endings.push(() => folder.remove());
    const start = (name: ServiceName, host: string, args: readonly string[] = []) =>
      startThere({ name, args, machine: network.machine(host) });
    const [metadata, data, memory] = [
      await start('postgresql', machines.metadata),
      await start(dataName, machines.data, dataArgs),
      await start('redis', machines.memory),
    ];
    endings.push(...[metadata, data, memory].map((service) => () => service.stop()));
    const shared = { ...sharedSettings(network, metadata.url, memory.url), ...env };
    const servers = await startServers({ network, folder: folder.path, shared, envOf, endings });
    const proxy = await startProxy(network, folder.path);
    endings.push(() => proxy.stop());
    const address = `http://${network.machine(machines.proxy).address}:${proxyPort}`;
    const people = await signInWithToken(address, testAdmin);
    const directOf = (name: ServerName) => apiClient(servers[name].url, people.headers);
    const direct = { a: directOf('a'), b: directOf('b'), c: directOf('c') };
    return { network, servers, direct, people, dataUrl: data.url, metadataUrl: metadata.url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startThere({ name, ...options }: ServiceOptions & { readonly name: ServiceName }): Promise<Service> {
  const service = await startService(name, options);
  if (!service) throw new Error(`${name} is not installed.`);
  return service;
}

/** `all.env` of the page. */
function sharedSettings(network: HostNetwork, metadataUrl: string, redisUrl: string): Record<string, string> {
  const trusted = [machines.proxy, ...serverNames].map((name) => network.machine(name).address);
  const url = new URL(metadataUrl);
  url.searchParams.set('schema', `hosts_${randomBytes(4).toString('hex')}`);
  return {
    POWERSET_METADATA_URL: url.toString(),
    POWERSET_PUBLIC_URL: `http://${network.machine(machines.proxy).address}:${proxyPort}`,
    POWERSET_TRUSTED_PROXIES: trusted.join(','),
    POWERSET_REDIS_URL: redisUrl,
    POWERSET_FEATURES: 'GLOBAL_ASYNC_QUERIES',
  };
}

interface ServersRequest {
  readonly network: HostNetwork;
  readonly folder: string;
  readonly shared: Readonly<Record<string, string>>;
  readonly envOf: NonNullable<InstallationRequest['envOf']>;
  readonly endings: Ending[];
}

/** One after the other: the first makes the key that the others are given. */
async function startServers({ network, folder, shared, envOf, endings }: ServersRequest) {
  const start = async (name: ServerName): Promise<TestServer> => {
    const machine = network.machine(name);
    const dataFolder = join(folder, name);
    await mkdir(dataFolder);
    if (name !== 'a') await copyFile(join(folder, 'a', 'secret.key'), join(dataFolder, 'secret.key'));
    const own = { POWERSET_PEER_URL: `http://${machine.address}:${port}` };
    const server = await startServer({ machine, port, dataFolder, env: { ...shared, ...own, ...envOf[name] } });
    endings.push(() => server.stop());
    return server;
  };
  return { a: await start('a'), b: await start('b'), c: await start('c') };
}

/** What the page says to set on the proxy's machine. */
const proxySysctls = [
  'net.ipv4.tcp_retries2=5',
  'net.ipv4.tcp_keepalive_time=5',
  'net.ipv4.tcp_keepalive_intvl=1',
  'net.ipv4.tcp_keepalive_probes=3',
];

/** deploy/nginx.conf, with the machines' addresses. */
async function startProxy(network: HostNetwork, folder: string): Promise<RunningProcess> {
  const machine = network.machine(machines.proxy);
  const sysctl = startProcess({ command: 'sysctl', args: ['-w', ...proxySysctls], machine });
  await sysctl.exited;
  let text = await readFile(join(projectRoot, 'deploy/nginx.conf'), 'utf8');
  for (const [at, name] of serverNames.entries())
    text = text.replace(`127.0.0.1:${port + at}`, `${network.machine(name).address}:${port}`);
  const file = join(folder, 'nginx.conf');
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/nginx-${name};`,
  );
  const head = `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log; events {}`;
  await writeFile(file, `${head}\nhttp { access_log off; ${places.join(' ')}\n${text}\n}\n`);
  const proxy = startProcess({ command: 'nginx', args: ['-c', file, '-p', folder], machine });
  const url = `http://${machine.address}:${proxyPort}/health`;
  await waitUntilReady(proxy, async () => (await fetch(url)).ok, { name: 'nginx', timeoutMs: 10_000 });
  return proxy;
}
