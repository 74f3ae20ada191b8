import { type ApiClient, apiClient } from '@powerset/testkit';
import { grantDataset, type MadeDataset, makeDataset } from '@powerset/testkit/factories';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestsADay } from './service.ts';

const path = '/api/v1/access_request/';

let running: InProcessApp;
const time = Date.parse('2026-03-02T10:00:00Z');
let admin: ApiClient;
let owner: ApiClient;
let secret: MadeDataset;
let chart = 0;
let board = 0;
let draft = 0;
let asker = 0;

beforeAll(async () => {
  running = await startInProcess({ now: () => new Date(time) });
  admin = running.admin;
  owner = await running.signInAs('owner', ['Alpha']);
  secret = await makeDataset(running, 'secret');
  const { datasetId } = secret;
  const body = { slice_name: 'Margins', viz_type: 'table', datasource_id: datasetId, datasource_type: 'table' };
  const layout = (chartId: number) => JSON.stringify({ positions: positionsOf(chartId) });
  chart = (await owner.post('/api/v1/chart/', body)).json.id;
  const made = { dashboard_title: 'Board', slug: 'board', published: true, json_metadata: layout(chart) };
  board = (await owner.post('/api/v1/dashboard/', { ...made, json_metadata: '{}' })).json.id;
  await owner.put(`/api/v1/dashboard/${board}`, { json_metadata: layout(chart) });
  draft = (await owner.post('/api/v1/dashboard/', { dashboard_title: 'Draft' })).json.id;
});
afterAll(() => running.stop());

const positionsOf = (chartId: number) => ({
  ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
  GRID_ID: { id: 'GRID_ID', type: 'GRID', children: ['ROW-1'] },
  'ROW-1': { id: 'ROW-1', type: 'ROW', children: ['CHART-1'], meta: {} },
  'CHART-1': { id: 'CHART-1', type: 'CHART', children: [], meta: { chartId, width: 4, height: 50 } },
});
/** Somebody new, who reads no data. */
const somebody = (roles = ['Gamma']) => {
  asker += 1;
  return running.signInAs(`asker${asker}`, roles);
};
const idOf = async (client: ApiClient): Promise<number> => (await client.get('/api/v1/me/')).json.result.id;
const ask = (client: ApiClient, object: number | string = board, more: object = {}) =>
  client.post(path, { object_type: 'dashboard', object: String(object), ...more });
const listFor = async (client: ApiClient, query = ''): Promise<readonly Record<string, unknown>[]> =>
  (await client.get(`${path}${query}`)).json.result;
const namesOf = (roles: readonly { name: string }[]) => roles.map(({ name }) => name);
const makeRole = async (name: string, ...datasets: MadeDataset[]): Promise<number> => {
  const { id } = (await admin.post('/api/v1/security/roles/', { name })).json;
  for (const dataset of datasets) await grantDataset(running, name, dataset);
  return id;
};

describe('asking for access', () => {
  it('is answered alike whether what is asked for is hidden or not there, now and later', async () => {
    const client = await somebody();
    expect((await client.get(`/api/v1/dashboard/${board}`)).status).toBe(404);
    const hidden = await ask(client, board, { message: ' For the plan ' });
    const missing = await ask(client, 999_999, { message: 'For the plan' });
    expect([hidden.status, missing.status]).toEqual([201, 201]);
    const bare = ({ json }: typeof hidden) => ({ ...json, id: 0, result: { ...json.result, id: 0, object: '' } });
    expect(bare(hidden)).toEqual(bare(missing));
    expect(hidden.json.result).toEqual({
      id: hidden.json.id,
      object_type: 'dashboard',
      object: String(board),
      message: 'For the plan',
      state: 'open',
      created_on: new Date(time).toISOString(),
      decided_on: null,
      answer: null,
      title: null,
      url: null,
    });
    // Its slug names the same dashboard, which nobody is told.
    expect((await ask(client, 'board')).status).toBe(201);
    for (const again of [board, 999_999])
      expect([(await ask(client, again)).status, (await ask(client, again)).text]).toEqual([
        409,
        expect.stringContaining('You have asked for it already.'),
      ]);
    const own = (await client.get(`${path}own?object_type=dashboard&object=999999`)).json.result;
    expect(own).toEqual([missing.json.result]);
  });

  it('is bounded by the words and by the day, and refused where it is wrong', async () => {
    const client = await somebody();
    expect((await ask(client, board, { message: 'x'.repeat(501) })).text).toContain('message');
    expect((await ask(client, '')).text).toContain('object');
    expect((await ask(client, board, { object_type: 'role' })).text).toContain('object_type');
    expect((await client.get(`${path}own?object_type=role`)).status).toBe(400);
    for (let count = 0; count < requestsADay; count += 1) expect((await ask(client, `none-${count}`)).status).toBe(201);
    const more = await ask(client, 'one-more');
    expect([more.status, more.text]).toEqual([429, expect.stringContaining('86400')]);
    // What was taken back counts too.
    const [last] = (await client.get(`${path}own`)).json.result;
    await client.delete(`${path}${last.id}`);
    expect((await ask(client, 'one-more')).status).toBe(429);
    const { store } = running.app.services;
    const aDayAgo = new Date(time - 86_400_000).toISOString();
    await store
      .updateTable('access_requests')
      .set({ created_on: aDayAgo })
      .where('user_id', '=', await idOf(client))
      .execute();
    expect((await ask(client, 'one-more')).status).toBe(201);
  });

  it('is for what one cannot open, by those who are signed in', async () => {
    const [first] = [await ask(owner)];
    expect([first.status, first.text]).toEqual([422, expect.stringContaining('You can open it already.')]);
    const nobody = apiClient(running.url);
    expect((await ask(nobody)).status).toBe(401);
    expect((await nobody.get(path)).status).toBe(401);
    expect((await nobody.get(`${path}own`)).status).toBe(401);
    expect((await nobody.post(`${path}1/decline`, {})).status).toBe(401);
  });

  it('can be taken back by who asked, and by nobody else', async () => {
    const client = await somebody();
    const { id } = (await ask(client)).json;
    expect((await owner.delete(`${path}${id}`)).status).toBe(404);
    expect((await client.delete(`${path}${id}`)).json).toEqual({ message: 'OK' });
    expect((await client.get(`${path}own`)).json.result).toMatchObject([{ id, state: 'withdrawn' }]);
    expect((await listFor(admin)).map((row) => row.id)).not.toContain(id);
    expect((await ask(client)).status).toBe(201);
    expect((await client.delete(`${path}999999`)).status).toBe(404);
  });
});

