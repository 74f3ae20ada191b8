import { type ApiClient, apiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let running: InProcessApp;
let time = new Date('2026-03-01T10:00:00Z');
const password = 'a password for this test';
beforeAll(async () => {
  running = await startInProcess({ now: () => time });
  await running.signInAs('ada', ['Alpha']);
  const { json } = await running.admin.get('/api/v1/security/users/?q=(filters:!((col:username,opr:eq,value:ada)))');
  await running.admin.put(`/api/v1/security/users/${json.result[0].id}`, { password });
});
afterAll(() => running.stop());

async function enter(userAgent: string): Promise<ApiClient> {
  const agent = { 'user-agent': userAgent };
  const body = { username: 'ada', password };
  const answer = await apiClient(running.url, agent).post('/api/v1/security/sign_in', body);
  expect(answer.status, answer.text).toBe(200);
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const token = (await apiClient(running.url, { ...agent, cookie }).get('/api/v1/security/csrf_token/')).json.result;
  return apiClient(running.url, { ...agent, cookie, 'x-csrftoken': token, referer: `${running.url}/` });
}

const path = '/api/v1/me/sessions/';
const listOf = async (client: ApiClient) => (await client.get(path)).json.result;

describe('the sessions of a person', () => {
  it('are listed with where they are used, and ended one by one', async () => {
    const [laptop, phone] = [await enter('Firefox on a laptop'), await enter('A phone')];
    const list = await listOf(laptop);
    expect(list).toHaveLength(2);
    const own = list.find(({ is_current }: { is_current: boolean }) => is_current);
    expect(own).toEqual({
      ...{ id: expect.stringMatching(/^[\w-]{16}$/), user_agent: 'Firefox on a laptop', address: '127.0.0.1' },
      ...{ created_on: time.toISOString(), last_used_on: time.toISOString(), is_current: true },
    });
    time = new Date('2026-03-01T10:20:00Z');
    await phone.get('/api/v1/me/');
    time = new Date('2026-03-01T10:30:00Z');
    const last = (await listOf(laptop)).find(({ user_agent: agent }: { user_agent: string }) => agent === 'A phone');
    expect(last.last_used_on).toBe('2026-03-01T10:20:00.000Z');
    expect((await laptop.delete(`${path}${last.id}`)).status).toBe(200);
    expect((await phone.get('/api/v1/me/')).status).toBe(401);
    expect((await laptop.delete(`${path}${last.id}`)).status).toBe(404);
    expect(await listOf(laptop)).toHaveLength(1);
  });

  it('are ended together, but for the one that asks', async () => {
    const [here, there, elsewhere] = [await enter('Here'), await enter('There'), await enter('Elsewhere')];
    expect((await here.delete(path)).json.message).toMatch(/^Ended \d+ sessions$/);
    expect((await listOf(here)).map(({ user_agent: agent }: { user_agent: string }) => agent)).toEqual(['Here']);
    for (const other of [there, elsewhere]) expect((await other.get('/api/v1/me/')).status).toBe(401);
  });

  it('are nobody else’s to see or end, and say nothing that opens one', async () => {
    const own = await enter('Mine');
    const [mine] = await listOf(own);
    expect((await running.admin.delete(`${path}${mine.id}`)).status).toBe(404);
    expect((await apiClient(running.url).get(path)).status).toBe(401);
    expect((await apiClient(running.url).delete(`${path}${mine.id}`)).status).toBe(401);
    expect(await listOf(running.admin)).toEqual([]);
    const forged = apiClient(running.url, { cookie: `powerset_session=${mine.id}` });
    expect((await forged.get('/api/v1/me/')).status).toBe(401);
  });
});
