import { defaultTranslate } from '@powerset/chart-kit';
import type { CellValue } from '@powerset/contract';
import { useCallback, useMemo, useRef, useState } from 'react';
import { askMenu } from '../shared/ask-menu.ts';
import { maxPictureRows } from '../shared/chart-pictures.ts';
import { copiedCells, copiedRowCount } from '../shared/copied-cells.ts';
import { Pager } from '../shared/Pager.tsx';
import type { PinnedPlace } from '../shared/pinned-place.ts';
import { SearchBar } from '../shared/SearchBar.tsx';
import { TableRow } from '../shared/TableRow.tsx';
import styles from '../shared/table.module.css';
import type { TableModel } from '../shared/table-columns.ts';
import { narrowedRows } from '../shared/table-filters.ts';
import type { TableForm } from '../shared/table-form.ts';
import { inOrder, type TableLayout } from '../shared/table-layout.ts';
import { formatTableNumber } from '../shared/table-numbers.ts';
import type { DrawnColumn, TableOptions } from '../shared/table-options.ts';
import { orderedRows } from '../shared/table-order.ts';
import { pagingOf } from '../shared/table-paging.ts';
import { askedCell, selectionOfCell } from '../shared/table-selection.ts';
import { tableStatement } from '../shared/table-statement.ts';
import { mostOfText } from '../shared/text-widths.ts';
import { useLabel } from '../shared/use-label.ts';
import { useRendered } from '../shared/use-rendered.ts';
import { type TableState, useTableState } from '../shared/use-table-state.ts';
import { useVisibleRows } from '../shared/use-visible-rows.ts';
import { TakingPicture, useWordsPicture } from '../shared/use-words-picture.ts';
import type { ChartViewProps } from '../shared/view-props.ts';
import { TableHead } from './TableHead.tsx';
import { pinnedAside, usePins } from './use-pins.ts';

type Props = ChartViewProps<TableModel, TableOptions, TableForm>;

const rowHeight = 29;

export function View(props: Props) {
  const { model, options, width, height, onRendered } = props;
  const translate = props.translate ?? defaultTranslate;
  const state = useTableState(props);
  const isPaged = options.serverPage !== null;
  const columns = useMemo(() => placedColumns(options.columns, state.layout), [options.columns, state.layout]);
  const sorts = isPaged ? noSorts : state.sortBy;
  const search = isPaged || !options.hasSearch ? '' : state.searchText;
  const ordered = useMemo(() => orderedRows(model, sorts), [model, sorts]);
  const found = useMemo(() => narrowedRows(ordered, columns, { search, filters: {} }), [ordered, columns, search]);
  const paging = pagingOf({ options, model }, { found: found.length, page: state.currentPage });
  const shown =
    isPaged || paging.size === 0 ? found : found.slice(paging.page * paging.size, (paging.page + 1) * paging.size);
  useRendered(model, onRendered);
  const frame = useRef<HTMLDivElement>(null);
  const isWhole = useWordsPicture(frame);
  const isCut = isWhole && shown.length > maxPictureRows;
  const rangeText = translate('{{from}} – {{to}} of {{total}}', {
    from: formatTableNumber(paging.from),
    to: formatTableNumber(isCut ? paging.from + maxPictureRows - 1 : paging.to),
    total: formatTableNumber(paging.total),
  });
  return (
    <div ref={frame} className={styles.frame} style={{ width, height, ...mostOfText(width) }} data-test="table-chart">
      {options.hasSearch ? (
        <SearchBar
          options={options}
          search={state.searchText}
          found={isPaged ? paging.total : found.length}
          translate={translate}
          onSearch={(searchText) => state.search({ searchText })}
          onServerSearch={state.search}
        />
      ) : null}
      <TakingPicture value={isWhole}>
        <TableBody
          {...props}
          {...{ columns, found, state, isWhole }}
          rows={shown}
          isNarrowed={!isPaged && found.length < model.rowCount}
        />
      </TakingPicture>
      {paging.pageCount > 1 ? (
        <Pager
          page={paging.page}
          pageCount={paging.pageCount}
          labels={{ previous: translate('Previous page'), next: translate('Next page') }}
          onPage={state.setPage}
          summary={rangeText}
        />
      ) : null}
      {isCut && paging.pageCount === 1 ? (
        <p className={styles.foot}>
          <span>{rangeText}</span>
        </p>
      ) : null}
      {!isWhole && paging.pageCount <= 1 && shown.length * rowHeight > height ? (
        <p className={`${styles.foot} ${styles.onPaper}`}>
          <span>{translate('The first of {{total}} rows', { total: formatTableNumber(shown.length) })}</span>
        </p>
      ) : null}
    </div>
  );
}

