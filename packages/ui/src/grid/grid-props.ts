import type { KeyboardEvent } from 'react';
import type { GridColumnType } from './cell-text.ts';
import type { CellRange } from './selection.ts';

export interface GridColumn {
  readonly name: string;
  readonly type: GridColumnType;
  /** The engine's word for the type. */
  readonly typeName?: string;
  /** Its numbers of four digits are years, whose digits are not grouped. */
  readonly hasYears?: boolean;
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

export interface GridSelection {
  readonly range: CellRange | null;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  /** A cell was pressed, or the pointer moved onto it while held. */
  readonly press: (row: number, column: number, isExtending: boolean) => void;
}
