import { execFileSync } from 'node:child_process';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import {
  freePort,
  hasKerberosJava,
  hasKerberosServer,
  type KerberosRealm,
  kerberosPackage,
  startKerberosRealm,
  startService,
} from '@powerset/testkit';
import { buildKerberosChild } from '@powerset/testkit/engine-child';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { failureOf } from '../duckdb/engine-fixture.ts';
import { fromUri as fromHiveUri, openHive } from '../hive/index.ts';
import { readScript } from '../script-reading.ts';
import { noResults } from '../servers/server-fixture.ts';
import { fromUri as fromTrinoUri, openTrino, withSecretSignIn } from '../trino/index.ts';
import { Kerberos } from './index.ts';

const modules = kerberosPackage();
const isHere = hasKerberosServer() && modules !== null;
const limits = { maxRows: 1000, timeoutMs: 60_000, fairnessKey: 'ada' };
const common = { policy: { allowsPrivateHosts: true }, resultSink: noResults, readLongScript: readScript };

/** The child finds the package beside itself, as an installation has it. */
async function placeChild(folder: string): Promise<string> {
  const child = join(folder, 'child/kerberos-child.mjs');
  await mkdir(join(folder, 'child'));
  await cp(await buildKerberosChild(), child);
  await symlink(modules ?? '', join(folder, 'child/node_modules'));
  return child;
}

describe.skipIf(!isHere)('servers that know people by tickets of a real directory', () => {
  let realm: KerberosRealm;
  let child: string;
  let tickets: Kerberos;
  beforeAll(async () => {
    realm = await startKerberosRealm(['powerset', 'HTTP/localhost', 'hive/localhost']);
    child = await placeChild(realm.folder);
    tickets = new Kerberos({ childEntry: child, variables: realm.variablesOf('powerset') });
  });
  afterAll(async () => {
    tickets?.close();
    await realm?.stop();
  });

  it('say why there is no ticket: for a server that is not known, and where nobody is named', async () => {
    const target = { service: 'nobody', host: 'localhost', principal: null };
    expect(await failureOf(tickets.negotiate(target))).toMatchObject({
      code: 'CONNECTION_ACCESS_DENIED_ERROR',
      message: expect.stringContaining('nobody/localhost@EXAMPLE.TEST not found in Kerberos database'),
    });
    const { KRB5_CONFIG = '' } = realm.variablesOf('powerset');
    const without = new Kerberos({ childEntry: child, variables: { KRB5_CONFIG, KRB5CCNAME: 'MEMORY:none' } });
    expect(await failureOf(without.negotiate({ ...target, service: 'HTTP' }))).toMatchObject({
      code: 'CONNECTION_ACCESS_DENIED_ERROR',
    });
    without.close();
  });

  it('get many tokens at once, each of them another one', async () => {
    const target = { service: 'HTTP', host: 'localhost', principal: `powerset@${realm.realm}` };
    const tokens = await Promise.all(Array.from({ length: 50 }, () => tickets.negotiate(target)));
    expect(new Set(tokens).size).toBe(50);
  });

  const trino = process.env.POWERSET_TEST_PROGRAMS?.split(',').includes('trino') ?? true;
  it.skipIf(!trino)(
    'let a Trino be asked, whose every request has a token of its own',
    { timeout: 400_000 },
    async () => {
      const service = await startTrino(realm);
      if (!service) return;
      onTestFinished(service.stop);
      const { certificate, port } = service;
      const open = (host = 'localhost', principal: string | null = null) =>
        openTrino({
          ...withSecretSignIn(
            fromTrinoUri(`trino://powerset@${host}:${port}/memory?http_scheme=https`),
            JSON.stringify({ auth_method: 'kerberos', auth_params: { service_name: 'HTTP', principal } }),
          ),
          ...{ ...common, tickets, serverCertificate: certificate },
        });
      const engine = open();
      const sql = 'SELECT current_user AS who, n FROM UNNEST(sequence(1, 5000)) AS s (n)';
      const { table } = await engine.run({ ...limits, sql, maxRows: 10_000 });
      expect([table.rowCount, table.columns[0]?.values[4999]]).toEqual([5000, 'powerset']);
      await engine.close();
      const nameless = openTrino({
        ...fromTrinoUri(`trino://powerset@localhost:${port}/memory?http_scheme=https`),
        ...{ ...common, serverCertificate: certificate },
      });
      expect(await failureOf(nameless.ping())).toMatchObject({ code: 'CONNECTION_ACCESS_DENIED_ERROR' });
      await nameless.close();
    },
  );

  const isAsked = process.env.POWERSET_TEST_PROGRAMS?.split(',').includes('spark') ?? true;
  const spark = isAsked && hasKerberosJava('spark');
  it.skipIf(!spark)('let a Thrift server of Spark be asked', { timeout: 400_000 }, async () => {
    const service = await startSpark(realm);
    if (!service) return;
    onTestFinished(() => service.stop());
    const { port } = new URL(service.url);
    const open = (options: string) =>
      openHive({
        ...fromHiveUri(`hive://powerset@localhost:${port}/default?${options}`),
        ...{ ...common, tickets, serverCertificate: null },
      });
    const engine = await open('auth=KERBEROS&kerberos_service_name=hive');
    // The first sign-in of a Java that has just begun takes longer than people would wait.
    const who = async () => {
      const { table } = await engine.run({ ...limits, sql: 'SELECT current_user() AS who' });
      return table.columns[0]?.values;
    };
    await expect.poll(who, { timeout: 120_000, interval: 1000 }).toEqual(['powerset']);
    await engine.close();
    const byPassword = await open('auth=LDAP');
    expect(await failureOf(byPassword.ping())).toMatchObject({ code: 'CONNECTION_ACCESS_DENIED_ERROR' });
    await byPassword.close();
    const wrong = await open('auth=KERBEROS&kerberos_service_name=HTTP');
    expect(await failureOf(wrong.ping())).toMatchObject({ code: 'CONNECTION_ACCESS_DENIED_ERROR' });
    await wrong.close();
  });

  it('are given up after a while where the directory is silent, and asked again when it speaks', async () => {
    const sockets = new Set<Socket>();
    const silent = createServer((socket) => sockets.add(socket));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const settings = await readFile(realm.settingsFile, 'utf8');
    const mute = join(realm.folder, 'mute.conf');
    await writeFile(mute, settings.replace(/^ +kdc = .*/m, `kdc = 127.0.0.1:${port}`));
    const variables = { ...realm.variablesOf('powerset'), KRB5_CONFIG: mute };
    // Long enough for a child to begin on a busy machine.
    const waiting = new Kerberos({ childEntry: child, variables, timeoutMs: 5000 });
    const target = { service: 'HTTP', host: 'localhost', principal: null };
    const failures = await Promise.all(Array.from({ length: 20 }, () => failureOf(waiting.negotiate(target))));
    expect(failures.every(({ code }) => /TIMEOUT|UNAVAILABLE/.test(code))).toBe(true);
    // The child that was held up has been ended.
    await writeFile(mute, settings);
    expect(await waiting.negotiate(target)).toMatch(/^YI/);
    waiting.close();
    for (const socket of sockets) socket.destroy();
    silent.close();
  });
});

