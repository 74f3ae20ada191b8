import { describe, expect, it } from 'vitest';
import { catalogVersion, openStore, readingVersion, rightsVersion } from './index.ts';

const stamp = '2026-01-01T00:00:00.000Z';
const database = {
  uuid: 'u',
  database_name: 'd',
  backend: 'b',
  sqlalchemy_uri: 's',
  extra: '{}',
  configuration_method: 'm',
  created_on: stamp,
  changed_on: stamp,
};

describe('the version of the catalog', () => {
  it('changes with every write to its tables, in transactions too, and with nothing else', async () => {
    const store = await openStore(':memory:', () => stamp);
    const versions = [catalogVersion(store)];
    const note = () => versions.push(catalogVersion(store));
    await store.insertInto('databases').values(database).execute();
    note();
    await store.updateTable('databases').set({ database_name: 'e' }).execute();
    note();
    await store
      .transaction()
      .execute((transaction) => transaction.deleteFrom('databases').where('id', '=', 1).execute());
    note();
    expect(new Set(versions).size).toBe(4);
    await store.selectFrom('databases').selectAll().execute();
    await store.insertInto('settings').values({ key: 'k', value: 'v' }).execute();
    expect(catalogVersion(store)).toBe(versions[3]);
    await store.destroy();
  });

  it('stays when somebody comes in, and so does that of rights; a chart that is saved changes nothing of what may be read', async () => {
    const store = await openStore(':memory:', () => stamp);
    const versions = () => [catalogVersion(store), rightsVersion(store), readingVersion(store)];
    const [catalog = 0, rights = 0, reading = 0] = versions();
    await store.updateTable('users').set({ last_login: stamp, login_count: 2 }).execute();
    expect(versions()).toEqual([catalog, rights, reading]);
    await store.updateTable('users').set({ last_login: stamp, is_active: 0 }).execute();
    expect(versions()).toEqual([catalog + 1, rights + 1, reading]);
    await store.updateTable('charts').set({ slice_name: 'other' }).execute();
    expect(versions()).toEqual([catalog + 2, rights + 1, reading]);
    await store.updateTable('datasets').set({ table_name: 'other' }).execute();
    expect(versions()).toEqual([catalog + 3, rights + 1, reading + 1]);
    await store.destroy();
  });
});
