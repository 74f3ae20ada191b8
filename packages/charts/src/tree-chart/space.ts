import type { DrawContext } from '@powerset/chart-kit';
import { estimateTextWidth } from '../shared/text-widths.ts';
import type { Branch, Branches } from './branches.ts';
import type { TreeForm } from './form.ts';

export const labelSize = 11;
export const labelGap = 5;
const lineHeight = 16;
const usualRoom = 130;

export interface Margins {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Levels that are seen before anybody opens a branch. */
function shownDepth({ nodes }: Branches, { initialTreeDepth: shown }: TreeForm): number {
  const deepest = nodes.at(-1)?.depth ?? 0;
  return shown === null || shown < 0 ? deepest : Math.min(deepest, shown);
}

/** The width that a label may take before it reaches the next level, or its neighbour. */
export function roomOf(branches: Branches, { form, width, height }: DrawContext<TreeForm>): number {
  const levels = shownDepth(branches, form) + 1;
  if (form.layout === 'radial') return Math.max(36, Math.min(width, height) * 0.27);
  if (form.orient === 'LR' || form.orient === 'RL')
    return Math.max(28, Math.min(usualRoom, width / levels - form.symbolSize - 2 * labelGap));
  return Math.min(usualRoom, Math.max(40, width / 4));
}

const leastBetween = 36;

/** Where rows of leaves are nearer than their labels need, labels above or below them stand at their outer side. */
export function leafPlace(branches: Branches, { form, height }: DrawContext<TreeForm>): string {
  const { child_label_position: place, orient, layout } = form;
  if (layout === 'radial' || place === 'left' || place === 'right' || orient === 'TB' || orient === 'BT') return place;
  const deepest = shownDepth(branches, form);
  const leaves = branches.nodes.filter(
    ({ depth, children }) => depth === deepest || (depth < deepest && children.length === 0),
  );
  if (height / Math.max(1, leaves.length * 1.25) >= leastBetween) return place;
  return orient === 'LR' ? 'right' : 'left';
}

/** What the labels of the root and of the outermost nodes need around the tree. */
export function marginsOf(branches: Branches, context: DrawContext<TreeForm>, room: number): Margins {
  const { form, width } = context;
  const ofLeaves = leafPlace(branches, context);
  const symbol = form.symbolSize / 2 + 3;
  const widest = (nodes: readonly Branch[]) =>
    Math.min(room, Math.max(0, ...nodes.map(({ name }) => estimateTextWidth(name, labelSize))));
  const root = widest(branches.root ? [branches.root] : []);
  const outer = widest(branches.nodes.filter(({ depth }) => depth > 0));
  const line = room > 0 ? lineHeight : 0;
  if (form.layout === 'radial') {
    const around = symbol + (room > 0 ? outer : 0);
    return { left: around, right: around, top: around, bottom: around };
  }
  const beside = (position: string, side: string, own: number) => {
    if (position === side) return own + labelGap + symbol;
    return position === 'top' || position === 'bottom' ? Math.max(symbol, own / 2) : symbol;
  };
  const { node_label_position: ofNodes, orient } = form;
  const most = (size: number) => Math.min(size, width * 0.4);
  if (orient === 'LR' || orient === 'RL') {
    const [start, end] = orient === 'LR' ? (['left', 'right'] as const) : (['right', 'left'] as const);
    const first = most(beside(ofNodes, start, root));
    const last = most(beside(ofLeaves, end, outer));
    return {
      left: start === 'left' ? first : last,
      right: start === 'left' ? last : first,
      top: symbol + line,
      bottom: symbol + line,
    };
  }
  const side = most(symbol + outer / 2);
  return { left: side, right: side, top: symbol + line, bottom: symbol + line };
}
