import { forwardSign, readingKey } from '@powerset/ui';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import styles from './table.module.css';

interface ResizeProps {
  readonly label: string;
  /** As wide as the head is thought to be; where it stands it is measured. */
  readonly width: number;
  readonly onResize: (width: number, isDone: boolean) => void;
}

const keyStepPx = 16;

/** The right edge of a column's head, by which it is made wider and narrower. */
export function ResizeHandle({ label, width, onResize }: ResizeProps) {
  const start = useRef<{ readonly x: number; readonly width: number } | null>(null);
  const widthOf = (handle: Element) => handle.parentElement?.getBoundingClientRect().width ?? width;
  const move = (event: PointerEvent, isDone: boolean) => {
    if (start.current) onResize(start.current.width + forwardSign() * (event.clientX - start.current.x), isDone);
    if (isDone) start.current = null;
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that moves is this role, not a rule
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={Math.round(width)}
      className={styles.resize}
      data-not-drawn
      draggable
      // The head around it is dragged to another place.
      onDragStart={(event) => event.preventDefault()}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
        event.preventDefault();
        event.stopPropagation();
        onResize(
          widthOf(event.currentTarget) + (readingKey(event.key) === 'ArrowRight' ? keyStepPx : -keyStepPx),
          true,
        );
      }}
      onPointerDown={(event) => {
        event.preventDefault();
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { x: event.clientX, width: widthOf(event.currentTarget) };
      }}
      onPointerMove={(event) => move(event, false)}
      onPointerUp={(event) => move(event, true)}
      onPointerCancel={(event) => move(event, true)}
    />
  );
}
