import type { ChartSlicesLine, ChartSlicesRequest, SlicedQuery } from '@powerset/contract';
import { openSlices } from '@powerset/query/brushed';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ChartRun } from '../../../chart-runs/index.ts';
import type { ChartPayload } from '../state/index.ts';
import { type BrushedState, createBrushFeed } from './brush-feed.ts';

const run = (key: string): ChartRun => ({
  ...{ status: 'success', key, results: [], failure: null, startedAtMs: 1 },
  tables: [{ columns: [], rowCount: 0 }],
});
const choices = {
  brush: {
    column: 'price',
    kind: 'number' as const,
    cuts: [0, 10, 20, 30].map((value) => ({ op: '>=' as const, value })),
  },
  whole: [{ column: 'price', op: '>=' as const, values: [0] }],
};
/** Counts 1, 10 and 100 in its three slices. */
const counts: SlicedQuery = {
  table: {
    columns: [
      { name: '0', type: 'number', nativeType: 'INTEGER', values: [0, 1, 2] },
      { name: '1', type: 'number', nativeType: 'BIGINT', values: [1, 10, 100] },
    ],
    rowCount: 3,
  },
  outputs: [{ label: 'count', how: 'count', at: [1] }],
  order: [],
  limit: 100,
  offset: 0,
  is_needless: false,
};

interface Asked {
  readonly request: ChartSlicesRequest;
  readonly signal: AbortSignal;
  readonly answer: (...lines: readonly ChartSlicesLine[]) => void;
}
let state: BrushedState;
let asked: Asked[];
let frames: (() => void)[];
const payload = (key: string): ChartPayload => ({
  ...{ key, form: { viz_type: 'table' } },
  request: { datasource: { id: 1, type: 'table' }, queries: [{}] },
});
const open = () =>
  createBrushFeed({
    dashboardId: 7,
    getState: () => state,
    setRuns: (runs) => {
      state = { ...state, runs: { ...state.runs, ...runs } };
    },
    setWaits: (brushWaits) => {
      state = { ...state, brushWaits };
    },
    payloadOf: (id) => payload(String(id)),
    payloadUnder: (id) => payload(id === 4 ? '4' : `${id} brushed`),
    stream: async (request, { onLines, signal }) => {
      asked.push({ request, signal, answer: (...lines) => onLines(lines) });
    },
    loadCombining: async () => ({ openSlices }),
    nextFrame: (frame) => void frames.push(frame),
  });
const draw = () => {
  const now = frames;
  frames = [];
  for (const frame of now) frame();
  return now.length;
};
const shown = (id: number) => state.runs[id]?.tables?.[0]?.columns[0]?.values[0];
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

beforeEach(() => {
  asked = [];
  frames = [];
  const inScope = [1, 2, 3, 4].map((id) => [
    String(id),
    { id, crossFilters: { scope: 'global', chartsInScope: [1, 2, 3, 4] } },
  ]);
  state = {
    runs: { 1: run('1'), 2: run('2'), 3: run('3'), 4: run('4') },
    crossScopes: Object.fromEntries(inScope) as BrushedState['crossScopes'],
    brushWaits: [],
  };
});

describe('charts that follow a brush', () => {
  it('are asked once, for all that can be chosen, and only those that it reaches', async () => {
    const feed = open();
    feed.ready(1, choices);
    feed.ready(1, choices);
    feed.move(1, choices, { from: 0, to: 1 });
    await settled();
    expect(asked.map(({ request }) => request.requests.map(({ key }) => key))).toEqual([['2', '3']]);
  });

  it('show what the last move before a picture chose, and ask nothing for it', async () => {
    const feed = open();
    feed.ready(1, choices);
    await settled();
    asked[0]!.answer({ key: '2', queries: [counts] });
    for (const to of [1, 2, 3]) feed.move(1, choices, { from: 0, to });
    expect(shown(2)).toBeUndefined();
    expect(draw()).toBe(1);
    expect(shown(2)).toBe(111);
    feed.move(1, choices, { from: 1, to: 2 });
    draw();
    expect(shown(2)).toBe(10);
    expect(asked).toHaveLength(1);
  });

  it('begin to follow in the middle of a drag when their slices come', async () => {
    const feed = open();
    feed.move(1, choices, { from: 1, to: 3 });
    draw();
    expect(shown(2)).toBeUndefined();
    await settled();
    asked[0]!.answer({ key: '2', queries: [counts] });
    draw();
    expect(shown(2)).toBe(110);
  });

  it('say that they wait where only the engine can tell, until the brush is let go', async () => {
    const feed = open();
    feed.move(1, choices, { from: 0, to: 1 });
    await settled();
    asked[0]!.answer({ key: '2', queries: [counts] }, { key: '3', queries: null });
    draw();
    expect(state.brushWaits).toEqual([3]);
    feed.settle();
    expect(state.brushWaits).toEqual([]);
    expect(shown(2)).toBe(1);
  });

  it('go back to what they showed when the drag is broken off, but for rows that came meanwhile', async () => {
    const feed = open();
    feed.move(1, choices, { from: 0, to: 1 });
    await settled();
    asked[0]!.answer({ key: '2', queries: [counts] }, { key: '3', queries: [counts] });
    draw();
    const fresh = run('3 anew');
    state = { ...state, runs: { ...state.runs, 3: fresh } };
    feed.move(1, choices, null);
    draw();
    expect(state.runs[2]?.tables?.[0]?.rowCount).toBe(0);
    expect(state.runs[3]).toBe(fresh);
  });

  it('are asked anew for another brush, and after they were read anew; what was under way ends', async () => {
    const feed = open();
    feed.ready(1, choices);
    await settled();
    feed.ready(2, choices);
    await settled();
    expect(asked[0]!.signal.aborted).toBe(true);
    state = { ...state, runs: { ...state.runs, 3: { ...run('3'), startedAtMs: 2 } } };
    feed.ready(2, choices);
    await settled();
    expect(asked).toHaveLength(3);
  });
});
