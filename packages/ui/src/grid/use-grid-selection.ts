import { type KeyboardEvent, useRef, useState } from 'react';
import { copyText } from '../display/CopyButton.tsx';
import { toasts } from '../feedback/toast-store.ts';
import { useUiTexts } from '../texts.tsx';
import { type CopyFormat, toCopiedText } from './copy-formats.ts';
import type { DataGridProps, GridSelection } from './grid-props.ts';
import { boundsOf, type CellRange, moveFocus, rangeOfColumns, rangeOfRows } from './selection.ts';
import type { WindowCache } from './window-cache.ts';

const MAX_COPIED_CELLS = 500_000;

interface SelectionParts {
  readonly props: DataGridProps;
  readonly cache: WindowCache;
  readonly edges: readonly number[];
  readonly numberWidth: number;
  readonly pageRows: number;
  readonly reveal: (row: number, edges: { left: number; right: number; stickyWidth: number }) => void;
}

/** The grid's selection with what can be done to it. */
export interface GridSelecting extends GridSelection {
  readonly selectAll: () => void;
  readonly copyAs: (format: CopyFormat) => void;
}

/** Which cells are selected: by the pointer, by keys, as whole rows and columns; and their copying. */
export function useGridSelection({ props, cache, edges, numberWidth, pageRows, reveal }: SelectionParts) {
  const [range, setRange] = useState<CellRange | null>(null);
  const copy = useCopy(props, cache);
  const { rowCount, columns } = props;
  const pressing = usePressing(setRange, { rowCount, columnCount: columns.length });
  const selectAll = () => setRange(rangeOfRows(rowCount - 1, 0, columns.length));
  const copyAs = (format: CopyFormat) => {
    if (range) void copy(range, format);
  };
  const takeCommand = (event: KeyboardEvent): boolean => {
    const hasCommand = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    const at = range?.focus ?? { row: 0, column: 0 };
    if (hasCommand && key === 'c' && range) copyAs('text');
    else if (hasCommand && key === 'a') selectAll();
    else if (key === ' ' && event.shiftKey) pressing.pressRow(at.row, false);
    else if (key === ' ' && hasCommand) pressing.pressColumn(at.column, false);
    else return false;
    return true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (rowCount === 0) return;
    if (takeCommand(event)) return event.preventDefault();
    if (event.key === 'Escape') return setRange(null);
    const hasCommand = event.ctrlKey || event.metaKey;
    const from = range?.focus ?? { row: 0, column: 0 };
    const to = range
      ? moveFocus(from, { key: event.key, hasCommand }, { rowCount, columnCount: columns.length, pageRows })
      : firstMove(event.key);
    if (!to) return;
    event.preventDefault();
    pressing.press(to.row, to.column, event.shiftKey);
    reveal(to.row, { left: edges[to.column] ?? 0, right: edges[to.column + 1] ?? 0, stickyWidth: numberWidth });
  };
  return { range, onKeyDown, ...pressing, selectAll, copyAs } satisfies GridSelecting;
}

type SetRange = (change: (last: CellRange | null) => CellRange | null) => void;

/** The pointer's part: what a drag began on decides what it spans. */
function usePressing(setRange: SetRange, { rowCount, columnCount }: { rowCount: number; columnCount: number }) {
  const drag = useRef<'cells' | 'rows' | 'columns'>('cells');
  const press = (row: number, column: number, isExtending: boolean) => {
    drag.current = 'cells';
    const focus = { row, column };
    setRange((last) => ({ anchor: isExtending && last ? last.anchor : focus, focus }));
  };
  const pressRow = (row: number, isExtending: boolean) => {
    drag.current = 'rows';
    setRange((last) => rangeOfRows(isExtending && last ? last.anchor.row : row, row, columnCount));
  };
  const pressColumn = (column: number, isExtending: boolean) => {
    drag.current = 'columns';
    setRange((last) => rangeOfColumns(isExtending && last ? last.anchor.column : column, column, rowCount));
  };
  const enter = (row: number | null, column: number | null) => {
    if (drag.current === 'rows' && row !== null) pressRow(row, true);
    if (drag.current === 'columns' && column !== null) pressColumn(column, true);
    if (drag.current === 'cells' && row !== null && column !== null) press(row, column, true);
  };
  return { press, pressRow, pressColumn, enter };
}

function firstMove(key: string) {
  return key.startsWith('Arrow') ? { row: 0, column: 0 } : null;
}

function useCopy({ columns, tableName = 'table_name' }: DataGridProps, cache: WindowCache) {
  const texts = useUiTexts();
  return async (range: CellRange, format: CopyFormat) => {
    const { top, bottom, left, right } = boundsOf(range);
    const columnCount = right - left + 1;
    const rowLimit = Math.max(1, Math.floor(MAX_COPIED_CELLS / columnCount));
    const end = Math.min(bottom + 1, top + rowLimit);
    const copied = (end - top) * columnCount;
    const all = (bottom + 1 - top) * columnCount;
    try {
      const window = await cache.read(top, end, new AbortController().signal);
      const cells = columns
        .slice(left, right + 1)
        .map(({ name, type }, index) => ({ name, type, values: window.columns[left + index] ?? [] }));
      const text = toCopiedText(cells, format, { hasHeader: end - top > 1, table: tableName });
      if (!(await copyText(text))) return;
      if (copied < all) toasts.warning(texts.cellsCopiedInPart(copied, all));
      else toasts.success(texts.cellsCopied(copied));
    } catch (error) {
      toasts.danger(error instanceof Error ? error.message : String(error));
    }
  };
}
