import type { ApiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addRole } from '../../security-drills/drill-world-fixture.ts';

const path = '/api/v1/tag/';

let running: InProcessApp;
let admin: ApiClient;
let owner: ApiClient;
let other: ApiClient;
const ids = { dataset: 0, chart: 0, board: 0, query: 0 };

const list = (client: ApiClient, resource: string, filter: string) =>
  client.get(`/api/v1/${resource}/?q=${encodeURIComponent(`(filters:!(${filter}))`)}`);
const objectsOf = async (client: ApiClient, query: string) =>
  (await client.get(`${path}get_objects/?${query}`)).json.result.map((row: { type: string; name: string }) => [
    row.type,
    row.name,
  ]);
const newTag = async (client: ApiClient, body: object) => {
  const made = await client.post(path, body);
  expect(made.status, made.text).toBe(201);
  return Number(made.json.id);
};
async function newChart(client: ApiClient, name: string): Promise<number> {
  const body = { slice_name: name, viz_type: 'table', datasource_id: ids.dataset, datasource_type: 'table' };
  return (await client.post('/api/v1/chart/', body)).json.id;
}

beforeAll(async () => {
  running = await startInProcess();
  admin = running.admin;
  owner = await running.signInAs('owner', ['Alpha', 'sql_lab']);
  await addRole(running, 'Guests of tags', [
    ['can_read', 'Tag'],
    ['can_write', 'Tag'],
    ['can_read', 'Chart'],
    ['can_write', 'Chart'],
    ['can_read', 'Dashboard'],
    ['can_read', 'SavedQuery'],
  ]);
  other = await running.signInAs('other', ['Guests of tags']);
  const [database] = (await admin.get('/api/v1/database/')).json.result;
  const source = { database: database.id, schema: 'main', sql: 'SELECT 1 AS one', table_name: 'sales' };
  ids.dataset = (await owner.post('/api/v1/dataset/', source)).json.id;
  ids.chart = await newChart(owner, 'Revenue');
  ids.board = (await owner.post('/api/v1/dashboard/', { dashboard_title: 'Board' })).json.id;
  const query = { label: 'All', db_id: database.id, sql: 'SELECT 1' };
  ids.query = (await owner.post('/api/v1/saved_query/', query)).json.id;
});
afterAll(() => running.stop());

describe('tags', () => {
  it('are made, listed, read, changed and deleted', async () => {
    const id = await newTag(owner, { name: ' Finance ', description: 'Money' });
    expect((await owner.get(`${path}${id}`)).json.result).toMatchObject({
      ...{ name: 'Finance', description: 'Money', type: 1, is_editable: true },
      created_by: { first_name: expect.any(String) },
    });
    expect((await list(owner, 'tag', '(col:name,opr:tag_all_text,value:mon)')).json.ids).toEqual([id]);
    expect((await owner.put(`${path}${id}`, { name: 'Accounts' })).json).toEqual({ id, result: { name: 'Accounts' } });
    expect((await owner.get(`${path}${id}`)).json.result).toMatchObject({ name: 'Accounts', description: 'Money' });
    expect((await owner.delete(`${path}${id}`)).json).toEqual({ message: 'OK' });
    expect((await owner.get(`${path}${id}`)).status).toBe(404);
    const both = [await newTag(owner, { name: 'One' }), await newTag(owner, { name: 'Two' })];
    expect((await owner.delete(`${path}?q=!(${both})`)).json.message).toBe('Deleted 2 tags');
  });

  it('refuse what makes no sense, naming the field', async () => {
    const id = await newTag(owner, { name: 'Taken' });
    const refusal = async (body: object) => {
      const answer = await owner.post(path, body);
      return [answer.status, Object.keys(answer.json.message)];
    };
    expect(await refusal({ name: 'Taken' })).toEqual([422, ['name']]);
    for (const name of ['', ' ', 'type:chart', 'a,b', 'x'.repeat(251), 'two\nlines'])
      expect(await refusal({ name })).toEqual([400, ['name']]);
    expect(await refusal({ name: 'Odd', objects_to_tag: [['table', 1]] })).toEqual([400, ['objects_to_tag']]);
    expect(await refusal({ name: 'Odd', objects_to_tag: [['chart', 98765]] })).toEqual([422, ['objects_to_tag']]);
    expect((await owner.put(`${path}98765`, { name: 'x' })).status).toBe(404);
    expect((await owner.delete(`${path}?q=!(${id},98765)`)).status).toBe(404);
    expect((await owner.get(`${path}${id}`)).status).toBe(200);
  });

  it('are renamed and deleted by who made them and by administrators alone', async () => {
    const id = await newTag(owner, { name: 'Mine' });
    expect((await other.get(`${path}${id}`)).json.result.is_editable).toBe(false);
    expect((await other.put(`${path}${id}`, { name: 'Theirs' })).status).toBe(403);
    expect((await other.delete(`${path}${id}`)).status).toBe(403);
    expect((await admin.put(`${path}${id}`, { description: 'Ours' })).status).toBe(200);
    expect((await fetch(`${running.url}${path}`)).status).toBe(401);
  });

  it('are starred by each for oneself', async () => {
    const id = await newTag(owner, { name: 'Starred' });
    expect((await owner.post(`${path}${id}/favorites/`, {})).json).toEqual({ result: 'OK' });
    expect((await owner.get(`${path}favorite_status/?q=!(${id})`)).json.result).toEqual([{ id, value: true }]);
    expect((await other.get(`${path}favorite_status/?q=!(${id})`)).json.result).toEqual([{ id, value: false }]);
    expect((await list(owner, 'tag', '(col:id,opr:tag_is_favorite,value:!t)')).json.ids).toEqual([id]);
    await owner.delete(`${path}${id}/favorites/`);
    expect((await owner.get(`${path}favorite_status/?q=!(${id})`)).json.result).toEqual([{ id, value: false }]);
  });
});

