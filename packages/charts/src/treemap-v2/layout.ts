import { hierarchy, treemap } from 'd3-hierarchy';
import type { PathNode, PathTree } from '../shared/path-tree.ts';

/** Where a part lies, in px; one that is too small to show its own parts is whole. */
export interface Area {
  readonly node: PathNode;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly isWhole: boolean;
}

export interface AreaSpace {
  readonly width: number;
  readonly height: number;
  /** Of the line above the parts of a part; 0 for none. */
  readonly head: number;
}

interface Item {
  readonly node: PathNode | null;
  readonly children: readonly Item[];
}

const betweenRoots = 2;
const betweenParts = 1;
/** The parts of smaller ones are not shown (px). */
const leastWidth = 30;
const leastHeight = 16;

const toItem = (node: PathNode): Item => ({ node, children: node.children.map(toItem) });

/** Areas in proportion to their values, as near to squares as they come, the largest first; parents before their parts. */
export function layOut(tree: PathTree, { width, height, head }: AreaSpace): readonly Area[] {
  const root = hierarchy<Item>({ node: null, children: tree.roots.map(toItem) })
    .sum(({ node, children }) => (node && children.length === 0 ? node.value : 0))
    .sort((a, b) => (b.value ?? 0) - (a.value ?? 0) || (a.data.node?.id ?? 0) - (b.data.node?.id ?? 0));
  const laid = treemap<Item>()
    .size([width, height])
    .paddingInner(({ depth }) => (depth === 0 ? betweenRoots : betweenParts))
    .paddingOuter(({ depth }) => (depth === 0 ? 0 : betweenParts))
    .paddingTop(({ depth }) => (depth === 0 ? 0 : Math.max(betweenParts, head)))(root);
  const areas: Area[] = [];
  const place = (item: typeof laid) => {
    const { node } = item.data;
    const [wide, high] = [item.x1 - item.x0, item.y1 - item.y0];
    const isOpen = node === null || (node.children.length > 0 && wide >= leastWidth && high >= leastHeight + head);
    if (node && wide > 0 && high > 0)
      areas.push({ node, x: item.x0, y: item.y0, width: wide, height: high, isWhole: !isOpen });
    if (isOpen) item.children?.forEach(place);
  };
  place(laid);
  return areas;
}
