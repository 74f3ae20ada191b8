import type { ChartBatchLine, ChartTableResult, ResultTable, WireErrorBody } from '@powerset/contract';
import { serverText } from '../i18n/index.ts';
import { tablesOf } from './chart-request.ts';

/** Where a chart's query stands; the names are those of the reference. */
export type ChartStatus = 'loading' | 'success' | 'failed' | 'stopped' | 'rendered';

export interface ChartFailure {
  readonly title: string;
  readonly code: string | null;
  readonly details: string | null;
  readonly reference: string | null;
  readonly extra: Readonly<Record<string, unknown>>;
  /** The query itself failed, and the server's log has where; not a refusal, and not the way to the server. */
  readonly hasTrace: boolean;
  /** The server was not reached, or went away before it had answered. */
  readonly isUnanswered?: boolean;
}

/** Where a chart stands: the last picture stays while the next one is on its way. */
export interface ChartRun {
  readonly status: ChartStatus;
  /** What was asked, as text; another text means another picture. */
  readonly key: string;
  readonly tables: readonly ResultTable[] | null;
  readonly results: readonly ChartTableResult[];
  readonly failure: ChartFailure | null;
  readonly startedAtMs: number;
}

export function startRun(before: ChartRun | undefined, key: string, nowMs: number): ChartRun {
  return {
    status: 'loading',
    key,
    tables: before?.tables ?? null,
    results: before?.results ?? [],
    failure: null,
    startedAtMs: nowMs,
  };
}

/** The run after the server's line for it. */
export function finishRun(run: ChartRun, line: ChartBatchLine): ChartRun {
  if ('error' in line) return { ...run, status: 'failed', failure: toFailure(line.error) };
  const broken = line.results.find((result) => result.error);
  if (broken?.error)
    return {
      ...run,
      status: 'failed',
      results: line.results,
      failure: { ...textFailure(broken.error), hasTrace: true },
    };
  return {
    ...run,
    status: 'success',
    tables: tablesOf(line.results),
    results: line.results,
    failure: null,
  };
}

export function failRun(run: ChartRun, failure: ChartFailure): ChartRun {
  return { ...run, status: 'failed', failure };
}

/** The runs without those that failed with a trace of where: what they failed over may be mended. Refusals stay as they are. */
export function withoutTraces(runs: Readonly<Record<number, ChartRun>>): Readonly<Record<number, ChartRun>> {
  const isTraced = ({ status, failure }: ChartRun) => status === 'failed' && failure?.hasTrace === true;
  return Object.fromEntries(Object.entries(runs).filter(([, run]) => !isTraced(run)));
}

export function stopRun(run: ChartRun): ChartRun {
  return { ...run, status: 'stopped' };
}

export function textFailure(title: string): ChartFailure {
  return { title, code: null, details: null, reference: null, extra: {}, hasTrace: false };
}

/** Codes of answers that no other state of the datasets would change. */
const refusals = /ACCESS|FORBIDDEN|UNAUTHENTICATED|NOT_FOUND|OAUTH2/;

function toFailure(body: WireErrorBody): ChartFailure {
  const [first] = body.errors;
  const message = first?.message ?? (typeof body.message === 'string' ? body.message : 'Data error');
  const reference = first?.extra.reference ?? first?.extra.reference_id;
  const details = first?.extra.engine_message ?? first?.extra.stacktrace;
  return {
    title: serverText(message),
    code: first?.error_type ?? null,
    details: typeof details === 'string' ? details : null,
    reference: typeof reference === 'string' ? reference : null,
    extra: first?.extra ?? {},
    hasTrace: !refusals.test(first?.error_type ?? ''),
  };
}

/** Whether any chart waits for its answer. */
export function isAnyLoading(runs: Readonly<Record<number, ChartRun>>): boolean {
  return Object.values(runs).some((run) => run.status === 'loading');
}
