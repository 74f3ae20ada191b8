import { findColumn, labelOfCell, type ModelContext, numberOfCell, valuesOf } from '@powerset/chart-kit';
import {
  type CellValue,
  columnLabel,
  metricLabel,
  type QueryColumn,
  type QueryMetric,
  type ResultColumn,
  type ResultTable,
} from '@powerset/contract';

/** One end of links; a name that stands in both columns is one end. */
export interface FlowNode {
  readonly id: number;
  readonly name: string;
  /** What leaves it, and what comes to it. */
  readonly out: number;
  readonly in: number;
  /** Its value as a source, and as a target; undefined where it is none. */
  readonly sourceKey: CellValue | undefined;
  readonly targetKey: CellValue | undefined;
  /** Of the rows that named it first. */
  readonly category: string | null;
}

export interface FlowLink {
  readonly id: number;
  readonly source: number;
  readonly target: number;
  readonly value: number;
}

export interface Flows {
  readonly nodes: readonly FlowNode[];
  readonly links: readonly FlowLink[];
  /** Of all rows, those of links that are not drawn included. */
  readonly total: number;
  /** How many values came, how many of them are below zero, and how many empty. */
  readonly count: number;
  readonly negatives: number;
  readonly blanks: number;
  /** Links beyond what can be told apart: how many, and what they come to. */
  readonly surplus: number;
  readonly surplusValue: number;
  /** Links that lead back in a circle, by the names of their ends, where circles cannot be drawn. */
  readonly circles: readonly string[];
  readonly source: string;
  readonly target: string;
  readonly metric: string;
  readonly isAdditive: boolean;
  readonly limitReached: number | null;
}

export interface FlowsGiven {
  readonly source: QueryColumn | null;
  readonly target: QueryColumn | null;
  readonly metric: QueryMetric | null;
  readonly sourceCategory?: QueryColumn | null;
  readonly targetCategory?: QueryColumn | null;
  readonly mostNodes: number;
  readonly mostLinks: number;
  /** Circles cannot be drawn: the smallest link of each is left out. */
  readonly isAcyclic?: boolean;
}

interface DraftNode {
  readonly name: string;
  sourceKey: CellValue | undefined;
  targetKey: CellValue | undefined;
  category: string | null;
}

interface DraftLink {
  readonly source: DraftNode;
  readonly target: DraftNode;
  value: number;
}

/** Rows of two columns to links between names: rows of the same two add up, the largest links are kept. */
export function buildFlows(
  table: ResultTable | undefined,
  given: FlowsGiven,
  context: Pick<ModelContext, 'answers'>,
): Flows {
  const answer = context.answers?.[0];
  const metric = given.metric ? metricLabel(given.metric) : '';
  const read = readLinks(table ?? { columns: [], rowCount: 0 }, { ...given, label: metric });
  const sorted = [...read.links].sort((a, b) => b.value - a.value);
  const { links, surplus, circles } = keepLinks(sorted, given);
  const { nodes, numbered } = numberNodes(links);
  return {
    nodes,
    links: numbered,
    total: read.links.reduce((sum, { value }) => sum + value, 0),
    count: read.count,
    negatives: read.negatives,
    blanks: read.blanks,
    surplus: surplus.length,
    surplusValue: surplus.reduce((sum, { value }) => sum + value, 0),
    circles: circles.map(({ source, target }) => `${source.name} → ${target.name}`),
    source: given.source === null ? '' : columnLabel(given.source),
    target: given.target === null ? '' : columnLabel(given.target),
    metric,
    isAdditive: !answer || answer.summable.includes(metric),
    limitReached: answer?.limitReached ?? null,
  };
}

