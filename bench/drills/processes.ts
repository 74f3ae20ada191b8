import {
  type ApiClient,
  type SiblingServers,
  startService,
  startSiblingServers,
  startTcpProxy,
  type TcpProxy,
} from '@powerset/testkit';
import { type Drill, type DrillContext, type DrillOutcome, type DrillRow, isReached, pause } from './drill.ts';

/** Three processes of one installation behind what a proxy does: whoever finds one closed is sent on to the next. */
export const processes: Drill = {
  name: 'processes',
  title: 'kill -9 of one of three processes under load',
  bar: "no acknowledged write and no queued question is lost; people's next request succeeds; servers beside them that are away are said so within 15 s, and not missed afterwards",
  run: async (context) => {
    const postgresql = await startService('postgresql').catch(() => null);
    const redis = await startService('redis').catch(() => null);
    try {
      if (!postgresql || !redis)
        return { rows: [], passedOver: 'PostgreSQL or Redis is not installed (`npm run test:services` installs them)' };
      return await holdBeside(postgresql.url, redis.url, context);
    } finally {
      await redis?.stop();
      await postgresql?.stop();
    }
  },
};

async function holdBeside(postgresqlUrl: string, redisUrl: string, context: DrillContext): Promise<DrillOutcome> {
  const proxies = [await startTcpProxy(portOf(postgresqlUrl)), await startTcpProxy(portOf(redisUrl))] as const;
  const [metadata, memory] = proxies;
  const siblings = await startSiblingServers({
    count: 3,
    postgresqlUrl: withPort(postgresqlUrl, metadata.port),
    env: { POWERSET_REDIS_URL: withPort(redisUrl, memory.port), POWERSET_FEATURES: 'GLOBAL_ASYNC_QUERIES' },
  });
  try {
    const stage = { siblings, ...(await makeSource(siblings, postgresqlUrl)), kept: new Kept() };
    const waits = await killInTurn(stage, context);
    const outages = [
      await takeAway(stage, { name: 'PostgreSQL with the metadata', proxy: metadata, mayFail: true }),
      await takeAway(stage, { name: 'Redis', proxy: memory, mayFail: false }),
    ];
    const losses = await findLosses(stage, context.rounds * 3);
    return { rows: [...losses, toNextRow(stage.kept, waits), ...outages] };
  } finally {
    await siblings.stop();
    await Promise.all(proxies.map((proxy) => proxy.close()));
  }
}

const portOf = (url: string): number => Number(new URL(url).port);

function withPort(url: string, port: number): string {
  const changed = new URL(url);
  changed.port = String(port);
  return changed.toString();
}

interface Stage {
  readonly siblings: SiblingServers;
  readonly databaseId: number;
  readonly datasetId: number;
  readonly kept: Kept;
}

type Step = (api: ApiClient) => Promise<void>;

/** What was acknowledged, and what became of it. */
class Kept {
  readonly titles = new Map<number, string>();
  readonly deleted = new Set<number>();
  readonly jobs = new Set<string>();
  /** Statements of the SQL editor that were taken. */
  readonly runs = new Set<string>();
  /** How questions ended, as a page hears it that asks for what it has not heard yet. */
  readonly ends = new Map<string, string[]>();
  lastEvent = '';
  /** Requests after which the next one, of the same person, failed as well. */
  readonly failed: string[] = [];
  cut = 0;
  requests = 0;
}

/** A dataset whose rows take a while, so that questions are under way when something ends. */
async function makeSource(
  { clients }: SiblingServers,
  sourceUrl: string,
): Promise<Pick<Stage, 'databaseId' | 'datasetId'>> {
  const [first] = clients;
  if (!first) throw new Error('No server was started.');
  const body = { database_name: 'Source', sqlalchemy_uri: sourceUrl, allow_run_async: true };
  const source = await first.post('/api/v1/database/', body);
  const table = { database: source.json.id, schema: 'public', table_name: 'slow' };
  const sql = 'SELECT n, pg_sleep(0.02) FROM generate_series(1, 20) AS n';
  const dataset = await first.post('/api/v1/dataset/', { ...table, sql });
  return { databaseId: source.json.id, datasetId: dataset.json.id };
}

