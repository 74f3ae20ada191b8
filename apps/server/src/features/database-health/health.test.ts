import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWire, type WireFixture } from '../../engines/postgresql/wire-fixture.ts';

const password = 'of the database';

let started: InProcessApp;
let wire: WireFixture;
let own: number;
let id: number;
beforeAll(async () => {
  wire = await startWire((sql) =>
    /^(?:BEGIN|SET|COMMIT|ROLLBACK)/.test(sql)
      ? { tag: sql.split(' ')[0] ?? '' }
      : { rows: [['1']], columns: [['n', 23]] },
  );
  started = await startInProcess();
  [own] = (await started.admin.get('/api/v1/database/')).json.ids;
  const uri = `postgresql://reader:${encodeURIComponent(password)}@localhost:${wire.port}/shop`;
  const made = await started.admin.post('/api/v1/database/', { database_name: 'Shop', sqlalchemy_uri: uri });
  expect(made.status, made.text).toBe(201);
  id = made.json.id;
});
afterAll(async () => {
  await started.stop();
  await wire.stop();
});

const path = (one: number | string) => `/api/v1/database/${one}/health/`;
const healthOf = async (one: number, client = started.admin) =>
  (await client.get('/api/v1/database/health/')).json.result.find((health: { id: number }) => health.id === one);

describe('the health of connections', () => {
  it('is told of databases in use, others are not woken for it, and one is asked when somebody wants it', async () => {
    await started.app.services.engines.forget(id);
    const heardBefore = wire.heard.length;
    expect(await healthOf(own)).toEqual({ id: own, state: 'answers', problem: null });
    expect(await healthOf(id)).toEqual({ id, state: 'unused', problem: null });
    expect(wire.heard.length).toBe(heardBefore);
    const checked = await started.admin.post(path(id), {});
    expect([checked.status, checked.json.result]).toEqual([200, { id, state: 'answers', problem: null }]);
  });

  it('is for people who see the database, and asking it for those who may change it', async () => {
    const gamma = await started.signInAs('without databases', ['Gamma']);
    expect(await healthOf(id, gamma)).toBeUndefined();
    expect((await gamma.post(path(id), {})).status).toBe(403);
    expect((await started.admin.post(path(9999), {})).status).toBe(404);
    expect((await started.admin.post(path('x'), {})).status).toBe(404);
    expect((await fetch(`${started.url}/api/v1/database/health/`)).status).toBe(401);
    expect((await fetch(`${started.url}${path(id)}`, { method: 'POST' })).status).toBe(401);
  });

  it('is asked no oftener than the settings let anybody ask engines, and told as often as anybody likes', async () => {
    const env = { POWERSET_COSTLY_CALLS_PER_MINUTE: '2' };
    const bounded = await startInProcess({ env });
    const [only] = (await bounded.admin.get('/api/v1/database/')).json.ids;
    const asked = [];
    for (let time = 0; time < 3; time += 1) asked.push(await bounded.admin.post(path(only), {}));
    expect(asked.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(asked[2]?.json.errors[0].message).toMatch(/^Too many attempts\. Try again in \d+ seconds\.$/);
    expect(Number(asked[2]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await bounded.admin.get('/api/v1/database/health/')).status).toBe(200);
    await bounded.stop();
  });

  it('says why a database does not answer to those who may change it, without a secret', async () => {
    await started.admin.post(path(id), {});
    await wire.stop();
    const checked = await started.admin.post(path(id), {});
    expect(checked.json.result).toEqual({ id, state: 'fails', problem: expect.stringMatching(/./) });
    expect(checked.text).not.toContain(encodeURIComponent(password));
    expect(checked.text).not.toContain(password);
    // What was known a moment ago is told for a moment.
    await expect.poll(() => healthOf(id), { timeout: 15_000 }).toMatchObject({ state: 'fails' });
    const alpha = await started.signInAs('sees all databases', ['Alpha']);
    expect(await healthOf(id, alpha)).toEqual({ id, state: 'fails', problem: null });
  });
});
