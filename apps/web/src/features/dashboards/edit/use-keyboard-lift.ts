import { readingKey } from '@powerset/ui';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import type { History, Layout, LayoutNode } from '../layout/index.ts';
import { layoutOf, makeNodeId, useOpenDashboard } from '../state/index.ts';
import { useScopeWarning } from './edit-context.tsx';
import { type EditStore, takenAlong } from './edit-store.ts';
import { type ArrowKey, moveByKey, positionOfPart, toArrowKey } from './keyboard-moves.ts';
import { nodeAttribute } from './use-canvas-drag.ts';

export interface Lifted {
  /** The part that has the focus. */
  readonly id: string;
  /** All that are moved: it alone, or all parts that are picked. */
  readonly ids: readonly string[];
  readonly name: string;
  /** The history as it was before: what Esc goes back to, and what a drop adds one step to. */
  readonly history: History;
}

export interface KeyboardLift {
  readonly lifted: Lifted | null;
  /** What a screen reader says next. */
  readonly announcement: string;
  readonly onKeyDown: (event: KeyboardEvent, node: LayoutNode, name: string) => void;
}

/** Moving parts without a pointer: Space lifts, arrows move, Space or Enter drops, Esc puts back. Arrows alone move at once. */
export function useKeyboardLift(edit: EditStore): KeyboardLift {
  const t = useT();
  const { store } = useOpenDashboard();
  const [lifted, setLiftedPart] = useState<Lifted | null>(null);
  const setLifted = useCallback(
    (next: Lifted | null) => {
      setLiftedPart(next);
      edit.setState({ liftedIds: next?.ids ?? [] });
    },
    [edit],
  );
  const [announcement, announce] = useState('');
  const describe = usePositionText();
  const warn = useScopeWarning();
  const moved = useRef<string | null>(null);
  useFocusAfterMove(moved);
  const drop = useCallback(
    (current: Lifted) => {
      const layout = layoutOf(store.getState());
      setLifted(null);
      if (layout === current.history.present) return announce(t('{{name}} was put back.', { name: current.name }));
      store.getState().rewind(current.history);
      store.getState().setLayout(layout, 'MOVE_COMPONENT');
      moved.current = current.id;
      warn(current.history.present, layout, current.ids);
      announce(t('{{name}} was dropped: {{where}}.', { name: current.name, where: describe(layout, current.id) }));
    },
    [store, t, describe, warn, setLifted],
  );
  useDropOnPress(lifted, drop);
  const cancel = ({ history, name, id }: Lifted) => {
    store.getState().rewind(history);
    moved.current = id;
    setLifted(null);
    announce(t('{{name}} was put back.', { name }));
  };
  const step = ({ id, ids, name }: Omit<Lifted, 'history'>, key: ArrowKey, makesRoom: boolean) => {
    const before = layoutOf(store.getState());
    const layout = moveByKey(before, { ids, key, makesRoom, makeId: makeNodeId });
    if (!layout) return announce(t('{{name}} cannot be moved there.', { name }));
    store.getState().setLayout(layout, 'MOVE_COMPONENT');
    moved.current = id;
    if (!lifted) warn(before, layout, ids);
    announce(t('{{name}}: {{where}}.', { name, where: describe(layout, id) }));
  };
  const onKey = (event: KeyboardEvent, node: LayoutNode, name: string) => {
    const key = toArrowKey(readingKey(event.key));
    const isPress = event.key === ' ' || event.key === 'Enter';
    const isOurs = key || isPress || (lifted && (event.key === 'Escape' || event.key === 'Tab'));
    if (!isOurs || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const ids = takenAlong(edit.getState(), layoutOf(store.getState()), node.id);
    const meant = lifted ?? {
      id: node.id,
      ids,
      name: ids.length > 1 ? t('{{count}} parts', { count: ids.length }) : name,
    };
    if (key) return step(meant, key, event.shiftKey);
    if (event.key === 'Escape' && lifted) return cancel(lifted);
    if (lifted) return drop(lifted);
    setLifted({ ...meant, history: store.getState().history });
    announce(t('{{name}} is lifted. Arrow keys move it, Space drops it, Escape puts it back.', { name: meant.name }));
  };
  const latest = useRef(onKey);
  latest.current = onKey;
  // Handed to every part, none of which is to be drawn anew when something else is lifted.
  const onKeyDown = useCallback<typeof onKey>((event, node, name) => latest.current(event, node, name), []);
  return { lifted, announcement, onKeyDown };
}

function usePositionText(): (layout: Layout, id: string) => string {
  const t = useT();
  return useCallback(
    (layout, id) => {
      const { place, count, row } = positionOfPart(layout, id);
      return row
        ? t('place {{place}} of {{count}} in row {{row}} of {{rows}}', {
            place,
            count,
            row: row.place,
            rows: row.count,
          })
        : t('place {{place}} of {{count}}', { place, count });
    },
    [t],
  );
}

/** A part that changed its parent is drawn anew; the focus follows it there. */
function useFocusAfterMove(moved: { current: string | null }): void {
  useEffect(() => {
    if (!moved.current) return;
    const element = document.querySelector<HTMLElement>(`[${nodeAttribute}="${CSS.escape(moved.current)}"]`);
    moved.current = null;
    if (element && !element.contains(document.activeElement)) element.focus();
    element?.scrollIntoView({ block: 'nearest' });
  });
}

/** A press of the pointer anywhere drops what the keyboard holds. */
function useDropOnPress(lifted: Lifted | null, drop: (lifted: Lifted) => void): void {
  useEffect(() => {
    if (!lifted) return;
    const onPress = () => drop(lifted);
    addEventListener('pointerdown', onPress, true);
    return () => removeEventListener('pointerdown', onPress, true);
  }, [lifted, drop]);
}