/** How long the slowest of ten people waited after each kill. */
async function killInTurn(stage: Stage, { rounds, say }: DrillContext): Promise<readonly number[]> {
  const { siblings, kept } = stage;
  const waits: number[] = [];
  for (let round = 0; round < rounds * 3; round += 1) {
    const at = round % 3;
    const load = startLoad(stage, round);
    await pause(800 + ((round * 977) % 2000));
    await siblings.servers[at]?.kill9();
    waits.push(await timeNextRequests(stage));
    await pause(1500);
    await load.stop();
    await hearEnds(siblings, kept, round + 1);
    await siblings.restart(at);
    say(`  round ${round + 1}: ${countsOf(kept)}`);
  }
  return waits;
}

interface Outage {
  readonly name: string;
  readonly proxy: TcpProxy;
  /** What needs it is answered with an error meanwhile. */
  readonly mayFail: boolean;
}

const awaySeconds = 20;
/** Longer nobody may wait for what is not there. */
const longestMs = 15_000;

/** 0 where the connection was cut. */
const statusOf = (api: ApiClient): Promise<number> =>
  api.get('/api/v1/dashboard/?q=(page_size:5)').then(
    ({ status }) => status,
    () => 0,
  );

/** For a while nothing is where a server was: what is asked is answered within bounds, and all is well right afterwards. */
async function takeAway(stage: Stage, { name, proxy, mayFail }: Outage): Promise<DrillRow> {
  const { siblings, kept } = stage;
  const meanwhile: { readonly status: number; readonly ms: number }[] = [];
  // Its end falls into the time when nothing can be written down.
  const [api = null] = siblings.clients;
  if (api) await runLater(stage, { name: `away-${name}`, seconds: 5 })(api);
  await proxy.close();
  const until = Date.now() + awaySeconds * 1000;
  let person = 0;
  while (Date.now() < until) {
    const startedAt = Date.now();
    person += 1;
    const api = siblings.clients[person % 3];
    const status = await api?.get('/api/v1/dashboard/?q=(page_size:5)').then(
      (answer) => answer.status,
      () => 0,
    );
    meanwhile.push({ status: status ?? 0, ms: Date.now() - startedAt });
    await pause(100);
  }
  await proxy.open();
  const [before, startedAt] = [kept.failed.length, Date.now()];
  const isBack = await isReached(async () => {
    const all = await Promise.all(siblings.clients.map(statusOf));
    return all.every((status) => status === 200);
  }, 10_000);
  const backMs = Date.now() - startedAt;
  const load = startLoad(stage, 900 + person);
  await pause(2000);
  await load.stop();
  const slowest = Math.max(...meanwhile.map(({ ms }) => ms));
  const failures = meanwhile.filter(({ status }) => status !== 200);
  const isCut = failures.some(({ status }) => status === 0);
  const isGood = isBack && !isCut && slowest <= longestMs && kept.failed.length === before;
  return {
    done: `${name} away for ${awaySeconds} s`,
    seen: `${meanwhile.length} requests meanwhile, ${failures.length} answered with an error (${[...new Set(failures.map(({ status }) => status))].join(', ') || 'none'}), the slowest after ${slowest} ms; all three answered again after ${backMs} ms`,
    isGood: isGood && (mayFail || failures.length === 0),
  };
}

function countsOf({ titles, deleted, jobs, runs, requests, cut, failed }: Kept): string {
  return `${titles.size} dashboards, ${deleted.size} more that were deleted, ${jobs.size} questions, ${runs.size} statements; ${requests} requests, ${cut} cut off, ${failed.length} after those failed`;
}

const people = 6;

