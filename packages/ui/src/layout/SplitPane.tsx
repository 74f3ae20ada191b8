import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { classNames } from '../class-names.ts';
import { forwardSign, readingKey } from './direction.ts';
import { clampSize, sizeAfterKey } from './pane-size.ts';
import styles from './SplitPane.module.css';

export interface SplitPaneProps {
  /** `row` puts the panes side by side, `column` one above the other. */
  readonly direction: 'row' | 'column';
  readonly first: ReactNode;
  readonly second: ReactNode;
  /** Which of the two has a fixed size; the other takes the rest. */
  readonly sized?: 'first' | 'second';
  readonly defaultSize: number;
  readonly min?: number;
  readonly max?: number;
  /** Where the size is kept in the browser. */
  readonly storageKey: string;
  /** Spoken name of the handle. */
  readonly label: string;
  /** Hides the sized pane and the handle. */
  readonly isCollapsed?: boolean;
}

function readSize(key: string, fallback: number): number {
  try {
    const stored = Number(localStorage.getItem(key));
    return Number.isFinite(stored) && stored > 0 ? stored : fallback;
  } catch {
    return fallback;
  }
}

function writeSize(key: string, size: number): void {
  try {
    localStorage.setItem(key, String(size));
  } catch {
    // Without storage the size lasts for this visit.
  }
}

function useSize(props: SplitPaneProps) {
  const { storageKey, defaultSize, min = 120, max = 4000, direction } = props;
  const [size, setSize] = useState(() => readSize(storageKey, defaultSize));
  const frame = useRef<HTMLDivElement>(null);
  const change = (next: number) => {
    const available = (direction === 'row' ? frame.current?.clientWidth : frame.current?.clientHeight) ?? 4000;
    const clamped = clampSize(next, { min, max }, available);
    setSize(clamped);
    writeSize(storageKey, clamped);
  };
  return { size, change, frame, limits: { min, max } };
}

/** Two panes and a line between them that can be dragged, or moved with the arrow keys; a double press restores the size. */
export function SplitPane(props: SplitPaneProps) {
  const { direction, sized = 'first', first, second, label, isCollapsed } = props;
  const { size, change, frame, limits } = useSize(props);
  const isRow = direction === 'row';
  const isSecond = sized === 'second';
  const style = (isSized: boolean) => (isSized ? { flex: `0 0 ${size}px` } : undefined);
  const part = (content: ReactNode, isSized: boolean) =>
    isSized && isCollapsed ? null : (
      <div className={classNames(styles.part, !isSized && styles.rest)} style={style(isSized)}>
        {content}
      </div>
    );
  return (
    <div ref={frame} className={classNames(styles.frame, isRow ? styles.row : styles.column)}>
      {part(first, !isSecond)}
      {isCollapsed ? null : (
        <Handle {...{ isRow, isSecond, size, limits, label, change }} onReset={() => change(props.defaultSize)} />
      )}
      {part(second, isSecond)}
    </div>
  );
}

interface HandleProps {
  readonly isRow: boolean;
  readonly isSecond: boolean;
  readonly size: number;
  readonly limits: { readonly min: number; readonly max: number };
  readonly label: string;
  readonly change: (size: number) => void;
  readonly onReset: () => void;
}

function Handle({ isRow, isSecond, size, limits, label, change, onReset }: HandleProps) {
  const start = useRef<{ at: number; size: number } | null>(null);
  const [isMoving, setIsMoving] = useState(false);
  const at = (event: PointerEvent) => (isRow ? event.clientX : event.clientY);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = sizeAfterKey(isRow ? readingKey(event.key) : event.key, size, { isRow, isSecond, limits });
    if (next === undefined) return;
    event.preventDefault();
    change(next);
  };
  const stop = () => {
    start.current = null;
    setIsMoving(false);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that moves is this role, not a rule
    <div
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={isRow ? 'vertical' : 'horizontal'}
      aria-valuenow={size}
      aria-valuemin={limits.min}
      aria-valuemax={limits.max}
      className={classNames(styles.handle, isMoving && styles.moving)}
      onKeyDown={onKeyDown}
      onDoubleClick={onReset}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { at: at(event), size };
        setIsMoving(true);
      }}
      onPointerMove={(event) => {
        if (!start.current) return;
        const way = (at(event) - start.current.at) * (isRow ? forwardSign() : 1);
        change(start.current.size + (isSecond ? -way : way));
      }}
      onPointerUp={stop}
      onPointerCancel={stop}
    />
  );
}
