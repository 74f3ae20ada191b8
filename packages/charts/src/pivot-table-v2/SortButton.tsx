import { SortCaret } from '../shared/SortCaret.tsx';
import type { PivotLine } from './lines.ts';
import styles from './Pivot.module.css';
import type { PivotHeadProps } from './pivot-head-props.ts';
import type { PivotSort } from './sorted-axis.ts';

interface SortButtonProps extends Pick<PivotHeadProps, 'translate' | 'onSort'> {
  readonly isSorted: boolean;
  readonly sort: PivotSort | null;
  readonly text: string;
  readonly line: PivotLine;
}

/** Orders the rows by a column; seen where it does, and where a pointer or the keyboard is. */
export function SortButton({ isSorted, sort, text, line, translate, onSort }: SortButtonProps) {
  return (
    <button
      type="button"
      className={styles.sort}
      data-sorted={isSorted}
      aria-label={translate('Sort rows by {{name}}', { name: text || line.nodes.at(-1)?.label })}
      data-test="pivot-sort"
      onClick={(event) => {
        event.stopPropagation();
        onSort(line.path);
      }}
    >
      <SortCaret isDescending={!isSorted || sort?.desc === true} />
    </button>
  );
}
