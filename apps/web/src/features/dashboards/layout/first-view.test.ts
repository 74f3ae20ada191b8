import { describe, expect, it } from 'vitest';
import { chartsInFirstView } from './first-view.ts';
import { emptyLayout, gridId, type Layout, type LayoutNode, newNode } from './nodes.ts';

const chart = (id: number, height: number): LayoutNode => newNode('CHART', `CHART-${id}`, { chartId: id, height });
const holding = (type: LayoutNode['type'], id: string, children: readonly string[]): LayoutNode => ({
  ...newNode(type, id),
  children,
});

function layoutOf(top: readonly string[], nodes: readonly LayoutNode[]): Layout {
  const base = emptyLayout();
  const grid = { ...newNode('GRID', gridId), children: top };
  return { ...base, [gridId]: grid, ...Object.fromEntries(nodes.map((node) => [node.id, node])) };
}

const view = { contentId: gridId, activeTabs: [], height: 500, isNarrow: false };

describe('charts in the first view', () => {
  const rows = layoutOf(
    ['ROW-1', 'ROW-2', 'ROW-3'],
    [
      holding('ROW', 'ROW-1', ['CHART-1', 'COLUMN-1']),
      holding('COLUMN', 'COLUMN-1', ['CHART-2', 'CHART-3']),
      holding('ROW', 'ROW-2', ['CHART-4']),
      holding('ROW', 'ROW-3', ['CHART-5']),
      chart(1, 20),
      chart(2, 20),
      chart(3, 20),
      chart(4, 30),
      chart(5, 30),
    ],
  );

  it('are those that begin above the lower edge, side by side or below each other', () => {
    // The first row is 344 high, the second begins at 356, the third at 608.
    expect(chartsInFirstView(rows, view)).toEqual([1, 2, 3, 4]);
    expect(chartsInFirstView(rows, { ...view, height: 300 })).toEqual([1, 2, 3]);
    expect(chartsInFirstView(rows, { ...view, height: 100 })).toEqual([1, 2]);
  });

  it('are fewer where cards stand below each other', () => {
    expect(chartsInFirstView(rows, { ...view, isNarrow: true })).toEqual([1, 2, 3]);
  });

  it('are only those of the open tab', () => {
    const tabs = layoutOf(
      ['TABS-1'],
      [
        holding('TABS', 'TABS-1', ['TAB-1', 'TAB-2']),
        holding('TAB', 'TAB-1', ['CHART-1']),
        holding('TAB', 'TAB-2', ['CHART-2']),
        chart(1, 20),
        chart(2, 20),
      ],
    );
    expect(chartsInFirstView(tabs, view)).toEqual([1]);
    expect(chartsInFirstView(tabs, { ...view, activeTabs: ['TAB-2'] })).toEqual([2]);
  });
});
