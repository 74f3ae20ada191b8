import {
  type ApiClient,
  apiClient,
  type SiblingServers,
  serviceUrl,
  signInWithToken,
  startSiblingServers,
  startTcpProxy,
} from '@powerset/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const [serverUrl, redisUrl] = [serviceUrl('postgresql') ?? '', serviceUrl('redis') ?? ''];

describe.skipIf(serverUrl === '' || redisUrl === '')('answers of several processes that share a Redis server', () => {
  let proxy: Awaited<ReturnType<typeof startTcpProxy>>;
  let siblings: SiblingServers;
  let databaseId: number;

  const at = (index: number): ApiClient => siblings.clients[index] as ApiClient;

  beforeAll(async () => {
    proxy = await startTcpProxy(Number(new URL(redisUrl).port));
    const env = { POWERSET_REDIS_URL: `redis://127.0.0.1:${proxy.port}` };
    siblings = await startSiblingServers({ count: 3, postgresqlUrl: serverUrl, env });
    const connection = { database_name: 'Chance', sqlalchemy_uri: serverUrl };
    const made = await at(0).post('/api/v1/database/', connection);
    expect(made.status, made.text).toBe(201);
    databaseId = made.json.id;
  });
  afterAll(async () => {
    await siblings?.stop();
    await proxy.close();
  });

  /** A dataset whose one row is another one whenever it is read, which takes a second. */
  async function makeChance(name: string): Promise<number> {
    const sql = 'select random() as chance, pg_sleep(1)::text as slept';
    const given = { database: databaseId, schema: 'public', table_name: name, sql };
    const made = await at(0).post('/api/v1/dataset/', given);
    expect(made.status, made.text).toBe(201);
    return made.json.id;
  }
  async function ask(index: number, id: number, force = false) {
    const datasource = { id, type: 'table' };
    const queries = [{ columns: ['chance', 'slept'], metrics: [], row_limit: 10 }];
    const answer = await at(index).post('/api/v1/chart/data', { datasource, queries, force });
    expect(answer.status, answer.text).toBe(200);
    const [result] = answer.json.result;
    return { chance: result.data[0].chance, isCached: result.is_cached, at: result.cached_dttm };
  }

  it('are read once where all are asked at once, and are there for who asks later', async () => {
    const id = await makeChance('at_once');
    const answers = await Promise.all([0, 1, 2, 0, 1, 2].map((index) => ask(index, id)));
    expect(new Set(answers.map(({ chance }) => chance)).size).toBe(1);
    const later = await Promise.all([0, 1, 2].map((index) => ask(index, id)));
    expect(later.map(({ isCached }) => isCached)).toEqual([true, true, true]);
    expect(new Set(later.map(({ chance }) => chance))).toEqual(new Set(answers.map(({ chance }) => chance)));
    const figures = (await at(0).get('/metrics')).text;
    expect(figures).toContain('powerset_shared_cache_up 1');
  });

  it('are new in all once one was asked to read anew, or was told that somebody wrote', async () => {
    const id = await makeChance('anew');
    const first = await ask(0, id);
    expect(await ask(1, id)).toMatchObject({ chance: first.chance, isCached: true });
    const anew = await ask(2, id, true);
    expect(anew.chance).not.toBe(first.chance);
    for (const index of [0, 1]) await expect.poll(async () => (await ask(index, id)).chance).toBe(anew.chance);
    const told = await at(1).post('/api/v1/cachekey/invalidate', { datasource_uids: [`${id}__table`] });
    expect(told.status, told.text).toBe(201);
    await expect.poll(async () => (await ask(0, id)).chance).not.toBe(anew.chance);
    const last = await ask(0, id);
    expect(await ask(1, id)).toMatchObject({ chance: last.chance });
  });

  it('come from each process for itself while that server is away, and are shared again afterwards', async () => {
    const id = await makeChance('away');
    await proxy.close();
    const [one, other] = await Promise.all([ask(0, id), ask(1, id)]);
    expect(one.chance).not.toBe(other.chance);
    await proxy.open();
    const again = await makeChance('back');
    await expect
      .poll(
        async () => {
          const forced = await ask(0, again, true);
          return forced.chance === (await ask(1, again)).chance;
        },
        { timeout: 30_000 },
      )
      .toBe(true);
  });

  it('are shown to nobody who may not read their dataset, whoever read them first', async () => {
    const id = await makeChance('rights');
    await ask(0, id);
    const gamma = { username: 'gamma', password: 'another long password' };
    const roles = (await at(0).get('/api/v1/security/roles/?q=(page_size:100)')).json.result;
    const role = roles.find(({ name }: { name: string }) => name === 'Gamma').id;
    const named = { first_name: 'G', last_name: 'A', email: 'gamma@example.com' };
    const person = { ...gamma, ...named, active: true, roles: [role] };
    expect((await at(0).post('/api/v1/security/users/', person)).status).toBe(201);
    const token = await signInWithToken(siblings.servers[1]?.url ?? '', gamma);
    const client = apiClient(siblings.servers[1]?.url ?? '', token.headers);
    const datasource = { id, type: 'table' };
    const queries = [{ columns: ['chance', 'slept'], metrics: [], row_limit: 10 }];
    expect((await client.post('/api/v1/chart/data', { datasource, queries })).status).toBe(403);
  });
});
