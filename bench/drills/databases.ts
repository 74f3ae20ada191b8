import {
  type ApiAnswer,
  type ApiClient,
  type Service,
  signInWithToken,
  startServer,
  startService,
  startTcpProxy,
  type TcpProxy,
  testAdmin,
} from '@powerset/testkit';
import { type Drill, type DrillOutcome, type DrillRow, errorOf, pause } from './drill.ts';

const limitSeconds = 12;
/** Time for the error itself to be written and sent. */
const graceMs = 4000;

export const databases: Drill = {
  name: 'databases',
  title: 'Database unreachable, slow, dropping connections mid-result',
  bar: 'a clear error within the timeout; pool recovers by itself; other databases unaffected',
  run: async () => {
    const service = await startService('postgresql').catch(() => null);
    if (!service) return { rows: [], passedOver: 'PostgreSQL is not installed (`npm run test:services` installs it)' };
    try {
      return await holdWith(service);
    } finally {
      await service.stop();
    }
  },
};

interface NetworkStage {
  readonly api: ApiClient;
  readonly proxy: TcpProxy;
  readonly remoteId: number;
  readonly embeddedId: number;
}

async function holdWith(service: Service): Promise<DrillOutcome> {
  const proxy = await startTcpProxy(Number(new URL(service.url).port));
  const env = { POWERSET_SQLLAB_TIMEOUT: String(limitSeconds), POWERSET_QUERY_TIMEOUT: String(limitSeconds) };
  const server = await startServer({ env });
  const api = await signInWithToken(server.url, testAdmin);
  const embeddedId = (await api.get('/api/v1/database/')).json.ids[0] as number;
  const uri = service.url.replace(/:\d+\//, `:${proxy.port}/`);
  const made = await api.post('/api/v1/database/', {
    database_name: 'Far away',
    sqlalchemy_uri: `${uri}?sslmode=disable`,
  });
  if (made.status !== 201) throw new Error(`The database was not taken: ${made.text}`);
  const stage = { api, proxy, remoteId: made.json.id as number, embeddedId };
  const rows: DrillRow[] = [];
  for (const hold of [refused, silent, silentMidway, cutMidway, cutWhileIdle, crowded, connectionTest])
    rows.push(await hold(stage));
  await server.stop();
  await proxy.close();
  return { rows };
}

const run = (stage: NetworkStage, sql: string, id = stage.remoteId): Promise<ApiAnswer> =>
  stage.api.post('/api/v1/sqllab/execute/', { database_id: id, sql, preview_rows: 1 });

interface Timed {
  readonly answer: ApiAnswer;
  readonly ms: number;
}

async function timed(asking: Promise<ApiAnswer>): Promise<Timed> {
  const startedAt = Date.now();
  return { answer: await asking, ms: Date.now() - startedAt };
}

/** What the ill database said, whether the others went on meanwhile, and whether it serves again once it is well. */
async function judge(
  stage: NetworkStage,
  done: string,
  { ill, heal }: { readonly ill: Promise<ApiAnswer>; readonly heal: () => Promise<void> },
): Promise<DrillRow> {
  const asked = timed(ill);
  const other = await timed(run(stage, `SELECT ${Date.now()} AS x`, stage.embeddedId));
  const { answer, ms } = await asked;
  await heal();
  const after = await timed(run(stage, 'SELECT 1'));
  const message = errorOf(answer.json);
  const isClear = answer.status >= 400 && message.length > 10 && !/\n\s+at |unforeseen/i.test(message);
  return {
    done,
    seen: `"${message.slice(0, 140)}" after ${(ms / 1000).toFixed(1)} s; another database answered in ${other.ms} ms; well again: ${after.answer.status} in ${after.ms} ms`,
    isGood: isClear && ms < limitSeconds * 1000 + graceMs && other.answer.status === 200 && after.answer.status === 200,
  };
}

async function refused(stage: NetworkStage): Promise<DrillRow> {
  await stage.proxy.close();
  return judge(stage, 'the port is closed', { ill: run(stage, 'SELECT 1'), heal: () => stage.proxy.open() });
}

async function silent(stage: NetworkStage): Promise<DrillRow> {
  stage.proxy.cutAll();
  stage.proxy.setMode('silent');
  return judge(stage, 'the server takes connections and never answers', {
    ill: run(stage, 'SELECT 1'),
    heal: async () => stage.proxy.setMode('pass'),
  });
}

async function silentMidway(stage: NetworkStage): Promise<DrillRow> {
  const ill = run(stage, 'SELECT pg_sleep(1.5), 1 AS x');
  await pause(700);
  stage.proxy.setMode('silent');
  return judge(stage, 'the line goes dead while a query runs', {
    ill,
    heal: async () => stage.proxy.setMode('pass'),
  });
}

async function cutMidway(stage: NetworkStage): Promise<DrillRow> {
  stage.proxy.cutAfter(300_000);
  return judge(stage, 'the connection is cut in the middle of a result', {
    ill: run(stage, "SELECT i, repeat('x', 100) AS t FROM generate_series(1, 100000) i"),
    heal: async () => stage.proxy.cutAfter(null),
  });
}

async function cutWhileIdle(stage: NetworkStage): Promise<DrillRow> {
  await Promise.all(Array.from({ length: 6 }, () => run(stage, 'SELECT pg_sleep(0.2)')));
  stage.proxy.cutAll();
  const answers = await Promise.all(Array.from({ length: 6 }, (_, at) => run(stage, `SELECT ${at} AS x`)));
  const good = answers.filter(({ status }) => status === 200).length;
  return {
    done: 'idle connections are cut, then six queries come at once',
    seen: `${good} of 6 answered`,
    isGood: good === 6,
  };
}

/** More slow queries than connections: those that wait get their turn. */
async function crowded(stage: NetworkStage): Promise<DrillRow> {
  const many = Array.from({ length: 12 }, (_, at) => timed(run(stage, `SELECT pg_sleep(5), ${at} AS x`)));
  const other = await timed(run(stage, `SELECT ${Date.now()} AS x`, stage.embeddedId));
  const answers = await Promise.all(many);
  const good = answers.filter(({ answer }) => answer.status === 200).length;
  const bad = answers.find(({ answer }) => answer.status !== 200);
  return {
    done: 'twelve queries of five seconds at once, more than there are connections',
    seen: `${good} of 12 answered${bad ? `, one said "${errorOf(bad.answer.json)}"` : ''}; another database answered in ${other.ms} ms`,
    isGood: good === 12 && other.answer.status === 200,
  };
}

async function connectionTest(stage: NetworkStage): Promise<DrillRow> {
  stage.proxy.cutAll();
  stage.proxy.setMode('silent');
  const uri = `postgresql://powerset@127.0.0.1:${stage.proxy.port}/postgres?sslmode=disable`;
  return judge(stage, 'a connection is tested while the server never answers', {
    ill: stage.api.post('/api/v1/database/test_connection/', { database_name: 'Other', sqlalchemy_uri: uri }),
    heal: async () => stage.proxy.setMode('pass'),
  });
}
