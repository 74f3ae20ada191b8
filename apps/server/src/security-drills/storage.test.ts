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
