import { type Layout, type LayoutNode, unitPx } from './nodes.ts';

export interface FirstView {
  /** Node under which the open content lies. */
  readonly contentId: string;
  readonly activeTabs: readonly string[];
  /** Space for the content in px. */
  readonly height: number;
  /** Cards stand below each other. */
  readonly isNarrow: boolean;
}

const gapPx = 12;
const headerPx = 32;
const tabsPx = 48;

interface Walk {
  readonly layout: Layout;
  readonly view: FirstView;
}

/** Charts that most likely are in sight when a dashboard opens, by the heights that its layout gives: those to ask for first. */
export function chartsInFirstView(layout: Layout, view: FirstView): readonly number[] {
  const found: number[] = [];
  let top = 0;
  for (const node of childrenOf(layout, layout[view.contentId]))
    top += walk(node, top, { layout, view, found }) + gapPx;
  return found;
}

/** Notes the charts under a node that begin in sight; answers the node's height. */
function walk(node: LayoutNode, top: number, given: Walk & { readonly found: number[] }): number {
  const { layout, view, found } = given;
  if (node.type === 'CHART') {
    if (top < view.height && node.meta.chartId !== undefined) found.push(node.meta.chartId);
    return (node.meta.height ?? 0) * unitPx;
  }
  if (node.type === 'MARKDOWN') return (node.meta.height ?? 0) * unitPx;
  if (node.type === 'ROW' && !view.isNarrow)
    return Math.max(0, ...childrenOf(layout, node).map((child) => walk(child, top, given)));
  if (node.type === 'TABS') {
    const open = node.children.find((tab) => view.activeTabs.includes(tab)) ?? node.children[0];
    return tabsPx + stack(childrenOf(layout, layout[open ?? '']), top + tabsPx, given);
  }
  return node.children.length > 0 ? stack(childrenOf(layout, node), top, given) : headerPx;
}

function stack(nodes: readonly LayoutNode[], top: number, given: Walk & { readonly found: number[] }): number {
  return nodes.reduce((height, node) => height + walk(node, top + height, given) + gapPx, 0);
}

function childrenOf(layout: Layout, node: LayoutNode | undefined): readonly LayoutNode[] {
  return (node?.children ?? []).flatMap((id) => layout[id] ?? []);
}
