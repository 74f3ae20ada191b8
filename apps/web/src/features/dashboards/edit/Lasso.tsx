import { type PointerEvent as ReactPointerEvent, useCallback, useEffect, useRef, useState } from 'react';
import type { EditStore } from './edit-store.ts';
import styles from './Lasso.module.css';

interface Corner {
  readonly x: number;
  readonly y: number;
}

interface Frame {
  readonly from: Corner;
  readonly to: Corner;
}

const leastPx = 5;

/** A frame drawn with the pointer from an empty place: it picks what it touches. */
export function useLasso(edit: EditStore) {
  const [frame, setFrame] = useState<Frame | null>(null);
  const start = useRef<Corner | null>(null);
  const onPointerDown = useCallback((event: ReactPointerEvent) => {
    if (event.button === 0 && event.pointerType !== 'touch') start.current = { x: event.clientX, y: event.clientY };
  }, []);
  useEffect(() => {
    const onMove = (event: PointerEvent) => {
      const from = start.current;
      if (!from) return;
      const to = { x: event.clientX, y: event.clientY };
      if (Math.hypot(to.x - from.x, to.y - from.y) < leastPx) return;
      getSelection()?.removeAllRanges();
      const next = { from, to };
      setFrame(next);
      const picked = partsIn(boxOf(next));
      edit.setState({ picked, isGathering: picked.length > 1 });
    };
    const onUp = () => {
      start.current = null;
      setFrame(null);
    };
    addEventListener('pointermove', onMove);
    addEventListener('pointerup', onUp);
    addEventListener('pointercancel', onUp);
    return () => {
      removeEventListener('pointermove', onMove);
      removeEventListener('pointerup', onUp);
      removeEventListener('pointercancel', onUp);
    };
  }, [edit]);
  return { frame, onPointerDown };
}

/** The frame itself, over everything. */
export function LassoFrame({ frame }: { frame: Frame | null }) {
  if (!frame) return null;
  const { left, top, right, bottom } = boxOf(frame);
  return <div className={styles.frame} style={{ left, top, width: right - left, height: bottom - top }} />;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

function boxOf({ from, to }: Frame): Box {
  return {
    left: Math.min(from.x, to.x),
    top: Math.min(from.y, to.y),
    right: Math.max(from.x, to.x),
    bottom: Math.max(from.y, to.y),
  };
}

/** Ids of the innermost parts that a box touches. */
function partsIn(box: Box): readonly string[] {
  const parts = [...document.querySelectorAll<HTMLElement>('[data-part]')].filter(
    (part) => part.querySelector('[data-part]') === null,
  );
  return parts.flatMap((part) => {
    const { left, top, right, bottom } = part.getBoundingClientRect();
    const isTouched = left < box.right && right > box.left && top < box.bottom && bottom > box.top;
    return isTouched && part.dataset.nodeId ? [part.dataset.nodeId] : [];
  });
}
