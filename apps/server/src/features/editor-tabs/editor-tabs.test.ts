import type { ApiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let running: InProcessApp;
let analyst: ApiClient;

beforeAll(async () => {
  running = await startInProcess();
  analyst = await running.signInAs('analyst', ['Gamma', 'sql_lab']);
});
afterAll(() => running.stop());

/** A form whose values are JSON texts. */
const form = (fields: Readonly<Record<string, unknown>>) => ({
  form: new URLSearchParams(
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)])),
  ),
});
const editor = {
  dbId: 1,
  name: 'Untitled Query 1',
  schema: 'main',
  sql: 'select 1',
  queryLimit: 100,
  hideLeftBar: false,
};
const create = async (fields: object = editor, client = running.admin) =>
  (await client.send('POST', '/tabstateview/', form({ queryEditor: fields }))).json.id as number;

describe('tabs', () => {
  it('are kept as the editor sends them, with what a tab without a text begins with [API-016, API-017]', async () => {
    const first = await create();
    const second = await create({ ...editor, name: null, title: 'Old', sql: null });
    expect((await running.admin.get(`/tabstateview/${first}`)).json).toMatchObject({
      id: first,
      label: 'Untitled Query 1',
      active: false,
      database_id: 1,
      schema: 'main',
      sql: 'select 1',
      query_limit: 100,
      latest_query: null,
      autorun: false,
      saved_query: null,
      table_schemas: [],
      extra_json: {},
    });
    expect((await running.admin.get(`/tabstateview/${second}`)).json).toMatchObject({
      label: 'Old',
      active: true,
      sql: 'SELECT ...',
    });
  });

  it('are listed with the active one, which is the newest until another is activated [API-020]', async () => {
    const first = await create({ ...editor, name: 'First' });
    const second = await create({ ...editor, name: 'Second' });
    const { result } = (await running.admin.get('/api/v1/sqllab/')).json;
    expect(result.active_tab.id).toBe(second);
    expect(result.tab_state_ids.slice(-2)).toEqual([
      { id: first, label: 'First' },
      { id: second, label: 'Second' },
    ]);
    const activated = await running.admin.post(`/tabstateview/${first}/activate`);
    expect(activated.json).toBe(first);
    expect((await running.admin.get('/api/v1/sqllab/')).json.result.active_tab.id).toBe(first);
    expect((await running.admin.get(`/tabstateview/${first}`)).json).toMatchObject({ active: true });
    expect((await running.admin.get(`/tabstateview/${second}`)).json).toMatchObject({ active: false });
  });

  it('take every change as JSON text, texts that look like numbers included [API-018]', async () => {
    const id = await create();
    const change = {
      label: '2024',
      sql: 'true',
      schema: null,
      query_limit: 7,
      autorun: true,
      hide_left_bar: true,
      template_params: '{"a":1}',
      database_id: 1,
    };
    const answer = await running.admin.send('PUT', `/tabstateview/${id}`, form(change));
    expect(answer.json).toBe(id);
    expect((await running.admin.get(`/tabstateview/${id}`)).json).toMatchObject(change);
    const bare = { label: '1.0', sql: '1e3' };
    await running.admin.send('PUT', `/tabstateview/${id}`, { form: new URLSearchParams(bare) });
    expect((await running.admin.get(`/tabstateview/${id}`)).json).toMatchObject(bare);
    const saved = (await running.admin.post('/api/v1/saved_query/', { label: 'S', db_id: 1, sql: 'select 1' })).json.id;
    await running.admin.send('PUT', `/tabstateview/${id}`, form({ saved_query_id: saved }));
    expect((await running.admin.get(`/tabstateview/${id}`)).json.saved_query).toEqual({ id: saved });
    const wrong = await running.admin.send('PUT', `/tabstateview/${id}`, form({ user_id: 2 }));
    expect([wrong.status, wrong.json.message]).toEqual([400, { user_id: ['Unknown field.'] }]);
    const number = await running.admin.send('PUT', `/tabstateview/${id}`, form({ query_limit: 'many' }));
    expect(number.status).toBe(400);
    const unknownRun = await running.admin.send('PUT', `/tabstateview/${id}`, form({ latest_query_id: 'nobody' }));
    expect([unknownRun.status, unknownRun.json]).toEqual([400, { error: 'Bad request' }]);
  });

  it("answer 404 when unknown and 403 when another user's, both with an empty body", async () => {
    const id = await create();
    for (const [client, tab, status] of [
      [running.admin, 99999, 404],
      [running.admin, 'abc', 404],
      [analyst, id, 403],
    ] as const) {
      const answers = [
        await client.get(`/tabstateview/${tab}`),
        await client.send('PUT', `/tabstateview/${tab}`, form({ label: 'x' })),
        await client.post(`/tabstateview/${tab}/activate`),
        await client.send('POST', `/tabstateview/${tab}/migrate_query`, form({ queryId: 'x' })),
        await client.delete(`/tabstateview/${tab}/query/x`),
        await client.delete(`/tabstateview/${tab}`),
      ];
      expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => status));
      expect(answers.map((answer) => answer.text).join('')).toBe('');
    }
    expect((await fetch(`${running.url}/tabstateview/${id}`)).status).toBe(401);
    const gamma = await running.signInAs('gamma', ['Gamma']);
    expect((await gamma.send('POST', '/tabstateview/', form({ queryEditor: editor }))).status).toBe(403);
    expect((await running.admin.send('POST', '/tabstateview/', form({}))).status).toBe(400);
  });

  it('own runs; removing the latest brings the one before to the front [API-006, API-018, API-021, API-022]', async () => {
    const id = await create();
    const { store } = running.app.services;
    for (const clientId of ['run-a', 'run-b'])
      await store
        .insertInto('queries')
        .values({
          client_id: clientId,
          user_id: 1,
          database_id: 1,
          sql: 'x',
          sql_editor_id: 'local',
          status: 'success',
          changed_on: '2026',
        })
        .execute();
    for (const queryId of ['run-a', 'run-b'])
      expect((await running.admin.send('POST', `/tabstateview/${id}/migrate_query`, form({ queryId }))).json).toBe(id);
    await running.admin.send('PUT', `/tabstateview/${id}`, form({ latest_query_id: 'run-b' }));
    expect((await running.admin.get(`/tabstateview/${id}`)).json.latest_query.id).toBe('run-b');
    expect((await running.admin.delete(`/tabstateview/${id}/query/run-b`)).json).toBe('OK');
    expect((await running.admin.get(`/tabstateview/${id}`)).json.latest_query.id).toBe('run-a');
    await running.admin.delete(`/tabstateview/${id}/query/run-a`);
    expect((await running.admin.get(`/tabstateview/${id}`)).json.latest_query).toBeNull();
  });
});