function readLinks(table: ResultTable, given: FlowsGiven & { readonly label: string }) {
  const columnOf = (column: QueryColumn | null | undefined) =>
    column ? findColumn(table, columnLabel(column)) : undefined;
  const [sources, targets] = [columnOf(given.source), columnOf(given.target)];
  const categories = [columnOf(given.sourceCategory), columnOf(given.targetCategory)] as const;
  const values = valuesOf(table, given.label);
  const nodes = new Map<string, DraftNode>();
  const links = new Map<DraftNode, Map<DraftNode, DraftLink>>();
  let [negatives, blanks] = [0, 0];
  for (let row = 0; row < table.rowCount; row += 1) {
    const value = numberOfCell(values[row]);
    if (value === null) blanks += 1;
    else if (value < 0) negatives += 1;
    if (value === null || value <= 0) continue;
    const source = nodeOf(nodes, { column: sources, row, category: categories[0] });
    const target = nodeOf(nodes, { column: targets, row, category: categories[1] });
    source.sourceKey = sources?.values[row] ?? null;
    target.targetKey = targets?.values[row] ?? null;
    addLink(links, { source, target, value });
  }
  return { links: [...links.values()].flatMap((own) => [...own.values()]), count: table.rowCount, negatives, blanks };
}

interface NodeGiven {
  readonly column: ResultColumn | undefined;
  readonly row: number;
  readonly category: ResultColumn | undefined;
}

function nodeOf(nodes: Map<string, DraftNode>, { column, row, category }: NodeGiven): DraftNode {
  const name = labelOfCell(column?.values[row], column);
  const known = nodes.get(name);
  const own = category ? labelOfCell(category.values[row], category) : null;
  if (known) {
    known.category ??= own;
    return known;
  }
  const made: DraftNode = { name, sourceKey: undefined, targetKey: undefined, category: own };
  nodes.set(name, made);
  return made;
}

function addLink(links: Map<DraftNode, Map<DraftNode, DraftLink>>, link: DraftLink): void {
  const own = links.get(link.source) ?? new Map<DraftNode, DraftLink>();
  links.set(link.source, own);
  const known = own.get(link.target);
  if (known) known.value += link.value;
  else own.set(link.target, link);
}

/** The largest links first, as long as there is room for their ends; where circles are none, those that would close one are left out. */
function keepLinks(sorted: readonly DraftLink[], { mostNodes, mostLinks, isAcyclic = false }: FlowsGiven) {
  const nodes = new Set<DraftNode>();
  const links: DraftLink[] = [];
  const surplus: DraftLink[] = [];
  const circles: DraftLink[] = [];
  const next = new Map<DraftNode, DraftNode[]>();
  for (const link of sorted) {
    const added = new Set([link.source, link.target].filter((node) => !nodes.has(node))).size;
    if (links.length >= mostLinks || nodes.size + added > mostNodes) surplus.push(link);
    else if (isAcyclic && leadsTo(link.target, link.source, next)) circles.push(link);
    else {
      links.push(link);
      nodes.add(link.source).add(link.target);
      next.set(link.source, [...(next.get(link.source) ?? []), link.target]);
    }
  }
  return { links, surplus, circles };
}

function leadsTo(from: DraftNode, to: DraftNode, next: ReadonlyMap<DraftNode, readonly DraftNode[]>): boolean {
  const seen = new Set([from]);
  for (const node of seen) {
    if (node === to) return true;
    for (const one of next.get(node) ?? []) seen.add(one);
  }
  return false;
}

function numberNodes(links: readonly DraftLink[]) {
  const ids = new Map<DraftNode, number>();
  for (const { source, target } of links)
    for (const node of [source, target]) if (!ids.has(node)) ids.set(node, ids.size);
  const sums = [...ids].map(() => ({ out: 0, in: 0 }));
  const numbered = links.map(({ source, target, value }, id) => {
    const [from, to] = [ids.get(source) ?? 0, ids.get(target) ?? 0];
    sums[from]!.out += value;
    sums[to]!.in += value;
    return { id, source: from, target: to, value };
  });
  const nodes = [...ids].map(([{ name, sourceKey, targetKey, category }, id]) => ({
    ...{ id, name, sourceKey, targetKey, category },
    ...sums[id]!,
  }));
  return { nodes, numbered };
}

/** How large an end is: what passes through it. */
export const sizeOfNode = (node: FlowNode): number => Math.max(node.in, node.out);

export const nameOfLink = ({ nodes }: Pick<Flows, 'nodes'>, { source, target }: FlowLink): string =>
  `${nodes[source]?.name ?? ''} → ${nodes[target]?.name ?? ''}`;
