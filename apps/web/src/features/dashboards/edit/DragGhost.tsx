import { HolderOutlined } from '@ant-design/icons-svg';
import type { Modifier } from '@dnd-kit/core';
import { CountBadge, Icon, textRoles } from '@powerset/ui';
import { useLayoutEffect, useRef } from 'react';
import { useT } from '../../../i18n/index.ts';
import { ChartThumbnail } from '../../../shell/index.ts';
import styles from './DragGhost.module.css';
import { type DragData, nodeAttribute } from './use-canvas-drag.ts';

/** What hangs at the pointer: the picture of the chart, or its outline, with its name. */
export function DragGhost({ drag, count }: { drag: DragData; count: number }) {
  const t = useT();
  const vizType = drag.chart?.form_data.viz_type;
  return (
    <div className={styles.ghost} data-testid="drag-ghost">
      <div className={styles.name}>
        <Icon of={HolderOutlined} />
        <span dir="auto" className={textRoles.truncated}>
          {drag.name || t('New part')}
        </span>
        {count > 1 ? <CountBadge count={count} /> : null}
      </div>
      {drag.nodeId && drag.node.type === 'CHART' ? <CardPicture nodeId={drag.nodeId} /> : null}
      {vizType ? (
        <ChartThumbnail vizType={String(vizType)} seed={String(drag.chart?.id)} width={220} height={136} />
      ) : null}
    </div>
  );
}

const widestPx = 268;
const tallestPx = 180;

/** A copy of what the card on the canvas shows, made once, when the drag begins. */
function CardPicture({ nodeId }: { nodeId: string }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const space = document.querySelector(`[${nodeAttribute}="${CSS.escape(nodeId)}"] .slice_container`);
    if (!space || !place.current) return;
    const { width, height } = space.getBoundingClientRect();
    const scale = Math.min(1, widestPx / width, tallestPx / height);
    const copy = copyOf(space);
    copy.style.cssText = `position:absolute;inset:0 auto auto 0;width:${width}px;height:${height}px;transform:scale(${scale});transform-origin:0 0`;
    place.current.style.width = `${width * scale}px`;
    place.current.style.height = `${height * scale}px`;
    place.current.replaceChildren(copy);
  }, [nodeId]);
  return <div ref={place} className={styles.picture} aria-hidden="true" inert />;
}

/** A canvas is copied with what was drawn on it; ids stay with the original. */
function copyOf(element: Element): HTMLElement {
  const copy = element.cloneNode(true) as HTMLElement;
  const canvases = [...element.querySelectorAll('canvas')];
  for (const [at, canvas] of [...copy.querySelectorAll('canvas')].entries()) {
    const source = canvases[at];
    if (source && source.width > 0 && source.height > 0) canvas.getContext('2d')?.drawImage(source, 0, 0);
  }
  for (const named of [copy, ...copy.querySelectorAll('[id]')]) named.removeAttribute('id');
  return copy;
}

/** The ghost hangs at the pointer, however large the part is that it was taken from. */
export const hangAtPointer: Modifier = ({ activatorEvent, draggingNodeRect, transform }) => {
  if (!(activatorEvent instanceof PointerEvent) || !draggingNodeRect) return transform;
  return {
    ...transform,
    x: transform.x + activatorEvent.clientX - draggingNodeRect.left + 8,
    y: transform.y + activatorEvent.clientY - draggingNodeRect.top + 8,
  };
};
