import type { ApiAnswer, ApiClient } from '@powerset/testkit';
import { findOrders, type ShopDataset } from '../shop.ts';
import { type DrillStage, pause } from './drill.ts';

/** What the load did, by kind, and the answers that should not have come. */
export interface SoakTally {
  readonly counts: Map<string, number>;
  readonly faults: string[];
}

interface SoakWorld {
  readonly api: ApiClient;
  readonly url: string;
  readonly databaseId: number;
  readonly orders: ShopDataset;
  readonly dashboardId: number;
  /** Another number every time. */
  readonly next: () => number;
}

/** One kind of use, done once; it throws or returns the answer that it got, and which statuses are right. */
type Use = (world: SoakWorld) => Promise<void>;

const slowSql = (seed: number) =>
  `SELECT count(*) AS n FROM range(60000) a, range(60000) b WHERE (a.range * b.range + ${seed}) % 7 = 3`;

function expectStatus(answer: ApiAnswer, ...right: readonly number[]): ApiAnswer {
  if (right.includes(answer.status)) return answer;
  throw new Error(`${answer.status} ${answer.text.slice(0, 200)}`);
}

function chartBody({ orders }: SoakWorld, seed: number, more: object = {}): object {
  const column = orders.text[seed % orders.text.length];
  const number = orders.numbers[seed % orders.numbers.length];
  const metric = { expressionType: 'SQL', sqlExpression: `SUM("${number}" * ${(seed % 1000) + 1})`, label: 'sum' };
  return {
    datasource: { id: orders.id, type: 'table' },
    queries: [{ columns: [column], metrics: [metric], row_limit: 500 }],
    ...more,
  };
}

const uses: Readonly<Record<string, { readonly everyMs: number; readonly use: Use }>> = {
  'charts from the cache': {
    everyMs: 20,
    use: async (world) => void expectStatus(await world.api.post('/api/v1/chart/data', chartBody(world, 1)), 200),
  },
  'charts anew': {
    everyMs: 300,
    use: async (world) =>
      void expectStatus(await world.api.post('/api/v1/chart/data', chartBody(world, world.next())), 200),
  },
  'files of charts': {
    everyMs: 3000,
    use: async (world) => {
      const format = world.next() % 2 === 0 ? 'csv' : 'xlsx';
      const body = chartBody(world, world.next(), { result_format: format });
      expectStatus(await world.api.post('/api/v1/chart/data', body), 200);
    },
  },
  'dashboards in one stream': {
    everyMs: 1000,
    use: async (world) => {
      const seed = world.next();
      const requests = Array.from({ length: 12 }, (_, at) => ({
        key: `chart ${at}`,
        payload: chartBody(world, at < 6 ? at : seed + at),
      }));
      const answer = expectStatus(await world.api.post('/api/v1/chart/data/batch', { requests }), 200);
      const lines = answer.text.trim().split('\n');
      if (lines.length !== 12) throw new Error(`${lines.length} of 12 charts were answered`);
    },
  },
  'SQL runs with windows': { everyMs: 700, use: runSql },
  'SQL runs that are stopped': { everyMs: 2500, use: stopRun },
  'runs and charts whose client goes away': { everyMs: 2000, use: goAway },
  uploads: { everyMs: 4000, use: upload },
  saves: { everyMs: 500, use: save },
  'pages and lists': { everyMs: 300, use: browse },
  mistakes: { everyMs: 800, use: mistake },
};

async function runSql(world: SoakWorld): Promise<void> {
  const sql = `SELECT *, ${world.next()} AS seed FROM orders LIMIT ${1000 + (world.next() % 20_000)}`;
  const answer = expectStatus(
    await world.api.post('/api/v1/sqllab/execute/', { database_id: world.databaseId, sql, queryLimit: 20_000 }),
    200,
  );
  const key = answer.json.query.resultsKey;
  const q = encodeURIComponent('(offset:500,limit:200)');
  expectStatus(await world.api.get(`/api/v1/sqllab/results/${key}/window?q=${q}`), 200);
}

async function stopRun(world: SoakWorld): Promise<void> {
  const client_id = `soak${world.next()}`;
  const body = { database_id: world.databaseId, sql: slowSql(world.next()), runAsync: true, client_id };
  expectStatus(await world.api.post('/api/v1/sqllab/execute/', body), 202);
  await pause(400);
  expectStatus(await world.api.post('/api/v1/query/stop', { client_id }), 200);
}

