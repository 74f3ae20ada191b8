import { chmodSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  type ApiClient,
  canMountDisks,
  type MountedDisk,
  makeTempFolder,
  mountDisk,
  runServerToEnd,
  signInWithCookie,
  signInWithToken,
  startServer,
  type TempFolder,
  testAdmin,
} from '@powerset/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const runToEnd = (dataFolder: string) => runServerToEnd({ POWERSET_DATA: dataFolder, POWERSET_PORT: '0' });

const save = (client: ApiClient, title: string) => client.post('/api/v1/dashboard/', { dashboard_title: title });
const titles = async (client: ApiClient) => {
  const { json } = await client.get('/api/v1/dashboard/?q=(page_size:100)');
  return json.result.map((row: { dashboard_title: string }) => row.dashboard_title).sort();
};
const upload = async (client: ApiClient, bytes: Buffer) => {
  const databases = (await client.get('/api/v1/database/')).json.result;
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), 'big.csv');
  return client.send('POST', `/api/v1/database/${databases[0].id}/upload_metadata/`, { form });
};

describe.skipIf(!canMountDisks())('a full disk', () => {
  let folder: TempFolder;
  let disk: MountedDisk;
  beforeAll(async () => {
    folder = await makeTempFolder('powerset-disk');
    disk = mountDisk(join(folder.path, 'disk'), 48);
  });
  afterAll(async () => {
    disk.unmount();
    await folder.remove();
  });

  it('refuses what would be saved in one sentence, keeps what was, and goes on when there is room again', async () => {
    const data = join(disk.path, 'data');
    const server = await startServer({ dataFolder: data });
    const admin = await signInWithToken(server.url, testAdmin);
    expect((await save(admin, 'Before')).status).toBe(201);
    const giveBack = disk.fill();
    const refused = await save(admin, `While full ${'x'.repeat(400)}`);
    // The log that is open already may have room for a line or two.
    const more = Array.from({ length: 12 }, (_, i) => save(admin, `Full ${i}`));
    const answers = [refused, ...(await Promise.all(more))];
    const kept = answers.filter((answer) => answer.status === 201).map((answer) => answer.json.result.dashboard_title);
    const failed = answers.filter((answer) => answer.status !== 201);
    expect(failed.length).toBeGreaterThan(0);
    for (const answer of failed)
      expect([answer.status, answer.json.message]).toEqual([
        507,
        expect.stringMatching(/disk is full.*nothing was saved/),
      ]);
    expect(await titles(admin)).toEqual(['Before', ...kept].sort());
    for (let visit = 0; visit < 8; visit += 1) {
      const visitor = await signInWithCookie(server.url, testAdmin);
      expect(await titles(visitor)).toEqual(['Before', ...kept].sort());
      const events = JSON.stringify([{ event_name: 'x'.repeat(190), source: 'dashboard', source_id: 1 }]);
      expect((await visitor.post('/superset/log/?explode=events', { events })).status).toBe(200);
    }
    const file = await upload(admin, Buffer.from(`a,b\n${'1,2\n'.repeat(200_000)}`));
    expect([file.status, file.json.message]).toEqual([422, expect.stringMatching(/disk .*is full/)]);
    giveBack();
    expect((await save(admin, 'After')).status).toBe(201);
    expect(await titles(admin)).toEqual(['After', 'Before', ...kept].sort());
    await server.kill9();
    const again = await startServer({ dataFolder: data });
    const later = await signInWithToken(again.url, testAdmin);
    expect(await titles(later)).toEqual(['After', 'Before', ...kept].sort());
    const staged = existsSync(join(data, 'uploads')) ? readdirSync(join(data, 'uploads')) : [];
    expect(staged).toEqual([]);
    await again.stop();
  }, 120_000);

  it('keeps nobody from dashboards, charts, explore, reading runs of SQL and signing out, and refuses work', async () => {
    const data = join(disk.path, 'reading');
    const server = await startServer({ dataFolder: data });
    const admin = await signInWithCookie(server.url, testAdmin);
    const leaver = await signInWithToken(server.url, testAdmin);
    const made = async (path: string, body: object) => {
      const answer = await admin.post(path, body);
      expect([path, answer.status]).toEqual([path, 201]);
      return answer.json.id as number;
    };
    const sql = 'select 1 as a union all select 2';
    const dataset = await made('/api/v1/dataset/', { database: 1, schema: 'main', table_name: 'v', sql });
    const chart = {
      slice_name: 'C',
      viz_type: 'table',
      datasource_id: dataset,
      datasource_type: 'table',
      params: '{}',
    };
    const chartId = await made('/api/v1/chart/', chart);
    const dashboardId = await made('/api/v1/dashboard/', { dashboard_title: 'D' });
    const queryEditor = JSON.stringify({ name: 'T', dbId: 1, sql: 'select 1' });
    const tab = (await admin.send('POST', '/tabstateview/', { form: new URLSearchParams({ queryEditor }) })).json.id;
    const giveBack = disk.fill();
    await Promise.all(Array.from({ length: 12 }, (_, at) => save(admin, `Full ${at} ${'x'.repeat(400)}`)));
    const statusOf = async (answer: Promise<{ readonly status: number }>) => (await answer).status;

    for (const path of [
      `/api/v1/dashboard/${dashboardId}`,
      `/api/v1/dashboard/${dashboardId}/charts`,
      `/api/v1/chart/${chartId}`,
      `/api/v1/explore/?slice_id=${chartId}`,
      '/api/v1/sqllab/',
      '/api/v1/query/',
      `/tabstateview/${tab}`,
    ])
      expect([path, await statusOf(admin.get(path))]).toEqual([path, 200]);
    const datasource = { id: dataset, type: 'table' };
    const asked = await admin.post('/api/v1/chart/data', {
      datasource,
      queries: [{ columns: ['a'], metrics: ['count'] }],
    });
    expect([asked.status, asked.json.result?.[0]?.rowcount]).toEqual([200, 2]);

    const form = { datasource_id: dataset, datasource_type: 'table', form_data: '{"viz_type":"table"}' };
    const { status, json } = await admin.post('/api/v1/explore/form_data', form);
    expect(status).toBe(201);
    const place = `/api/v1/explore/form_data/${json.key}`;
    expect(await statusOf(admin.put(place, { ...form, form_data: '{"a":1}' }))).toBe(200);
    expect((await admin.get(place)).json.form_data).toBe('{"a":1}');
    const states = `/api/v1/dashboard/${dashboardId}/filter_state`;
    const state = await admin.post(`${states}?tab_id=1`, { value: '{"f":1}' });
    expect((await admin.get(`${states}/${state.json.key}`)).json.value).toBe('{"f":1}');

    for (let at = 0; at < 6; at += 1) {
      const run = {
        database_id: 1,
        sql: `${sql} union all select ${at}`,
        client_id: `full${at}`,
        sql_editor_id: String(tab),
      };
      const ran = await admin.post('/api/v1/sqllab/execute/', { ...run, runAsync: false });
      expect([ran.status, ran.json.data, ran.json.query?.state]).toEqual([
        200,
        [{ a: 1 }, { a: 2 }, { a: at }],
        'success',
      ]);
    }
    const since = (await admin.get('/api/v1/query/updated_since?q=(last_updated_ms:0)')).json.result;
    expect(since.map((run: { readonly id: string }) => run.id)).toEqual(expect.arrayContaining(['full0', 'full5']));
    expect(
      await statusOf(
        admin.send('PUT', `/tabstateview/${tab}`, { form: new URLSearchParams({ latest_query_id: '"full5"' }) }),
      ),
    ).toBe(200);
    expect(await statusOf(admin.post(`/tabstateview/${tab}/activate`, {}))).toBe(200);

    const sentence = expect.stringMatching(/disk is full.*nothing was saved/);
    for (const work of [
      admin.put(`/api/v1/chart/${chartId}`, { slice_name: 'x'.repeat(240) }),
      admin.post('/api/v1/chart/', { ...chart, params: JSON.stringify({ a: 'x'.repeat(9000) }) }),
      admin.send('PUT', `/tabstateview/${tab}`, {
        form: new URLSearchParams({ sql: JSON.stringify(`select ${'x'.repeat(9000)}`) }),
      }),
      admin.post('/api/v1/explore/permalink', { formData: { datasource: `${dataset}__table`, a: 'x'.repeat(9000) } }),
    ]) {
      const refused = await work;
      expect([refused.status, refused.json.message ?? refused.json.errors?.[0]?.message]).toEqual([507, sentence]);
    }

    expect(await statusOf(admin.post('/api/v1/security/sign_out', {}))).toBe(200);
    expect(await statusOf(admin.get('/api/v1/me/'))).toBe(401);
    expect(await statusOf(leaver.get('/api/v1/me/'))).toBe(401);
    const later = await signInWithToken(server.url, testAdmin);
    expect(await statusOf(later.get('/api/v1/me/'))).toBe(200);
    giveBack();
    await server.stop();
    const again = await startServer({ dataFolder: data });
    expect(await statusOf(fetch(`${again.url}/api/v1/me/`, { headers: admin.headers }))).toBe(401);
    expect(await statusOf(fetch(`${again.url}/api/v1/me/`, { headers: leaver.headers }))).toBe(401);
    expect(await statusOf(fetch(`${again.url}/api/v1/me/`, { headers: later.headers }))).toBe(200);
    await again.stop();
  }, 120_000);

  it('is told at the start in one sentence', async () => {
    const giveBack = disk.fill();
    const answer = await runToEnd(join(disk.path, 'new'));
    giveBack();
    expect(answer.code).toBe(1);
    expect(answer.text.trim().split('\n')).toHaveLength(1);
    expect(answer.text).toMatch(/disk is full.*another folder with --data/);
  }, 60_000);
});

