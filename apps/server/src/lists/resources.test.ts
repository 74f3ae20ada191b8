import type { ApiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addRole } from '../security-drills/drill-world-fixture.ts';

let running: InProcessApp;
let owner: ApiClient;
let other: ApiClient;
const ids = { owner: 0, dataset: 0, dashboard: 0 };

beforeAll(async () => {
  running = await startInProcess();
  owner = await running.signInAs('owner', ['Alpha', 'sql_lab']);
  other = await running.signInAs('other', ['Alpha']);
  ids.owner = (await owner.get('/api/v1/me/')).json.result.id;
  const [database] = (await running.admin.get('/api/v1/database/')).json.result;
  const source = { database: database.id, schema: 'main', sql: 'SELECT 1 AS one' };
  for (const name of ['b', 'a', 'c']) {
    const dataset = await owner.post('/api/v1/dataset/', { ...source, table_name: `set ${name}` });
    ids.dataset = dataset.json.id;
    const chart = { slice_name: `chart ${name}`, viz_type: 'table', datasource_type: 'table' };
    await owner.post('/api/v1/chart/', { ...chart, datasource_id: ids.dataset });
    ids.dashboard = (await owner.post('/api/v1/dashboard/', { dashboard_title: `board ${name}` })).json.id;
    await owner.post('/api/v1/saved_query/', { label: `query ${name}`, db_id: database.id, sql: 'SELECT 1' });
  }
});
afterAll(() => running.stop());

const resources = [
  ['chart', 'slice_name', 'chart'],
  ['dashboard', 'dashboard_title', 'board'],
  ['dataset', 'table_name', 'set'],
  ['saved_query', 'label', 'query'],
] as const;

describe.each(resources)('the list of the resource %s', (resource, name, word) => {
  const list = (q: string) => owner.get(`/api/v1/${resource}/?q=${encodeURIComponent(q)}`);
  const namesOf = (answer: { readonly json: { readonly result: readonly Record<string, string>[] } }) =>
    answer.json.result.map((row) => row[name]);

  it('is ordered and cut into pages, and counts them all [API-073]', async () => {
    const first = await list(`(order_column:${name},order_direction:desc,page:0,page_size:2)`);
    expect([namesOf(first), first.json.count]).toEqual([[`${word} c`, `${word} b`], 3]);
    const second = await list(`(order_column:${name},order_direction:desc,page:1,page_size:2)`);
    expect(namesOf(second)).toEqual([`${word} a`]);
    const upward = await list(`(order_column:${name},order_direction:asc,page:0,page_size:2)`);
    expect(namesOf(upward)).toEqual([`${word} a`, `${word} b`]);
  });

  it('is narrowed by filters of column, operator and value [API-073]', async () => {
    const found = await list(`(filters:!((col:${name},opr:ct,value:'${word} b')))`);
    expect([namesOf(found), found.json.count]).toEqual([[`${word} b`], 1]);
  });

  it('leads to each of its rows [API-074]', async () => {
    const [row] = (await list('(page_size:1)')).json.result;
    const one = await owner.get(`/api/v1/${resource}/${row.id}`);
    expect([one.status, one.json.result[name]]).toEqual([200, row[name]]);
    expect((await owner.get(`/api/v1/${resource}/99999`)).status).toBe(404);
  });

  it('tells what the caller may do with the resource, by name [LST-015]', async () => {
    const { json } = await owner.get(`/api/v1/${resource}/_info?q=(keys:!(permissions))`);
    expect(json.permissions).toEqual(expect.arrayContaining(['can_read', 'can_write']));
  });
});

describe('the choices of a relation', () => {
  const pickers = [
    'chart/related/owners',
    'dashboard/related/roles',
    'dataset/related/database',
    'saved_query/related/database',
    'query/related/database',
    'security/users/related/roles',
  ];

  it.each(pickers)('of %s come with those that are chosen, on the first page alone', async (path) => {
    const ask = (q: string) => running.admin.get(`/api/v1/${path}?q=${encodeURIComponent(q)}`);
    expect((await ask('(include_ids:!(1),page:0)')).status).toBe(200);
    const beyond = await ask('(include_ids:!(1),page:1)');
    expect(beyond.status).toBe(422);
    expect(beyond.json.message).toEqual({ include_ids: ['Cannot be used together with a page beyond the first.'] });
  });
});

describe('people to choose', () => {
  it('are narrowed by what is typed, and come a page at a time [API-078]', async () => {
    const ask = async (q: string) => (await running.admin.get(`/api/v1/chart/related/owners?q=(${q})`)).json;
    const textsOf = (answer: { readonly result: readonly { readonly text: string }[] }) =>
      answer.result.map(({ text }) => text);
    const all = await ask('page_size:50');
    expect([all.count, textsOf(all).length]).toEqual([3, 3]);
    const [narrowed, second] = [await ask('filter:othe'), await ask('page:1,page_size:2')];
    expect([narrowed.count, textsOf(narrowed)]).toEqual([1, ['other']]);
    expect([second.count, textsOf(second)]).toEqual([3, textsOf(all).slice(2)]);
  });
});

describe('what belongs to somebody', () => {
  it('is found by the id of the caller [LST-013]', async () => {
    for (const resource of ['chart', 'dashboard']) {
      const mine = `/api/v1/${resource}/?q=(filters:!((col:owners,opr:rel_m_m,value:${ids.owner})))`;
      expect((await owner.get(mine)).json.count).toBe(3);
      const { id } = (await other.get('/api/v1/me/')).json.result;
      const theirs = `/api/v1/${resource}/?q=(filters:!((col:owners,opr:rel_m_m,value:${id})))`;
      expect((await other.get(theirs)).json.count).toBe(0);
    }
  });

  it('is edited by its owners and the administrator only [PRM-004, PRM-005, PRM-016]', async () => {
    const dashboard = `/api/v1/dashboard/${ids.dashboard}`;
    await owner.put(dashboard, { published: true });
    expect((await other.put(`/api/v1/dataset/${ids.dataset}`, { description: 'x' })).status).toBe(403);
    expect((await owner.put(`/api/v1/dataset/${ids.dataset}`, { description: 'x' })).status).toBe(200);
    expect((await running.admin.put(`/api/v1/dataset/${ids.dataset}`, { description: 'y' })).status).toBe(200);
    expect((await other.put(dashboard, { dashboard_title: 'x' })).status).toBe(403);
    const { id } = (await other.get('/api/v1/me/')).json.result;
    expect((await owner.put(dashboard, { owners: [ids.owner, id] })).status).toBe(200);
    expect((await other.put(dashboard, { dashboard_title: 'ours' })).status).toBe(200);
    expect((await running.admin.put(dashboard, { dashboard_title: 'theirs' })).status).toBe(200);
    await addRole(running, 'Readers', [['can_read', 'Dashboard']]);
    const reader = await running.signInAs('reader', ['Readers']);
    const { store } = running.app.services;
    const { id: readerId } = await store
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'reader')
      .executeTakeFirstOrThrow();
    await owner.put(dashboard, { owners: [ids.owner, readerId] });
    expect((await reader.get(dashboard)).status).toBe(200);
    expect((await reader.put(dashboard, { dashboard_title: 'mine' })).status).toBe(403);
  });
});
