import { type Layout, type NodeType, rootId } from './nodes.ts';

/** Which child a parent takes, and how deep the parent may stand for it. */
const allowed: Readonly<Partial<Record<NodeType, Readonly<Partial<Record<NodeType, number>>>>>> = {
  ROOT: { TABS: 0, GRID: 0 },
  GRID: { CHART: 1, DYNAMIC: 1, MARKDOWN: 1, COLUMN: 1, DIVIDER: 1, HEADER: 1, ROW: 1, TABS: 1 },
  ROW: { CHART: 4, DYNAMIC: 4, MARKDOWN: 4, COLUMN: 4 },
  TABS: { TAB: 3 },
  TAB: { CHART: 5, DYNAMIC: 5, MARKDOWN: 5, DIVIDER: 5, HEADER: 5, COLUMN: 3, ROW: 3, TABS: 3 },
  COLUMN: { CHART: 5, HEADER: 5, MARKDOWN: 5, ROW: 3, DIVIDER: 3, TABS: 3 },
};

/** May a node of a type stand in a parent at this depth? */
export function isValidChild(parentType: NodeType, parentDepth: number, childType: NodeType): boolean {
  // Tabs in tabs in tabs would leave no room for what they hold.
  if (parentType === 'TAB' && childType === 'TABS' && parentDepth > 1) return false;
  const deepest = allowed[parentType]?.[childType];
  return deepest !== undefined && parentDepth <= deepest;
}

/** The depth of a parent's children: tabs add none, but a top-level tab stands for the grid. */
export function childDepth(parentType: NodeType, parentDepth: number): number {
  if (parentType === 'TABS') return parentDepth;
  if (parentType === 'TAB' && parentDepth > 1) return parentDepth;
  return parentDepth + 1;
}

export function depthOf(layout: Layout, id: string): number {
  const node = layout[id];
  if (!node || id === rootId) return 0;
  return [...node.parents.slice(1), id].reduce((depth, _next, index) => {
    const parent = layout[node.parents[index] ?? ''];
    return parent ? childDepth(parent.type, depth) : depth + 1;
  }, 0);
}

/** May the whole branch, node by node, stand in this parent? */
export function canHold(layout: Layout, parentId: string, branch: BranchShape): boolean {
  const parent = layout[parentId];
  return parent !== undefined && canHoldAt(parent.type, depthOf(layout, parentId), branch);
}

export interface BranchShape {
  readonly type: NodeType;
  readonly children: readonly BranchShape[];
}

function canHoldAt(parentType: NodeType, parentDepth: number, branch: BranchShape): boolean {
  if (!isValidChild(parentType, parentDepth, branch.type)) return false;
  const depth = childDepth(parentType, parentDepth);
  return branch.children.every((child) => canHoldAt(branch.type, depth, child));
}

export function branchOf(layout: Layout, id: string): BranchShape {
  const node = layout[id];
  if (!node) return { type: 'DIVIDER', children: [] };
  return { type: node.type, children: node.children.map((child) => branchOf(layout, child)) };
}

const wrapped: readonly NodeType[] = ['CHART', 'COLUMN', 'MARKDOWN'];

/** Charts, texts and columns put straight into the grid or a tab get a row around them. */
export function isWrappedInRow(parentType: NodeType, childType: NodeType): boolean {
  return (parentType === 'GRID' || parentType === 'TAB') && wrapped.includes(childType);
}
