import { msg } from '../../../i18n/index.ts';
import {
  gridId,
  hasHeight,
  hasWidth,
  type Layout,
  type LayoutMeta,
  type LayoutNode,
  maxHeight,
  minHeight,
  newNode,
  rootId,
} from './nodes.ts';
import { type BranchShape, branchOf, canHold, isWrappedInRow } from './rules.ts';
import { type MadeRoom, makeRoom } from './shrinking.ts';
import {
  getNode,
  insertAt,
  isInBranch,
  parentIdOf,
  withChildren,
  withMeta,
  withoutBranch,
  withParents,
} from './tree.ts';
import { fitWidth, freeOf, minWidthOf, widthLimits, widthOf } from './widths.ts';

/** Why an operation is refused; the texts are the specification's. */
export const refusals = {
  noSpace: msg(
    'There is not enough space for this component. Try decreasing its width, or increasing the destination width.',
  ),
  topLevelTab: msg('Can not move top level tab into nested tabs'),
  notAllowed: msg('This component cannot be placed there.'),
} as const;
export type Refusal = keyof typeof refusals;

export type Outcome =
  | { readonly isDone: true; readonly layout: Layout }
  | { readonly isDone: false; readonly refusal: Refusal };

/** Makes ids of new nodes: `ROW-x7f2…`. */
export type MakeId = (type: LayoutNode['type']) => string;

export interface Place {
  readonly parentId: string;
  /** Position among the children as they stand before the operation. */
  readonly index: number;
}

const done = (layout: Layout): Outcome => ({ isDone: true, layout: withParents(layout) });
const refuse = (refusal: Refusal): Outcome => ({ isDone: false, refusal });

export interface Creation {
  readonly node: LayoutNode;
  readonly place: Place;
  readonly makeId: MakeId;
  /** What stands in a full row gives way instead of refusing. */
  readonly makesRoom?: boolean;
}

export interface BranchCreation {
  /** The part and all below it, the part itself first. */
  readonly nodes: readonly LayoutNode[];
  readonly place: Place;
  readonly makeId: MakeId;
}

/** Puts a part with all below it at a place. */
export function createBranch(layout: Layout, { nodes, place, makeId }: BranchCreation): Outcome {
  const [node] = nodes;
  if (!node || place.parentId === rootId) return refuse('notAllowed');
  const added = { ...layout, ...Object.fromEntries(nodes.map((one) => [one.id, one])) };
  const minWidth = minWidthOf(added, node.id);
  return settle(added, { node, branch: branchOf(added, node.id), place, makeId, minWidth, makesRoom: false });
}

/** Puts a new node at a place; tabs come with a first tab, and what needs a row gets one. */
export function createNode(layout: Layout, { node, place, makeId, makesRoom = false }: Creation): Outcome {
  if (place.parentId === rootId)
    return node.type === 'TABS' ? createTopTabs(layout, { node, makeId }) : refuse('notAllowed');
  const tab = node.type === 'TABS' ? newNode('TAB', makeId('TAB')) : undefined;
  const whole = tab ? { ...node, children: [tab.id] } : node;
  const added = { [whole.id]: whole, ...(tab ? { [tab.id]: tab } : {}) };
  const branch: BranchShape = { type: node.type, children: tab ? [{ type: 'TAB', children: [] }] : [] };
  return settle({ ...layout, ...added }, { node: whole, branch, place, makeId, minWidth: 1, makesRoom });
}

interface Settlement {
  readonly node: LayoutNode;
  readonly branch: BranchShape;
  readonly place: Place;
  readonly makeId: MakeId;
  readonly minWidth: number;
  readonly makesRoom: boolean;
}

