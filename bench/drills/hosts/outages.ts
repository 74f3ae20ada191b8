import type { ApiClient } from '@powerset/testkit';
import { type DrillRow, pause } from '../drill.ts';
import { runLater, startLoad } from '../sibling-load.ts';
import { hostOf, serverNames } from './installation.ts';
import {
  endOfRun,
  failuresOf,
  findRun,
  type HostStage,
  keepAsking,
  readTogether,
  slowestOf,
  startRun,
  type Timed,
  tell,
  timed,
  timeList,
  timeReturn,
} from './stage.ts';

const awayMs = 30_000;
const clientsOf = ({ all }: HostStage) => serverNames.map((name) => all.direct[name]);

/** A process's machine is gone in the midst of work, and is there again later with all that it had. */
export async function loseServer(stage: HostStage, how: 'vanish' | 'unplug'): Promise<readonly DrillRow[]> {
  const { all, kept } = stage;
  const { network, people, direct } = all;
  const runs = await startBoth(stage, how);
  const load = startLoad(stage, how === 'vanish' ? 1 : 2);
  await pause(2000);
  network[how]('a');
  const before = kept.failed.length;
  // Those whose requests lie in a dead connection wait until the proxy notices.
  const first = await Promise.all(Array.from({ length: 10 }, () => timeList(people)));
  const saving = await keepAsking(3000, () => saveOne(direct.b, how));
  const meanwhile = await readTogether([people, people], awayMs);
  const ends = await endsOf(direct.b, runs);
  const failed = kept.failed.slice(before);
  network.mend();
  const backMs = await timeReturn(direct.a);
  const back = kept.failed.length;
  await pause(4000);
  await load.stop();
  const again = await endsOf(direct.a, runs);
  const name = how === 'vanish' ? 'all packets of a process’s machine vanish' : 'a process’s machine is unplugged';
  const why = failed.slice(0, 1).map((one) => `: ${one.slice(0, 120)}`);
  return [
    {
      done: `${name}, under load: the requests of ten people right after it, and those that were cut off`,
      seen: `${tell(first)}; ${failed.length} failed again after they were cut off${why}`,
      isGood: failuresOf(first).length === 0 && slowestOf(first) <= 15_000 && failed.length === 0,
    },
    {
      done: `… what people read through the proxy in the ${awayMs / 1000} s that follow, and what they save`,
      seen: `${tell(meanwhile)}; saved: ${tell(saving)}`,
      isGood:
        failuresOf([...meanwhile, ...saving]).length === 0 &&
        slowestOf(saving) <= 15_000 &&
        slowestOf(meanwhile) <= 5000,
    },
    {
      done: '… what it had at work: a statement that reads, and one that writes; and once it is back',
      seen: `${ends.join(', ')}; back after ${backMs} ms, ${back - before - failed.length} tries failed in that time and ${kept.failed.length - back} later; then: ${again.join(', ')}`,
      isGood:
        ends[0] === 'success' &&
        ends[1] !== 'no end' &&
        again.join() === ends.join() &&
        backMs <= 5000 &&
        kept.failed.length === back,
    },
  ];
}

/** One that reads and may be begun anew, and one that writes and may not. */
async function startBoth(stage: HostStage, name: string): Promise<readonly string[]> {
  const api = stage.all.direct.a;
  const [reading, writing] = [`reads-${name}`, `writes-${name}`];
  await startRun(stage, api, { id: reading, sql: 'SELECT pg_sleep(8)::text AS slept' });
  await startRun(stage, api, { id: writing, sql: `INSERT INTO written SELECT '${name}', pg_sleep(8)::text` });
  return [reading, writing];
}

async function endsOf(api: ApiClient, runs: readonly string[]): Promise<readonly string[]> {
  const ends: string[] = [];
  for (const run of runs) ends.push(await endOfRun(api, run));
  return ends;
}

const saveOne = (api: ApiClient, name: string): Promise<Timed> =>
  timed(async () => {
    const { status, text } = await api.post('/api/v1/dashboard/', { dashboard_title: `saved-${name}` });
    return { status: status === 201 ? 200 : status, text };
  });

/** Nothing needs the memory that processes share. */
export async function loseMemory(stage: HostStage): Promise<DrillRow> {
  const { network } = stage.all;
  network.vanish(hostOf.memory);
  const meanwhile = await readTogether(clientsOf(stage), awayMs);
  network.mend();
  const after = await readTogether(clientsOf(stage), 5000);
  return {
    done: `all packets of Redis’s machine vanish for ${awayMs / 1000} s`,
    seen: `${tell(meanwhile)}; afterwards ${tell(after)}`,
    isGood: failuresOf([...meanwhile, ...after]).length === 0 && slowestOf(meanwhile) <= 2000,
  };
}

