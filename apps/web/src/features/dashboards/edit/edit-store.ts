import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Clip, type Dragged, type DropTarget, type Foresight, type Layout, topParts } from '../layout/index.ts';

/** Where a drag would be dropped, and what that comes to. */
export interface Drop {
  readonly target: DropTarget;
  readonly foresight: Foresight;
}

export interface EditedChart {
  readonly nodeId: string;
  readonly chartId: number;
  /** It was made here and is taken back when its settings are closed without having been taken. */
  readonly isNew: boolean;
}

export type BuilderPaneName = 'charts' | 'filters' | 'style';

/** What is in hand on the canvas. */
export interface EditState {
  /** Parts that are picked, in the order in which they were. */
  readonly picked: readonly string[];
  /** Several are being picked: the focus alone picks no other one. */
  readonly isGathering: boolean;
  /** What was copied. */
  readonly clip: Clip;
  readonly dragged: Dragged | null;
  readonly drop: Drop | null;
  /** The layout while an edge is pulled, before it counts. */
  readonly preview: Layout | null;
  readonly resizingId: string | null;
  /** Lifted by the keyboard. */
  readonly liftedIds: readonly string[];
  /** The text that is written, or the tab that is named. */
  readonly writingId: string | null;
  /** The chart whose settings stand beside the canvas. */
  readonly edited: EditedChart | null;
  readonly pane: BuilderPaneName;
  /** On phones what can be put on the canvas lies over it, until something was: the layout over which it was opened. */
  readonly builderOver: Layout | null;
  /** How often the search for charts was asked for: each time its field takes the focus. */
  readonly searches: number;
  /** Somebody begins with an empty page. */
  readonly isBegun: boolean;
}

export type EditStore = StoreApi<EditState>;

const nothingInHand: EditState = {
  picked: [],
  isGathering: false,
  clip: [],
  dragged: null,
  drop: null,
  preview: null,
  resizingId: null,
  liftedIds: [],
  writingId: null,
  edited: null,
  pane: 'charts',
  builderOver: null,
  searches: 0,
  isBegun: false,
};

export function createEditStore(): EditStore {
  return createStore<EditState>(() => nothingInHand);
}

/** Picks a part: alone, or with a key held beside those that are picked, or no longer. */
export function picking({ picked, isGathering }: EditState, id: string, isMany: boolean): Partial<EditState> {
  if (!isMany) return picked.length > 1 && picked.includes(id) ? {} : { picked: [id], isGathering: false };
  // The focus alone picked it: to be asked for it again means to begin with it.
  if (!isGathering && picked.length === 1 && picked[0] === id) return { isGathering: true };
  const next = picked.includes(id) ? picked.filter((one) => one !== id) : [...picked, id];
  return { picked: next, isGathering: next.length > 0 };
}

/** A part that is picked takes all others along that are. */
export function takenAlong({ picked }: Pick<EditState, 'picked'>, layout: Layout, id: string): readonly string[] {
  return picked.length > 1 && picked.includes(id) ? topParts(layout, picked) : [id];
}
