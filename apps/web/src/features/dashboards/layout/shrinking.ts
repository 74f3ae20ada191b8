import type { Layout, LayoutNode } from './nodes.ts';
import { getNode, withMeta } from './tree.ts';
import { freeOf, minWidthOf, roomOf, widthOf } from './widths.ts';

/** Cards of one column cannot be read. */
const readableWidth = 2;

/** The least columns that a part is shrunk to when another one needs room. */
export function leastWidth(layout: Layout, node: LayoutNode): number {
  return Math.max(minWidthOf(layout, node.id), Math.min(widthOf(node), readableWidth));
}

export interface RoomRequest {
  readonly width: number;
  readonly minWidth: number;
  /** How many parts come; one where nothing is said. */
  readonly count?: number;
}

export interface MadeRoom {
  readonly layout: Layout;
  readonly width: number;
}

/** Shrinks what stands in a row, each part by its share, so that another one fits; undefined when they cannot give way. */
export function makeRoom(
  layout: Layout,
  rowId: string,
  { width, minWidth, count = 1 }: RoomRequest,
): MadeRoom | undefined {
  const room = roomOf(layout, rowId);
  const parts = getNode(layout, rowId).children.map((id) => getNode(layout, id));
  const widths = parts.map(widthOf);
  const least = parts.map((part) => leastWidth(layout, part));
  const most = room - sumOf(least);
  const fair = Math.max(Math.floor((room * count) / (parts.length + count)), freeOf(layout, rowId), minWidth);
  const granted = Math.min(width, fair, most);
  if (granted < Math.max(minWidth, Math.min(width, readableWidth * count))) return undefined;
  const shrunk = shrinkTo(widths, least, room - granted);
  return {
    layout: parts.reduce((next, part, at) => withWidth(next, part, shrunk[at] ?? 1), layout),
    width: granted,
  };
}

function withWidth(layout: Layout, node: LayoutNode, width: number): Layout {
  return widthOf(node) === width ? layout : withMeta(layout, node.id, { width });
}

/** Several parts that come into a row that has no room for them: they and those in it give way; undefined when they cannot. */
export function squeezeInto(layout: Layout, rowId: string, ids: readonly string[]): Layout | undefined {
  const comers = ids.map((id) => getNode(layout, id));
  const widths = comers.map(widthOf);
  const least = comers.map((part) => leastWidth(layout, part));
  const made = makeRoom(layout, rowId, { width: sumOf(widths), minWidth: sumOf(least), count: comers.length });
  if (!made) return undefined;
  const given = shrinkTo(widths, least, made.width);
  return comers.reduce((next, part, at) => withWidth(next, part, given[at] ?? 1), made.layout);
}

/** Takes column by column from the part that has most of what it had, until all fit. */
function shrinkTo(widths: readonly number[], least: readonly number[], total: number): readonly number[] {
  const now = [...widths];
  while (sumOf(now) > total) {
    const shares = now.map((width, at) => (width > (least[at] ?? 1) ? width / (widths[at] ?? 1) : 0));
    const at = shares.indexOf(Math.max(...shares));
    if (!shares[at]) break;
    now[at] = (now[at] ?? 1) - 1;
  }
  return now;
}

function sumOf(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0);
}
