import { gridId, type Layout, type LayoutNode, rootId } from './nodes.ts';
import { createBranch, type MakeId, type Outcome, type Place } from './operations.ts';
import { branchIds, parentIdOf } from './tree.ts';

/** A part that was deleted with all in it, and where it stood. */
export interface DeletedPart {
  /** The part first, then what stood in it. */
  readonly nodes: readonly LayoutNode[];
  readonly place: Place;
}

const frames: readonly LayoutNode['type'][] = ['ROW', 'COLUMN', 'TABS'];

/** What a change took out of the layout. Frames that were only left empty do not count, and neither do tabs that gave back what they held. */
export function deletedParts(before: Layout, after: Layout): readonly DeletedPart[] {
  const isGone = (id: string) => before[id] !== undefined && after[id] === undefined;
  return Object.keys(before).flatMap((id) => {
    const parentId = parentIdOf(before, id);
    if (!isGone(id) || !parentId || isGone(parentId) || parentId === rootId) return [];
    const ids = branchIds(before, id).filter(isGone);
    const nodes = [id, ...ids.filter((one) => one !== id)].flatMap((one) => before[one] ?? []);
    if (nodes.every((node) => frames.includes(node.type))) return [];
    const own = nodes.map((node) => ({ ...node, children: node.children.filter(isGone) }));
    return [{ nodes: own, place: { parentId, index: before[parentId]?.children.indexOf(id) ?? 0 } }];
  });
}

/** Nothing of it has come back: by undoing, or because it was brought back. */
export function isStillDeleted(layout: Layout, { nodes }: DeletedPart): boolean {
  return nodes.every((node) => layout[node.id] === undefined);
}

export interface Return {
  readonly part: DeletedPart;
  /** Where it goes when its place is gone or full. */
  readonly containerId: string;
  readonly makeId: MakeId;
}

/** Brings a part back to its place; where that is gone or full, below what stands in the container. */
export function bringBack(layout: Layout, { part: { nodes, place }, containerId, makeId }: Return): Outcome {
  const known = layout[place.parentId];
  const first = known
    ? createBranch(layout, { nodes, place: { ...place, index: Math.min(place.index, known.children.length) }, makeId })
    : undefined;
  if (first?.isDone) return first;
  const index = layout[containerId]?.children.length ?? 0;
  return createBranch(layout, { nodes, place: { parentId: containerId || gridId, index }, makeId });
}
