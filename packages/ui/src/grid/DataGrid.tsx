import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useReducer, useRef, useState } from 'react';
import { Button } from '../controls/Button.tsx';
import { copyText } from '../display/CopyButton.tsx';
import { ErrorBox } from '../feedback/ErrorBox.tsx';
import { toasts } from '../feedback/toast-store.ts';
import { useUiTexts } from '../texts.tsx';
import { estimateWidths, fillWidths } from './column-widths.ts';
import styles from './DataGrid.module.css';
import { GridBody } from './GridBody.tsx';
import { GridHead } from './GridHead.tsx';
import { columnEdges, heightsOf, ROW_HEIGHT, visibleColumns, visibleRows } from './geometry.ts';
import type { GridColumn, GridSelection, GridSort } from './grid-props.ts';
import { boundsOf, type CellRange, moveFocus, toTabbedText } from './selection.ts';
import { useGridScroll } from './use-grid-scroll.ts';
import { createWindowCache, type FetchWindow, type GridWindow, type WindowCache } from './window-cache.ts';

export interface DataGridProps {
  readonly columns: readonly GridColumn[];
  readonly rowCount: number;
  readonly fetchWindow: FetchWindow;
  /** Rows that are there already, from row 0. */
  readonly firstWindow?: GridWindow;
  /** Changes when the rows behind `fetchWindow` are others: a new result, sort or filter. */
  readonly resultKey: string;
  readonly label: string;
  readonly sort?: GridSort | null;
  /** Without it heads are not pressed. */
  readonly onSort?: (column: number) => void;
  /** What an error of loading rows is called. */
  readonly errorTitle?: string;
  readonly retryLabel?: string;
  /** Two lines in the head: name, then type, null share and histogram. */
  readonly hasProfile?: boolean;
  /** Something in the head beside a column's name, for example a menu. */
  readonly columnExtra?: (column: GridColumn, index: number) => ReactNode;
}

const MAX_COPIED_CELLS = 500_000;
/** Long enough to let a thrown scroll pass, too short to be waited for. */
const REST_MS = 50;

function useWindows({ fetchWindow, rowCount, firstWindow, resultKey }: DataGridProps): WindowCache {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  // A cache belongs to one result; later identities of the function mean the same rows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `resultKey` says when the rows are others
  const cache = useMemo(
    () => createWindowCache({ fetchWindow, rowCount, first: firstWindow, onChange: redraw, restMs: REST_MS }),
    [resultKey, rowCount],
  );
  useEffect(() => () => cache.dispose(), [cache]);
  return cache;
}

function useWidths({ columns, firstWindow, hasProfile }: DataGridProps, available: number) {
  const [changed, setChanged] = useState<Readonly<Record<string, number>>>({});
  const widths = useMemo(() => {
    const sized = columns.map((column) => ({ ...column, hasHistogram: Boolean(hasProfile) }));
    const estimated = estimateWidths(sized, firstWindow).map((width, index) => columns[index]?.width ?? width);
    const filled = Object.keys(changed).length === 0 ? fillWidths(estimated, available) : estimated;
    return filled.map((width, index) => changed[`${index}:${columns[index]?.name}`] ?? width);
  }, [columns, firstWindow, hasProfile, changed, available]);
  const setWidth = (index: number, width: number) => {
    // The first change fixes all widths as they stand, so that nothing else moves.
    const standing = Object.fromEntries(widths.map((value, at) => [`${at}:${columns[at]?.name}`, value]));
    setChanged({ ...standing, [`${index}:${columns[index]?.name}`]: Math.max(64, Math.round(width)) });
  };
  return { widths, setWidth };
}

