import { DndContext, DragOverlay } from '@dnd-kit/core';
import { Kbd, textRoles, useMedia } from '@powerset/ui';
import { useMemo, useRef, useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import { useShortcut } from '../../../shell/index.ts';
import { FilterBar, FilterStrip, HorizontalFilterBar, useOrientation } from '../filter-bar/index.ts';
import { silentDrag, useDashboard, useDragSensors, useNotedDeletions } from '../state/index.ts';
import { DashboardFrame, DashboardMain, DashboardScroll, LayoutNotice, useTopNode } from '../view/index.ts';
import { DragGhost, hangAtPointer } from './DragGhost.tsx';
import { EditCanvas } from './EditCanvas.tsx';
import { EditHead } from './EditHead.tsx';
import styles from './EditScreen.module.css';
import { EditSide } from './EditSide.tsx';
import { EditTabs } from './EditTabs.tsx';
import { EditProvider } from './edit-context.tsx';
import { createEditStore } from './edit-store.ts';
import { LassoFrame, useLasso } from './Lasso.tsx';
import { PickedBar } from './PickedBar.tsx';
import { useCanvasDrag } from './use-canvas-drag.ts';
import { useKeyboardLift } from './use-keyboard-lift.ts';
import { usePartsEditing, usePartsKeys } from './use-parts-editing.ts';
import { useRemovalMessage } from './use-removal-message.ts';

const ghostModifiers = [hangAtPointer];

/** Edit mode: canvas at the left, parts and charts at the right. */
export function EditScreen() {
  const [edit] = useState(createEditStore);
  const sayRemoved = useRemovalMessage();
  const parts = usePartsEditing(edit, sayRemoved);
  const drag = useCanvasDrag(edit, parts.move);
  const keyboard = useKeyboardLift(edit);
  const lasso = useLasso(edit);
  const sensors = useDragSensors();
  const { contentId } = useTopNode();
  const canvas = useRef<HTMLDivElement>(null);
  const filters = useFilterPlace();
  useUndoKeys();
  useNotedDeletions();
  usePartsKeys(parts);
  // Only the canvas scrolls under a drag, and only close to its upper and lower edge.
  const autoScroll = useMemo(
    () => ({ canScroll: (element: Element) => element === canvas.current, threshold: { x: 0, y: 0.07 } }),
    [],
  );
  const tools = useMemo(
    () => ({ store: edit, onNodeKey: keyboard.onKeyDown, parts }),
    [edit, keyboard.onKeyDown, parts],
  );
  return (
    <EditProvider value={tools}>
      <DndContext sensors={sensors} autoScroll={autoScroll} accessibility={silentDrag} {...drag.handlers}>
        <DashboardMain>
          <EditHead />
          <DashboardFrame>
            {filters === 'VERTICAL' ? <FilterBar startsOpen={false} /> : null}
            <DashboardMain>
              <EditTabs />
              <LayoutNotice />
              {filters === 'HORIZONTAL' ? <HorizontalFilterBar /> : null}
              {filters === 'STRIP' ? <FilterStrip /> : null}
              <DashboardScroll
                ref={canvas}
                onPointerDown={(event) => {
                  if (isEmptyPlace(event.target)) parts.clear();
                  lasso.onPointerDown(event);
                }}
              >
                <EditCanvas contentId={contentId} />
              </DashboardScroll>
              <PickedBar parts={parts} />
              {keyboard.lifted ? <KeyHint name={keyboard.lifted.name} /> : null}
              <div className={textRoles.spoken} aria-live="assertive" data-testid="canvas-announcement">
                {keyboard.announcement}
              </div>
            </DashboardMain>
            <EditSide />
          </DashboardFrame>
        </DashboardMain>
        <LassoFrame frame={lasso.frame} />
        <DragOverlay dropAnimation={null} modifiers={ghostModifiers}>
          {drag.drag ? <DragGhost drag={drag.drag} count={drag.count} /> : null}
        </DragOverlay>
      </DndContext>
    </EditProvider>
  );
}

/** Where the dashboard's filters stand, which apply while one works; nowhere without any. */
function useFilterPlace() {
  const isPhone = useMedia('(max-width: 599px)');
  const orientation = useOrientation();
  const hasFilters = useDashboard(({ features, filters }) => features.hasNativeFilters && filters.length > 0);
  if (!hasFilters) return null;
  return isPhone ? 'STRIP' : orientation;
}

/** Beside all parts. */
function isEmptyPlace(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[data-part], button') === null;
}

/** Which keys move what is lifted. */
function KeyHint({ name }: { name: string }) {
  const t = useT();
  return (
    <div className={styles.keys} data-testid="key-hint" aria-hidden="true">
      <span>{t('Moving')}</span> <b>{name}</b>
      <span className={styles.rule} />
      <Kbd keys="↑ ↓ ← →" isSplit /> <span>{t('move')}</span>
      <Kbd keys="Shift" /> <span>{t('squeeze into a full row')}</span>
      <Kbd keys={t('Space')} /> <span>{t('drop')}</span>
      <Kbd keys="Esc" /> <span>{t('cancel')}</span>
    </div>
  );
}

function useUndoKeys(): void {
  const t = useT();
  const undo = useDashboard((state) => state.undo);
  const redo = useDashboard((state) => state.redo);
  const group = t('Dashboard');
  useShortcut({ keys: 'Ctrl z', label: t('Undo'), group, run: undo });
  useShortcut({ keys: 'Ctrl Shift z', label: t('Redo'), group, run: redo });
  useShortcut({ keys: 'Ctrl y', label: t('Redo'), group, run: redo });
}
