import { type ApiClient, startService, startSiblingServers, startTcpProxy, type TcpProxy } from '@powerset/testkit';
import { type Drill, type DrillContext, type DrillOutcome, type DrillRow, isReached, pause } from './drill.ts';
import {
  askAnyOf,
  countsOf,
  findLosses,
  hearEnds,
  Kept,
  makeSource,
  people,
  runLater,
  type Stage,
  type Step,
  startLoad,
} from './sibling-load.ts';

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
      await takeAway(stage, { name: 'PostgreSQL with the metadata', proxy: metadata, mayFail: true, isSilent: true }),
      await takeAway(stage, { name: 'Redis', proxy: memory, mayFail: false }),
      await takeAway(stage, { name: 'Redis', proxy: memory, mayFail: false, isSilent: true }),
    ];
    const losses = await findLosses(
      stage,
      `killed ${context.rounds * 3} times, each of the three in turn, while ${people} people saved, deleted, asked and ran`,
    );
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
  /** It takes what it is sent and answers nothing; else nothing is where it was. */
  readonly isSilent?: boolean;
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
async function takeAway(stage: Stage, { name, proxy, mayFail, isSilent = false }: Outage): Promise<DrillRow> {
  const { siblings, kept } = stage;
  const meanwhile: { readonly status: number; readonly ms: number }[] = [];
  // Its end falls into the time when nothing can be written down.
  const [api = null] = siblings.clients;
  if (api) await runLater(stage, { name: `${isSilent ? 'silent' : 'away'}-${name}`, seconds: 5 })(api);
  if (isSilent) proxy.setMode('silent');
  else await proxy.close();
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
  if (isSilent) proxy.setMode('pass');
  else await proxy.open();
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
    done: `${name} ${isSilent ? 'silent' : 'away'} for ${awaySeconds} s`,
    seen: `${meanwhile.length} requests meanwhile, ${failures.length} answered with an error (${[...new Set(failures.map(({ status }) => status))].join(', ') || 'none'}), the slowest after ${slowest} ms; all three answered again after ${backMs} ms`,
    isGood: isGood && (mayFail || failures.length === 0),
  };
}

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

function toNextRow({ failed }: Kept, waits: readonly number[]): DrillRow {
  return {
    done: 'the next request of ten people after each kill, and of everybody whose request was cut off',
    seen: `${failed.length === 0 ? 'all answered' : failed.slice(0, 2).join('; ')}; the slowest of ten after ${Math.max(...waits)} ms`,
    isGood: failed.length === 0,
  };
}
