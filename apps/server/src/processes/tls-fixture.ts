import { randomBytes } from 'node:crypto';
import { chmod, chown, copyFile, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type ApiClient,
  type Authority,
  apiClient,
  freePort,
  makeAuthority,
  makeTempFolder,
  projectRoot,
  signInWithToken,
  startProcess,
  startServer,
  startService,
  type TestServer,
  testAdmin,
  waitUntilReady,
} from '@powerset/testkit';

/** Three processes that reach each other, PostgreSQL, Redis and nginx over TLS alone, each side showing a certificate. */
export interface TlsInstallation {
  readonly folder: string;
  readonly authority: Authority;
  readonly servers: readonly TestServer[];
  /** Each asks one process, by way of nginx. */
  readonly clients: readonly ApiClient[];
  /** What people ask, over TLS, of all. */
  readonly front: string;
  readonly postgresqlUrl: string;
  readonly stop: () => Promise<void>;
}

const loopback = ['127.0.0.1'];

export async function startTlsInstallation(): Promise<TlsInstallation> {
  const folder = await makeTempFolder('powerset-tls');
  await chmod(folder.path, 0o755);
  const authority = makeAuthority(folder.path);
  const endings: (() => Promise<unknown>)[] = [() => folder.remove()];
  const postgresqlUrl = await startSafePostgresql(folder.path, authority, endings);
  const redisUrl = await startSafeRedis(authority, endings);
  const own = authority.issue({ file: 'process', name: 'powerset', addresses: loopback });
  const metadata = new URL(postgresqlUrl);
  metadata.searchParams.set('schema', `tls_${randomBytes(6).toString('hex')}`);
  const env = {
    POWERSET_METADATA_URL: metadata.toString(),
    POWERSET_TLS_CERT_FILE: own.certFile,
    POWERSET_TLS_KEY_FILE: own.keyFile,
    POWERSET_TLS_CA_FILE: authority.caFile,
    POWERSET_TLS_CLIENTS: 'true',
    POWERSET_REDIS_URL: redisUrl,
    POWERSET_REDIS_CA_FILE: authority.caFile,
    POWERSET_REDIS_CERT_FILE: own.certFile,
    POWERSET_REDIS_KEY_FILE: own.keyFile,
    POWERSET_TRUSTED_PROXIES: '127.0.0.1',
    POWERSET_FEATURES: 'GLOBAL_ASYNC_QUERIES',
    POWERSET_GLOBAL_ASYNC_QUERIES_TRANSPORT: 'ws',
  };
  const servers = await startServers(folder.path, env, endings);
  const { front, plain } = await startFront({ folder: folder.path, authority, servers, endings });
  const { headers } = await signInWithToken(plain[0] ?? '', testAdmin);
  return {
    ...{ folder: folder.path, authority, servers, front, postgresqlUrl },
    clients: plain.map((url) => apiClient(url, headers)),
    stop: async () => {
      for (const end of endings.toReversed()) await end();
    },
  };
}

type Endings = (() => Promise<unknown>)[];

/** It lets in who shows a certificate of the name of its account, and nobody else. */
async function startSafePostgresql(folder: string, authority: Authority, endings: Endings): Promise<string> {
  const { certFile, keyFile } = authority.issue({ file: 'postgresql', name: 'postgresql', addresses: loopback });
  const rules = join(folder, 'pg_hba.conf');
  await writeFile(rules, 'hostssl all all 127.0.0.1/32 cert\n');
  const { uid, gid } = await stat('/var/lib/postgresql');
  await chown(keyFile, uid, gid);
  await chmod(keyFile, 0o600);
  const settings = [`ssl_cert_file=${certFile}`, `ssl_key_file=${keyFile}`, `ssl_ca_file=${authority.caFile}`];
  const args = ['ssl=on', `hba_file=${rules}`, ...settings].flatMap((one) => ['-c', one]);
  const service = await startService('postgresql', { args });
  if (!service) throw new Error('PostgreSQL is not installed.');
  endings.push(service.stop);
  const person = authority.issue({ file: 'account', name: 'powerset' });
  const url = new URL(service.url);
  url.searchParams.set('sslmode', 'verify-full');
  url.searchParams.set('sslrootcert', authority.caFile);
  url.searchParams.set('sslcert', person.certFile);
  url.searchParams.set('sslkey', person.keyFile);
  return url.toString();
}

async function startSafeRedis(authority: Authority, endings: Endings): Promise<string> {
  const { certFile, keyFile } = authority.issue({ file: 'redis', name: 'redis', addresses: loopback });
  const port = await freePort();
  const files = ['--tls-cert-file', certFile, '--tls-key-file', keyFile, '--tls-ca-cert-file', authority.caFile];
  const args = ['--port', '0', '--tls-port', String(port), '--tls-auth-clients', 'yes', ...files];
  const service = await startService('redis', { args });
  if (!service) throw new Error('Redis is not installed.');
  endings.push(service.stop);
  return `rediss://127.0.0.1:${port}/0`;
}

async function startServers(folder: string, env: Readonly<Record<string, string>>, endings: Endings) {
  const servers: TestServer[] = [];
  for (const name of ['1', '2', '3']) {
    const dataFolder = join(folder, name);
    await mkdir(dataFolder);
    if (name !== '1') await copyFile(join(folder, '1', 'secret.key'), join(dataFolder, 'secret.key'));
    const port = await freePort();
    const own = { POWERSET_PEER_URL: `https://127.0.0.1:${port}` };
    const server = await startServer({ port, dataFolder, isTls: true, env: { ...env, ...own } });
    servers.push(server);
    endings.push(() => server.stop());
  }
  return servers;
}

interface FrontRequest {
  readonly folder: string;
  readonly authority: Authority;
  readonly servers: readonly TestServer[];
  readonly endings: Endings;
}

/** deploy/nginx-tls.conf with the addresses of here, and beside it for each process a way that needs no certificate. */
async function startFront({ folder, authority, servers, endings }: FrontRequest) {
  const [port, ...plainPorts] = [await freePort(), await freePort(), await freePort(), await freePort()];
  authority.issue({ file: 'people', name: 'bi.example.com', addresses: loopback });
  authority.issue({ file: 'proxy', name: 'proxy' });
  await copyFile(authority.caFile, join(folder, 'ca.pem'));
  let text = await readFile(join(projectRoot, 'deploy/nginx-tls.conf'), 'utf8');
  text = text.replace('8443', `127.0.0.1:${port}`).replaceAll('/etc/powerset', folder);
  for (const [at, server] of servers.entries())
    text = text.replace(`127.0.0.1:${8088 + at} `, `127.0.0.1:${server.port} `);
  const [safe = ''] = /location \/ \{[^}]*\}/.exec(text) ?? [];
  const ways = plainPorts.map(
    (own, at) =>
      `server { listen 127.0.0.1:${own};\n${safe.replace('https://powerset', `https://127.0.0.1:${servers[at]?.port}`)} }`,
  );
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/nginx-${name};`,
  );
  const file = join(folder, 'nginx.conf');
  const head = `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log; events {}`;
  await writeFile(file, `${head}\nhttp { access_log off; ${places.join(' ')}\n${text}\n${ways.join('\n')}\n}\n`);
  const nginx = startProcess({ command: 'nginx', args: ['-c', file, '-p', folder] });
  endings.push(() => nginx.stop());
  const plain = plainPorts.map((own) => `http://127.0.0.1:${own}`);
  await waitUntilReady(nginx, async () => (await fetch(`${plain[0]}/health`)).ok, { name: 'nginx', timeoutMs: 10_000 });
  return { front: `https://127.0.0.1:${port}`, plain };
}
