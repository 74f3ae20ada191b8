import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiClient, signInWithCookie, signInWithToken } from './api-client.ts';
import { startServer, type TestServer, testAdmin } from './server-process.ts';

describe('a server of its own for tests', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(async () => {
    await server.stop();
  });

  it('answers on a loopback port with its data in a folder of its own', async () => {
    expect((await apiClient(server.url).get('/health')).status).toBe(200);
    expect(existsSync(server.dataFolder)).toBe(true);
  });

  it('takes the administrator by cookie and by bearer token', async () => {
    const byCookie = await signInWithCookie(server.url, testAdmin);
    const byToken = await signInWithToken(server.url, testAdmin);
    expect((await byCookie.get('/api/v1/me/')).json.result.username).toBe(testAdmin.username);
    expect((await byToken.get('/api/v1/me/')).json.result.username).toBe(testAdmin.username);
  });

  it('says so when a sign-in fails', async () => {
    const attempt = signInWithToken(server.url, { username: testAdmin.username, password: 'not the password' });
    await expect(attempt).rejects.toThrow(/401/);
  });

  it('keeps its data over a kill and starts again on the same folder', async () => {
    const first = await startServer();
    await first.kill9();
    const second = await startServer({ dataFolder: first.dataFolder, hasAdmin: false });
    const client = await signInWithToken(second.url, testAdmin);
    expect((await client.get('/api/v1/me/')).status).toBe(200);
    expect(await second.stop()).toBe(0);
  });
});
