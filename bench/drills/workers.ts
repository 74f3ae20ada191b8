import { type ApiClient, makeTempFolder, startService, startSiblingServers } from '@powerset/testkit';
import { type Drill, type DrillContext, type DrillOutcome, type DrillRow, isReached, pause } from './drill.ts';
import { countsOf, findLosses, hearEnds, Kept, makeSource, people, type Stage, startLoad } from './sibling-load.ts';

const webs = 2;
const roles = ['web', 'web', 'worker', 'worker'] as const;

/** Two processes that answer people and two that take jobs, which are killed in turn; results lie in a folder of all. */
export const workers: Drill = {
  name: 'processes with workers',
  title: 'kill -9 of one of two workers beside two that answer people, under load',
  bar: 'no acknowledged write, no queued question and no queued statement is lost; results are read when all workers are gone; without workers a sentence says so',
  run: async (context) => {
    const postgresql = await startService('postgresql').catch(() => null);
    if (!postgresql)
      return { rows: [], passedOver: 'PostgreSQL is not installed (`npm run test:services` installs it)' };
    const shared = await makeTempFolder('powerset-drill-results');
    try {
      return await hold(postgresql.url, shared.path, context);
    } finally {
      await postgresql.stop();
      await shared.remove();
    }
  },
};

async function hold(postgresqlUrl: string, folder: string, context: DrillContext): Promise<DrillOutcome> {
  const all = await startSiblingServers({
    ...{ count: roles.length, postgresqlUrl, roles },
    env: { POWERSET_FEATURES: 'GLOBAL_ASYNC_QUERIES', POWERSET_RESULTS_STORAGE: folder },
  });
  // People come to those that answer them.
  const siblings = { ...all, clients: all.clients.slice(0, webs) };
  try {
    const stage: Stage = { siblings, ...(await makeSource(siblings, postgresqlUrl)), kept: new Kept() };
    const waits = await killInTurn(stage, context);
    const losses = await findLosses(
      stage,
      `a worker killed ${waits.length} times, each of the two in turn, while ${people} people saved, deleted, asked and ran`,
    );
    return { rows: [...losses, toWaitsRow(waits), await killAll(stage)] };
  } finally {
    await all.stop();
  }
}

/** How long it took after each kill until nothing waited or ran any more. */
async function killInTurn(stage: Stage, { rounds, say }: DrillContext): Promise<readonly number[]> {
  const { siblings, kept } = stage;
  const waits: number[] = [];
  for (let round = 0; round < rounds * webs; round += 1) {
    const at = webs + (round % webs);
    const load = startLoad(stage, round);
    await pause(1500 + ((round * 977) % 2000));
    await siblings.servers[at]?.kill9();
    const startedAt = Date.now();
    await pause(1500);
    await load.stop();
    await hearEnds(siblings, kept, round + 1);
    const isDone = await isReached(() => isQuiet(stage), 60_000);
    waits.push(isDone ? Date.now() - startedAt : Number.POSITIVE_INFINITY);
    await siblings.restart(at);
    say(`  round ${round + 1}: ${countsOf(kept)}; quiet after ${waits.at(-1)} ms`);
  }
  return waits;
}

const activeStates = ['pending', 'running'];

async function runsOf(
  api: ApiClient | undefined,
): Promise<readonly { id: string; state: string; resultsKey: string }[]> {
  return (await api?.get('/api/v1/query/updated_since?q=(last_updated_ms:0)'))?.json.result ?? [];
}

async function isQuiet({ siblings: { clients }, kept }: Stage): Promise<boolean> {
  await hearEnds({ clients } as Stage['siblings'], kept, 0);
  const runs = await runsOf(clients[0]);
  return runs.every(({ state }) => !activeStates.includes(state)) && [...kept.jobs].every((id) => kept.ends.has(id));
}

function toWaitsRow(waits: readonly number[]): DrillRow {
  return {
    done: 'what had been taken when a worker was killed, and what came until 1.5 s later',
    seen: `all ended; the slowest ${Math.max(...waits)} ms after the kill, of which up to 18 s pass until the process is missed`,
    isGood: waits.every((ms) => Number.isFinite(ms)),
  };
}

const readResults = 20;

/** Both workers gone for good: their results are read all the same, and what is asked for later is refused in a sentence. */
async function killAll({ siblings, kept, databaseId }: Stage): Promise<DrillRow> {
  for (const at of [webs, webs + 1]) await siblings.servers[at]?.kill9();
  const [api, other] = siblings.clients;
  const ask = async () =>
    api?.post('/api/v1/sqllab/execute/', {
      ...{ database_id: databaseId, schema: 'public', sql: 'SELECT 1', runAsync: true },
    });
  let said = '';
  await isReached(async () => {
    const answer = await ask();
    said = `${answer?.status} "${answer?.json.errors?.[0]?.message ?? ''}"`;
    return answer?.status === 503;
  }, 30_000);
  const keys = (await runsOf(other)).filter(({ id }) => kept.runs.has(id)).slice(-readResults);
  const answers = await Promise.all(
    keys.map(({ resultsKey }) => other?.get(`/api/v1/sqllab/results/${resultsKey}/window`)),
  );
  const read = answers.filter((answer) => answer?.status === 200 && answer.json.table.rowCount === 1).length;
  return {
    done: 'both workers killed for good',
    seen: `${read} of ${keys.length} of their results read; a statement for later: ${said}`,
    isGood: read === keys.length && read > 0 && said.includes('No worker is running'),
  };
}
