import { gridColumns, hasHeight, hasWidth, type Layout, type LayoutNode } from './nodes.ts';
import { getNode, parentIdOf } from './tree.ts';

/** Columns that a node takes of the row it stands in. */
export function widthOf(node: LayoutNode): number {
  return hasWidth(node.type) ? (node.meta.width ?? 1) : 0;
}

/** Columns that a node offers to what it holds: its own, or those of the nearest column around it, or the grid's. */
export function roomOf(layout: Layout, id: string): number {
  const node = getNode(layout, id);
  if (node.type === 'COLUMN') return widthOf(node);
  const parentId = parentIdOf(layout, id);
  return parentId ? roomOf(layout, parentId) : gridColumns;
}

/** Columns that a row's children take together. */
function occupiedOf(layout: Layout, id: string): number {
  const node = getNode(layout, id);
  if (node.type !== 'ROW') return 0;
  return node.children.reduce((sum, child) => sum + widthOf(getNode(layout, child)), 0);
}

export function freeOf(layout: Layout, id: string): number {
  return roomOf(layout, id) - occupiedOf(layout, id);
}

/** The least columns that a node can be drawn in: a row needs all its children's, a column its widest row's. */
export function minWidthOf(layout: Layout, id: string): number {
  const node = getNode(layout, id);
  if (node.type === 'ROW') return Math.max(1, occupiedOf(layout, id));
  if (hasHeight(node.type) || node.type === 'DYNAMIC') return 1;
  return node.children.reduce((widest, child) => Math.max(widest, minWidthOf(layout, child)), 1);
}

export interface Fit {
  /** Columns wanted. */
  readonly width: number;
  readonly minWidth: number;
  /** Columns free. */
  readonly free: number;
}

/** The width that a node gets at its destination; undefined when even its least does not fit. */
export function fitWidth({ width, minWidth, free }: Fit): number | undefined {
  if (free >= width) return width;
  return free >= minWidth ? free : undefined;
}

/** How wide and narrow a node may be made where it stands. */
export function widthLimits(layout: Layout, id: string): { readonly min: number; readonly max: number } {
  const node = getNode(layout, id);
  const parentId = parentIdOf(layout, id);
  const parent = parentId ? getNode(layout, parentId) : undefined;
  const min = minWidthOf(layout, id);
  if (parent?.type !== 'ROW') return { min: widthOf(node), max: widthOf(node) };
  return { min, max: Math.max(min, widthOf(node) + freeOf(layout, parent.id)) };
}
