import { createServer as createPlain, type RequestListener } from 'node:http';
import { createServer as createTls } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { startSshServer } from '@powerset/testkit/ssh-server';
import { startTtcService } from '@powerset/testkit/ttc-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openClickhouse } from './clickhouse/index.ts';
import { failureOf } from './duckdb/engine-fixture.ts';
import type { Engine } from './engine.ts';
import { fromUri as fromHiveUri, openHive } from './hive/index.ts';
import { startHiveService } from './hive/service-fixture.ts';
import { MetHostKey } from './host-keys.ts';
import { testCertificate, testKey } from './mssql/certificate-fixture.ts';
import { fromUri as fromMssqlUri, openMssql } from './mssql/index.ts';
import { startTdsService } from './mssql/tds-service-fixture.ts';
import { fromUri as fromMysqlUri, memberOf, openMysql } from './mysql/index.ts';
import { startWire as startMysqlWire } from './mysql/wire-fixture.ts';
import { fromUri as fromOracleUri, openOracle } from './oracle/index.ts';
import { openPostgresql } from './postgresql/index.ts';
import { startWire as startPostgresqlWire } from './postgresql/wire-fixture.ts';
import { serveSockets } from './remote/socket-fixture.ts';
import { readScript } from './script-reading.ts';
import { noResults } from './servers/server-fixture.ts';
import { openTrino } from './trino/index.ts';
import { Tunnel } from './tunnel/index.ts';
import { readPrivateKey } from './tunnel/key-fixture.ts';
import { openVanishing, type Vanishing } from './vanishing-fixture.ts';

