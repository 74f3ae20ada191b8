import { describe, expect, it } from 'vitest';
import { type Layout, readLayout } from '../layout/index.ts';
import { type ArrowKey, moveByKey, positionOfPart } from './keyboard-moves.ts';

let made = 0;
const makeId = (type: string) => `${type}-made-${++made}`;

/** Two rows of charts: A and B beside a column with C, and D alone. */
function twoRows(): Layout {
  const node = (id: string, type: string, children: string[] = [], meta = {}) => ({ id, type, children, meta });
  const chart = (id: string, chartId: number) => node(id, 'CHART', [], { chartId, width: 3, height: 20 });
  const stored = {
    ROOT_ID: node('ROOT_ID', 'ROOT', ['GRID_ID']),
    GRID_ID: node('GRID_ID', 'GRID', ['R1', 'R2']),
    R1: node('R1', 'ROW', ['A', 'B', 'COL']),
    R2: node('R2', 'ROW', ['D']),
    COL: node('COL', 'COLUMN', ['C'], { width: 3 }),
    A: chart('A', 1),
    B: chart('B', 2),
    C: chart('C', 3),
    D: chart('D', 4),
  };
  return readLayout(JSON.stringify(stored), makeId).layout;
}

function press(layout: Layout, id: string, ...keys: ArrowKey[]): Layout {
  return keys.reduce((current, key) => moveByKey(current, { ids: [id], key, makeId }) ?? current, layout);
}

const rows = (layout: Layout) => layout.GRID_ID?.children.map((row) => layout[row]?.children.join(' ')) ?? [];

describe('moving a part by arrow keys', () => {
  it('goes along its row, into a column and out of it again', () => {
    expect(rows(press(twoRows(), 'A', 'ArrowRight'))).toEqual(['B A COL', 'D']);
    const inColumn = press(twoRows(), 'B', 'ArrowRight');
    expect(inColumn.COL?.children).toEqual(['B', 'C']);
    expect(rows(press(inColumn, 'B', 'ArrowRight'))).toEqual(['A COL B', 'D']);
    expect(rows(press(inColumn, 'B', 'ArrowLeft'))).toEqual(['A B COL', 'D']);
  });

  it('leaves its row for one of its own, then joins the next, and stops at the end', () => {
    const own = press(twoRows(), 'A', 'ArrowDown');
    expect(rows(own)).toEqual(['B COL', 'A', 'D']);
    const joined = press(own, 'A', 'ArrowDown');
    expect(rows(joined)).toEqual(['B COL', 'D A']);
    const last = press(joined, 'A', 'ArrowDown');
    expect(rows(last)).toEqual(['B COL', 'D', 'A']);
    expect(moveByKey(last, { ids: ['A'], key: 'ArrowDown', makeId })).toBeUndefined();
  });

  it('passes by a full row, and squeezes into it when asked to', () => {
    const start = twoRows();
    const wide = { ...start.D, meta: { ...start.D?.meta, width: 12 } } as NonNullable<(typeof start)['D']>;
    const move = { ids: ['A'], key: 'ArrowDown', makeId } as const;
    const own = press({ ...start, D: wide }, 'A', 'ArrowDown');
    expect(rows(press(own, 'A', 'ArrowDown'))).toEqual(['B COL', 'D', 'A']);
    const squeezed = moveByKey(own, { ...move, makesRoom: true }) ?? own;
    expect(rows(squeezed)).toEqual(['B COL', 'D A']);
    expect([squeezed.A?.meta.width, squeezed.D?.meta.width]).toEqual([3, 9]);
  });

  it('takes several parts along, which stay beside each other', () => {
    const together = (layout: Layout, ...keys: ArrowKey[]) =>
      keys.reduce((now, key) => moveByKey(now, { ids: ['B', 'A'], key, makeId }) ?? now, layout);
    const own = together(twoRows(), 'ArrowDown');
    expect(rows(own)).toEqual(['COL', 'A B', 'D']);
    expect(rows(together(own, 'ArrowDown'))).toEqual(['COL', 'D A B']);
    expect(rows(together(own, 'ArrowDown', 'ArrowDown'))).toEqual(['COL', 'D', 'A B']);
    expect(rows(together(own, 'ArrowDown', 'ArrowLeft'))).toEqual(['COL', 'A B D']);
    expect(moveByKey(together(own, 'ArrowDown', 'ArrowDown'), { ids: ['A', 'B'], key: 'ArrowDown', makeId })).toBe(
      undefined,
    );
  });

  it('takes several parts past a row that has no room for all of them, and squeezes all in when asked to', () => {
    const start = twoRows();
    const wide = { ...start.D, meta: { ...start.D?.meta, width: 8 } } as NonNullable<(typeof start)['D']>;
    const both = { ids: ['A', 'B'], key: 'ArrowDown', makeId } as const;
    const gathered = moveByKey({ ...start, D: wide }, both) ?? start;
    expect(rows(gathered)).toEqual(['COL', 'A B', 'D']);
    expect(rows(moveByKey(gathered, both) ?? gathered)).toEqual(['COL', 'D', 'A B']);
    const squeezed = moveByKey(gathered, { ...both, makesRoom: true }) ?? gathered;
    expect(rows(squeezed)).toEqual(['COL', 'D A B']);
    expect(['D', 'A', 'B'].map((id) => squeezed[id]?.meta.width)).toEqual([6, 3, 3]);
  });

  it('says where a part stands', () => {
    expect(positionOfPart(twoRows(), 'B')).toEqual({ place: 2, count: 3, row: { place: 1, count: 2 } });
    expect(positionOfPart(twoRows(), 'C')).toEqual({ place: 1, count: 1, row: null });
  });
});
