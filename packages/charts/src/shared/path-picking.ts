import type { CrossFilterSelection } from '@powerset/chart-kit';
import { isRest, labelOfNode, type PathNode, type PathTree, withAncestors, withDescendants } from './path-tree.ts';
import { toSelection } from './series-selection.ts';

/** What ECharts says of a mark: its place, and the item of the option that it draws. */
export interface OptionMark {
  readonly data?: unknown;
  readonly dataIndex?: number;
}

/** The part that a mark draws: items of options name it as `node`. */
export function nodeOfMark(tree: PathTree, mark: OptionMark): PathNode | undefined {
  // Items of the option are our own; anything else has no such field.
  const { node } = Object(mark.data) as { readonly node?: number };
  return tree.nodes[node ?? mark.dataIndex ?? -1];
}

/** What a mark stands for as a filter: the values of all columns of its path. */
export function selectionOfPath(tree: PathTree, mark: OptionMark): CrossFilterSelection | null {
  const node = nodeOfMark(tree, mark);
  if (!node || isRest(node) || tree.dimensions.length === 0) return null;
  const pairs = node.keys.map((key, level) => [tree.dimensions[level] ?? '', key] as const);
  return toSelection(pairs, labelOfNode(node));
}

/** The parts that stay as they are under a selection: those chosen, what they are made of and what they are part of. */
export function litNodes(tree: PathTree, selectedLabels: readonly string[]): ReadonlySet<PathNode> | null {
  if (selectedLabels.length === 0) return null;
  const labels = new Set(selectedLabels);
  const chosen = tree.nodes.filter((node) => !isRest(node) && labels.has(labelOfNode(node)));
  return new Set(chosen.flatMap((node) => [...withAncestors(node), ...withDescendants(node)]));
}
