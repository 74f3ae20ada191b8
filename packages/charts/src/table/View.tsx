import { defaultTranslate, labelOfCell, temporalRangeOf } from '@powerset/chart-kit';
import type { CellValue } from '@powerset/contract';
import { useCallback, useMemo, useRef, useState } from 'react';
import { askMenu } from '../shared/ask-menu.ts';
import { maxPictureRows } from '../shared/chart-pictures.ts';
import { type MarkFilter, timeFilter, valueFilter } from '../shared/mark-facts.ts';
import { Pager } from '../shared/Pager.tsx';
import { toSelection } from '../shared/series-selection.ts';
import styles from '../shared/table.module.css';
import { formatTableNumber } from '../shared/table-numbers.ts';
import { mostOfText } from '../shared/text-widths.ts';
import { useLabel } from '../shared/use-label.ts';
import { useRendered } from '../shared/use-rendered.ts';
import { useVisibleRows } from '../shared/use-visible-rows.ts';
import { TakingPicture, useWordsPicture } from '../shared/use-words-picture.ts';
import type { ChartViewProps } from '../shared/view-props.ts';
import { sortedRows, type TableModel } from './columns.ts';
import type { TableForm } from './form.ts';
import type { DrawnColumn, TableOptions } from './options.ts';
import { SearchBar } from './SearchBar.tsx';
import { tableStatement } from './statement.ts';
import { TableHead } from './TableHead.tsx';
import { TableRow } from './TableRow.tsx';
import { useTableState } from './use-table-state.ts';

type Props = ChartViewProps<TableModel, TableOptions, TableForm>;

const rowHeight = 29;

export function View(props: Props) {
  const { model, options, width, height, onRendered } = props;
  const translate = props.translate ?? defaultTranslate;
  const state = useTableState(props);
  const columns = useMemo(() => arrange(options.columns, state.order), [options.columns, state.order]);
  const ordered = useMemo(
    () => sortedRows(model, options.serverPage ? null : state.sort),
    [model, options.serverPage, state.sort],
  );
  const found = useMemo(
    () => searchRows(ordered, columns, options.serverPage ? '' : state.search),
    [ordered, columns, options.serverPage, state.search],
  );
  const paging = pagingOf(props, { found: found.length, page: state.page });
  const shown =
    options.serverPage || paging.size === 0
      ? found
      : found.slice(paging.page * paging.size, (paging.page + 1) * paging.size);
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
          search={state.search}
          found={options.serverPage ? paging.total : found.length}
          translate={translate}
          onSearch={state.setSearch}
          onServerSearch={state.searchServer}
        />
      ) : null}
      <TakingPicture value={isWhole}>
        <TableBody {...props} columns={columns} rows={shown} state={state} isWhole={isWhole} />
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
    </div>
  );
}

interface BodyProps extends Props {
  readonly columns: readonly DrawnColumn[];
  readonly rows: readonly number[];
  readonly state: ReturnType<typeof useTableState>;
  readonly isWhole: boolean;
}

function TableBody({
  model,
  options,
  columns,
  rows,
  state,
  height,
  isWhole,
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
  const onCell = props.onSelect
    ? (column: DrawnColumn, value: CellValue) =>
        props.onSelect?.(selectionOf({ column, value, selectedLabels, form: props.form }))
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
        askMenu(event, props.onContextMenu, (target) => askedAt(target, { columns, form, othersRow: model.othersRow }))
      }
    >
      <table className={styles.table}>
        <TableHead
          columns={columns}
          sort={state.sort}
          onSort={state.toggleSort}
          canRearrange={options.canRearrange}
          dragged={dragged}
          onDrag={setDragged}
          onDrop={(target) =>
            dragged &&
            state.move(
              columns.map(({ column }) => column.name),
              dragged,
              target,
            )
          }
        />
        <tbody>
          {visible.before > 0 ? <tr style={{ height: visible.before }} /> : null}
          {rows.slice(visible.first, visible.end).map((row) => (
            <TableRow key={row} {...{ row, columns, selectedLabels }} onCell={onCellOf(row)} />
          ))}
          {visible.after > 0 ? <tr style={{ height: visible.after }} data-not-drawn={isWhole || undefined} /> : null}
        </tbody>
        {model.hasTotals ? (
          <tfoot>
            <tr data-test="table-totals">
              {columns.map((drawn, index) => (
                <td
                  key={drawn.column.name}
                  className={`${styles.cell} ${styles.total} ${drawn.align === 'right' ? styles.number : ''}`}
                >
                  {totalText(drawn, index === 0, translate('Summary'))}
                </td>
              ))}
            </tr>
          </tfoot>
        ) : null}
      </table>
      {rows.length === 0 ? <div className={styles.nothing}>{translate('No rows')}</div> : null}
    </section>
  );
}

