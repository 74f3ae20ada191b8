import type { KeyboardEvent, ReactNode } from 'react';
import type { MenuEntry } from '../floating/Menu.tsx';
import type { GridColumnType, GridDigits, GridValue } from './cell-text.ts';
import type { CellRange } from './selection.ts';
import type { FetchWindow, GridWindow } from './window-cache.ts';

export interface GridColumn {
  readonly name: string;
  readonly type: GridColumnType;
  /** The engine's word for the type. */
  readonly typeName?: string;
  /** How its numbers are written; grouped by default. */
  readonly digits?: GridDigits;
  /** 0 to 1. */
  readonly nullShare?: number;
  /** Counts per bucket, drawn in the head. */
  readonly histogram?: readonly number[];
  readonly width?: number;
}

export interface GridSort {
  readonly column: number;
  readonly direction: 'asc' | 'desc';
}

/** A cell of a grid, as its menu and its opening are told of it. */
export interface GridCellAt {
  readonly row: number;
  readonly column: number;
  /** The beginning of it, where it is cut. */
  readonly value: GridValue;
  readonly isCut: boolean;
}

export interface GridSelection {
  readonly range: CellRange | null;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  /** A cell was pressed. */
  readonly press: (row: number, column: number, isExtending: boolean) => void;
  /** A row's number was pressed: the whole row. */
  readonly pressRow: (row: number, isExtending: boolean) => void;
  readonly pressColumn: (column: number, isExtending: boolean) => void;
  /** The pointer moved onto a cell, a row's number or a column's head while held. */
  readonly enter: (row: number | null, column: number | null) => void;
}

export interface DataGridProps {
  readonly columns: readonly GridColumn[];
  readonly rowCount: number;
  readonly fetchWindow: FetchWindow;
  /** The same rows with whole values, where `fetchWindow` cuts long ones: cells are copied from there. */
  readonly fetchWhole?: FetchWindow;
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
  /** What is known of a column was pressed in its head. */
  readonly onOpenColumn?: (index: number) => void;
  /** A cell was pressed twice, or Enter was pressed on it. */
  readonly onOpenCell?: (cell: GridCellAt) => void;
  /** The cell that the keys or the pointer went to. */
  readonly onFocusCell?: (cell: GridCellAt) => void;
  /** What can be done with a cell besides copying; first in its menu. */
  readonly cellActions?: (cell: GridCellAt) => readonly MenuEntry[];
  /** Into which table rows go that are copied as INSERT. */
  readonly tableName?: string;
}
