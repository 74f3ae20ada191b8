import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  apiClient,
  freePort,
  makeTempFolder,
  runServerToEnd,
  signInWithToken,
  startServer,
  testAdmin,
} from '@powerset/testkit';
import Database from 'libsql';
import { describe, expect, it } from 'vitest';

async function expectRefusal(settings: Readonly<Record<string, string>>, args: readonly string[], text: RegExp) {
  const answer = await runServerToEnd(settings, args);
  expect(answer.code, answer.text).toBe(1);
  expect(answer.text).toMatch(text);
  expect(answer.text.trim().split('\n')).toHaveLength(1);
}

describe('a server', () => {
  it('prints one address with a one-time token, which makes the first administrator', async () => {
    const server = await startServer({ hasAdmin: false });
    const token = /set-up\?token=([\w-]+)/.exec(server.logs())?.[1] ?? '';
    const body = { token, username: 'ada', password: 'correct horse battery' };
    expect((await apiClient(server.url).post('/api/v1/security/set_up', { ...body, token: 'guess' })).status).toBe(403);
    const spaced = await apiClient(server.url).post('/api/v1/security/set_up', { ...body, username: 'ada l' });
    expect([spaced.status, spaced.json.message]).toEqual([400, { username: ['Must have no spaces or slashes.'] }]);
    expect((await apiClient(server.url).post('/api/v1/security/set_up', body)).status).toBe(200);
    expect((await apiClient(server.url).post('/api/v1/security/set_up', body)).status).toBe(409);
    const ada = await signInWithToken(server.url, { username: body.username, password: body.password });
    const { id } = (await ada.post('/api/v1/dashboard/', { dashboard_title: 'Mine' })).json;
    expect((await ada.get(`/api/v1/dashboard/${id}`)).text).not.toContain('"ada');
    expect(readFileSync(join(server.dataFolder, 'logs/server.jsonl'), 'utf8')).not.toContain(token);
    expect(await server.stop()).toBe(0);
  });

  it('shows nobody the user name of the administrator that the environment makes', async () => {
    const server = await startServer();
    const admin = await signInWithToken(server.url, testAdmin);
    const { id } = (await admin.post('/api/v1/dashboard/', { dashboard_title: 'Mine' })).json;
    const { result } = (await admin.get(`/api/v1/dashboard/${id}`)).json;
    expect(result.owners).toEqual([{ id: 1, first_name: 'Admin', last_name: 'User', email: '' }]);
    expect(JSON.stringify(result)).not.toContain(`"${testAdmin.username}`);
    await server.stop();
  });

  it('keeps every acknowledged write through kill -9, again and again, and starts without repair', async () => {
    const folder = await makeTempFolder('powerset-kill');
    const acknowledged: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      const server = await startServer({ dataFolder: folder.path });
      const admin = await signInWithToken(server.url, testAdmin);
      for (const id of acknowledged) expect((await admin.get(`/api/v1/dashboard/${id}`)).status).toBe(200);
      let isOver = false;
      const writing = (async () => {
        while (!isOver) {
          const answer = await admin
            .post('/api/v1/dashboard/', { dashboard_title: `Round ${round}` })
            .catch(() => undefined);
          if (answer?.status === 201) acknowledged.push(answer.json.id);
        }
      })();
      while (acknowledged.length < (round + 1) * 20) await new Promise((resolve) => setTimeout(resolve, 5));
      await server.kill9();
      isOver = true;
      await writing;
    }
    const last = await startServer({ dataFolder: folder.path });
    const admin = await signInWithToken(last.url, testAdmin);
    for (const id of acknowledged) expect((await admin.get(`/api/v1/dashboard/${id}`)).status).toBe(200);
    await last.stop();
    await folder.remove();
    expect(acknowledged.length).toBeGreaterThanOrEqual(80);
  }, 120_000);

  it('refuses a data folder that another process uses, in one sentence, and takes it when that one has gone', async () => {
    const folder = await makeTempFolder('powerset-lock');
    const first = await startServer({ dataFolder: folder.path });
    const second = await runServerToEnd({ POWERSET_DATA: folder.path, POWERSET_PORT: String(await freePort()) });
    expect(second.code).toBe(1);
    expect(second.text.trim().split('\n')).toHaveLength(1);
    expect(second.text).toContain('is in use by another Powerset process');
    expect((await apiClient(first.url).get('/health')).status).toBe(200);
    await first.kill9();
    const third = await startServer({ dataFolder: folder.path });
    expect(await third.stop()).toBe(0);
    await folder.remove();
  });

  it('tells its options when it is asked, and touches nothing', async () => {
    const folder = await makeTempFolder('powerset-help');
    const answer = await runServerToEnd({ POWERSET_DATA: join(folder.path, 'data') }, ['--help']);
    expect(answer.code).toBe(0);
    expect(answer.text).toContain('--port                   TCP port of the web server (POWERSET_PORT; default 8088)');
    expect(readdirSync(folder.path)).toEqual([]);
    await folder.remove();
  });

  it.each<readonly [string, Readonly<Record<string, string>>, readonly string[], RegExp]>([
    ['a port that is no number', { POWERSET_PORT: 'http' }, [], /POWERSET_PORT.*must be a whole number/],
    ['a port out of range', { POWERSET_PORT: '99999' }, [], /between 0 and 65535/],
    [
      'a switch that is neither on nor off',
      { POWERSET_EXAMPLES: 'perhaps' },
      [],
      /POWERSET_EXAMPLES.*must be true or false/,
    ],
    ['an unknown option', {}, ['--prot', '1'], /Unknown option --prot/],
    ['a name without its password', { POWERSET_ADMIN_USERNAME: 'ada' }, [], /go together/],
    [
      'a weak password',
      { POWERSET_ADMIN_USERNAME: 'ada', POWERSET_ADMIN_PASSWORD: 'short' },
      [],
      /too weak: Use at least 10 characters/,
    ],
    ['an unknown level', { POWERSET_LOG_LEVEL: 'loud' }, [], /must be one of fatal, error, .*, not "loud"/],
    ['a foreign address', {}, ['--host', '192.0.2.1'], /192\.0\.2\.1 is no address of this machine.*--host/],
    ['an unknown role', {}, ['--public-role-like', 'Nobody'], /must name a role \(Admin, .*Public\), not "Nobody"/],
  ])('refuses %s in one sentence', async (_what, settings, args, text) => {
    const folder = await makeTempFolder('powerset-wrong');
    await expectRefusal({ POWERSET_DATA: folder.path, ...settings }, args, text);
    await folder.remove();
  });

  it('says in one sentence that its port is taken', async () => {
    const folder = await makeTempFolder('powerset-wrong');
    const busy = await startServer();
    const settings = { POWERSET_DATA: folder.path, POWERSET_PORT: String(busy.port) };
    await expectRefusal(settings, [], /is taken by another program. Choose another with --port/);
    await busy.stop();
    await folder.remove();
  });

  it('refuses data of a newer version and a damaged or short key, and changes nothing', async () => {
    const folder = await makeTempFolder('powerset-newer');
    const first = await startServer({ dataFolder: folder.path });
    await first.kill9();
    const file = join(folder.path, 'metadata.db');
    const database = new Database(file);
    database.exec("insert into schema_migrations (name, applied_on) values ('9999-from-the-future', '2030')");
    database.close();
    const newer = await runServerToEnd({ POWERSET_DATA: folder.path, POWERSET_PORT: '0' });
    expect(newer.text).toContain('was written by a newer version (9999-from-the-future)');
    const again = new Database(file);
    again.exec("delete from schema_migrations where name like '9999%'");
    again.close();
    writeFileSync(join(folder.path, 'secret.key'), 'c2hvcnQ');
    expect((await runServerToEnd({ POWERSET_DATA: folder.path, POWERSET_PORT: '0' })).text).toMatch(
      /key in .* is shorter than 32 bytes/,
    );
    await folder.remove();
  });

  it('says what to do when the data folder cannot be made', async () => {
    const folder = await makeTempFolder('powerset-no-folder');
    const file = join(folder.path, 'file');
    writeFileSync(file, '');
    const answer = await runServerToEnd({ POWERSET_DATA: join(file, 'data'), POWERSET_PORT: '0' });
    expect(answer.text).toMatch(/cannot be written.*Choose another with --data/);
    await folder.remove();
  });

  it('stops within ten seconds when told, while a query runs, and leaves no process behind', async () => {
    const server = await startServer();
    const admin = await signInWithToken(server.url, testAdmin);
    const { result } = (await admin.get('/api/v1/database/')).json;
    const sql = 'SELECT count(*) FROM range(3000000000) a, range(1000) b WHERE a.range % 7 = b.range';
    const running = admin.post('/api/v1/sqllab/execute/', {
      database_id: result[0].id,
      sql,
      runAsync: true,
      client_id: 'stopme',
    });
    await running;
    const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === server.pid);
    expect(children.length).toBeGreaterThan(0);
    const started = Date.now();
    expect(await server.stop()).toBe(0);
    expect(Date.now() - started).toBeLessThan(10_000);
    expect(children.filter((pid) => parentOf(pid) !== null)).toEqual([]);
  });
});

/** The parent's id of a living process; null when it has gone. */
function parentOf(pid: string): number | null {
  try {
    return Number(/^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
  } catch {
    return null;
  }
}
