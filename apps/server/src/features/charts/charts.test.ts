import { encodeRison } from '@powerset/contract';
import type { ApiClient } from '@powerset/testkit';
import { apiClient } from '@powerset/testkit';
import { type MadeDataset, makeDataset, startSalesWorld } from '@powerset/testkit/factories';
import type { InProcessApp } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let running: InProcessApp;
let admin: ApiClient;
let alpha: ApiClient;
let gamma: ApiClient;
let sales: MadeDataset;
let secret: MadeDataset;

beforeAll(async () => {
  ({ running, admin, alpha, gamma, sales, secret } = await startSalesWorld());
});
afterAll(() => running.stop());

const path = '/api/v1/chart/';
const list = (client: ApiClient, q: object) => client.get(`${path}?q=${encodeURIComponent(encodeRison(q))}`);
const namesOf = (answer: { json: { result: { slice_name: string }[] } }) =>
  answer.json.result.map((chart) => chart.slice_name);

async function create(client: ApiClient, name: string, more: object = {}): Promise<number> {
  const answer = await client.post(path, {
    slice_name: name,
    datasource_id: sales.datasetId,
    datasource_type: 'table',
    viz_type: 'pie',
    params: '{"metric":"count"}',
    ...more,
  });
  expect(answer.status, answer.text).toBe(201);
  return answer.json.id;
}

describe('saving charts', () => {
  it('creates a chart that belongs to its maker, and reads it back', async () => {
    const id = await create(alpha, 'Sales by region', { description: 'By <b>region</b>' });
    const { result } = (await alpha.get(`${path}${id}`)).json;
    expect(result).toMatchObject({ slice_name: 'Sales by region', viz_type: 'pie', params: '{"metric":"count"}' });
    expect(result.owners).toEqual([{ id: expect.any(Number), first_name: 'alpha', last_name: '' }]);
    const [row] = (await list(alpha, { filters: [{ col: 'id', opr: 'eq', value: id }] })).json.result;
    expect(row).toMatchObject({
      form_data: { metric: 'count', slice_id: id, viz_type: 'pie', datasource: `${sales.datasetId}__table` },
      datasource_name_text: 'main.sales',
      datasource_url: `/explore/?datasource_type=table&datasource_id=${sales.datasetId}`,
      slice_url: `/explore/?slice_id=${id}`,
      changed_on_delta_humanized: expect.any(String),
      description_markeddown: '<p>By &lt;b&gt;region&lt;/b&gt;</p>',
    });
  });

  it('names the fields of a chart that cannot be', async () => {
    const answer = await alpha.post(path, { viz_type: 'pie' });
    expect(answer.status).toBe(400);
    expect(answer.json.message).toMatchObject({
      slice_name: ['Missing data for required field.'],
      datasource_id: ['Missing data for required field.'],
    });
    const base = { slice_name: 'x', datasource_id: sales.datasetId, datasource_type: 'table' };
    expect((await alpha.post(path, { ...base, params: '{' })).json.message).toEqual({ params: ['JSON not valid'] });
    expect((await alpha.post(path, { ...base, colour: 1 })).json.message).toEqual({ colour: ['Unknown field.'] });
    const gone = await alpha.post(path, { ...base, datasource_id: 9999 });
    expect([gone.status, gone.json.message]).toEqual([422, { datasource_id: ['Datasource does not exist'] }]);
    const owners = await alpha.post(path, { ...base, owners: [9999] });
    expect([owners.status, owners.json.message]).toEqual([422, { owners: ['Owners are invalid'] }]);
    const dashboards = await alpha.post(path, { ...base, dashboards: [9999] });
    expect([dashboards.status, dashboards.json.message]).toEqual([422, { dashboards: ['Dashboards do not exist'] }]);
  });

  it('does not let a chart stand on a dataset that its author may not read', async () => {
    const body = { slice_name: 'x', datasource_id: secret.datasetId, datasource_type: 'table' };
    const answer = await gamma.post(path, body);
    expect([answer.status, answer.json.message]).toEqual([422, { datasource_id: ['Datasource does not exist'] }]);
  });

  it('lets owners and Admin change a chart, and nobody else [PRM-006]', async () => {
    const id = await create(alpha, 'Mine');
    expect((await alpha.put(`${path}${id}`, { slice_name: 'Mine, better' })).json).toEqual({
      id,
      result: { slice_name: 'Mine, better' },
    });
    expect((await admin.put(`${path}${id}`, { cache_timeout: 60 })).status).toBe(200);
    expect((await gamma.put(`${path}${id}`, { slice_name: 'Taken' })).status).toBe(403);
    expect((await apiClient(running.url).put(`${path}${id}`, {})).status).toBe(401);
    expect((await alpha.put(`${path}999999`, {})).status).toBe(404);
    expect((await alpha.put(`${path}abc`, {})).status).toBe(404);
    expect((await alpha.get(`${path}${id}`)).json.result).toMatchObject({
      slice_name: 'Mine, better',
      cache_timeout: 60,
    });
  });

  it('keeps the owner who saves, so that nobody locks himself out', async () => {
    const id = await create(alpha, 'Shared');
    const other = (await gamma.get('/api/v1/me/')).json.result.id;
    await alpha.put(`${path}${id}`, { owners: [other] });
    const { owners } = (await alpha.get(`${path}${id}`)).json.result;
    expect(owners.map((owner: { first_name: string }) => owner.first_name).sort()).toEqual(['alpha', 'gamma']);
  });

  it('is overwritten by who has seen the last save, or asks for no guard', async () => {
    const id = await create(alpha, 'Twice saved');
    const readAt = async () =>
      (await alpha.get(`/api/v1/explore/?slice_id=${id}`)).json.result.slice.last_modified_time as number;
    const save = (slice_name: string, last_modified_time?: unknown) =>
      alpha.put(`/api/v1/chart/${id}`, { slice_name, last_modified_time });
    const opened = await readAt();
    expect((await save('First', opened)).status).toBe(200);
    const late = await save('Second', opened);
    expect([late.status, late.json.message]).toEqual([
      409,
      expect.stringMatching(/^This chart was saved by .+ after you opened it\.$/),
    ]);
    expect((await alpha.get(`/api/v1/chart/${id}`)).json.result.slice_name).toBe('First');
    await alpha.put(`/api/v1/chart/${id}`, { query_context: '{}', query_context_generation: true });
    expect((await save('Second', late.json.errors[0].extra.last_modified_time)).status).toBe(200);
    expect((await save('Third')).status).toBe(200);
    expect((await save('x', 'now')).json.message).toHaveProperty('last_modified_time');
  });

  it('does not count a generated query context as a save', async () => {
    const id = await create(alpha, 'Generated');
    const before = (await list(alpha, { filters: [{ col: 'id', opr: 'eq', value: id }] })).json.result[0];
    await admin.put(`${path}${id}`, { query_context: '{}', query_context_generation: true });
    const after = (await list(alpha, { filters: [{ col: 'id', opr: 'eq', value: id }] })).json.result[0];
    expect(after.last_saved_at).toBe(before.last_saved_at);
    expect(after.last_saved_by.id).toBe(before.last_saved_by.id);
  });

  it('deletes one chart or several, or none when one of them is not the caller’s [API-064]', async () => {
    const [a, b, c] = [await create(alpha, 'a'), await create(alpha, 'b'), await create(admin, 'c')];
    expect((await alpha.delete(`${path}?q=!(${a},${c})`)).status).toBe(403);
    expect((await alpha.get(`${path}${a}`)).status).toBe(200);
    expect((await alpha.delete(`${path}?q=!(${a},${b})`)).json).toEqual({ message: 'Deleted 2 charts' });
    expect((await admin.delete(`${path}${c}`)).json).toEqual({ message: 'OK' });
    expect((await admin.delete(`${path}${c}`)).status).toBe(404);
    expect((await alpha.delete(`${path}?q=x`)).status).toBe(400);
  });
});