interface BodyProps extends Props {
  readonly columns: readonly DrawnColumn[];
  readonly rows: readonly number[];
  /** Of all pages. */
  readonly found: readonly number[];
  readonly state: TableState;
  readonly isWhole: boolean;
  /** Rows were searched for: the totals count others too. */
  readonly isNarrowed: boolean;
}

function TableBody({
  model,
  options,
  columns,
  rows,
  found,
  state,
  height,
  isWhole,
  isNarrowed,
  selectedLabels,
  translate = defaultTranslate,
  ...props
}: BodyProps) {
  const scroller = useRef<HTMLElement>(null);
  const visible = useVisibleRows(scroller, { count: rows.length, rowHeight, height, isWhole });
  const { form } = props;
  const statement = useCallback(
    () => tableStatement({ model, options, form }, translate),
    [model, options, form, translate],
  );
  const label = useLabel(props.title ?? props.definition.name, statement);
  const [dragged, setDragged] = useState<string | null>(null);
  const { head, pins } = usePins(columns, props.width);
  const onCell = props.onSelect
    ? (column: DrawnColumn, value: CellValue) =>
        props.onSelect?.(selectionOfCell({ column: column.column, value, selectedLabels, form: props.form }))
    : undefined;
  const onCellOf = (row: number) => (row === model.othersRow ? undefined : onCell);
  return (
    <section
      ref={scroller}
      className={styles.scroller}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard to be scrolled by it
      tabIndex={0}
      onContextMenu={(event) =>
        askMenu(event, props.onContextMenu, (target) => ({
          ...(askedCell(target, { columns, form, othersRow: model.othersRow }) ?? noMark),
          cells: {
            rows: copiedRowCount(found.length, columns.length),
            read: () => copiedCells(columns, found),
          },
        }))
      }
    >
      <table className={styles.table}>
        <TableHead
          columns={columns}
          row={head}
          pins={pins}
          state={state}
          canRearrange={options.canRearrange}
          dragged={dragged}
          onDrag={setDragged}
          translate={translate}
        />
        <tbody>
          {visible.before > 0 ? <tr style={{ height: visible.before }} /> : null}
          {rows.slice(visible.first, visible.end).map((row) => (
            <TableRow key={row} {...{ row, columns, pins, selectedLabels }} onCell={onCellOf(row)} />
          ))}
          {visible.after > 0 ? <tr style={{ height: visible.after }} data-not-drawn={isWhole || undefined} /> : null}
        </tbody>
        {model.hasTotals ? (
          <Totals
            columns={columns}
            pins={pins}
            title={isNarrowed ? translate('Summary of all rows') : translate('Summary')}
          />
        ) : null}
      </table>
      {rows.length === 0 ? <div className={styles.nothing}>{translate('No rows')}</div> : null}
    </section>
  );
}

interface TotalsProps {
  readonly columns: readonly DrawnColumn[];
  readonly pins: readonly PinnedPlace[];
  readonly title: string;
}

function Totals({ columns, pins, title }: TotalsProps) {
  return (
    <tfoot>
      <tr data-test="table-totals">
        {columns.map((drawn, index) => (
          <td
            key={drawn.column.name}
            className={`${styles.cell} ${styles.total} ${drawn.align === 'right' ? styles.number : ''} ${pins[index]?.className ?? ''}`}
            style={pins[index]?.style}
          >
            {totalText(drawn, index === 0, title)}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}

function totalText(drawn: DrawnColumn, isFirst: boolean, title: string): string {
  const { column } = drawn;
  if (column.total === null) return isFirst && column.kind !== 'metric' ? title : '';
  return drawn.format(column.total);
}

/** Columns in the reader's order and widths, pinned ones at their edges. */
function placedColumns(columns: readonly DrawnColumn[], layout: TableLayout): readonly DrawnColumn[] {
  const resized = columns.map((drawn) => {
    const width = layout.widths[drawn.column.name];
    return width === undefined ? drawn : { ...drawn, width, isCut: true };
  });
  return pinnedAside(inOrder(resized, layout.order));
}

const noSorts: TableState['sortBy'] = [];
const noMark = { selection: null, mark: null };
