import { type DrawContext, mixColors } from '@powerset/chart-kit';
import { isRest, type PathNode, type PathTree } from './path-tree.ts';

const stepOfLevel = 0.16;
const palest = 0.55;
/** How much of a colour is left to what is not selected. */
const dimmed = 0.32;

/** The colour of each part: that of its first level, paler with every level below it. */
export function pathColors(tree: PathTree, context: Pick<DrawContext, 'colorOf' | 'theme'>): readonly string[] {
  const { colorOf, theme } = context;
  const ofRoots = new Map(
    tree.roots.map((root, index) => [root, isRest(root) ? theme.dataOther : colorOf(root.name, index)]),
  );
  const rootOf = (node: PathNode): PathNode => (node.parent ? rootOf(node.parent) : node);
  return tree.nodes.map((node) => {
    const level = isRest(node) ? node.path.length : node.path.length - 1;
    const base = ofRoots.get(rootOf(node)) ?? theme.dataOther;
    return level === 0 ? base : mixColors(base, theme.card, Math.min(palest, stepOfLevel * level));
  });
}

/** The colour of what is not selected. */
export const dimColor = (color: string, ground: string): string => mixColors(color, ground, 1 - dimmed);
