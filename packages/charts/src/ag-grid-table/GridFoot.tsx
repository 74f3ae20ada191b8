import shared from '../shared/table.module.css';
import styles from './Grid.module.css';
import { pinnedClass, pinnedStyle } from './pinned-look.ts';
import { isFirstFree, type PlacedColumn, type Places } from './places.ts';

interface GridFootProps {
  readonly places: Places;
  /** Rows were filtered out of the list that the totals count. */
  readonly isOfMore: boolean;
  readonly translate: (text: string) => string;
}

/** What all rows come to, as the database says it. */
export function GridFoot({ places, isOfMore, translate }: GridFootProps) {
  const title = isOfMore ? translate('Summary of all rows') : translate('Summary');
  return (
    <tfoot>
      <tr data-test="table-totals">
        {places.columns.flatMap((placed) => [
          ...(isFirstFree(places, placed) ? [<td key="before" className={`${shared.cell} ${shared.total}`} />] : []),
          <td
            key={placed.drawn.column.name}
            className={`${shared.cell} ${shared.total} ${styles.cell} ${placed.drawn.align === 'right' ? shared.number : ''} ${pinnedClass(places, placed)}`}
            style={pinnedStyle(placed)}
          >
            {totalText(placed, title)}
          </td>,
        ])}
        {places.after > 0 ? <td className={`${shared.cell} ${shared.total}`} /> : null}
      </tr>
    </tfoot>
  );
}

function totalText({ drawn: { column, format }, index }: PlacedColumn, title: string): string {
  if (column.total === null) return index === 0 && column.kind !== 'metric' ? title : '';
  return format(column.total);
}
