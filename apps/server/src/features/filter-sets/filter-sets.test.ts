import type { ApiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let running: InProcessApp;
let owner: ApiClient;
let viewer: ApiClient;
let other: ApiClient;
let dashboard = 0;
const ids = new Map<string, number>();

beforeAll(async () => {
  running = await startInProcess();
  owner = await running.signInAs('owner', ['Alpha']);
  viewer = await running.signInAs('viewer', ['Alpha']);
  other = await running.signInAs('other', ['Alpha']);
  for (const [name, client] of Object.entries({ owner, viewer, other }))
    ids.set(name, (await client.get('/api/v1/me/')).json.result.id);
  const made = await owner.post('/api/v1/dashboard/', { dashboard_title: 'Sales', slug: 'sales', published: true });
  dashboard = made.json.id;
});
afterAll(() => running.stop());

const path = (id?: number) => `/api/v1/dashboard/${dashboard}/filtersets${id === undefined ? '' : `/${id}`}`;
const params = { nativeFilters: { 'FILTER-1': { value: ['EU'] } }, dataMask: { 'FILTER-1': { filterState: {} } } };
const shared = (name: string) => ({
  name,
  owner_type: 'Dashboard',
  owner_id: dashboard,
  json_metadata: JSON.stringify(params),
});
const own = (name: string, user: string) => ({ ...shared(name), owner_type: 'User', owner_id: ids.get(user) });
const namesFor = async (client: ApiClient) =>
  (await client.get(path())).json.result.map((row: { name: string }) => row.name);

describe('filter sets of a dashboard', () => {
  it('are saved under a name by who may edit it, and read by all who see it [FST-001, API-038, API-039]', async () => {
    const made = await owner.post(path(), { ...shared('Europe'), description: 'Only Europe' });
    expect([made.status, made.json]).toEqual([
      201,
      {
        id: expect.any(Number),
        name: 'Europe',
        description: 'Only Europe',
        owner_type: 'Dashboard',
        owner_id: dashboard,
        dashboard_id: dashboard,
        params,
      },
    ]);
    const { json } = await viewer.get('/api/v1/dashboard/sales/filtersets');
    expect(json).toEqual({
      count: 1,
      ids: [made.json.id],
      result: [
        {
          ...made.json,
          created_on: expect.any(String),
          changed_on: expect.any(String),
          created_by_fk: ids.get('owner'),
          changed_by_fk: ids.get('owner'),
          last_modified_time: expect.any(Number),
        },
      ],
    });
  });

  it('of a dashboard belong to it and to no other [FST-008]', async () => {
    const elsewhere = await owner.post(path(), { ...shared('Elsewhere'), owner_id: dashboard + 1 });
    expect([elsewhere.status, elsewhere.json.message]).toEqual([
      400,
      { owner_id: ['Must be the id of the dashboard when owner_type is Dashboard.'] },
    ]);
    expect(await namesFor(owner)).not.toContain('Elsewhere');
  });

  it('of a viewer are his own: nobody else sees, changes or removes them [PRM-006]', async () => {
    const made = await viewer.post(path(), own('Mine', 'viewer'));
    expect([made.status, made.json.owner_type, made.json.owner_id]).toEqual([201, 'User', ids.get('viewer')]);
    expect(await namesFor(viewer)).toContain('Mine');
    expect(await namesFor(other)).not.toContain('Mine');
    expect(await namesFor(owner)).not.toContain('Mine');
    expect((await other.put(path(made.json.id), { name: 'Stolen' })).status).toBe(404);
    expect((await other.send('DELETE', path(made.json.id))).status).toBe(200);
    expect(await namesFor(viewer)).toContain('Mine');
    expect((await viewer.post(path(), own('Theirs', 'other'))).status).toBe(403);
    expect((await viewer.post(path(), shared('For all'))).status).toBe(403);
  });

  it('are renamed and overwritten [FST-005, API-040]', async () => {
    const made = await owner.post(path(), shared('Old'));
    const json_metadata = JSON.stringify({ nativeFilters: {} });
    const changed = await owner.put(path(made.json.id), { name: 'New', json_metadata });
    expect([changed.status, changed.json.name, changed.json.params]).toEqual([200, 'New', { nativeFilters: {} }]);
    expect((await viewer.put(path(made.json.id), { name: 'Not his' })).status).toBe(403);
    expect((await owner.put(path(made.json.id), { name: 'Europe' })).json.message).toEqual({
      name: ['A filter set with this name already exists.'],
    });
    expect((await owner.put(path(made.json.id), { owner_type: 'User' })).status).toBe(400);
    expect((await owner.put(path(99_999), { name: 'x' })).status).toBe(404);
  });

  it('that somebody else changed are overwritten only by who has seen that', async () => {
    const made = await owner.post(path(), shared('Twice'));
    const read = async () =>
      (await owner.get(path())).json.result.find(({ id }: { id: number }) => id === made.json.id);
    const { last_modified_time: lastRead } = await read();
    const overwrite = (value: string, last_modified_time?: number | null) =>
      owner.put(path(made.json.id), {
        json_metadata: JSON.stringify({ nativeFilters: {}, dataMask: { F: value } }),
        last_modified_time,
      });
    const first = await overwrite('first', lastRead);
    expect([first.status, first.json.last_modified_time > lastRead]).toEqual([200, true]);
    const second = await overwrite('second', lastRead);
    expect(second.status).toBe(409);
    expect(second.json.message).toMatch(/^This filter set was saved by .+ after you opened it\.$/);
    expect(second.json.errors[0].extra.last_modified_time).toBe(first.json.last_modified_time);
    expect((await read()).params.dataMask).toEqual({ F: 'first' });
    expect((await overwrite('second', first.json.last_modified_time)).status).toBe(200);
    expect((await overwrite('third')).status).toBe(200);
    expect((await overwrite('x', 'yesterday' as never)).json.message).toHaveProperty('last_modified_time');
  });

  it('of a person become the dashboard’s by who may edit it only', async () => {
    const mine = await viewer.post(path(), own('Draft', 'viewer'));
    expect((await viewer.put(path(mine.json.id), { owner_type: 'Dashboard' })).status).toBe(403);
    const kept = await owner.post(path(), own('Owner draft', 'owner'));
    const moved = await owner.put(path(kept.json.id), { owner_type: 'Dashboard' });
    expect([moved.json.owner_type, moved.json.owner_id]).toEqual(['Dashboard', dashboard]);
    expect(await namesFor(other)).toContain('Owner draft');
  });

  it('are deleted by those who may change them; one that is gone is no error [FST-006, API-041]', async () => {
    const made = await owner.post(path(), shared('Passing'));
    await owner.post(path(), shared('Staying'));
    expect((await viewer.send('DELETE', path(made.json.id))).status).toBe(403);
    const gone = await owner.send('DELETE', path(made.json.id));
    expect([gone.status, gone.json]).toEqual([200, { id: dashboard }]);
    const left = await namesFor(owner);
    expect([left.includes('Passing'), left.includes('Staying')]).toEqual([false, true]);
    expect((await owner.send('DELETE', path(made.json.id))).status).toBe(200);
  });

  it.each([
    ['no name', { name: undefined }, /name/],
    ['a long name', { name: 'x'.repeat(501) }, /name/],
    ['no JSON', { json_metadata: '{' }, /failed to parse json_metadata to json/],
    ['no filters', { json_metadata: '{}' }, /failed to parse json_metadata to json/],
    ['a list of filters', { json_metadata: '{"nativeFilters":[]}' }, /failed to parse json_metadata to json/],
    ['a mask that is text', { json_metadata: '{"nativeFilters":{},"dataMask":"x"}' }, /failed to parse/],
    ['no kind of owner', { owner_type: undefined }, /owner_type/],
    ['an owner of no kind', { owner_type: 'Team' }, /owner_type/],
    ['no person', { owner_type: 'User', owner_id: null }, /owner_id is mandatory when owner_type is User/],
    ['another dashboard', { owner_id: 77_777 }, /owner_id/],
    ['a field of no meaning', { surprise: 1 }, /surprise/],
  ])('are refused by field with %s', async (_what, change, text) => {
    const answer = await owner.post(path(), { ...shared('Refused'), ...change });
    expect(answer.status).toBe(400);
    expect(answer.text).toMatch(text);
  });

  it('do not exist for visitors, on dashboards that are not seen, or after their dashboard', async () => {
    const missing = await owner.get('/api/v1/dashboard/99999/filtersets');
    expect([missing.status, missing.json.message]).toEqual([404, "dashboard '99999' not found"]);
    const gamma = await running.signInAs('gamma', ['Gamma']);
    expect((await gamma.get(path())).status).toBe(404);
    const visitor = await fetch(`${running.url}${path()}`);
    expect(visitor.status).toBe(401);
    expect((await owner.send('DELETE', `/api/v1/dashboard/${dashboard}`)).status).toBe(200);
    const left = await running.app.services.store.selectFrom('filter_sets').selectAll().execute();
    expect(left).toEqual([]);
  });
});
