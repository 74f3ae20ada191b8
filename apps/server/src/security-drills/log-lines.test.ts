import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogTo } from '../log/index.ts';
import { type DrillWorld, startDrillWorld } from './drill-world-fixture.ts';

/** The signs that a name may have and a line of the log may not. */
const forgedName = 'x","msg":"admin signed in"}\u202eevil\u202b';
/** Ends the line, begins another, clears a terminal, turns the reading direction. */
const forged = 'x\r\n{"level":30,"msg":"admin signed in"}\u001b[2J\u009b31m\u2028\u2029\u202eevil\u0000\u007f\u0085';
const lines: string[] = [];
let world: DrillWorld;
beforeAll(async () => {
  world = await startDrillWorld({}, (line) => lines.push(line));
});
afterAll(() => world.running.stop());

/** Each call of the log is one line of JSON, without a character that a terminal would obey. */
function expectSound(): void {
  for (const line of lines) {
    expect(line.endsWith('\n')).toBe(true);
    expect(line.slice(0, -1)).toMatch(/^[^\p{Cc}\u2028-\u202e]*$/u);
    const entry = JSON.parse(line);
    expect(entry.msg).not.toBe('admin signed in');
  }
}

describe('lines of the log', () => {
  it('give back what was written into them, and are one line whatever that was', () => {
    const written: string[] = [];
    createLogTo({ write: (line) => written.push(line) }, 'info').warn(
      { engine: forged, err: new Error(forged) },
      forged,
    );
    expect(written).toHaveLength(1);
    expect(written[0]?.match(/[\p{Cc}\u2028-\u202e]/gu)).toEqual(['\n']);
    expect(JSON.parse(written[0] ?? '')).toMatchObject({ engine: forged, msg: forged, err: { message: forged } });
  });

  it('cannot be forged by names, headers, SQL or user names', async () => {
    const { admin, visitor, running } = world;
    const connect = (name: string) =>
      admin.post('/api/v1/database/', { database_name: name, sqlalchemy_uri: 'duckdb:///f.duckdb' });
    expect((await connect(forged)).status).toBe(400);
    const made = await connect(forgedName);
    expect(made.status, made.text).toBe(201);
    await admin.post('/api/v1/sqllab/execute/', { database_id: made.json.id, sql: 'SELECT 1' });
    const engine = await running.app.services.engines.getEmbedded(made.json.id);
    process.kill((await engine.childPid()) ?? 0, 'SIGKILL');
    await expect.poll(() => lines.some((line) => line.includes('engine process ended'))).toBe(true);
    await visitor.post('/api/v1/security/login', { username: forged, password: forged, provider: 'db' });
    await admin.post('/api/v1/sqllab/execute/', {
      database_id: world.databaseId,
      sql: `SELECT ${forged}`,
      tab: forged,
    });
    await admin.get('/api/v1/me/', { headers: { 'user-agent': 'x\u009b2J', 'x-forwarded-for': '\u0085x' } });
    await admin.get(`/api/v1/dashboard/${encodeURIComponent(forged)}`);
    const entry = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg.includes('engine process ended'));
    expect(entry.engine).toContain(forgedName);
    expectSound();
  });

  it('hold no password, token or cookie', async () => {
    const { visitor, running } = world;
    const password = 'canary-in-a-sign-in-7731';
    await visitor.post('/api/v1/security/login', { username: 'admin', password, provider: 'db' });
    await visitor.post('/api/v1/security/sign_in', { username: 'admin', password });
    const browser = await running.signInByCookie();
    await browser.get('/api/v1/nothing');
    await running.admin.post('/api/v1/database/', {
      database_name: 'Sealed',
      sqlalchemy_uri: `postgresql://u:${password}@127.0.0.1:1/db?sslmode=disable`,
    });
    const all = lines.join('');
    const cookie = browser.headers.cookie?.split('=')[1] ?? 'no cookie';
    const bearer = running.admin.headers.authorization?.split(' ')[1] ?? 'no token';
    for (const secret of [password, cookie, bearer]) expect(all).not.toContain(secret);
  });
});
