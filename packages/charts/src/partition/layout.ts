import { isRest, type PathNode, type PathTree } from '../shared/path-tree.ts';

export interface Strip {
  readonly node: PathNode;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface StripSpace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface StripLook {
  readonly isLog: boolean;
  /** Parts of the first level are equally high. */
  readonly isEven: boolean;
}

const gap = 1;
/** Lower parts are lines, and their own parts less than that. */
const leastHeight = 2;

/** One column for each level, each part as high as its share of what it is part of. */
export function layOut(tree: PathTree, space: StripSpace, look: StripLook): readonly Strip[] {
  const strips: Strip[] = [];
  const wide = space.width / tree.depth;
  const place = (nodes: readonly PathNode[], level: number, { y, height }: { y: number; height: number }) => {
    const sizes = nodes.map((node) => sizeOf(node, look, level));
    const all = sizes.reduce((sum, size) => sum + size, 0);
    let at = y;
    nodes.forEach((node, index) => {
      const high = all > 0 ? (height * (sizes[index] ?? 0)) / all : 0;
      if (high >= leastHeight) {
        strips.push({ node, x: space.x + wide * level, y: at, width: wide - gap, height: Math.max(1, high - gap) });
        place(inOrder(node.children), level + 1, { y: at, height: high });
      }
      at += high;
    });
  };
  place(look.isEven ? tree.roots : inOrder(tree.roots), 0, space);
  return strips;
}

function sizeOf(node: PathNode, { isLog, isEven }: StripLook, level: number): number {
  if (isEven && level === 0) return 1;
  return isLog ? Math.log10(1 + node.value) : node.value;
}

const inOrder = (nodes: readonly PathNode[]) =>
  [...nodes].sort((a, b) => Number(isRest(a)) - Number(isRest(b)) || b.value - a.value);
