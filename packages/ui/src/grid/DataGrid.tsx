import { useEffect, useId, useMemo, useReducer, useRef, useState } from 'react';
import { Button } from '../controls/Button.tsx';
import { ErrorBox } from '../feedback/ErrorBox.tsx';
import { estimateWidths, fillWidths } from './column-widths.ts';
import styles from './DataGrid.module.css';
import { GridBody } from './GridBody.tsx';
import { GridHead } from './GridHead.tsx';
import { GridMenu } from './GridMenu.tsx';
import { columnEdges, heightsOf, ROW_HEIGHT, visibleColumns, visibleRows } from './geometry.ts';
import type { DataGridProps } from './grid-props.ts';
import { useCellMenu } from './use-cell-menu.ts';
import { useGridScroll } from './use-grid-scroll.ts';
import { useGridSelection } from './use-grid-selection.ts';
import { createWindowCache, type WindowCache } from './window-cache.ts';

/** Long enough to let a thrown scroll pass, too short to be waited for. */
const REST_MS = 50;

function useWindows({ fetchWindow, fetchWhole, rowCount, firstWindow, resultKey }: DataGridProps): WindowCache {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  // A cache belongs to one result; later identities of the function mean the same rows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `resultKey` says when the rows are others
  const cache = useMemo(
    () =>
      createWindowCache({ fetchWindow, fetchWhole, rowCount, first: firstWindow, onChange: redraw, restMs: REST_MS }),
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

/** What somebody sorts for stands first. */
function useTopOfNewOrder(sort: DataGridProps['sort'], scrollTo: (virtualTop: number) => void) {
  const order = sort ? `${sort.column} ${sort.direction}` : '';
  const seen = useRef(order);
  useEffect(() => {
    if (seen.current === order) return;
    seen.current = order;
    scrollTo(0);
  }, [order, scrollTo]);
}

/** A table of any length: rows come in windows as they are scrolled to; cells are selected, copied and walked by keys. */
export function DataGrid(props: DataGridProps) {
  const { columns, rowCount, label, hasProfile = false } = props;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const headHeight = hasProfile ? 52 : 32;
  const numberWidth = Math.max(44, String(rowCount).length * 7 + 24);
  const { view, update, reveal, scrollTo, geometry } = useGridScroll(scroller, { rowCount, headHeight });
  useTopOfNewOrder(props.sort, scrollTo);
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
  const menu = useCellMenu({ id, cache, selection, props });
  const rows = visibleRows(view.virtualTop, geometry());
  useEffect(() => cache.ensure(rows.first, rows.end), [cache, rows.first, rows.end]);
  const shown = visibleColumns(edges, Math.max(0, view.scrollLeft), view.width);
  const totalWidth = numberWidth + (edges.at(-1) ?? 0);
  const activeCell = selection.range ? `${id}-${selection.range.focus.row}-${selection.range.focus.column}` : undefined;
  return (
    <div dir="ltr" className={styles.grid}>
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
        onKeyDown={(event) => {
          menu.onKeyDown(event);
          if (!event.defaultPrevented) selection.onKeyDown(event);
        }}
        onDoubleClick={menu.onDoubleClick}
        onContextMenu={menu.onContextMenu}
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
            onOpenColumn={props.onOpenColumn}
            selection={selection}
            selectAll={selection.selectAll}
          />
          <GridBody
            {...{ columns, edges, shown, rows, cache, numberWidth, totalWidth, headHeight, id }}
            virtualTop={view.virtualTop}
            viewHeight={Math.max(0, view.height - headHeight)}
            selection={selection}
          />
        </div>
      </div>
      {menu.place ? (
        <GridMenu
          place={menu.place}
          actions={props.cellActions?.(menu.place) ?? []}
          selection={selection}
          onClose={menu.close}
        />
      ) : null}
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
