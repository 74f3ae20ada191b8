import { toasts } from '@powerset/ui';
import { useMemo } from 'react';
import { useT } from '../../../i18n/index.ts';
import { useListedKeys, useShortcut } from '../../../shell/index.ts';
import {
  type Clip,
  clipOf,
  deleteNode,
  deleteNodes,
  getNode,
  type Layout,
  type LayoutAction,
  moveNodes,
  nameOf,
  type Outcome,
  type Place,
  pasteClip,
  refusals,
  topParts,
  withEqualHeights,
  withEqualWidths,
  withFilledRow,
} from '../layout/index.ts';
import { layoutOf, makeNodeId, topNodeOf, useOpenDashboard } from '../state/index.ts';
import type { EditStore } from './edit-store.ts';
import type { SayRemoved } from './use-removal-message.ts';

export interface PartsEditing {
  readonly copy: () => void;
  readonly cut: () => void;
  readonly paste: () => void;
  readonly duplicate: () => void;
  readonly remove: () => void;
  /** One part, picked or not. */
  readonly removeOne: (id: string) => void;
  readonly evenWidths: () => void;
  readonly evenHeights: () => void;
  readonly fillRow: () => void;
  readonly pickAll: () => void;
  readonly clear: () => void;
  readonly move: (place: Place) => boolean;
}

/** What is done to all parts that are picked; each is one step that can be undone. */
export function usePartsEditing(edit: EditStore, sayRemoved: SayRemoved): PartsEditing {
  const t = useT();
  const { store } = useOpenDashboard();
  return useMemo(() => createPartsEditing({ edit, store, t, sayRemoved }), [edit, store, t, sayRemoved]);
}

interface Tools {
  readonly edit: EditStore;
  readonly store: ReturnType<typeof useOpenDashboard>['store'];
  readonly t: ReturnType<typeof useT>;
  readonly sayRemoved: SayRemoved;
}

function createPartsEditing(tools: Tools): PartsEditing {
  const { edit, store, t } = tools;
  const now = () => layoutOf(store.getState());
  const picked = () => topParts(now(), edit.getState().picked);
  const content = () => topNodeOf(store.getState()).contentId;
  const copy = () => {
    const ids = picked();
    if (ids.length > 0) edit.setState({ clip: clipOf(now(), ids) });
  };
  const put = (clip: Clip) => {
    if (clip.length === 0) return;
    const behindId = picked().at(-1) ?? null;
    const pasted = pasteClip(now(), { clip, behindId, containerId: content(), makeId: makeNodeId });
    if (take(tools, pasted, 'CREATE_COMPONENT'))
      edit.setState({ picked: pasted.ids, isGathering: pasted.ids.length > 1 });
  };
  const remove = () => {
    const ids = picked();
    const { deletions } = store.getState();
    if (ids.length === 0 || !take(tools, deleteNodes(now(), ids), 'DELETE_COMPONENT')) return;
    edit.setState({ picked: [], isGathering: false });
    const count = ids.length;
    tools.sayRemoved(count === 1 ? t('1 part was removed') : t('{{count}} parts were removed', { count }), deletions);
  };
  const removeOne = (id: string) => {
    const { deletions } = store.getState();
    const name = nameOf(getNode(now(), id), t);
    if (take(tools, deleteNode(now(), id), 'DELETE_COMPONENT'))
      tools.sayRemoved(t('{{name}} was removed', { name }), deletions);
  };
  const resize = (outcome: Outcome) => void take(tools, outcome, 'RESIZE_COMPONENT');
  const move = (place: Place) => moveNodes(now(), { ids: picked(), place, makeId: makeNodeId });
  return {
    copy,
    cut: () => {
      copy();
      remove();
    },
    paste: () => put(edit.getState().clip),
    duplicate: () => put(clipOf(now(), picked())),
    remove,
    removeOne,
    evenWidths: () => resize(withEqualWidths(now(), picked())),
    evenHeights: () => resize(withEqualHeights(now(), picked())),
    fillRow: () => resize(withFilledRow(now(), picked())),
    pickAll: () => edit.setState({ picked: partsIn(now(), content()), isGathering: true }),
    clear: () => edit.setState({ picked: [], isGathering: false }),
    move: (place) => take(tools, move(place), 'MOVE_COMPONENT'),
  };
}

function take({ store, t }: Tools, outcome: Outcome, action: LayoutAction): boolean {
  if (outcome.isDone) store.getState().setLayout(outcome.layout, action);
  else toasts.warning(t(refusals[outcome.refusal]), { isUnique: true });
  return outcome.isDone;
}

/** The parts of a container that are no rows: what stands in a row counts instead. */
function partsIn(layout: Layout, id: string): readonly string[] {
  const children = layout[id]?.children ?? [];
  return children.flatMap((child) => (layout[child]?.type === 'ROW' ? partsIn(layout, child) : [child]));
}

export function usePartsKeys({ copy, cut, paste, duplicate, pickAll }: PartsEditing): void {
  const t = useT();
  const group = t('Dashboard');
  useShortcut({ keys: 'Ctrl c', label: t('Copy parts'), group, run: copy });
  useShortcut({ keys: 'Ctrl x', label: t('Cut parts'), group, run: cut });
  useShortcut({ keys: 'Ctrl v', label: t('Paste parts'), group, run: paste });
  useShortcut({ keys: 'Ctrl d', label: t('Duplicate parts'), group, run: duplicate });
  useShortcut({ keys: 'Ctrl a', label: t('Pick all parts'), group, run: pickAll });
  useListedKeys({ keys: 'X', label: t('Pick the part, or leave it'), group });
  useListedKeys({ keys: 'Space', label: t('Lift the part, to move it with the arrow keys'), group });
  useListedKeys({ keys: 'Delete', label: t('Remove parts'), group });
  useListedKeys({ keys: 'F2', label: t('Rename the tab'), group });
}
