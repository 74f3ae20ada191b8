import type { PathNode, Paths } from './paths.ts';

/** A bar of the tree, with the path that leads to it. */
export interface Bar {
  readonly node: PathNode;
  readonly path: readonly string[];
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Branches that are too thin to be seen, together. */
export interface Thin {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly count: number;
}

export interface TreeLayout {
  readonly bars: readonly Bar[];
  readonly thin: readonly Thin[];
  /** How many steps are seen. */
  readonly steps: number;
  readonly stepWidth: number;
  readonly top: number;
}

const thinnest = 1.5;
const headHeight = 18;
const widest = 220;
const maxBars = 3000;

interface Area {
  readonly x: number;
  readonly y: number;
  readonly path: readonly string[];
}

/** Steps from left to right, each bar as high as its share of all paths. */
export function layoutTree(
  paths: Paths,
  { width, height }: { readonly width: number; readonly height: number },
): TreeLayout {
  const top = height >= 110 && width >= 160 ? headHeight : 0;
  const perPath = Math.max(0, height - top) / Math.max(1, paths.entities);
  const steps = stepsSeen(paths.roots, thinnest / perPath);
  const stepWidth = Math.min(widest, width / Math.max(1, steps));
  const bars: Bar[] = [];
  const thin: Thin[] = [];
  const place = (nodes: readonly PathNode[], area: Area) => {
    let { y } = area;
    const isDrawn = ({ count }: PathNode) => count * perPath >= thinnest && bars.length < maxBars;
    for (const node of nodes.filter(isDrawn)) {
      const path = [...area.path, node.event];
      bars.push({ node, path, x: area.x, y, width: stepWidth, height: node.count * perPath });
      place(node.children, { x: area.x + stepWidth, y, path });
      y += node.count * perPath;
    }
    const rest = nodes.filter((node) => node.count * perPath < thinnest);
    const count = rest.reduce((sum, node) => sum + node.count, 0);
    if (count > 0) thin.push({ x: area.x, y, width: stepWidth, height: Math.max(1, count * perPath), count });
  };
  place(paths.roots, { x: 0, y: top, path: [] });
  return { bars, thin, steps, stepWidth, top };
}

/** Steps that nothing of is seen would leave half of the picture empty. */
function stepsSeen(nodes: readonly PathNode[], least: number): number {
  if (nodes.length === 0) return 0;
  const seen = nodes.filter(({ count }) => count >= least);
  return 1 + Math.max(0, ...seen.map(({ children }) => stepsSeen(children, least)));
}
