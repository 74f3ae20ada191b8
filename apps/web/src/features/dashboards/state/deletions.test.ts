import { describe, expect, it } from 'vitest';
import { newFilter, toMask } from '../filters/index.ts';
import {
  bringBack,
  createNode,
  deleteNode,
  type History,
  type Layout,
  moveNode,
  newNode,
  type Outcome,
  record,
  startHistory,
  undo,
  withParents,
} from '../layout/index.ts';
import type { DashboardDataset } from './dashboard-data.ts';
import type { Deletion } from './deletion.ts';
import {
  asSaved,
  chosenIn,
  keptDeletions,
  noteDeletions,
  stillDeleted,
  toReturn,
  withFilterBack,
  withoutUnsaved,
} from './deletions.ts';
import { makeWireChart } from './test-parts.ts';

const must = (outcome: Outcome): Layout => {
  if (!outcome.isDone) throw new Error(outcome.refusal);
  return outcome.layout;
};
let made = 0;
const makeId = (type: string) => `${type}-made${++made}`;
const node = (type: Parameters<typeof newNode>[0], id: string, children: readonly string[] = []) => {
  const width = type === 'CHART' ? { width: 4, height: 50, chartId: 1, sliceName: id } : {};
  const plain = newNode(type, id);
  return { ...plain, children, meta: { ...plain.meta, ...width } };
};
const start: Layout = withParents(
  Object.fromEntries(
    [
      node('ROOT', 'ROOT_ID', ['GRID_ID']),
      node('GRID', 'GRID_ID', ['ROW-1', 'TABS-1', 'ROW-2']),
      node('ROW', 'ROW-1', ['CHART-a', 'CHART-b', 'CHART-c']),
      node('CHART', 'CHART-a'),
      node('CHART', 'CHART-b'),
      node('CHART', 'CHART-c'),
      node('TABS', 'TABS-1', ['TAB-1', 'TAB-2']),
      node('TAB', 'TAB-1'),
      node('TAB', 'TAB-2', ['ROW-3']),
      node('ROW', 'ROW-3', ['CHART-d']),
      node('CHART', 'CHART-d'),
      node('ROW', 'ROW-2', ['CHART-e']),
      node('CHART', 'CHART-e'),
    ].map((one) => [one.id, one]),
  ),
);

/** An author at work: each step is noted. */
function author() {
  const charts = { 1: makeWireChart(1) } as Readonly<Record<number, ReturnType<typeof makeWireChart>>>;
  const orders: DashboardDataset = {
    id: 7,
    table_name: 'orders',
    main_dttm_col: null,
    verbose_map: {},
    column_formats: {},
    currency_formats: {},
    time_grain_sqla: [],
    columns: [],
    metrics: [],
  };
  let state = {
    history: startHistory(start),
    filters: [newFilter('x'), newFilter('y')],
    lastModifiedTime: 1,
    charts,
    datasets: { 7: orders } as Readonly<Record<number, DashboardDataset>>,
    bar: { draft: {}, applied: {} },
  };
  let list: readonly Deletion[] = [];
  const to = (change: Partial<typeof state>) => {
    const next = { ...state, ...change };
    list = noteDeletions(list, state, next);
    state = next;
  };
  const step = (layout: Layout) => to({ history: record(state.history, layout, 'UPDATE_COMPONENTS') });
  return {
    to,
    step,
    remove: (id: string) => step(must(deleteNode(state.history.present, id))),
    shown: () => stillDeleted(list, state).map(({ id }) => id),
    list: () => list,
    setList: (next: readonly Deletion[]) => {
      list = next;
    },
    part: (id: string) => {
      const found = list.find((one) => one.id === id);
      if (found?.kind !== 'part') throw new Error(id);
      return found;
    },
    filter: (id: string) => {
      const found = list.find((one) => one.id === id);
      if (found?.kind !== 'filter') throw new Error(id);
      return found;
    },
    layout: () => state.history.present,
    history: (): History => state.history,
    filters: () => state.filters,
    back: (id: string) => {
      const found = list.find((one) => one.id === id);
      if (found?.kind !== 'part') throw new Error(id);
      step(must(bringBack(state.history.present, { part: found.part, containerId: 'GRID_ID', makeId })));
    },
  };
}

