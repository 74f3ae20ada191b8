import type { RefObject } from 'react';
import { headGroups, nameUnder } from '../shared/head-groups.ts';
import type { PinnedPlace } from '../shared/pinned-place.ts';
import { ResizeHandle } from '../shared/ResizeHandle.tsx';
import { SortCaret } from '../shared/SortCaret.tsx';
import styles from '../shared/table.module.css';
import { boundedWidth, fittingWidth, groupOf } from '../shared/table-layout.ts';
import type { DrawnColumn } from '../shared/table-options.ts';
import { longText } from '../shared/text-widths.ts';
import type { TableState } from '../shared/use-table-state.ts';

export interface TableHeadProps {
  readonly columns: readonly DrawnColumn[];
  readonly row: RefObject<HTMLTableRowElement | null>;
  readonly pins: readonly PinnedPlace[];
  readonly state: TableState;
  readonly canRearrange: boolean;
  readonly dragged: string | null;
  readonly onDrag: (name: string | null) => void;
  readonly translate: (text: string, values?: Readonly<Record<string, unknown>>) => string;
}

const groupHeight = 24;

/** Names of columns, under those of their metrics where periods are compared. */
export function TableHead(props: TableHeadProps) {
  const { columns, pins, translate } = props;
  const groups = headGroups(
    columns.map((drawn, index) => ({ drawn, index })),
    columns,
  );
  return (
    <thead>
      {groups.length > 0 ? (
        <tr>
          {groups.map(({ name, label, first, count }) => {
            // A group of which not all columns stay in sight is scrolled with the rest.
            const pin = pins[first.index + count - 1] ? pins[first.index] : undefined;
            const look = {
              colSpan: count,
              className: `${styles.head} ${styles.group} ${pin?.className ?? ''}`,
              style: pin?.style,
            };
            const key = `${name}-${first.index}`;
            // What is no group has no name to be heard.
            if (label === '') return <td key={key} {...look} />;
            return (
              <th key={key} scope="colgroup" {...look}>
                {label}
              </th>
            );
          })}
        </tr>
      ) : null}
      <tr ref={props.row}>
        {columns.map((drawn, index) => (
          <HeadCell
            key={drawn.column.name}
            {...props}
            drawn={drawn}
            pin={pins[index]}
            label={nameUnder(groups, drawn.column, translate)}
            top={groups.length > 0 ? groupHeight : 0}
          />
        ))}
      </tr>
    </thead>
  );
}

interface HeadCellProps extends TableHeadProps {
  readonly drawn: DrawnColumn;
  readonly pin: PinnedPlace | undefined;
  readonly label: string;
  readonly top: number;
}

const orderOf = (isDescending: boolean) => (isDescending ? 'descending' : 'ascending');

function HeadCell({ drawn, pin, label, top, state, translate, ...props }: HeadCellProps) {
  const { name, type } = drawn.column;
  const at = state.sortBy.findIndex(({ key }) => key === name);
  const sort = state.sortBy[at];
  return (
    <th
      dir="auto"
      scope="col"
      className={`${styles.head} ${drawn.width === null ? styles.fitted : ''} ${pin?.className ?? ''}`}
      title={drawn.column.label.length > longText ? drawn.column.label : undefined}
      style={{
        ...pin?.style,
        top,
        textAlign: drawn.align,
        ...(drawn.width ? { width: drawn.width, minWidth: drawn.width } : {}),
      }}
      aria-sort={sort ? orderOf(sort.desc) : undefined}
      data-test={`table-head-${name}`}
      {...dragging({ drawn, state, ...props })}
    >
      <button
        type="button"
        className={styles.sort}
        onClick={(event) =>
          state.sort({ key: name, startsDescending: type === 'number', isAdded: event.shiftKey || event.ctrlKey })
        }
      >
        <span className={styles.headName}>{label}</span>
        {sort ? <SortCaret isDescending={sort.desc} /> : null}
        {sort && state.sortBy.length > 1 ? <span className={styles.place}>{at + 1}</span> : null}
      </button>
      {drawn.period ? <div className={styles.period}>{drawn.period}</div> : null}
      <ResizeHandle
        label={translate('Width of {{name}}', { name: drawn.column.label })}
        width={drawn.width ?? fittingWidth(drawn)}
        onResize={(width, isDone) => state.resize(name, boundedWidth(width), isDone)}
      />
    </th>
  );
}

function dragging({
  drawn,
  columns,
  state,
  canRearrange,
  dragged,
  onDrag,
}: Pick<HeadCellProps, 'drawn' | 'columns' | 'state' | 'canRearrange' | 'dragged' | 'onDrag'>) {
  if (!canRearrange) return {};
  const group = groupOf(drawn.column);
  return {
    draggable: true,
    onDragStart: () => onDrag(group),
    onDragEnd: () => onDrag(null),
    onDragOver: (event: { preventDefault: () => void }) => dragged !== null && event.preventDefault(),
    onDrop: () =>
      dragged !== null && state.move([...new Set(columns.map(({ column }) => groupOf(column)))], dragged, group),
  };
}
