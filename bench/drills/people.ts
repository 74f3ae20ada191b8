import { type ApiAnswer, type ApiClient, signInWithToken, startServer, testAdmin } from '@powerset/testkit';
import { childrenOf, readBusyTicks } from '../process-figures.ts';
import { type Drill, type DrillOutcome, type DrillRow, errorOf, isReached, pause } from './drill.ts';

const slowSql = (seed: number) =>
  `SELECT count(*) AS n FROM range(100000) a, range(100000) b WHERE (a.range * b.range + ${seed}) % 7 = 3`;

export const goingAway: Drill = {
  name: 'away',
  title: 'Client goes away',
  bar: 'its queries are cancelled in the engine',
  run: async ({ rounds }) => {
    const server = await startServer();
    const api = await signInWithToken(server.url, testAdmin);
    const databaseId = (await api.get('/api/v1/database/')).json.ids[0] as number;
    const rows: DrillRow[] = [];
    for (let round = 0; round < rounds; round += 1)
      rows.push(await goAway({ api, databaseId, pid: server.pid, round }));
    await server.stop();
    return { rows };
  },
};

interface AwayStage {
  readonly api: ApiClient;
  readonly databaseId: number;
  readonly pid: number;
  readonly round: number;
}

const busyOf = (pid: number): number => childrenOf(pid).reduce((sum, child) => sum + readBusyTicks(child), 0);

async function goAway({ api, databaseId, pid, round }: AwayStage): Promise<DrillRow> {
  const controller = new AbortController();
  const before = busyOf(pid);
  const asked = fetch(`${api.url}/api/v1/sqllab/execute/`, {
    method: 'POST',
    headers: { ...api.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ database_id: databaseId, sql: slowSql(round) }),
    signal: controller.signal,
  }).catch(() => null);
  await isReached(async () => busyOf(pid) > before + 30, 20_000);
  controller.abort();
  const leftAt = Date.now();
  await asked;
  let last = busyOf(pid);
  const isStill = await isReached(async () => {
    const from = last;
    await pause(200);
    last = busyOf(pid);
    return last - from < 5;
  }, 15_000);
  return {
    done: `a browser closes while its query runs, ${round + 1}`,
    seen: isStill ? `the engine was still within ${Date.now() - leftAt} ms` : 'the engine worked on for 15 s',
    isGood: isStill,
  };
}

export const twoSavers: Drill = {
  name: 'savers',
  title: 'Two tabs, two people saving the same object',
  bar: 'the second is told, sees what changed, chooses; nothing silently overwritten',
  run: async () => {
    const server = await startServer();
    const api = await signInWithToken(server.url, testAdmin);
    const made = await api.post('/api/v1/dashboard/', { dashboard_title: 'Ours' });
    const path = `/api/v1/dashboard/${made.json.id}`;
    const read = (await api.get(path)).json.result.last_modified_time;
    const save = (title: string, known: unknown): Promise<ApiAnswer> =>
      api.put(path, { dashboard_title: title, last_modified_time: known });
    await pause(1100);
    const first = await save('From the first tab', read);
    const second = await save('From the second tab', read);
    const title = (await api.get(path)).json.result.dashboard_title;
    await server.stop();
    return {
      rows: [
        {
          done: 'two tabs read one dashboard, and both save it',
          seen: `first ${first.status}, second ${second.status} "${errorOf(second.json)}"; kept: ${title}`,
          isGood: first.status === 200 && second.status >= 400 && title === 'From the first tab',
        },
      ],
    };
  },
};

export const stopping: Drill = {
  name: 'stop',
  title: 'Stop (SIGTERM) under load',
  bar: 'running requests finish or are cancelled and recorded; under 10 s',
  run: holdStop,
};

async function holdStop({ rounds }: { readonly rounds: number }): Promise<DrillOutcome> {
  const rows: DrillRow[] = [];
  for (let round = 0; round < Math.min(rounds, 5); round += 1) {
    const server = await startServer();
    const api = await signInWithToken(server.url, testAdmin);
    const databaseId = (await api.get('/api/v1/database/')).json.ids[0] as number;
    const answers: (number | 'cut')[] = [];
    const ask = (sql: string, more: object = {}) =>
      api
        .post('/api/v1/sqllab/execute/', { database_id: databaseId, sql, ...more })
        .then((answer) => void answers.push(answer.status))
        .catch(() => void answers.push('cut'));
    const asked = [
      ...[1, 2, 3].map((seed) => ask(slowSql(seed + round * 10))),
      ask(slowSql(99), { runAsync: true, client_id: 'background' }),
      ...Array.from({ length: 10 }, (_, at) => ask(`SELECT ${at} AS x`)),
    ];
    await pause(300 + round * 400);
    const children = childrenOf(server.pid);
    const startedAt = Date.now();
    const code = await server.stop();
    const ms = Date.now() - startedAt;
    await Promise.all(asked);
    const left = children.filter((pid) => readBusyTicks(pid) > 0).length;
    rows.push({
      done: `SIGTERM with long and short queries under way, ${round + 1}`,
      seen: `exit code ${code} after ${ms} ms; ${children.length} engine processes, ${left} left; answers: ${tally(answers)}`,
      isGood: code === 0 && ms < 10_000 && left === 0,
    });
  }
  return { rows };
}

function tally(answers: readonly (number | 'cut')[]): string {
  const kinds = [...new Set(answers)];
  return kinds.map((kind) => `${answers.filter((one) => one === kind).length} x ${kind}`).join(', ');
}
