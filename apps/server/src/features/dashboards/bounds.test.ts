import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { goOnAfterHighest } from '../../metadata/index.ts';

let running: InProcessApp;

beforeAll(async () => {
  running = await startInProcess();
});
afterAll(() => running.stop());

const path = '/api/v1/dashboard/';

/** A layout that its reader takes, as long as it is asked to be. */
function layoutOfLength(length: number): string {
  const written = (text: string) =>
    JSON.stringify({
      ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
      GRID_ID: { id: 'GRID_ID', type: 'GRID', children: ['MARKDOWN-1'] },
      'MARKDOWN-1': { id: 'MARKDOWN-1', type: 'MARKDOWN', children: [], meta: { width: 4, height: 50, code: text } },
    });
  return written('x'.repeat(length - written('').length));
}

it('has dashboards beyond the number 65535, which are opened, changed and deleted as others [CST-003]', async () => {
  const { store } = running.app.services;
  const { id: last } = (await running.admin.post(path, { dashboard_title: 'The last number' })).json;
  await store.updateTable('dashboards').set({ id: 65535 }).where('id', '=', last).execute();
  await goOnAfterHighest(store, 'dashboards');
  const made = await running.admin.post(path, { dashboard_title: 'One more' });
  expect([made.status, made.json.id]).toEqual([201, 65536]);
  const one = `${path}65536`;
  expect((await running.admin.put(one, { dashboard_title: 'Still more' })).status).toBe(200);
  expect((await running.admin.get(one)).json.result).toMatchObject({ id: 65536, dashboard_title: 'Still more' });
  expect((await running.admin.delete(one)).status).toBe(200);
  expect((await running.admin.get(one)).status).toBe(404);
});

it('keeps layouts that are longer than 65535 characters whole, and says where one is too long [CST-003]', async () => {
  const { id } = (await running.admin.post(path, { dashboard_title: 'Long' })).json;
  const long = layoutOfLength(1_000_000);
  expect((await running.admin.put(`${path}${id}`, { position_json: long })).status).toBe(200);
  expect((await running.admin.get(`${path}${id}`)).json.result.position_json).toHaveLength(1_000_000);
  const refused = await running.admin.put(`${path}${id}`, { position_json: layoutOfLength(1_000_001) });
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('position_json')]);
  expect((await running.admin.get(`${path}${id}`)).json.result.position_json).toHaveLength(1_000_000);
});
