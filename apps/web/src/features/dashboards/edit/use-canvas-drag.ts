import type { DragEndEvent, DragMoveEvent, DragStartEvent } from '@dnd-kit/core';
import type { WireDashboardChart } from '@powerset/contract';
import { useCallback, useRef, useState } from 'react';
import {
  type Dragged,
  type DropTarget,
  findDrop,
  type Layout,
  type LayoutNode,
  newNode,
  type Place,
  type Pointer,
  partSize,
  rootId,
} from '../layout/index.ts';
import { layoutOf, makeNodeId, useOpenDashboard } from '../state/index.ts';
import { useLayoutEditing } from './edit-context.tsx';
import type { EditStore } from './edit-store.ts';
import { useAddChart } from './use-add-chart.ts';

/** What a draggable carries. */
export interface DragData {
  /** A node of the layout, or null for a new one. */
  readonly nodeId: string | null;
  readonly node: LayoutNode;
  readonly name: string;
  /** The chart that a new chart node shows. */
  readonly chart?: WireDashboardChart;
}

export const nodeAttribute = 'data-node-id';
/** Marks the button of a tab, which carries the same id as what the tab holds. */
export const tabAttribute = 'data-tab-button';
/** The bar of top-level tabs: dropping tabs there puts them over the whole dashboard. */
export const topDropId = 'top';

/** A drag that rests on a tab for as long opens it. */
const openTabMs = 600;

/** Follows the pointer over the canvas: what is under it, and where a drop would go. */
export function useCanvasDrag(edit: EditStore) {
  const { store } = useOpenDashboard();
  const { move } = useLayoutEditing();
  const place = usePlacePart(edit);
  const [drag, setDrag] = useState<DragData | null>(null);
  const tabRest = useTabRest();
  const onDragStart = (event: DragStartEvent) => {
    const data = readData(event);
    setDrag(data);
    edit.setState({ dragged: data ? toDragged(data) : null, drop: null });
  };
  const onDragMove = (event: DragMoveEvent) => {
    const { dragged, drop } = edit.getState();
    const point = pointerOf(event);
    if (!dragged || !point) return;
    const found = targetAt(layoutOf(store.getState()), dragged, point);
    tabRest(found?.isOnTab && dragged.type !== 'TAB' ? found.target.overId : null);
    const target = found?.target ?? null;
    if (!isSameDrop(drop, target)) edit.setState({ drop: target });
  };
  const stop = () => {
    tabRest(null);
    setDrag(null);
    edit.setState({ dragged: null, drop: null });
  };
  const onDragEnd = (event: DragEndEvent) => {
    const data = readData(event);
    const { drop } = edit.getState();
    stop();
    if (!data || !drop) return;
    if (!data.nodeId) return place(data, drop.place);
    if (move(data.nodeId, drop.place) && data.node.type === 'TAB') store.getState().openTab(data.nodeId);
  };
  return {
    name: drag?.name ?? '',
    isDragging: drag !== null,
    handlers: { onDragStart, onDragMove, onDragEnd, onDragCancel: stop },
  };
}

/** Opens a tab on which a drag rests, so that it can go on inside of it. */
function useTabRest(): (tabId: string | null) => void {
  const { store } = useOpenDashboard();
  const resting = useRef<{ readonly tabId: string; readonly timer: ReturnType<typeof setTimeout> } | null>(null);
  return useCallback(
    (tabId) => {
      if (resting.current?.tabId === tabId) return;
      if (resting.current) clearTimeout(resting.current.timer);
      const open = () => tabId && store.getState().openTab(tabId);
      resting.current = tabId ? { tabId, timer: setTimeout(open, openTabMs) } : null;
    },
    [store],
  );
}

/** Puts a new part on the canvas; a text opens for writing. */
export function usePlacePart(edit: EditStore): (data: DragData, place: Place) => void {
  const { create } = useLayoutEditing();
  const addChart = useAddChart();
  return (data, place) => {
    const node = { ...data.node, id: makeNodeId(data.node.type) };
    const put = () => create(node, place);
    if (node.type === 'CHART') return addChart(data.chart, put);
    if (put() && (node.type === 'MARKDOWN' || node.type === 'HEADER')) edit.setState({ writingId: node.id });
  };
}

function isSameDrop(left: DropTarget | null, right: DropTarget | null): boolean {
  return (
    left?.overId === right?.overId &&
    left?.edge === right?.edge &&
    left?.place.parentId === right?.place.parentId &&
    left?.place.index === right?.place.index
  );
}

function toDragged(data: DragData): Dragged {
  return { id: data.nodeId, type: data.node.type };
}

function readData(event: { readonly active: { readonly data: { readonly current?: unknown } } }): DragData | null {
  // Every draggable of the canvas carries this.
  return (event.active.data.current as DragData | undefined) ?? null;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

function pointerOf(event: DragMoveEvent): Point | null {
  const { activatorEvent, delta } = event;
  if (!(activatorEvent instanceof PointerEvent)) return null;
  return { x: activatorEvent.clientX + delta.x, y: activatorEvent.clientY + delta.y };
}

interface Found {
  readonly target: DropTarget;
  readonly isOnTab: boolean;
}

/** The innermost part under the pointer that takes what is dragged; else the ones around it. */
function targetAt(layout: Layout, dragged: Dragged, point: Point): Found | null {
  let element: HTMLElement | null | undefined = document
    .elementsFromPoint(point.x, point.y)
    .map((candidate) => candidate.closest<HTMLElement>(`[${nodeAttribute}]`))
    .find((candidate) => candidate !== null);
  while (element) {
    const id = element.getAttribute(nodeAttribute) ?? '';
    if (id === topDropId)
      return dragged.type === 'TABS'
        ? { target: { overId: topDropId, edge: 'inside', place: { parentId: rootId, index: 0 } }, isOnTab: false }
        : null;
    const target = findDrop(layout, dragged, { id, pointer: pointerIn(element.getBoundingClientRect(), point) });
    if (target) return { target, isOnTab: element.hasAttribute(tabAttribute) };
    element = element.parentElement?.closest<HTMLElement>(`[${nodeAttribute}]`);
  }
  return null;
}

function pointerIn(box: DOMRect, point: Point): Pointer {
  return {
    x: (point.x - box.left) / box.width,
    y: (point.y - box.top) / box.height,
    widthPx: box.width,
    heightPx: box.height,
  };
}

/** A new part as the builder pane offers it. */
export function newPart(type: LayoutNode['type']): LayoutNode {
  return newNode(type, `NEW-${type}`, partSize(type));
}
