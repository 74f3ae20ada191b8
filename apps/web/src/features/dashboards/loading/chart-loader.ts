import type { ChartBatchLine, ChartBatchRequest } from '@powerset/contract';
import { noAnswer } from '../../../api/index.ts';
import { type ChartFailure, type ChartRun, failRun, finishRun, startRun, stopRun } from '../../../chart-runs/index.ts';
import type { ChartAsk, ChartLoader } from '../state/index.ts';

export interface LoaderParts {
  readonly dashboardId: number;
  /** Sends a batch and hands over its lines as they come: those that came together, together. */
  readonly stream: (
    request: ChartBatchRequest,
    options: { onLines: (lines: readonly ChartBatchLine[]) => void; signal: AbortSignal },
  ) => Promise<void>;
  readonly getRun: (chartId: number) => ChartRun | undefined;
  readonly setRuns: (runs: Readonly<Record<number, ChartRun>>) => void;
  readonly toFailure: (error: unknown) => ChartFailure;
  readonly schedule: (run: () => void) => void;
  readonly nowMs: () => number;
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
  const askAll = (items: readonly ChartAsk[]) => {
    if (waiting.size === 0 && items.length > 0) parts.schedule(send);
    const started = items.map((item) => {
      forget(item.chartId);
      waiting.set(item.chartId, item);
      return [item.chartId, startRun(parts.getRun(item.chartId), item.key, parts.nowMs())] as const;
    });
    parts.setRuns(Object.fromEntries(started));
  };
  return {
    ask: (item) => askAll([item]),
    askAll,
    stop: (chartId) => {
      waiting.delete(chartId);
      const batch = [...batches].find((candidate) => candidate.pending.has(chartId));
      const others = batch ? [...batch.pending.values()].filter((item) => item.chartId !== chartId) : [];
      batch?.pending.clear();
      batch?.controller.abort();
      const run = parts.getRun(chartId);
      if (run?.status === 'loading') parts.setRuns({ [chartId]: stopRun(run) });
      if (others.length > 0) askAll(others);
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
  const take = (chartId: number, key: string | undefined): ChartRun | undefined => {
    const isWanted = key !== undefined && pending.get(chartId)?.key === key;
    if (isWanted) pending.delete(chartId);
    return isWanted ? parts.getRun(chartId) : undefined;
  };
  const keys = new Map([...pending.values()].map((item) => [item.chartId, item.key]));
  const finish = (chartIds: readonly number[], toRun: (run: ChartRun, index: number) => ChartRun) => {
    const finished = chartIds.flatMap((chartId, index) => {
      const run = take(chartId, keys.get(chartId));
      return run ? [[chartId, toRun(run, index)] as const] : [];
    });
    if (finished.length > 0) parts.setRuns(Object.fromEntries(finished));
  };
  const failRest = (failure: ChartFailure) => finish([...keys.keys()], (run) => failRun(run, failure));
  const onLines = (lines: readonly ChartBatchLine[]) =>
    finish(
      lines.map((line) => Number(line.key)),
      // As many chart ids as lines, in their order.
      (run, index) => finishRun(run, lines[index] as ChartBatchLine),
    );
  const requests = [...pending.values()].map((item) => ({
    key: String(item.chartId),
    payload: { ...item.request, force: item.isForced === true },
  }));
  try {
    await parts.stream({ dashboard_id: parts.dashboardId, requests }, { onLines, signal: controller.signal });
    failRest(parts.toFailure(noAnswer()));
  } catch (error) {
    if (!controller.signal.aborted) failRest(parts.toFailure(error));
  }
}
