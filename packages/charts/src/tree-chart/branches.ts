import { findColumn, labelOfCell, type ModelContext, msg, numberOfCell, type Undrawn } from '@powerset/chart-kit';
import { type CellValue, columnLabel, metricLabel, type ResultTable } from '@powerset/contract';
import type { TreeForm } from './form.ts';

export interface Branch {
  readonly index: number;
  readonly key: CellValue;
  readonly name: string;
  readonly value: number | null;
  readonly depth: number;
  readonly children: readonly Branch[];
}

export interface Branches {
  readonly root: Branch | null;
  /** Every node that is drawn, the root first. */
  readonly nodes: readonly Branch[];
  /** Of the rows: how many came, and how many are no part of what is drawn. */
  readonly count: number;
  readonly left: number;
  /** Rows of the tree beyond what can be told apart. */
  readonly surplus: number;
  /** The ids of all that have no parent, the one of the most rows first. */
  readonly roots: readonly string[];
  readonly wantedRoot: string;
  /** One of what goes round in circles, where nothing is a root. */
  readonly circle: string | null;
  readonly idColumn: string;
  readonly metric: string | null;
  readonly limitReached: number | null;
}

/** More nodes are not told apart. */
const mostNodes = 500;
const mostNamed = 3;

interface Row {
  readonly id: string;
  readonly key: CellValue;
  readonly name: string;
  readonly value: number | null;
  /** The row has no line of its own: others name it as their parent. */
  readonly isNamedOnly: boolean;
}

/** Rows with parents to the tree of one root; those that hang elsewhere are counted. */
export function toModel(results: readonly ResultTable[], context: ModelContext<TreeForm>): Branches {
  const { form } = context;
  const { rows, children, roots } = readRows(results[0] ?? { columns: [], rowCount: 0 }, form);
  const count = results[0]?.rowCount ?? 0;
  const wanted = form.root_node_id.trim();
  const sizes = new Map(roots.map((id) => [id, sizeOf(id, children)]));
  const sorted = [...roots].sort((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0));
  const only = sorted.length === 1 ? sorted[0] : undefined;
  const start = wanted === '' ? only : wanted;
  const built = start !== undefined && rows.has(start) ? grow(start, rows, children) : null;
  const own = [...rows.values()].filter(({ isNamedOnly }) => !isNamedOnly).length;
  const reached = built ? built.reached : 0;
  return {
    root: built?.root ?? null,
    nodes: built?.nodes ?? [],
    count,
    left: built ? Math.max(0, own - reached) : own,
    surplus: built ? built.surplus : 0,
    roots: sorted,
    wantedRoot: wanted,
    circle: sorted.length === 0 ? ([...rows.keys()][0] ?? null) : null,
    idColumn: form.id === null ? '' : columnLabel(form.id),
    metric: form.metric === null ? null : metricLabel(form.metric),
    limitReached: context.answers?.[0]?.limitReached ?? null,
  };
}

type Children = ReadonlyMap<string, readonly string[]>;

function readRows(table: ResultTable, form: TreeForm) {
  const columnOf = (column: TreeForm['id']) => (column ? findColumn(table, columnLabel(column)) : undefined);
  const [ids, parents, names] = [columnOf(form.id), columnOf(form.parent), columnOf(form.name)];
  const values = form.metric === null ? undefined : findColumn(table, metricLabel(form.metric));
  const rows = new Map<string, Row>();
  const children = new Map<string, string[]>();
  const missing: (readonly [string, CellValue])[] = [];
  const withParent = new Set<string>();
  for (let row = 0; row < table.rowCount; row += 1) {
    const key = ids?.values[row] ?? null;
    const id = labelOfCell(key, ids);
    // A node has one place: its first row says it.
    if (key === null || rows.has(id)) continue;
    const parentKey = parents?.values[row] ?? null;
    const name = names ? labelOfCell(names.values[row], names) : id;
    rows.set(id, { id, key, name, value: numberOfCell(values?.values[row]), isNamedOnly: false });
    if (parentKey === null || parentKey === '') continue;
    const parent = labelOfCell(parentKey, parents);
    withParent.add(id);
    missing.push([parent, parentKey]);
    const siblings = children.get(parent);
    if (siblings) siblings.push(id);
    else children.set(parent, [id]);
  }
  for (const [id, key] of missing)
    if (!rows.has(id)) rows.set(id, { id, key, name: id, value: null, isNamedOnly: true });
  return { rows, children, roots: [...rows.keys()].filter((id) => !withParent.has(id)) };
}