describe('what was deleted on the canvas', () => {
  it('comes back alone to its place, whatever was done since', () => {
    const { remove, shown, back, layout, step } = author();
    remove('CHART-b');
    step(must(moveNode(layout(), { id: 'CHART-e', place: { parentId: 'TAB-1', index: 0 }, makeId })));
    expect(shown()).toEqual(['CHART-b']);
    remove('TAB-2');
    expect(shown()).toEqual(['CHART-b', 'TAB-2']);
    back('CHART-b');
    expect(layout()['ROW-1']?.children).toEqual(['CHART-a', 'CHART-b', 'CHART-c']);
    back('TAB-2');
    expect(layout()['TABS-1']?.children).toEqual(['TAB-1', 'TAB-2']);
    expect(layout()['CHART-d']?.parents).toEqual(['ROOT_ID', 'GRID_ID', 'TABS-1', 'TAB-2', 'ROW-3']);
    expect(layout()['TAB-1']?.children).toHaveLength(1);
    expect(shown()).toEqual([]);
  });

  it('stands below all else where its place is gone or full', () => {
    const { remove, back, layout, step } = author();
    remove('CHART-a');
    step(must(moveNode(layout(), { id: 'CHART-e', place: { parentId: 'ROW-1', index: 0 }, makeId })));
    back('CHART-a');
    expect(layout()['ROW-1']?.children).toEqual(['CHART-e', 'CHART-b', 'CHART-c']);
    const last = layout().GRID_ID?.children.at(-1) ?? '';
    expect(layout()[last]?.children).toEqual(['CHART-a']);
    remove('CHART-d');
    expect(layout()['ROW-3']).toBeUndefined();
    remove('TAB-2');
    back('ROW-3');
    expect(layout().GRID_ID?.children.at(-1)).toBe('ROW-3');
  });

  it('is no longer listed once it was undone, and nothing is that was only moved or taken back by undoing', () => {
    const { remove, shown, to, history, step, layout } = author();
    remove('CHART-e');
    expect(shown()).toEqual(['ROW-2']);
    to({ history: undo(history()) });
    expect(shown()).toEqual([]);
    step(must(moveNode(layout(), { id: 'CHART-e', place: { parentId: 'TAB-1', index: 0 }, makeId })));
    to({ history: undo(history()) });
    const place = { parentId: 'GRID_ID', index: 0 };
    step(must(createNode(layout(), { node: node('CHART', 'CHART-new'), place, makeId })));
    to({ history: undo(history()) });
    expect(shown()).toEqual([]);
  });

  it('holds filters too, once each, and goes on after a save, but names nothing that somebody else deleted', () => {
    const { to, shown, filters, list, remove } = author();
    const [first, second] = filters();
    to({ filters: second ? [second] : [] });
    to({ filters: first && second ? [first, second] : [] });
    expect(shown()).toEqual([]);
    to({ filters: second ? [second] : [] });
    expect([shown(), list().length]).toEqual([[first?.id], 1]);
    remove('CHART-e');
    to({ lastModifiedTime: 2 });
    expect(shown()).toEqual([first?.id, 'ROW-2']);
    to({ lastModifiedTime: 3, filters: [] });
    expect(shown()).toEqual([first?.id, 'ROW-2']);
  });

  it('forgets with a discard what was deleted since the last save, and keeps the rest', () => {
    const { remove, list, setList, to } = author();
    remove('CHART-a');
    to({ filters: [] });
    setList(asSaved(list()));
    remove('CHART-b');
    expect(withoutUnsaved(list()).map(({ id }) => id)).toEqual(['CHART-a', newFilter('x').id, newFilter('y').id]);
  });

  it('returns with its charts and their datasets, and a draft under another id where its own was given again', () => {
    const draft = makeWireChart(-1);
    const { to, remove, part, history } = author();
    const drafted = withParents({
      ...start,
      'CHART-b': { ...node('CHART', 'CHART-b'), meta: { chartId: -1, width: 4 } },
    });
    to({ history: { ...history(), present: drafted }, charts: { 1: makeWireChart(1), [-1]: draft } });
    remove('CHART-b');
    remove('CHART-a');
    const gone = toReturn(part('CHART-a'), { charts: {}, datasets: {} });
    expect([gone.charts.map(({ id }) => id), gone.datasets.map(({ id }) => id)]).toEqual([[1], [7]]);
    const there = { charts: { 1: makeWireChart(1), [-1]: draft }, datasets: {} };
    expect(toReturn(part('CHART-a'), there).charts).toEqual([]);
    expect(toReturn(part('CHART-b'), there).charts).toEqual([]);
    const taken = toReturn(part('CHART-b'), { charts: { [-1]: makeWireChart(-1) }, datasets: {} });
    expect([taken.charts.map(({ id }) => id), taken.part.nodes[0]?.meta.chartId]).toEqual([[-2], -2]);
  });

  it('returns a filter with its parents, what depended on it, and what was chosen in it', () => {
    const named = (name: string, parents: readonly string[] = []) => ({
      ...newFilter(name),
      name,
      cascadeParentIds: parents.map((parent) => newFilter(parent).id),
    });
    const [country, city, street] = [named('country'), named('city', ['country']), named('street', ['city'])];
    const { to, filter } = author();
    to({ filters: [country, city, street] });
    const mask = toMask(city, ['Rome']);
    to({ bar: { draft: {}, applied: { [city.id]: mask } } });
    to({ filters: [country, { ...street, cascadeParentIds: [] }] });
    expect(withFilterBack([country, { ...street, cascadeParentIds: [] }], filter(city.id))).toEqual([
      country,
      city,
      street,
    ]);
    expect(chosenIn(filter(city.id))).toBe(mask);
    expect(chosenIn({ ...filter(city.id), mask: toMask(city, []) }), 'nothing was chosen').toBeNull();
    to({ filters: [] });
    expect(withFilterBack([], filter(city.id))).toEqual([{ ...city, cascadeParentIds: [] }]);
    const turned = [
      { ...country, cascadeParentIds: [street.id] },
      { ...street, cascadeParentIds: [] },
    ];
    expect(withFilterBack(turned, filter(city.id))).toEqual([turned[0], city, turned[1]]);
  });

  it('is bounded', () => {
    const entries = Array.from({ length: keptDeletions + 5 }, (_, at) => newFilter(`f${at}`));
    const { to, list } = author();
    to({ filters: entries });
    to({ filters: [] });
    expect(list()).toHaveLength(keptDeletions);
  });
});
