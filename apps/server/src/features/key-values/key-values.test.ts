import { startInProcess } from '@powerset/testkit/in-process';
import { expect, it } from 'vitest';

it('keeps a text under a number that cannot be guessed, and gives it back as text [API-009, SQL-009]', async () => {
  const { admin, url, stop } = await startInProcess();
  const data = '{"sql":"select \'ü\'"}';
  const stored = await admin.send('POST', '/kv/store/', { form: new URLSearchParams({ data }) });
  expect(stored.json.id).toBeGreaterThan(2 ** 40);
  const read = await admin.get(`/kv/${stored.json.id}/`);
  expect(read.text).toBe(data);
  expect(read.headers.get('content-type')).toMatch(/^text\/plain/);
  const missing = await admin.get('/kv/1');
  expect([missing.status, missing.text]).toEqual([404, '']);
  expect((await admin.send('POST', '/kv/store/', { form: new URLSearchParams({}) })).status).toBe(400);
  expect((await fetch(`${url}/kv/${stored.json.id}`)).status).toBe(401);
  await stop();
});

it('is gone when the flag is off', async () => {
  const { admin, stop } = await startInProcess({ env: { POWERSET_FEATURES: '-KV_STORE' } });
  expect((await admin.send('POST', '/kv/store/', { form: new URLSearchParams({ data: 'x' }) })).status).toBe(404);
  expect((await admin.get('/kv/1')).status).toBe(404);
  await stop();
});
