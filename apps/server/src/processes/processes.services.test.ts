import type { WireAsyncEvent } from '@powerset/contract';
import {
  type ApiClient,
  apiClient,
  runServerToEnd,
  type SiblingServers,
  serviceUrl,
  signInWithCookie,
  signInWithToken,
  startSiblingServers,
  testAdmin,
} from '@powerset/testkit';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const serverUrl = serviceUrl('postgresql') ?? '';

describe.skipIf(serverUrl === '')('several processes of one installation', () => {
  let siblings: SiblingServers;
  let databaseId: number;

  const at = (index: number): ApiClient => siblings.clients[index] as ApiClient;
  const urlOf = (index: number): string => siblings.servers[index]?.url ?? '';
  const run = (index: number, sql: string, clientId: string, runAsync = false) =>
    at(index).post('/api/v1/sqllab/execute/', {
      database_id: databaseId,
      sql,
      client_id: clientId,
      runAsync,
      schema: 'public',
    });
  const runOf = async (index: number, clientId: string) => {
    const { result } = (await at(index).get('/api/v1/query/updated_since?q=(last_updated_ms:0)')).json;
    return result.find(({ id }: { id: string }) => id === clientId);
  };

  let datasets = 0;
  /** A question of a chart that is answered after the call; brings the job. */
  const askLater = async (index: number, sql: string) => {
    datasets += 1;
    const table = { database: databaseId, schema: 'public', table_name: `asked_${datasets}`, sql };
    const made = await at(index).post('/api/v1/dataset/', table);
    expect(made.status, made.text).toBe(201);
    const datasource = { id: made.json.id, type: 'table' };
    const taken = await at(index).post('/api/v1/chart/data', {
      datasource,
      queries: [{ columns: ['n'], metrics: [] }],
    });
    expect(taken.status, taken.text).toBe(202);
    return taken.json;
  };
  const endOf = async (index: number, job: string): Promise<WireAsyncEvent | undefined> => {
    const { result } = (await at(index).get('/api/v1/async_event/')).json;
    return result.find((event: WireAsyncEvent) => event.job_id === job);
  };

  beforeAll(async () => {
    const env = { POWERSET_FEATURES: 'GLOBAL_ASYNC_QUERIES' };
    siblings = await startSiblingServers({ count: 3, postgresqlUrl: serverUrl, env });
    const made = await at(0).post('/api/v1/database/', {
      database_name: 'Shop',
      sqlalchemy_uri: serverUrl,
      allow_run_async: true,
      allow_dml: true,
    });
    expect(made.status, made.text).toBe(201);
    databaseId = made.json.id;
  });
  afterAll(async () => {
    await siblings?.stop();
  });

  it('stop a run that is at work in another one, and follow it to its end [SQL-027]', async () => {
    expect((await run(0, 'SELECT pg_sleep(60)', 'to-stop', true)).status).toBe(202);
    await expect.poll(async () => (await runOf(1, 'to-stop'))?.state).toBe('running');
    const followed = at(2).get('/api/v1/sqllab/progress/to-stop');
    // As a browser asks: by its cookie, with the token that goes with it.
    const browser = await signInWithCookie(urlOf(1), testAdmin);
    const stopped = await browser.post('/api/v1/query/stop', { client_id: 'to-stop' });
    expect(stopped.status, stopped.text).toBe(200);
    expect((await runOf(2, 'to-stop')).state).toBe('stopped');
    expect((await followed).text).toContain('stopped');
  });

  it('read a result that lies with another one, by rows, as a file, and not without the right to', async () => {
    const done = await run(0, 'SELECT n, n * 2 AS twice FROM generate_series(1, 2000) AS n', 'to-read');
    expect(done.status, done.text).toBe(200);
    const key = done.json.query.resultsKey;
    const window = await at(1).get(`/api/v1/sqllab/results/${key}/window?q=(offset:1998,limit:10)`);
    expect(window.json.table.columns[1].values).toEqual([3998, 4000]);
    const csv = await at(2).get('/api/v1/sqllab/export/to-read/');
    expect(csv.text.trim().split(/\r?\n/)).toHaveLength(2001);
    const whole = await at(2).get(`/api/v1/sqllab/results/?q=(key:'${key}',rows:2)`);
    expect(whole.json.data).toEqual([
      { n: 1, twice: 2 },
      { n: 2, twice: 4 },
    ]);
    expect((await fetch(`${urlOf(1)}/api/v1/sqllab/results/${key}/window`)).status).toBe(401);
    expect((await at(1).get('/api/v1/sqllab/results/none/window')).status).toBe(404);
  });

  it('end what runs for somebody who is shut out by another one', async () => {
    const role = (await at(0).get('/api/v1/security/roles/?q=(page_size:100)')).json.result;
    const ids = role.filter(({ name }: { name: string }) => name === 'Admin').map(({ id }: { id: number }) => id);
    const password = 'a password for tests';
    const person = {
      username: 'ada',
      first_name: 'Ada',
      last_name: 'L',
      email: 'ada@example.com',
      active: true,
      password,
      roles: ids,
    };
    const made = await at(0).post('/api/v1/security/users/', person);
    expect(made.status, made.text).toBe(201);
    const ada = await signInWithToken(urlOf(0), { username: 'ada', password });
    const body = {
      database_id: databaseId,
      sql: 'SELECT pg_sleep(61)',
      client_id: 'of-ada',
      runAsync: true,
      schema: 'public',
    };
    expect((await ada.post('/api/v1/sqllab/execute/', body)).status).toBe(202);
    expect((await at(2).put(`/api/v1/security/users/${made.json.id}`, { active: false })).status).toBe(200);
    expect((await apiClient(urlOf(1), ada.headers).get('/api/v1/me/')).status).toBe(401);
    const statesOfIt = async () =>
      (await at(1).get('/api/v1/query/?q=(page_size:100)')).json.result
        .filter(({ sql }: { sql: string }) => sql === body.sql)
        .map(({ status }: { status: string }) => status);
    await expect.poll(statesOfIt, { timeout: 15_000 }).toEqual(['stopped']);
  });

  it('hear at once what one changes of the rights of people, and whom it switches off', async () => {
    const roles = (await at(0).get('/api/v1/security/roles/?q=(page_size:100)')).json.result;
    const roleOf = (wanted: string): number => roles.find(({ name }: { name: string }) => name === wanted).id;
    const credentials = { username: 'grace', password: 'a password for tests' };
    const person = { ...credentials, first_name: 'Grace', last_name: 'H', email: 'g@example.com', active: true };
    const made = await at(0).post('/api/v1/security/users/', { ...person, roles: [roleOf('Admin')] });
    expect(made.status, made.text).toBe(201);
    const path = `/api/v1/security/users/${made.json.id}`;
    const grace = await Promise.all([1, 2].map((index) => signInWithToken(urlOf(index), credentials)));
    const statuses = () =>
      Promise.all(grace.map(async (client) => (await client.get('/api/v1/security/users/')).status));
    expect(await statuses()).toEqual([200, 200]);
    expect((await at(0).put(path, { roles: [roleOf('Gamma')] })).status).toBe(200);
    await expect.poll(statuses, { timeout: 3000 }).toEqual([403, 403]);
    const group = await at(0).post('/api/v1/security/groups/', {
      name: 'heads',
      roles: [roleOf('Admin')],
      users: [made.json.id],
    });
    expect(group.status, group.text).toBe(201);
    await expect.poll(statuses, { timeout: 3000 }).toEqual([200, 200]);
    expect((await at(1).put(path, { active: false })).status).toBe(200);
    await expect.poll(statuses, { timeout: 3000 }).toEqual([401, 401]);
  });

  it('ask a database as whom one was told to from then on', async () => {
    const whoAsks = async (index: number) => {
      const { json } = await run(index, 'SELECT current_user AS who', `who-${index}-${Math.random()}`.slice(0, 20));
      return json.data?.[0]?.who;
    };
    const everybody = () => Promise.all([0, 1, 2].map(whoAsks));
    const keeper = new pg.Client({ connectionString: serverUrl });
    await keeper.connect();
    await keeper.query('create role somebody_else login superuser');
    await keeper.end();
    expect(await everybody()).toEqual(['powerset', 'powerset', 'powerset']);
    const path = `/api/v1/database/${databaseId}`;
    const other = serverUrl.replace('//powerset@', '//somebody_else@');
    const changed = await at(1).put(path, { sqlalchemy_uri: other });
    expect(changed.status, changed.text).toBe(200);
    await expect.poll(everybody, { timeout: 5000 }).toEqual(['somebody_else', 'somebody_else', 'somebody_else']);
    expect((await at(2).put(path, { sqlalchemy_uri: serverUrl })).status).toBe(200);
    await expect.poll(everybody, { timeout: 5000 }).toEqual(['powerset', 'powerset', 'powerset']);
  });

  it('have no embedded engine, and say so', async () => {
    const tried = await at(1).post('/api/v1/database/test_connection/', { sqlalchemy_uri: 'duckdb:///own.duckdb' });
    expect(tried.text).toContain('The embedded engine is off where several processes serve together.');
    expect((await fetch(`${urlOf(1)}/health/ready`)).status).toBe(200);
    // Pages offer neither files nor examples, which would lie in it.
    expect((await at(1).get('/api/v1/bootstrap')).json.conf).toMatchObject({ TAKES_FILES: 0, HAS_EXAMPLES: 0 });
  });

  it('do not start with another key than the others', async () => {
    const { env, dataFolder, port } = await siblings.settingsOf('stranger', false);
    const ended = await runServerToEnd({ ...env, POWERSET_DATA: dataFolder, POWERSET_PORT: String(port) });
    expect(ended.code).toBe(1);
    expect(ended.text).toContain('All processes of an installation need the same secret.key');
  });

  it('tell who waits for one that stands still, and hear of it again when it goes on', async () => {
    const done = await run(0, 'SELECT 1 AS one', 'of-frozen');
    const address = `/api/v1/sqllab/results/${done.json.query.resultsKey}/window`;
    const { pid = 0 } = siblings.servers[0] ?? {};
    process.kill(pid, 'SIGSTOP');
    try {
      const startedAt = Date.now();
      const waited = await at(1).get(address);
      expect([waited.status, waited.text]).toEqual([503, expect.stringContaining('does not answer')]);
      expect(Date.now() - startedAt).toBeLessThan(25_000);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    await expect.poll(async () => (await at(1).get(address)).status, { timeout: 20_000 }).toBe(200);
  }, 60_000);

  it('answer the questions of charts that one has taken, and tell of their ends, in all', async () => {
    const { job_id: job } = await askLater(0, 'SELECT 41 AS n');
    await expect.poll(async () => (await endOf(1, job))?.status, { timeout: 20_000 }).toBe('done');
    const address = (await endOf(2, job))?.result_url ?? '';
    expect((await at(2).get(address)).json.result[0].data).toEqual([{ n: 41 }]);
  });

  it('take what one leaves that is told to end', async () => {
    expect((await run(1, 'SELECT 10 AS ten, pg_sleep(5)::text AS slept', 'to-leave', true)).status).toBe(202);
    await expect.poll(async () => (await runOf(0, 'to-leave'))?.state).toBe('running');
    await siblings.servers[1]?.stop();
    await expect.poll(async () => (await runOf(2, 'to-leave')).state, { timeout: 30_000 }).toBe('success');
    await siblings.restart(1);
    const { resultsKey } = await runOf(1, 'to-leave');
    const { json } = await at(1).get(`/api/v1/sqllab/results/?q=(key:'${resultsKey}')`);
    expect(json.data).toEqual([{ ten: 10, slept: '' }]);
  }, 60_000);

  it('go on where one is killed: what it had at work is answered by another or fails, where it writes, nothing that was saved is lost [SQL-027]', async () => {
    const chart = await askLater(0, 'SELECT 42 AS n FROM pg_sleep(8)');
    expect((await run(0, 'SELECT 9 AS nine, pg_sleep(8)::text AS slept', 'to-take', true)).status).toBe(202);
    const writing = 'CREATE TABLE never_made AS SELECT pg_sleep(60)::text AS slept';
    expect((await run(0, writing, 'to-lose', true)).status).toBe(202);
    for (const id of ['to-take', 'to-lose']) await expect.poll(async () => (await runOf(1, id))?.state).toBe('running');
    const followed = at(2)
      .get('/api/v1/sqllab/progress/to-take')
      .catch(() => null);
    const saved = await at(0).post('/api/v1/saved_query/', {
      db_id: databaseId,
      label: 'Kept',
      sql: 'SELECT 1',
      schema: 'public',
    });
    expect(saved.status, saved.text).toBe(201);
    await siblings.servers[0]?.kill9();
    expect((await at(1).get(`/api/v1/saved_query/${saved.json.id}`)).json.result.label).toBe('Kept');
    const next = await run(2, 'SELECT 7 AS seven', 'after');
    expect(next.json.data).toEqual([{ seven: 7 }]);
    await followed;
    await expect.poll(async () => (await runOf(2, 'to-lose')).state, { timeout: 30_000 }).toBe('failed');
    expect((await runOf(2, 'to-lose')).errorMessage).toContain('Run it again');
    await expect.poll(async () => (await runOf(1, 'to-take')).state, { timeout: 40_000 }).toBe('success');
    const { resultsKey } = await runOf(2, 'to-take');
    for (const index of [1, 2]) {
      const { json } = await at(index).get(`/api/v1/sqllab/results/?q=(key:'${resultsKey}')`);
      expect(json.data).toEqual([{ nine: 9, slept: '' }]);
    }
    await expect.poll(async () => (await endOf(1, chart.job_id))?.status, { timeout: 40_000 }).toBe('done');
    const answered = await at(2).get((await endOf(2, chart.job_id))?.result_url ?? '');
    expect(answered.json.result[0].data).toEqual([{ n: 42 }]);
    const readAgain = () => at(1).get('/api/v1/sqllab/export/to-read/');
    expect((await readAgain()).status).toBe(410);
    // What lies in its folder is found again as soon as a process serves it.
    await siblings.restart(0);
    expect((await readAgain()).text.trim().split(/\r?\n/)).toHaveLength(2001);
  }, 120_000);
});