/** With TLS: whoever signs in speaks nothing else with it. */
async function startTrino({ settingsFile, keytabOf, folder }: KerberosRealm) {
  const [key, cert, both] = ['key.pem', 'cert.pem', 'both.pem'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
  const names = ['-addext', 'subjectAltName=DNS:localhost'];
  execFileSync('openssl', [...made, ...names, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const certificate = await readFile(cert, 'utf8');
  await writeFile(both, `${await readFile(key, 'utf8')}${certificate}`);
  const port = await freePort();
  const kerberos = 'http-server.authentication.krb5';
  const args = [
    ...['http-server.authentication.type=KERBEROS', `${kerberos}.service-name=HTTP`],
    // Else a person would be called `powerset@EXAMPLE.TEST` there.
    `${kerberos}.user-mapping.pattern=(.*)@.*`,
    ...[`${kerberos}.keytab=${keytabOf('HTTP/localhost')}`, `http.authentication.krb5.config=${settingsFile}`],
    ...['http-server.https.enabled=true', `http-server.https.port=${port}`, `http-server.https.keystore.path=${both}`],
    'internal-communication.shared-secret=only-for-tests',
  ];
  const service = await startService('trino', { args });
  return service && { port, certificate, stop: service.stop };
}

function startSpark({ settingsFile, keytabOf, realm }: KerberosRealm) {
  const server = 'hive.server2.authentication';
  const args = [
    `spark.driver.defaultJavaOptions=-Djava.security.krb5.conf=${settingsFile}`,
    'spark.hadoop.hadoop.security.authentication=kerberos',
    ...[`${server}=KERBEROS`, `${server}.kerberos.principal=hive/localhost@${realm}`],
    ...[`${server}.kerberos.keytab=${keytabOf('hive/localhost')}`, 'hive.server2.thrift.bind.host=localhost'],
  ];
  return startService('spark', { args });
}
