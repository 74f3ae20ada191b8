import type { CrossFilterSelection } from '@powerset/chart-kit';
import { isRest, labelOfNode, type PathNode, type PathTree } from '../shared/path-tree.ts';
import { toSelection } from '../shared/series-selection.ts';
import type { Partitions } from './partitions.ts';

export interface BoxMark {
  readonly data?: unknown;
  readonly dataIndex?: number;
}

/** The part that a box draws, and the place of its metric. */
export function nodeOfBox(
  trees: readonly PathTree[],
  { data, dataIndex }: BoxMark,
): { readonly node: PathNode; readonly index: number } | null {
  // Items of the option are our own; anything else has no such fields.
  const { node: id, tree: index = 0 } = Object(data) as { readonly node?: number; readonly tree?: number };
  const node = trees[index]?.nodes[id ?? dataIndex ?? -1];
  return node ? { node, index } : null;
}

/** The values of the columns of a part's path; a time in it stands for a stretch, which no value is equal to. */
export function selectionOfBox({ trees, hasTimes }: Partitions, mark: BoxMark): CrossFilterSelection | null {
  const picked = nodeOfBox(trees, mark);
  const tree = picked ? trees[picked.index] : undefined;
  if (!picked || !tree || isRest(picked.node)) return null;
  const first = hasTimes ? 1 : 0;
  const pairs = picked.node.keys.slice(first).map((key, at) => [tree.dimensions[at + first] ?? '', key] as const);
  return pairs.length === 0 ? null : toSelection(pairs, labelOfNode(picked.node));
}
