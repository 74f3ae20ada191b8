import { type ApiClient, apiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const address = '/api/v1/security/api_keys/';
const dayMs = 86_400_000;
let clock = Date.now();
let running: InProcessApp;
beforeAll(async () => {
  running = await startInProcess({ now: () => new Date(clock) });
});
afterAll(() => running.stop());

const inDays = (days: number) => new Date(clock + days * dayMs).toISOString();
const keyBody = (change: object = {}) => ({ name: 'Nightly', scopes: 'all', expires_on: inDays(300), ...change });
const withKey = (key: string) => apiClient(running.url, { authorization: `Bearer ${key}` });
/** People whose bearer tokens are younger than the clock's last move. */
const person = (name: string, roles: readonly string[] = ['Gamma']) => running.signInAs(name, roles);

async function makeKey(owner: ApiClient, change: object = {}) {
  const answer = await owner.post(address, keyBody(change));
  expect(answer.status).toBe(201);
  const { id, key } = answer.json.result;
  return { id: Number(id), key: String(key), client: withKey(key) };
}

describe('an API key', () => {
  it('is shown once, kept as a hash and listed with when it was used last', async () => {
    const anna = await person('anna');
    const made = await anna.post(address, keyBody({ name: ' Nightly ' }));
    expect(made.headers.get('cache-control')).toBe('no-store');
    const { key, ...shown } = made.json.result;
    expect(key).toMatch(/^ps_[\w-]{43}$/);
    expect(shown).toMatchObject({ name: 'Nightly', scopes: 'all', active: true, last_used_on: null });
    const rows = await running.app.services.store.selectFrom('api_keys').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(key);
    expect((await withKey(key).get('/api/v1/me/')).json.result.username).toBe('anna');
    const list = await anna.get(address);
    expect(list.text).not.toContain(key);
    expect(list.json.result).toEqual([
      expect.objectContaining({ id: shown.id, last_used_on: new Date(clock).toISOString() }),
    ]);
  });

  it('is refused with the field that is wrong', async () => {
    const bert = await person('bert');
    for (const [change, field] of [
      [{ name: '' }, 'name'],
      [{ name: '   ' }, 'name'],
      [{ scopes: 'write' }, 'scopes'],
      [{ expires_on: inDays(-1) }, 'expires_on'],
      [{ expires_on: inDays(400) }, 'expires_on'],
      [{ expires_on: 'next year' }, 'expires_on'],
    ] as const) {
      const answer = await bert.post(address, keyBody(change));
      expect([400, 422]).toContain(answer.status);
      expect(Object.keys(answer.json.message)).toEqual([field]);
    }
    expect((await apiClient(running.url).post(address, keyBody())).status).toBe(401);
    expect((await apiClient(running.url).get(address)).status).toBe(401);
  });

  it('for reading reads and changes nothing', async () => {
    const { client } = await makeKey(running.admin, { scopes: 'read' });
    expect((await client.get('/api/v1/chart/')).status).toBe(200);
    const refused = await client.post('/api/v1/annotation_layer/', { name: 'Releases' });
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('may only read')]);
    const [database] = (await running.admin.get('/api/v1/database/')).json.result;
    const run = (sql: string, more: object = {}) =>
      client.post('/api/v1/sqllab/execute/', { database_id: database.id, sql, ...more });
    expect((await run('select 1 as one')).json.data).toEqual([{ one: 1 }]);
    await running.admin.put(`/api/v1/database/${database.id}`, { allow_dml: true, allow_ctas: true });
    expect((await run('create table written (a int)')).status).toBe(403);
    expect((await run('select 1 as a', { select_as_cta: true, tmp_table_name: 'written' })).status).toBe(403);
    const { client: writer } = await makeKey(running.admin);
    expect((await writer.post('/api/v1/annotation_layer/', { name: 'Releases' })).status).toBe(201);
  });

  it('makes no keys or tokens and sets no passwords', async () => {
    const { client } = await makeKey(running.admin);
    expect((await client.post(address, keyBody())).status).toBe(403);
    expect((await client.post('/api/v1/security/refresh')).status).toBe(401);
    const [role] = (await client.get('/api/v1/security/roles/')).json.result;
    const account = { username: 'made', password: 'a password for tests', roles: [role.id] };
    expect((await client.post('/api/v1/security/users/', account)).status).toBe(403);
    const { userId } = (await client.get('/api/v1/bootstrap')).json.user;
    const change = await client.put(`/api/v1/security/users/${userId}`, { password: 'another password' });
    expect([change.status, change.text]).toEqual([403, expect.stringContaining('Sign in with your password')]);
  });

  it('is worth what its owner may at that moment, and nothing when the owner may not sign in', async () => {
    const cleo = await person('cleo', ['Alpha']);
    const { client } = await makeKey(cleo);
    expect((await client.post('/api/v1/annotation_layer/', { name: 'First' })).status).toBe(201);
    const { userId } = (await cleo.get('/api/v1/bootstrap')).json.user;
    const roles = (await running.admin.get('/api/v1/security/roles/')).json.result;
    const gamma = roles.find(({ name }: { name: string }) => name === 'Gamma').id;
    const change = (body: object) => running.admin.put(`/api/v1/security/users/${userId}`, body);
    await change({ roles: [gamma] });
    expect((await client.post('/api/v1/annotation_layer/', { name: 'Second' })).status).toBe(403);
    await change({ active: false });
    expect((await client.get('/api/v1/me/')).status).toBe(401);
    await change({ active: true });
    expect((await client.get('/api/v1/me/')).status).toBe(200);
    await running.admin.delete(`/api/v1/security/users/${userId}`);
    expect((await client.get('/api/v1/me/')).status).toBe(401);
    const left = await running.app.services.store
      .selectFrom('api_keys')
      .where('user_id', '=', userId)
      .select('id')
      .execute();
    expect(left).toEqual([]);
  });

  it('is revoked by its owner or an administrator, and by nobody else', async () => {
    const [dora, emil] = [await person('dora'), await person('emil')];
    const first = await makeKey(dora);
    const second = await makeKey(dora);
    expect((await emil.delete(`${address}${first.id}`)).status).toBe(404);
    expect((await emil.get(address)).json.count).toBe(0);
    expect((await first.client.get('/api/v1/me/')).status).toBe(200);
    expect((await dora.delete(`${address}${first.id}`)).status).toBe(200);
    expect((await first.client.get('/api/v1/me/')).status).toBe(401);
    expect((await dora.delete(`${address}${first.id}`)).status).toBe(409);
    expect((await dora.delete(`${address}99999`)).status).toBe(404);
    expect((await running.admin.get(address)).json.result).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: second.id, user: expect.objectContaining({ first_name: 'dora' }) }),
      ]),
    );
    expect((await running.admin.delete(`${address}${second.id}`)).status).toBe(200);
    expect((await second.client.get('/api/v1/me/')).status).toBe(401);
  });

  it('comes to fifty of a person', async () => {
    const fred = await person('fred');
    for (let count = 0; count < 50; count += 1) await makeKey(fred);
    const refused = await fred.post(address, keyBody());
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('Revoke one')]);
  });

  it('that is wrong makes its network wait, which holds up no key that is used', async () => {
    const gina = await person('gina');
    const { client } = await makeKey(gina);
    expect((await client.get('/api/v1/me/')).status).toBe(200);
    const guess = async () => (await withKey(`ps_${'x'.repeat(43)}`).get('/api/v1/me/')).status;
    expect(await guess()).toBe(401);
    for (let count = 0; count < 40; count += 1) await guess();
    expect(await guess()).toBe(429);
    expect((await client.get('/api/v1/me/')).status).toBe(200);
    clock += 61_000;
    expect(await guess()).toBe(401);
  });

  it('ends on its day', async () => {
    const hugo = await person('hugo');
    const { client } = await makeKey(hugo, { expires_on: inDays(1) });
    expect((await client.get('/api/v1/me/')).status).toBe(200);
    clock += 1.01 * dayMs;
    expect((await client.get('/api/v1/me/')).status).toBe(401);
  });
});
