import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Dragged, DropTarget } from '../layout/index.ts';

/** What is in hand on the canvas. */
export interface EditState {
  readonly pickedId: string | null;
  readonly dragged: Dragged | null;
  readonly drop: DropTarget | null;
  /** Lifted by the keyboard. */
  readonly liftedId: string | null;
  /** The text that is written, or the tab that is named. */
  readonly writingId: string | null;
}

export type EditStore = StoreApi<EditState>;

const nothingInHand: EditState = { pickedId: null, dragged: null, drop: null, liftedId: null, writingId: null };

export function createEditStore(): EditStore {
  return createStore<EditState>(() => nothingInHand);
}
