import { classNames } from '@powerset/ui';
import { type KeyboardEvent, type PointerEvent as ReactPointerEvent, useRef, useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import {
  gridColumns,
  hasHeight,
  type Layout,
  type LayoutNode,
  maxHeight,
  minHeight,
  unitPx,
  widthLimits,
  widthOf,
} from '../layout/index.ts';
import { useLayoutEditing } from './edit-context.tsx';
import styles from './ResizeHandles.module.css';

interface Draft {
  readonly width: number;
  readonly height: number;
}

type Side = 'r' | 'b' | 'c';

const sideClasses: Readonly<Record<Side, string | undefined>> = { r: styles.right, b: styles.bottom, c: styles.corner };

const gutterPx = 12;

/** Handles at the right, at the bottom and in the corner; dragged or moved with the arrow keys. */
export function ResizeHandles({ node, layout }: { node: LayoutNode; layout: Layout }) {
  const t = useT();
  const { resize } = useLayoutEditing();
  const [draft, setDraft] = useState<Draft | null>(null);
  const start = useRef<{ x: number; y: number; box: DOMRect } | null>(null);
  const limits = widthLimits(layout, node.id);
  const size = { width: widthOf(node), height: node.meta.height ?? 0 };
  const clampWidth = (width: number) => Math.max(limits.min, Math.min(limits.max, Math.round(width)));
  const clampHeight = (height: number) => Math.max(minHeight, Math.min(maxHeight, Math.round(height)));
  const isTall = hasHeight(node.type);
  const isWide = limits.max > limits.min || limits.max !== size.width;
  const draftAt = (event: ReactPointerEvent, side: Side): Draft => {
    const { x, y, box } = start.current ?? { x: 0, y: 0, box: new DOMRect() };
    const stepPx = (box.width + gutterPx) / Math.max(1, size.width);
    return {
      width: side === 'b' ? size.width : clampWidth(size.width + (event.clientX - x) / stepPx),
      height: side === 'r' ? size.height : clampHeight(size.height + (event.clientY - y) / unitPx),
    };
  };
  const commit = (next: Draft) => {
    const isSame = next.width === size.width && next.height === size.height;
    if (!isSame) resize({ id: node.id, width: next.width, ...(isTall ? { height: next.height } : {}) });
  };
  const handle = (side: Side, label: string) => (
    <button
      type="button"
      className={classNames(styles.handle, sideClasses[side], draft && styles.busy)}
      aria-label={label}
      onPointerDown={(event) => {
        event.stopPropagation();
        const box = event.currentTarget.parentElement?.getBoundingClientRect();
        if (!box) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { x: event.clientX, y: event.clientY, box };
        setDraft(size);
      }}
      onPointerMove={(event) => draft && setDraft(draftAt(event, side))}
      onPointerUp={(event) => {
        if (draft) commit(draftAt(event, side));
        setDraft(null);
      }}
      onPointerCancel={() => setDraft(null)}
      onKeyDown={(event) => {
        const next = keyedSize(event, side, size);
        if (!next) return;
        event.preventDefault();
        event.stopPropagation();
        commit({ width: clampWidth(next.width), height: clampHeight(next.height) });
      }}
    />
  );
  return (
    <>
      {isWide ? handle('r', t('Change the width; arrow keys work too')) : null}
      {isTall ? handle('b', t('Change the height; arrow keys work too')) : null}
      {isWide && isTall ? handle('c', t('Change the size; arrow keys work too')) : null}
      {draft ? (
        <div className={styles.measure} aria-live="polite">
          {isTall
            ? t('{{width}} of {{all}} columns, {{height}} high', { ...draft, all: gridColumns })
            : t('{{width}} of {{all}} columns', { width: draft.width, all: gridColumns })}
        </div>
      ) : null}
    </>
  );
}

function keyedSize(event: KeyboardEvent, side: Side, size: Draft): Draft | undefined {
  const across = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const down = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (across !== undefined && side !== 'b') return { ...size, width: size.width + across };
  return down !== undefined && side !== 'r' ? { ...size, height: size.height + down } : undefined;
}
