import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Dragged, DropTarget, Foresight, Layout } from '../layout/index.ts';

/** Where a drag would be dropped, and what that comes to. */
export interface Drop {
  readonly target: DropTarget;
  readonly foresight: Foresight;
}

export type BuilderPaneName = 'charts' | 'filters' | 'style';

/** What is in hand on the canvas. */
export interface EditState {
  readonly pickedId: string | null;
  readonly dragged: Dragged | null;
  readonly drop: Drop | null;
  /** The layout while an edge is pulled, before it counts. */
  readonly preview: Layout | null;
  readonly resizingId: string | null;
  /** Lifted by the keyboard. */
  readonly liftedId: string | null;
  /** The text that is written, or the tab that is named. */
  readonly writingId: string | null;
  readonly pane: BuilderPaneName;
  /** How often the search for charts was asked for: each time its field takes the focus. */
  readonly searches: number;
  /** Somebody begins with an empty page. */
  readonly isBegun: boolean;
}

export type EditStore = StoreApi<EditState>;

const nothingInHand: EditState = {
  pickedId: null,
  dragged: null,
  drop: null,
  preview: null,
  resizingId: null,
  liftedId: null,
  writingId: null,
  pane: 'charts',
  searches: 0,
  isBegun: false,
};

export function createEditStore(): EditStore {
  return createStore<EditState>(() => nothingInHand);
}