function totalText(drawn: DrawnColumn, isFirst: boolean, title: string): string {
  const { column } = drawn;
  if (column.total === null) return isFirst && column.kind !== 'metric' ? title : '';
  return drawn.format(column.total);
}

interface CellsGiven {
  readonly columns: readonly DrawnColumn[];
  readonly form: Props['form'];
  readonly othersRow: number;
}

/** The cell under the pointer: all dimensions of its row, of raw rows its own value. */
function askedAt(target: Element, { columns, form, othersRow }: CellsGiven) {
  const cell = target.closest('td');
  const row = Number(cell?.closest('tr')?.dataset.row ?? Number.NaN);
  const drawn = columns[cell?.cellIndex ?? -1];
  if (!drawn || !Number.isInteger(row) || row === othersRow) return null;
  const value = drawn.column.values[row] ?? null;
  const dimensions = columns.filter(({ column }) => column.kind === 'dimension');
  const own = drawn.column.kind === 'plain' ? [drawn] : [];
  const filters = [...dimensions, ...own].map((one) => filterOf(one, row, form));
  const text = drawn.format(value);
  const isDimension = drawn.column.kind === 'dimension';
  return {
    selection: isDimension ? selectionOf({ column: drawn, value, selectedLabels: [], form }) : null,
    mark: { label: filters.map(({ label }) => label).join(', ') || text, filters, value: text },
  };
}

function filterOf({ column, format }: DrawnColumn, row: number, form: Props['form']): MarkFilter {
  const value = column.values[row] ?? null;
  const label = format(value) || labelOfCell(value, column);
  const grain = column.kind === 'dimension' ? form.time_grain_sqla : null;
  return column.type === 'temporal' && typeof value === 'number'
    ? timeFilter(column.name, value, { grain, label })
    : valueFilter(column.name, value, label);
}

/** A click on a dimension's value filters by it; on the same value again, no more. */
function selectionOf(given: {
  readonly column: DrawnColumn;
  readonly value: CellValue;
  readonly selectedLabels: readonly string[];
  readonly form: Props['form'];
}) {
  const {
    column: { column },
    value,
    selectedLabels,
    form,
  } = given;
  const label = labelOfCell(value, column);
  if (selectedLabels.includes(label)) return null;
  if (column.type !== 'temporal' || typeof value !== 'number') return toSelection([[column.name, value]], label);
  const range = temporalRangeOf(value, form.time_grain_sqla);
  return {
    filters: [{ column: column.name, op: 'TEMPORAL_RANGE' as const, values: [range] }],
    selectedLabels: [label],
  };
}

function arrange(columns: readonly DrawnColumn[], order: readonly string[] | null): readonly DrawnColumn[] {
  if (!order) return columns;
  const place = (drawn: DrawnColumn) =>
    order.includes(drawn.column.name) ? order.indexOf(drawn.column.name) : order.length;
  return [...columns].sort((a, b) => place(a) - place(b));
}

function searchRows(rows: readonly number[], columns: readonly DrawnColumn[], search: string): readonly number[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return rows;
  return rows.filter((row) =>
    columns.some((drawn) => {
      const value = drawn.column.values[row] ?? null;
      return (
        value !== null &&
        (String(value).toLowerCase().includes(wanted) || drawn.format(value).toLowerCase().includes(wanted))
      );
    }),
  );
}

function pagingOf({ options, model }: Props, given: { readonly found: number; readonly page: number }) {
  const { serverPage } = options;
  const size = serverPage ? serverPage.pageSize : options.pageLength;
  const total = serverPage ? (model.allRows ?? model.rowCount) : given.found;
  const pageCount = size === 0 ? 1 : Math.max(1, Math.ceil(total / size));
  const page = Math.min(pageCount - 1, serverPage ? serverPage.currentPage : given.page);
  return { size, total, pageCount, page, from: page * size + 1, to: Math.min(total, (page + 1) * size) };
}
