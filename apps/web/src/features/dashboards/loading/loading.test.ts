import type { ChartBatchLine, ChartBatchRequest, ChartTableResult } from '@powerset/contract';
import { describe, expect, it } from 'vitest';
import { type ChartRun, isAnyLoading, textFailure } from '../../../chart-runs/chart-run.ts';
import type { ChartLoader } from '../state/index.ts';
import { createChartLoader } from './chart-loader.ts';

interface Sent {
  readonly request: ChartBatchRequest;
  readonly onLines: (lines: readonly ChartBatchLine[]) => void;
  readonly signal: AbortSignal;
  readonly end: () => void;
  readonly fail: (error: Error) => void;
}

function open() {
  const sent: Sent[] = [];
  const runs = new Map<number, ChartRun>();
  let scheduled: (() => void)[] = [];
  const loader: ChartLoader = createChartLoader({
    dashboardId: 1,
    stream: (request, { onLines, signal }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')));
        sent.push({ request, onLines, signal, end: resolve, fail: reject });
      }),
    getRun: (id) => runs.get(id),
    setRuns: (changed) => {
      for (const [id, run] of Object.entries(changed)) runs.set(Number(id), run);
    },
    toFailure: (error) => textFailure((error as Error).message),
    schedule: (run) => void scheduled.push(run),
    nowMs: () => 0,
  });
  const tick = async () => {
    const due = scheduled;
    scheduled = [];
    for (const run of due) run();
    await new Promise((resolve) => setImmediate(resolve));
  };
  const ask = (chartId: number, key = 'a') =>
    loader.ask({ chartId, key, request: { datasource: { id: 1 }, queries: [] } });
  const answer = (index: number, chartId: number) => sent[index]?.onLines([lineOf(chartId)]);
  const status = (chartId: number) => runs.get(chartId)?.status;
  return { loader, sent, runs, tick, ask, answer, status };
}

function lineOf(chartId: number): ChartBatchLine {
  const table = {
    columns: [{ name: 'x', type: 'number' as const, nativeType: 'INTEGER', values: [chartId] }],
    rowCount: 1,
  };
  // Only what the loader reads of a result.
  const result = { table, error: null } as unknown as ChartTableResult;
  return { key: String(chartId), status: 200, results: [result] };
}

describe('loading charts', () => {
  it('asks for all charts of one moment in one request, and shows each as it comes [DSH-041]', async () => {
    const { ask, tick, sent, answer, status, runs } = open();
    ask(1);
    ask(2);
    await tick();
    expect(sent).toHaveLength(1);
    expect(sent[0]?.request.requests.map((item) => item.key)).toEqual(['1', '2']);
    expect([status(1), status(2)]).toEqual(['loading', 'loading']);
    answer(0, 2);
    expect([status(1), status(2)]).toEqual(['loading', 'success']);
    expect(runs.get(2)?.tables?.[0]?.columns[0]?.values).toEqual([2]);
  });

  it('forgets the old answer of a chart that is asked anew, and breaks off what nobody waits for', async () => {
    const { ask, tick, sent, answer, status } = open();
    ask(1, 'old');
    await tick();
    ask(1, 'new');
    await tick();
    expect(sent[0]?.signal.aborted).toBe(true);
    answer(0, 1);
    expect(status(1)).toBe('loading');
    answer(1, 1);
    expect(status(1)).toBe('success');
  });

  it('keeps the last picture while the next one loads', async () => {
    const { ask, tick, answer, runs } = open();
    ask(1);
    await tick();
    answer(0, 1);
    ask(1, 'b');
    expect(runs.get(1)).toMatchObject({ status: 'loading', tables: [{ rowCount: 1 }] });
  });

  it('is refreshing from the first chart asked anew until the last has its answer [DSH-036]', async () => {
    const { ask, tick, answer, runs } = open();
    const isRefreshing = () => isAnyLoading(Object.fromEntries(runs));
    ask(1);
    ask(2);
    await tick();
    answer(0, 1);
    expect(isRefreshing()).toBe(true);
    answer(0, 2);
    expect(isRefreshing()).toBe(false);
    expect([...runs.values()].map((run) => run.status)).toEqual(['success', 'success']);
  });

  it('stops a chart for real and asks again for what else was in its batch', async () => {
    const { loader, ask, tick, sent, answer, status } = open();
    ask(1);
    ask(2);
    await tick();
    loader.stop(1);
    await tick();
    expect([status(1), status(2)]).toEqual(['stopped', 'loading']);
    expect(sent[0]?.signal.aborted).toBe(true);
    expect(sent[1]?.request.requests.map((item) => item.key)).toEqual(['2']);
    answer(1, 2);
    expect([status(1), status(2)]).toEqual(['stopped', 'success']);
  });

  it('fails only the charts that got no answer when the connection breaks', async () => {
    const { ask, tick, sent, answer, status, runs } = open();
    ask(1);
    ask(2);
    await tick();
    answer(0, 1);
    sent[0]?.fail(new Error('The server does not answer.'));
    await tick();
    expect([status(1), status(2)]).toEqual(['success', 'failed']);
    expect(runs.get(2)?.failure?.title).toBe('The server does not answer.');
  });

  it('says so when the server ends its answer too early', async () => {
    const { ask, tick, sent, status } = open();
    ask(1);
    await tick();
    sent[0]?.end();
    await tick();
    expect(status(1)).toBe('failed');
  });

  it('shows the error of a chart in that chart alone', async () => {
    const { ask, tick, sent, runs, status, answer } = open();
    ask(1);
    ask(2);
    await tick();
    const error = {
      errors: [
        {
          message: 'Column “x” does not exist',
          error_type: 'COLUMN_DOES_NOT_EXIST_ERROR',
          level: 'error' as const,
          extra: {},
        },
      ],
    };
    sent[0]?.onLines([{ key: '1', status: 422, error }]);
    answer(0, 2);
    expect(runs.get(1)?.failure).toMatchObject({
      title: 'Column “x” does not exist',
      code: 'COLUMN_DOES_NOT_EXIST_ERROR',
    });
    expect(status(2)).toBe('success');
  });
});
