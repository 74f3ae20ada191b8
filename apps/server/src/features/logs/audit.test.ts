import { type ApiClient, apiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kindOfCall } from './audited-calls.ts';

let running: InProcessApp;
let alpha: ApiClient;
beforeAll(async () => {
  running = await startInProcess();
  alpha = await running.signInAs('ada', ['Alpha', 'sql_lab']);
});
afterAll(() => running.stop());

interface Noted {
  readonly action: string;
  readonly user: { readonly username: string } | null;
  readonly dashboard_id: number | null;
  readonly json: string;
}

/** The newest rows of an action, once they are written. */
async function noted(
  action: string,
  count = 1,
): Promise<readonly (Noted & { readonly more: Record<string, unknown> })[]> {
  const q = encodeURIComponent(`(filters:!((col:action,opr:eq,value:${action})),order_column:id,order_direction:desc)`);
  for (let turn = 0; turn < 60; turn += 1) {
    const rows: readonly Noted[] = (await running.admin.get(`/api/v1/log/?q=${q}`)).json.result;
    if (rows.length >= count) return rows.map((row) => ({ ...row, more: JSON.parse(row.json) }));
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${action} was not noted.`);
}

describe('the action log', () => {
  it('says who changed and deleted what, from where, and how that went', async () => {
    const made = await alpha.post('/api/v1/dashboard/', { dashboard_title: 'Noted', css: 'a secret of nobody' });
    const [creation] = await noted('dashboard.create');
    expect(creation).toMatchObject({ user: { username: 'ada' } });
    expect(creation?.more).toMatchObject({ kind: 'change', status: 201, name: 'Noted', address: '127.0.0.1' });
    expect(creation?.json).not.toContain('secret');
    await alpha.put(`/api/v1/dashboard/${made.json.id}`, { theme_id: 999_999 });
    const [change] = await noted('dashboard.update');
    expect([change?.dashboard_id, change?.more.status]).toEqual([made.json.id, 422]);
    const gamma = await running.signInAs('gamma', ['Gamma']);
    await gamma.delete(`/api/v1/dashboard/${made.json.id}`);
    await alpha.delete(`/api/v1/dashboard/${made.json.id}`);
    const deletions = await noted('dashboard.delete', 2);
    expect(deletions.map(({ user, more }) => [user?.username, more.status, more.kind])).toEqual([
      ['ada', 200, 'delete'],
      ['gamma', expect.any(Number), 'delete'],
    ]);
    expect(deletions[1]?.more.status).not.toBe(200);
  });

  it('says who signed in, and under which name somebody failed to, never by which password', async () => {
    const visitor = apiClient(running.url);
    const password = 'certainly not the right one';
    await visitor.post('/api/v1/security/sign_in', { username: 'ada', password });
    await visitor.post('/api/v1/security/login', { username: 'nobody', password, provider: 'db' });
    const [failed] = await noted('security.sign_in');
    expect([failed?.user, failed?.more.name, failed?.more.status]).toEqual([null, 'ada', 401]);
    const logins = await noted('security.login', 2);
    const wrong = logins.find(({ more }) => more.name === 'nobody');
    expect(wrong?.more).toMatchObject({ kind: 'sign_in', status: 401 });
    expect(logins.some(({ user, more }) => user?.username === 'ada' && more.status === 200)).toBe(true);
    for (const row of [...logins, failed]) expect(row?.json).not.toContain(password);
  });

  it('says who took data away and who shared, and is silent about what pages ask', async () => {
    const { json } = await alpha.post('/api/v1/dashboard/', { dashboard_title: 'Taken' });
    await alpha.get(`/api/v1/dashboard/export/?q=!(${json.id})`);
    await alpha.post(`/api/v1/dashboard/${json.id}/permalink`, { urlParams: [] });
    await alpha.get('/api/v1/dashboard/');
    await alpha.post('/superset/log/', { events: '[]' });
    expect((await noted('dashboard.export'))[0]?.more).toMatchObject({ kind: 'export', status: 200 });
    expect((await noted('dashboard.permalink_post'))[0]).toMatchObject({ dashboard_id: json.id });
    const all = (await running.admin.get('/api/v1/log/?q=(page_size:100)')).json.result;
    const actions = all.map(({ action }: Noted) => action);
    expect(actions).not.toContain('dashboard.list');
    expect(actions).not.toContain('log.write');
  });

  it('says who opened which dashboard and chart, and who was kept from it', async () => {
    const { json } = await alpha.post('/api/v1/dashboard/', { dashboard_title: 'Read' });
    await alpha.get(`/api/v1/dashboard/${json.id}`);
    const gamma = await running.signInAs('reader', ['Gamma']);
    await gamma.get(`/api/v1/dashboard/${json.id}`);
    await alpha.get('/api/v1/explore/?slice_id=4711');
    const rows = await noted('dashboard.get', 2);
    expect(rows.map(({ user, dashboard_id, more }) => [user?.username, dashboard_id, more.kind, more.status])).toEqual([
      ['reader', json.id, 'read', 404],
      ['ada', json.id, 'read', 200],
    ]);
    expect((await noted('explore.get'))[0]).toMatchObject({ slice_id: 4711, more: { kind: 'read', status: 404 } });
  });

  it('is searched by what was done and by whom', async () => {
    const list = async (filter: string) =>
      running.admin.get(`/api/v1/log/?q=${encodeURIComponent(`(page_size:100,filters:!(${filter}))`)}`);
    const exportsOf = await list('(col:action,opr:log_kind,value:export)');
    expect(exportsOf.json.result.map(({ action }: Noted) => action)).toEqual(['dashboard.export']);
    expect((await list('(col:action,opr:log_kind,value:nothing)')).status).toBe(400);
    const [{ id }] = (await running.admin.get('/api/v1/security/users/?q=(filters:!((col:username,opr:eq,value:ada)))'))
      .json.result;
    const own = (await list(`(col:user,opr:eq,value:${id})`)).json.result;
    expect(own.length).toBeGreaterThan(3);
    expect(new Set(own.map(({ user }: Noted) => user?.username))).toEqual(new Set(['ada']));
    expect((await running.admin.get('/api/v1/log/_info?q=(keys:!(permissions))')).json.permissions).toEqual([
      'can_read',
    ]);
    expect((await alpha.get('/api/v1/log/_info')).status).toBe(403);
  });
});

describe('a call is noted', () => {
  const none = { body: {}, query: {} };
  it.each([
    ['POST', 'security.sign_in', 'sign_in'],
    ['GET', 'security.oidc_finish', 'sign_in'],
    ['GET', 'dashboard.get', 'read'],
    ['GET', 'dashboard.list', null],
    ['POST', 'datasource.samples', 'read'],
    ['POST', 'sql_editor.execute', 'query'],
    ['GET', 'sql_editor.results_export', 'export'],
    ['POST', 'sql_editor.format', null],
    ['POST', 'chart.data', null],
    ['PUT', 'dashboard.update', 'change'],
    ['DELETE', 'dashboard.presence_delete', null],
    ['PUT', 'dashboard.embedded_put', 'share'],
    ['DELETE', 'tag.delete_object', 'delete'],
    ['POST', 'role.grant', 'change'],
    ['POST', 'dashboard.add_favorite', null],
  ])('%s %s as %s', (method, id, kind) => {
    expect(kindOfCall({ method: method as 'GET', id }, none)).toBe(kind);
  });

  it('as an export where it asks for a file', () => {
    const post = { method: 'POST', id: 'chart.data' } as const;
    expect(kindOfCall(post, { ...none, body: { result_format: 'csv' } })).toBe('export');
    expect(kindOfCall({ method: 'GET', id: 'chart.saved_data' }, { ...none, query: { format: 'xlsx' } })).toBe(
      'export',
    );
    expect(kindOfCall(post, { ...none, body: { result_format: 'json' } })).toBeNull();
  });
});
