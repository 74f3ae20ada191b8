import { useDraggable } from '@dnd-kit/core';
import { classNames, useMedia } from '@powerset/ui';
import { type FocusEvent, type KeyboardEvent, type MouseEvent, type PointerEvent, useRef } from 'react';
import { useT } from '../../../i18n/index.ts';
import {
  emptyLayout,
  hasHeight,
  hasWidth,
  type LayoutNode,
  nameOf,
  parentIdOf,
  unitPx,
  widthOf,
} from '../layout/index.ts';
import { ChartCard, cellStyle, partClasses } from '../view/index.ts';
import { EdgeSlot, EndSlot } from './DropMark.tsx';
import styles from './EditCanvas.module.css';
import { EmptyCanvas } from './EmptyCanvas.tsx';
import { useEdit, useEditStore, useNodeKeys, usePicked, useShownLayout } from './edit-context.tsx';
import { picking } from './edit-store.ts';
import { Hint } from './Hint.tsx';
import { NodeContent } from './NodeContent.tsx';
import { NodeTools, toolsRoom } from './NodeTools.tsx';
import { ResizeHandles } from './ResizeHandles.tsx';
import { type DragData, nodeAttribute } from './use-canvas-drag.ts';

/** The open tab's content, to be arranged. */
export function EditCanvas({ contentId }: { contentId: string }) {
  const children = useShownLayout((layout) => layout[contentId]?.children);
  const hasGuides = useEdit((state) => state.dragged !== null || state.resizingId !== null);
  const isOver = useEdit(({ drop }) => drop?.target.overId === contentId);
  const underPointer = useUnderPointer();
  return (
    <div
      className={classNames('grid-content', styles.canvas)}
      data-in-motion={hasGuides || undefined}
      {...underPointer}
      {...{ [nodeAttribute]: contentId }}
    >
      {hasGuides ? <ColumnGuides /> : null}
      {children?.map((id) => (
        <EditNode key={id} id={id} />
      ))}
      {children?.length === 0 && !isOver ? <Beginning isDragging={hasGuides} /> : null}
      <EndSlot containerId={contentId} />
    </div>
  );
}

/**
 * Marks the part under the pointer, and those around it. `:has(:hover)` would say the same, at the price that the whole
 * page is styled anew at each step of the pointer.
 */
function useUnderPointer() {
  const marked = useRef<readonly Element[]>([]);
  const mark = (part: Element | null) => {
    if (marked.current[0] === (part ?? undefined)) return;
    for (const one of marked.current) one.removeAttribute(underPointerAttribute);
    marked.current = part ? withAround(part) : [];
    for (const [at, one] of marked.current.entries())
      one.setAttribute(underPointerAttribute, at === 0 ? 'itself' : 'within');
  };
  return {
    onPointerOver: (event: PointerEvent) => mark(closestPart(event.target)),
    onPointerLeave: () => mark(null),
  };
}

const underPointerAttribute = 'data-under-pointer';

function withAround(part: Element): readonly Element[] {
  const around = closestPart(part.parentElement);
  return around ? [part, ...withAround(around)] : [part];
}

/** Of a dashboard that holds nothing at all: how it may begin; else what goes here. */
function Beginning({ isDragging }: { isDragging: boolean }) {
  const t = useT();
  const isEmpty = useShownLayout((layout) => Object.keys(layout).length <= emptySize);
  const isBegun = useEdit((state) => state.isBegun);
  const isPhone = useMedia('(max-width: 599px)');
  if (isEmpty && !isBegun && !isDragging) return <EmptyCanvas />;
  return (
    <Hint>
      {isPhone ? t('Charts, texts and tabs stand here once they are added') : t('Drag charts, texts and tabs here')}
    </Hint>
  );
}

const emptySize = Object.keys(emptyLayout()).length;

function ColumnGuides() {
  return (
    <div className={styles.guides} aria-hidden="true">
      {Array.from({ length: 12 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns have no identity but their place
        <i key={index} />
      ))}
    </div>
  );
}

/** One part: its content, its handle, its tools, where it may be dropped beside. */
function EditNode({ id }: { id: string }) {
  const node = useShownLayout((layout) => layout[id]);
  return node ? <PlacedNode node={node} /> : null;
}

