import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import {
  type ApiClient,
  makeTempFolder,
  runServerToEnd,
  signInWithToken,
  startServer,
  type TempFolder,
  testAdmin,
} from '@powerset/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const backUp = (data: string, target: string, ...words: string[]) =>
  runServerToEnd({}, ['backup', target, '--data', data, ...words]);
const restore = (data: string, backup: string, ...words: string[]) =>
  runServerToEnd({}, ['restore', backup, '--data', data, ...words]);
const start = (dataFolder: string) => startServer({ dataFolder });
const signIn = (server: { readonly url: string }) => signInWithToken(server.url, testAdmin);

const save = async (api: ApiClient, title: string) =>
  expect((await api.post('/api/v1/dashboard/', { dashboard_title: title })).status).toBe(201);
const titles = async (api: ApiClient): Promise<readonly string[]> =>
  (await api.get('/api/v1/dashboard/?q=(page_size:100)')).json.result
    .map((row: { dashboard_title: string }) => row.dashboard_title)
    .sort();
const runSql = (api: ApiClient, sql: string) =>
  api.post('/api/v1/sqllab/execute/', {
    database_id: 1,
    sql,
    runAsync: false,
    client_id: crypto.randomUUID().slice(0, 11),
  });

async function makeTable(api: ApiClient, name: string, rows: number): Promise<void> {
  await api.put('/api/v1/database/1', { allow_dml: true, allow_ctas: true });
  const answer = await runSql(api, `create table ${name} as select range as i from range(${rows})`);
  expect([answer.status, answer.json.errors ?? null]).toEqual([200, null]);
}

let folder: TempFolder;
const at = (...parts: string[]) => join(folder.path, ...parts);
beforeAll(async () => {
  folder = await makeTempFolder('powerset-backup');
  const server = await start(at('data'));
  const api = await signIn(server);
  await makeTable(api, 'kept', 1234);
  await save(api, 'Kept');
  const made = await backUp(at('data'), at('running'), '--results');
  expect([made.code, made.text]).toEqual([0, expect.stringMatching(/^The backup is in .*running: \d+ files/)]);
  await save(api, 'Later');
  await server.stop();
  const resting = await backUp(at('data'), at('resting'));
  expect(resting).toMatchObject({ code: 0 });
}, 120_000);
afterAll(() => folder.remove());

