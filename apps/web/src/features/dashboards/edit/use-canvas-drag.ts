import type { DragEndEvent, DragMoveEvent, DragStartEvent } from '@dnd-kit/core';
import type { WireDashboardChart } from '@powerset/contract';
import { isRightToLeft } from '@powerset/ui';
import { useCallback, useEffect, useRef, useState } from 'react';
import {
  type Dragged,
  type Dropped,
  type DropTarget,
  findDrop,
  foresee,
  type Layout,
  type LayoutNode,
  newNode,
  type Place,
  type Pointer,
  partSize,
  rootId,
} from '../layout/index.ts';
import { layoutOf, makeNodeId, useOpenDashboard } from '../state/index.ts';
import { useLayoutEditing, useScopeWarning } from './edit-context.tsx';
import { type EditStore, takenAlong } from './edit-store.ts';
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
export function useCanvasDrag(edit: EditStore, moveAll: (place: Place) => boolean) {
  const { store } = useOpenDashboard();
  const { move } = useLayoutEditing();
  const warn = useScopeWarning();
  const place = usePlacePart(edit);
  const [drag, setDrag] = useState<DragData | null>(null);
  const tabRest = useTabRest();
  const point = usePointer(drag !== null);
  const onDragStart = (event: DragStartEvent) => {
    const data = readData(event);
    setDrag(data);
    edit.setState({ dragged: data ? toDragged(data) : null, drop: null });
  };
  const onDragMove = (event: DragMoveEvent) => {
    const data = readData(event);
    const { dragged, drop } = edit.getState();
    const at = point.current;
    if (!data || !dragged || !at) return;
    const layout = layoutOf(store.getState());
    const found = targetAt(layout, dragged, at);
    tabRest(found?.isOnTab && dragged.type !== 'TAB' ? found.target.overId : null);
    const target = found?.target ?? null;
    if (isSameDrop(drop?.target ?? null, target)) return;
    edit.setState({
      drop: target && { target, foresight: foresee(layout, droppedOf(edit, layout, data), target.place) },
    });
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
    const { place: at } = drop.target;
    if (!data.nodeId) return place(data, at);
    const before = layoutOf(store.getState());
    const { ids = [] } = droppedOf(edit, before, data);
    if (ids.length > 1) {
      if (moveAll(at)) warn(before, layoutOf(store.getState()), ids);
      return;
    }
    if (move(data.nodeId, at) && data.node.type === 'TAB') store.getState().openTab(data.nodeId);
  };
  return {
    drag,
    count: drag ? (droppedOf(edit, layoutOf(store.getState()), drag).ids?.length ?? 1) : 0,
    handlers: { onDragStart, onDragMove, onDragEnd, onDragCancel: stop },
  };
}

function droppedOf(edit: EditStore, layout: Layout, { nodeId, node }: DragData): Dropped {
  return nodeId ? { id: nodeId, node, ids: takenAlong(edit.getState(), layout, nodeId) } : { id: null, node };
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

/** Where the pointer is on the screen, also while the canvas scrolls under it. */
function usePointer(isFollowed: boolean): { readonly current: Point | null } {
  const point = useRef<Point | null>(null);
  useEffect(() => {
    if (!isFollowed) return;
    const follow = (event: PointerEvent) => {
      point.current = { x: event.clientX, y: event.clientY };
    };
    addEventListener('pointermove', follow, true);
    return () => removeEventListener('pointermove', follow, true);
  }, [isFollowed]);
  return point;
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
    const isOnTab = element.hasAttribute(tabAttribute);
    if (target) return { target: isOnTab ? target : betweenChildren(layout, target, { element, point }), isOnTab };
    element = element.parentElement?.closest<HTMLElement>(`[${nodeAttribute}]`);
  }
  return null;
}

interface Gap {
  readonly element: HTMLElement;
  readonly point: Point;
}

/** Into a container means between those of its parts that the pointer is between, which only the page knows. */
function betweenChildren(layout: Layout, target: DropTarget, { element, point }: Gap): DropTarget {
  const container = layout[target.place.parentId];
  const isStacked = container?.type !== 'ROW' && container?.type !== 'TABS';
  if (target.edge !== 'inside' || !isStacked || !container) return target;
  const index = container.children.findIndex((id) => {
    const box = element.querySelector(`[${nodeAttribute}="${CSS.escape(id)}"]`)?.getBoundingClientRect();
    return box !== undefined && point.y < box.top + box.height / 2;
  });
  const overId = container.children[index];
  if (!overId) return target;
  return { overId, edge: 'top', place: { parentId: container.id, index } };
}

function pointerIn(box: DOMRect, point: Point): Pointer {
  return {
    x: (isRightToLeft() ? box.right - point.x : point.x - box.left) / box.width,
    y: (point.y - box.top) / box.height,
    widthPx: box.width,
    heightPx: box.height,
  };
}

/** A new part as the builder pane offers it. */
export function newPart(type: LayoutNode['type']): LayoutNode {
  return newNode(type, `NEW-${type}`, partSize(type));
}
