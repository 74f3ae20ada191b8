import { describe, expect, it } from 'vitest';
import { newFilter } from '../filters/index.ts';
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
import { type Deletion, keptDeletions, noteDeletions, stillDeleted } from './deletions.ts';

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
  let state = { history: startHistory(start), filters: [newFilter('x'), newFilter('y')], lastModifiedTime: 1 };
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

  it('holds filters too, once each, and ends with the save', () => {
    const { to, shown, filters, list } = author();
    const [first, second] = filters();
    to({ filters: second ? [second] : [] });
    to({ filters: first && second ? [first, second] : [] });
    expect(shown()).toEqual([]);
    to({ filters: second ? [second] : [] });
    expect([shown(), list().length]).toEqual([[first?.id], 1]);
    to({ lastModifiedTime: 2 });
    expect(list()).toEqual([]);
  });

  it('is bounded', () => {
    const entries = Array.from({ length: keptDeletions + 5 }, (_, at) => newFilter(`f${at}`));
    const { to, list } = author();
    to({ filters: entries });
    to({ filters: [] });
    expect(list()).toHaveLength(keptDeletions);
  });
});
