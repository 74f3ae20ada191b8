import type { ChartDefinition, ChartForm } from '@powerset/chart-kit';
import { type ChartBatchLine, type ChartTableResult, fromWireTable, type ResultTable } from '@powerset/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, api, errorText, isAbort, streamBatch, toApiError } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import type { ExploreDataset } from './model/dataset.ts';

/** Where the chart stands; the names are those of the reference. */
export type ChartStatus = null | 'loading' | 'success' | 'rendered' | 'failed' | 'stopped';

export interface ChartRun {
  readonly status: ChartStatus;
  readonly error: ApiError | null;
  readonly alert: string | null;
  /** What was drawn last: the form and its answers. */
  readonly drawn: {
    readonly form: ChartForm;
    readonly results: readonly ChartTableResult[];
    readonly tables: readonly ResultTable[];
  } | null;
  readonly startedAt: number | null;
  readonly queryMs: number | null;
}

export const idleRun: ChartRun = {
  status: null,
  error: null,
  alert: null,
  drawn: null,
  startedAt: null,
  queryMs: null,
};

export interface RunRequest {
  readonly definition: ChartDefinition;
  readonly form: ChartForm;
  readonly isForced?: boolean;
  readonly ownState?: Readonly<Record<string, unknown>>;
}

/** The request for a form's queries, as the server takes it. */
export function toRequest(dataset: ExploreDataset, { definition, form, isForced, ownState }: RunRequest) {
  return {
    datasource: { id: dataset.id ?? 0, type: dataset.type },
    force: isForced === true,
    queries: [...definition.toQueries(ownState ? { ...form, ownState } : form)],
    form_data: { ...form, ...(isForced ? { force: true } : {}) },
    result_format: 'json' as const,
    result_type: 'full',
  };
}

/** Runs the chart's queries, one run at a time; a newer run or `stop` cancels the one before. */
export function useChartRun(dataset: ExploreDataset) {
  const [run, setRun] = useState<ChartRun>(idleRun);
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);
  const start = useCallback(
    async (request: RunRequest) => {
      controller.current?.abort();
      const own = new AbortController();
      controller.current = own;
      const startedAt = performance.now();
      setRun((last) => ({ ...last, status: 'loading', error: null, alert: null, startedAt: Date.now() }));
      try {
        const results = await fetchResults(dataset, request, own.signal);
        if (own.signal.aborted) return;
        const tables = results.map((result) => fromWireTable(result.table));
        setRun({
          status: 'success',
          error: null,
          alert: null,
          startedAt: null,
          drawn: { form: request.form, results, tables },
          queryMs: performance.now() - startedAt,
        });
      } catch (error) {
        if (own.signal.aborted || isAbort(error)) return;
        setRun((last) => ({ ...last, ...toFailure(error), startedAt: null }));
      }
    },
    [dataset],
  );
  const stop = useCallback(() => {
    controller.current?.abort();
    setRun((last) => ({ ...last, status: 'stopped', alert: t('Updating chart was stopped'), startedAt: null }));
  }, []);
  const markRendered = useCallback(
    () => setRun((last) => (last.status === 'success' ? { ...last, status: 'rendered' } : last)),
    [],
  );
  const markRenderFailed = useCallback(
    (error: Error) =>
      setRun((last) => ({
        ...last,
        status: 'failed',
        alert: t('An error occurred while rendering the visualization: {{message}}', { message: error.message }),
      })),
    [],
  );
  return { run, start, stop, markRendered, markRenderFailed };
}

function toFailure(error: unknown): Pick<ChartRun, 'status' | 'error' | 'alert'> {
  if (error instanceof ApiError && error.status === 0)
    return { status: 'failed', error: null, alert: t('Network error.') };
  const known = error instanceof ApiError ? error : null;
  return { status: 'failed', error: known, alert: errorText(error) };
}

async function fetchResults(
  dataset: ExploreDataset,
  request: RunRequest,
  signal: AbortSignal,
): Promise<readonly ChartTableResult[]> {
  let answer: ChartBatchLine | undefined;
  await streamBatch(
    api,
    { requests: [{ key: 'chart', payload: toRequest(dataset, request) }] },
    {
      signal,
      onLine: (line) => {
        answer = line;
      },
    },
  );
  if (!answer) throw new ApiError({ status: 0, message: t('Network error.') });
  if ('results' in answer) return answer.results;
  throw toApiError({ status: answer.status, statusText: '', text: JSON.stringify(answer.error) });
}
