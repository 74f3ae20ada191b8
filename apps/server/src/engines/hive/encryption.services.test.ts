import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { createServer, type Server } from 'node:tls';
import { makeTempFolder } from '@powerset/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '../duckdb/engine-fixture.ts';
import { readScript } from '../script-reading.ts';
import { noResults } from '../servers/server-fixture.ts';
import { fromUri, openHive } from './index.ts';
import { columnsOf, type HiveService, rowsOf, startHiveService } from './service-fixture.ts';

describe('an encrypted connection to Spark SQL and Hive', () => {
  let service: HiveService;
  let server: Server;
  let certificate: string;
  beforeAll(async () => {
    const folder = await makeTempFolder('hive-encryption');
    const [key, cert] = [join(folder.path, 'key.pem'), join(folder.path, 'cert.pem')];
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
    execFileSync('openssl', [...made, '-keyout', key, '-out', cert, ...subject], { stdio: 'ignore' });
    certificate = readFileSync(cert, 'utf8');
    service = await startHiveService((question) => {
      if (question === 'GetResultSetMetadata') return columnsOf([{ name: 'n', type: 3 }]);
      return question === 'FetchResults' ? rowsOf([{ kind: 'i32Val', values: [] }]) : (undefined as never);
    });
    server = createServer({ key: readFileSync(key), cert: certificate }, (socket) => {
      const far = connect(service.port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.pipe(far).pipe(socket);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await folder.remove();
  });
  afterAll(async () => {
    await service.stop();
    await new Promise((resolve) => server.close(resolve));
  });

  const tried = async (options: string, serverCertificate: string | null = null) => {
    // A server on loopback has an address.
    const { port } = server.address() as AddressInfo;
    const engine = await openHive({
      ...fromUri(`hive://ada@localhost:${port}/sales?${options}`),
      ...{ serverCertificate, policy: { allowsPrivateHosts: true } },
      ...{ resultSink: noResults, readLongScript: readScript },
    });
    return engine.ping().finally(() => engine.close());
  };

  it('is made where the certificate is trusted, or where nobody looks at it', async () => {
    await tried('ssl=true', certificate);
    await tried('ssl=true&verify=false');
    expect(service.signIns).toHaveLength(2);
  });

  it('is not made with a certificate of nobody who is known, nor is a name sent without it', async () => {
    const before = service.signIns.length;
    expect(await failureOf(tried('ssl=true'))).toMatchObject({
      message: expect.stringMatching(/^The certificate of "localhost" cannot be trusted/),
    });
    expect(await failureOf(tried(''))).toMatchObject({ message: expect.stringContaining('Spark Thrift server') });
    expect(service.signIns).toHaveLength(before);
  });
});
