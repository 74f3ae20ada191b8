import { type ApiClient, apiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { User } from '../../access/index.ts';
import { openSharedMemory } from '../../cache/shared-memory-for-tests.ts';
import { createPresence, presenceBounds, presenceMs } from './presence.ts';

const person = (id: number): User => ({
  id,
  username: `u${id}`,
  firstName: `First${id}`,
  lastName: 'Last',
  email: '',
  isAnonymous: false,
  tokenEpoch: 0,
  roles: [],
  permissions: new Set(),
});

describe('who has a dashboard open', () => {
  let time = 0;
  const start = (bounds = presenceBounds) => createPresence({ now: () => new Date(time) }, bounds);
  const page = (key: string, dashboardId = 1) => ({ dashboardId, key });
  const names = (people: readonly { first_name: string; is_editing: boolean }[]) =>
    people.map((one) => `${one.first_name}${one.is_editing ? ' edits' : ''}`);

  it('is told to the others, those who edit first, each person once', () => {
    const presence = start();
    expect(presence.beat(person(1), page('a'), false)).toEqual([]);
    presence.beat(person(2), page('a'), true);
    presence.beat(person(2), page('b'), false);
    presence.beat(person(3), page('a', 2), true);
    expect(names(presence.beat(person(1), page('a'), false))).toEqual(['First2 edits']);
    expect(names(presence.beat(person(1), page('b'), true))).toEqual(['First2 edits', 'First1']);
    expect(names(presence.beat(person(2), page('b'), false))).toEqual(['First2 edits', 'First1 edits']);
  });

  it('ends when the page is left, or has not been heard of for a while', () => {
    const presence = start();
    presence.beat(person(1), page('a'), false);
    presence.beat(person(2), page('a'), false);
    presence.leave(person(3), page('a'));
    expect(names(presence.beat(person(1), page('a'), false))).toEqual(['First2']);
    presence.leave(person(2), page('a'));
    expect(presence.beat(person(1), page('a'), false)).toEqual([]);
    presence.beat(person(2), page('a'), false);
    time += presenceMs;
    expect(presence.beat(person(1), page('a'), false)).toEqual([]);
  });

  it('is known to all processes that share a memory, whichever the pages come to', () => {
    const { shared } = openSharedMemory();
    const [one, other] = [0, 1].map(() => createPresence({ now: () => new Date(time), shared }));
    one!.beat(person(1), page('a'), true);
    expect(names(other!.beat(person(2), page('a'), false))).toEqual(['First1 edits']);
    // The next sign of the same page comes to another process.
    expect(names(other!.beat(person(1), page('a'), false))).toEqual(['First2']);
    expect(names(one!.beat(person(3), page('a'), false))).toEqual(['First2', 'First1']);
    other!.leave(person(1), page('a'));
    expect(names(one!.beat(person(3), page('a'), false))).toEqual(['First2']);
  });

  it('is bounded: pages of one person, people told of, pages in all', () => {
    const presence = start({ visitorsShown: 2, visitsPerPerson: 2, visits: 4 });
    for (const key of ['a', 'b', 'c']) presence.beat(person(1), page(key), key === 'a');
    expect(names(presence.beat(person(2), page('a'), false))).toEqual(['First1']);
    for (const id of [3, 4, 5]) presence.beat(person(id), page('a'), false);
    expect(presence.beat(person(6), page('a', 2), false)).toEqual([]);
    expect(presence.beat(person(7), page('a', 2), false)).toEqual([]);
    expect(names(presence.beat(person(9), page('a'), false))).toEqual(['First1', 'First2']);
    time += presenceMs;
    presence.beat(person(6), page('a', 2), false);
    expect(names(presence.beat(person(7), page('a', 2), false))).toEqual(['First6']);
  });
});

describe('the calls of a page that is open', () => {
  let running: InProcessApp;
  let ann: ApiClient;
  let bob: ApiClient;
  let id: number;
  beforeAll(async () => {
    running = await startInProcess();
    ann = await running.signInAs('ann', ['Alpha']);
    bob = await running.signInAs('bob', ['Alpha']);
    const body = { dashboard_title: 'Open', slug: 'open', published: true };
    id = (await ann.post('/api/v1/dashboard/', body)).json.id;
  });
  afterAll(() => running.stop());
  const address = (of: number | string = id) => `/api/v1/dashboard/${of}/presence`;
  const beat = (client: ApiClient, body: object = {}, of: number | string = id) =>
    client.post(address(of), { visit: 'page-1', is_editing: false, ...body });

  it('say who else is there by id and slug, and end what they began', async () => {
    expect((await beat(ann, { is_editing: true })).json).toEqual({ result: [] });
    const answer = await beat(bob, {}, 'open');
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json.result).toMatchObject([{ first_name: 'ann', is_editing: true }]);
    expect((await bob.delete(`${address()}/page-1`)).status).toBe(200);
    expect((await beat(ann)).json.result).toEqual([]);
  });

  it('are refused by name where they are wrong', async () => {
    expect((await beat(ann, { visit: '' })).status).toBe(400);
    expect((await beat(ann, { visit: 'x'.repeat(41) })).text).toContain('visit');
    expect((await beat(ann, { is_editing: 'perhaps' })).text).toContain('is_editing');
    expect((await beat(ann, { more: 1 })).status).toBe(400);
    expect((await ann.delete(`${address()}/${'x'.repeat(41)}`)).status).toBe(400);
  });

  it('tell nothing to strangers, visitors, and people who may not see the dashboard', async () => {
    await beat(ann);
    const draft = (await ann.post('/api/v1/dashboard/', { dashboard_title: 'Draft' })).json.id;
    await beat(ann, {}, draft);
    const gamma = await running.signInAs('carl', ['Gamma']);
    expect((await beat(gamma, {}, draft)).status).toBe(404);
    expect((await beat(ann, {}, 999_999)).status).toBe(404);
    expect((await gamma.delete(`${address(draft)}/page-1`)).status).toBe(404);
    const nobody = apiClient(running.url);
    expect((await beat(nobody)).status).toBe(401);
    expect((await nobody.delete(`${address()}/page-1`)).status).toBe(401);
    const none = await running.signInAs('dora', []);
    expect((await beat(none)).status).toBe(403);
    expect((await none.delete(`${address()}/page-1`)).status).toBe(403);
  });

  it('tell a visitor no names, also where visitors read the dashboard', async () => {
    const open = await startInProcess({ env: { POWERSET_PUBLIC_ROLE_LIKE: 'Gamma' } });
    const body = { dashboard_title: 'For all', published: true };
    const published = (await open.admin.post('/api/v1/dashboard/', body)).json.id;
    await beat(open.admin, {}, published);
    const visitor = apiClient(open.url);
    const answer = await beat(visitor, {}, published);
    expect([answer.status, answer.json.result]).toEqual([401, undefined]);
    expect((await beat(open.admin, { visit: 'page-2' }, published)).json.result).toHaveLength(1);
    await open.stop();
  });

  it('write nothing to the store', async () => {
    const before = (await ann.get(`/api/v1/dashboard/${id}`)).json.result;
    await beat(bob, { is_editing: true });
    expect((await ann.get(`/api/v1/dashboard/${id}`)).json.result.last_modified_time).toBe(before.last_modified_time);
  });
});