/** A table of any length: rows come in windows as they are scrolled to; cells are selected, copied and walked by keys. */
export function DataGrid(props: DataGridProps) {
  const { columns, rowCount, label, hasProfile = false } = props;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const headHeight = hasProfile ? 52 : 32;
  const numberWidth = Math.max(44, String(rowCount).length * 7 + 24);
  const { view, update, reveal, geometry } = useGridScroll(scroller, { rowCount, headHeight });
  const cache = useWindows(props);
  const { widths, setWidth } = useWidths(props, view.width - numberWidth);
  const edges = useMemo(() => columnEdges(widths), [widths]);
  const selection = useGridSelection({
    props,
    cache,
    edges,
    numberWidth,
    reveal,
    pageRows: Math.max(1, Math.floor((view.height - headHeight) / ROW_HEIGHT) - 1),
  });
  const rows = visibleRows(view.virtualTop, geometry());
  useEffect(() => cache.ensure(rows.first, rows.end), [cache, rows.first, rows.end]);
  const shown = visibleColumns(edges, Math.max(0, view.scrollLeft), view.width);
  const totalWidth = numberWidth + (edges.at(-1) ?? 0);
  const activeCell = selection.range ? `${id}-${selection.range.focus.row}-${selection.range.focus.column}` : undefined;
  return (
    <div className={styles.grid}>
      {/* biome-ignore lint/a11y/useSemanticElements: rows are drawn by position, which no table element does */}
      <div
        ref={scroller}
        className={styles.scroll}
        role="grid"
        aria-label={label}
        aria-rowcount={rowCount + 1}
        aria-colcount={columns.length + 1}
        aria-multiselectable
        aria-activedescendant={activeCell}
        tabIndex={0}
        onScroll={update}
        onKeyDown={selection.onKeyDown}
      >
        <div
          className={styles.space}
          style={{ height: heightsOf(geometry()).physical + headHeight, width: totalWidth }}
        >
          <GridHead
            {...{ columns, edges, shown, numberWidth, headHeight, totalWidth, hasProfile, setWidth }}
            sort={props.sort ?? null}
            onSort={props.onSort}
            columnExtra={props.columnExtra}
          />
          <GridBody
            {...{ columns, edges, shown, rows, cache, numberWidth, totalWidth, headHeight, id }}
            virtualTop={view.virtualTop}
            viewHeight={Math.max(0, view.height - headHeight)}
            selection={selection}
          />
        </div>
      </div>
      <GridFailure cache={cache} title={props.errorTitle} retryLabel={props.retryLabel} />
    </div>
  );
}

function GridFailure({ cache, title, retryLabel }: { cache: WindowCache; title?: string; retryLabel?: string }) {
  const error = cache.error();
  if (!error) return null;
  return (
    <div className={styles.note}>
      <ErrorBox
        title={title ?? error.message}
        text={title ? error.message : undefined}
        actions={
          retryLabel ? (
            <Button size="small" onClick={cache.retry}>
              {retryLabel}
            </Button>
          ) : undefined
        }
      />
    </div>
  );
}

interface SelectionParts {
  readonly props: DataGridProps;
  readonly cache: WindowCache;
  readonly edges: readonly number[];
  readonly numberWidth: number;
  readonly pageRows: number;
  readonly reveal: (row: number, edges: { left: number; right: number; stickyWidth: number }) => void;
}

function useGridSelection({ props, cache, edges, numberWidth, pageRows, reveal }: SelectionParts): GridSelection {
  const [range, setRange] = useState<CellRange | null>(null);
  const copy = useCopy(props, cache);
  const { rowCount, columns } = props;
  const press = (row: number, column: number, isExtending: boolean) => {
    const focus = { row, column };
    setRange((last) => ({ anchor: isExtending && last ? last.anchor : focus, focus }));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const hasCommand = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (rowCount === 0) return;
    if (hasCommand && key === 'c' && range) {
      event.preventDefault();
      return void copy(range);
    }
    if (hasCommand && key === 'a') {
      event.preventDefault();
      return setRange({ anchor: { row: 0, column: 0 }, focus: { row: rowCount - 1, column: columns.length - 1 } });
    }
    if (event.key === 'Escape') return setRange(null);
    const from = range?.focus ?? { row: 0, column: 0 };
    const to = range
      ? moveFocus(from, { key: event.key, hasCommand }, { rowCount, columnCount: columns.length, pageRows })
      : firstMove(event.key);
    if (!to) return;
    event.preventDefault();
    press(to.row, to.column, event.shiftKey);
    reveal(to.row, { left: edges[to.column] ?? 0, right: edges[to.column + 1] ?? 0, stickyWidth: numberWidth });
  };
  return { range, onKeyDown, press };
}

function firstMove(key: string) {
  return key.startsWith('Arrow') ? { row: 0, column: 0 } : null;
}

function useCopy({ columns, fetchWindow: _fetch }: DataGridProps, cache: WindowCache) {
  const texts = useUiTexts();
  return async (range: CellRange) => {
    const { top, bottom, left, right } = boundsOf(range);
    const columnCount = right - left + 1;
    const rowLimit = Math.max(1, Math.floor(MAX_COPIED_CELLS / columnCount));
    const end = Math.min(bottom + 1, top + rowLimit);
    try {
      const window = await cache.read(top, end, new AbortController().signal);
      const copied = columns
        .slice(left, right + 1)
        .map((column, index) => ({ name: column.name, type: column.type, values: window.columns[left + index] ?? [] }));
      const isDone = await copyText(toTabbedText(copied, end - top > 1));
      if (isDone) toasts.success(texts.cellsCopied((end - top) * columnCount));
    } catch (error) {
      toasts.danger(error instanceof Error ? error.message : String(error));
    }
  };
}
