import { join } from 'node:path';
import { apiClient, makeTempFolder, runServerToEnd, signInWithToken, startServer, testAdmin } from '@powerset/testkit';
import { expect, it } from 'vitest';
import { loadSecrets } from '../access/index.ts';
import { closeStore, openStore } from '../metadata/index.ts';

it('a second factor that its administrator lost is taken away by a command while the server rests', async () => {
  const folder = await makeTempFolder('powerset-factor');
  const remove = (...words: readonly string[]) =>
    runServerToEnd({}, ['remove-second-factor', ...words, '--data', folder.path]);
  expect(await remove(testAdmin.username)).toMatchObject({ code: 1, text: expect.stringContaining('no metadata.db') });
  expect(await remove()).toMatchObject({ code: 1, text: expect.stringContaining('Name the person') });
  await (await startServer({ dataFolder: folder.path })).stop();
  const stamp = () => '2026-03-02T05:00:00.000Z';
  const store = await openStore(join(folder.path, 'metadata.db'), stamp);
  const secret = loadSecrets(folder.path).encrypt('JBSWY3DPEHPK3PXP');
  await store.insertInto('second_factors').values({ user_id: 1, secret, confirmed_on: stamp() }).execute();
  const key = { name: 'Phone', credential_id: 'a', public_key: 'b', user_handle: 'c', transports: '[]', counter: 0 };
  await store
    .insertInto('passkeys')
    .values({ ...key, user_id: 1, created_on: stamp() })
    .execute();
  await closeStore(store);
  const locked = await startServer({ dataFolder: folder.path });
  const asked = await apiClient(locked.url).post('/api/v1/security/login', { ...testAdmin, provider: 'db' });
  expect(asked.json.errors[0].error_type).toBe('SECOND_FACTOR_ERROR');
  await locked.stop();
  expect(await remove('nobody')).toMatchObject({
    code: 1,
    text: expect.stringContaining('no second factor of nobody'),
  });
  const text = expect.stringContaining(`The password alone signs ${testAdmin.username} in again.`);
  expect(await remove(testAdmin.username)).toMatchObject({ code: 0, text });
  const open = await startServer({ dataFolder: folder.path });
  await signInWithToken(open.url, testAdmin);
  await open.stop();
  await folder.remove();
}, 60_000);
