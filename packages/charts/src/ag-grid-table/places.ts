import type { VisibleColumns } from '../shared/table-layout.ts';
import type { DrawnColumn } from '../shared/table-options.ts';

/** A column that is drawn, and where. */
export interface PlacedColumn {
  readonly drawn: DrawnColumn;
  readonly index: number;
  readonly width: number;
  /** Its distance from the left edge where it is pinned. */
  readonly pinnedAt: number | null;
}

export interface Places {
  readonly columns: readonly PlacedColumn[];
  readonly pinnedCount: number;
  /** Width of the columns that are not drawn, before and after those that are. */
  readonly before: number;
  readonly after: number;
  readonly total: number;
}

/** The columns that are drawn: pinned ones, and those in sight. */
export function placesOf(
  columns: readonly DrawnColumn[],
  given: { readonly widths: readonly number[]; readonly pinnedCount: number; readonly visible: VisibleColumns },
): Places {
  const { widths, pinnedCount, visible } = given;
  let edge = 0;
  const pinned = columns.slice(0, pinnedCount).map((drawn, index): PlacedColumn => {
    const width = widths[index] ?? 0;
    const pinnedAt = edge;
    edge += width;
    return { drawn, index, width, pinnedAt };
  });
  const free = columns.slice(visible.first, visible.end).map((drawn, at): PlacedColumn => {
    const index = visible.first + at;
    return { drawn, index, width: widths[index] ?? 0, pinnedAt: null };
  });
  const total = widths.reduce((sum, width) => sum + width, 0);
  return { columns: [...pinned, ...free], pinnedCount, before: visible.before, after: visible.after, total };
}

/** Whether a column is the first behind those that are out of sight. */
export const isFirstFree = ({ before, pinnedCount, columns }: Places, placed: PlacedColumn) =>
  before > 0 && placed === columns[pinnedCount];
