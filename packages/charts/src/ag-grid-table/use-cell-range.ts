import { type KeyboardEvent, useState } from 'react';
import type { DrawnColumn } from '../shared/table-options.ts';
import { type CellAt, type CellRange, cellsOf, edgesOf, stepOf } from './cell-range.ts';

export type CopiedCells = ReturnType<typeof cellsOf>;

export interface CopyWay {
  readonly format: 'text' | 'markdown';
  /** With names above, as more than one row has them. */
  readonly hasHeader: boolean;
}

interface Walked {
  readonly columns: readonly DrawnColumn[];
  readonly rows: readonly number[];
  readonly pageRows: number;
  readonly onEnter: (at: CellAt) => void;
  readonly onMenu: (at: CellAt, range: CellRange) => void;
  readonly onCopy: (cells: CopiedCells, how: CopyWay) => void;
}

/** The cells that are chosen, walked between by keys and copied. */
export function useCellRange({ columns, rows, pageRows, onEnter, onMenu, onCopy }: Walked) {
  const [chosen, setRange] = useState<CellRange | null>(null);
  const range = fittedRange(chosen, { rows: rows.length, columns: columns.length });
  const press = (at: CellAt, isAdded: boolean) =>
    setRange((before) => (isAdded && before ? { ...before, focus: at } : { anchor: at, focus: at }));
  const selectAll = () =>
    setRange({ anchor: { row: 0, column: 0 }, focus: { row: rows.length - 1, column: columns.length - 1 } });
  const copy = (format: CopyWay['format']) => {
    if (!range) return;
    const { top, bottom } = edgesOf(range);
    onCopy(cellsOf(range, { columns, rows }), { format, hasHeader: bottom > top });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    const hasCommand = event.ctrlKey || event.metaKey;
    const at = range?.focus ?? { row: -1, column: 0 };
    const next = stepOf(event.key, at, {
      size: { rows: rows.length, columns: columns.length, page: pageRows },
      isFar: hasCommand,
    });
    const key = event.key.toLowerCase();
    if (next) press(next, event.shiftKey);
    else if (hasCommand && key === 'c' && range) copy('text');
    else if (hasCommand && key === 'a' && rows.length > 0) selectAll();
    else if (event.key === 'Enter' && range) onEnter(range.focus);
    else if (range && (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)))
      onMenu(range.focus, range);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { range, press, copy, selectAll, onKeyDown };
}

/** Rows come and go with filters and pages: what was chosen beyond them is chosen no more. */
function fittedRange(range: CellRange | null, size: { readonly rows: number; readonly columns: number }) {
  if (!range) return null;
  const { bottom, right } = edgesOf(range);
  return bottom < size.rows && right < size.columns ? range : null;
}

export type CellChoice = ReturnType<typeof useCellRange>;
