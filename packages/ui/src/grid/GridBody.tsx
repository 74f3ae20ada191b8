import { memo } from 'react';
import { classNames } from '../class-names.ts';
import { useUiTexts } from '../texts.tsx';
import { cellText, type GridDigits, type GridValue, groupDigits } from './cell-text.ts';
import styles from './GridBody.module.css';
import { ROW_HEIGHT, type Span } from './geometry.ts';
import type { GridColumn, GridSelection } from './grid-props.ts';
import { boundsOf, isInside } from './selection.ts';
import type { WindowCache } from './window-cache.ts';

interface GridBodyProps {
  readonly columns: readonly GridColumn[];
  readonly edges: readonly number[];
  readonly shown: Span;
  readonly rows: Span;
  readonly cache: WindowCache;
  readonly numberWidth: number;
  readonly totalWidth: number;
  readonly headHeight: number;
  readonly virtualTop: number;
  readonly viewHeight: number;
  readonly id: string;
  readonly selection: GridSelection;
}

const POOL_STEP = 8;

/** The rows in view, in a layer that stays in place while the element around it scrolls. */
export function GridBody(props: GridBodyProps) {
  const { rows, headHeight, viewHeight, totalWidth, virtualTop } = props;
  const count = rows.end - rows.first;
  // Rows that come into view take over the elements of those that left.
  const pool = Math.ceil((count + 1) / POOL_STEP) * POOL_STEP;
  return (
    // biome-ignore lint/a11y/useSemanticElements: part of a grid drawn by position
    <div
      className={styles.body}
      role="rowgroup"
      style={{ top: headHeight, height: viewHeight, width: totalWidth, clipPath: 'inset(0)' }}
    >
      {Array.from({ length: count }, (_, offset) => {
        const row = rows.first + offset;
        return <GridRow key={row % pool} {...props} row={row} top={row * ROW_HEIGHT - virtualTop} />;
      })}
    </div>
  );
}

function GridRow(props: GridBodyProps & { row: number; top: number }) {
  const { row, top, columns, edges, shown, cache, numberWidth, totalWidth, selection, id } = props;
  const { range } = selection;
  const bounds = range ? boundsOf(range) : null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: part of a grid drawn by position
    // biome-ignore lint/a11y/useFocusableInteractive: the grid around it holds the focus
    <div
      className={styles.row}
      role="row"
      aria-rowindex={row + 2}
      style={{ transform: `translateY(${top}px)`, width: totalWidth }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
      <div
        className={styles.number}
        role="rowheader"
        aria-colindex={1}
        style={{ width: numberWidth }}
        onPointerDown={(event) => event.button === 0 && selection.pressRow(row, event.shiftKey)}
        onPointerEnter={(event) => event.buttons === 1 && selection.enter(row, null)}
      >
        {row + 1}
      </div>
      {columns.slice(shown.first, shown.end).map((column, offset) => {
        const index = shown.first + offset;
        return (
          <GridCell
            key={index}
            id={`${id}-${row}-${index}`}
            row={row}
            column={index}
            type={column.type}
            digits={column.digits ?? 'grouped'}
            value={cache.valueAt(row, index)}
            cut={cache.cutAt(row, index)}
            left={numberWidth + (edges[index] ?? 0)}
            width={(edges[index + 1] ?? 0) - (edges[index] ?? 0)}
            isSelected={isInside(bounds, row, index)}
            isFocus={range?.focus.row === row && range.focus.column === index}
            press={selection.press}
            enter={selection.enter}
          />
        );
      })}
    </div>
  );
}

interface GridCellProps {
  readonly id: string;
  readonly row: number;
  readonly column: number;
  readonly type: GridColumn['type'];
  readonly digits: GridDigits;
  readonly value: GridValue | undefined;
  /** Characters of the whole value, where this is its beginning. */
  readonly cut: number | undefined;
  readonly left: number;
  readonly width: number;
  readonly isSelected: boolean;
  readonly isFocus: boolean;
  readonly press: GridSelection['press'];
  readonly enter: GridSelection['enter'];
}

function isSameCell(last: GridCellProps, next: GridCellProps): boolean {
  return (
    last.id === next.id &&
    last.value === next.value &&
    last.cut === next.cut &&
    last.type === next.type &&
    last.digits === next.digits &&
    last.left === next.left &&
    last.width === next.width &&
    last.isSelected === next.isSelected &&
    last.isFocus === next.isFocus
  );
}

const compact = new Intl.NumberFormat('en', { notation: 'compact' });

/** The beginning of a long value, and how long the whole is. */
function CutText({ text, length }: { readonly text: string; readonly length: number }) {
  const texts = useUiTexts();
  return (
    <>
      <span className={styles.beginning}>{text}</span>
      <span className={styles.length} title={texts.characters(groupDigits(String(length)))}>
        {texts.decimal(compact.format(length))}
      </span>
    </>
  );
}

const GridCell = memo(function GridCell(props: GridCellProps) {
  const { id, row, column, type, digits, value, cut, left, width, isSelected, isFocus, press, enter } = props;
  const texts = useUiTexts();
  const plain = value === undefined ? null : cellText(value, type, digits);
  const text = plain !== null && type === 'number' ? texts.decimal(plain) : plain;
  const content = cut === undefined || text === null ? (text ?? texts.nullValue) : <CutText text={text} length={cut} />;
  const className = classNames(
    styles.cell,
    type === 'number' && styles.numeric,
    value === null && styles.null,
    isSelected && styles.selected,
    isFocus && styles.focused,
    cut !== undefined && styles.cut,
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: part of a grid drawn by position
    // biome-ignore lint/a11y/useFocusableInteractive: the grid around it holds the focus
    <div
      id={id}
      dir="auto"
      role="gridcell"
      aria-colindex={column + 2}
      aria-selected={isSelected}
      className={className}
      style={{ left, width }}
      onPointerDown={(event) => event.button === 0 && press(row, column, event.shiftKey)}
      onPointerEnter={(event) => event.buttons === 1 && enter(row, column)}
    >
      {value === undefined ? <span className={styles.wait} /> : content}
    </div>
  );
}, isSameCell);