describe('the list of charts', () => {
  it('shows a user the charts on data that he may read, and his own [PRM-006]', async () => {
    await create(admin, 'On sales');
    const hidden = await create(admin, 'On secret', { datasource_id: secret.datasetId });
    const names = namesOf(await list(gamma, { page_size: 100 }));
    expect(names).toContain('On sales');
    expect(names).not.toContain('On secret');
    expect((await gamma.get(`${path}${hidden}`)).status).toBe(404);
    expect((await gamma.put(`${path}${hidden}`, { slice_name: 'x' })).status).toBe(404);
    expect((await gamma.delete(`${path}${hidden}`)).status).toBe(404);
    expect((await gamma.post(`${path}${hidden}/favorites/`)).status).toBe(404);
    expect((await list(apiClient(running.url), {})).status).toBe(401);
  });

  it('still shows charts whose dataset is gone, without its name', async () => {
    const lost = await makeDataset(running, 'lost');
    const id = await create(admin, 'Orphan', { datasource_id: lost.datasetId });
    await running.app.services.store.deleteFrom('datasets').where('id', '=', lost.datasetId).execute();
    const [row] = (await list(admin, { filters: [{ col: 'id', opr: 'eq', value: id }] })).json.result;
    expect(row).toMatchObject({ slice_name: 'Orphan', datasource_name_text: null, table: null });
    expect((await admin.get(`${path}${id}`)).status).toBe(200);
  });

  it('filters, orders and pages as the chart picker asks, which finds types by their names [API-043] [DSH-048]', async () => {
    await create(alpha, 'Zebra 100%', { viz_type: 'table', certified_by: 'QA' });
    await create(alpha, 'Zebra 1000', { viz_type: 'big_number' });
    const text = (value: string) => [{ col: 'slice_name', opr: 'chart_all_text', value }];
    expect(namesOf(await list(alpha, { filters: text('zebra 100%') }))).toEqual(['Zebra 100%']);
    expect(namesOf(await list(alpha, { filters: text('big_numb') }))).toEqual(['Zebra 1000']);
    const type = [...text('zebra'), { col: 'viz_type', opr: 'neq', value: 'big_number' }];
    expect(namesOf(await list(alpha, { filters: type }))).toEqual(['Zebra 100%']);
    const certified = [{ col: 'id', opr: 'chart_is_certified', value: true }];
    expect(namesOf(await list(alpha, { filters: certified }))).toEqual(['Zebra 100%']);
    const me = (await alpha.get('/api/v1/me/')).json.result.id;
    const owned = [...text('zebra'), { col: 'owners', opr: 'rel_m_m', value: me }];
    const order = { order_column: 'slice_name', order_direction: 'asc', page_size: 200 };
    expect(namesOf(await list(alpha, { filters: owned, ...order }))).toEqual(['Zebra 100%', 'Zebra 1000']);
    const page = await list(alpha, { filters: owned, ...order, page_size: 1, page: 1, columns: ['id', 'slice_name'] });
    expect(page.json.count).toBe(2);
    expect(page.json.result).toEqual([{ id: expect.any(Number), slice_name: 'Zebra 1000' }]);
    expect((await list(alpha, { filters: [{ col: 'params', opr: 'eq', value: 1 }] })).status).toBe(400);
    expect((await list(alpha, { order_column: 'params' })).status).toBe(400);
    const [first] = (await list(alpha, { filters: text('zebra 100%') })).json.ids;
    await alpha.put(`${path}${first}`, { description: 'Changed last' });
    const changed = { order_column: 'changed_on', order_direction: 'desc', page_size: 200 };
    for (const wanted of [changed, { page_size: 200 }])
      expect(namesOf(await list(alpha, { filters: owned, ...wanted }))).toEqual(['Zebra 100%', 'Zebra 1000']);
    expect((await alpha.get(`${path}?q=(a`)).status).toBe(400);
  });

  it('names the dashboards of one chart, and nothing else of it, when only they are asked for [API-044]', async () => {
    const id = await create(alpha, 'On two dashboards');
    const made = await Promise.all(
      ['One', 'Two'].map((dashboard_title) => alpha.post('/api/v1/dashboard/', { dashboard_title })),
    );
    const ids: number[] = made.map((answer) => answer.json.id);
    await alpha.put(`${path}${id}`, { dashboards: ids });
    const answer = await alpha.get(`${path}${id}?q=${encodeURIComponent(encodeRison({ columns: ['dashboards.id'] }))}`);
    expect(answer.json).toMatchObject({ id, result: { dashboards: ids.map((dashboardId) => ({ id: dashboardId })) } });
    expect(Object.keys(answer.json.result)).toEqual(['dashboards']);
  });

  it('orders by the last change when nothing is asked [API-071]', async () => {
    const changed = await create(alpha, 'Changed last');
    const newest = await create(alpha, 'Newest');
    await alpha.put(`${path}${changed}`, { description: 'Changed' });
    const { ids } = (await list(alpha, { page_size: 5 })).json;
    expect(ids.slice(0, 2)).toEqual([changed, newest]);
    expect(ids).toHaveLength(5);
    const recent = { order_column: 'changed_on_delta_humanized', order_direction: 'desc', page_size: 5 };
    expect((await list(alpha, recent)).json.ids).toEqual(ids);
  });

  it('tells what the caller may do, and offers people and chart types for filters', async () => {
    const info = await gamma.get(`${path}_info?q=(keys:!(permissions))`);
    expect(info.json).toEqual({ permissions: ['can_read', 'can_write', 'can_export'] });
    const owners = await alpha.get(`${path}related/owners?q=(filter:gam)`);
    expect(owners.json.result).toMatchObject([{ text: 'gamma', extra: {} }]);
    expect((await alpha.get(`${path}related/params`)).status).toBe(404);
    expect((await alpha.get(`${path}distinct/viz_type?q=(filter:pi)`)).json).toEqual({
      count: 1,
      result: [{ text: 'pie', value: 'pie' }],
    });
  });
});

describe('starring charts', () => {
  it('adds and removes the caller’s own star [API-061, API-062, API-063]', async () => {
    const id = await create(admin, 'Starred');
    const status = async (client: ApiClient) =>
      (await client.get(`${path}favorite_status/?q=!(${id})`)).json.result[0].value;
    expect((await gamma.post(`${path}${id}/favorites/`)).json).toEqual({ result: 'OK' });
    expect((await gamma.post(`${path}${id}/favorites/`)).status).toBe(200);
    expect([await status(gamma), await status(alpha)]).toEqual([true, false]);
    const starred = [{ col: 'id', opr: 'chart_is_favorite', value: true }];
    expect((await list(gamma, { filters: starred })).json.ids).toEqual([id]);
    expect((await gamma.delete(`${path}${id}/favorites/`)).json).toEqual({ result: 'OK' });
    expect(await status(gamma)).toBe(false);
    expect((await gamma.post(`${path}99999/favorites/`)).status).toBe(404);
  });
});
