import { type ApiClient, apiClient } from '@powerset/testkit';
import { grantDataset, type MadeDataset, makeDataset } from '@powerset/testkit/factories';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestsADay } from './service.ts';

const sightPath = '/api/v1/access_request/sight';
const sharePath = '/api/v1/access_request/share';

let running: InProcessApp;
let admin: ApiClient;
let owner: ApiClient;
let secret: MadeDataset;
let chart = 0;
let readers = 0;
let people = 0;

beforeAll(async () => {
  running = await startInProcess();
  admin = running.admin;
  owner = await running.signInAs('owner', ['Alpha']);
  secret = await makeDataset(running, 'secret');
  const body = { slice_name: 'Margins', viz_type: 'table', datasource_id: secret.datasetId, datasource_type: 'table' };
  chart = (await owner.post('/api/v1/chart/', body)).json.id;
  readers = (await admin.post('/api/v1/security/roles/', { name: 'Readers of secrets' })).json.id;
  await grantDataset(running, 'Readers of secrets', secret);
});
afterAll(() => running.stop());

async function somebody(roles = ['Gamma']) {
  people += 1;
  const client = await running.signInAs(`reader${people}`, roles);
  return { client, id: (await client.get('/api/v1/me/')).json.result.id as number };
}
async function groupOf(roleNames: readonly string[], users: readonly number[] = []): Promise<number> {
  people += 1;
  const found = (await admin.get('/api/v1/security/roles/?q=(page_size:100)')).json.result;
  const roles = found.flatMap((role: { id: number; name: string }) => (roleNames.includes(role.name) ? [role.id] : []));
  return (await admin.post('/api/v1/security/groups/', { name: `Group ${people}`, roles, users })).json.id;
}
const look = (client: ApiClient, whom: string, id = chart) =>
  client.get(`${sightPath}?object_type=chart&object_id=${id}&${whom}`);
const share = (client: ApiClient, body: object, id = chart) =>
  client.post(sharePath, { object_type: 'chart', object_id: id, ...body });
const sees = async (client: ApiClient) => (await client.get(`/api/v1/chart/${chart}`)).status === 200;
const waiting = async () => (await admin.get('/api/v1/access_request/')).json.result;

describe('sharing an object from the object itself', () => {
  it('lets a person in by a role that an administrator chooses of those that open it', async () => {
    const { client, id } = await somebody();
    const before = (await look(admin, `user_id=${id}`)).json.result;
    expect(before).toMatchObject({ has_access: false, is_draft: false, is_grantable: true });
    expect(before.roles.map((role: { name: string }) => role.name)).toContain('Readers of secrets');
    await client.post('/api/v1/access_request/', { object_type: 'chart', object: String(chart) });
    expect(await sees(client)).toBe(false);
    expect((await share(admin, { user_id: id, role_id: readers })).json).toEqual({ message: 'OK' });
    expect(await sees(client)).toBe(true);
    expect((await look(admin, `user_id=${id}`)).json.result).toMatchObject({ has_access: true, roles: [] });
    expect((await waiting()).filter((request: { user: { id: number } }) => request.user.id === id)).toEqual([]);
    expect((await share(admin, { user_id: id, role_id: readers })).json.message).toBe('This can be opened already.');
  });

  it('lets a group in, with everybody in it, by a role that opens it for those who have the group’s roles alone', async () => {
    const { client, id } = await somebody([]);
    const group = await groupOf(['Gamma'], [id]);
    expect((await look(admin, `group_id=${group}`)).json.result).toMatchObject({ has_access: false });
    expect(await sees(client)).toBe(false);
    expect((await share(admin, { group_id: group, role_id: readers })).status).toBe(200);
    expect(await sees(client)).toBe(true);
    expect((await look(admin, `group_id=${group}`)).json.result).toMatchObject({ has_access: true });
    const bare = await groupOf([]);
    expect((await look(admin, `group_id=${bare}`)).json.result.roles).not.toContainEqual(
      expect.objectContaining({ name: 'Readers of secrets' }),
    );
  });

  it('is passed on to the administrators by an owner, who gives no roles', async () => {
    const { client, id } = await somebody();
    const seen = (await look(owner, `user_id=${id}`)).json.result;
    expect(seen).toEqual({ has_access: false, is_draft: false, is_grantable: false, roles: [] });
    expect((await share(owner, { user_id: id, role_id: readers })).status).toBe(403);
    expect((await share(owner, { user_id: id, message: ' For the plan ' })).status).toBe(200);
    expect((await share(owner, { user_id: id })).status).toBe(200);
    expect(await sees(client)).toBe(false);
    const asked = (await waiting()).filter((request: { user: { id: number } }) => request.user.id === id);
    expect(asked).toMatchObject([{ object_id: chart, message: 'For the plan', passed_on_by: { first_name: 'owner' } }]);
    expect((await admin.post(`/api/v1/access_request/${asked[0].id}/grant`, { role_id: readers })).status).toBe(200);
    expect(await sees(client)).toBe(true);
  });

  it('is passed on so often a day and no more', async () => {
    const host = await somebody(['Alpha']);
    const body = { slice_name: 'Own', viz_type: 'table', datasource_id: secret.datasetId, datasource_type: 'table' };
    const own = (await host.client.post('/api/v1/chart/', body)).json.id;
    const answers: number[] = [];
    for (let at = 0; at <= requestsADay; at += 1)
      answers.push((await share(host.client, { user_id: (await somebody()).id }, own)).status);
    expect(answers).toEqual([...Array.from({ length: requestsADay }, () => 200), 429]);
  });

  it('is the owners’ and the administrators’ alone; to others there is no such object', async () => {
    const { client, id } = await somebody(['Alpha']);
    expect((await apiClient(running.url).get(`${sightPath}?object_type=chart&object_id=${chart}`)).status).toBe(401);
    for (const answer of [await look(client, `user_id=${id}`), await share(client, { user_id: id })])
      expect(answer.status).toBe(404);
    expect((await look(admin, `user_id=${id}`, 9999)).status).toBe(404);
    expect((await share(admin, { user_id: id, role_id: readers }, 9999)).status).toBe(404);
  });

  it('names the field where whoever it is shared with is nobody, or the role opens nothing', async () => {
    const { id } = await somebody();
    const group = await groupOf(['Gamma']);
    const fieldOf = async (client: ApiClient, body: object) => (await share(client, body)).json.message;
    expect(await fieldOf(admin, {})).toEqual({ user_id: ['Name a person or a group.'] });
    expect(await fieldOf(admin, { user_id: id, group_id: group })).toEqual({ user_id: ['Name a person or a group.'] });
    expect(await fieldOf(admin, { user_id: 99_999 })).toEqual({ user_id: ['This person does not exist.'] });
    expect(await fieldOf(admin, { group_id: 99_999 })).toEqual({ group_id: ['This group does not exist.'] });
    expect(await fieldOf(owner, { group_id: group })).toEqual({ group_id: ['This group does not exist.'] });
    expect(await fieldOf(admin, { user_id: id })).toEqual({ role_id: ['Choose a role that opens it.'] });
    const [admins] = (await admin.get('/api/v1/security/roles/?q=(filters:!((col:name,opr:eq,value:Admin)))')).json
      .result;
    expect(await fieldOf(admin, { user_id: id, role_id: admins.id })).toEqual({
      role_id: ['This role does not open it.'],
    });
    await admin.put(`/api/v1/security/users/${id}`, { active: false });
    expect(await fieldOf(admin, { user_id: id })).toEqual({ user_id: ['This person does not exist.'] });
  });
});
