import { describe, expect, it } from 'vitest';
import {
  createNode,
  drawnHeight,
  emptyLayout,
  findDrop,
  foresee,
  gridId,
  type Layout,
  type LayoutNode,
  moveNode,
  newNode,
  type Outcome,
  resizeInRow,
  widthOf,
  withParents,
} from './index.ts';

const makeId = (type: string) => `${type}-made`;

function must(outcome: Outcome): Layout {
  if (!outcome.isDone) throw new Error(outcome.refusal);
  return outcome.layout;
}

const chart = (id: string, width: number, height = 30): LayoutNode => newNode('CHART', id, { width, height });

/** Rows of charts, given by name and width. */
function rows(...all: readonly (readonly LayoutNode[])[]): Layout {
  const nodes = all.flat();
  const made = all.map((row, at) => ({ ...newNode('ROW', `R${at + 1}`), children: row.map(({ id }) => id) }));
  const grid = { ...newNode('GRID', gridId), children: made.map(({ id }) => id) };
  const entries = [grid, ...made, ...nodes].map((node) => [node.id, node] as const);
  return withParents({ ...emptyLayout(), ...Object.fromEntries(entries) });
}

const widths = (layout: Layout, ...ids: readonly string[]) => ids.map((id) => layout[id] && widthOf(layout[id]));
const into = (parentId: string, index: number) => ({ place: { parentId, index }, makeId });

describe('a full row', () => {
  it('gives way to what is dropped into it, each part by its share', () => {
    const layout = rows([chart('a', 8), chart('b', 4)]);
    const node = chart('new', 4);
    const after = must(createNode(layout, { node, ...into('R1', 1), makesRoom: true }));
    expect(widths(after, 'a', 'new', 'b')).toEqual([5, 4, 3]);
    expect(createNode(layout, { node, ...into('R1', 1) })).toEqual({ isDone: false, refusal: 'noSpace' });
  });

  it('gives way to a sliver that would be of no use, and not where enough is free', () => {
    const sliver = must(
      createNode(rows([chart('a', 11)]), { node: chart('new', 4), ...into('R1', 1), makesRoom: true }),
    );
    expect(widths(sliver, 'a', 'new')).toEqual([8, 4]);
    const free = must(createNode(rows([chart('a', 8)]), { node: chart('new', 6), ...into('R1', 1), makesRoom: true }));
    expect(widths(free, 'a', 'new')).toEqual([8, 4]);
  });

  it('refuses where its parts would be too narrow to be read [LAY-019]', () => {
    const layout = rows(['a', 'b', 'c', 'd', 'e', 'f'].map((id) => chart(id, 2)));
    const drop = { node: chart('new', 4), ...into('R1', 6), makesRoom: true };
    expect(createNode(layout, drop)).toEqual({ isDone: false, refusal: 'noSpace' });
  });

  it('takes a part of another row as it takes a new one', () => {
    const layout = rows([chart('a', 6), chart('b', 6)], [chart('c', 12)]);
    const after = must(moveNode(layout, { id: 'c', ...into('R1', 0), makesRoom: true }));
    expect(after.R1?.children).toEqual(['c', 'a', 'b']);
    expect(widths(after, 'c', 'a', 'b')).toEqual([4, 4, 4]);
    expect(after.R2).toBeUndefined();
  });
});

describe('what a drop would come to', () => {
  it('is the place in the row with its columns, and whether others shrink', () => {
    const layout = rows([chart('a', 6), chart('b', 6)], [chart('c', 5)]);
    const at = (parentId: string, index: number) =>
      foresee(layout, { id: null, node: chart('new', 4) }, { parentId, index });
    expect(at('R1', 1)).toMatchObject({ landing: { rowId: 'R1', start: 4, width: 4, room: 12, isShrinking: true } });
    expect(at('R2', 1)).toMatchObject({ landing: { rowId: 'R2', start: 5, width: 4, isShrinking: false } });
    expect(at(gridId, 0)).toMatchObject({ landing: { rowId: null, start: 0, width: 4, room: 12 } });
    expect(layout.new).toBeUndefined();
  });

  it('is a refusal where nothing can stand', () => {
    const layout = rows(['a', 'b', 'c', 'd', 'e', 'f'].map((id) => chart(id, 2)));
    const place = { parentId: 'R1', index: 0 };
    expect(foresee(layout, { id: null, node: chart('new', 4) }, place)).toEqual({ isDone: false, refusal: 'noSpace' });
  });

  it('is a row of its own at the upper and lower edge of a row', () => {
    const layout = rows([chart('a', 6)], [chart('b', 6)]);
    const over = (y: number) =>
      findDrop(layout, { id: 'b', type: 'CHART' }, { id: 'a', pointer: { x: 0.5, y, widthPx: 400, heightPx: 200 } });
    expect(over(0.03)?.place).toEqual({ parentId: gridId, index: 0 });
    expect(over(0.97)?.place).toEqual({ parentId: gridId, index: 1 });
    expect(over(0.5)?.place.parentId).toBe('R1');
  });
});

describe('pulling an edge', () => {
  it('takes columns from the neighbour once the row is full, and leaves it readable [LAY-017]', () => {
    const layout = rows([chart('a', 4), chart('b', 6)]);
    expect(widths(must(resizeInRow(layout, { id: 'a', width: 6 })), 'a', 'b')).toEqual([6, 6]);
    expect(widths(must(resizeInRow(layout, { id: 'a', width: 8 })), 'a', 'b')).toEqual([8, 4]);
    expect(widths(must(resizeInRow(layout, { id: 'a', width: 12 })), 'a', 'b')).toEqual([10, 2]);
  });

  it('makes the row as low as it was pulled, whichever part is the tallest', () => {
    const layout = rows([chart('a', 4, 50), chart('b', 4, 30)]);
    const lower = must(resizeInRow(layout, { id: 'b', height: 20 }));
    expect(drawnHeight(lower, 'a')).toBe(20);
    const taller = must(resizeInRow(layout, { id: 'b', height: 60 }));
    expect([taller.a?.meta.height, taller.b?.meta.height, drawnHeight(taller, 'a')]).toEqual([50, 60, 60]);
    const again = must(resizeInRow(taller, { id: 'b', height: 40 }));
    expect(drawnHeight(again, 'b')).toBe(40);
  });
});