describe.skipIf(!canMountDisks())('a data folder that can only be read', () => {
  it('is refused at the start in one sentence, and kept as it is', async () => {
    const folder = await makeTempFolder('powerset-readonly');
    const disk = mountDisk(join(folder.path, 'disk'), 48);
    const server = await startServer({ dataFolder: disk.path });
    const admin = await signInWithToken(server.url, testAdmin);
    await save(admin, 'Kept');
    await server.stop();
    disk.setReadOnly(true);
    const answer = await runToEnd(disk.path);
    expect(answer.code).toBe(1);
    expect(answer.text.trim().split('\n')).toHaveLength(1);
    expect(answer.text).toMatch(/cannot be written.*--data/);
    disk.setReadOnly(false);
    const again = await startServer({ dataFolder: disk.path });
    expect(await titles(await signInWithToken(again.url, testAdmin))).toEqual(['Kept']);
    await again.stop();
    disk.unmount();
    await folder.remove();
  }, 120_000);
});

/** Root may write everywhere: this is a drill for ordinary accounts. */
describe.skipIf(process.getuid?.() === 0)('a data folder of somebody else', () => {
  it('is refused in one sentence', async () => {
    const folder = await makeTempFolder('powerset-permissions');
    chmodSync(folder.path, 0o500);
    const answer = await runToEnd(join(folder.path, 'data'));
    chmodSync(folder.path, 0o700);
    expect(answer.code).toBe(1);
    expect(answer.text).toMatch(/cannot be written.*--data/);
    await folder.remove();
  });
});
