import type { AskedChart } from '@powerset/chart-kit';
import { findChartDefinition } from '@powerset/charts/definitions';
import type { QueryObject } from '@powerset/contract';
import { describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { startRun } from '../../../chart-runs/chart-run.ts';
import { readChartConfiguration } from '../filters/index.ts';
import { emptyLayout, gridId, type Layout, newNode } from '../layout/index.ts';
import type { ChartAsk } from '../state/index.ts';
import { makeWireChart } from '../state/test-parts.ts';
import { createChartFeed, type FedState, type FeedParts } from './chart-feed.ts';

const chart = (id: number) => makeWireChart(id, { groupby: ['region'], metric: 'count' });

const ids = [1, 2, 3];

function layoutOfCharts(): Layout {
  const nodes = ids.map((id) => ({
    ...newNode('CHART', `CHART-${id}`, { chartId: id }),
    parents: ['ROOT_ID', gridId],
  }));
  return { ...emptyLayout(), ...Object.fromEntries(nodes.map((node) => [node.id, node])) };
}

function open({
  startsPastCache = false,
  ...changed
}: Partial<Pick<FeedParts, 'findDefinition' | 'onUnplanned' | 'startsPastCache'>> = {}) {
  const layout = layoutOfCharts();
  const store = createStore<FedState>(() => ({
    charts: Object.fromEntries(ids.map((id) => [id, chart(id)])),
    datasets: {},
    filters: [],
    bar: { draft: {}, applied: {} },
    crossMasks: {},
    crossScopes: readChartConfiguration({}, layout, ids),
    ownStates: {},
    metadata: {},
    runs: {},
    urlParams: {},
  }));
  const asked: ChartAsk[][] = [];
  const feed = createChartFeed({
    getState: store.getState,
    subscribe: store.subscribe,
    findDefinition: findChartDefinition,
    startsPastCache,
    ...changed,
    loader: {
      askAll: (asks) => {
        asked.push([...asks]);
        const runs = Object.fromEntries(asks.map((ask) => [ask.chartId, startRun(undefined, ask.key, 0)]));
        store.setState((state) => ({ runs: { ...state.runs, ...runs } }));
      },
    },
  });
  const idsAsked = () => asked.map((asks) => asks.map((ask) => ask.chartId));
  const select = (chartId: number) =>
    store.setState({
      crossMasks: {
        [chartId]: {
          id: String(chartId),
          extraFormData: { filters: [{ col: 'region', op: 'IN', val: ['North'] }] },
          filterState: {},
          ownState: {},
        },
      },
    });
  return { store, feed, asked, idsAsked, select };
}

describe('the feed of a dashboard’s charts', () => {
  it('asks for charts when they come into view, and once as long as nothing changes', () => {
    const { feed, idsAsked } = open();
    feed.see([1, 2]);
    feed.see([1]);
    feed.see([3]);
    expect(idsAsked()).toEqual([[1, 2], [3]]);
  });

  it('asks in one request for exactly the charts that a selection reaches, not for its own [XFL-005]', () => {
    const { feed, idsAsked, asked, select } = open();
    feed.see(ids);
    select(2);
    expect(idsAsked()).toEqual([
      [1, 2, 3],
      [1, 3],
    ]);
    expect(asked[1]?.[0]?.request.queries[0]).toMatchObject({ filters: [{ col: 'region', op: 'IN', val: ['North'] }] });
  });

  it('leaves charts out of view alone until they are seen again', () => {
    const { feed, idsAsked, select } = open();
    feed.see(ids);
    feed.leave(3);
    select(2);
    expect(idsAsked().at(-1)).toEqual([1]);
    feed.see([3]);
    expect(idsAsked().at(-1)).toEqual([3]);
  });

  it('keeps held charts in step as if they were in view, until nobody holds them', () => {
    const { feed, idsAsked, select } = open();
    const release = feed.hold([1, 3]);
    feed.hold([1])();
    expect(idsAsked()).toEqual([[1, 3]]);
    select(2);
    expect(idsAsked().at(-1)).toEqual([1, 3]);
    release();
    select(3);
    expect(idsAsked()).toHaveLength(2);
  });

  it('reloads what is in view at once and the rest when it comes into view, past the cache both', () => {
    const { feed, asked } = open();
    feed.see(ids);
    feed.leave(3);
    feed.reload(ids);
    feed.see([3]);
    feed.see([3]);
    expect(asked.slice(1).map((asks) => asks.map((ask) => [ask.chartId, ask.isForced]))).toEqual([
      [
        [1, true],
        [2, true],
      ],
      [[3, true]],
    ]);
  });

  it('asks once more what nobody answered, of charts in view at once and of others when they come, from the cache too', () => {
    const { feed, asked, idsAsked } = open();
    feed.see([1, 2]);
    feed.leave(2);
    feed.again([1, 2]);
    feed.see([1]);
    feed.see([2]);
    expect(idsAsked()).toEqual([[1, 2], [1], [2]]);
    expect(asked.flat().some(({ isForced }) => isForced)).toBe(false);
  });

  it('goes past the cache for first answers when the address asks for it', () => {
    const { feed, asked, select } = open({ startsPastCache: true });
    feed.see([1]);
    select(2);
    expect(asked.map((asks) => asks[0]?.isForced)).toEqual([true, false]);
  });

  it('hands out the same payload as long as nothing that concerns the chart changes', () => {
    const { feed, store, select } = open();
    const before = feed.payloadOf(2);
    expect(before).toBeDefined();
    select(2);
    store.setState({ runs: {} });
    expect(feed.payloadOf(2)).toBe(before);
    select(1);
    expect(feed.payloadOf(2)).not.toBe(before);
  });

  it('asks nothing for charts that are gone or of no known type', () => {
    const { feed, store, asked } = open();
    store.setState({ charts: { 1: { ...chart(1), form_data: { viz_type: 'nothing' } } } });
    feed.see([1, 99]);
    expect(asked).toEqual([]);
  });
});

describe('charts whose types are asked for their queries', () => {
  const asking = () => {
    const answers: { resolve: (queries: readonly QueryObject[]) => void; reject: (error: Error) => void }[] = [];
    const failed: unknown[] = [];
    const pie = findChartDefinition('pie');
    const asked: AskedChart = {
      queriesOf: () => new Promise((resolve, reject) => answers.push({ resolve, reject })),
      look: () => Promise.reject(new Error('nobody looks')),
      draw: () => Promise.reject(new Error('nobody draws')),
    };
    const parts = open({
      findDefinition: () => (pie ? { ...pie, asked } : undefined),
      onUnplanned: (chartId, error) => failed.push([chartId, error]),
    });
    return { ...parts, answers, failed };
  };
  const settle = () => new Promise((resolve) => setTimeout(resolve));

  it('are asked for once their queries have come, and again when a selection changes', async () => {
    const { feed, answers, asked, idsAsked, select } = asking();
    feed.see([1]);
    expect([feed.payloadOf(1), idsAsked(), answers.length]).toEqual([undefined, [], 1]);
    answers[0]?.resolve([{ columns: ['region'] }]);
    await settle();
    expect(idsAsked()).toEqual([[1]]);
    expect(asked[0]?.[0]?.request.queries).toEqual([{ columns: ['region'] }]);
    select(2);
    answers[1]?.resolve([{ columns: ['region'], filters: [] }]);
    await settle();
    expect(idsAsked()).toEqual([[1], [1]]);
  });

  it('say that their queries cannot be had, and ask for them anew when they are loaded again', async () => {
    const { feed, answers, failed, idsAsked } = asking();
    feed.see([1]);
    const error = new Error('took too long');
    answers[0]?.reject(error);
    await settle();
    expect([failed, idsAsked(), answers.length]).toEqual([[[1, error]], [], 1]);
    feed.reload([1]);
    answers[1]?.resolve([]);
    await settle();
    expect(idsAsked()).toEqual([[1]]);
  });

  it('are asked for when their types arrive after the dashboard was opened', () => {
    let isHere = false;
    const { feed, idsAsked } = open({
      findDefinition: (key) => (isHere ? findChartDefinition(key) : undefined),
    });
    feed.see([1, 2]);
    expect(idsAsked()).toEqual([]);
    isHere = true;
    feed.takeTypes();
    expect(idsAsked()).toEqual([[1, 2]]);
  });
});
