import { defaultTranslate } from '@powerset/chart-kit';
import { columnLabel } from '@powerset/contract';
import { useDeferredValue, useMemo, useRef } from 'react';
import { maxPictureRows } from '../shared/chart-pictures.ts';
import { Pager } from '../shared/Pager.tsx';
import { SearchBar } from '../shared/SearchBar.tsx';
import shared from '../shared/table.module.css';
import type { TableModel } from '../shared/table-columns.ts';
import { narrowedRows, parseColumnFilter } from '../shared/table-filters.ts';
import { arrangeColumns } from '../shared/table-layout.ts';
import { formatTableNumber } from '../shared/table-numbers.ts';
import type { TableOptions } from '../shared/table-options.ts';
import { orderedRows } from '../shared/table-order.ts';
import { pagingOf } from '../shared/table-paging.ts';
import { filterableColumns } from '../shared/table-query.ts';
import { useRendered } from '../shared/use-rendered.ts';
import { type TableState, useTableState } from '../shared/use-table-state.ts';
import { TakingPicture, useWordsPicture } from '../shared/use-words-picture.ts';
import type { ChartViewProps } from '../shared/view-props.ts';
import type { GridForm } from './form.ts';
import styles from './Grid.module.css';
import { Grid } from './Grid.tsx';

type Props = ChartViewProps<TableModel, TableOptions, GridForm>;

const noSorts: TableState['sortBy'] = [];

export function View(props: Props) {
  const { model, options, form, width, height, onRendered, translate = defaultTranslate } = props;
  const state = useTableState(props);
  const isPaged = options.serverPage !== null;
  const arranged = useMemo(() => arrangeColumns(options.columns, state.layout), [options.columns, state.layout]);
  const sorts = useDeferredValue(isPaged ? noSorts : state.sortBy);
  const search = useDeferredValue(isPaged ? '' : state.searchText);
  const filters = useDeferredValue(isPaged ? noFilters : state.columnFilters);
  const ordered = useMemo(() => orderedRows(model, sorts), [model, sorts]);
  const found = useMemo(
    () => narrowedRows(ordered, options.columns, { search, filters }),
    [ordered, options.columns, search, filters],
  );
  const paging = pagingOf(
    { options: { ...options, pageLength: state.pageSize }, model },
    { found: found.length, page: state.currentPage },
  );
  const shown = isPaged || paging.size === 0 ? found : found.slice(paging.page * paging.size, paging.to);
  useRendered(model, onRendered);
  const frame = useRef<HTMLDivElement>(null);
  const isWhole = useWordsPicture(frame);
  const byServer = useMemo(() => new Set(filterableColumns(form).map(columnLabel)), [form]);
  return (
    <div ref={frame} className={shared.frame} style={{ width, height }} data-test="grid-chart">
      <GridBar {...{ options, state, translate }} found={isPaged ? paging.total : found.length} />
      <TakingPicture value={isWhole}>
        <Grid
          {...props}
          {...{ arranged, found, state, isWhole }}
          rows={shown}
          isNarrowed={!isPaged && found.length < model.rowCount}
          isFilterable={(name) => !isPaged || byServer.has(name)}
        />
      </TakingPicture>
      {paging.size > 0 || (isWhole && shown.length > maxPictureRows) ? (
        <GridPager {...{ paging, state, translate }} most={isWhole ? maxPictureRows : null} />
      ) : null}
    </div>
  );
}

const noFilters: TableState['columnFilters'] = {};

interface BarProps {
  readonly options: TableOptions;
  readonly state: TableState;
  readonly found: number;
  readonly translate: NonNullable<Props['translate']>;
}

/** Search where the form offers it, and the switch of the fields under the names. */
function GridBar({ options, state, found, translate }: BarProps) {
  const isOn = state.isFiltering;
  const filterSwitch = (
    <button
      type="button"
      className={styles.tool}
      aria-pressed={isOn}
      data-not-drawn
      onClick={() => state.setFiltering(!isOn)}
    >
      {translate('Filter columns')}
    </button>
  );
  if (options.hasSearch)
    return (
      <SearchBar
        {...{ options, found, translate }}
        search={state.searchText}
        onSearch={(searchText) => state.search({ searchText })}
        onServerSearch={state.search}
        extra={filterSwitch}
      />
    );
  const hasFilters = Object.values(state.columnFilters).some((text) => parseColumnFilter(text) !== null);
  return (
    <div className={shared.bar}>
      {filterSwitch}
      {hasFilters || options.serverPage ? (
        <span className={shared.count}>{translate('{{count}} rows', { count: formatTableNumber(found) })}</span>
      ) : null}
    </div>
  );
}

const pageSizes = [10, 20, 50, 100, 200];

interface GridPagerProps {
  readonly paging: ReturnType<typeof pagingOf>;
  readonly state: TableState;
  readonly translate: NonNullable<Props['translate']>;
  /** The most rows that a picture holds. */
  readonly most: number | null;
}

function GridPager({ paging, state, translate, most }: GridPagerProps) {
  const to = most === null ? paging.to : Math.min(paging.to, paging.from + most - 1);
  const sizes = [...new Set([...pageSizes, state.pageSize])].filter((size) => size > 0).sort((a, b) => a - b);
  return (
    <Pager
      page={paging.page}
      pageCount={paging.pageCount}
      labels={{ previous: translate('Previous page'), next: translate('Next page') }}
      onPage={state.setPage}
      summary={translate('{{from}} – {{to}} of {{total}}', {
        from: formatTableNumber(paging.total === 0 ? 0 : paging.from),
        to: formatTableNumber(paging.size === 0 && most !== null ? Math.min(most, paging.total) : to),
        total: formatTableNumber(paging.total),
      })}
      extra={
        state.pageSize > 0 ? (
          <select
            className={styles.tool}
            aria-label={translate('Rows per page')}
            value={state.pageSize}
            data-not-drawn
            onChange={(event) => state.setPageSize(Number(event.target.value))}
          >
            {sizes.map((size) => (
              <option key={size} value={size}>
                {formatTableNumber(size)}
              </option>
            ))}
          </select>
        ) : null
      }
    />
  );
}
