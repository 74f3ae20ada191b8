import {
  hasRoomFor,
  type Layout,
  type LayoutNode,
  type MakeId,
  moveNodes,
  type Place,
  parentIdOf,
  topParts,
} from '../layout/index.ts';

const arrowKeys = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'] as const;
export type ArrowKey = (typeof arrowKeys)[number];

export function toArrowKey(key: string): ArrowKey | undefined {
  return arrowKeys.find((arrow) => arrow === key);
}

interface Spot {
  readonly layout: Layout;
  /** Of those that are moved the one that goes ahead. */
  readonly node: LayoutNode;
  readonly parent: LayoutNode;
  readonly ids: readonly string[];
  readonly isBack: boolean;
}

/** Where an arrow key may take parts, the nearest place first. */
function placesByKey(layout: Layout, ids: readonly string[], key: ArrowKey): readonly Place[] {
  const isBack = key === 'ArrowUp' || key === 'ArrowLeft';
  const id = ids.at(isBack ? 0 : -1) ?? '';
  const node = layout[id];
  const parent = layout[parentIdOf(layout, id) ?? ''];
  if (!node || !parent) return [];
  const spot: Spot = { layout, node, parent, ids, isBack };
  const isSideways = key === 'ArrowLeft' || key === 'ArrowRight';
  if (parent.type === 'TABS') return isSideways ? amongSiblings(spot) : [];
  if (parent.type === 'ROW') return isSideways ? amongSiblings(spot) : outOfRow(spot);
  return isSideways ? outOfColumn(spot) : amongSiblings(spot);
}

/** Past the next sibling; into it first, when it holds parts and is no row of its own kind. */
function amongSiblings({ layout, node, parent, isBack }: Spot): readonly Place[] {
  const at = parent.children.indexOf(node.id);
  const next = layout[parent.children[at + (isBack ? -1 : 1)] ?? ''];
  if (!next) return [];
  const past = { parentId: parent.id, index: isBack ? at - 1 : at + 2 };
  const isEntered = (parent.type === 'ROW' && next.type === 'COLUMN') || (next.type === 'ROW' && node.type !== 'ROW');
  return isEntered ? [{ parentId: next.id, index: isBack ? next.children.length : 0 }, past] : [past];
}

/** Out of a row that holds others into a row of their own; alone in their row, into the next row, or past it. */
function outOfRow({ layout, parent, ids, isBack }: Spot): readonly Place[] {
  const outer = layout[parentIdOf(layout, parent.id) ?? ''];
  if (!outer) return [];
  const at = outer.children.indexOf(parent.id);
  if (parent.children.some((child) => !ids.includes(child)))
    return [{ parentId: outer.id, index: isBack ? at : at + 1 }];
  const next = layout[outer.children[at + (isBack ? -1 : 1)] ?? ''];
  if (!next) return [];
  const past = { parentId: outer.id, index: isBack ? at - 1 : at + 2 };
  return next.type === 'ROW' ? [{ parentId: next.id, index: next.children.length }, past] : [past];
}

/** Out of a column, beside it. */
function outOfColumn({ layout, parent, isBack }: Spot): readonly Place[] {
  const outer = layout[parentIdOf(layout, parent.id) ?? ''];
  if (parent.type !== 'COLUMN' || outer?.type !== 'ROW') return [];
  const at = outer.children.indexOf(parent.id);
  return [{ parentId: outer.id, index: isBack ? at : at + 1 }];
}

export interface KeyMove {
  readonly ids: readonly string[];
  readonly key: ArrowKey;
  readonly makeId: MakeId;
  /** Parts of a full row give way; without it those that are moved pass by. */
  readonly makesRoom?: boolean;
}

/** The layout after an arrow key: the first place that takes all parts; undefined when none does. */
export function moveByKey(layout: Layout, { ids, key, makeId, makesRoom = false }: KeyMove): Layout | undefined {
  const parts = topParts(layout, ids);
  for (const place of placesByKey(layout, parts, key)) {
    const isPassedBy = parts.length > 1 && !makesRoom && !hasRoomFor(layout, parts, place.parentId);
    if (isPassedBy) continue;
    const outcome = moveNodes(layout, { ids: parts, place, makeId, makesRoom });
    if (outcome.isDone) return outcome.layout;
  }
  return undefined;
}

export interface PartPosition {
  readonly place: number;
  readonly count: number;
  /** How many rows its row is one of, when it stands in a row. */
  readonly row: { readonly place: number; readonly count: number } | null;
}

/** Where a part stands, for who cannot see it. */
export function positionOfPart(layout: Layout, id: string): PartPosition {
  const parent = layout[parentIdOf(layout, id) ?? ''];
  const outer = parent?.type === 'ROW' ? layout[parentIdOf(layout, parent.id) ?? ''] : undefined;
  return {
    place: (parent?.children.indexOf(id) ?? 0) + 1,
    count: parent?.children.length ?? 1,
    row: parent && outer ? { place: outer.children.indexOf(parent.id) + 1, count: outer.children.length } : null,
  };
}
