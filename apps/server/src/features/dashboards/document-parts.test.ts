import { type ApiClient, apiClient } from '@powerset/testkit';
import { startSalesWorld } from '@powerset/testkit/factories';
import type { InProcessApp } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { updateDashboard } from './service.ts';

let running: InProcessApp;
let admin: ApiClient;
let alpha: ApiClient;
let gamma: ApiClient;
let noWriter: ApiClient;
beforeAll(async () => {
  ({ running, admin, alpha, gamma } = await startSalesWorld());
  noWriter = await running.signInAs('sql', ['sql_lab']);
});
afterAll(() => running.stop());

const path = '/api/v1/dashboard/';

async function create(more: object = {}, client = alpha): Promise<number> {
  const made = await client.post(path, { dashboard_title: 'Parts', ...more });
  expect(made.status, made.text).toBe(201);
  return made.json.id;
}

const node = (id: string, type: string, children: readonly string[], text?: string) => ({
  [id]: { id, type, children, meta: text === undefined ? {} : { text } },
});

describe('the tabs of a dashboard', () => {
  it('are told as they stand in one another, whatever stands between them', async () => {
    const positions = {
      DASHBOARD_VERSION_KEY: 'v2',
      ...node('ROOT_ID', 'ROOT', ['TABS-1']),
      ...node('GRID_ID', 'GRID', []),
      ...node('TABS-1', 'TABS', ['TAB-1', 'TAB-2']),
      ...node('TAB-1', 'TAB', ['ROW-1', 'TABS-2'], 'First'),
      ...node('TAB-2', 'TAB', [], 'Second'),
      ...node('ROW-1', 'ROW', []),
      ...node('TABS-2', 'TABS', ['TAB-3'], ''),
      // One that stands in itself is told once.
      ...node('TAB-3', 'TAB', ['TABS-1'], 'Within'),
    };
    const id = await create({ position_json: JSON.stringify(positions) });
    expect((await alpha.get(`${path}${id}/tabs`)).json.result).toEqual({
      all_tabs: { 'TAB-1': 'First', 'TAB-2': 'Second', 'TAB-3': 'Within' },
      tab_tree: [
        { value: 'TAB-1', title: 'First', children: [{ value: 'TAB-3', title: 'Within', children: [] }] },
        { value: 'TAB-2', title: 'Second', children: [] },
      ],
    });
  });

  it('are none where a layout has none, and are told to those who see the dashboard', async () => {
    const id = await create();
    expect((await alpha.get(`${path}${id}/tabs`)).json.result).toEqual({ all_tabs: {}, tab_tree: [] });
    expect((await gamma.get(`${path}${id}/tabs`)).status).toBe(404);
    expect((await alpha.get(`${path}999999/tabs`)).status).toBe(404);
    expect((await apiClient(running.url).get(`${path}${id}/tabs`)).status).toBe(401);
  });
});

const filter = (id: string, name: string) => ({ id, name, filterType: 'filter_select', targets: [] });
const metadataOf = async (id: number) => JSON.parse((await admin.get(`${path}${id}`)).json.result.json_metadata);

describe('some filters of a dashboard', () => {
  it('are taken out, changed, added and put in order, and all else stays', async () => {
    const filters = [filter('A', 'a'), filter('B', 'b'), filter('C', 'c')];
    const metadata = { refresh_frequency: 30, native_filter_configuration: filters };
    const id = await create({ json_metadata: JSON.stringify(metadata) });
    const change = { deleted: ['A'], modified: [filter('C', 'changed'), filter('D', 'd')], reordered: ['D', 'C'] };
    const changed = await alpha.put(`${path}${id}/filters`, change);
    expect(changed.status, changed.text).toBe(200);
    const expected = [filter('D', 'd'), filter('C', 'changed'), filter('B', 'b')];
    expect(changed.json.result).toEqual(expected);
    expect(await metadataOf(id)).toMatchObject({ refresh_frequency: 30, native_filter_configuration: expected });
  });

  it('are no change of what somebody else made of them meanwhile: it is a conflict, however silent that was', async () => {
    const id = await create({ json_metadata: '{"color_scheme":"as it was read"}' });
    const { services } = running.app;
    const user = await services.accounts.findUser(1);
    if (!user) throw new Error('The first account is the administrator.');
    const madeOf = '{"color_scheme":"as it was read"}';
    await admin.put(`${path}${id}/colors?mark_updated=false`, { color_scheme: 'meanwhile' });
    const late = updateDashboard(services, user, { id, madeOf, body: { json_metadata: '{"color_scheme":"late"}' } });
    await expect(late).rejects.toMatchObject({ status: 409 });
    expect(await metadataOf(id)).toEqual({ color_scheme: 'meanwhile' });
  });

  it('change only as their dashboard may be changed, and only with what a filter must have', async () => {
    const id = await create();
    const put = (client: ApiClient, body: object) => client.put(`${path}${id}/filters`, body);
    const nameless = await put(alpha, { modified: [{ name: 'no id' }] });
    expect([nameless.status, nameless.json.message]).toEqual([
      400,
      { 'modified.0.id': ['Missing data for required field.'] },
    ]);
    expect((await put(alpha, { deleted: 'A' })).json.message).toHaveProperty('deleted');
    expect((await put(gamma, { deleted: ['A'] })).status).toBe(404);
    expect((await put(noWriter, { deleted: ['A'] })).status).toBe(403);
    expect((await put(apiClient(running.url), { deleted: ['A'] })).status).toBe(401);
    expect((await alpha.put(`${path}999999/filters`, {})).status).toBe(404);
    const others = await create({}, admin);
    expect((await alpha.put(`${path}${others}/filters`, { deleted: ['A'] })).status).toBeGreaterThanOrEqual(403);
  });
});

