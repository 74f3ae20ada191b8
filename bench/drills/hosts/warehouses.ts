import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { ApiClient } from '@powerset/testkit';
import { type Drill, type DrillContext, type DrillRow, isReached, pause } from '../drill.ts';
import { Kept } from '../sibling-load.ts';
import { hostOf, type Installation, serverNames, startInstallation } from './installation.ts';
import { whyNoNetwork } from './network.ts';
import { endOfRun, failuresOf, type HostStage, readTogether, slowestOf, type Timed, tell, timed } from './stage.ts';

interface Warehouse {
  readonly name: 'mariadb' | 'clickhouse' | 'trino';
  /** The schema that statements are run in. */
  readonly schema: string;
  /** More settings of the server. */
  readonly args: readonly string[];
  /** Takes about eight seconds, and answers with one row. */
  readonly slow: string;
  /** Rows of a dataset that takes as long. */
  readonly dataset: string;
  /** How many statements the server has at work. */
  readonly atWork: (address: URL) => Promise<number>;
}

const numbers = '(SELECT number, sleep(2) AS z FROM (SELECT number FROM system.numbers LIMIT 250000))';
const crossed = 'UNNEST(sequence(1, 10000)) AS a (x) CROSS JOIN UNNEST(sequence(1, 10000)) AS b (y)';
const runProgram = promisify(execFile);
const warehousesOf: readonly Warehouse[] = [
  {
    name: 'mariadb',
    args: [],
    schema: 'test',
    slow: 'SELECT SLEEP(8) AS n',
    dataset: 'SELECT 1 + SLEEP(8) AS n',
    atWork: async ({ hostname, port }) => {
      const query =
        "SELECT COUNT(*) FROM information_schema.processlist WHERE command = 'Query' AND id <> CONNECTION_ID()";
      const place = [`--host=${hostname}`, `--port=${port}`, '--user=root'];
      return Number((await runProgram('mariadb', ['--no-defaults', ...place, '-N', '-e', query])).stdout);
    },
  },
  {
    name: 'clickhouse',
    args: [],
    schema: 'default',
    slow: `SELECT max(number) AS n FROM ${numbers} WHERE z = 0`,
    dataset: `SELECT number AS n FROM ${numbers} WHERE z = 0`,
    atWork: async ({ host }) => {
      const query = "SELECT count() FROM system.processes WHERE query NOT LIKE '%system.processes%'";
      return Number(await (await fetch(`http://${host}/?query=${encodeURIComponent(query)}`)).text());
    },
  },
  {
    name: 'trino',
    // By itself it waits five minutes for who asked; a drill is not to.
    args: ['query.client.timeout=30s'],
    schema: 'default',
    slow: `SELECT max(x + y + z) AS n FROM ${crossed} CROSS JOIN UNNEST(sequence(1, 1)) AS c (z)`,
    dataset: `SELECT x + y + z AS n FROM ${crossed} CROSS JOIN UNNEST(sequence(1, 1)) AS c (z)`,
    atWork: async ({ host }) => {
      const answer = await fetch(`http://${host}/v1/query`, { headers: { 'x-trino-user': 'tests' } });
      const found: readonly { readonly state: string }[] = JSON.parse(await answer.text());
      return found.filter(({ state }) => !['FINISHED', 'FAILED'].includes(state)).length;
    },
  },
];

/** Longer nobody waits to be told; what a person does next is begun by then. */
const mostTold = 60_000;
const clientsOf = ({ all }: HostStage) => serverNames.map((name) => all.direct[name]);

/** The same machines with another maker's server for the data. */
export const warehouses: Drill = {
  name: 'warehouses',
  title: 'MariaDB, ClickHouse and Trino beneath several machines, and machines that vanish',
  bar: 'who waits for a server that vanished is told within a minute, and nobody else waits; after its return all is as before, and nothing of what was asked is still at work there',
  run: async (context) => {
    const why = whyNoNetwork();
    if (why) return { rows: [], passedOver: why };
    const rows: DrillRow[] = [];
    for (const warehouse of warehousesOf) rows.push(...(await holdAll(warehouse, context)));
    return { rows };
  },
};

async function holdAll(warehouse: Warehouse, { say }: DrillContext): Promise<readonly DrillRow[]> {
  const all = await startInstallation({ data: warehouse.name, dataArgs: warehouse.args });
  try {
    const stage = await prepare(all, warehouse);
    const parts = [loseBriefly, loseWarehouse, loseAsker];
    const rows: DrillRow[] = [];
    for (const part of parts) {
      const held = await part(stage, warehouse);
      const row = { ...held, done: `${warehouse.name}: ${held.done}` };
      say(`  ${row.isGood ? 'held' : 'FELL'} ${row.done}: ${row.seen}`);
      rows.push(row);
    }
    return rows;
  } finally {
    await all.stop();
  }
}

async function prepare(all: Installation, { schema, dataset }: Warehouse): Promise<HostStage> {
  const { people } = all;
  const body = { database_name: 'Warehouse', sqlalchemy_uri: all.dataUrl, allow_run_async: true };
  const database = await people.post('/api/v1/database/', body);
  if (database.status !== 201) throw new Error(`The database was not taken: ${database.text.slice(0, 300)}`);
  const table = { database: database.json.id, schema, table_name: 'slow', sql: dataset };
  const made = await people.post('/api/v1/dataset/', table);
  if (made.status !== 201) throw new Error(`The dataset could not be made: ${made.status} ${made.text.slice(0, 200)}`);
  const siblings = { clients: [people, people, people] };
  return { all, siblings, databaseId: database.json.id, datasetId: made.json.id, kept: new Kept() };
}

