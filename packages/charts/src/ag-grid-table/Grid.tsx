import { defaultTranslate } from '@powerset/chart-kit';
import { copyText, toCopiedText } from '@powerset/ui';
import { type MouseEvent, useCallback, useId, useMemo, useRef, useState } from 'react';
import { copiedCells, copiedRowCount } from '../shared/copied-cells.ts';
import shared from '../shared/table.module.css';
import type { TableModel } from '../shared/table-columns.ts';
import { type ArrangedColumns, columnWidths } from '../shared/table-layout.ts';
import type { TableOptions } from '../shared/table-options.ts';
import { askedAt, selectionOfCell } from '../shared/table-selection.ts';
import { tableStatement } from '../shared/table-statement.ts';
import { useLabel } from '../shared/use-label.ts';
import type { TableState } from '../shared/use-table-state.ts';
import { useVisibleColumns } from '../shared/use-visible-columns.ts';
import { useVisibleRows, type VisibleRows } from '../shared/use-visible-rows.ts';
import type { ChartViewProps } from '../shared/view-props.ts';
import { CellMenu } from './CellMenu.tsx';
import { type CellAt, type CellRange, cellsOf, edgesOf, isInRange } from './cell-range.ts';
import type { GridForm } from './form.ts';
import styles from './Grid.module.css';
import { GridFoot } from './GridFoot.tsx';
import { GridHead } from './GridHead.tsx';
import { GridRow } from './GridRows.tsx';
import { type Places, placesOf } from './places.ts';
import { useCellInSight } from './use-cell-in-sight.ts';
import { type CellChoice, type CopiedCells, type CopyWay, useCellRange } from './use-cell-range.ts';

export interface GridProps extends ChartViewProps<TableModel, TableOptions, GridForm> {
  readonly arranged: ArrangedColumns;
  readonly rows: readonly number[];
  /** Of all pages. */
  readonly found: readonly number[];
  readonly state: TableState;
  readonly isWhole: boolean;
  readonly isNarrowed: boolean;
  readonly isFilterable: (name: string) => boolean;
}

const rowHeight = 29;
const scrollBarPx = 14;

function copyCells(cells: CopiedCells, { format, hasHeader }: CopyWay): void {
  void copyText(toCopiedText(cells, format, { hasHeader, table: '' }));
}

/** Columns in sight with what is done with their cells. */
export function Grid(props: GridProps) {
  const { model, arranged, rows, state, width, height, isWhole, translate = defaultTranslate } = props;
  const { columns, pinnedCount } = arranged;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const widths = useMemo(
    () => columnWidths(columns, { layout: state.layout, available: width - scrollBarPx }),
    [columns, state.layout, width],
  );
  const visibleRows = useVisibleRows(scroller, { count: rows.length, rowHeight, height, isWhole });
  const visible = useVisibleColumns(scroller, { widths, pinnedCount, width, isWhole });
  const places = useMemo(
    () => placesOf(columns, { widths, pinnedCount, visible }),
    [columns, widths, pinnedCount, visible],
  );
  const { filterBy, menu, closeMenu, openMenu, openMenuAt } = useCellActions(props, { id });
  const pageRows = Math.max(1, Math.floor(height / rowHeight) - 3);
  const onEnter = (at: CellAt) => filterBy(at)?.();
  const choice = useCellRange({ columns, rows, pageRows, onEnter, onMenu: openMenuAt, onCopy: copyCells });
  useCellInSight(scroller, choice.range?.focus ?? null, { widths, pinnedCount, rowHeight });
  return (
    <div ref={scroller} dir="ltr" className={shared.scroller}>
      <GridTable
        {...{ props, id, places, visibleRows, choice }}
        onPress={(at, isAdded) => {
          choice.press(at, isAdded);
          if (!isAdded) filterBy(at)?.();
        }}
        onMenu={openMenu}
      />
      {rows.length === 0 ? <div className={shared.nothing}>{translate('No rows')}</div> : null}
      {menu ? (
        <CellMenu
          place={menu}
          onFilter={rows[menu.at.row] === model.othersRow ? undefined : filterBy(menu.at)}
          onClose={closeMenu}
          {...{ choice, translate }}
        />
      ) : null}
    </div>
  );
}

interface GridTableProps {
  readonly props: GridProps;
  readonly id: string;
  readonly places: Places;
  readonly visibleRows: VisibleRows;
  readonly choice: CellChoice;
  readonly onPress: (at: CellAt, isAdded: boolean) => void;
  readonly onMenu: (menu: OpenMenu, range: CellRange | null) => void;
}

