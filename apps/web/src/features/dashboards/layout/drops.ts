import type { Layout, NodeType } from './nodes.ts';
import type { Place } from './operations.ts';
import { type BranchShape, branchOf, canHold, isWrappedInRow } from './rules.ts';
import { getNode, isInBranch, parentIdOf } from './tree.ts';

/** What is being dragged: a node of the layout, or a new one. */
export interface Dragged {
  readonly id: string | null;
  readonly type: NodeType;
}

/** Where the pointer is over a node, as shares of its box, with the box's size. */
export interface Pointer {
  readonly x: number;
  readonly y: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

export type Edge = 'top' | 'bottom' | 'left' | 'right' | 'inside';

export interface DropTarget {
  readonly overId: string;
  readonly edge: Edge;
  readonly place: Place;
}

/** Within this many pixels of an edge a drop goes beside the node, else into it. */
const edgePx = 20;
const rowEdgePx = 16;

/** The place that a drop over a node means; undefined when nothing may go there. */
export function findDrop(
  layout: Layout,
  dragged: Dragged,
  over: { id: string; pointer: Pointer },
): DropTarget | undefined {
  if (!layout[over.id] || (dragged.id && isInBranch(layout, over.id, dragged.id))) return undefined;
  const branch = dragged.id ? branchOf(layout, dragged.id) : newBranch(dragged.type);
  const beside = besideOf(layout, over);
  const inside = insideOf(layout, over.id);
  const order = isNearEdge(layout, over) ? [beside, inside] : [inside, beside];
  if (isBetweenRows(layout, over)) order.unshift(besideOf(layout, { ...over, id: parentIdOf(layout, over.id) ?? '' }));
  return order.find((target) => target !== undefined && accepts(layout, target.place.parentId, branch));
}

function newBranch(type: NodeType): BranchShape {
  return { type, children: type === 'TABS' ? [{ type: 'TAB', children: [] }] : [] };
}

function accepts(layout: Layout, parentId: string, branch: BranchShape): boolean {
  const parent = getNode(layout, parentId);
  const inRow: BranchShape = { type: 'ROW', children: [branch] };
  return (
    canHold(layout, parentId, branch) || (isWrappedInRow(parent.type, branch.type) && canHold(layout, parentId, inRow))
  );
}

interface Over {
  readonly id: string;
  readonly pointer: Pointer;
}

function isSideBySide(layout: Layout, parentId: string | undefined): boolean {
  const type = parentId ? layout[parentId]?.type : undefined;
  return type === 'ROW' || type === 'TABS';
}

function isNearEdge(layout: Layout, { id, pointer }: Over): boolean {
  const isAcross = isSideBySide(layout, parentIdOf(layout, id));
  const share = isAcross ? pointer.x : pointer.y;
  const size = isAcross ? pointer.widthPx : pointer.heightPx;
  return share * size < edgePx || (1 - share) * size < edgePx;
}

/** So close to the upper or lower edge of a row that what is dropped gets a row of its own. */
function isBetweenRows(layout: Layout, { id, pointer }: Over): boolean {
  if (layout[parentIdOf(layout, id) ?? '']?.type !== 'ROW') return false;
  const distancePx = Math.min(pointer.y, 1 - pointer.y) * pointer.heightPx;
  return distancePx < Math.min(rowEdgePx, pointer.heightPx / 4);
}

/** Before or after the node, whichever half the pointer is in. */
function besideOf(layout: Layout, { id, pointer }: Over): DropTarget | undefined {
  const parentId = parentIdOf(layout, id);
  if (!parentId) return undefined;
  const index = getNode(layout, parentId).children.indexOf(id);
  const isAcross = isSideBySide(layout, parentId);
  const isAfter = (isAcross ? pointer.x : pointer.y) >= 0.5;
  const across: Edge = isAfter ? 'right' : 'left';
  const down: Edge = isAfter ? 'bottom' : 'top';
  return { overId: id, edge: isAcross ? across : down, place: { parentId, index: isAfter ? index + 1 : index } };
}

function insideOf(layout: Layout, id: string): DropTarget {
  return { overId: id, edge: 'inside', place: { parentId: id, index: getNode(layout, id).children.length } };
}