function PlacedNode({ node }: { node: LayoutNode }) {
  const t = useT();
  const isAlone = useEdit((state) => state.picked.length < 2);
  const isPicked = useEdit((state) => state.picked.includes(node.id));
  const isLifted = useEdit((state) => state.liftedIds.includes(node.id));
  const name = nameOf(node, t);
  const data: DragData = { nodeId: node.id, node, name };
  const { listeners, setNodeRef, isDragging } = useDraggable({ id: node.id, data: { ...data } });
  const onKeyDown = usePartKeys(node, name, { isLifted, isAlone });
  const onPointer = usePartPointer(node, isPicked);
  const isAcross = useShownLayout((layout) => layout[parentIdOf(layout, node.id) ?? '']?.type === 'ROW');
  const height = hasHeight(node.type) ? { minHeight: (node.meta.height ?? 0) * unitPx } : {};
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form
    <div
      ref={setNodeRef}
      className={classNames(
        styles.node,
        isDragging && styles.dragged,
        isPicked && styles.picked,
        isLifted && styles.lifted,
      )}
      data-part=""
      data-picked={(isPicked && isAlone) || undefined}
      role="group"
      aria-roledescription={t('movable part')}
      aria-label={name}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a part is reached by Tab and then moved by keys
      tabIndex={0}
      onKeyDown={onKeyDown}
      {...onPointer}
      {...{ [nodeAttribute]: node.id }}
      style={{ ...(isAcross ? cellStyle(widthOf(node)) : {}), ...height }}
    >
      {node.type === 'CHART' ? (
        <div className={partClasses.sized} style={{ height: (node.meta.height ?? 0) * unitPx }}>
          <ChartCard node={node} tools={toolsRoom} />
        </div>
      ) : (
        <NodeContent node={node} draw={drawNode} />
      )}
      <NodeTools node={node} handle={listeners} />
      {hasWidth(node.type) ? <ResizeHandles node={node} /> : null}
      <EdgeSlot nodeId={node.id} />
    </div>
  );
}

function usePartKeys(node: LayoutNode, name: string, state: PartKeyState) {
  const edit = useEditStore();
  const onNodeKey = useNodeKeys();
  const parts = usePicked();
  return (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    const act = partKey(event, state);
    if (!act) return onNodeKey(event, node, name);
    event.preventDefault();
    event.stopPropagation();
    if (act === 'remove') parts.removeOne(node.id);
    else if (act === 'toggle') edit.setState((current) => picking(current, node.id, true));
    else parts[act === 'remove-all' ? 'remove' : 'clear']();
  };
}

/** A press picks, alone or with a key held beside others; a double press on a text opens it. */
function usePartPointer(node: LayoutNode, isPicked: boolean) {
  const edit = useEditStore();
  const pick = (isMany = false) => edit.setState((state) => picking(state, node.id, isMany));
  return {
    onFocus: (event: FocusEvent) => {
      if (event.target === event.currentTarget && !edit.getState().isGathering) pick();
    },
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0 || closestPart(event.target) !== event.currentTarget) return;
      // From the empty place in a row a frame may be drawn.
      if (node.children.length === 0) event.stopPropagation();
      pick(isGathering(event));
    },
    onMouseDown: (event: MouseEvent) => {
      // Else the browser selects text up to here.
      if (event.shiftKey && closestPart(event.target) === event.currentTarget) event.preventDefault();
    },
    onClick: (event: MouseEvent) => {
      const isOwn = closestPart(event.target) === event.currentTarget;
      if (isOwn && isPicked && !isGathering(event)) edit.setState({ picked: [node.id], isGathering: false });
    },
    onDoubleClick: (event: MouseEvent) => {
      if (node.type !== 'MARKDOWN') return;
      event.stopPropagation();
      edit.setState({ writingId: node.id });
    },
  };
}

const isGathering = (event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }): boolean =>
  event.shiftKey || event.ctrlKey || event.metaKey;

const closestPart = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest('[data-part]') : null;

interface PartKeyState {
  readonly isLifted: boolean;
  readonly isAlone: boolean;
}

/** What a key does to a part besides moving it. */
function partKey(event: KeyboardEvent, { isLifted, isAlone }: PartKeyState) {
  if (event.key === 'Delete' || event.key === 'Backspace') return isAlone ? 'remove' : 'remove-all';
  if (event.key === 'Escape' && !isLifted) return 'clear';
  return event.key === 'x' && !isGathering(event) ? 'toggle' : undefined;
}

const drawNode = (id: string) => <EditNode key={id} id={id} />;