/** Several people at once, each with one request after the other, at a process that takes it. */
function startLoad(stage: Stage, round: number): { stop(): Promise<void> } {
  const { kept, datasetId } = stage;
  const stepOf = (person: number, turn: number): Step => {
    const name = `${round}-${person}-${turn}`;
    const steps = [
      save(kept, name),
      ask(kept, datasetId, (round * 100 + person) * 1000 + turn),
      runLater(stage, { name, seconds: 0.5 }),
    ];
    return steps[person % 3] as Step;
  };
  let isOver = false;
  const work = async (person: number) => {
    for (let turn = 0; !isOver; turn += 1) {
      await askAnyOf(stage, { first: person + turn, step: stepOf(person, turn) });
    }
  };
  const working = Promise.all(Array.from({ length: people }, (_, person) => work(person)));
  return {
    stop: async () => {
      isOver = true;
      await working;
    },
  };
}

interface Request {
  /** Which process the proxy would choose. */
  readonly first: number;
  readonly step: Step;
}

/** As a proxy does: what no process took is given to the next. What one took and did not answer has failed; the next try must not. */
async function askAnyOf({ siblings, kept }: Stage, { first, step }: Request): Promise<void> {
  for (let tries = 0; tries < 3; tries += 1) {
    kept.requests += 1;
    const api = siblings.clients[(first + tries) % 3];
    try {
      await step(api as ApiClient);
      return;
    } catch (error) {
      if (!isRefused(error)) kept.cut += 1;
      if (tries === 2) kept.failed.push(String(error));
    }
  }
}

function isRefused(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === 'ECONNREFUSED';
}

const save =
  (kept: Kept, name: string): Step =>
  async (api) => {
    const made = await api.post('/api/v1/dashboard/', { dashboard_title: name });
    if (made.status !== 201) throw new Error(`saved: ${made.status} ${made.text.slice(0, 200)}`);
    const id: number = made.json.id;
    kept.titles.set(id, name);
    const path = `/api/v1/dashboard/${id}`;
    // What is sent from here on may be there or not.
    kept.titles.set(id, '');
    const changed = await api.put(path, { dashboard_title: `${name} changed` });
    if (changed.status === 200) kept.titles.set(id, `${name} changed`);
    if (id % 3 > 0) return;
    kept.titles.delete(id);
    if ((await api.delete(path)).status === 200) kept.deleted.add(id);
  };

const ask =
  (kept: Kept, datasetId: number, number: number): Step =>
  async (api) => {
    const metric = { expressionType: 'SQL', sqlExpression: `sum(n) + ${number}`, label: 'm' };
    const body = { datasource: { id: datasetId, type: 'table' }, queries: [{ columns: [], metrics: [metric] }] };
    const taken = await api.post('/api/v1/chart/data', body);
    // With fifty under way the answer comes with the call.
    if (taken.status !== 202 && taken.status !== 200)
      throw new Error(`asked: ${taken.status} ${taken.text.slice(0, 200)}`);
    if (taken.status === 202) kept.jobs.add(taken.json.job_id);
  };

interface LaterRun {
  readonly name: string;
  readonly seconds: number;
}

/** A statement of the SQL editor that goes on after its call; a person has a few of them under way. */
const runLater =
  ({ kept, databaseId }: Pick<Stage, 'kept' | 'databaseId'>, { name, seconds }: LaterRun): Step =>
  async (api) => {
    const sql = `SELECT pg_sleep(${seconds})::text AS slept, '${name}' AS name`;
    const place = { database_id: databaseId, schema: 'public', runAsync: true };
    const clientId = `run-${name}-${kept.requests}`;
    const taken = await api.post('/api/v1/sqllab/execute/', { ...place, sql, client_id: clientId });
    if (taken.status !== 202) throw new Error(`run: ${taken.status} ${taken.text.slice(0, 200)}`);
    kept.runs.add(clientId);
    await pause(150);
  };

/** Ten people at once, right after the kill; how long the slowest waited. */
async function timeNextRequests(stage: Stage): Promise<number> {
  const startedAt = Date.now();
  const read: Step = async (api) => {
    const { status } = await api.get('/api/v1/dashboard/?q=(page_size:5)');
    if (status !== 200) throw new Error(`read: ${status}`);
  };
  await Promise.all(Array.from({ length: 10 }, (_, person) => askAnyOf(stage, { first: person, step: read })));
  return Date.now() - startedAt;
}

