import { labelOfCell } from '@powerset/chart-kit';
import { memo } from 'react';
import { CellText } from '../shared/CellText.tsx';
import { cellStyle, heldCellStyle, rowGroundOf } from '../shared/cell-style.ts';
import shared from '../shared/table.module.css';
import { estimateTextWidth } from '../shared/text-widths.ts';
import { type CellRange, isInRange } from './cell-range.ts';
import styles from './Grid.module.css';
import { pinnedClass, pinnedStyle } from './pinned-look.ts';
import { isFirstFree, type PlacedColumn, type Places } from './places.ts';

export interface GridRowProps {
  readonly id: string;
  /** Where it stands among the rows that are shown, and in the answer. */
  readonly at: number;
  readonly row: number;
  readonly places: Places;
  /** Only for rows that it touches, so that others are not drawn anew. */
  readonly range: CellRange | null;
  readonly selectedLabels: readonly string[];
  readonly canFilter: boolean;
}

export const GridRow = memo(function GridRow({ at, row, places, selectedLabels, ...props }: GridRowProps) {
  const isPicked = ({ drawn: { column } }: PlacedColumn) =>
    column.kind === 'dimension' && selectedLabels.includes(labelOfCell(column.values[row], column));
  const isDimmed = selectedLabels.length > 0 && !places.columns.some(isPicked);
  const rowGround = rowGroundOf(
    places.columns.map(({ drawn }) => drawn),
    row,
  );
  return (
    <tr className={shared.row} data-dimmed={isDimmed} aria-rowindex={at + 2} data-test="table-row">
      {places.columns.flatMap((placed) => [
        ...(isFirstFree(places, placed) ? [<td key="before" />] : []),
        <GridCell
          key={placed.drawn.column.name}
          {...{ ...props, at, row, places, placed, rowGround }}
          isPicked={isPicked(placed)}
        />,
      ])}
      {places.after > 0 ? <td /> : null}
    </tr>
  );
});

type CellProps = Omit<GridRowProps, 'selectedLabels'> & {
  readonly placed: PlacedColumn;
  readonly isPicked: boolean;
  readonly rowGround: string | undefined;
};

function GridCell({ id, at, row, places, placed, range, canFilter, isPicked, rowGround }: CellProps) {
  const { drawn, index } = placed;
  const value = drawn.column.values[row] ?? null;
  const text = drawn.format(value, row);
  const place = { row: at, column: index };
  const look = cellStyle(drawn, { value, row, rowGround });
  const isActive = range?.focus.row === at && range.focus.column === index;
  const classes = [
    shared.cell,
    styles.cell,
    drawn.column.type === 'number' ? shared.number : shared.text,
    value === null ? shared.none : '',
    canFilter && drawn.column.kind === 'dimension' ? shared.filter : '',
    pinnedClass(places, placed),
    isPicked ? shared.picked : '',
    isInRange(range, place) ? styles.chosen : '',
    isActive ? styles.active : '',
  ];
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: in a grid a cell is a cell of a grid
    <td
      dir="auto"
      id={`${id}-${at}-${index}`}
      aria-colindex={index + 1}
      aria-selected={isInRange(range, place)}
      className={classes.filter(Boolean).join(' ')}
      style={{ ...(placed.pinnedAt === null ? look : heldCellStyle(look)), ...pinnedStyle(placed) }}
      title={text}
    >
      <CellText drawn={drawn} row={row} text={fits(text, placed) ? text : '…'} />
    </td>
  );
}

const fontSize = 12;
const padding = 14;

/** A number of which the end is missing is another number. */
const fits = (text: string, { drawn, width }: PlacedColumn) =>
  drawn.column.type !== 'number' || estimateTextWidth(text, fontSize) <= width - padding;
