import { labelOfCell } from '@powerset/chart-kit';
import type { CellValue } from '@powerset/contract';
import { memo } from 'react';
import { CellText } from './CellText.tsx';
import { cellStyle, heldCellStyle, rowGroundOf } from './cell-style.ts';
import type { PinnedPlace } from './pinned-place.ts';
import styles from './table.module.css';
import type { DrawnColumn } from './table-options.ts';
import { longText } from './text-widths.ts';

export interface TableRowProps {
  readonly row: number;
  readonly columns: readonly DrawnColumn[];
  /** Where the columns that stay in sight stand, by their places. */
  readonly pins?: readonly PinnedPlace[] | undefined;
  readonly selectedLabels: readonly string[];
  /** Undefined also for what stands for many groups. */
  readonly onCell: ((column: DrawnColumn, value: CellValue) => void) | undefined;
}

export const TableRow = memo(function TableRow({ row, columns, pins = noPins, selectedLabels, onCell }: TableRowProps) {
  const isPicked = (drawn: DrawnColumn) =>
    drawn.column.kind === 'dimension' && selectedLabels.includes(labelOfCell(drawn.column.values[row], drawn.column));
  const isDimmed = selectedLabels.length > 0 && !columns.some(isPicked);
  const rowGround = rowGroundOf(columns, row);
  return (
    <tr className={styles.row} data-row={row} data-dimmed={isDimmed} data-test="table-row">
      {columns.map((drawn, index) => (
        <Cell
          key={drawn.column.name}
          drawn={drawn}
          row={row}
          rowGround={rowGround}
          pin={pins[index]}
          isFirst={index === 0}
          isPicked={isPicked(drawn)}
          onCell={onCell}
        />
      ))}
    </tr>
  );
});

const noPins: readonly PinnedPlace[] = [];

interface CellProps {
  readonly drawn: DrawnColumn;
  readonly row: number;
  readonly rowGround: string | undefined;
  readonly pin: PinnedPlace | undefined;
  readonly isFirst: boolean;
  readonly isPicked: boolean;
  readonly onCell: TableRowProps['onCell'];
}

function Cell({ drawn, row, rowGround, pin, isFirst, isPicked, onCell }: CellProps) {
  const value = drawn.column.values[row] ?? null;
  const canFilter = onCell !== undefined && drawn.column.kind === 'dimension';
  const text = drawn.format(value, row);
  const isNumber = drawn.column.type === 'number';
  const look = cellStyle(drawn, { value, row, rowGround });
  const classes = [
    styles.cell,
    isNumber ? styles.number : textClass(isFirst),
    // A number of which the end is missing is another number.
    drawn.isCut && !isNumber ? styles.cut : '',
    drawn.width === null && !isNumber ? styles.fitted : '',
    value === null ? styles.none : '',
    canFilter ? styles.filter : '',
    isPicked ? styles.picked : '',
    pin?.className ?? '',
  ];
  const filter = canFilter
    ? {
        role: 'button',
        tabIndex: 0,
        onClick: () => onCell(drawn, value),
        onKeyDown: (event: { key: string }) => event.key === 'Enter' && onCell(drawn, value),
      }
    : {};
  return (
    <td
      dir="auto"
      className={classes.filter(Boolean).join(' ')}
      style={pin ? { ...heldCellStyle(look), ...pin.style } : look}
      title={(drawn.isCut && !isNumber) || text.length > longText ? text : undefined}
      {...filter}
    >
      <CellText drawn={drawn} text={text} row={row} />
    </td>
  );
}

const textClass = (isFirst: boolean) => (isFirst ? styles.first : styles.text);