/** Nothing can be read or written, which is said in time; what was at work and what was saved is there afterwards. */
export async function loseMetadata(stage: HostStage): Promise<DrillRow> {
  const { network, direct } = stage.all;
  await runLater(stage, { name: 'metadata-vanish', seconds: 5 })(direct.a);
  network.vanish(hostOf.metadata);
  const first = await readTogether(clientsOf(stage), 14_000);
  const later = await readTogether(clientsOf(stage), awayMs - 14_000);
  network.mend();
  const backMs = Math.max(...(await Promise.all(clientsOf(stage).map(timeReturn))));
  const before = stage.kept.failed.length;
  const load = startLoad(stage, 3);
  await pause(2000);
  await load.stop();
  const isTold = failuresOf([...first, ...later]).every(({ status }) => status === 503);
  return {
    done: `all packets of the machine with the metadata vanish for ${awayMs / 1000} s`,
    seen: `at first ${tell(first)}; then ${tell(later)}; all three answered again after ${backMs} ms`,
    isGood:
      isTold &&
      slowestOf(first) <= 15_000 &&
      slowestOf(later) <= 1000 &&
      backMs <= 5000 &&
      stage.kept.failed.length === before,
  };
}

/** One process reaches the proxy and Redis, and not the metadata: people are answered by the others. */
export async function cutFromMetadata(stage: HostStage): Promise<DrillRow> {
  const { network, people, direct } = stage.all;
  // One way only: what it asks arrives, and no answer does.
  network.block(hostOf.metadata, 'a');
  const first = await readTogether([people, people, people], 14_000);
  const later = await readTogether([people, people, people], 10_000);
  network.mend();
  const backMs = await timeReturn(direct.a);
  return {
    done: 'of one process no answer of the metadata’s machine arrives, while all else does: what people read through the proxy',
    seen: `at first ${tell(first)}; then ${tell(later)}; back after ${backMs} ms`,
    isGood: failuresOf([...first, ...later]).length === 0 && slowestOf(first) <= 15_000 && slowestOf(later) <= 1000,
  };
}

/** One process does not reach another one that all others reach. */
export async function cutPeers(stage: HostStage): Promise<DrillRow> {
  const { network, people, direct } = stage.all;
  // Who was away says that he lives within 3 s; until then his results are answered as gone.
  await pause(5000);
  await startRun(stage, direct.a, { id: 'peers', sql: 'SELECT 42 AS answer' });
  await endOfRun(direct.a, 'peers');
  const key = (await findRun(direct.a, 'peers'))?.resultsKey;
  const path = `/api/v1/sqllab/results/?q=(key:'${key}')`;
  const whole = await timed(() => direct.b.get(path));
  network.block('a', 'b');
  const first = await timed(() => direct.b.get(path));
  const second = await timed(() => direct.b.get(path));
  const throughProxy = await keepAsking(5000, () => timed(() => people.get(path)));
  network.mend();
  const after = await timed(() => direct.b.get(path));
  const say = ({ status, ms }: Timed) => `${status} after ${ms} ms`;
  return {
    done: 'a result that lies at a process from which nothing comes back to the one that is asked',
    seen: `before ${say(whole)}; then ${say(first)}, the next ${say(second)}; through the proxy ${tell(throughProxy)}; mended ${say(after)}`,
    isGood:
      [whole, after].every(({ status }) => status === 200) &&
      [first, second].every(({ status, ms }) => status === 503 && ms <= 10_000) &&
      failuresOf(throughProxy).length === 0,
  };
}

/** Queries wait for a machine that is gone: who asked is told, and who does not ask it does not notice. */
export async function loseData(stage: HostStage): Promise<DrillRow> {
  const { all, databaseId } = stage;
  const { network, direct } = all;
  const place = { database_id: databaseId, schema: 'public' };
  const run = (sql: string, id: string) =>
    timed(() => direct.a.post('/api/v1/sqllab/execute/', { ...place, sql, client_id: id }));
  await run('SELECT 1 AS one', 'data-before');
  const waiting = run('SELECT pg_sleep(4)::text AS slept', 'data-waits');
  const stopped = run('SELECT pg_sleep(5)::text AS slept', 'data-stopped');
  await pause(1500);
  network.vanish(hostOf.data);
  const stop = await timed(() => direct.a.post('/api/v1/query/stop', { client_id: 'data-stopped' }));
  // Over a connection that is open already, so that nobody knows whether the machine ever heard it.
  const begun = run('SELECT 2 AS two', 'data-begun');
  const lists = await readTogether(clientsOf(stage), 5000);
  const [told, ended, late] = [await waiting, await stopped, await begun];
  network.mend();
  const after = await Promise.all(Array.from({ length: 12 }, (_, at) => run('SELECT 1 AS one', `data-after-${at}`)));
  return {
    done: 'all packets of the machine with the data vanish in the midst of a query',
    seen: `the query ended with ${told.status} after ${told.ms} ms, one that was stopped with ${ended.status} after ${ended.ms} ms (stopping: ${stop.status}), one that was begun then with ${late.status} after ${late.ms} ms; lists meanwhile: ${tell(lists)}; queries afterwards: ${tell(after)}`,
    isGood:
      told.status >= 400 &&
      told.ms <= 30_000 &&
      late.status >= 400 &&
      late.ms <= 30_000 &&
      ended.status >= 400 &&
      ended.ms <= 15_000 &&
      failuresOf([...lists, ...after]).length === 0 &&
      slowestOf(lists) <= 2000,
  };
}