/** Brings a node that is in the map, but in no one's children, to its place. */
function settle(layout: Layout, settlement: Settlement): Outcome {
  const { node, branch, place, makeId } = settlement;
  const parent = layout[place.parentId];
  // Under top-level tabs the grid stands outside the tree.
  const isLoose = parent?.id === gridId && !getNode(layout, rootId).children.includes(gridId);
  if (!parent || isLoose) return refuse('notAllowed');
  const inRow: BranchShape = { type: 'ROW', children: [branch] };
  const needsRow = isWrappedInRow(parent.type, node.type) && canHold(layout, parent.id, inRow);
  if (!canHold(layout, parent.id, needsRow ? inRow : branch)) return refuse('notAllowed');
  const fitted = fitInto(layout, parent.id, settlement);
  if (!fitted) return refuse('noSpace');
  const sized = hasWidth(node.type) ? withMeta(fitted.layout, node.id, { width: fitted.width }) : fitted.layout;
  if (!needsRow) return done(withChildren(sized, parent.id, insertAt(parent.children, node.id, place.index)));
  const row = { ...newNode('ROW', makeId('ROW')), children: [node.id] };
  const withRow = { ...sized, [row.id]: row };
  return done(withChildren(withRow, parent.id, insertAt(parent.children, row.id, place.index)));
}

/** Less than this is no help where others can give way. */
const usefulWidth = 3;

/** The columns that a node gets, and the layout in which they are free. */
function fitInto(layout: Layout, parentId: string, { node, minWidth, makesRoom }: Settlement): MadeRoom | undefined {
  const wanted = wantedWidth(layout, node, minWidth);
  const width = fitWidth({ width: wanted, minWidth, free: freeOf(layout, parentId) });
  const isEnough = width !== undefined && width >= Math.min(wanted, usefulWidth);
  const isCrowded = makesRoom && !isEnough && hasWidth(node.type) && layout[parentId]?.type === 'ROW';
  const made = isCrowded ? makeRoom(layout, parentId, { width: wanted, minWidth }) : undefined;
  return made ?? (width === undefined ? undefined : { layout, width });
}

function wantedWidth(layout: Layout, node: LayoutNode, minWidth: number): number {
  if (hasWidth(node.type)) return widthOf(node);
  return node.type === 'ROW' || layout[node.id]?.children.length ? minWidth : 0;
}

interface TopTabs {
  readonly node: LayoutNode;
  readonly makeId: MakeId;
}

/** Tabs over the whole dashboard: what was in the grid moves into the first tab, the grid stays, empty. */
function createTopTabs(layout: Layout, { node, makeId }: TopTabs): Outcome {
  if (getNode(layout, rootId).children[0] !== gridId) return refuse('notAllowed');
  const tab = { ...newNode('TAB', makeId('TAB')), children: getNode(layout, gridId).children };
  const next = { ...layout, [node.id]: { ...node, children: [tab.id] }, [tab.id]: tab };
  return done(withChildren(withChildren(next, gridId, []), rootId, [node.id]));
}

export interface Move {
  readonly id: string;
  readonly place: Place;
  readonly makeId: MakeId;
  /** What stands in a full row gives way instead of refusing. */
  readonly makesRoom?: boolean;
}

/** Moves a branch; a row or tabs that it leaves empty go away. */
export function moveNode(layout: Layout, { id, place, makeId, makesRoom = false }: Move): Outcome {
  const node = layout[id];
  const fromId = parentIdOf(layout, id);
  if (!node || !fromId || isInBranch(layout, place.parentId, id)) return refuse('notAllowed');
  if (place.parentId === rootId) return node.type === 'TABS' ? raiseTabs(layout, id) : refuse('notAllowed');
  if (fromId === place.parentId) return reorder(layout, { id, place, makeId });
  if (isTopTab(layout, id) && layout[place.parentId]?.type === 'TABS') return refuse('topLevelTab');
  if (fromId === rootId) return refuse('notAllowed');
  const minWidth = minWidthOf(layout, id);
  const lifted = withParents(
    withChildren(
      layout,
      fromId,
      getNode(layout, fromId).children.filter((child) => child !== id),
    ),
  );
  const outcome = settle(lifted, { node, branch: branchOf(layout, id), place, makeId, minWidth, makesRoom });
  return outcome.isDone ? done(withoutEmptied(outcome.layout, fromId)) : outcome;
}

function reorder(layout: Layout, { id, place }: Move): Outcome {
  const { children } = getNode(layout, place.parentId);
  const before = children.indexOf(id);
  const index = before < place.index ? place.index - 1 : place.index;
  const rest = children.filter((child) => child !== id);
  return done(withChildren(layout, place.parentId, insertAt(rest, id, index)));
}

