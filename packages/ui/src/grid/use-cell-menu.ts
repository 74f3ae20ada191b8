import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import type { DataGridProps, GridCellAt } from './grid-props.ts';
import { boundsOf, isInside } from './selection.ts';
import type { GridSelecting } from './use-grid-selection.ts';
import type { WindowCache } from './window-cache.ts';

/** Where a cell's menu stands. */
export interface MenuPlace extends GridCellAt {
  readonly x: number;
  readonly y: number;
}

interface CellMenuParts {
  readonly id: string;
  readonly cache: WindowCache;
  readonly selection: GridSelecting;
  readonly props: DataGridProps;
}

/** Opening of cells and of their menu, by the pointer and by keys. */
export function useCellMenu({ id, cache, selection, props }: CellMenuParts) {
  const [place, setPlace] = useState<MenuPlace | null>(null);
  const { range, press } = selection;
  const cellAt = (row: number, column: number): GridCellAt | null => {
    const value = cache.valueAt(row, column);
    return value === undefined ? null : { row, column, value, isCut: cache.cutAt(row, column) !== undefined };
  };
  const find = (event: MouseEvent) => findCell(event, id);
  const openMenu = (row: number, column: number, point: { readonly x: number; readonly y: number }) => {
    const cell = cellAt(row, column);
    if (!cell) return;
    if (!isInside(range ? boundsOf(range) : null, row, column)) press(row, column, false);
    setPlace({ ...cell, ...point });
  };
  useFocusNews(props, range && cellAt(range.focus.row, range.focus.column));
  return {
    place,
    close: () => setPlace(null),
    onDoubleClick: (event: MouseEvent) => {
      const at = find(event);
      const cell = at && cellAt(at.row, at.column);
      if (cell) props.onOpenCell?.(cell);
    },
    onContextMenu: (event: MouseEvent) => {
      const at = find(event);
      if (!at) return;
      event.preventDefault();
      openMenu(at.row, at.column, { x: event.clientX, y: event.clientY });
    },
    onKeyDown: (event: KeyboardEvent) => {
      // What stands in a head has its own use for keys.
      if (!range || event.target !== event.currentTarget) return;
      const { row, column } = range.focus;
      if (event.key === 'Enter' && props.onOpenCell) {
        event.preventDefault();
        const cell = cellAt(row, column);
        if (cell) props.onOpenCell(cell);
      }
      if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
        event.preventDefault();
        const box = document.getElementById(`${id}-${row}-${column}`)?.getBoundingClientRect();
        if (box) openMenu(row, column, { x: box.left + 12, y: box.bottom });
      }
    },
  };
}

/** Tells of the cell that the selection went to, once it is there. */
function useFocusNews({ onFocusCell }: DataGridProps, cell: GridCellAt | null): void {
  const tell = useRef(onFocusCell);
  tell.current = onFocusCell;
  const { row, column, value, isCut = false } = cell ?? {};
  useEffect(() => {
    if (row !== undefined && column !== undefined && value !== undefined) tell.current?.({ row, column, value, isCut });
  }, [row, column, value, isCut]);
}

function findCell(event: MouseEvent, id: string): { readonly row: number; readonly column: number } | null {
  const cell = event.target instanceof Element ? event.target.closest('[role="gridcell"]') : null;
  if (!cell?.id.startsWith(`${id}-`)) return null;
  const [row, column] = cell.id
    .slice(id.length + 1)
    .split('-')
    .map(Number);
  return row === undefined || column === undefined ? null : { row, column };
}
