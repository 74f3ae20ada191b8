import { hasHeight, hasWidth, type Layout, type LayoutNode, maxHeight, minHeight, rootId, unitPx } from './nodes.ts';
import { createBranch, deleteNode, type MakeId, moveNode, type Outcome, type Place } from './operations.ts';
import { squeezeInto } from './shrinking.ts';
import { branchIds, getNode, isInBranch, parentIdOf, withMeta } from './tree.ts';
import { freeOf, minWidthOf, roomOf, widthOf } from './widths.ts';

/** Parts in reading order, without those that lie in others of them. */
export function topParts(layout: Layout, ids: readonly string[]): readonly string[] {
  const known = ids.filter((id) => layout[id]);
  const top = known.filter((id) => !known.some((other) => other !== id && isInBranch(layout, id, other)));
  const order = new Map(branchIds(layout, rootId).map((id, at) => [id, at]));
  return [...new Set(top)].sort((left, right) => (order.get(left) ?? 0) - (order.get(right) ?? 0));
}

/** Deletes several branches. */
export function deleteNodes(layout: Layout, ids: readonly string[]): Outcome {
  return eachOf(layout, topParts(layout, ids), (current, id) =>
    current[id] ? deleteNode(current, id) : { isDone: true, layout: current },
  );
}

export interface ManyMoved {
  readonly ids: readonly string[];
  readonly place: Place;
  readonly makeId: MakeId;
  /** What stands in a full row gives way; without it they go on in the next row. */
  readonly makesRoom?: boolean;
}

/** Moves several parts to one place: the first as if alone, each other one behind the one before it. */
export function moveNodes(layout: Layout, { ids, place, makeId, makesRoom = true }: ManyMoved): Outcome {
  const parts = topParts(layout, ids);
  if (parts.some((id) => isInBranch(layout, place.parentId, id))) return { isDone: false, refusal: 'notAllowed' };
  const crowd = parts.length > 1 && makesRoom ? crowdOf(layout, parts, place.parentId) : [];
  const start = (crowd.length > 0 ? squeezeInto(layout, place.parentId, crowd) : undefined) ?? layout;
  let last: string | undefined;
  return eachOf(start, parts, (current, id) => {
    const before = last;
    last = id;
    if (!before) return moveNode(current, { id, place, makeId, makesRoom });
    return putBehind(current, before, {
      node: getNode(current, id),
      put: (at) => moveNode(current, { id, place: at, makeId }),
    });
  });
}

/** Those of some parts that come into a row that has no room for all of them. */
function crowdOf(layout: Layout, ids: readonly string[], rowId: string): readonly string[] {
  if (layout[rowId]?.type !== 'ROW') return [];
  const comers = ids.filter((id) => parentIdOf(layout, id) !== rowId);
  const isFitting = comers.every((id) => hasWidth(getNode(layout, id).type));
  return isFitting && !hasRoomFor(layout, ids, rowId) ? comers : [];
}

/** Whether all of them stand beside each other in a container as wide as they are. */
export function hasRoomFor(layout: Layout, ids: readonly string[], parentId: string): boolean {
  if (layout[parentId]?.type !== 'ROW') return true;
  const comers = ids.filter((id) => parentIdOf(layout, id) !== parentId);
  return comers.reduce((sum, id) => sum + widthOf(getNode(layout, id)), 0) <= freeOf(layout, parentId);
}

/** Parts taken along to be put elsewhere: each with all below it. */
export type Clip = readonly (readonly LayoutNode[])[];

export function clipOf(layout: Layout, ids: readonly string[]): Clip {
  return topParts(layout, ids).map((id) => branchIds(layout, id).map((one) => getNode(layout, one)));
}

export interface Pasting {
  readonly clip: Clip;
  /** Behind this part, or at the end of this container. */
  readonly behindId: string | null;
  readonly containerId: string;
  readonly makeId: MakeId;
}

export type Pasted = Outcome & { readonly ids: readonly string[] };

/** Puts copies of what was taken along into the layout, with ids of their own. */
export function pasteClip(layout: Layout, { clip, behindId, containerId, makeId }: Pasting): Pasted {
  const copies = clip.map((nodes) => withNewIds(nodes, makeId)).filter((nodes) => nodes.length > 0);
  let last = behindId && layout[behindId] ? behindId : undefined;
  const outcome = eachOf(layout, copies, (current, nodes) => {
    const [node] = nodes;
    if (!node) return { isDone: true, layout: current };
    const put = (place: Place) => createBranch(current, { nodes, place, makeId });
    const before = last;
    last = node.id;
    const end = { parentId: containerId, index: current[containerId]?.children.length ?? 0 };
    return before ? putBehind(current, before, { node, put }) : put(end);
  });
  return { ...outcome, ids: copies.flatMap((nodes) => nodes.slice(0, 1).map(({ id }) => id)) };
}

function withNewIds(nodes: readonly LayoutNode[], makeId: MakeId): readonly LayoutNode[] {
  const ids = new Map(nodes.map((node) => [node.id, makeId(node.type)]));
  const renamed = (id: string) => ids.get(id) ?? id;
  return nodes.map((node) => ({ ...node, id: renamed(node.id), parents: [], children: node.children.map(renamed) }));
}

