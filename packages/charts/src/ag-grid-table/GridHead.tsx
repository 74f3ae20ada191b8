import { headGroups, nameUnder } from '../shared/head-groups.ts';
import { ResizeHandle } from '../shared/ResizeHandle.tsx';
import { SortCaret } from '../shared/SortCaret.tsx';
import shared from '../shared/table.module.css';
import { boundedWidth, groupOf } from '../shared/table-layout.ts';
import type { DrawnColumn } from '../shared/table-options.ts';
import styles from './Grid.module.css';
import { GridFilters } from './GridFilters.tsx';
import { HeadMenu } from './HeadMenu.tsx';
import type { GridHeadProps } from './head-props.ts';
import { pinnedClass, pinnedStyle } from './pinned-look.ts';
import { isFirstFree, type PlacedColumn, type Places } from './places.ts';

/** Names of columns, under those of their metrics where periods are compared, over what filters them. */
export function GridHead(props: GridHeadProps) {
  const { places, all, state } = props;
  const groups = headGroups(places.columns, all);
  const groupHeight = groups.length > 0 ? 24 : 0;
  const nameOf = ({ drawn: { column } }: PlacedColumn) => nameUnder(groups, column, props.translate);
  return (
    <thead>
      {groups.length > 0 ? (
        <tr>
          {groups.map(({ name, label, first, count }) => {
            const look = {
              colSpan: count + spacersIn(places, first.index, count),
              className: `${shared.head} ${shared.group} ${pinnedClass(places, first)}`,
              style: pinnedStyle(first),
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
      <tr aria-rowindex={1}>
        {places.columns.flatMap((placed) => [
          ...(isFirstFree(places, placed) ? [<td key="before" className={shared.head} />] : []),
          <HeadCell
            key={placed.drawn.column.name}
            {...props}
            placed={placed}
            top={groupHeight}
            label={nameOf(placed)}
          />,
        ])}
        {places.after > 0 ? <td className={shared.head} /> : null}
      </tr>
      {state.isFiltering ? <GridFilters {...props} top={groupHeight + 29} /> : null}
    </thead>
  );
}

/** A group that ends before the columns out of sight covers their room. */
function spacersIn(places: Places, first: number, count: number): number {
  const at = places.columns.findIndex(({ index }) => index === first);
  const coversBefore = places.before > 0 && at < places.pinnedCount && at + count >= places.pinnedCount;
  const isAfter = places.after > 0 && at + count === places.columns.length;
  const isFree = places.before > 0 && at === places.pinnedCount;
  return Number(coversBefore || isFree) + Number(isAfter);
}

const orderOf = (isDescending: boolean) => (isDescending ? 'descending' : 'ascending');

interface HeadCellProps extends GridHeadProps {
  readonly placed: PlacedColumn;
  readonly top: number;
  readonly label: string;
}

function HeadCell(props: HeadCellProps) {
  const { placed, places, state, drag, all, top, label, translate } = props;
  const { drawn } = placed;
  const { name, type } = drawn.column;
  const group = groupOf(drawn.column);
  const at = state.sortBy.findIndex(({ key }) => key === name);
  const sort = state.sortBy[at];
  return (
    <th
      scope="col"
      aria-colindex={placed.index + 1}
      aria-sort={sort ? orderOf(sort.desc) : undefined}
      className={`${shared.head} ${styles.head} ${pinnedClass(places, placed)}`}
      style={{ ...pinnedStyle(placed), top }}
      title={drawn.column.label}
      draggable
      onDragStart={() => drag.setMoved(group)}
      onDragEnd={() => drag.setMoved(null)}
      onDragOver={(event) => drag.moved !== null && event.preventDefault()}
      onDrop={() => drag.moved !== null && state.move(groupsOf(all), drag.moved, group)}
      data-test={`table-head-${name}`}
    >
      <div className={styles.names} data-align={drawn.align}>
        <button
          type="button"
          className={`${shared.sort} ${styles.name}`}
          onClick={(event) =>
            state.sort({ key: name, startsDescending: type === 'number', isAdded: event.shiftKey || event.ctrlKey })
          }
        >
          <span className={styles.name}>{label}</span>
          {sort ? <SortCaret isDescending={sort.desc} /> : null}
          {sort && state.sortBy.length > 1 ? <span className={shared.place}>{at + 1}</span> : null}
        </button>
        <HeadMenu {...{ placed, state, translate, groups: groupsOf(all) }} />
      </div>
      {drawn.period ? <div className={shared.period}>{drawn.period}</div> : null}
      <ResizeHandle
        label={translate('Width of {{name}}', { name: drawn.column.label })}
        width={placed.width}
        onResize={(width, isDone) => state.resize(name, boundedWidth(width), isDone)}
      />
    </th>
  );
}

const groupsOf = (all: readonly DrawnColumn[]) => [...new Set(all.map(({ column }) => groupOf(column)))];
