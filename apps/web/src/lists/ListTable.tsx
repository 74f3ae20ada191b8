import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons-svg';
import { Checkbox, classNames, Icon, textRoles } from '@powerset/ui';
import { type CSSProperties, type RefObject, useEffect, useRef, useState } from 'react';
import type { ResourceEndpoints, RowOf } from '../api/index.ts';
import { useT } from '../i18n/index.ts';
import { columnsThatFit } from './columns-that-fit.ts';
import styles from './ListTable.module.css';
import type { ListColumn, ListDefinition } from './list-definition.ts';
import { toggleSort } from './list-state.ts';
import parts from './parts.module.css';
import { RowActions } from './RowActions.tsx';
import type { ListPageModel } from './use-list-page.ts';

export interface ListViewProps<T extends ResourceEndpoints> {
  readonly definition: ListDefinition<T>;
  readonly model: ListPageModel<T>;
  readonly onDelete: (rows: readonly RowOf<T>[]) => void;
}

/** Boxes are drawn only where something can be done with what is selected. */
function hasSelection<T extends ResourceEndpoints>(definition: ListDefinition<T>): boolean {
  const hasDeletion = definition.deleteRefusal !== undefined && definition.isDeletedSingly !== true;
  return hasDeletion || definition.hasExport === true;
}

function hasActions<T extends ResourceEndpoints>({ actions, deleteRefusal, hasExport }: ListDefinition<T>): boolean {
  return actions !== undefined || deleteRefusal !== undefined || hasExport === true;
}

/** How wide the table may be; before it is drawn, as wide as the window lets it. */
function useRoom(frame: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(() => window.innerWidth - 50);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setRoom(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return room;
}

/** The list as a table: heads sort, boxes select, the last cell acts. */
export function ListTable<T extends ResourceEndpoints>(props: ListViewProps<T>) {
  const t = useT();
  const { definition, model } = props;
  const frame = useRef<HTMLElement>(null);
  const columns = columnsThatFit(definition.columns, useRoom(frame));
  const { list, selected, setSelected } = model;
  const ids = list.collection.map((row) => row.id);
  const chosen = ids.filter((id) => selected.has(id));
  const toggleAll = () => setSelected(new Set(chosen.length === ids.length ? [] : ids));
  return (
    <section
      ref={frame}
      className={classNames(parts.frame, list.loading && parts.loading)}
      aria-label={definition.title}
      aria-busy={list.loading}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by the keyboard
      tabIndex={0}
    >
      <table className={styles.table}>
        <thead>
          <tr>
            {hasSelection(definition) ? (
              <th className={styles.check}>
                <Checkbox
                  label={t('Select all')}
                  isChecked={chosen.length === ids.length}
                  isMixed={chosen.length > 0 && chosen.length < ids.length}
                  onChange={toggleAll}
                />
              </th>
            ) : null}
            {columns.map((column) => (
              <HeadCell key={column.key} column={column} model={model} />
            ))}
            {hasActions(definition) ? (
              <th className={styles.actions}>
                <span className={textRoles.spoken}>{t('Actions')}</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {list.collection.map((row) => (
            <TableRow key={row.id} row={row} columns={columns} {...props} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** For the sheet, which gives some columns other widths on phones. */
function widthStyle(width: number | undefined): CSSProperties | undefined {
  return width === undefined ? undefined : ({ '--column-width': `${width}px` } as CSSProperties);
}

function HeadCell<T extends ResourceEndpoints>({
  column,
  model,
}: {
  column: ListColumn<RowOf<T>>;
  model: ListPageModel<T>;
}) {
  const { state, setState } = model;
  const { sortKey } = column;
  const isSorted = sortKey !== undefined && state.sortColumn === sortKey;
  const order = state.sortOrder === 'asc' ? 'ascending' : 'descending';
  const className = classNames(
    column.isNumeric && styles.number,
    column.isSecondary && styles.secondary,
    (column.width ?? 0) > 150 && styles.wide,
  );
  return (
    <th className={className} style={widthStyle(column.width)} aria-sort={isSorted ? order : undefined}>
      {sortKey === undefined ? (
        column.header
      ) : (
        <button type="button" className={styles.sort} onClick={() => setState(toggleSort(state, sortKey))}>
          {column.header}
          {isSorted ? <Icon of={state.sortOrder === 'asc' ? CaretUpOutlined : CaretDownOutlined} size={8} /> : null}
        </button>
      )}
    </th>
  );
}

function TableRow<T extends ResourceEndpoints>({
  row,
  columns,
  definition,
  model,
  onDelete,
}: ListViewProps<T> & { row: RowOf<T>; columns: readonly ListColumn<RowOf<T>>[] }) {
  const t = useT();
  const { selected, toggleRow, context } = model;
  const isSelected = selected.has(row.id);
  return (
    <tr className={isSelected ? styles.selected : undefined}>
      {hasSelection(definition) ? (
        <td className={styles.check}>
          <Checkbox
            label={t('Select {{name}}', { name: definition.nameOf(row) })}
            isChecked={isSelected}
            onChange={() => toggleRow(row.id)}
          />
        </td>
      ) : null}
      {columns.map((column) => (
        <td
          key={column.key}
          className={classNames(column.isNumeric && styles.number, column.isSecondary && styles.secondary)}
        >
          {column.render(row, context)}
        </td>
      ))}
      {hasActions(definition) ? (
        <td className={styles.actions}>
          <RowActions row={row} definition={definition} model={model} onDelete={onDelete} />
        </td>
      ) : null}
    </tr>
  );
}