function GridTable({ props, id, places, visibleRows, choice, onPress, onMenu }: GridTableProps) {
  const { model, arranged, rows, state, translate = defaultTranslate } = props;
  const [moved, setMoved] = useState<string | null>(null);
  const focus = choice.range?.focus;
  const label = useGridLabel(props);
  return (
    <table
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells are walked between and chosen
      role="grid"
      aria-label={label}
      aria-multiselectable
      aria-rowcount={rows.length + 1}
      aria-colcount={arranged.columns.length}
      aria-activedescendant={focus ? `${id}-${focus.row}-${focus.column}` : undefined}
      tabIndex={0}
      className={styles.grid}
      style={{ width: places.total }}
      onKeyDown={choice.onKeyDown}
      onClick={(event) => {
        const at = cellUnder(event, id);
        if (at) onPress(at, event.shiftKey);
      }}
      onContextMenu={(event) => {
        const at = cellUnder(event, id);
        if (!at) return;
        event.preventDefault();
        const isChosen = isInRange(choice.range, at);
        if (!isChosen) choice.press(at, false);
        onMenu({ at, x: event.clientX, y: event.clientY }, isChosen ? choice.range : null);
      }}
    >
      <ColumnWidths places={places} />
      <GridHead
        {...{ places, all: arranged.columns, state, translate, isFilterable: props.isFilterable }}
        drag={{ moved, setMoved }}
      />
      <GridBody {...{ props, id, places, visibleRows, range: choice.range }} />
      {model.hasTotals ? <GridFoot {...{ places, translate }} isOfMore={props.isNarrowed} /> : null}
    </table>
  );
}

type GridBodyProps = Pick<GridTableProps, 'props' | 'id' | 'places' | 'visibleRows'> & {
  readonly range: CellRange | null;
};

function GridBody({ props, id, places, visibleRows, range }: GridBodyProps) {
  const { model, rows, isWhole, selectedLabels, onSelect } = props;
  return (
    <tbody>
      {visibleRows.before > 0 ? <tr style={{ height: visibleRows.before }} /> : null}
      {rows.slice(visibleRows.first, visibleRows.end).map((row, offset) => {
        const at = visibleRows.first + offset;
        const own = range && isRowIn(range, at) ? range : null;
        const canFilter = onSelect !== undefined && row !== model.othersRow;
        return <GridRow key={row} {...{ id, at, row, places, range: own, selectedLabels, canFilter }} />;
      })}
      {visibleRows.after > 0 ? (
        <tr style={{ height: visibleRows.after }} data-not-drawn={isWhole || undefined} />
      ) : null}
    </tbody>
  );
}

function ColumnWidths({ places }: { readonly places: Places }) {
  const { columns, before, after, pinnedCount } = places;
  return (
    <colgroup>
      {columns.slice(0, pinnedCount).map(({ drawn, width }) => (
        <col key={drawn.column.name} style={{ width }} />
      ))}
      {before > 0 ? <col style={{ width: before }} /> : null}
      {columns.slice(pinnedCount).map(({ drawn, width }) => (
        <col key={drawn.column.name} style={{ width }} />
      ))}
      {after > 0 ? <col style={{ width: after }} /> : null}
    </colgroup>
  );
}

interface OpenMenu {
  readonly at: CellAt;
  readonly x: number;
  readonly y: number;
}

function useCellActions(props: GridProps, { id }: { readonly id: string }) {
  const { model, arranged, rows, found, selectedLabels, form, onSelect, onContextMenu } = props;
  const { columns } = arranged;
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const filterBy = ({ row, column: index }: CellAt): (() => void) | undefined => {
    const column = columns[index]?.column;
    const own = rows[row];
    if (!onSelect || own === undefined || own === model.othersRow || column?.kind !== 'dimension') return undefined;
    const value = column.values[own] ?? null;
    return () => onSelect(selectionOfCell({ column, value, selectedLabels, form }));
  };
  /** The page's menu of marks; where there is none, the grid's own. */
  const openMenu = (open: OpenMenu, range: CellRange | null) => {
    if (!onContextMenu) return setMenu(open);
    const given = { columns, form, othersRow: model.othersRow };
    const asked = askedAt({ row: rows[open.at.row] ?? -1, column: open.at.column }, given);
    const edges = range && edgesOf(range);
    const isOne = !edges || (edges.top === edges.bottom && edges.left === edges.right);
    const cells = isOne
      ? { rows: copiedRowCount(found.length, columns.length), read: () => copiedCells(columns, found) }
      : { rows: edges.bottom - edges.top + 1, read: () => cellsOf(range, { columns, rows }) };
    return onContextMenu({ clientX: open.x, clientY: open.y, ...(asked ?? noMark), cells });
  };
  const openMenuAt = (at: CellAt, range: CellRange | null) => {
    const box = document.getElementById(`${id}-${at.row}-${at.column}`)?.getBoundingClientRect();
    if (box) openMenu({ at, x: box.left + 12, y: box.bottom }, range);
  };
  return { filterBy, menu, closeMenu: () => setMenu(null), openMenu, openMenuAt };
}

const noMark = { selection: null, mark: null };

function useGridLabel({ model, options, form, title, definition, translate = defaultTranslate }: GridProps): string {
  const statement = useCallback(
    () => tableStatement({ model, options, form }, translate),
    [model, options, form, translate],
  );
  return useLabel(title ?? definition.name, statement);
}

const isRowIn = (range: CellRange, row: number) => {
  const { top, bottom } = edgesOf(range);
  return row >= top && row <= bottom;
};

/** The cell under a pointer; links in cells are followed and choose nothing. */
function cellUnder(event: MouseEvent, id: string): CellAt | null {
  const cell = event.target instanceof Element ? event.target.closest('td') : null;
  if (!cell?.id.startsWith(`${id}-`)) return null;
  const [row, column] = cell.id
    .slice(id.length + 1)
    .split('-')
    .map(Number);
  return row === undefined || column === undefined ? null : { row, column };
}