function sizeOf(start: string, children: Children): number {
  const seen = new Set([start]);
  for (const id of seen) for (const child of children.get(id) ?? []) seen.add(child);
  return seen.size;
}

interface DraftBranch extends Omit<Branch, 'children'> {
  readonly id: string;
  readonly children: DraftBranch[];
}

/** The tree below a root, level by level, so that what has no room are the deepest; what leads back up ends there. */
function grow(start: string, rows: ReadonlyMap<string, Row>, children: Children) {
  const seen = new Set([start]);
  const draft = (id: string, index: number, depth: number): DraftBranch => {
    const row = rows.get(id);
    return { id, index, depth, key: row?.key ?? null, name: row?.name ?? id, value: row?.value ?? null, children: [] };
  };
  const root = draft(start, 0, 0);
  const nodes = [root];
  for (const node of nodes)
    for (const child of children.get(node.id) ?? []) {
      if (seen.has(child)) continue;
      if (nodes.length >= mostNodes) break;
      seen.add(child);
      const made = draft(child, nodes.length, node.depth + 1);
      node.children.push(made);
      nodes.push(made);
    }
  const whole = new Set([start]);
  for (const id of whole) for (const child of children.get(id) ?? []) whole.add(child);
  const reached = [...whole].filter((id) => !rows.get(id)?.isNamedOnly).length;
  return { root, nodes, reached, surplus: whole.size - nodes.length };
}

export interface BranchMark {
  readonly data?: unknown;
  readonly dataIndex?: number;
}

/** The node that a mark draws: items of the option name it as `branch`. */
export function branchOfMark({ nodes }: Branches, { data, dataIndex }: BranchMark): Branch | undefined {
  // Items of the option are our own; anything else has no such field.
  const { branch } = Object(data) as { readonly branch?: number };
  return nodes[branch ?? dataIndex ?? -1];
}

/** Why there is no tree, with the way to one; else what of the rows is no part of it. */
export function undrawnOf(branches: Branches): Undrawn | null {
  const { count: all, root, left, surplus, limitReached: limit } = branches;
  if (all === 0) return null;
  if (!root) return withoutRoot(branches);
  if (left > 0)
    return below(msg('{{left}} of {{all}} rows do not hang on this root and are not drawn.'), { left, all });
  if (surplus > 0)
    return below(msg('{{surplus}} nodes below the {{drawn}} first are not drawn.'), {
      surplus,
      drawn: branches.nodes.length,
    });
  if (limit !== null) return below(msg('The limit of {{limit}} rows was reached: nodes may be missing.'), { limit });
  return null;
}

const below = (text: string, values: Readonly<Record<string, unknown>>): Undrawn => ({
  isAll: false,
  title: { text, values },
});

function withoutRoot({ roots, wantedRoot, circle }: Branches): Undrawn {
  const names = `${roots.slice(0, mostNamed).join(', ')}${roots.length > mostNamed ? ', …' : ''}`;
  const [first] = roots;
  const largest = { label: msg('Draw the largest tree'), changes: { root_node_id: first } };
  if (wantedRoot !== '')
    return {
      isAll: true,
      title: { text: msg('No row has the root’s id, {{id}}'), values: { id: wantedRoot } },
      text: { text: msg('Root node id takes one of the values of the Id column.') },
      remedy: { label: msg('Find the root'), changes: { root_node_id: '' } },
      ...(first === undefined ? {} : { also: largest }),
    };
  if (circle !== null)
    return {
      isAll: true,
      title: { text: msg('No row is a root: each has a parent') },
      text: { text: msg('Parents lead round in a circle. Root node id says where to begin.') },
      remedy: { label: msg('Begin with the first row'), changes: { root_node_id: circle } },
    };
  return {
    isAll: true,
    title: { text: msg('There are {{count}} roots, and a tree has one'), values: { count: roots.length } },
    text: { text: msg('Without a parent are: {{names}}. Root node id says which one to draw.'), values: { names } },
    remedy: largest,
  };
}
