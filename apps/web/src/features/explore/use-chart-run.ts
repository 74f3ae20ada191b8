import { type ChartDefinition, type ChartForm, queriesOf } from '@powerset/chart-kit';
import type { ChartBatchLine, ChartTableResult, QueryObject, ResultTable } from '@powerset/contract';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, api, isAbort, streamBatch, toApiError } from '../../api/index.ts';
import { tablesOf, toChartRequest, withOwnState } from '../../chart-runs/index.ts';
import { t } from '../../i18n/index.ts';
import { tellIfCodeIsGone } from '../../shell/index.ts';
import {
  type ChartRun,
  idleRun,
  toFailed,
  toLoading,
  toRemembered,
  toRendered,
  toRenderFailed,
  toStopped,
  toSuccess,
} from './model/chart-run.ts';
import type { ExploreDataset } from './model/dataset.ts';

export type { ChartRun } from './model/chart-run.ts';

export interface RunRequest {
  readonly definition: ChartDefinition;
  readonly form: ChartForm;
  readonly isForced?: boolean;
  readonly ownState?: Readonly<Record<string, unknown>>;
}

export interface QueriesRequest {
  readonly form: Readonly<Record<string, unknown>>;
  readonly queries: readonly QueryObject[];
  readonly isForced?: boolean;
}

function toPayload(dataset: ExploreDataset, { form, queries, isForced = false }: QueriesRequest) {
  return toChartRequest({
    datasource: { id: dataset.id ?? 0, type: dataset.type },
    form: isForced ? { ...form, force: true } : form,
    queries,
    isForced,
  });
}

/** The request for a form's queries, as the server takes it. */
export async function toRequest(dataset: ExploreDataset, { definition, form, isForced, ownState }: RunRequest) {
  const queries = await queriesOf(definition, withOwnState(form, ownState));
  return toPayload(dataset, { form, queries, isForced });
}

/** The request for a file of a form's rows: those of all pages, as its reader ordered and searched them. */
export async function toFileRequest(dataset: ExploreDataset, { definition, form, isForced, ownState }: RunRequest) {
  const kept = definition.toFileQueries?.(withOwnState(form, ownState));
  return toPayload(dataset, { form, queries: kept ?? (await queriesOf(definition, form)), isForced });
}

/** Runs the chart's queries, one run at a time; a newer run or `stop` cancels the one before. */
export function useChartRun(dataset: ExploreDataset) {
  const [run, setRun] = useState<ChartRun>(idleRun);
  const controller = useRef<AbortController | null>(null);
  const running = useRef<RunRequest | null>(null);
  const start = useCallback(
    async (request: RunRequest) => {
      controller.current?.abort();
      const own = new AbortController();
      controller.current = own;
      running.current = request;
      const startedAt = performance.now();
      setRun((last) => toLoading(last, Date.now()));
      try {
        const payload = await toRequest(dataset, request);
        if (own.signal.aborted) return;
        const results = await fetchResults(withoutAnnotations(payload), own.signal);
        if (own.signal.aborted) return;
        running.current = null;
        const tables = tablesOf(results);
        const { form, ownState } = request;
        const drawn = { form, dataset, ownState, queries: payload.queries, results, tables };
        setRun(toSuccess(drawn, performance.now() - startedAt));
      } catch (error) {
        if (own.signal.aborted || isAbort(error)) return;
        running.current = null;
        setRun((last) => toFailed(last, error, t));
      }
    },
    [dataset],
  );
  useEndedRun({ controller, running, start });
  const stop = useCallback(() => {
    running.current = null;
    controller.current?.abort();
    setRun((last) => toStopped(last, t));
  }, []);
  const remember = useCallback(
    (ownState: Readonly<Record<string, unknown>>) => setRun((last) => toRemembered(last, ownState)),
    [],
  );
  const markRendered = useCallback(() => setRun(toRendered), []);
  const markRenderFailed = useCallback((error: Error) => {
    tellIfCodeIsGone(error);
    setRun((last) => toRenderFailed(last, error, t));
  }, []);
  return { run, start, stop, remember, markRendered, markRenderFailed };
}

interface RunInHand {
  readonly controller: RefObject<AbortController | null>;
  /** What was asked for and is not answered yet. */
  readonly running: RefObject<RunRequest | null>;
  readonly start: (request: RunRequest) => Promise<void>;
}

/** Ends the run with the screen. React may hide a screen and bring it back: then it is asked for again. */
function useEndedRun({ controller, running, start }: RunInHand): void {
  const latest = useRef(start);
  useEffect(() => {
    latest.current = start;
  }, [start]);
  useEffect(() => {
    if (running.current) void latest.current(running.current);
    return () => controller.current?.abort();
  }, [controller, running]);
}

/** The tables of some queries of a dataset. */
export async function fetchQueries(
  dataset: ExploreDataset,
  request: QueriesRequest,
  signal: AbortSignal,
): Promise<readonly ResultTable[]> {
  const results = await fetchResults(toPayload(dataset, request), signal);
  return tablesOf(results);
}

/** Annotation layers have queries of their own here, so that a change of one does not ask for the chart anew. */
function withoutAnnotations(payload: ReturnType<typeof toPayload>): ReturnType<typeof toPayload> {
  return { ...payload, queries: payload.queries.map((query) => ({ ...query, annotation_layers: [] })) };
}

async function fetchResults(
  payload: ReturnType<typeof toPayload>,
  signal: AbortSignal,
): Promise<readonly ChartTableResult[]> {
  let answer: ChartBatchLine | undefined;
  const onLines = ([line]: readonly ChartBatchLine[]) => {
    answer = line;
  };
  await streamBatch(api, { requests: [{ key: 'chart', payload }] }, { signal, onLines });
  if (!answer) throw new ApiError({ status: 0, message: t('Network error.') });
  if ('results' in answer) return answer.results;
  throw toApiError({ status: answer.status, statusText: '', text: JSON.stringify(answer.error) });
}
