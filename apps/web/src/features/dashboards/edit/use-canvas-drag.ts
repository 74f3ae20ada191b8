import type { DragEndEvent, DragMoveEvent, DragStartEvent } from '@dnd-kit/core';
import type { WireDashboardChart } from '@powerset/contract';
import { useCallback, useMemo, useRef, useState } from 'react';
import { type Dragged, type DropTarget, findDrop, type LayoutNode, newNode, rootId } from '../layout/index.ts';
import { layoutOf, makeNodeId, useOpenDashboard } from '../state/index.ts';
import { useLayoutEditing } from './edit-context.tsx';
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
/** The bar of top-level tabs: dropping tabs there puts them over the whole dashboard. */
export const topDropId = 'top';

/** Follows the pointer over the canvas: what is under it, and where a drop would go. */
export function useCanvasDrag() {
  const { store } = useOpenDashboard();
  const { create, move } = useLayoutEditing();
  const addChart = useAddChart();
  const [drag, setDrag] = useState<DragData | null>(null);
  const [drop, setDrop] = useState<DropTarget | null>(null);
  const latest = useRef<DropTarget | null>(null);
  const follow = useCallback((target: DropTarget | null) => {
    latest.current = target;
    setDrop((last) => (JSON.stringify(last) === JSON.stringify(target) ? last : target));
  }, []);
  const onDragMove = (event: DragMoveEvent) => {
    const data = readData(event);
    const point = pointerOf(event);
    if (data && point) follow(targetAt(layoutOf(store.getState()), toDragged(data), point));
  };
  const onDragEnd = (event: DragEndEvent) => {
    const data = readData(event);
    const target = latest.current;
    setDrag(null);
    follow(null);
    if (!data || !target) return;
    if (data.nodeId) return void move(data.nodeId, target.place);
    const place = () => create({ ...data.node, id: makeNodeId(data.node.type) }, target.place);
    if (data.node.type === 'CHART') addChart(data.chart, place);
    else place();
  };
  const onDragCancel = () => {
    setDrag(null);
    follow(null);
  };
  const dragged = useMemo(() => (drag ? toDragged(drag) : null), [drag]);
  return {
    dragged,
    drop,
    name: drag?.name ?? '',
    handlers: { onDragStart: (event: DragStartEvent) => setDrag(readData(event)), onDragMove, onDragEnd, onDragCancel },
  };
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

/** The innermost part under the pointer that takes what is dragged; else the ones around it. */
function targetAt(layout: Parameters<typeof findDrop>[0], dragged: Dragged, point: Point): DropTarget | null {
  let element: HTMLElement | null | undefined = document
    .elementsFromPoint(point.x, point.y)
    .map((candidate) => candidate.closest<HTMLElement>(`[${nodeAttribute}]`))
    .find((candidate) => candidate !== null);
  while (element) {
    const id = element.getAttribute(nodeAttribute) ?? '';
    if (id === topDropId)
      return dragged.type === 'TABS'
        ? { overId: topDropId, edge: 'inside', place: { parentId: rootId, index: 0 } }
        : null;
    const box = element.getBoundingClientRect();
    const pointer = {
      x: (point.x - box.left) / box.width,
      y: (point.y - box.top) / box.height,
      widthPx: box.width,
      heightPx: box.height,
    };
    const target = findDrop(layout, dragged, { id, pointer });
    if (target) return target;
    element = element.parentElement?.closest<HTMLElement>(`[${nodeAttribute}]`);
  }
  return null;
}

/** A new part as the builder pane offers it. */
export function newPart(type: LayoutNode['type']): LayoutNode {
  return newNode(type, `NEW-${type}`);
}
