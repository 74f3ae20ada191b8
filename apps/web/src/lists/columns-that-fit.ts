/** What a column without a width of its own takes at least: a picture, and the beginning of a name. */
const flexibleWidth = 220;
/** The boxes before the columns and the actions behind them. */
const edgesWidth = 160;

interface Column {
  readonly width?: number;
  readonly isSecondary?: boolean;
}

const widthOf = ({ width = flexibleWidth }: Column) => width;

/** The columns that have room beside each other; the last of the secondary ones give way first. */
export function columnsThatFit<C extends Column>(columns: readonly C[], available: number): readonly C[] {
  let room = available - edgesWidth;
  for (const column of columns) if (!column.isSecondary) room -= widthOf(column);
  let isFull = false;
  return columns.filter((column) => {
    if (!column.isSecondary) return true;
    room -= widthOf(column);
    isFull ||= room < 0;
    return !isFull;
  });
}
