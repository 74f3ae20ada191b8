import type { ApiClient } from '@powerset/testkit';
import { pause } from '../drill.ts';
import type { LoadStage } from '../sibling-load.ts';
import type { Installation } from './installation.ts';

/** People go through the proxy; whoever looks closer asks one process. */
export interface HostStage extends LoadStage {
  readonly all: Installation;
}

export interface Timed {
  /** 0 where the connection was cut, or nothing came in time. */
  readonly status: number;
  readonly ms: number;
  readonly text: string;
}

/** Longer nobody waits here, whatever was promised. */
const patienceMs = 60_000;

export const listPath = '/api/v1/dashboard/?q=(page_size:5)';

export const timeList = (api: ApiClient): Promise<Timed> => timed(() => api.get(listPath));

export async function timed(ask: () => Promise<{ readonly status: number; readonly text: string }>): Promise<Timed> {
  const startedAt = performance.now();
  const late = pause(patienceMs).then(() => ({ status: 0, text: 'nothing came' }));
  const answer = await Promise.race([ask().catch((error: unknown) => ({ status: 0, text: String(error) })), late]);
  return { status: answer.status, text: answer.text, ms: Math.round(performance.now() - startedAt) };
}

/** Asks again and again for so long; each question waits for the answer of the one before. */
export async function keepAsking(ms: number, ask: () => Promise<Timed>): Promise<readonly Timed[]> {
  const found: Timed[] = [];
  const until = Date.now() + ms;
  while (Date.now() < until) {
    found.push(await ask());
    await pause(100);
  }
  return found;
}

/** Several people who read lists one after the other, for so long. */
export async function readTogether(apis: readonly ApiClient[], ms: number): Promise<readonly Timed[]> {
  return (await Promise.all(apis.map((api) => keepAsking(ms, () => timeList(api))))).flat();
}

export const slowestOf = (answers: readonly Timed[]): number => Math.max(0, ...answers.map(({ ms }) => ms));

export const failuresOf = (answers: readonly Timed[]): readonly Timed[] =>
  answers.filter(({ status }) => status !== 200);

export function tell(answers: readonly Timed[]): string {
  const failures = failuresOf(answers);
  const kinds = [...new Set(failures.map(({ status }) => status || 'cut'))].join(', ');
  return `${answers.length} requests, ${failures.length} answered with an error${kinds && ` (${kinds})`}, the slowest after ${slowestOf(answers)} ms`;
}

/** How long it takes until a process answers well again. */
export async function timeReturn(api: ApiClient): Promise<number> {
  const startedAt = Date.now();
  while (Date.now() - startedAt < patienceMs) {
    if ((await timeList(api)).status === 200) return Date.now() - startedAt;
    await pause(50);
  }
  return patienceMs;
}

interface FoundRun {
  readonly id: string;
  readonly state: string;
  readonly resultsKey: string | null;
}

/** Of the load's runs before it there are more than a list holds. */
const sinceMs = 90_000;

export async function findRun(api: ApiClient, id: string): Promise<FoundRun | undefined> {
  const since = Date.now() - sinceMs;
  const { result } = (await api.get(`/api/v1/query/updated_since?q=(last_updated_ms:${since})`)).json;
  return result.find((run: FoundRun) => run.id === id);
}

/** Follows a run to its end. */
export async function endOfRun(api: ApiClient, id: string): Promise<string> {
  const until = Date.now() + patienceMs;
  while (Date.now() < until) {
    const run = await findRun(api, id).catch(() => undefined);
    if (run && !['pending', 'running'].includes(run.state)) return run.state;
    await pause(300);
  }
  return 'no end';
}

interface Run {
  readonly id: string;
  readonly sql: string;
}

/** Begun after the call, by the process that is asked. */
export async function startRun(stage: HostStage, api: ApiClient, { id, sql }: Run): Promise<void> {
  const place = { database_id: stage.databaseId, schema: 'public', runAsync: true };
  const { status, text } = await api.post('/api/v1/sqllab/execute/', { ...place, sql, client_id: id });
  if (status !== 202) throw new Error(`run: ${status} ${text.slice(0, 200)}`);
}
