import { type ApiAnswer, type ApiClient, signInWithToken, startServer, testAdmin } from '@powerset/testkit';
import { childrenOf, readBusyTicks } from '../process-figures.ts';
import { bombs, metricBombs } from './bombs.ts';
import { type Drill, type DrillRow, errorOf, isReached, pause } from './drill.ts';

export const engine: Drill = {
  name: 'engine',
  title: "Engine crash or out-of-memory in a user's query",
  bar: "that query fails with a clear error; the server and everyone else's queries go on",
  run: async ({ rounds }) => {
    const server = await startServer({ env: { POWERSET_ENGINE_MEMORY_MB: '512' } });
    const api = await signInWithToken(server.url, testAdmin);
    const databaseId = (await api.get('/api/v1/database/')).json.ids[0] as number;
    const rows: DrillRow[] = [];
    for (let round = 0; round < rounds; round += 1)
      rows.push(await killEngine({ api, databaseId, pid: server.pid, round }));
    rows.push(...(await exhaustMemory(api, databaseId)));
    for (let round = 0; round < rounds; round += 1) rows.push(await breakEngine({ api, databaseId, round }));
    rows.push({
      done: 'the server after all that',
      seen: `/health ${(await api.get('/health')).status}`,
      isGood: (await api.get('/health')).status === 200,
    });
    await server.stop();
    return { rows };
  },
};

export const bombing: Drill = {
  name: 'bombs',
  title: 'Queries that want more than there is',
  bar: 'each ends within its time limit and a grace; a query beside it is answered right; nothing of the host is told',
  run: async () => {
    const server = await startServer({
      env: { POWERSET_ENGINE_MEMORY_MB: '1024', POWERSET_SQLLAB_TIMEOUT: '3', POWERSET_QUERY_TIMEOUT: '3' },
    });
    const api = await signInWithToken(server.url, testAdmin);
    const stage = { api, databaseId: (await api.get('/api/v1/database/')).json.ids[0] as number };
    const datasetId = await makeDataset(stage);
    const gamma = await signInGamma({ url: server.url, admin: api, datasetId });
    const rows: DrillRow[] = [];
    for (const { what, sql } of bombs)
      rows.push(await throwBomb(stage, `${what}, in the SQL editor`, () => run(api, stage.databaseId, sql)));
    for (const [what, metric] of metricBombs) {
      rows.push(await throwBomb(stage, `${what}, as a chart's metric`, () => askChart({ api, datasetId, metric })));
      const asked = () => askChart({ api: gamma, datasetId, metric });
      rows.push(await throwBomb(stage, `${what}, by a Gamma with one dataset`, asked));
    }
    await server.stop();
    return { rows };
  },
};

interface Stage {
  readonly api: ApiClient;
  readonly databaseId: number;
}

/** A dataset of a small table. */
async function makeDataset({ api, databaseId }: Stage): Promise<number> {
  const sql = 'SELECT range::DOUBLE AS amount FROM range(1000)';
  const made = await api.post('/api/v1/dataset/', { database: databaseId, schema: 'main', table_name: 'bombed', sql });
  return made.json.id as number;
}

interface Asking {
  readonly api: ApiClient;
  readonly datasetId: number;
  readonly metric: string;
}

/** Asks for a chart of one metric. */
function askChart({ api, datasetId, metric }: Asking): Promise<ApiAnswer> {
  return api.post('/api/v1/chart/data', {
    datasource: { id: datasetId, type: 'table' },
    force: true,
    queries: [{ columns: [], metrics: [{ expressionType: 'SQL', sqlExpression: metric, label: 'm' }] }],
  });
}

interface GammaPlace {
  readonly url: string;
  readonly admin: ApiClient;
  readonly datasetId: number;
}

/** Somebody who may look at charts of one dataset, and do nothing else. */
async function signInGamma({ url, admin, datasetId }: GammaPlace): Promise<ApiClient> {
  const credentials = { username: 'gamma', password: 'a password for drills' };
  const { json: role } = await admin.post('/api/v1/security/roles/', { name: 'Bombed' });
  const view = `[Powerset].[bombed](id:${datasetId})`;
  const pairs = await admin.get(
    `/api/v1/security/permissions-resources/?q=(filters:!((col:view_menu.name,opr:eq,value:'${view}')))`,
  );
  const granted = await admin.post(`/api/v1/security/roles/${role.id}/permissions`, {
    permission_view_menu_ids: pairs.json.ids,
  });
  const gammas = await admin.get('/api/v1/security/roles/?q=(filters:!((col:name,opr:eq,value:Gamma)))');
  const roles = [...(gammas.json.ids as readonly number[]), role.id];
  const made = await admin.post('/api/v1/security/users/', { ...credentials, roles });
  if (granted.status !== 200 || made.status !== 201) throw new Error(`No Gamma could be made: ${made.text}`);
  return signInWithToken(url, credentials);
}

const graceMs = 15_000;

