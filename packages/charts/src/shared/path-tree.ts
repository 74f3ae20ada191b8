import { findColumn, labelOfCell, type ModelContext, numberOfCell, valuesOf } from '@powerset/chart-kit';
import {
  type CellValue,
  columnLabel,
  metricLabel,
  type QueryColumn,
  type QueryMetric,
  type ResultTable,
} from '@powerset/contract';

/** A part of a whole at the end of a path of names, with the parts it is made of. */
export interface PathNode {
  /** Its place in `nodes` of its tree. */
  readonly id: number;
  /** Empty for what is gathered. */
  readonly name: string;
  /** Names and values of the dimensions down to here; a gathered part has those of its parent. */
  readonly path: readonly string[];
  readonly keys: readonly CellValue[];
  /** Of parents the sum of their children, those that are not drawn included. */
  readonly value: number;
  readonly second: number | null;
  readonly parent: PathNode | null;
  readonly children: readonly PathNode[];
  /** How many parts stand together in it as Others; 0 for one that stands for itself. */
  readonly gathered: number;
}

export interface PathTree {
  readonly roots: readonly PathNode[];
  /** Every part that is drawn, parents before their children. */
  readonly nodes: readonly PathNode[];
  readonly total: number;
  readonly depth: number;
  /** Of the values that came: how many there are, are below zero, are empty, are part of Others. */
  readonly count: number;
  readonly negatives: number;
  readonly blanks: number;
  readonly gathered: number;
  readonly dimensions: readonly string[];
  readonly metric: string;
  readonly secondMetric: string | null;
  /** Averages and distinct counts are no parts of a whole: what their sums come to means nothing. */
  readonly isAdditive: boolean;
  readonly limitReached: number | null;
}

export interface PathTreeGiven {
  readonly columns: readonly QueryColumn[];
  readonly metric: QueryMetric | null;
  readonly secondMetric?: QueryMetric | null;
  readonly dateFormat?: string;
  /** More parts than these are not told apart: the smallest of each parent stand together. */
  readonly most?: number;
  /** Of each part so many are drawn of those that are at least such a share of it. */
  readonly pruning?: Pruning;
}

export interface Pruning {
  readonly most: number;
  readonly leastShare: number;
}

interface Draft {
  readonly name: string;
  readonly key: CellValue;
  readonly depth: number;
  readonly children: Map<CellValue, Draft>;
  value: number;
  second: number | null;
  /** Rows that end below it. */
  leaves: number;
}

const usualMost = 600;

/** Rows of several dimensions to a tree: equal names on different paths are different parts, null is a name of its own. */
export function buildPathTree(
  table: ResultTable | undefined,
  given: PathTreeGiven,
  context: Pick<ModelContext, 'answers'>,
): PathTree {
  const metric = given.metric ? metricLabel(given.metric) : '';
  const second = given.secondMetric ? metricLabel(given.secondMetric) : null;
  const answer = context.answers?.[0];
  const read = readRows(table ?? { columns: [], rowCount: 0 }, { ...given, names: [metric, second] });
  const kept = largest(read.root, given.most ?? usualMost, given.pruning);
  const nodes: PathNode[] = [];
  const roots = childrenOf(read.root, null, { kept, nodes });
  return {
    roots,
    nodes,
    total: read.root.value,
    depth: Math.max(1, given.columns.length),
    count: read.root.leaves + read.negatives + read.blanks,
    negatives: read.negatives,
    blanks: read.blanks,
    gathered: kept ? read.root.leaves - nodes.filter(isWholeLeaf(given.columns.length)).length : 0,
    dimensions: given.columns.map(columnLabel),
    metric,
    secondMetric: second,
    isAdditive: !answer || answer.summable.includes(metric),
    limitReached: answer?.limitReached ?? null,
  };
}

const isWholeLeaf = (depth: number) => (node: PathNode) =>
  node.gathered === 0 && node.path.length >= Math.max(1, depth);

interface ReadGiven extends PathTreeGiven {
  readonly names: readonly [string, string | null];
}