describe('who is asked', () => {
  it('are administrators and the owners of the object, once for a person, with who, when and the words', async () => {
    const client = await somebody();
    const { id } = (await ask(client, board, { message: 'Please' })).json;
    await ask(client, 'board');
    await ask(client, 999_999);
    const userId = await idOf(client);
    const others = await somebody(['Alpha']);
    for (const who of [admin, owner]) {
      const mine = (await listFor(who)).filter((row) => (row.user as { id: number }).id === userId);
      expect(mine).toEqual([
        {
          id,
          object_type: 'dashboard',
          object_id: board,
          title: 'Board',
          url: '/superset/dashboard/board/',
          is_draft: false,
          user: { id: userId, first_name: `asker${asker - 1}`, last_name: '' },
          message: 'Please',
          created_on: new Date(time).toISOString(),
          passed_on_by: null,
          has_access: false,
          is_grantable: who === admin,
        },
      ]);
    }
    expect(await listFor(others)).toEqual([]);
    expect(await listFor(client)).toEqual([]);
    const query = (objectId: number) =>
      `?q=(filters:!((col:object_type,opr:eq,value:dashboard),(col:object_id,opr:eq,value:${objectId})))`;
    expect(await listFor(owner, query(draft))).toEqual([]);
    expect((await listFor(owner, query(board))).map((row) => row.id)).toContain(id);
    expect((await owner.get(`${path}?q=(filters:!((col:state,opr:eq,value:open)))`)).status).toBe(400);
    for (const call of ['decline', 'pass_on'])
      expect((await others.post(`${path}${id}/${call}`, {})).status, call).toBe(404);
    expect((await owner.get(`${path}${id}/roles`)).status).toBe(403);
    expect((await owner.post(`${path}${id}/grant`, {})).status).toBe(403);
  });

  it('decline with a word, which who asked reads until it is put aside', async () => {
    const client = await somebody();
    const { id } = (await ask(client)).json;
    await ask(client, 'board');
    expect((await owner.post(`${path}${id}/decline`, { answer: 'x'.repeat(501) })).text).toContain('answer');
    expect((await owner.post(`${path}${id}/decline`, { answer: 'It is for the board' })).status).toBe(200);
    expect((await owner.post(`${path}${id}/decline`, {})).status).toBe(404);
    const news = () => client.get(`${path}own?has_news=true`);
    const [bySlug, byId] = (await news()).json.result;
    expect(byId).toMatchObject({ id, state: 'declined', answer: 'It is for the board', title: null });
    expect(bySlug).toMatchObject({ object: 'board', state: 'declined' });
    for (const one of [bySlug, byId]) await client.delete(`${path}${one.id}`);
    expect((await news()).json.result).toEqual([]);
    expect((await client.get(`${path}own`)).json.result).toMatchObject([{ state: 'declined' }, { state: 'declined' }]);
  });

  it('pass on as owners, which administrators read', async () => {
    const client = await somebody();
    const { id } = (await ask(client)).json;
    expect((await owner.post(`${path}${id}/pass_on`, {})).status).toBe(200);
    const row = (await listFor(admin)).find((one) => one.id === id);
    expect(row?.passed_on_by).toMatchObject({ first_name: 'owner' });
  });
});

