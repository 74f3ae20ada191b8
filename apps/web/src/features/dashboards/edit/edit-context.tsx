import { toasts } from '@powerset/ui';
import { createContext, type KeyboardEvent, useCallback, useContext, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { useT } from '../../../i18n/index.ts';
import { chartsInScope, type FilterEntry, isFilter } from '../filters/index.ts';
import {
  changeMeta,
  createNode,
  type Layout,
  type LayoutAction,
  type LayoutMeta,
  type LayoutNode,
  moveNode,
  type Outcome,
  type Place,
  type Resize,
  refusals,
  resizeInRow,
} from '../layout/index.ts';
import { layoutOf, makeNodeId, useOpenDashboard } from '../state/index.ts';
import type { EditState, EditStore } from './edit-store.ts';
import type { PartsEditing } from './use-parts-editing.ts';

interface EditTools {
  readonly store: EditStore;
  readonly onNodeKey: (event: KeyboardEvent, node: LayoutNode, name: string) => void;
  readonly parts: PartsEditing;
}

const EditContext = createContext<EditTools | null>(null);
export const EditProvider = EditContext.Provider;

function useEditTools(): EditTools {
  const tools = useContext(EditContext);
  if (!tools) throw new Error('This belongs inside an EditProvider.');
  return tools;
}

/** A part of what is in hand; the component draws anew when that part changes, and not with every step of a drag. */
export function useEdit<Part>(pick: (state: EditState) => Part): Part {
  return useStore(useEditTools().store, pick);
}

export function useEditStore(): EditStore {
  return useEditTools().store;
}

/** A part of the layout as the canvas shows it: with an edge that is being pulled. */
export function useShownLayout<Part>(pick: (layout: Layout) => Part): Part {
  const edit = useEditStore();
  const { store } = useOpenDashboard();
  const subscribe = useCallback(
    (onChange: () => void) => {
      const stops = [edit.subscribe(onChange), store.subscribe(onChange)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    [edit, store],
  );
  return useSyncExternalStore(subscribe, () => pick(edit.getState().preview ?? layoutOf(store.getState())));
}

/** What is done to all parts that are picked. */
export function usePicked(): PartsEditing {
  return useEditTools().parts;
}

/** What keys do to a part of the canvas. */
export function useNodeKeys(): EditTools['onNodeKey'] {
  return useEditTools().onNodeKey;
}

/** Operations on the layout; one that is refused says why. */
export interface LayoutEditing {
  readonly create: (node: LayoutNode, place: Place) => boolean;
  readonly move: (id: string, place: Place) => boolean;
  readonly resize: (change: Resize) => void;
  readonly change: (id: string, meta: LayoutMeta) => void;
}

export function useLayoutEditing(): LayoutEditing {
  const t = useT();
  const { store } = useOpenDashboard();
  const take = useCallback(
    (outcome: Outcome, action: LayoutAction): boolean => {
      if (!outcome.isDone) {
        toasts.warning(t(refusals[outcome.refusal]), { isUnique: true });
        return false;
      }
      store.getState().setLayout(outcome.layout, action);
      return true;
    },
    [store, t],
  );
  const now = () => layoutOf(store.getState());
  const warn = useScopeWarning();
  return {
    create: (node, place) =>
      take(createNode(now(), { node, place, makeId: makeNodeId, makesRoom: true }), 'CREATE_COMPONENT'),
    move: (id, place) => {
      const before = now();
      const isDone = take(moveNode(before, { id, place, makeId: makeNodeId, makesRoom: true }), 'MOVE_COMPONENT');
      if (isDone) warn(before, now(), [id]);
      return isDone;
    },
    resize: (change) => void take(resizeInRow(now(), change), 'RESIZE_COMPONENT'),
    change: (id, meta) => void take(changeMeta(now(), id, meta), 'UPDATE_COMPONENTS'),
  };
}

/** Says so when a move took one of some charts out of a filter's reach, or into it. */
export function useScopeWarning(): (before: Layout, after: Layout, ids: readonly string[]) => void {
  const t = useT();
  const { store } = useOpenDashboard();
  return useCallback(
    (before, after, ids) => {
      const { filters } = store.getState();
      if (ids.some((id) => hasChangedScope(before, after, { id, filters })))
        toasts.warning(t('This chart has been moved to a different filter scope.'));
    },
    [store, t],
  );
}

interface ScopeQuestion {
  readonly id: string;
  readonly filters: readonly FilterEntry[];
}

/** A chart that a filter reached before a move and not after it, or the other way round. */
function hasChangedScope(before: Layout, after: Layout, { id, filters }: ScopeQuestion): boolean {
  const chartId = before[id]?.meta.chartId;
  if (chartId === undefined) return false;
  const reaching = (layout: Layout) =>
    filters.filter(isFilter).map((filter) => chartsInScope(layout, filter.scope).includes(chartId));
  return reaching(before).join() !== reaching(after).join();
}