async function goAway(world: SoakWorld): Promise<void> {
  const seed = world.next();
  const isChart = seed % 2 === 0;
  const batch = { requests: [0, 1, 2, 3].map((at) => ({ key: `${at}`, payload: chartBody(world, seed + at) })) };
  const run = { database_id: world.databaseId, sql: slowSql(seed) };
  const asked = fetch(`${world.url}${isChart ? '/api/v1/chart/data/batch' : '/api/v1/sqllab/execute/'}`, {
    method: 'POST',
    headers: { ...world.api.headers, 'content-type': 'application/json' },
    body: JSON.stringify(isChart ? batch : run),
    signal: AbortSignal.timeout(isChart ? 30 : 400),
  });
  await asked.then((response) => response.text()).catch(() => 'gone');
}

async function upload(world: SoakWorld): Promise<void> {
  const rows = Array.from({ length: 20_000 }, (_, at) => `${at},name ${world.next()},${at / 3}`);
  const form = new FormData();
  form.append('table_name', 'soak_upload');
  form.append('already_exists', 'replace');
  form.append('file', new Blob([`id,name,value\n${rows.join('\n')}\n`]), 'soak.csv');
  expectStatus(await world.api.send('POST', `/api/v1/database/${world.databaseId}/upload/`, { form }), 200, 201);
}

async function save(world: SoakWorld): Promise<void> {
  const title = `Soak ${world.next()}`;
  const path = `/api/v1/dashboard/${world.dashboardId}`;
  expectStatus(await world.api.put(path, { dashboard_title: title, css: 'x'.repeat(2000) }), 200);
  const chart = await world.api.post('/api/v1/chart/', {
    slice_name: title,
    viz_type: 'table',
    datasource_id: world.orders.id,
    datasource_type: 'table',
  });
  expectStatus(chart, 201);
  expectStatus(await world.api.delete(`/api/v1/chart/${chart.json.id}`), 200);
}

async function browse(world: SoakWorld): Promise<void> {
  const paths = [
    '/',
    '/api/v1/dashboard/',
    '/api/v1/chart/?q=(page_size:25)',
    `/api/v1/dataset/${world.orders.id}`,
    `/api/v1/explore/?datasource_id=${world.orders.id}&datasource_type=table`,
    `/api/v1/database/${world.databaseId}/tables/?q=(schema_name:main)`,
    '/api/v1/query/?q=(page_size:50)',
    '/api/v1/_openapi',
  ];
  expectStatus(await world.api.get(paths[world.next() % paths.length] ?? '/'), 200);
}

async function mistake(world: SoakWorld): Promise<void> {
  const { api, databaseId } = world;
  const answers = await Promise.all([
    api.post('/api/v1/sqllab/execute/', { database_id: databaseId, sql: `SELECT nothing_${world.next()} FROM orders` }),
    api.post('/api/v1/chart/data', { datasource: { id: 987_654, type: 'table' }, queries: [{}] }),
    api.get(`/api/v1/dashboard/${900_000 + (world.next() % 1000)}`),
    api.post('/api/v1/chart/', { slice_name: '' }),
  ]);
  const wrong = answers.find((answer) => answer.status < 400 || answer.status >= 500);
  // A mistake in SQL is answered as the reference does, with 500 and the words of the engine.
  if (wrong && wrong.json.errors?.[0]?.error_type === 'GENERIC_BACKEND_ERROR')
    throw new Error(wrong.text.slice(0, 200));
}

/** Keeps every kind of use going until the time is over, each at its own pace. */
export async function keepBusy({ server, api }: DrillStage, endsAt: number): Promise<SoakTally> {
  const databases = (await api.get('/api/v1/database/')).json.result;
  const dashboard = await api.post('/api/v1/dashboard/', { dashboard_title: 'Soak' });
  let counter = 0;
  const world: SoakWorld = {
    api,
    url: server.url,
    databaseId: databases[0].id,
    orders: await findOrders(api),
    dashboardId: dashboard.json.id,
    next: () => {
      counter += 1;
      return counter;
    },
  };
  const tally: SoakTally = { counts: new Map(), faults: [] };
  await Promise.all(
    Object.entries(uses).map(([name, { everyMs, use }]) => repeat({ name, everyMs, use, world, tally, endsAt })),
  );
  return tally;
}

interface Repeating {
  readonly name: string;
  readonly everyMs: number;
  readonly use: Use;
  readonly world: SoakWorld;
  readonly tally: SoakTally;
  readonly endsAt: number;
}

async function repeat({ name, everyMs, use, world, tally, endsAt }: Repeating): Promise<void> {
  while (Date.now() < endsAt) {
    try {
      await use(world);
    } catch (error) {
      if (tally.faults.length < 1000) tally.faults.push(`${name}: ${String(error).slice(0, 300)}`);
    }
    tally.counts.set(name, (tally.counts.get(name) ?? 0) + 1);
    await pause(everyMs);
  }
}
