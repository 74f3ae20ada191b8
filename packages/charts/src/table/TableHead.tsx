import type { RefObject } from 'react';
import type { PinnedPlace } from '../shared/pinned-place.ts';
import { SortCaret } from '../shared/SortCaret.tsx';
import styles from '../shared/table.module.css';
import type { DrawnColumn } from '../shared/table-options.ts';
import { longText } from '../shared/text-widths.ts';

export interface TableHeadProps {
  readonly columns: readonly DrawnColumn[];
  readonly row: RefObject<HTMLTableRowElement | null>;
  readonly pins: readonly PinnedPlace[];
  readonly sort: { readonly key: string; readonly desc: boolean } | null;
  readonly onSort: (key: string, startsDescending: boolean) => void;
  readonly canRearrange: boolean;
  readonly dragged: string | null;
  readonly onDrag: (name: string | null) => void;
  readonly onDrop: (target: string) => void;
}

export function TableHead(props: TableHeadProps) {
  return (
    <thead>
      <tr ref={props.row}>
        {props.columns.map((drawn, index) => (
          <HeadCell key={drawn.column.name} drawn={drawn} pin={props.pins[index]} {...props} />
        ))}
      </tr>
    </thead>
  );
}

function ariaSort(isSorted: boolean, isDescending: boolean): 'ascending' | 'descending' | undefined {
  if (!isSorted) return undefined;
  return isDescending ? 'descending' : 'ascending';
}

function HeadCell({
  drawn,
  pin,
  sort,
  onSort,
  canRearrange,
  dragged,
  onDrag,
  onDrop,
}: TableHeadProps & { readonly drawn: DrawnColumn; readonly pin: PinnedPlace | undefined }) {
  const { name, label } = drawn.column;
  const isSorted = sort?.key === name;
  const drag = canRearrange
    ? {
        draggable: true,
        onDragStart: () => onDrag(name),
        onDragEnd: () => onDrag(null),
        onDragOver: (event: { preventDefault: () => void }) => dragged !== null && event.preventDefault(),
        onDrop: () => onDrop(name),
      }
    : {};
  return (
    <th
      dir="auto"
      scope="col"
      className={`${styles.head} ${drawn.width === null ? styles.fitted : ''} ${pin?.className ?? ''}`}
      title={label.length > longText ? label : undefined}
      style={{
        ...pin?.style,
        textAlign: drawn.align,
        ...(drawn.width ? { width: drawn.width, minWidth: drawn.width } : {}),
      }}
      aria-sort={ariaSort(isSorted, sort?.desc === true)}
      data-test={`table-head-${name}`}
      {...drag}
    >
      <button type="button" className={styles.sort} onClick={() => onSort(name, drawn.column.type === 'number')}>
        {label}
        {isSorted ? <SortCaret isDescending={sort.desc} /> : null}
      </button>
      {drawn.period ? <div className={styles.period}>{drawn.period}</div> : null}
    </th>
  );
}
