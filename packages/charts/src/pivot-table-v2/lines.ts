import { toMetric } from './figures.ts';
import { type Folded, isFolded } from './folds.ts';
import type { PivotAxis, PivotNode } from './model.ts';

/** One drawn row or column: a leaf, a subtotal, a folded key or the total. */
export interface PivotLine {
  readonly kind: 'leaf' | 'subtotal' | 'folded' | 'total';
  readonly path: readonly string[];
  /** The nodes from the outermost level down to the line's own. */
  readonly nodes: readonly PivotNode[];
  /** Of several metrics, the one that is totalled here. */
  readonly metric?: string;
}

export interface LineRules {
  readonly hasTotal: boolean;
  readonly hasSubtotals: boolean;
  readonly isSubtotalFirst: boolean;
  readonly folded: Folded;
}

/** The lines of an axis in drawing order. */
export function toLines(axis: PivotAxis, rules: LineRules): readonly PivotLine[] {
  const lines = axis.nodes.flatMap((node) => linesOf(node, [], { axis, rules }));
  // An axis without keys still has its one line: the figures themselves.
  if (axis.levels.length === 0) return [{ kind: 'total', path: [], nodes: [] }];
  return rules.hasTotal ? [...lines, ...sumLines('total', [], axis)] : lines;
}

interface LinesGiven {
  readonly axis: PivotAxis;
  readonly rules: LineRules;
}

function linesOf(node: PivotNode, above: readonly PivotNode[], given: LinesGiven): readonly PivotLine[] {
  const { axis, rules } = given;
  const nodes = [...above, node];
  if (node.children.length === 0) return [{ kind: 'leaf', path: node.path, nodes }];
  if (isFolded(rules.folded, node.path)) return sumLines('folded', nodes, axis);
  const below = node.children.flatMap((child) => linesOf(child, nodes, given));
  // Right above the metrics there is nothing to add up.
  if (!rules.hasSubtotals || nodes.length === axis.split?.level) return below;
  const subtotals = sumLines('subtotal', nodes, axis);
  return rules.isSubtotalFirst ? [...subtotals, ...below] : [...below, ...subtotals];
}

/** One line for what stands below a key, or one for each metric where several stand there. */
function sumLines(kind: PivotLine['kind'], nodes: readonly PivotNode[], { split }: PivotAxis): readonly PivotLine[] {
  const path = nodes.at(-1)?.path ?? [];
  if (!split || split.level < path.length) return [{ kind, path, nodes }];
  return split.metrics.map(({ key, label }) => ({
    kind,
    path: toMetric(path, split.level, key),
    nodes,
    metric: label,
  }));
}

/** A head cell over neighbouring lines that share a key. */
export interface PivotSpan {
  readonly line: PivotLine;
  readonly node: PivotNode | null;
  readonly span: number;
  /** How many levels the cell reaches down. */
  readonly depth: number;
}

/** The head of one level: neighbours with the same path share a cell, lines that end above leave none. */
export function spansOf(lines: readonly PivotLine[], level: number, levelCount: number): readonly PivotSpan[] {
  const spans: PivotSpan[] = [];
  for (const line of lines) {
    const endsHere = line.nodes.length <= level;
    if (endsHere && !(level === 0 && line.nodes.length === 0)) {
      if (line.nodes.length === level && !reachesDown(line))
        spans.push({ line, node: null, span: 1, depth: levelCount - level });
      continue;
    }
    const node = line.nodes[level] ?? null;
    const previous = spans.at(-1);
    const isSame = node !== null && previous?.node === node;
    if (isSame && previous) spans[spans.length - 1] = { ...previous, span: previous.span + 1 };
    else if (node === null) spans.push({ line, node, span: 1, depth: levelCount });
    else spans.push({ line, node, span: 1, depth: isEnd(line, level) && reachesDown(line) ? levelCount - level : 1 });
  }
  return spans;
}

/** A folded key stands for all levels below it. */
const reachesDown = ({ kind, metric }: PivotLine) => kind === 'folded' && metric === undefined;
const isEnd = ({ nodes }: PivotLine, level: number) => nodes.length === level + 1;

/** The label of a chosen key: its own and those above it. */
export const selectionLabelOf = (nodes: readonly PivotNode[]): string =>
  nodes
    .filter((node) => !node.isMetric)
    .map((node) => node.label)
    .join(', ');
