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
  /** The one that stands on paper; both unless said. */
  readonly printed?: 'first' | 'second';
}

function readSize(key: string): number | null {
  try {
    const stored = Number(localStorage.getItem(key));
    return Number.isFinite(stored) && stored > 0 ? stored : null;
  } catch {
    return null;
  }
}

function writeSize(key: string, size: number | null): void {
  try {
    if (size === null) localStorage.removeItem(key);
    else localStorage.setItem(key, String(size));
  } catch {
    // Without storage the size lasts for this visit.
  }
}

function useSize(props: SplitPaneProps) {
  const { storageKey, defaultSize, min = 120, max = 4000, direction } = props;
  const [chosen, setChosen] = useState(() => readSize(storageKey));
  const frame = useRef<HTMLDivElement>(null);
  const sized = useRef<HTMLDivElement>(null);
  const size = chosen ?? defaultSize;
  const change = (next: number) => {
    const available = (direction === 'row' ? frame.current?.clientWidth : frame.current?.clientHeight) ?? 4000;
    const clamped = clampSize(next, { min, max }, available);
    setChosen(clamped);
    writeSize(storageKey, clamped);
  };
  const reset = () => {
    setChosen(null);
    writeSize(storageKey, null);
  };
  // Where both do not fit, it is drawn smaller than it was asked to be.
  const drawnSize = () => (direction === 'row' ? sized.current?.offsetWidth : sized.current?.offsetHeight) || size;
  // What nobody chose leaves room for the other pane, however small the window.
  const basis = chosen === null ? `min(${defaultSize}px, 55%)` : `${chosen}px`;
  return { size, basis, change, reset, drawnSize, frame, sized, limits: { min, max } };
}

/** Two panes and a line between them that can be dragged, or moved with the arrow keys; a double press restores the size. */
export function SplitPane(props: SplitPaneProps) {
  const { direction, sized = 'first', first, second, label, isCollapsed, printed } = props;
  const { basis, frame, sized: sizedPart, reset, ...own } = useSize(props);
  const isRow = direction === 'row';
  const isSecond = sized === 'second';
  const part = (content: ReactNode, place: 'first' | 'second') => {
    const isSized = place === sized;
    if (isSized && isCollapsed) return null;
    const unprinted = printed !== undefined && printed !== place && styles.unprinted;
    return (
      <div
        ref={isSized ? sizedPart : null}
        className={classNames(styles.part, !isSized && styles.rest, unprinted)}
        style={isSized ? { flexBasis: basis } : undefined}
      >
        {content}
      </div>
    );
  };
  return (
    <div ref={frame} className={classNames(styles.frame, isRow ? styles.row : styles.column)}>
      {part(first, 'first')}
      {isCollapsed ? null : <Handle {...own} {...{ isRow, isSecond, label }} onReset={reset} />}
      {part(second, 'second')}
    </div>
  );
}

interface HandleProps {
  readonly isRow: boolean;
  readonly isSecond: boolean;
  readonly size: number;
  readonly drawnSize: () => number;
  readonly limits: { readonly min: number; readonly max: number };
  readonly label: string;
  readonly change: (size: number) => void;
  readonly onReset: () => void;
}

function Handle({ isRow, isSecond, size, drawnSize, limits, label, change, onReset }: HandleProps) {
  const start = useRef<{ at: number; size: number } | null>(null);
  const [isMoving, setIsMoving] = useState(false);
  const at = (event: PointerEvent) => (isRow ? event.clientX : event.clientY);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = sizeAfterKey(isRow ? readingKey(event.key) : event.key, drawnSize(), { isRow, isSecond, limits });
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
        start.current = { at: at(event), size: drawnSize() };
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