describe('letting somebody in', () => {
  it('gives one of the roles that open it, the narrowest first, with what else each opens', async () => {
    const other = await makeDataset(running, 'other');
    const wide = await makeRole('Wide', secret, other);
    const narrow = await makeRole('Narrow', secret);
    await makeRole('Elsewhere', other);
    const client = await somebody();
    const { id } = (await ask(client)).json;
    const { result } = (await admin.get(`${path}${id}/roles`)).json;
    expect(namesOf(result)).toEqual(['Narrow', 'Wide', 'Alpha']);
    expect(result[0]).toEqual({
      id: narrow,
      name: 'Narrow',
      is_built_in: false,
      user_count: 0,
      sees_all_data: false,
      data_grants: { count: 1, names: [expect.stringContaining('[secret]')] },
      readable_datasets: 1,
      datasets: 1,
    });
    expect(result.at(-1)).toMatchObject({ sees_all_data: true, is_built_in: true });
    const elsewhere = (await admin.get('/api/v1/security/roles/?q=(page_size:100)')).json.result.find(
      ({ name }: { name: string }) => name === 'Elsewhere',
    );
    const grant = (roleId: number | null) => admin.post(`${path}${id}/grant`, { role_id: roleId });
    for (const wrong of [elsewhere.id, 1, null]) expect((await grant(wrong)).text).toContain('role_id');
    expect((await grant(narrow)).json).toEqual({ message: 'OK' });
    expect((await client.get(`/api/v1/dashboard/${board}`)).status).toBe(200);
    expect((await client.get(`${path}own?has_news=true`)).json.result).toMatchObject([
      { id, state: 'granted', title: 'Board', url: '/superset/dashboard/board/' },
    ]);
    expect((await grant(wide)).status).toBe(404);
    expect((await admin.get(`${path}${id}/roles`)).status).toBe(404);
  });

  it('opens charts and datasets in the same way', async () => {
    for (const [type, object, address] of [
      ['chart', chart, `/api/v1/chart/${chart}`],
      ['dataset', secret.datasetId, `/api/v1/dataset/${secret.datasetId}`],
    ] as const) {
      const client = await somebody();
      const { id } = (await ask(client, object, { object_type: type })).json;
      expect((await ask(client, 999_999, { object_type: type })).status).toBe(201);
      expect((await ask(client, 'no-number', { object_type: type })).status).toBe(201);
      const [role] = (await admin.get(`${path}${id}/roles`)).json.result;
      expect((await admin.post(`${path}${id}/grant`, { role_id: role.id })).status).toBe(200);
      expect((await client.get(address)).status, type).toBe(200);
    }
  });

  it('of a draft is done by no role, and of who sees it by now by none at all', async () => {
    const client = await somebody();
    const { id } = (await ask(client, draft)).json;
    expect((await admin.get(`${path}${id}/roles`)).json.result).toEqual([]);
    expect((await listFor(admin)).find((row) => row.id === id)).toMatchObject({ is_draft: true, has_access: false });
    const owners = [await idOf(owner), await idOf(client)];
    await owner.put(`/api/v1/dashboard/${draft}`, { owners });
    expect((await listFor(admin)).find((row) => row.id === id)).toMatchObject({ has_access: true });
    expect((await admin.post(`${path}${id}/grant`, {})).status).toBe(200);
    expect((await listFor(admin)).find((row) => row.id === id)).toBeUndefined();
  });

  it('of what was deleted, or of who was, asks nobody any more', async () => {
    const client = await somebody();
    const gone = (await owner.post('/api/v1/dashboard/', { dashboard_title: 'Gone' })).json.id;
    const first = (await ask(client, gone)).json.id;
    const second = (await ask(client)).json.id;
    await owner.delete(`/api/v1/dashboard/${gone}`);
    expect((await listFor(admin)).map((row) => row.id)).not.toContain(first);
    await admin.delete(`/api/v1/security/users/${await idOf(client)}`);
    expect((await listFor(admin)).map((row) => row.id)).not.toContain(second);
  });
});

it('a dashboard that names roles is opened by these alone', async () => {
  const based = await startInProcess({ env: { POWERSET_FEATURES: 'DASHBOARD_RBAC' } });
  try {
    const role = (await based.admin.post('/api/v1/security/roles/', { name: 'Readers' })).json.id;
    const made = { dashboard_title: 'Named', published: true, roles: [role] };
    const { id: dashboard } = (await based.admin.post('/api/v1/dashboard/', made)).json;
    const client = await based.signInAs('reader', ['Gamma']);
    const { id } = (await ask(client, dashboard)).json;
    expect(namesOf((await based.admin.get(`${path}${id}/roles`)).json.result)).toEqual(['Readers']);
    expect((await based.admin.post(`${path}${id}/grant`, { role_id: role })).status).toBe(200);
    expect((await client.get(`/api/v1/dashboard/${dashboard}`)).status).toBe(200);
  } finally {
    await based.stop();
  }
});
