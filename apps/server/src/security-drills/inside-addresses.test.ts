import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:net';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let running: InProcessApp;
let strict: InProcessApp;
let server: Server;
let port = 0;
const heard = { connections: 0 };
const serviceKey = String(
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
);

beforeAll(async () => {
  running = await startInProcess();
  strict = await startInProcess({ env: { POWERSET_ALLOW_PRIVATE_HOSTS: 'false' } });
  server = createServer((socket) => {
    heard.connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const address = server.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
afterAll(async () => {
  server.close();
  await running.stop();
  await strict.stop();
});

/** Every call that opens a connection to where its caller says. */
async function knock(app: InProcessApp, host: string, query = 'sslmode=disable') {
  const uri = `postgresql://u:p@${host}:${port}/db?${query}`;
  const { admin } = app;
  const [id] = (await admin.get('/api/v1/database/')).json.ids;
  const plain = host.replace(/^\[|\]$/g, '');
  return [
    await admin.post('/api/v1/database/test_connection/', { sqlalchemy_uri: uri, database_name: 'X' }),
    await admin.post('/api/v1/database/', { sqlalchemy_uri: uri, database_name: `X ${host}` }),
    await admin.put(`/api/v1/database/${id}`, { sqlalchemy_uri: uri }),
    await admin.post('/api/v1/database/validate_parameters/', {
      engine: 'postgresql',
      database_name: 'X',
      configuration_method: 'dynamic_form',
      parameters: { host: plain, port, username: 'u', password: 'p', database: 'db', encryption: false, query: {} },
    }),
  ];
}

describe('addresses that no connection may go to', () => {
  it.each([
    '169.254.169.254',
    '2852039166',
    '0xA9FEA9FE',
    '0251.0376.0251.0376',
    '169.254.43518',
    '[::ffff:169.254.169.254]',
    '[::ffff:a9fe:a9fe]',
    '[64:ff9b::a9fe:a9fe]',
    '[2002:a9fe:a9fe::1]',
    '[fe80::1]',
    '[fd00:ec2::254]',
    '100.100.100.200',
    '0.0.0.0',
    '[::]',
    '224.0.0.1',
    '255.255.255.255',
  ])('are refused at every door, however they are spelled: %s', async (host) => {
    for (const answer of await knock(running, host)) {
      expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expect(answer.text).toMatch(/may not be connected to|cannot be resolved|host/i);
    }
    expect(heard.connections).toBe(0);
  });

  it.each(['127.0.0.1', 'localhost', '127.1', '2130706433', '0x7f000001', '[::1]', '[::ffff:127.0.0.1]', '10.0.0.1'])(
    'are those of private networks too where they are turned off: %s',
    async (host) => {
      for (const answer of await knock(strict, host)) expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
      expect(heard.connections).toBe(0);
    },
  );

  it.each(['169.254.169.254', '[::ffff:a9fe:a9fe]', '100.100.100.200'])(
    'are not reached by warehouses either, nor where their keys are exchanged for tokens: %s',
    async (host) => {
      const plain = host.replace(/^\[|\]$/g, '');
      const key = { client_email: 'a@b', private_key: serviceKey, token_uri: `http://${host}:${port}/token` };
      const path = encodeURIComponent('/sql/1.0/warehouses/w');
      const sheet = 'https://docs.google.com/spreadsheets/d/1234567890';
      const sheets = JSON.stringify({ engine_params: { catalog: { a: sheet } } });
      const bodies = [
        { sqlalchemy_uri: `bigquery://p-1?api_endpoint=http://${host}:${port}` },
        { sqlalchemy_uri: 'bigquery://p-1', masked_encrypted_extra: JSON.stringify({ credentials_info: key }) },
        { sqlalchemy_uri: `gsheets://?api_endpoint=http://${host}:${port}`, extra: sheets },
        { sqlalchemy_uri: `snowflake://u:t@a:${port}/d?protocol=http&host=${plain}` },
        { sqlalchemy_uri: `hive://u:t@${plain}:${port}/d` },
        { sqlalchemy_uri: `impala://${plain}:${port}/d` },
        { sqlalchemy_uri: `mssql+pymssql://u:t@${host}:${port}/d` },
        { sqlalchemy_uri: `oracle+oracledb://u:t@${host}:${port}/d` },
        { sqlalchemy_uri: `druid://u:t@${host}:${port}/druid/v2/sql/` },
        { sqlalchemy_uri: `databricks://token:t@${plain}:${port}?protocol=http&http_path=${path}` },
      ];
      for (const body of bodies)
        for (const call of ['test_connection/', '']) {
          const answer = await running.admin.post(`/api/v1/database/${call}`, { ...body, database_name: `W ${host}` });
          expect([answer.status >= 400 && answer.status < 500, answer.text]).toEqual([true, expect.any(String)]);
          expect(answer.text).toMatch(/may not be connected to|cannot be resolved|host/i);
        }
      expect(heard.connections).toBe(0);
    },
  );

  it('are not reached by options that name another host, file or service', async () => {
    const options = ['host=169.254.169.254', 'hostaddr=169.254.169.254', 'service=x', 'passfile=/etc/passwd'];
    const files = ['sslkey=/etc/passwd', 'sslrootcert=/etc/passwd', 'sslcert=/etc/passwd', 'options=-c%20role%3Dx'];
    for (const query of [...options, ...files])
      for (const answer of (await knock(running, '192.0.2.1', query)).slice(0, 3))
        expect([query, answer.status]).toEqual([query, 422]);
    for (const host of ['a,169.254.169.254', '%2Fvar%2Frun%2Fpostgresql', 'h:1,g'])
      for (const answer of (await knock(running, host)).slice(0, 3))
        expect([host, answer.status >= 400 && answer.status < 500]).toEqual([host, true]);
    expect(heard.connections).toBe(0);
  });

  it('are the others: a loopback port is knocked at where that is allowed', async () => {
    const [tested] = await knock(running, '127.0.0.1');
    expect(tested?.status).toBeGreaterThanOrEqual(400);
    expect(heard.connections).toBeGreaterThan(0);
  });
});