function readRows(table: ResultTable, { columns, names, dateFormat }: ReadGiven) {
  const root = draftOf('', null, 0);
  const [values, seconds] = names.map((name) => (name === null ? null : valuesOf(table, name)));
  const dimensions = columns.map((column) => findColumn(table, columnLabel(column)));
  let [negatives, blanks] = [0, 0];
  for (let row = 0; row < table.rowCount; row += 1) {
    const value = numberOfCell(values?.[row]);
    if (value === null) blanks += 1;
    else if (value < 0) negatives += 1;
    if (value === null || value < 0) continue;
    const amounts = { value, second: seconds ? numberOfCell(seconds[row]) : null };
    let draft = addTo(root, amounts);
    if (dimensions.length === 0)
      addTo(
        childOf(draft, names[0], () => names[0]),
        amounts,
      );
    for (const column of dimensions) {
      const key = column?.values[row] ?? null;
      draft = addTo(
        childOf(draft, key, () => labelOfCell(key, column, dateFormat)),
        amounts,
      );
    }
  }
  return { root, negatives, blanks };
}

const draftOf = (name: string, key: CellValue, depth: number): Draft => ({
  name,
  key,
  depth,
  children: new Map(),
  value: 0,
  second: null,
  leaves: 0,
});

function childOf(parent: Draft, key: CellValue, nameOf: () => string): Draft {
  const known = parent.children.get(key);
  if (known) return known;
  const made = draftOf(nameOf(), key, parent.depth + 1);
  parent.children.set(key, made);
  return made;
}

function addTo(draft: Draft, { value, second }: { readonly value: number; readonly second: number | null }): Draft {
  draft.value += value;
  draft.leaves += 1;
  if (second !== null) draft.second = (draft.second ?? 0) + second;
  return draft;
}

/** The largest parts; none is larger than its parent, so that theirs are among them. Null where all have room. */
function largest(root: Draft, most: number, pruning: Pruning | undefined): ReadonlySet<Draft> | null {
  const all: Draft[] = [];
  let isPruned = false;
  const collect = (draft: Draft) => {
    const children = pruning ? prune(draft, pruning) : [...draft.children.values()];
    isPruned ||= children.length < draft.children.size;
    for (const child of children) {
      all.push(child);
      collect(child);
    }
  };
  collect(root);
  if (all.length <= most) return isPruned ? new Set(all) : null;
  return new Set(all.sort((a, b) => b.value - a.value || a.depth - b.depth).slice(0, most));
}

function prune({ children, value }: Draft, { most, leastShare }: Pruning): readonly Draft[] {
  const sorted = [...children.values()].sort((a, b) => b.value - a.value);
  return sorted.filter((child, at) => at < most && child.value >= value * leastShare);
}

interface Finishing {
  readonly kept: ReadonlySet<Draft> | null;
  readonly nodes: PathNode[];
}

/** The children that are drawn; what is too small to be told apart stands behind them, where any is told apart. */
function childrenOf(draft: Draft, parent: PathNode | null, { kept, nodes }: Finishing): readonly PathNode[] {
  const all = [...draft.children.values()];
  const shown = kept ? all.filter((child) => kept.has(child)) : all;
  const made = shown.map((child) => finish(child, parent, { kept, nodes }));
  if (made.length === all.length || (made.length === 0 && parent !== null)) return made;
  const rest = all.filter((child) => !kept?.has(child));
  const node: PathNode = {
    id: nodes.length,
    name: '',
    path: parent?.path ?? [],
    keys: parent?.keys ?? [],
    value: rest.reduce((sum, child) => sum + child.value, 0),
    second: sumOf(rest.map(({ second }) => second)),
    parent,
    children: [],
    gathered: rest.reduce((count, child) => count + child.leaves, 0),
  };
  nodes.push(node);
  return [...made, node];
}

function finish(draft: Draft, parent: PathNode | null, finishing: Finishing): PathNode {
  const children: PathNode[] = [];
  const node: PathNode = {
    id: finishing.nodes.length,
    name: draft.name,
    path: [...(parent?.path ?? []), draft.name],
    keys: [...(parent?.keys ?? []), draft.key],
    value: draft.value,
    second: draft.second,
    parent,
    children,
    gathered: 0,
  };
  finishing.nodes.push(node);
  children.push(...childrenOf(draft, node, finishing));
  return node;
}

function sumOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

/** What a part is called among the selected labels of a dashboard. */
export const labelOfNode = (node: PathNode): string => node.path.join(', ');

export const isRest = (node: PathNode): boolean => node.gathered > 0;

/** Everything below a part, itself included. */
export function withDescendants(node: PathNode): readonly PathNode[] {
  return [node, ...node.children.flatMap(withDescendants)];
}

/** A part and what it is part of, the smallest first. */
export function withAncestors(node: PathNode): readonly PathNode[] {
  return [node, ...(node.parent ? withAncestors(node.parent) : [])];
}