const ask =
  ({ databaseId }: HostStage, { schema }: Warehouse, api: ApiClient) =>
  (sql: string, id: string) =>
    timed(() => api.post('/api/v1/sqllab/execute/', { database_id: databaseId, schema, sql, client_id: id }));

/** Of a file there is no asynchronous query: it is answered in the call. */
const askChart = ({ datasetId }: HostStage, api: ApiClient): Promise<Timed> => {
  const metric = { expressionType: 'SQL', sqlExpression: 'max(n)', label: 'm' };
  const query = { columns: [], metrics: [metric] };
  const body = { datasource: { id: datasetId, type: 'table' }, queries: [query], force: true, result_format: 'csv' };
  return timed(() => api.post('/api/v1/chart/data', body));
};

const isIdle = ({ all }: HostStage, { atWork }: Warehouse, ms: number) => {
  const address = new URL(all.dataUrl.replace(/^\w+:/, 'http:'));
  return isReached(async () => (await atWork(address)) === 0, ms);
};

/** A switch that starts anew: what was under way goes on. */
async function loseBriefly(stage: HostStage, warehouse: Warehouse): Promise<DrillRow> {
  const { network, direct } = stage.all;
  const run = ask(stage, warehouse, direct.a)(warehouse.slow, 'brief');
  await pause(2000);
  network.vanish(hostOf.data);
  await pause(4000);
  network.mend();
  const told = await run;
  return {
    done: 'all packets of its machine vanish for 4 s in the midst of a query',
    seen: `the query was answered with ${told.status} after ${told.ms} ms`,
    isGood: told.status === 200,
  };
}

async function loseWarehouse(stage: HostStage, warehouse: Warehouse): Promise<DrillRow> {
  const { network, direct } = stage.all;
  const run = ask(stage, warehouse, direct.a);
  const waiting = run(warehouse.slow, 'waits');
  const stopped = run(warehouse.slow, 'stopped');
  await startRunIn(stage, warehouse, { api: direct.b, id: 'later' });
  const chart = askChart(stage, direct.c);
  await pause(2000);
  network.vanish(hostOf.data);
  const stop = await timed(() => direct.a.post('/api/v1/query/stop', { client_id: 'stopped' }));
  const fresh = run('SELECT 1 AS one', 'fresh');
  const lists = await readTogether(clientsOf(stage), 5000);
  const later = endOfRun(direct.b, 'later');
  const [told, ended, drawn, begun, end] = await Promise.all([waiting, stopped, chart, fresh, later]);
  network.mend();
  const after = await Promise.all(
    clientsOf(stage).map((api, at) => ask(stage, warehouse, api)('SELECT 1 AS one', `after-${at}`)),
  );
  const whole = await ask(stage, warehouse, direct.a)(warehouse.slow, 'whole');
  const idle = await isIdle(stage, warehouse, 30_000);
  const say = ({ status, ms }: Timed) => `${status} after ${ms} ms`;
  const failed = [told, drawn, begun];
  return {
    done: 'all packets of its machine vanish in the midst of queries',
    seen: `the editor’s query ended with ${say(told)}, one that was stopped with ${say(ended)} (stopping: ${say(stop)}), one for later as ${end}, a chart with ${say(drawn)}, one that was begun then with ${say(begun)}; lists meanwhile: ${tell(lists)}; afterwards: ${tell(after)}, the same query ${say(whole)}, at work on the server ${idle ? 'nothing' : 'something still'}`,
    isGood:
      failed.every(({ status, ms }) => status >= 400 && ms <= mostTold) &&
      ended.status >= 400 &&
      ended.ms <= 15_000 &&
      stop.ms <= 2000 &&
      ['failed', 'timed_out'].includes(end) &&
      failuresOf([...lists, ...after, whole]).length === 0 &&
      slowestOf(lists) <= 2000 &&
      idle,
  };
}

const startRunIn = async (
  stage: HostStage,
  { schema, slow }: Warehouse,
  { api, id }: { readonly api: ApiClient; readonly id: string },
) => {
  const place = { database_id: stage.databaseId, schema, runAsync: true };
  const { status, text } = await api.post('/api/v1/sqllab/execute/', { ...place, sql: slow, client_id: id });
  if (status !== 202) throw new Error(`run: ${status} ${text.slice(0, 200)}`);
};

/** The machine of the process that asked is gone: another begins the statement anew. */
async function loseAsker(stage: HostStage, warehouse: Warehouse): Promise<DrillRow> {
  const { network, direct } = stage.all;
  await startRunIn(stage, warehouse, { api: direct.a, id: 'orphan' });
  await pause(2000);
  const startedAt = Date.now();
  network.vanish('a');
  const end = await endOfRun(direct.b, 'orphan');
  const endedMs = Date.now() - startedAt;
  const idle = await isIdle(stage, warehouse, 60_000);
  network.mend();
  await pause(5000);
  const after = await Promise.all(
    clientsOf(stage).map((api, at) => ask(stage, warehouse, api)('SELECT 1 AS one', `back-${at}`)),
  );
  return {
    done: 'all packets of a process’s machine vanish in the midst of its query for later',
    seen: `another process ended it as ${end} after ${endedMs} ms; at work on the server ${idle ? 'nothing' : 'something still'}; once it is back: ${tell(after)}`,
    isGood: end === 'success' && idle && failuresOf(after).length === 0,
  };
}