/** Nested tabs become the dashboard's own; the rest of the grid goes below what the first tab holds. */
function raiseTabs(layout: Layout, id: string): Outcome {
  const fromId = parentIdOf(layout, id);
  if (fromId !== gridId) return refuse('notAllowed');
  const { children } = getNode(layout, id);
  const firstId = children[0];
  if (!firstId) return refuse('notAllowed');
  const others = getNode(layout, gridId).children.filter((child) => child !== id);
  const first = withChildren(layout, firstId, [...getNode(layout, firstId).children, ...others]);
  return done(withChildren(withChildren(first, gridId, []), rootId, [id]));
}

function isTopTab(layout: Layout, id: string): boolean {
  const node = layout[id];
  return node?.type === 'TAB' && node.parents.length === 2 && node.parents[0] === rootId;
}

/** Rows and tabs make no sense without children. */
function withoutEmptied(layout: Layout, id: string): Layout {
  const node = layout[id];
  const isNeedless = (node?.type === 'ROW' || node?.type === 'TABS') && node.children.length === 0;
  if (!isNeedless) return layout;
  const parentId = parentIdOf(layout, id);
  const rest = withoutBranch(layout, id);
  return parentId ? withoutEmptied(rest, parentId) : rest;
}

/** Deletes a branch; deleting the last child of a row or of tabs deletes these too. Tabs over all give back what they held. */
export function deleteNode(layout: Layout, id: string): Outcome {
  const parentId = parentIdOf(layout, id);
  if (!layout[id] || !parentId || id === gridId) return refuse('notAllowed');
  if (parentId === rootId) return deleteTopTabs(layout, id);
  const isLastTopTab = isTopTab(layout, id) && getNode(layout, parentId).children.length === 1;
  if (isLastTopTab) return deleteTopTabs(layout, parentId);
  return done(withoutEmptied(withoutBranch(layout, id), parentId));
}

/** The layout without some charts, and without the rows and columns that they leave empty. */
export function withoutCharts(layout: Layout, chartIds: ReadonlySet<number>): Layout {
  const nodes = Object.values(layout).filter((node) => node.type === 'CHART' && chartIds.has(node.meta.chartId ?? -1));
  return nodes.reduce((current, { id }) => {
    const outcome = deleteNode(current, id);
    return 'layout' in outcome ? outcome.layout : current;
  }, layout);
}

function deleteTopTabs(layout: Layout, tabsId: string): Outcome {
  const tabs = getNode(layout, tabsId).children;
  const kept = tabs.flatMap((tab) => getNode(layout, tab).children);
  const gone = new Set([tabsId, ...tabs]);
  const rest = Object.fromEntries(Object.entries(layout).filter(([id]) => !gone.has(id)));
  const grid = rest[gridId] ?? newNode('GRID', gridId);
  const next = { ...rest, [gridId]: { ...grid, children: [...grid.children, ...kept] } };
  return done(withChildren(next, rootId, [gridId]));
}

export interface Resize {
  readonly id: string;
  readonly width?: number;
  readonly height?: number;
}

/** Gives a node another size, within what its contents need and its row has left. */
export function resizeNode(layout: Layout, { id, width, height }: Resize): Outcome {
  const node = layout[id];
  if (!node || !hasWidth(node.type)) return refuse('notAllowed');
  const limits = widthLimits(layout, id);
  const change: LayoutMeta = {
    ...(width === undefined ? {} : { width: clamp(width, limits.min, limits.max) }),
    ...(height === undefined || !hasHeight(node.type) ? {} : { height: clamp(height, minHeight, maxHeight) }),
  };
  return done(withMeta(layout, id, change));
}

/** Changes what a node says of itself: texts, names, background; sizes go through `resizeNode`. */
export function changeMeta(layout: Layout, id: string, change: LayoutMeta): Outcome {
  if (!layout[id]) return refuse('notAllowed');
  const { width: _width, height: _height, ...rest } = change;
  return done(withMeta(layout, id, rest));
}

function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(max, Math.round(value)));
}
