import { moveNodes, topParts } from './many.ts';
import { type Layout, type LayoutNode, newNode } from './nodes.ts';
import { createNode, type MakeId, moveNode, type Outcome, type Place, type Refusal } from './operations.ts';
import { getNode, parentIdOf } from './tree.ts';
import { roomOf, widthOf } from './widths.ts';

/** What is being dropped: a part of the layout, or a new one. */
export interface Dropped {
  readonly id: string | null;
  readonly node: LayoutNode;
  /** All that are dragged together. */
  readonly ids?: readonly string[];
}

/** Where a drop would come to stand. */
export interface Landing {
  /** The row that is already there and takes it; null where it stands by itself. */
  readonly rowId: string | null;
  /** Columns before it in its row. */
  readonly start: number;
  /** Columns that it gets; null for what has no width of its own. */
  readonly width: number | null;
  readonly room: number;
  readonly height: number;
  /** Others in the row give way. */
  readonly isShrinking: boolean;
}

export type Foresight =
  | { readonly isDone: true; readonly landing: Landing }
  | { readonly isDone: false; readonly refusal: Refusal };

/** What a drop would come to, without doing it. */
export function foresee(layout: Layout, { id, node, ids = [] }: Dropped, place: Place): Foresight {
  const makeId = countedIds();
  const asked = { place, makeId, makesRoom: true };
  if (ids.length > 1) return foreseeMany(layout, moveNodes(layout, { ids, ...asked }), topParts(layout, ids));
  const outcome: Outcome = id ? moveNode(layout, { id, ...asked }) : createNode(layout, { node, ...asked });
  if (!outcome.isDone) return outcome;
  return { isDone: true, landing: landingOf(layout, outcome.layout, id ?? node.id) };
}

/** The place of those that come to stand beside the first. */
function foreseeMany(before: Layout, outcome: Outcome, ids: readonly string[]): Foresight {
  const [first = ''] = ids;
  if (!outcome.isDone) return outcome;
  const after = outcome.layout;
  const landing = landingOf(before, after, first);
  const beside = ids.filter((id) => parentIdOf(after, id) === parentIdOf(after, first)).map((id) => getNode(after, id));
  const width = landing.width === null ? null : beside.reduce((sum, node) => sum + widthOf(node), 0);
  const height = Math.max(...beside.map((node) => node.meta.height ?? 0));
  const row = landing.rowId ? getNode(after, landing.rowId).children : [];
  const others = row.filter((id) => !ids.includes(id)).map((id) => getNode(after, id));
  return { isDone: true, landing: { ...landing, width, height, isShrinking: isAnyResized(before, others) } };
}

function isAnyResized(before: Layout, parts: readonly LayoutNode[]): boolean {
  return parts.some((part) => widthOf(part) !== widthOf(before[part.id] ?? part));
}

function countedIds(): MakeId {
  let count = 0;
  return (type) => {
    count += 1;
    return `${type}-foreseen-${count}`;
  };
}

function landingOf(before: Layout, after: Layout, id: string): Landing {
  const node = after[id] ?? newNode('DIVIDER', id);
  const parentId = parentIdOf(after, id);
  const parent = parentId ? after[parentId] : undefined;
  const own = { width: 'width' in node.meta ? widthOf(node) : null, height: node.meta.height ?? 0 };
  const room = parent ? roomOf(after, parent.id) : 0;
  if (parent?.type !== 'ROW' || !before[parent.id]) return { rowId: null, start: 0, room, isShrinking: false, ...own };
  const siblings = parent.children.map((child) => getNode(after, child));
  const at = parent.children.indexOf(id);
  return {
    rowId: parent.id,
    start: siblings.slice(0, at).reduce((sum, sibling) => sum + widthOf(sibling), 0),
    room,
    isShrinking: isAnyResized(
      before,
      siblings.filter((one) => one.id !== id),
    ),
    ...own,
  };
}