describe('objects', () => {
  it('carry tags of every kind, and are found by them', async () => {
    const objects = [
      ['chart', ids.chart],
      ['dashboard', ids.board],
      [4, ids.dataset],
      ['query', ids.query],
    ];
    const id = await newTag(owner, { name: 'Everywhere', objects_to_tag: objects });
    expect(new Set(await objectsOf(owner, 'tags=Everywhere'))).toEqual(
      new Set([
        ['chart', 'Revenue'],
        ['dashboard', 'Board'],
        ['dataset', 'sales'],
        ['query', 'All'],
      ]),
    );
    expect(await objectsOf(owner, `tagIds=${id}&types=dashboard`)).toEqual([['dashboard', 'Board']]);
    expect((await owner.get(`${path}get_objects/?tagIds=${id}&page=1&page_size=3`)).json.result).toHaveLength(1);
    for (const [resource, word] of [
      ['chart', 'chart'],
      ['dashboard', 'dashboard'],
      ['saved_query', 'saved_query'],
      ['dataset', 'dataset'],
    ] as const) {
      const found = await list(owner, resource, `(col:tags,opr:${word}_tag_id,value:${id})`);
      expect(found.json.result[0].tags).toEqual([{ id, name: 'Everywhere', type: 1 }]);
      expect((await list(owner, resource, `(col:tags,opr:${word}_tags,value:everyw)`)).json.count).toBe(1);
      expect((await list(owner, resource, `(col:tags,opr:rel_m_m,value:!(98765))`)).json.count).toBe(0);
    }
    expect((await owner.get(`/api/v1/chart/${ids.chart}`)).json.result.tags).toEqual([
      { id, name: 'Everywhere', type: 1 },
    ]);
  });

  it('get tags by name, as 6.1 and as older clients send them, and lose them by name', async () => {
    const own = `${path}chart/${ids.chart}/`;
    expect((await owner.post(own, { tags: ['New one'] })).status).toBe(201);
    const older = await owner.post(`${path}2/${ids.chart}/`, { properties: { tags: ['New two'] } });
    expect([older.status, older.text]).toEqual([201, '']);
    const missing = await owner.post(own, { properties: {} });
    expect([missing.status, missing.text]).toEqual([400, expect.stringContaining("'tags' in 'properties'")]);
    expect(await objectsOf(owner, 'tags=New one')).toEqual([['chart', 'Revenue']]);
    expect((await owner.delete(`${own}New%20one/`)).json).toEqual({ message: 'OK' });
    expect(await objectsOf(owner, 'tags=New one')).toEqual([]);
    expect((await owner.delete(`${own}New%20one/`)).status).toBe(404);
    expect((await owner.post(`${path}chart/98765/`, { tags: ['x'] })).status).toBe(404);
    expect((await owner.post(`${path}table/1/`, { tags: ['x'] })).status).toBe(404);
  });

  it('are tagged by who may change them; others are left out and named', async () => {
    const hidden = (await owner.post('/api/v1/dashboard/', { dashboard_title: 'Draft' })).json.id;
    const before = (await other.get(path)).json.count;
    const asked = [{ name: 'Wanted', objects_to_tag: [['dashboard', hidden]] }];
    expect((await other.post(`${path}bulk_create`, { tags: asked })).json.result).toEqual({
      objects_tagged: [],
      objects_skipped: [['dashboard', hidden]],
    });
    expect((await other.get(path)).json.count).toBe(before);
    expect((await other.post(`${path}dashboard/${hidden}/`, { tags: ['Wanted'] })).status).toBe(404);
    const done = await owner.post(`${path}bulk_create`, { tags: asked });
    expect(done.json.result.objects_tagged).toEqual([['dashboard', hidden]]);
    expect(await objectsOf(other, 'tags=Wanted')).toEqual([]);
    expect(await objectsOf(other, '')).toEqual([]);
    expect(await objectsOf(admin, 'tags=Wanted&types=dashboard')).toEqual([['dashboard', 'Draft']]);
    await owner.put(`/api/v1/dashboard/${hidden}`, { published: true });
    const seen = await running.signInAs('reader', ['Alpha']);
    expect(await objectsOf(seen, 'tags=Wanted')).toEqual([['dashboard', 'Draft']]);
    expect((await seen.post(`${path}dashboard/${hidden}/`, { tags: ['x'] })).status).toBe(403);
    expect((await seen.post(path, { name: 'x', objects_to_tag: [['dashboard', hidden]] })).status).toBe(403);
  });

  it('take their tags with what else they are saved with', async () => {
    const [one, two] = [await newTag(owner, { name: 'First' }), await newTag(owner, { name: 'Second' })];
    for (const [resource, id] of [
      ['chart', ids.chart],
      ['dashboard', ids.board],
    ] as const) {
      const address = `/api/v1/${resource}/${id}`;
      expect((await owner.put(address, { tags: [one, two] })).status).toBe(200);
      const namesOf = async () => (await owner.get(address)).json.result.tags.map((tag: { name: string }) => tag.name);
      expect(await namesOf()).toEqual(['First', 'Second']);
      expect((await owner.put(address, { tags: [98765] })).json.message).toEqual({ tags: ['Some tags do not exist'] });
      await owner.put(address, { tags: [two] });
      expect(await namesOf()).toEqual(['Second']);
    }
  });

  it('carry at most fifty tags', async () => {
    const own = `${path}chart/${await newChart(owner, 'Full')}/`;
    const names = Array.from({ length: 50 }, (_, at) => `t${at}`);
    expect((await owner.post(own, { tags: names })).status).toBe(201);
    const more = await owner.post(own, { tags: ['one more'] });
    expect([more.status, more.json.message]).toEqual([422, { tags: ['An object carries at most 50 tags.'] }]);
    expect((await list(owner, 'tag', "(col:name,opr:eq,value:'one more')")).json.count).toBe(0);
  });

  it('keep what somebody else tagged when a tag’s objects are named anew', async () => {
    const third = await newChart(admin, 'Of the administrator');
    const id = await newTag(owner, { name: 'Shared', objects_to_tag: [['chart', ids.chart]] });
    await admin.post(`${path}chart/${third}/`, { tags: ['Shared'] });
    const changed = await owner.put(`${path}${id}`, { name: 'Shared', objects_to_tag: [['dashboard', ids.board]] });
    expect(changed.status).toBe(200);
    expect(new Set(await objectsOf(owner, `tagIds=${id}`))).toEqual(
      new Set([
        ['chart', 'Of the administrator'],
        ['dashboard', 'Board'],
      ]),
    );
  });

  it('leave nothing behind when they are deleted', async () => {
    const chart = await newChart(owner, 'Short-lived');
    const query = (await owner.post('/api/v1/saved_query/', { label: 'Short-lived', sql: 'SELECT 1' })).json.id;
    const objects = [
      ['chart', chart],
      ['query', query],
    ];
    const id = await newTag(owner, { name: 'Gone', objects_to_tag: objects });
    await owner.post(`/api/v1/saved_query/${query}/favorites/`, {});
    await owner.delete(`/api/v1/chart/${chart}`);
    await owner.delete(`/api/v1/saved_query/${query}`);
    const { store } = running.app.services;
    expect(await store.selectFrom('tagged_objects').selectAll().where('tag_id', '=', id).execute()).toEqual([]);
    expect(await store.selectFrom('favorites').selectAll().where('object_type', '=', 'saved_query').execute()).toEqual(
      [],
    );
  });
});

describe('saved queries', () => {
  it('are starred, and found by their star', async () => {
    const own = '/api/v1/saved_query/';
    expect((await owner.post(`${own}${ids.query}/favorites/`, {})).json).toEqual({ result: 'OK' });
    expect((await owner.get(`${own}favorite_status/?q=!(${ids.query})`)).json.result).toEqual([
      { id: ids.query, value: true },
    ]);
    expect((await list(owner, 'saved_query', '(col:id,opr:saved_query_is_fav,value:!t)')).json.ids).toEqual([
      ids.query,
    ]);
    expect((await other.post(`${own}${ids.query}/favorites/`, {})).status).toBe(404);
    await owner.delete(`${own}${ids.query}/favorites/`);
    expect((await list(owner, 'saved_query', '(col:id,opr:saved_query_is_fav,value:!t)')).json.ids).toEqual([]);
  });
});

it('are nowhere while the feature is off', async () => {
  const without = await startInProcess({ env: { POWERSET_FEATURES: '-TAGGING_SYSTEM' } });
  expect((await without.admin.get(path)).status).toBe(404);
  expect((await without.admin.post(path, { name: 'x' })).status).toBe(404);
  await without.stop();
});