interface Behind {
  readonly node: LayoutNode;
  readonly put: (place: Place) => Outcome;
}

/** Directly behind a part where there is room, else behind the row or column that it stands in. */
function putBehind(layout: Layout, id: string, { node, put }: Behind): Outcome {
  const parent = layout[parentIdOf(layout, id) ?? ''];
  if (!parent) return { isDone: false, refusal: 'notAllowed' };
  const isThere = parentIdOf(layout, node.id) === parent.id;
  const hasRoom = parent.type !== 'ROW' || isThere || freeOf(layout, parent.id) >= widthOf(node);
  const outcome = hasRoom ? put({ parentId: parent.id, index: parent.children.indexOf(id) + 1 }) : undefined;
  return outcome?.isDone ? outcome : putBehind(layout, parent.id, { node, put });
}

/** The parts named share equally what the others of their row leave. */
export function withEqualWidths(layout: Layout, ids: readonly string[]): Outcome {
  return withSharedWidths(layout, ids, () => 1);
}

/** The parts named share what the others of their row leave, each as much as it has now. */
export function withFilledRow(layout: Layout, ids: readonly string[]): Outcome {
  return withSharedWidths(layout, ids, widthOf);
}

function withSharedWidths(layout: Layout, ids: readonly string[], weightOf: (node: LayoutNode) => number): Outcome {
  const rowId = sharedRow(layout, ids);
  if (!rowId) return { isDone: false, refusal: 'notAllowed' };
  const row = getNode(layout, rowId).children.map((id) => getNode(layout, id));
  const others = row.filter(({ id }) => !ids.includes(id)).reduce((sum, node) => sum + widthOf(node), 0);
  const parts = row.filter(({ id }) => ids.includes(id));
  const widths = sharesOf(roomOf(layout, rowId) - others, parts.map(weightOf));
  const sized = parts.map((node, at) => ({ ...node, meta: { ...node.meta, width: widths[at] ?? 1 } }));
  const next = { ...layout, ...Object.fromEntries(sized.map((node) => [node.id, node])) };
  const isTooNarrow = sized.some((node) => widthOf(node) < minWidthOf(layout, node.id));
  return isTooNarrow ? { isDone: false, refusal: 'noSpace' } : { isDone: true, layout: next };
}

/** A whole number divided by weights into whole numbers; what is left over goes to the first. */
function sharesOf(total: number, weights: readonly number[]): readonly number[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const shares = weights.map((weight) => Math.floor((total * weight) / all));
  const rest = total - shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share, at) => share + (at < rest ? 1 : 0));
}

/** The parts named become as high as the tallest of them; what stands in a column grows until it fills it. */
export function withEqualHeights(layout: Layout, ids: readonly string[]): Outcome {
  const parts = topParts(layout, ids).filter((id) => filledHeight(layout, id) !== null);
  if (parts.length < 2) return { isDone: false, refusal: 'notAllowed' };
  const height = Math.ceil(Math.max(...parts.map((id) => filledHeight(layout, id) ?? 0)));
  return { isDone: true, layout: parts.reduce((current, id) => withFilledHeight(current, id, height), layout) };
}

/** Units between two parts of a column. */
const gapUnits = 12 / unitPx;

/** The height of a chart or a text, or of a column that holds nothing else; null for what has none to be set. */
function filledHeight(layout: Layout, id: string): number | null {
  const { type, meta, children } = getNode(layout, id);
  if (hasHeight(type)) return meta.height ?? 0;
  const isFilled = type === 'COLUMN' && children.length > 0;
  if (!isFilled || children.some((child) => !hasHeight(getNode(layout, child).type))) return null;
  return children.reduce((sum, child) => sum + (filledHeight(layout, child) ?? 0), gapUnits * (children.length - 1));
}

function withFilledHeight(layout: Layout, id: string, height: number): Layout {
  const { type, children } = getNode(layout, id);
  if (type !== 'COLUMN') return withMeta(layout, id, { height: Math.min(maxHeight, height) });
  const total = Math.floor(height - gapUnits * (children.length - 1));
  const shares = sharesOf(
    total,
    children.map((child) => filledHeight(layout, child) ?? 0),
  );
  return children.reduce((current, child, at) => withFilledHeight(current, child, shares[at] ?? minHeight), layout);
}

/** The row in which all of them stand, if it is one. */
export function sharedRow(layout: Layout, ids: readonly string[]): string | undefined {
  const rows = new Set(ids.map((id) => parentIdOf(layout, id)));
  const [rowId] = rows;
  return rows.size === 1 && rowId && layout[rowId]?.type === 'ROW' && ids.length > 1 ? rowId : undefined;
}

function eachOf<Item>(layout: Layout, items: readonly Item[], step: (layout: Layout, item: Item) => Outcome): Outcome {
  let current = layout;
  for (const item of items) {
    const outcome = step(current, item);
    if (!outcome.isDone) return outcome;
    current = outcome.layout;
  }
  return { isDone: true, layout: current };
}
