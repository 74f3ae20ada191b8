import type { ChartBatchLine, ChartBatchRequest, ChartDataRequest } from '@powerset/contract';
import { type ChartFailure, type ChartRun, failRun, finishRun, startRun, stopRun } from './chart-runs.ts';

export interface ChartAsk {
  readonly chartId: number;
  readonly key: string;
  readonly request: ChartDataRequest;
  readonly isForced?: boolean;
}

export interface LoaderParts {
  readonly dashboardId: number;
  /** Sends a batch and hands over each line as it comes. */
  readonly stream: (
    request: ChartBatchRequest,
    options: { onLine: (line: ChartBatchLine) => void; signal: AbortSignal },
  ) => Promise<void>;
  readonly getRun: (chartId: number) => ChartRun | undefined;
  readonly setRun: (chartId: number, run: ChartRun) => void;
  readonly toFailure: (error: unknown) => ChartFailure;
  readonly schedule: (run: () => void) => void;
  readonly nowMs: () => number;
}

/** Loads charts: what is asked within one moment goes out as one request, and a chart asked anew forgets its old answer. */
export interface ChartLoader {
  ask(ask: ChartAsk): void;
  /** Really ends a chart's query: the batch is broken off, and what else it carried is asked again. */
  stop(chartId: number): void;
  dispose(): void;
}

interface Batch {
  readonly controller: AbortController;
  readonly pending: Map<number, ChartAsk>;
}

export function createChartLoader(parts: LoaderParts): ChartLoader {
  let waiting = new Map<number, ChartAsk>();
  const batches = new Set<Batch>();

  const forget = (chartId: number) => {
    for (const batch of batches) {
      if (batch.pending.delete(chartId) && batch.pending.size === 0) batch.controller.abort();
    }
  };
  const send = () => {
    if (waiting.size === 0) return;
    const batch: Batch = { controller: new AbortController(), pending: waiting };
    waiting = new Map();
    batches.add(batch);
    void runBatch(parts, batch).finally(() => batches.delete(batch));
  };
  const ask = (item: ChartAsk) => {
    forget(item.chartId);
    if (waiting.size === 0) parts.schedule(send);
    waiting.set(item.chartId, item);
    parts.setRun(item.chartId, startRun(parts.getRun(item.chartId), item.key, parts.nowMs()));
  };
  return {
    ask,
    stop: (chartId) => {
      waiting.delete(chartId);
      const batch = [...batches].find((candidate) => candidate.pending.has(chartId));
      const others = batch ? [...batch.pending.values()].filter((item) => item.chartId !== chartId) : [];
      batch?.pending.clear();
      batch?.controller.abort();
      const run = parts.getRun(chartId);
      if (run?.status === 'loading') parts.setRun(chartId, stopRun(run));
      for (const item of others) ask(item);
    },
    dispose: () => {
      waiting.clear();
      for (const batch of batches) {
        batch.pending.clear();
        batch.controller.abort();
      }
    },
  };
}

async function runBatch(parts: LoaderParts, { pending, controller }: Batch): Promise<void> {
  const take = (chartId: number, key: string): ChartRun | undefined => {
    const isWanted = pending.get(chartId)?.key === key;
    if (isWanted) pending.delete(chartId);
    return isWanted ? parts.getRun(chartId) : undefined;
  };
  const keys = new Map([...pending.values()].map((item) => [item.chartId, item.key]));
  const failRest = (failure: ChartFailure) => {
    for (const [chartId, key] of keys) {
      const run = take(chartId, key);
      if (run) parts.setRun(chartId, failRun(run, failure));
    }
  };
  const onLine = (line: ChartBatchLine) => {
    const chartId = Number(line.key);
    const run = take(chartId, keys.get(chartId) ?? '');
    if (run) parts.setRun(chartId, finishRun(run, line));
  };
  const requests = [...pending.values()].map((item) => ({
    key: String(item.chartId),
    payload: { ...item.request, force: item.isForced === true },
  }));
  try {
    await parts.stream({ dashboard_id: parts.dashboardId, requests }, { onLine, signal: controller.signal });
    failRest(parts.toFailure(new Error('The server ended its answer before this chart was in it.')));
  } catch (error) {
    if (!controller.signal.aborted) failRest(parts.toFailure(error));
  }
}