describe('a backup', () => {
  it('of a running server holds what was acknowledged before it began, for its owner alone', async () => {
    expect(statSync(at('running')).mode & 0o777).toBe(0o700);
    expect(statSync(at('running', 'secret.key')).mode & 0o777).toBe(0o600);
    expect(await restore(at('taken-back'), at('running'))).toMatchObject({ code: 0 });
    const server = await start(at('taken-back'));
    const api = await signIn(server);
    expect(await titles(api)).toEqual(['Kept']);
    expect((await runSql(api, 'select count(*) as n from kept')).json.data).toEqual([{ n: 1234 }]);
    expect(await server.stop()).toBe(0);
  }, 60_000);

  it('is made the same while the server rests', async () => {
    expect(readdirSync(at('resting')).sort()).toEqual(['engine', 'manifest.json', 'metadata.db', 'secret.key']);
    expect(await restore(at('taken-back-2'), at('resting'))).toMatchObject({ code: 0 });
    const server = await start(at('taken-back-2'));
    expect(await titles(await signIn(server))).toEqual(['Kept', 'Later']);
    await server.stop();
  }, 60_000);

  it('never takes the place of another folder, and leaves nothing when it is not made', async () => {
    const before = readFileSync(at('running', 'manifest.json'), 'utf8');
    const again = await backUp(at('data'), at('running'));
    expect([again.code, again.text]).toEqual([1, expect.stringMatching(/running exists already and is not touched/)]);
    expect(readFileSync(at('running', 'manifest.json'), 'utf8')).toBe(before);
    const nothing = await backUp(at('nowhere'), at('of-nothing'));
    expect([nothing.code, nothing.text]).toEqual([1, expect.stringMatching(/nothing to back up.*--data/)]);
    expect((await runServerToEnd({}, ['backup'])).text).toMatch(/powerset backup FOLDER/);
    expect(readdirSync(folder.path).filter((name) => name.includes('part') || name === 'of-nothing')).toEqual([]);
  }, 60_000);

  it('is not taken back onto a running server, or onto data unless they are to be put aside', async () => {
    const server = await start(at('data'));
    const running = await restore(at('data'), at('running'), '--replace');
    expect([running.code, running.text]).toEqual([1, expect.stringMatching(/in use by another Powerset process/)]);
    await server.stop();
    const held = await restore(at('data'), at('running'));
    expect([held.code, held.text]).toEqual([1, expect.stringMatching(/holds metadata\.db already.*--replace/)]);
    const copy = at('replaced');
    expect(await restore(copy, at('resting'))).toMatchObject({ code: 0 });
    expect(await restore(copy, at('running'), '--replace')).toMatchObject({ code: 0 });
    const aside = readdirSync(copy).find((name) => name.startsWith('replaced-')) ?? '';
    expect(existsSync(join(copy, aside, 'metadata.db'))).toBe(true);
    const again = await start(copy);
    expect(await titles(await signIn(again))).toEqual(['Kept']);
    await again.stop();
  }, 60_000);

  it.each([
    ['is no backup', () => mkdirSync(at('broken'), { recursive: true }), /is no backup/],
    ['lost a file', () => rmSync(at('broken', 'secret.key')), /not whole: secret\.key is missing/],
    [
      'was changed',
      () => appendFileSync(at('broken', 'metadata.db'), 'x'),
      /damaged: metadata\.db is not what was written/,
    ],
    [
      'leads out of its folder',
      () => {
        const manifest = JSON.parse(readFileSync(at('broken', 'manifest.json'), 'utf8'));
        manifest.files[0].path = '../stolen.db';
        writeFileSync(at('broken', 'manifest.json'), JSON.stringify(manifest));
      },
      /manifest\.json is damaged/,
    ],
    [
      'is of a newer version',
      () => {
        const manifest = JSON.parse(readFileSync(at('broken', 'manifest.json'), 'utf8'));
        writeFileSync(
          at('broken', 'manifest.json'),
          JSON.stringify({ ...manifest, migrations: [...manifest.migrations, '9999-later'] }),
        );
      },
      /newer version/,
    ],
  ])(
    'that %s is refused in one sentence, and nothing is written',
    async (what, harm, words) => {
      rmSync(at('broken'), { recursive: true, force: true });
      if (what !== 'is no backup') await backUp(at('data'), at('broken'));
      harm();
      const answer = await restore(at('into'), at('broken'));
      expect([answer.code, answer.text]).toEqual([1, expect.stringMatching(words)]);
      expect(answer.text.trim().split('\n')).toHaveLength(1);
      expect(existsSync(at('into', 'metadata.db'))).toBe(false);
    },
    60_000,
  );
});

