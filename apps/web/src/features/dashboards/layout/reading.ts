import { msg } from '../../../i18n/index.ts';
import { appendInRows } from './charts.ts';
import {
  emptyLayout,
  gridColumns,
  gridId,
  hasHeight,
  hasWidth,
  headerId,
  isNodeType,
  type Layout,
  type LayoutMeta,
  type LayoutNode,
  maxHeight,
  minHeight,
  type NodeType,
  newNode,
  rootId,
  versionKey,
} from './nodes.ts';
import type { MakeId } from './operations.ts';
import { childDepth, isValidChild } from './rules.ts';
import { withParents } from './tree.ts';
import { minWidthOf, widthOf } from './widths.ts';

/** A sentence of the catalogue and what stands in its gaps. */
export interface LayoutProblem {
  readonly text: string;
  readonly values?: Readonly<Record<string, string | number>>;
}

export interface ReadLayout {
  readonly layout: Layout;
  /** What was wrong and has been mended; empty for a sound layout. */
  readonly problems: readonly LayoutProblem[];
}

/**
 * Reads a stored layout. What is damaged is mended as far as it can be: unknown parts are left out, what hangs nowhere
 * is put below the rest, rows that are too full are broken. Nothing that shows something is dropped.
 */
export function readLayout(text: string, makeAnyId: MakeId): ReadLayout {
  const nodes = parseNodes(text);
  if (!nodes) return { layout: emptyLayout(), problems: [{ text: msg('The layout is not readable.') }] };
  const makeId = withoutClashes(makeAnyId, nodes.nodes);
  const problems: LayoutProblem[] = [...nodes.problems];
  const tree = growTree(nodes.nodes, problems);
  const orphans = findOrphans(nodes.nodes, tree);
  if (orphans.length > 0)
    problems.push({
      text: msg('Parts without a place, put at the end: {{count}}.'),
      values: { count: orphans.length },
    });
  const fitted = fitRows(withParents(tree), makeId, problems);
  return { layout: orphans.length > 0 ? appendInRows(fitted, orphans, makeId) : fitted, problems };
}

/** The layout as it is stored, with the dashboard's title in it. */
export function toPositions(layout: Layout, title: string): Readonly<Record<string, unknown>> {
  return { [versionKey]: 'v2', ...layout, [headerId]: { id: headerId, type: 'HEADER', meta: { text: title } } };
}

/** Ids that no node of a stored layout has, however that came by its own. */
function withoutClashes(makeId: MakeId, nodes: Layout): MakeId {
  const makeFree: MakeId = (type) => {
    const id = makeId(type);
    return id in nodes ? makeFree(type) : id;
  };
  return makeFree;
}

interface ParsedNodes {
  readonly nodes: Layout;
  readonly problems: readonly LayoutProblem[];
}

function parseNodes(text: string): ParsedNodes | undefined {
  const value = parseJson(text);
  if (!isRecord(value)) return undefined;
  const nodes: Record<string, LayoutNode> = {};
  const problems: LayoutProblem[] = [];
  for (const [id, entry] of Object.entries(value)) {
    if (id === versionKey || id === headerId) continue;
    const node = readNode(id, entry);
    if (node) nodes[id] = node;
    else problems.push({ text: msg('The part {{id}} is not readable.'), values: { id: id.slice(0, 60) } });
  }
  return { nodes, problems };
}

function readNode(id: string, entry: unknown): LayoutNode | undefined {
  if (!isRecord(entry) || !isNodeType(entry.type)) return undefined;
  // There is one root and one grid, and they are called so.
  if ((id === rootId) !== (entry.type === 'ROOT') || (id === gridId) !== (entry.type === 'GRID')) return undefined;
  const children = Array.isArray(entry.children) ? entry.children.filter((child) => typeof child === 'string') : [];
  const meta = isRecord(entry.meta) ? readMeta(entry.type, entry.meta) : {};
  const node = newNode(entry.type, id, meta);
  return { ...node, children };
}

function readMeta(type: NodeType, meta: Readonly<Record<string, unknown>>): LayoutMeta {
  const { width, height, ...rest } = meta;
  return {
    ...rest,
    ...(hasWidth(type) && isSize(width) ? { width: clamp(width, 1, gridColumns) } : {}),
    ...(hasHeight(type) && isSize(height) ? { height: clamp(height, minHeight, maxHeight) } : {}),
  };
}