const limits = { maxRows: 100, timeoutMs: 20_000, fairnessKey: 'ada' };
const ends: (() => Promise<unknown> | unknown)[] = [];
let network: Vanishing;
beforeEach(() => {
  network = openVanishing();
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const given = () => ({
  policy: { allowsPrivateHosts: true, lookout: network.lookout },
  ...{ serverCertificate: null, resultSink: noResults, readLongScript: readScript, log: () => undefined },
});

/** The engine as a server opens it, but for the way in which it calls on its machine. */
function followed<T extends Engine>(engine: T): T {
  network.lookout.follow({ poolFigures: () => engine.poolFigures?.() ?? null });
  ends.push(() => engine.close());
  return engine;
}

async function listenAt(server: Server & { closeAllConnections(): void }): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** What takes a session's settings, and then nothing. */
const silentAfter = (opening: RegExp) => (sql: string) => (opening.test(sql) ? {} : null);

async function openPostgresqlServer(): Promise<Engine> {
  const wire = await startPostgresqlWire(silentAfter(/^(?:BEGIN|SET|COMMIT|ROLLBACK)/));
  ends.push(() => wire.stop());
  const place = { host: '127.0.0.1', port: wire.port, user: 'u', password: null, database: 'd' };
  return followed(await openPostgresql({ ...place, sslMode: 'disable', ...given() }));
}

async function startMysqlServer() {
  const wire = await startMysqlWire('8.0.11-TiDB-v8.5.0', (sql) =>
    sql.startsWith('SELECT @@') ? { rows: [['8.0.33', '', '0']] } : silentAfter(/^(?:SET|USE) /)(sql),
  );
  ends.push(() => wire.stop());
  return wire;
}

const openMysqlServer = async (host = '127.0.0.1', changes = {}): Promise<Engine> => {
  const { port } = await startMysqlServer();
  const uri = fromMysqlUri(`mysql://u@${host}:${port}/shop`);
  return followed(openMysql({ ...uri, ...given(), member: memberOf('mysql'), ...changes }));
};

async function openClickhouseServer(): Promise<Engine> {
  const port = await listenAt(
    createPlain((request, response) => {
      let sql = '';
      request.on('data', (part) => {
        sql += String(part);
      });
      request.on('end', () => {
        if (sql.startsWith('SELECT version()')) response.end('19.1.1.1\tUTC\t0\n');
      });
    }),
  );
  const place = { host: '127.0.0.1', port, user: 'u', password: null, database: 'd' };
  return followed(await openClickhouse({ ...place, tlsMode: 'disable', ...given() }));
}

async function openTrinoServer(tlsMode: 'disable' | 'trust'): Promise<Engine> {
  const silent: RequestListener = (request) => void request.resume();
  const isPlain = tlsMode === 'disable';
  const port = await listenAt(
    isPlain ? createPlain(silent) : createTls({ key: testKey, cert: testCertificate }, silent),
  );
  const place = { host: '127.0.0.1', port, user: 'ada', password: null, catalog: 'lake', defaultSchema: 's' };
  return followed(openTrino({ family: 'Trino', ...place, tlsMode, ...given() }));
}

async function openMssqlServer(query: string): Promise<Engine> {
  const service = await startTdsService({
    answer: () => null,
    ...(query === 'Encrypt=no' ? {} : { encryption: 'on' }),
  });
  ends.push(() => service.stop());
  return followed(
    await openMssql({ ...fromMssqlUri(`mssql+pymssql://u:p@127.0.0.1:${service.port}/d?${query}`), ...given() }),
  );
}

async function openOracleServer(): Promise<Engine> {
  const service = await startTtcService({ answer: () => null });
  ends.push(() => service.stop());
  const uri = fromOracleUri(`oracle://ada:s@127.0.0.1:${service.port}/?service_name=shop`);
  return followed(await openOracle({ ...uri, clientCertificate: null, ...given() }));
}

async function openHiveServer(): Promise<Engine> {
  const service = await startHiveService((question) => {
    // What is left out is answered as usual.
    return question === 'GetOperationStatus' ? null : (undefined as never);
  });
  ends.push(() => service.stop());
  return followed(await openHive({ ...fromHiveUri(`hive://u@127.0.0.1:${service.port}/d`), ...given() }));
}

const servers: Readonly<Record<string, () => Promise<Engine>>> = {
  PostgreSQL: openPostgresqlServer,
  MySQL: () => openMysqlServer(),
  ClickHouse: openClickhouseServer,
  Trino: () => openTrinoServer('disable'),
  'Trino, encrypted': () => openTrinoServer('trust'),
  'SQL Server': () => openMssqlServer('Encrypt=no'),
  'SQL Server, encrypted': () => openMssqlServer('Encrypt=yes&TrustServerCertificate=yes'),
  Oracle: openOracleServer,
  Hive: openHiveServer,
};

describe.each(Object.entries(servers))('a query on a machine that vanished: %s', (_name, open) => {
  it('ends long before its limit, and says that the machine cannot be reached', async () => {
    const engine = await open();
    network.vanish();
    const { code, message } = await failureOf(engine.run({ ...limits, sql: 'SELECT 1' }));
    expect([code, message]).toEqual([
      'CONNECTION_DATABASE_TIMEOUT',
      expect.stringMatching(/^The host "127\.0\.0\.1" might be down, and can't be reached on port \d+\.$/),
    ]);
  }, 10_000);
});

describe.each(['PostgreSQL', 'MySQL'])('what changes data on such a machine: %s', (name) => {
  it('is told as what may have been done, and is not done again', async () => {
    const engine = await servers[name]?.();
    network.vanish();
    const asked = engine?.run({ ...limits, sql: 'DELETE FROM t', mayWrite: true }) ?? Promise.resolve();
    const { code, message } = await failureOf(asked);
    expect([code, message]).toEqual(['ENGINE_UNAVAILABLE_ERROR', expect.stringContaining('It is not certain whether')]);
  }, 10_000);
});

it('calls on a machine behind an SSH server through it', async () => {
  const ssh = await startSshServer({
    accounts: [{ user: 'ada', password: 'a password' }],
    names: { 'db.inside': '127.0.0.1' },
  });
  ends.push(() => ssh.stop());
  const tunnel = new Tunnel({
    server: { host: '127.0.0.1', port: ssh.port, user: 'ada', password: 'a password', privateKey: null },
    hostKeys: new MetHostKey(null),
    readPrivateKey,
    policy: { allowsPrivateHosts: true },
    log: () => undefined,
  });
  ends.push(() => tunnel.close());
  const policy = { allowsPrivateHosts: false, tunnel, lookout: network.lookout };
  const engine = await openMysqlServer('db.inside', { policy });
  const hosts: string[] = [];
  network.lookout.follow({
    knock: ({ host }) => {
      hosts.push(host);
      return Promise.reject(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' }));
    },
  });
  const { message } = await failureOf(engine.run({ ...limits, sql: 'SELECT 1' }));
  expect(hosts.slice(0, 2)).toEqual(['db.inside', 'db.inside']);
  expect(message).toMatch(/^The host "db\.inside" might be down/);
}, 10_000);

describe('calling on MySQL, which locks out whom it does not know the end of', () => {
  it('signs in and takes its leave, at the address that is asked for', async () => {
    const [wire, engine] = [await startMysqlServer(), await openMysqlServer('elsewhere.invalid')];
    await engine.knock?.({ host: '127.0.0.1', port: wire.port }, 5000);
    await expect.poll(() => wire.databases).toEqual(['']);
    expect(wire.heard).toEqual([]);
  });

  it('is content with a connection that is taken, whatever comes of it', async () => {
    const server = await serveSockets(() => undefined);
    ends.push(() => server.stop());
    const engine = await openMysqlServer();
    await engine.knock?.({ host: '127.0.0.1', port: server.port }, 500);
  });
});
