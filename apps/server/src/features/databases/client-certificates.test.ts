import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testCertificate, testKey } from '../../engines/mssql/certificate-fixture.ts';

const mask = 'XXXXXXXXXX';
const columns = [{ name: 'n', type: 'bigint', typeSignature: { rawType: 'bigint', arguments: [] } }];
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = { type: 'pkcs8', format: 'pem' } as const;
const otherKey = String(privateKey.export(pem));
const lockedKey = String(privateKey.export({ ...pem, cipher: 'aes-256-cbc', passphrase: 'mine' }));

describe('a server that asks who connects for a certificate', () => {
  const shown: (string | undefined)[] = [];
  let server: Server;
  let started: InProcessApp;
  let id: number;
  const uri = (options = 'http_scheme=https') => {
    const { port } = server.address() as AddressInfo;
    return `trino://ada@localhost:${port}/lake?${options}`;
  };
  const own = { client_cert: testCertificate, client_key: testKey };
  const post = (change: object) =>
    started.admin.post('/api/v1/database/', {
      ...{ database_name: 'X', sqlalchemy_uri: uri(), server_cert: testCertificate, ...own, ...change },
    });
  const change = (body: object) => started.admin.put(`/api/v1/database/${id}`, body);
  const connection = async () => (await started.admin.get(`/api/v1/database/${id}/connection`)).json.result;

  beforeAll(async () => {
    const asking = { requestCert: true, rejectUnauthorized: true, ca: testCertificate };
    server = createServer({ key: testKey, cert: testCertificate, ...asking }, ({ socket }, response) => {
      shown.push((socket as TLSSocket).getPeerCertificate().fingerprint256);
      response.end(JSON.stringify({ columns, data: [[1]] }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    started = await startInProcess();
    const made = await post({ database_name: 'Lake' });
    expect(made.status, made.text).toBe(201);
    expect(made.text).not.toContain('PRIVATE KEY');
    id = made.json.id;
  });
  afterAll(async () => {
    await started.stop();
    server.closeAllConnections();
    server.close();
  });

  it('is shown it, and nobody is shown its key', async () => {
    expect(shown.every((fingerprint) => fingerprint !== undefined)).toBe(true);
    expect(await connection()).toMatchObject({ client_cert: testCertificate.trim(), client_key: mask });
    const { store } = started.app.services;
    const row = await store.selectFrom('databases').selectAll().where('id', '=', id).executeTakeFirst();
    expect(JSON.stringify(row)).not.toContain('PRIVATE KEY');
  });

  it('keeps it when the mask comes back or nothing is said, and lets nobody in once it is gone', async () => {
    const { client_cert, client_key, sqlalchemy_uri } = await connection();
    for (const body of [
      { client_cert, client_key },
      { client_key },
      { sqlalchemy_uri },
      { server_cert: testCertificate },
    ]) {
      const answer = await change(body);
      expect(answer.status, answer.text).toBe(200);
      expect(await connection()).toMatchObject({ client_cert: testCertificate.trim(), client_key: mask });
    }
    const test = { database_name: 'Lake', sqlalchemy_uri, server_cert: testCertificate, client_cert, client_key };
    expect((await started.admin.post('/api/v1/database/test_connection/', test)).json).toEqual({ message: 'OK' });
    expect((await change({ client_cert: null, client_key: null })).status).toBe(422);
    expect((await post({ client_cert: null, client_key: null })).status).toBe(400);
  });

  it.each([
    ['a certificate alone', { client_key: null }, 'client_key', 'A client certificate and its key belong together.'],
    ['a key alone', { client_cert: '' }, 'client_cert', 'A client certificate and its key belong together.'],
    ['the key of another', { client_key: otherKey }, 'client_key', 'This is not the key of the client certificate.'],
    [
      'what is no key',
      { client_key: 'x' },
      'client_key',
      'Invalid private key. Paste it as PEM, without a passphrase and of at most 4096 bits.',
    ],
    [
      'a locked key',
      { client_key: lockedKey },
      'client_key',
      'Invalid private key. Paste it as PEM, without a passphrase and of at most 4096 bits.',
    ],
    [
      'what is no certificate',
      { client_cert: 'x' },
      'client_cert',
      'Invalid certificate. Paste it as PEM, from BEGIN CERTIFICATE to END CERTIFICATE.',
    ],
    [
      'a kind that asks for none',
      { sqlalchemy_uri: 'mssql+pymssql://a:b@h/d', ssh_tunnel: null },
      'client_cert',
      'This kind of database takes no client certificate.',
    ],
  ])('takes no connection with %s', async (_name, wrong, field, words) => {
    const answer = await post(wrong);
    expect([answer.status, answer.json.message]).toEqual([422, { [field]: [words] }]);
  });

  it('takes none that is not encrypted', async () => {
    const answer = await post({ sqlalchemy_uri: uri('http_scheme=http') });
    expect(answer.json.message).toEqual({
      client_cert: ['A client certificate is shown on encrypted connections alone. Turn SSL on.'],
    });
  });
});
