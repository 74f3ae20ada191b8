import type { PivotAxis, PivotNode } from './pivot.ts';

/** One drawn row or column: a leaf, a subtotal, a folded key or the total. */
export interface PivotLine {
  readonly kind: 'leaf' | 'subtotal' | 'folded' | 'total';
  readonly path: readonly string[];
  /** The nodes from the outermost level down to the line's own. */
  readonly nodes: readonly PivotNode[];
}

export interface LineRules {
  readonly hasTotal: boolean;
  readonly hasSubtotals: boolean;
  readonly isSubtotalFirst: boolean;
  /** Paths (as JSON) that the reader folded. */
  readonly folded: ReadonlySet<string>;
}

export const foldKey = (path: readonly string[]): string => JSON.stringify(path);

/** The lines of an axis in drawing order. */
export function toLines(axis: PivotAxis, rules: LineRules): readonly PivotLine[] {
  const lines = axis.nodes.flatMap((node) => linesOf(node, [], rules));
  const total: PivotLine = { kind: 'total', path: [], nodes: [] };
  // An axis without keys still has its one line: the figures themselves.
  if (axis.levels.length === 0) return [total];
  return rules.hasTotal ? [...lines, total] : lines;
}

function linesOf(node: PivotNode, above: readonly PivotNode[], rules: LineRules): readonly PivotLine[] {
  const nodes = [...above, node];
  if (node.children.length === 0) return [{ kind: 'leaf', path: node.path, nodes }];
  if (rules.folded.has(foldKey(node.path))) return [{ kind: 'folded', path: node.path, nodes }];
  const below = node.children.flatMap((child) => linesOf(child, nodes, rules));
  if (!rules.hasSubtotals) return below;
  const subtotal: PivotLine = { kind: 'subtotal', path: node.path, nodes };
  return rules.isSubtotalFirst ? [subtotal, ...below] : [...below, subtotal];
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
      if (line.nodes.length === level) spans.push({ line, node: null, span: 1, depth: levelCount - level });
      continue;
    }
    const node = line.nodes[level] ?? null;
    const previous = spans.at(-1);
    const isSame = node !== null && previous?.node === node;
    if (isSame && previous) spans[spans.length - 1] = { ...previous, span: previous.span + 1 };
    else spans.push({ line, node, span: 1, depth: node ? 1 : levelCount });
  }
  return spans;
}

/** Which keys the reader folded, and how to fold one. */
export interface Folds {
  readonly folded: ReadonlySet<string>;
  readonly toggle: (path: readonly string[]) => void;
}

/** The label of a chosen key: its own and those above it. */
export const selectionLabelOf = (nodes: readonly PivotNode[]): string =>
  nodes
    .filter((node) => !node.isMetric)
    .map((node) => node.label)
    .join(', ');
