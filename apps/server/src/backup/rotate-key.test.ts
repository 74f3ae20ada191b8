import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  makeTempFolder,
  runServerToEnd,
  signInWithToken,
  startServer,
  type TempFolder,
  testAdmin,
} from '@powerset/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addKey, loadSecrets } from '../access/index.ts';
import { closeStore, openStore, type Store } from '../metadata/index.ts';
import { rotateKey } from './rotate-key.ts';

let folder: TempFolder;
let store: Store;
const stamp = () => '2026-03-02T05:00:00.000Z';

beforeAll(async () => {
  folder = await makeTempFolder('powerset-key');
  store = await openStore(join(folder.path, 'metadata.db'), stamp);
});
afterAll(async () => {
  await closeStore(store);
  await folder.remove();
});

async function newDatabase(name: string, secret: string | null): Promise<void> {
  const values = {
    uuid: crypto.randomUUID(),
    database_name: name,
    backend: 'postgresql',
    sqlalchemy_uri: 'x',
    extra: '{}',
  };
  const times = { created_on: stamp(), changed_on: stamp(), configuration_method: 'x' };
  await store
    .insertInto('databases')
    .values({ ...values, ...times, secret })
    .execute();
}

const keyFile = () => join(folder.path, 'secret.key');
const secrets = () => loadSecrets(folder.path);
async function plainOf(name: string): Promise<string | null> {
  const row = await store
    .selectFrom('databases')
    .select('secret')
    .where('database_name', '=', name)
    .executeTakeFirstOrThrow();
  return row.secret === null ? null : secrets().decrypt(row.secret);
}

describe('a new key', () => {
  beforeEach(async () => {
    await store.deleteFrom('databases').execute();
    await newDatabase('one', secrets().encrypt('{"password":"first"}'));
    await newDatabase('two', secrets().encrypt('{"password":"second"}'));
    await newDatabase('open', null);
  });

  it('encrypts all that is kept secret, and the old one opens nothing of it any more', async () => {
    const old = readFileSync(keyFile(), 'utf8');
    expect(await rotateKey(store, folder.path)).toBe(2);
    const now = readFileSync(keyFile(), 'utf8');
    expect([now === old, now.includes(old), now.split('\n').length, statSync(keyFile()).mode & 0o777]).toEqual([
      false,
      false,
      1,
      0o600,
    ]);
    expect([await plainOf('one'), await plainOf('two'), await plainOf('open')]).toEqual([
      '{"password":"first"}',
      '{"password":"second"}',
      null,
    ]);
    writeFileSync(keyFile(), old);
    await expect(plainOf('one')).rejects.toThrow();
    writeFileSync(keyFile(), now);
  });

  it('encrypts second factors anew', async () => {
    const factor = { user_id: 7, secret: secrets().encrypt('JBSWY3DPEHPK3PXP') };
    await store.insertInto('second_factors').values(factor).execute();
    expect(await rotateKey(store, folder.path)).toBe(3);
    const row = await store.selectFrom('second_factors').select('secret').executeTakeFirstOrThrow();
    expect(secrets().decrypt(row.secret)).toBe('JBSWY3DPEHPK3PXP');
    await store.deleteFrom('second_factors').execute();
  });

  it('and the old one open everything when it was cut short, and it is done again', async () => {
    addKey(folder.path);
    const row = await store
      .selectFrom('databases')
      .selectAll()
      .where('database_name', '=', 'one')
      .executeTakeFirstOrThrow();
    const { encrypt, decrypt } = secrets();
    await store
      .updateTable('databases')
      .set({ secret: encrypt(decrypt(row.secret ?? '')) })
      .where('id', '=', row.id)
      .execute();
    expect([await plainOf('one'), await plainOf('two')]).toEqual(['{"password":"first"}', '{"password":"second"}']);
    expect(await rotateKey(store, folder.path)).toBe(2);
    expect([await plainOf('one'), await plainOf('two')]).toEqual(['{"password":"first"}', '{"password":"second"}']);
    expect(readFileSync(keyFile(), 'utf8').split('\n')).toHaveLength(1);
  });

  it('leaves everything as it was where something cannot be read, and says so', async () => {
    const before = await store.selectFrom('databases').select('secret').execute();
    await newDatabase('damaged', 'a.b.c');
    await expect(rotateKey(store, folder.path)).rejects.toThrow();
    const rows = await store.selectFrom('databases').select('secret').where('database_name', '!=', 'damaged').execute();
    expect(rows).toEqual(before);
    expect(await plainOf('two')).toBe('{"password":"second"}');
  });
});

it('is made by a command while the server rests, which people sign in to as before', async () => {
  const served = await makeTempFolder('powerset-key-served');
  const rotate = () => runServerToEnd({}, ['rotate-key', '--data', served.path]);
  expect(await rotate()).toMatchObject({ code: 1, text: expect.stringContaining('holds no secret.key') });
  const first = await startServer({ dataFolder: served.path });
  const before = readFileSync(join(served.path, 'secret.key'), 'utf8');
  const refused = await rotate();
  expect([refused.code, refused.text]).toEqual([1, expect.stringContaining(served.path)]);
  expect(readFileSync(join(served.path, 'secret.key'), 'utf8')).toBe(before);
  await first.stop();
  const text = expect.stringMatching(/^0 secrets are encrypted with a new key/);
  expect(await rotate()).toMatchObject({ code: 0, text });
  expect(readFileSync(join(served.path, 'secret.key'), 'utf8')).not.toBe(before);
  const second = await startServer({ dataFolder: served.path });
  const client = await signInWithToken(second.url, testAdmin);
  expect((await client.get('/api/v1/me/')).status).toBe(200);
  await second.stop();
  await served.remove();
});