describe('what a dashboard customizes of its charts', () => {
  it('is taken out, changed, added and put in order, beside its filters', async () => {
    const id = await create({ json_metadata: JSON.stringify({ native_filter_configuration: [filter('A', 'a')] }) });
    const put = (client: ApiClient, body: object) => client.put(`${path}${id}/chart_customizations`, body);
    const first = await put(alpha, { modified: [{ id: 'A', value: 1 }, { id: 'B' }] });
    expect([first.status, first.json], first.text).toEqual([200, { result: [{ id: 'A', value: 1 }, { id: 'B' }] }]);
    const change = { deleted: ['B'], modified: [{ id: 'A', value: 2 }, { id: 'C' }], reordered: ['C', 'A'] };
    const expected = [{ id: 'C' }, { id: 'A', value: 2 }];
    expect((await put(alpha, change)).json.result).toEqual(expected);
    expect(await metadataOf(id)).toEqual({
      native_filter_configuration: [filter('A', 'a')],
      chart_customization_config: expected,
    });
  });

  it('changes only as the dashboard may be changed, and only with what has an id', async () => {
    const id = await create();
    const put = (client: ApiClient, body: object) => client.put(`${path}${id}/chart_customizations`, body);
    const nameless = await put(alpha, { modified: [{ value: 1 }] });
    expect([nameless.status, nameless.json.message]).toEqual([
      400,
      { 'modified.0.id': ['Missing data for required field.'] },
    ]);
    expect((await put(alpha, { deleted: 'A' })).json.message).toHaveProperty('deleted');
    expect((await put(alpha, { modified: [{ id: 'A', text: 'x'.repeat(300_000) }] })).status).toBe(400);
    expect((await put(gamma, { deleted: ['A'] })).status).toBe(404);
    expect((await put(noWriter, { deleted: ['A'] })).status).toBe(403);
    expect((await put(apiClient(running.url), { deleted: ['A'] })).status).toBe(401);
    expect((await alpha.put(`${path}999999/chart_customizations`, {})).status).toBe(404);
    const others = await create({}, admin);
    expect((await alpha.put(`${path}${others}/chart_customizations`, {})).status).toBeGreaterThanOrEqual(403);
  });
});

describe('colours of a dashboard', () => {
  it('are set by themselves, and without a word of who did so where that is asked', async () => {
    const id = await create({ json_metadata: JSON.stringify({ color_scheme: 'old', refresh_frequency: 30 }) });
    const told = async () => {
      const { changed_on: at, changed_by: who } = (await admin.get(`${path}${id}`)).json.result;
      return [at, who.id];
    };
    const before = await told();
    const quiet = await admin.put(`${path}${id}/colors?mark_updated=false`, { label_colors: { a: '#112233' } });
    expect([quiet.status, quiet.json]).toEqual([200, { result: [] }]);
    expect(await told()).toEqual(before);
    expect((await admin.put(`${path}${id}/colors`, { color_scheme: 'new' })).status).toBe(200);
    expect(await told()).not.toEqual(before);
    expect(await metadataOf(id)).toMatchObject({
      ...{ color_scheme: 'new', refresh_frequency: 30 },
      label_colors: { a: '#112233' },
    });
  });

  it('are refused to who may not change the dashboard, and where they are none', async () => {
    const id = await create();
    const wrong = await alpha.put(`${path}${id}/colors`, { label_colors: 'red', nothing: 1 });
    expect([wrong.status, Object.keys(wrong.json.message).sort()]).toEqual([400, ['label_colors', 'nothing']]);
    const long = await alpha.put(`${path}${id}/colors`, { label_colors: { a: 'x'.repeat(300_000) } });
    expect([long.status, long.json.message]).toEqual([
      400,
      { json_metadata: ['Must not be longer than 300000 characters.'] },
    ]);
    for (const name of ['label_colors', 'map_label_colors', 'shared_label_colors'])
      await alpha.put(`${path}${id}/colors`, { [name]: { a: 'x'.repeat(290_000) } });
    const filters = await alpha.put(`${path}${id}/filters`, { modified: [filter('A', 'x'.repeat(200_000))] });
    expect([filters.status, filters.json.message]).toEqual([
      400,
      { json_metadata: ['Must not be longer than 1000000 characters.'] },
    ]);
    expect((await gamma.put(`${path}${id}/colors`, {})).status).toBe(404);
    expect((await noWriter.put(`${path}${id}/colors`, {})).status).toBe(403);
    expect((await apiClient(running.url).put(`${path}${id}/colors`, {})).status).toBe(401);
    expect((await alpha.put(`${path}999999/colors`, {})).status).toBe(404);
  });
});
