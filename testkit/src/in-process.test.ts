import { afterAll, beforeAll, expect, it } from 'vitest';
import { type InProcessApp, startInProcess } from './in-process.ts';

let running: InProcessApp;
beforeAll(async () => {
  running = await startInProcess();
});
afterAll(() => running.stop());

it('serves the application from its sources, with an administrator', async () => {
  const { result } = (await running.admin.get('/api/v1/me/')).json;
  expect(result.username).toBe('admin');
});

it('signs in users of other roles, and browsers', async () => {
  const gamma = await running.signInAs('gamma', ['Gamma']);
  const browser = await running.signInByCookie();
  expect((await gamma.get('/api/v1/me/')).json.result.username).toBe('gamma');
  expect((await browser.get('/api/v1/me/')).json.result.username).toBe('admin');
});
