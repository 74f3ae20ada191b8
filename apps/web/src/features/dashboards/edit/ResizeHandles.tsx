import { classNames, forwardSign, readingKey } from '@powerset/ui';
import { type KeyboardEvent, type PointerEvent as ReactPointerEvent, useEffect, useRef } from 'react';
import { useT } from '../../../i18n/index.ts';
import {
  drawnHeight,
  getNode,
  gridColumns,
  hasHeight,
  type Layout,
  type LayoutNode,
  resizeInRow,
  unitPx,
  widestInRow,
  widthLimits,
  widthOf,
} from '../layout/index.ts';
import { layoutOf, useOpenDashboard } from '../state/index.ts';
import { useEdit, useEditStore, useLayoutEditing, useShownLayout } from './edit-context.tsx';
import styles from './ResizeHandles.module.css';

interface Size {
  readonly width: number;
  readonly height: number;
}

type Side = 'r' | 'b' | 'c';

const sideClasses: Readonly<Record<Side, string | undefined>> = { r: styles.right, b: styles.bottom, c: styles.corner };

const gutterPx = 12;

/** The right edge, the bottom edge and the corner are pulled, or moved with the arrow keys; the canvas follows at once. */
export function ResizeHandles({ node }: { node: LayoutNode }) {
  const t = useT();
  const edit = useEditStore();
  const { store } = useOpenDashboard();
  const { resize } = useLayoutEditing();
  const pull = usePull(node);
  const isTall = hasHeight(node.type);
  const isWide = useShownLayout((layout) => canChangeWidth(layout, node.id));
  const isPulled = useEdit((state) => state.resizingId === node.id);
  const handle = (side: Side, label: string) => (
    <button
      type="button"
      className={classNames(styles.handle, sideClasses[side], isPulled && styles.busy)}
      aria-label={label}
      {...pull(side)}
      onKeyDown={(event) => {
        const next = keyedSize(event, side, sizeOf(layoutOf(store.getState()), node.id));
        if (!next) return;
        event.preventDefault();
        event.stopPropagation();
        edit.setState({ preview: null, resizingId: null });
        resize({ id: node.id, ...changeOf(side, next, isTall) });
      }}
    />
  );
  return (
    <>
      {isWide ? handle('r', t('Change the width; arrow keys work too')) : null}
      {isTall ? handle('b', t('Change the height; arrow keys work too')) : null}
      {isWide && isTall ? handle('c', t('Change the size; arrow keys work too')) : null}
      {isPulled ? <Measure node={node} /> : null}
    </>
  );
}

/** Follows the pointer from press to release; what is shown meanwhile counts when it is let go, and Esc takes it back. */
function usePull(node: LayoutNode) {
  const edit = useEditStore();
  const { store } = useOpenDashboard();
  const start = useRef<{ x: number; y: number; stepPx: number; size: Size } | null>(null);
  const stop = () => {
    start.current = null;
    edit.setState({ preview: null, resizingId: null });
  };
  const isTall = hasHeight(node.type);
  useEscape(
    useEdit((state) => state.resizingId === node.id),
    stop,
  );
  return (side: Side) => ({
    onPointerDown: (event: ReactPointerEvent<HTMLElement>) => {
      event.stopPropagation();
      const box = event.currentTarget.parentElement?.getBoundingClientRect();
      if (!box) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const size = sizeOf(layoutOf(store.getState()), node.id);
      const stepPx = (box.width + gutterPx) / Math.max(1, size.width);
      start.current = { x: event.clientX, y: event.clientY, stepPx, size };
      edit.setState({ resizingId: node.id });
    },
    onPointerMove: (event: ReactPointerEvent) => {
      if (!start.current || edit.getState().resizingId !== node.id) return;
      const { x, y, stepPx, size } = start.current;
      const next = {
        width: Math.round(size.width + (forwardSign() * (event.clientX - x)) / stepPx),
        height: Math.round(size.height + (event.clientY - y) / unitPx),
      };
      const outcome = resizeInRow(layoutOf(store.getState()), { id: node.id, ...changeOf(side, next, isTall) });
      if (outcome.isDone && !isSameSize(outcome.layout, edit.getState().preview, node.id))
        edit.setState({ preview: outcome.layout });
    },
    onPointerUp: () => {
      const { preview } = edit.getState();
      const layout = layoutOf(store.getState());
      if (start.current && preview && !isSameSize(preview, layout, node.id))
        store.getState().setLayout(preview, 'RESIZE_COMPONENT');
      stop();
    },
    onPointerCancel: stop,
  });
}

/** Esc takes back what is pulled, wherever the focus is. */
function useEscape(isActive: boolean, stop: () => void): void {
  const latest = useRef(stop);
  latest.current = stop;
  useEffect(() => {
    if (!isActive) return;
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape') latest.current();
    };
    addEventListener('keydown', onKeyDown, true);
    return () => removeEventListener('keydown', onKeyDown, true);
  }, [isActive]);
}

function sizeOf(layout: Layout, id: string): Size {
  return { width: widthOf(getNode(layout, id)), height: drawnHeight(layout, id) };
}

function isSameSize(layout: Layout, other: Layout | null, id: string): boolean {
  const [one, two] = [layout[id]?.meta, other?.[id]?.meta];
  return one?.width === two?.width && one?.height === two?.height;
}

function changeOf(side: Side, { width, height }: Size, isTall: boolean): Partial<Size> {
  return { ...(side === 'b' ? {} : { width }), ...(side === 'r' || !isTall ? {} : { height }) };
}

function canChangeWidth(layout: Layout, id: string): boolean {
  if (!layout[id]) return false;
  const { min } = widthLimits(layout, id);
  return widestInRow(layout, id) > min;
}

function Measure({ node }: { node: LayoutNode }) {
  const t = useT();
  const width = useShownLayout((layout) => layout[node.id]?.meta.width ?? 0);
  const height = useShownLayout((layout) => (layout[node.id] ? drawnHeight(layout, node.id) : 0));
  return (
    <div className={styles.measure} aria-live="polite">
      {hasHeight(node.type)
        ? t('{{width}} of {{all}} columns, {{height}} high', { width, height, all: gridColumns })
        : t('{{width}} of {{all}} columns', { width, all: gridColumns })}
    </div>
  );
}

function keyedSize(event: KeyboardEvent, side: Side, size: Size): Size | undefined {
  const across = { ArrowLeft: -1, ArrowRight: 1 }[readingKey(event.key)];
  const down = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (across !== undefined && side !== 'b') return { ...size, width: size.width + across };
  return down !== undefined && side !== 'r' ? { ...size, height: size.height + down } : undefined;
}
