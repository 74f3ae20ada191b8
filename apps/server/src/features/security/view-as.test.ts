import { type ApiClient, apiClient, signInWithCookie, testAdmin } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

let running: InProcessApp;
let admin: ApiClient;
let adaId: number;
const path = '/api/v1/security/view_as/';
const ada = { username: 'ada', password: 'a first long sentence' };

beforeAll(async () => {
  running = await startInProcess();
  adaId = await running.app.services.accounts.create({ ...ada, roles: ['Gamma', 'sql_lab'] });
});
afterAll(() => running.stop());
beforeEach(async () => {
  admin = await signInWithCookie(running.url, testAdmin);
});

const seenBy = async (client: ApiClient) => (await client.get('/api/v1/me/')).json.result.username;
const bootstrapOf = async (client: ApiClient) => (await client.get('/api/v1/bootstrap')).json;

describe('seeing the product as somebody else', () => {
  it('has that person’s rights, and says by whom, in this browser alone until it is ended', async () => {
    const other = await signInWithCookie(running.url, testAdmin);
    expect((await admin.post(path, { username: 'ada' })).status).toBe(200);
    expect([await seenBy(admin), await seenBy(other), await seenBy(running.admin)]).toEqual([
      'ada',
      testAdmin.username,
      testAdmin.username,
    ]);
    expect(await bootstrapOf(admin)).toMatchObject({ user: { userId: adaId }, viewedBy: testAdmin.username });
    expect((await admin.get('/api/v1/security/users/')).status).toBe(403);
    expect((await admin.delete(path)).status).toBe(200);
    expect(await seenBy(admin)).toBe(testAdmin.username);
    expect(await bootstrapOf(admin)).not.toHaveProperty('viewedBy');
    expect((await admin.delete(path)).status).toBe(404);
  });

  it('changes nothing, while it is read, drawn and gone on from', async () => {
    const made = await running.admin.post('/api/v1/dataset/', {
      ...{ database: 1, schema: 'main', table_name: 'one', sql: 'select 1 as a' },
    });
    const role = await running.admin.post('/api/v1/security/roles/', { name: 'Readers of one' });
    expect([made.status, role.status]).toEqual([201, 201]);
    await admin.post(path, { username: 'ada' });
    for (const answer of [
      await admin.post('/api/v1/dashboard/', { dashboard_title: 'Not hers' }),
      await admin.put('/api/v1/me/', { first_name: 'Not hers' }),
      await admin.post('/api/v1/saved_query/', { label: 'Not hers', sql: 'select 1', db_id: 1 }),
      await admin.post('/api/v1/sqllab/execute/', { database_id: 1, sql: 'select 1' }),
      await admin.post('/api/v1/query/stop', { client_id: 'hers' }),
    ]) {
      expect([answer.status, answer.json.errors[0].error_type]).toEqual([403, 'VIEW_ONLY_ERROR']);
      expect(answer.json.errors[0].message).toBe('You see Powerset as ada: nothing can be changed.');
    }
    const asked = { datasource: { id: made.json.id, type: 'table' }, queries: [{ columns: ['a'] }] };
    // Her rights decide, and not that nothing can be changed.
    expect((await admin.post('/api/v1/chart/data', asked)).json.errors[0].error_type).toBe(
      'DATASOURCE_SECURITY_ACCESS_ERROR',
    );
  });

  it('is for administrators in a browser, and of people who may sign in', async () => {
    const own = await signInWithCookie(running.url, ada);
    expect((await own.post(path, { username: testAdmin.username })).status).toBe(403);
    expect((await apiClient(running.url).post(path, { username: 'ada' })).status).toBe(401);
    // A token is no browser.
    expect((await running.admin.post(path, { username: 'ada' })).status).toBe(403);
    expect((await admin.post(path, { username: 'nobody' })).status).toBe(404);
    expect((await admin.post(path, {})).status).toBe(400);
    const self = await admin.post(path, { username: testAdmin.username });
    expect([self.status, self.json.message]).toEqual([422, { username: ['This is you.'] }]);
    await admin.post(path, { username: 'ada' });
    expect((await admin.post(path, { username: 'ada' })).status).toBe(403);
  });

  it('ends with either of the two, and signing out leaves the other person’s tokens', async () => {
    const token = await apiClient(running.url).post('/api/v1/security/login', { ...ada, provider: 'db' });
    const program = apiClient(running.url, { authorization: `Bearer ${token.json.access_token}` });
    await admin.post(path, { username: 'ada' });
    await running.admin.put(`/api/v1/security/users/${adaId}`, { active: false });
    expect(await seenBy(admin)).toBe(testAdmin.username);
    await running.admin.put(`/api/v1/security/users/${adaId}`, { active: true });
    const again = await apiClient(running.url).post('/api/v1/security/login', { ...ada, provider: 'db' });
    const fresh = apiClient(running.url, { authorization: `Bearer ${again.json.access_token}` });
    expect([(await program.get('/api/v1/me/')).status, await seenBy(fresh), await seenBy(admin)]).toEqual([
      401,
      'ada',
      'ada',
    ]);
    expect((await admin.post('/api/v1/security/sign_out')).status).toBe(200);
    expect(await seenBy(fresh)).toBe('ada');
  });

  it('is noted as the administrator’s doing, with whom it was seen as', async () => {
    const auditor = await running.signInAs('auditor', ['Admin']);
    await admin.post(path, { username: 'ada' });
    await admin.post('/api/v1/dashboard/', { dashboard_title: 'Refused' });
    await admin.delete(path);
    const rows = async () => (await auditor.get('/api/v1/log/?q=(page_size:20)')).json.result;
    await expect
      .poll(async () => (await rows()).map(({ action }: { action: string }) => action))
      .toEqual(expect.arrayContaining(['security.view_as', 'security.view_as_delete', 'dashboard.create']));
    const found = (await rows()).filter(({ action }: { action: string }) =>
      ['security.view_as', 'dashboard.create'].includes(action),
    );
    const adminId = (await signInWithCookie(running.url, testAdmin).then((one) => one.get('/api/v1/me/'))).json.result
      .id;
    for (const row of found.slice(0, 2)) expect(row.user_id ?? row.user?.id).toBe(adminId);
    const texts = found.map((row: object) => JSON.stringify(row)).join(' ');
    expect(texts).toContain('ada');
  });
});
