import type { ApiClient, SiblingServers } from '@powerset/testkit';
import { type DrillRow, isReached, pause } from './drill.ts';

/** What requests are sent through, and to what. */
export interface LoadStage {
  readonly siblings: Pick<SiblingServers, 'clients'>;
  readonly databaseId: number;
  readonly datasetId: number;
  readonly kept: Kept;
}

export interface Stage extends LoadStage {
  readonly siblings: SiblingServers;
}

export type Step = (api: ApiClient) => Promise<void>;

/** What was acknowledged, and what became of it. */
export class Kept {
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
  /** Requests that a process took and did not answer well: why. */
  readonly cut: string[] = [];
  requests = 0;
}

/** A dataset whose rows take a while, so that questions are under way when something ends. */
export async function makeSource(
  { clients }: LoadStage['siblings'],
  sourceUrl: string,
): Promise<Pick<LoadStage, 'databaseId' | 'datasetId'>> {
  const [first] = clients;
  if (!first) throw new Error('No server was started.');
  const body = { database_name: 'Source', sqlalchemy_uri: sourceUrl, allow_run_async: true };
  const source = await first.post('/api/v1/database/', body);
  const table = { database: source.json.id, schema: 'public', table_name: 'slow' };
  const sql = 'SELECT n, pg_sleep(0.02) FROM generate_series(1, 20) AS n';
  const dataset = await first.post('/api/v1/dataset/', { ...table, sql });
  return { databaseId: source.json.id, datasetId: dataset.json.id };
}

export function countsOf({ titles, deleted, jobs, runs, requests, cut, failed }: Kept): string {
  return `${titles.size} dashboards, ${deleted.size} more that were deleted, ${jobs.size} questions, ${runs.size} statements; ${requests} requests, ${cut.length} cut off, ${failed.length} after those failed`;
}

export const people = 6;

/** Several people at once, each with one request after the other, at a process that takes it. */
export function startLoad(stage: LoadStage, round: number): { stop(): Promise<void> } {
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
export async function askAnyOf({ siblings, kept }: LoadStage, { first, step }: Request): Promise<void> {
  for (let tries = 0; tries < 3; tries += 1) {
    kept.requests += 1;
    const api = siblings.clients[(first + tries) % siblings.clients.length];
    try {
      await step(api as ApiClient);
      return;
    } catch (error) {
      if (!isRefused(error)) kept.cut.push(reasonOf(error));
      if (tries === 2) kept.failed.push(String(error));
    }
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return `${String(error)}${cause}`;
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
export const runLater =
  ({ kept, databaseId }: Pick<LoadStage, 'kept' | 'databaseId'>, { name, seconds }: LaterRun): Step =>
  async (api) => {
    const sql = `SELECT pg_sleep(${seconds})::text AS slept, '${name}' AS name`;
    const place = { database_id: databaseId, schema: 'public', runAsync: true };
    const clientId = `run-${name}-${kept.requests}`;
    const taken = await api.post('/api/v1/sqllab/execute/', { ...place, sql, client_id: clientId });
    if (taken.status !== 202) throw new Error(`run: ${taken.status} ${taken.text.slice(0, 200)}`);
    kept.runs.add(clientId);
    await pause(150);
  };

/** Of another process each time. */
export async function hearEnds({ clients }: LoadStage['siblings'], kept: Kept, turn: number): Promise<void> {
  const events =
    (await clients[turn % clients.length]?.get(`/api/v1/async_event/?last_id=${kept.lastEvent}`))?.json.result ?? [];
  for (const { job_id: job, status, id } of events) {
    kept.ends.set(job, [...(kept.ends.get(job) ?? []), status]);
    kept.lastEvent = id;
  }
}

/** What was acknowledged and is not there; `done` says what was done meanwhile. */
export async function findLosses({ siblings, kept }: LoadStage, done: string): Promise<readonly DrillRow[]> {
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
      done: 'statements of the SQL editor that a process had taken (202)',
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
export async function endsOfRuns(api: ApiClient, kept: Kept): Promise<ReadonlyMap<string, string>> {
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
