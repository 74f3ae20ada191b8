import { createServer as createPlain } from 'node:http';
import { createServer as createTls } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type SshServer, startSshServer } from '@powerset/testkit/ssh-server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '../duckdb/engine-fixture.ts';
import type { Engine } from '../engine.ts';
import { fromUri as fromHiveUri, openHive } from '../hive/index.ts';
import { columnsOf, rowsOf, startHiveService } from '../hive/service-fixture.ts';
import { MetHostKey } from '../host-keys.ts';
import { testCertificate, testKey } from '../mssql/certificate-fixture.ts';
import { fromUri as fromMssqlUri, openMssql } from '../mssql/index.ts';
import { startTdsService } from '../mssql/tds-service-fixture.ts';
import { columnsToken, doneToken, rowToken, tdsTypes, tdsValues } from '../mssql/tds-tokens-fixture.ts';
import { fromUri as fromMysqlUri, memberOf, openMysql } from '../mysql/index.ts';
import { startWire as startMysqlWire } from '../mysql/wire-fixture.ts';
import { readScript } from '../script-reading.ts';
import { noResults } from '../servers/server-fixture.ts';
import { openTrino, type TrinoOptions } from '../trino/index.ts';
import { Tunnel } from './index.ts';
import { readPrivateKey } from './key-fixture.ts';

const limits = { maxRows: 100, timeoutMs: 8000, fairnessKey: 'ada' };
const ends: (() => Promise<unknown> | unknown)[] = [];
const inside = { 'db.inside': '127.0.0.1' };
let ssh: SshServer;
beforeAll(async () => {
  ssh = await startSshServer({
    accounts: [{ user: 'ada', password: 'a password' }],
    names: { ...inside, localhost: '127.0.0.1' },
  });
});
afterAll(() => ssh.stop());
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

function opening() {
  const tunnel = new Tunnel({
    server: { host: '127.0.0.1', port: ssh.port, user: 'ada', password: 'a password', privateKey: null },
    hostKeys: new MetHostKey(null),
    readPrivateKey,
    policy: { allowsPrivateHosts: true },
    log: () => undefined,
  });
  ends.push(() => tunnel.close());
  return {
    policy: { allowsPrivateHosts: false, tunnel },
    ...{ serverCertificate: null, resultSink: noResults, readLongScript: readScript, log: () => undefined },
  };
}

async function firstValue(engine: Engine, sql = 'SELECT n FROM t') {
  ends.push(() => engine.close());
  const { table } = await engine.run({ ...limits, sql });
  return table.columns[0]?.values[0];
}

/** A server of Trino's protocol that knows one number. */
async function startTrino(isTls: boolean): Promise<number> {
  const columns = [{ name: 'n', type: 'bigint', typeSignature: { rawType: 'bigint', arguments: [] } }];
  const say = JSON.stringify({ columns, data: [[7]] });
  const server = isTls
    ? createTls({ key: testKey, cert: testCertificate }, (_request, response) => response.end(say))
    : createPlain((_request, response) => response.end(say));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

describe('behind an SSH server', () => {
  it('is a server of Trino, over HTTP and over HTTPS, where the certificate must be of its own name', async () => {
    const open = (change: Pick<TrinoOptions, 'host' | 'port'> & Partial<TrinoOptions>) =>
      openTrino({
        ...{
          family: 'Trino',
          user: 'ada',
          password: null,
          catalog: 'lake',
          defaultSchema: 'sales',
          tlsMode: 'disable',
        },
        ...opening(),
        ...change,
      });
    expect(await firstValue(open({ host: 'db.inside', port: await startTrino(false) }))).toBe(7);
    const port = await startTrino(true);
    const secure = { port, tlsMode: 'verify', serverCertificate: testCertificate } as const;
    expect(await firstValue(open({ ...secure, host: 'localhost' }))).toBe(7);
    const failure = await failureOf(firstValue(open({ ...secure, host: 'db.inside' })));
    expect(failure.message).toContain('The certificate of "db.inside" is for another host');
    expect(ssh.asked).toContain(`db.inside:${port}`);
  });

  it('is a server of MySQL', async () => {
    const wire = await startMysqlWire('8.0.33', (sql) => {
      if (sql.startsWith('SELECT @@version')) return { rows: [['8.0.33', '0', '0']] };
      return /^(?:SET|USE) /.test(sql) ? {} : { rows: [['7']] };
    });
    ends.push(() => wire.stop());
    const member = memberOf('mysql');
    expect(
      await firstValue(openMysql({ ...fromMysqlUri(`mysql://u@db.inside:${wire.port}/shop`), member, ...opening() })),
    ).toBe('7');
  });

  it('is SQL Server, with and without encryption inside', async () => {
    const rows = [columnsToken([{ name: 'n', type: tdsTypes.int }]), rowToken([tdsTypes.int], [tdsValues.int(7)])];
    for (const [encryption, serverCertificate] of [
      ['no', null],
      ['yes', testCertificate],
    ] as const) {
      const answer = () => [...rows, doneToken({ rows: 1 })];
      const service = await startTdsService({ answer, ...(serverCertificate ? { encryption: 'on' } : {}) });
      ends.push(() => service.stop());
      const uri = `mssql+pymssql://ada:x@localhost:${service.port}/shop?Encrypt=${encryption}`;
      expect(await firstValue(await openMssql({ ...fromMssqlUri(uri), ...opening(), serverCertificate }))).toBe(7);
    }
  });

  it('is a server of Hive', async () => {
    const columns = [{ name: 'n', type: 3 }];
    const parts = [[7], []];
    const service = await startHiveService((question) => {
      if (question === 'GetResultSetMetadata') return columnsOf(columns);
      // What is left out is answered as usual.
      if (question !== 'FetchResults') return undefined as never;
      return rowsOf([{ kind: 'i32Val', values: parts.shift() ?? [] }]);
    });
    ends.push(() => service.stop());
    const uri = `hive://ada:x@db.inside:${service.port}/sales?auth=LDAP`;
    expect(await firstValue(await openHive({ ...fromHiveUri(uri), ...opening() }))).toBe(7);
  });
});
