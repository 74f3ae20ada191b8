import { hasHeight, type Layout, type LayoutNode } from './nodes.ts';
import { type Outcome, type Resize, resizeNode } from './operations.ts';
import { leastWidth } from './shrinking.ts';
import { getNode, parentIdOf, withMeta } from './tree.ts';
import { widthLimits, widthOf } from './widths.ts';

/**
 * Gives a part another size as its edges are pulled. What its row has no room for is taken from the part at its right; the bottom
 * edge is that of the whole row, so that pulling it up takes the taller parts along.
 */
export function resizeInRow(layout: Layout, { id, width, height }: Resize): Outcome {
  const widened = width === undefined ? changed(layout) : widenInRow(layout, id, width);
  if (!widened.isDone || height === undefined) return widened;
  const sized = resizeNode(widened.layout, { id, height });
  return sized.isDone ? changed(withRowHeight(layout, sized.layout, id)) : sized;
}

const changed = (layout: Layout): Outcome => ({ isDone: true, layout });

function widenInRow(layout: Layout, id: string, width: number): Outcome {
  const { max } = widthLimits(layout, id);
  const next = nextInRow(layout, id);
  if (width <= max || !next) return resizeNode(layout, { id, width });
  const given = Math.min(Math.round(width) - max, widthOf(next) - leastWidth(layout, next));
  if (given <= 0) return resizeNode(layout, { id, width: max });
  const narrowed = withMeta(layout, next.id, { width: widthOf(next) - given });
  return resizeNode(narrowed, { id, width: max + given });
}

/** The most columns that a part can be given by pulling its edge. */
export function widestInRow(layout: Layout, id: string): number {
  const next = nextInRow(layout, id);
  const { max } = widthLimits(layout, id);
  return next ? max + Math.max(0, widthOf(next) - leastWidth(layout, next)) : max;
}

function nextInRow(layout: Layout, id: string): LayoutNode | undefined {
  const row = layout[parentIdOf(layout, id) ?? ''];
  if (row?.type !== 'ROW') return undefined;
  return layout[row.children[row.children.indexOf(id) + 1] ?? ''];
}

/** The height that a part is drawn with: that of the tallest part of its row. */
export function drawnHeight(layout: Layout, id: string): number {
  const row = layout[parentIdOf(layout, id) ?? ''];
  const parts = row?.type === 'ROW' ? row.children : [id];
  return Math.max(...parts.map((part) => getNode(layout, part).meta.height ?? 0));
}

function withRowHeight(before: Layout, after: Layout, id: string): Layout {
  const height = after[id]?.meta.height ?? 0;
  const row = after[parentIdOf(after, id) ?? ''];
  if (row?.type !== 'ROW' || height >= drawnHeight(before, id)) return after;
  const taller = row.children.filter((part) => isTaller(after[part], height));
  return taller.reduce((layout, part) => withMeta(layout, part, { height }), after);
}

function isTaller(node: LayoutNode | undefined, height: number): boolean {
  return node !== undefined && hasHeight(node.type) && (node.meta.height ?? 0) > height;
}