/** Of another process each time. */
async function hearEnds({ clients }: SiblingServers, kept: Kept, turn: number): Promise<void> {
  const events = (await clients[turn % 3]?.get(`/api/v1/async_event/?last_id=${kept.lastEvent}`))?.json.result ?? [];
  for (const { job_id: job, status, id } of events) {
    kept.ends.set(job, [...(kept.ends.get(job) ?? []), status]);
    kept.lastEvent = id;
  }
}

async function findLosses({ siblings, kept }: Stage, kills: number): Promise<readonly DrillRow[]> {
  const problems: string[] = [];
  const [, api] = siblings.clients;
  if (!api) return [];
  for (const [id, title] of kept.titles) {
    const found = await api.get(`/api/v1/dashboard/${id}`);
    const isThere = found.status === 200 && (title === '' || found.json.result.dashboard_title === title);
    if (!isThere) problems.push(`dashboard ${id}: ${found.status}`);
  }
  for (const id of kept.deleted) {
    const { status } = await api.get(`/api/v1/dashboard/${id}`);
    if (status !== 404) problems.push(`dashboard ${id} was deleted: ${status}`);
  }
  let asked = 0;
  await isReached(async () => {
    asked += 1;
    await hearEnds(siblings, kept, asked);
    return [...kept.jobs].every((id) => kept.ends.has(id));
  }, 60_000);
  const states = await endsOfRuns(api, kept);
  const unended = [...kept.runs].filter((id) => states.get(id) !== 'success');
  const unanswered = [...kept.jobs].filter((id) => kept.ends.get(id)?.join() !== 'done');
  const done = `killed ${kills} times, each of the three in turn, while ${people} people saved, deleted and asked`;
  return [
    {
      done,
      seen: `${countsOf(kept)}; lost or half-written: ${problems.length === 0 ? 'none' : problems.slice(0, 3).join('; ')}`,
      isGood: problems.length === 0,
    },
    {
      done: 'questions of charts that a process had taken (202)',
      seen: `${kept.jobs.size} taken, ${kept.jobs.size - unanswered.length} answered and told of once${
        unanswered.length === 0
          ? ''
          : `; not: ${unanswered
              .slice(0, 3)
              .map((id) => kept.ends.get(id)?.join() ?? 'nothing')
              .join('; ')}`
      }`,
      isGood: unanswered.length === 0 && kept.jobs.size > 0,
    },
    {
      done: 'statements of the SQL editor that a process had taken (202), two of them ending while a server was away',
      seen: `${kept.runs.size} taken, ${kept.runs.size - unended.length} with a result${
        unended.length === 0
          ? ''
          : `; not: ${unended
              .slice(0, 3)
              .map((id) => `${id} ${states.get(id) ?? 'is not known'}`)
              .join('; ')}`
      }`,
      isGood: unended.length === 0 && kept.runs.size > 0,
    },
  ];
}

/** Waits for the last of them. */
async function endsOfRuns(api: ApiClient, kept: Kept): Promise<ReadonlyMap<string, string>> {
  const states = new Map<string, string>();
  let since = 0;
  await isReached(async () => {
    const { result } = (await api.get(`/api/v1/query/updated_since?q=(last_updated_ms:${since})`)).json;
    for (const { id, state, errorMessage, changed_on: changedOn } of result) {
      states.set(id, errorMessage ? `${state}: ${errorMessage}` : state);
      since = Math.max(since, Date.parse(changedOn) - 5000);
    }
    return [...kept.runs].every((id) => !['pending', 'running'].includes(states.get(id) ?? 'pending'));
  }, 60_000);
  return states;
}

function toNextRow({ failed }: Kept, waits: readonly number[]): DrillRow {
  return {
    done: 'the next request of ten people after each kill, and of everybody whose request was cut off',
    seen: `${failed.length === 0 ? 'all answered' : failed.slice(0, 2).join('; ')}; the slowest of ten after ${Math.max(...waits)} ms`,
    isGood: failed.length === 0,
  };
}
