import { expect, it } from 'vitest';
import {
  clipOf,
  deleteNodes,
  emptyLayout,
  foresee,
  gridId,
  type Layout,
  type LayoutNode,
  moveNodes,
  newNode,
  type Outcome,
  pasteClip,
  sharedRow,
  topParts,
  widthOf,
  withEqualHeights,
  withEqualWidths,
  withFilledRow,
  withParents,
} from './index.ts';

let made = 0;
const makeId = (type: string) => `${type}-made-${++made}`;

function must(outcome: Outcome): Layout {
  if (!outcome.isDone) throw new Error(outcome.refusal);
  return outcome.layout;
}

const chart = (id: string, width: number): LayoutNode => newNode('CHART', id, { width, height: 30, chartId: 1 });

/** R1 holds a and b, R2 holds c and a column with d, R3 is full with e. */
function built(): Layout {
  const row = (id: string, ...children: readonly string[]) => ({ ...newNode('ROW', id), children });
  const nodes = [
    { ...newNode('GRID', gridId), children: ['R1', 'R2', 'R3'] },
    row('R1', 'a', 'b'),
    row('R2', 'c', 'COL'),
    row('R3', 'e'),
    { ...newNode('COLUMN', 'COL', { width: 4 }), children: ['d'] },
    chart('a', 3),
    chart('b', 6),
    chart('c', 4),
    chart('d', 4),
    chart('e', 12),
  ];
  return withParents({ ...emptyLayout(), ...Object.fromEntries(nodes.map((node) => [node.id, node])) });
}

const rows = (layout: Layout) => layout[gridId]?.children.map((row) => layout[row]?.children.join(' '));

it('counts parts once, in reading order, whatever lies in what', () => {
  expect(topParts(built(), ['d', 'b', 'COL', 'a', 'gone'])).toEqual(['a', 'b', 'COL']);
});

it('deletes several parts with the rows that they leave empty', () => {
  expect(rows(must(deleteNodes(built(), ['a', 'b', 'd', 'COL'])))).toEqual(['c', 'e']);
});

it('moves several parts together: into a row as long as there is room, then into the next', () => {
  const between = must(moveNodes(built(), { ids: ['c', 'a'], place: { parentId: gridId, index: 3 }, makeId }));
  expect(rows(between)).toEqual(['b', 'COL', 'e', 'a c']);
  expect(moveNodes(built(), { ids: ['a', 'COL'], place: { parentId: 'COL', index: 0 }, makeId }).isDone).toBe(false);
});

it('squeezes several parts into a row together, where those that stand there give way to all of them', () => {
  const move = { ids: ['e', 'a'], place: { parentId: 'R2', index: 0 }, makeId };
  const wide = must(moveNodes(built(), move));
  expect(rows(wide)).toEqual(['b', 'a e c COL']);
  expect(['a', 'e', 'c', 'COL'].map((id) => wide[id] && widthOf(wide[id]))).toEqual([2, 4, 3, 3]);
  const dragged = { id: 'e', node: built().e ?? chart('e', 12), ids: move.ids };
  expect(foresee(built(), dragged, move.place)).toMatchObject({
    landing: { rowId: 'R2', start: 0, width: 6, room: 12, isShrinking: true },
  });
  const beside = must(moveNodes(built(), { ...move, makesRoom: false }));
  expect(rows(beside)).toEqual(['b', 'a c COL', 'e']);
});

it('pastes copies with ids of their own behind a part, in the next row where its own is full', () => {
  const layout = built();
  const clip = clipOf(layout, ['COL', 'a']);
  const { ids, ...outcome } = pasteClip(layout, { clip, behindId: 'e', containerId: gridId, makeId });
  const after = must(outcome);
  expect(after[gridId]?.children).toHaveLength(4);
  const [row = ''] = after[gridId]?.children.slice(3) ?? [];
  expect(after[row]?.children).toEqual(ids);
  const [first = '', second = ''] = ids;
  expect([after[first]?.meta.chartId, after[second]?.type]).toEqual([1, 'COLUMN']);
  const [inner = ''] = after[second]?.children ?? [];
  expect([inner === 'd', after[inner]?.meta.chartId, after[inner]?.parents.at(-1)]).toEqual([false, 1, second]);
  expect(layout.d).toBe(after.d);
  const beside = must(pasteClip(layout, { clip: clipOf(layout, ['a']), behindId: 'a', containerId: gridId, makeId }));
  expect(beside.R1?.children).toHaveLength(3);
});

it('gives parts of one row the same width, and together what the others leave', () => {
  const layout = must(withEqualWidths(built(), ['a', 'b']));
  expect(['a', 'b'].map((id) => layout[id] && widthOf(layout[id]))).toEqual([6, 6]);
  expect(sharedRow(built(), ['a', 'c'])).toBeUndefined();
  expect(withEqualWidths(built(), ['a', 'c']).isDone).toBe(false);
});

it('widens parts of one row until it is full, each by its share', () => {
  const layout = must(withFilledRow(built(), ['a', 'b']));
  expect(['a', 'b'].map((id) => layout[id] && widthOf(layout[id]))).toEqual([4, 8]);
  expect(withFilledRow(built(), ['a', 'c']).isDone).toBe(false);
});

it('makes parts as high as the tallest, and what stands in a column as high together', () => {
  const tall = (id: string, height: number) => ({ [id]: newNode('CHART', id, { width: 4, height }) });
  const column = { COL: { ...newNode('COLUMN', 'COL', { width: 4 }), children: ['d', 'f'] } };
  const layout = withParents({ ...built(), ...tall('c', 50), ...tall('d', 10), ...tall('f', 20), ...column });
  const heights = (now: Layout) => ['a', 'c', 'd', 'f'].map((id) => now[id]?.meta.height);
  expect(heights(must(withEqualHeights(layout, ['c', 'COL'])))).toEqual([30, 50, 16, 32]);
  expect(heights(must(withEqualHeights(layout, ['a', 'c'])))).toEqual([50, 50, 10, 20]);
  expect(withEqualHeights(layout, ['c', 'R3']).isDone).toBe(false);
});