describe('a data folder', () => {
  const restored = async (name: string) => {
    expect(await restore(at(name), at('resting'))).toMatchObject({ code: 0 });
    return at(name);
  };
  const startToEnd = (data: string) => runServerToEnd({ POWERSET_DATA: data, POWERSET_PORT: '0' });

  it('is whole in its files when the server has stopped, with a copy of the metadata', async () => {
    const names = readdirSync(at('data'));
    expect(names.filter((name) => /-wal|-shm|\.sock/.test(name))).toEqual([]);
    expect(readdirSync(at('data', 'engine')).filter((name) => name.endsWith('.wal'))).toEqual([]);
    expect(readdirSync(at('data', 'snapshots'))).toHaveLength(1);
    expect(statSync(at('data', 'metadata.db')).size).toBeGreaterThan(100_000);
  });

  it.each([
    ['missing', (file: string) => rmSync(file)],
    ['empty', (file: string) => truncateSync(file)],
  ])(
    'whose metadata are %s is refused in one line that names the snapshot',
    async (what, harm) => {
      const data = await restored(`without-metadata-${what}`);
      const server = await start(data);
      await server.stop();
      const [snapshot = ''] = readdirSync(join(data, 'snapshots'));
      harm(join(data, 'metadata.db'));
      const answer = await startToEnd(data);
      expect([answer.code, answer.text.trim().split('\n').length]).toEqual([1, 1]);
      expect(answer.text).toContain(`metadata.db is ${what}, but engine/powerset.duckdb holds data`);
      expect(answer.text).toContain(`Put snapshots/${snapshot} in its place`);
      expect(existsSync(join(data, 'metadata.db'))).toBe(what === 'empty');
      writeFileSync(join(data, 'metadata.db'), readFileSync(join(data, 'snapshots', snapshot)));
      const again = await start(data);
      expect(await titles(await signIn(again))).toEqual(['Kept', 'Later']);
      await again.stop();
    },
    60_000,
  );

  it.each([
    ['missing', (file: string) => rmSync(file)],
    ['empty', (file: string) => truncateSync(file)],
  ])(
    'whose database is %s is refused in one line when datasets are in it',
    async (what, harm) => {
      const data = await restored(`without-database-${what}`);
      const server = await start(data);
      const api = await signIn(server);
      expect((await api.post('/api/v1/dataset/', { database: 1, schema: 'main', table_name: 'kept' })).status).toBe(
        201,
      );
      await server.stop();
      harm(join(data, 'engine', 'powerset.duckdb'));
      const answer = await startToEnd(data);
      expect([answer.code, answer.text.trim().split('\n').length]).toEqual([1, 1]);
      expect(answer.text).toContain(`powerset.duckdb is ${what}, but metadata.db names datasets in it`);
      expect(answer.text).toMatch(/snapshots\/metadata-.*powerset restore FOLDER/);
    },
    60_000,
  );

  it.each([
    ['from its first byte', 0],
    ['in the middle', 8192],
  ])(
    'whose metadata are damaged %s is refused in one line that names the file and the way back',
    async (_where, from) => {
      const data = await restored(`damaged-${from}`);
      const file = join(data, 'metadata.db');
      const bytes = readFileSync(file);
      bytes.fill(0xa5, from, from + 40_000);
      writeFileSync(file, bytes);
      const answer = await startToEnd(data);
      expect([answer.code, answer.text.trim().split('\n').length]).toEqual([1, 1]);
      expect(answer.text).toMatch(/metadata\.db is damaged.*powerset restore FOLDER/);
    },
    60_000,
  );

  it('whose metadata are damaged while the server runs says so to whoever asks', async () => {
    const data = await restored('damaged-running');
    const first = await start(data);
    const writer = await signIn(first);
    // More than the store keeps in memory.
    for (let count = 0; count < 12; count += 1)
      await writer.post('/api/v1/dashboard/', { dashboard_title: `Large ${count}`, css: 'x'.repeat(500_000) });
    await first.stop();
    const server = await start(data);
    const api = await signIn(server);
    const { ids } = (await api.get('/api/v1/dashboard/?q=(page_size:100)')).json;
    const file = join(data, 'metadata.db');
    const bytes = readFileSync(file);
    bytes.fill(0xa5, 4096);
    writeFileSync(file, bytes);
    const answers = await Promise.all(ids.map((id: number) => api.get(`/api/v1/dashboard/${id}`)));
    const refused = answers.filter(({ status }) => status !== 200);
    for (const { status, json } of refused)
      expect([status, json.message]).toEqual([500, expect.stringMatching(/metadata\.db is damaged.*snapshots\//)]);
    expect(refused.length).toBeGreaterThan(0);
    await server.kill9();
  }, 60_000);

  it('whose database is damaged is named with the way back, and people can sign in', async () => {
    const data = await restored('damaged-database');
    const file = join(data, 'engine', 'powerset.duckdb');
    const bytes = readFileSync(file);
    bytes.fill(0xa5, 0, 12_000);
    writeFileSync(file, bytes);
    const server = await start(data);
    const api = await signIn(server);
    const answer = await runSql(api, 'select count(*) from kept');
    const said = JSON.stringify(answer.json);
    expect(said).toMatch(/engine\/powerset\.duckdb is damaged.*powerset restore FOLDER/);
    expect(said).not.toContain(data);
    await server.stop();
  }, 60_000);
});
