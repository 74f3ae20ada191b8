import { describe, expect, it } from 'vitest';
import { openStore, type Store } from '../metadata/index.ts';
import type { Engine } from './engine.ts';
import { createOpenedEngines } from './opened-engines.ts';

const stamp = '2026-01-01T00:00:00.000Z';
const database = {
  uuid: 'u',
  database_name: 'd',
  backend: 'postgresql',
  sqlalchemy_uri: 'postgresql://first/one',
  extra: '{}',
  configuration_method: 'm',
  created_on: stamp,
  changed_on: stamp,
};

async function openWorld() {
  const store = await openStore(':memory:', () => stamp);
  await store.insertInto('databases').values(database).execute();
  const asked: string[] = [];
  const closed: string[] = [];
  const engines = createOpenedEngines({
    store,
    open: async ({ sqlalchemy_uri: uri, secret }) => {
      asked.push(uri);
      // Of an engine only what is looked at here.
      return { name: `${uri} ${secret ?? ''}`, close: async () => void closed.push(uri) } as unknown as Engine;
    },
  });
  const nameOf = async () => ((await engines.get(1)) as unknown as { readonly name: string }).name;
  return { store, engines, asked, closed, nameOf };
}

const change = (store: Store, values: object) =>
  store.updateTable('databases').set(values).where('id', '=', 1).execute();

describe('an open engine', () => {
  it('is opened once for all who ask, and goes on while its connection stays', async () => {
    const { store, engines, asked, closed } = await openWorld();
    const all = await Promise.all([engines.get(1), engines.get(1), engines.get(1)]);
    await change(store, { database_name: 'renamed', extra: '{"a": 1}' });
    await store.updateTable('users').set({ login_count: 1 }).execute();
    expect(new Set([...all, await engines.get(1)]).size).toBe(1);
    expect([asked, closed]).toEqual([['postgresql://first/one'], []]);
    await store.destroy();
  });

  it('is opened anew where it may read other catalogs from now on, or no longer', async () => {
    const { store, engines, asked } = await openWorld();
    await engines.get(1);
    for (const [extra, opened] of [
      ['{"allow_multi_catalog": true}', 2],
      ['{"allow_multi_catalog": true, "a": 1}', 2],
      ['{}', 3],
    ] as const) {
      await change(store, { extra });
      await expect.poll(async () => (await engines.get(1)) && asked.length).toBe(opened);
    }
    await store.destroy();
  });

  it('is opened anew once its address or password was changed, by whichever process, and the old one is closed', async () => {
    const { store, engines, closed, nameOf } = await openWorld();
    expect(await nameOf()).toBe('postgresql://first/one ');
    await change(store, { sqlalchemy_uri: 'postgresql://second/one' });
    expect(new Set(await Promise.all([nameOf(), nameOf()]))).toContain('postgresql://second/one ');
    expect(await nameOf()).toBe('postgresql://second/one ');
    await change(store, { secret: 'another' });
    await expect.poll(nameOf).toBe('postgresql://second/one another');
    expect(closed).toEqual(['postgresql://first/one', 'postgresql://second/one']);
    await store.deleteFrom('databases').execute();
    await expect(engines.get(1)).rejects.toThrow('The database no longer exists.');
    expect(engines.has(1)).toBe(false);
    await store.destroy();
  });

  it('is waited for when it is forgotten: for a moment where it belongs to a server, else until it is closed', async () => {
    const store = await openStore(':memory:', () => stamp);
    await store.insertInto('databases').values(database).execute();
    const begin = { close: () => {} };
    const opening = (parts: object) =>
      createOpenedEngines({
        store,
        open: async () =>
          ({
            close: () => new Promise<void>((resolve) => Object.assign(begin, { close: resolve })),
            ...parts,
          }) as unknown as Engine,
      });
    const server = opening({ poolFigures: () => null });
    await server.get(1);
    await server.forget(1);
    const file = opening({});
    await file.get(1);
    let isOver = false;
    const forgetting = file.forget(1).then(() => {
      isOver = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 1300));
    expect(isOver).toBe(false);
    begin.close();
    await forgetting;
    await store.destroy();
  });

  it('goes on while nobody can look whether its connection changed', async () => {
    const { store, engines } = await openWorld();
    const first = await engines.get(1);
    await change(store, { database_name: 'renamed' });
    await store.destroy();
    expect(await engines.get(1)).toBe(first);
  });
});
