import { type Layout, type LayoutMeta, type LayoutNode, rootId } from './nodes.ts';

export function getNode(layout: Layout, id: string): LayoutNode {
  const node = layout[id];
  if (!node) throw new Error(`The layout has no node ${id}.`);
  return node;
}

export function parentIdOf(layout: Layout, id: string): string | undefined {
  return layout[id]?.parents.at(-1);
}

/** The node and all below it. */
export function branchIds(layout: Layout, id: string): readonly string[] {
  const node = layout[id];
  return node ? [id, ...node.children.flatMap((child) => branchIds(layout, child))] : [];
}

export function isInBranch(layout: Layout, id: string, topId: string): boolean {
  return id === topId || (layout[id]?.parents.includes(topId) ?? false);
}

export function withChildren(layout: Layout, id: string, children: readonly string[]): Layout {
  return { ...layout, [id]: { ...getNode(layout, id), children } };
}

export function withMeta(layout: Layout, id: string, change: LayoutMeta): Layout {
  const node = getNode(layout, id);
  return { ...layout, [id]: { ...node, meta: { ...node.meta, ...change } } };
}

export function insertAt(children: readonly string[], id: string, index: number): readonly string[] {
  const place = Math.max(0, Math.min(index, children.length));
  return [...children.slice(0, place), id, ...children.slice(place)];
}

/** Writes every node's `parents` anew; nodes that did not move stay the same object. */
export function withParents(layout: Layout): Layout {
  const changed: Record<string, LayoutNode> = {};
  const visit = (id: string, parents: readonly string[]): void => {
    const node = layout[id];
    if (!node) return;
    if (!isSameList(node.parents, parents)) changed[id] = { ...node, parents };
    for (const child of node.children) visit(child, [...parents, id]);
  };
  visit(rootId, []);
  return Object.keys(changed).length > 0 ? { ...layout, ...changed } : layout;
}

/** Takes a branch out of the layout. */
export function withoutBranch(layout: Layout, id: string): Layout {
  const gone = new Set(branchIds(layout, id));
  const parentId = parentIdOf(layout, id);
  const rest = Object.fromEntries(Object.entries(layout).filter(([key]) => !gone.has(key)));
  if (!parentId || !rest[parentId]) return rest;
  return withChildren(
    rest,
    parentId,
    getNode(rest, parentId).children.filter((child) => child !== id),
  );
}

function isSameList(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((item, index) => item === right[index]);
}
