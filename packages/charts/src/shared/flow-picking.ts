import type { CrossFilterSelection } from '@powerset/chart-kit';
import { type FlowLink, type FlowNode, type Flows, nameOfLink } from './flows.ts';
import { toSelection } from './series-selection.ts';

/** What ECharts says of a mark of a chart of nodes and links; items of options name theirs. */
export interface FlowMark {
  readonly data?: unknown;
  readonly dataIndex?: number;
}

export interface PickedFlow {
  readonly node: FlowNode | undefined;
  readonly link: FlowLink | undefined;
}

/** The node or the link that a mark draws. */
export function flowOfMark({ nodes, links }: Flows, { data, dataIndex }: FlowMark): PickedFlow {
  // Items of the option are our own; anything else has no such fields.
  const { node, link } = Object(data) as { readonly node?: number; readonly link?: number };
  if (link !== undefined) return { node: undefined, link: links[link] };
  return { node: nodes[node ?? dataIndex ?? -1], link: undefined };
}

/** A link filters by both of its columns, a node by the one in which it stands: that of sources, where it is in both. */
export function selectionOfFlow(flows: Flows, mark: FlowMark): CrossFilterSelection | null {
  const { node, link } = flowOfMark(flows, mark);
  if (link) {
    const [from, to] = [flows.nodes[link.source], flows.nodes[link.target]];
    const pairs = [
      [flows.source, from?.sourceKey ?? null],
      [flows.target, to?.targetKey ?? null],
    ] as const;
    return toSelection(pairs, nameOfLink(flows, link));
  }
  if (!node) return null;
  return node.sourceKey === undefined
    ? toSelection([[flows.target, node.targetKey ?? null]], node.name)
    : toSelection([[flows.source, node.sourceKey]], node.name);
}

export interface LitFlows {
  readonly isNodeLit: (node: FlowNode) => boolean;
  readonly isLinkLit: (link: FlowLink) => boolean;
}

/** What stays as it is under a selection: chosen links and nodes, the links of these, and the ends of all of them. */
export function litFlows(flows: Flows, selectedLabels: readonly string[]): LitFlows | null {
  if (selectedLabels.length === 0) return null;
  const labels = new Set(selectedLabels);
  const isChosen = (id: number, isSource: boolean) => {
    const node = flows.nodes[id];
    return node !== undefined && labels.has(node.name) && isSource === (node.sourceKey !== undefined);
  };
  const links = new Set(
    flows.links.filter(
      (link) => labels.has(nameOfLink(flows, link)) || isChosen(link.source, true) || isChosen(link.target, false),
    ),
  );
  const ends = new Set([...links].flatMap(({ source, target }) => [source, target]));
  return {
    isLinkLit: (link) => links.has(link),
    isNodeLit: ({ id, name }) => ends.has(id) || labels.has(name),
  };
}
