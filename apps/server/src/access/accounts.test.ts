import { describe, expect, it } from 'vitest';
import { openStore } from '../metadata/index.ts';
import { createAccounts } from './accounts.ts';

describe('what is remembered of people', () => {
  it('is looked up anew once somebody wrote of their rights, also where nobody says so', async () => {
    const store = await openStore(':memory:', () => '2026-01-01T00:00:00.000Z');
    const accounts = createAccounts({ store, now: () => new Date(), publicRoleLike: null, requiredFactor: 'nobody' });
    await accounts.syncRoles();
    const id = await accounts.create({ username: 'ada', password: 'correct horse battery', roles: ['Alpha'] });
    const first = await accounts.findUser(id);
    await store.insertInto('settings').values({ key: 'k', value: 'v' }).execute();
    expect(await accounts.findUser(id)).toBe(first);
    const gamma = await store.selectFrom('roles').select('id').where('name', '=', 'Gamma').executeTakeFirstOrThrow();
    await store.updateTable('user_roles').set({ role_id: gamma.id }).where('user_id', '=', id).execute();
    expect((await accounts.findUser(id))?.roles.map(({ name }) => name)).toEqual(['Gamma']);
    await store.deleteFrom('role_permissions').where('role_id', '=', gamma.id).execute();
    expect((await accounts.findUser(id))?.permissions.size).toBe(0);
    await store.updateTable('users').set({ is_active: 0 }).where('id', '=', id).execute();
    expect(await accounts.findUser(id)).toBeUndefined();
    await store.destroy();
  });
});

describe('the first who comes', () => {
  it('owns every dashboard that was there before, however many they are, and nobody after gets them', async () => {
    const stamp = '2026-01-01T00:00:00.000Z';
    const store = await openStore(':memory:', () => stamp);
    const accounts = createAccounts({ store, now: () => new Date(), publicRoleLike: null, requiredFactor: 'nobody' });
    await accounts.syncRoles();
    const rows = Array.from({ length: 12_000 }, (_, at) => ({
      ...{ uuid: `uuid-${at}`, dashboard_title: `Old ${at}`, css: '', json_metadata: '{}', position_json: '{}' },
      ...{ created_on: stamp, changed_on: stamp },
    }));
    for (let at = 0; at < rows.length; at += 1000)
      await store
        .insertInto('dashboards')
        .values(rows.slice(at, at + 1000))
        .execute();
    const first = await accounts.create({ username: 'ada', password: 'correct horse battery', roles: ['Admin'] });
    await accounts.create({ username: 'bob', password: 'correct horse battery', roles: ['Admin'] });
    const owned = await store
      .selectFrom('owners')
      .select(({ fn }) => ['object_type', 'user_id', fn.countAll<number>().as('count')])
      .groupBy(['object_type', 'user_id'])
      .execute();
    expect(owned).toEqual([{ object_type: 'dashboard', user_id: first, count: rows.length }]);
    await store.destroy();
  });
});
