import { describe, expect, it } from 'vitest';
import { emptyLayout, gridId, isUnderHeading, type Layout, type LayoutNode, newNode, withParents } from './index.ts';

type Tree = Readonly<Record<string, readonly string[]>>;

const types = { C: 'CHART', H: 'HEADER', R: 'ROW', L: 'COLUMN', T: 'TABS', P: 'TAB' } as const;

/** A grid of nodes whose ids begin with a letter of their type. */
function layoutOf(children: readonly string[], tree: Tree = {}): Layout {
  const nodeOf = (id: string): LayoutNode => {
    const type = types[id.charAt(0) as keyof typeof types];
    return { ...newNode(type, id), children: tree[id] ?? [] };
  };
  const ids = [...children, ...Object.values(tree).flat()];
  const grid = { ...newNode('GRID', gridId), children };
  const entries = [grid, ...ids.map(nodeOf)].map((node) => [node.id, node] as const);
  return withParents({ ...emptyLayout(), ...Object.fromEntries(entries) });
}

describe('whether a chart belongs to a heading', () => {
  it('is so once one stood before it, and not before', () => {
    const layout = layoutOf(['R1', 'H1', 'R2'], { R1: ['C1'], R2: ['L1', 'C3'], L1: ['C2'] });
    expect(['C1', 'C2', 'C3'].map((id) => isUnderHeading(layout, id))).toEqual([false, true, true]);
  });

  it('counts a heading in a column, for what follows in it and beside it', () => {
    const layout = layoutOf(['R1'], { R1: ['L1', 'C3'], L1: ['C1', 'H1', 'C2'] });
    expect(['C1', 'C2', 'C3'].map((id) => isUnderHeading(layout, id))).toEqual([false, true, true]);
  });

  it('counts one in front of tabs for all of them, and one inside a tab for that alone', () => {
    const inside = layoutOf(['T1', 'R3'], {
      T1: ['P1', 'P2'],
      P1: ['H1', 'R1'],
      P2: ['R2'],
      R1: ['C1'],
      R2: ['C2'],
      R3: ['C3'],
    });
    expect(['C1', 'C2', 'C3'].map((id) => isUnderHeading(inside, id))).toEqual([true, false, false]);
    const before = layoutOf(['H1', 'T1'], { T1: ['P1', 'P2'], P1: ['R1'], P2: ['R2'], R1: ['C1'], R2: ['C2'] });
    expect(['C1', 'C2'].map((id) => isUnderHeading(before, id))).toEqual([true, true]);
  });

  it('says no of what the layout does not know', () => {
    expect(isUnderHeading(layoutOf([]), 'C9')).toBe(false);
  });
});