async function throwBomb({ api, databaseId }: Stage, done: string, ask: () => Promise<ApiAnswer>): Promise<DrillRow> {
  const startedAt = Date.now();
  const bomb = ask();
  const beside = await run(api, databaseId, `SELECT count(*) AS n FROM range(${3_000_000 + (startedAt % 1000)})`);
  const answer = await bomb;
  const tookMs = Date.now() - startedAt;
  const isRight = beside.json.data?.[0]?.n === 3_000_000 + (startedAt % 1000);
  const leaks = /Stack Trace|libduckdb|node_modules|0x[0-9a-f]{8}/.test(answer.text);
  const words = errorOf(answer.json).slice(0, 120).replaceAll('\n', ' ') || 'answered';
  return {
    done,
    seen: `${answer.status} "${words}" after ${tookMs} ms; beside it ${isRight ? 'answered right' : `${beside.status} "${errorOf(beside.json)}"`}`,
    isGood: isRight && !leaks && tookMs < graceMs,
  };
}

/** One query breaks the database while others read. */
async function breakEngine({ api, databaseId, round }: Omit<EngineStage, 'pid'>): Promise<DrillRow> {
  const beside = [1, 2].map((n) =>
    run(api, databaseId, `SELECT count(*) AS n, sum(sqrt(r.range + ${n})) AS s FROM range(${100_000_000 + round}) r`),
  );
  await pause(300);
  const askedAt = Date.now();
  const fatal = `SELECT reservoir_quantile(range, 0.${round + 1}, 1000000000) FROM range(1000)`;
  const broken = await run(api, databaseId, fatal);
  const toldAt = Date.now();
  const next = await run(api, databaseId, 'SELECT 41 + 1 AS answer');
  const nextMs = Date.now() - toldAt;
  const answers = await Promise.all(beside);
  const right = answers.filter(({ json }) => json.data?.[0]?.n === 100_000_000 + round).length;
  return {
    done: `a query that breaks the database while two others run, ${round + 1}`,
    seen: `${broken.status} "${errorOf(broken.json)}" after ${toldAt - askedAt} ms, its wait for a turn among them; the next query answered ${JSON.stringify(next.json.data)} ${nextMs} ms later; ${right} of 2 beside it answered right`,
    isGood: broken.status === 503 && next.json.data?.[0]?.answer === 42 && right === 2 && !/Trace/.test(broken.text),
  };
}

interface EngineStage {
  readonly api: ApiClient;
  readonly databaseId: number;
  readonly pid: number;
  readonly round: number;
}

const run = (api: ApiClient, database_id: number, sql: string): Promise<ApiAnswer> =>
  api.post('/api/v1/sqllab/execute/', { database_id, sql });

async function killEngine({ api, databaseId, pid, round }: EngineStage): Promise<DrillRow> {
  const slow = `SELECT count(*) AS n FROM range(100000) a, range(100000) b WHERE (a.range * b.range + ${round}) % 7 = 3`;
  await run(api, databaseId, 'SELECT 1');
  const before = new Map(childrenOf(pid).map((child) => [child, readBusyTicks(child)]));
  const running = run(api, databaseId, slow);
  const busiest = (): number | undefined =>
    childrenOf(pid).find((child) => readBusyTicks(child) > (before.get(child) ?? 0) + 20);
  await isReached(async () => busiest() !== undefined, 10_000);
  process.kill(busiest() ?? 0, 'SIGKILL');
  const startedAt = Date.now();
  const failed = await running;
  const next = await run(api, databaseId, 'SELECT 41 + 1 AS answer');
  const code = failed.json.errors?.[0]?.error_type;
  return {
    done: `kill -9 of the engine's process while a query runs, ${round + 1}`,
    seen: `${failed.status} "${errorOf(failed.json)}"; the next query answered ${JSON.stringify(next.json.data)} ${Date.now() - startedAt} ms later`,
    isGood: code === 'ENGINE_CRASHED_ERROR' && next.json.data?.[0]?.answer === 42,
  };
}

const hungry: readonly (readonly [what: string, sql: string])[] = [
  ['a sort that does not fit', 'SELECT list(range::VARCHAR || repeat($$x$$, 200)) AS l FROM range(30000000)'],
  ['one enormous text', "SELECT length(repeat('x', 4000000000)) AS n"],
  ['many distinct values', 'SELECT count(DISTINCT hash(a.range, b.range)) FROM range(20000) a, range(20000) b'],
];

/** While somebody's query takes all memory, somebody else's small ones go on or fail with words and go on again. */
async function exhaustMemory(api: ApiClient, databaseId: number): Promise<readonly DrillRow[]> {
  const rows: DrillRow[] = [];
  for (const [what, sql] of hungry) {
    const eating = api.post('/api/v1/sqllab/execute/', { database_id: databaseId, sql, runAsync: false });
    await pause(200);
    const health = await api.get('/health');
    const answer = await Promise.race([eating, pause(60_000).then(() => null)]);
    const next = await run(api, databaseId, 'SELECT 41 + 1 AS answer');
    const seen = answer ? `${answer.status} "${errorOf(answer.json).slice(0, 160) || 'answered'}"` : 'still running';
    rows.push({
      done: `${what}, with 512 MB for the engine`,
      seen: `${seen.replaceAll('\n', ' ')}; meanwhile /health ${health.status}; the next query ${next.status}`,
      isGood: answer !== null && health.status === 200 && next.json.data?.[0]?.answer === 42,
    });
  }
  return rows;
}