/** Walks down from the root and keeps each child that exists, is met once, and may stand there. */
function growTree(nodes: Layout, problems: LayoutProblem[]): Layout {
  const kept: Record<string, LayoutNode> = {};
  const visit = (node: LayoutNode, depth: number): void => {
    // Noted before its children, so that a circle ends here.
    kept[node.id] = node;
    const children = node.children.filter((childId) => {
      const child = known[childId];
      if (!child || childId in kept || !isValidChild(node.type, depth, child.type)) return false;
      visit(child, childDepth(node.type, depth));
      return true;
    });
    if (children.length < node.children.length)
      problems.push({ text: msg('The part {{id}} named parts that cannot be in it.'), values: { id: node.id } });
    kept[node.id] = { ...node, children };
  };
  const root = nodes[rootId];
  const known: Layout = nodes[gridId]?.type === 'GRID' ? nodes : { ...nodes, [gridId]: newNode('GRID', gridId) };
  const top = root?.children.map((id) => nodes[id]).find((node) => node?.type === 'TABS' || node?.type === 'GRID');
  if (!top) problems.push({ text: msg('The layout has no beginning.') });
  visit({ ...newNode('ROOT', rootId), children: [top?.id ?? gridId] }, 0);
  // Under top-level tabs the grid stands empty beside the tree; what it still holds is found as orphans.
  const grid: LayoutNode = kept[gridId] ?? { ...newNode('GRID', gridId), parents: [rootId] };
  return withoutBareParts({ ...kept, [gridId]: grid });
}

/** Tabs without a tab are left out; an empty row is one that its author has not filled yet. */
function withoutBareParts(layout: Layout): Layout {
  const bare = Object.values(layout).filter((node) => node.type === 'TABS' && node.children.length === 0);
  if (bare.length === 0) return layout;
  const ids = new Set(bare.map((node) => node.id));
  const rest = Object.entries(layout)
    .filter(([id]) => !ids.has(id))
    .map(([id, node]) => [id, { ...node, children: node.children.filter((child) => !ids.has(child)) }] as const);
  const next: Layout = Object.fromEntries(rest);
  const root = next[rootId];
  const mended = root && root.children.length === 0 ? { ...next, [rootId]: { ...root, children: [gridId] } } : next;
  return withoutBareParts(mended);
}

const shown: readonly NodeType[] = ['CHART', 'MARKDOWN', 'HEADER'];

/** What shows something and is not in the tree. */
function findOrphans(nodes: Layout, tree: Layout): readonly LayoutNode[] {
  const inTree = new Set(reachable(tree));
  return Object.values(nodes)
    .filter((node) => !inTree.has(node.id) && shown.includes(node.type))
    .map((node) => ({ ...node, children: [] }));
}

function reachable(layout: Layout): readonly string[] {
  const visit = (id: string): readonly string[] => [id, ...(layout[id]?.children.flatMap(visit) ?? [])];
  return visit(rootId);
}

/** Breaks rows that are wider than what they stand in. */
function fitRows(layout: Layout, makeId: MakeId, problems: LayoutProblem[]): Layout {
  const next: Record<string, LayoutNode> = Object.fromEntries(
    Object.entries(layout).filter(([id]) => id === gridId || reachable(layout).includes(id)),
  );
  const visit = (id: string, room: number): void => {
    const node = next[id];
    if (!node) return;
    // What stands straight in a column is as wide as that, whatever its own width says.
    const isPlaced = node.type === 'COLUMN' || next[node.parents.at(-1) ?? '']?.type === 'ROW';
    if (isPlaced && hasWidth(node.type) && widthOf(node) > room)
      next[id] = { ...node, meta: { ...node.meta, width: room } };
    const inner = node.type === 'COLUMN' ? Math.min(room, widthOf(node)) : room;
    for (const child of node.children) visit(child, inner);
    breakRows({ next, parentId: id, room: inner, makeId, problems });
  };
  visit(rootId, gridColumns);
  visit(gridId, gridColumns);
  return withParents(next);
}

interface RowBreak {
  readonly next: Record<string, LayoutNode>;
  readonly parentId: string;
  readonly room: number;
  readonly makeId: MakeId;
  readonly problems: LayoutProblem[];
}

function breakRows({ next, parentId, room, makeId, problems }: RowBreak): void {
  const parent = next[parentId];
  if (!parent) return;
  const children = parent.children.flatMap((id) => {
    const row = next[id];
    if (row?.type !== 'ROW') return [id];
    const parts = splitByWidth(row.children, (child) => widthInRow(next, child), room);
    if (parts.length <= 1) return [id];
    problems.push({ text: msg('The row {{id}} was wider than its place and was broken.'), values: { id } });
    return parts.map((members, index) => {
      const partId = index === 0 ? id : makeId('ROW');
      next[partId] = { ...row, id: partId, children: members };
      return partId;
    });
  });
  next[parentId] = { ...parent, children };
}

function widthInRow(layout: Layout, id: string): number {
  const node = layout[id];
  return node ? Math.max(widthOf(node), node.type === 'COLUMN' ? minWidthOf(layout, id) : 0) : 0;
}

function splitByWidth(
  ids: readonly string[],
  toWidth: (id: string) => number,
  room: number,
): readonly (readonly string[])[] {
  const parts: string[][] = [];
  let free = -1;
  for (const id of ids) {
    const width = toWidth(id);
    if (parts.length === 0 || width > free) {
      parts.push([]);
      free = room;
    }
    parts.at(-1)?.push(id);
    free -= width;
  }
  return parts;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSize(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(max, Math.round(value)));
}
