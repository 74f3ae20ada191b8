import { forwardSign, readingKey } from '@powerset/ui';
import { type PointerEvent, useEffect, useRef } from 'react';
import { useT } from '../../../i18n/index.ts';
import { resizeDelayMs, type Size, sizeAfterArrow } from './popover-size.ts';
import styles from './ResizeHandle.module.css';

interface ResizeHandleProps {
  readonly size: Size;
  readonly onResize: (size: Size) => void;
}

/** Calls back once things have been quiet for a moment; what is still waiting is dropped at the end. */
function useDebounced(onResize: (size: Size) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (size: Size) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onResize(size), resizeDelayMs);
  };
}

/** The corner of a popover: dragged, or moved by the arrow keys. */
export function ResizeHandle({ size, onResize }: ResizeHandleProps) {
  const t = useT();
  const resize = useDebounced(onResize);
  const start = useRef<{ readonly x: number; readonly y: number; readonly size: Size } | null>(null);
  const onDown = (event: PointerEvent<HTMLElement>) => {
    start.current = { x: event.clientX, y: event.clientY, size };
    event.currentTarget.setPointerCapture(event.pointerId);
    event.preventDefault();
  };
  const onMove = (event: PointerEvent<HTMLElement>) => {
    const from = start.current;
    if (!from) return;
    resize({
      width: from.size.width + forwardSign() * (event.clientX - from.x),
      height: from.size.height + event.clientY - from.y,
    });
  };
  return (
    <button
      type="button"
      className={styles.handle}
      aria-label={t('Resize')}
      onPointerDown={onDown}
      onPointerMove={onMove}
      onPointerUp={() => {
        start.current = null;
      }}
      onKeyDown={(event) => {
        const next = sizeAfterArrow(readingKey(event.key), size);
        if (!next) return;
        event.preventDefault();
        onResize(next);
      }}
    />
  );
}