describe('table panels', () => {
  /** A tab with panels of one table, as often as wanted. */
  async function openPanels() {
    const tab = await create();
    const panel = { queryEditorId: String(tab), dbId: 1, schema: 'main', name: 'orders', columns: [] };
    const add = async () => (await running.admin.send('POST', '/tableschemaview/', form({ table: panel }))).json.id;
    const read = async () => (await running.admin.get(`/tabstateview/${tab}`)).json.table_schemas;
    return { tab, panel, add, read };
  }

  it('are added once per table [TBL-004, TBL-005, API-006, API-023]', async () => {
    const { tab, panel, add, read } = await openPanels();
    await add();
    const id = await add();
    expect(await read()).toEqual([
      {
        ...{ id, tab_state_id: tab, database_id: 1, catalog: null, schema: 'main', table: 'orders' },
        ...{ description: panel, expanded: true },
      },
    ]);
  });

  it('are folded, and removed by their owner alone [TBL-006, API-024, API-025]', async () => {
    const { add, read } = await openPanels();
    const id = await add();
    const folded = await running.admin.send('POST', `/tableschemaview/${id}/expanded`, form({ expanded: false }));
    expect(folded.json).toEqual({ id, expanded: false });
    expect((await read())[0].expanded).toBe(false);
    expect((await analyst.delete(`/tableschemaview/${id}`)).status).toBe(403);
    expect((await running.admin.delete(`/tableschemaview/${id}`)).json).toBe('OK');
    expect((await running.admin.delete(`/tableschemaview/${id}`)).status).toBe(404);
    expect(await read()).toEqual([]);
  });

  it('go with their tab [API-019]', async () => {
    const { tab, add } = await openPanels();
    await add();
    expect((await running.admin.delete(`/tabstateview/${tab}`)).json).toBe('OK');
    expect((await running.admin.get(`/tabstateview/${tab}`)).status).toBe(404);
    const { store } = running.app.services;
    expect(await store.selectFrom('table_schemas').where('tab_state_id', '=', tab).selectAll().execute()).toEqual([]);
  });
});
