import { HolderOutlined } from '@ant-design/icons';
import { DndContext, DragOverlay, PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
import { useEffect, useRef, useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import { useShortcut } from '../../../shell/index.ts';
import { LayoutNotice } from '../DashboardScreen.tsx';
import { useDashboard, useOpenDashboard } from '../state/dashboard-context.tsx';
import { hasUnsavedChanges } from '../state/dashboard-state.ts';
import { useTopNode } from '../view/LayoutView.tsx';
import { BuilderPane } from './BuilderPane.tsx';
import { EditCanvas } from './EditCanvas.tsx';
import { EditHead } from './EditHead.tsx';
import { EditTabs } from './EditTabs.tsx';
import { EditFocusProvider } from './edit-context.tsx';
import { useCanvasDrag } from './use-canvas-drag.ts';

/** Edit mode: canvas at the left, parts and charts at the right. */
export function EditScreen() {
  const t = useT();
  const [pickedId, pick] = useState<string | null>(null);
  const drag = useCanvasDrag();
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 5 } }));
  const { contentId } = useTopNode();
  const canvas = useRef<HTMLDivElement>(null);
  useUndoKeys();
  useLeaveWarning();
  return (
    <EditFocusProvider value={{ pickedId, pick, dragged: drag.dragged, drop: drag.drop }}>
      <DndContext sensors={sensors} {...drag.handlers}>
        <div className="db__main" style={{ flex: 1 }}>
          <EditHead />
          <div className="db is-editing">
            <div className="db__main">
              <EditTabs />
              <LayoutNotice />
              <div
                ref={canvas}
                className="db__scroll"
                onPointerDown={(event) => event.target === canvas.current && pick(null)}
              >
                <EditCanvas contentId={contentId} />
              </div>
            </div>
            <BuilderPane />
          </div>
        </div>
        <DragOverlay dropAnimation={null}>
          {drag.dragged ? (
            <div className="ed-ghost">
              <HolderOutlined aria-hidden="true" />
              <span className="ps-cut">{drag.name || t('New part')}</span>
            </div>
          ) : null}
        </DragOverlay>
      </DndContext>
    </EditFocusProvider>
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

/** A page with unsaved changes asks before it is left. */
function useLeaveWarning(): void {
  const { store } = useOpenDashboard();
  useEffect(() => {
    const onLeave = (event: BeforeUnloadEvent) => {
      if (hasUnsavedChanges(store.getState())) event.preventDefault();
    };
    addEventListener('beforeunload', onLeave);
    return () => removeEventListener('beforeunload', onLeave);
  }, [store]);
}
