import {
  asBaseAxis,
  baseQuery,
  calendarField,
  comparedPeriodOf,
  distinctMetrics,
  isRecord,
  numberOf,
  textOf,
  toList,
} from '@powerset/chart-kit';
import { columnLabel, metricLabel, type QueryColumn, type QueryMetric, type QueryObject } from '@powerset/contract';
import { parseColumnFilter, readColumnFilters } from './table-filters.ts';
import { queryModeOf, type TableForm } from './table-form.ts';
import type { TableSort } from './table-sorts.ts';

/** Which rows a reader wants to see, and in which order. */
export interface AskedRows {
  readonly currentPage: number;
  readonly sortBy: readonly TableSort[];
  readonly searchText: string;
  /** What each column is filtered by, as it was typed. */
  readonly columnFilters: Readonly<Record<string, string>>;
}

/** What the table itself remembers; the host puts it into the form as `own_state`. Its queries follow it where the server pages. */
export interface TableOwnState extends AskedRows {
  readonly pageSize: number;
  /** Where the server searches: in which column. */
  readonly searchColumn: string;
}

/** Reads the state of a table paged by the server; the first page of the form's length when there is none. */
export function ownStateOf(form: TableForm): TableOwnState {
  const state = form.own_state;
  return {
    ...readAskedRows(state),
    pageSize: Math.max(1, Math.trunc(numberOf(state, 'pageSize') ?? form.server_page_length)),
    searchColumn: textOf(state, 'searchColumn'),
  };
}

/** What was asked for as it is kept; what cannot be read is left out. */
export function readAskedRows(state: Readonly<Record<string, unknown>>): AskedRows {
  return {
    currentPage: Math.max(0, Math.trunc(numberOf(state, 'currentPage') ?? 0)),
    sortBy: toList(state.sortBy)
      .filter(isRecord)
      .map((sort) => ({ key: textOf(sort, 'key'), desc: sort.desc === true }))
      .filter(({ key }) => key !== '')
      .slice(0, maxSorts),
    searchText: textOf(state, 'searchText'),
    columnFilters: readColumnFilters(state.columnFilters),
  };
}

const maxSorts = 10;

/** The rows; then the count of all rows when paged by the server; then the totals when asked for. */
export function toQueries(form: TableForm): readonly QueryObject[] {
  const asked = queryModeOf(form) === 'raw' ? rawQuery(form) : aggregateQuery(form);
  if (!form.server_pagination) return [asked, ...totalsQueries(form)];
  const { currentPage, pageSize } = ownStateOf(form);
  const main = filtered(searched(asked, form), form);
  const page = { ...main, row_limit: pageSize, row_offset: currentPage * pageSize };
  const count: QueryObject = {
    ...main,
    row_limit: 0,
    row_offset: 0,
    post_processing: [],
    time_offsets: [],
    is_rowcount: true,
  };
  return [page, count, ...totalsQueries(form).map((query) => filtered(query, form))];
}

/**
 * The rows of a file: those that are shown, in their order, and where the server pages those of all pages.
 * How many a file holds is bounded by the server.
 */
export function toFileQueries(form: TableForm): readonly QueryObject[] {
  const [rows, ...others] = toQueries(form);
  if (!rows || !form.server_pagination) return rows ? [rows, ...others] : [];
  return [{ ...rows, row_limit: 0, row_offset: 0 }];
}

/** Columns in whose text the server can search: those that the rows are made of. */
export function searchableColumns(form: TableForm): readonly QueryColumn[] {
  return queryModeOf(form) === 'raw' ? form.all_columns : form.groupby;
}

/** Only rows that hold the text. */
function searched(query: QueryObject, form: TableForm): QueryObject {
  const { searchText, searchColumn } = ownStateOf(form);
  const columns = searchableColumns(form);
  const column = columns.find((one) => columnLabel(one) === searchColumn) ?? columns[0];
  const wanted = searchText.trim();
  if (!form.include_search || wanted === '' || column === undefined) return query;
  return { ...query, filters: [...(query.filters ?? []), { col: column, op: 'CONTAINS', val: wanted }] };
}

/** Columns by which the server can filter rows: those that they are made of, and no times that are cut to a grain. */
export function filterableColumns(form: TableForm): readonly QueryColumn[] {
  const isGrouped = queryModeOf(form) === 'aggregate';
  return searchableColumns(form).filter(
    (column) => !isGrouped || form.temporal_columns_lookup[columnLabel(column)] !== true,
  );
}

/** Only rows that pass what was typed under the names of columns. */
function filtered(query: QueryObject, form: TableForm): QueryObject {
  const { columnFilters } = ownStateOf(form);
  const filters = filterableColumns(form).flatMap((column) => {
    const filter = parseColumnFilter(columnFilters[columnLabel(column)] ?? '');
    return filter ? [{ col: column, op: filter.op, val: filter.value }] : [];
  });
  return filters.length === 0 ? query : { ...query, filters: [...(query.filters ?? []), ...filters] };
}

function rawQuery(form: TableForm): QueryObject {
  const orderby = [
    ...sortedByHand(form),
    ...form.order_by_cols.map(([name, isAscending]) => [name, isAscending] as [string, boolean]),
  ];
  return { ...baseQuery(form), columns: [...form.all_columns], metrics: null, orderby };
}

function sortedByHand(form: TableForm): readonly [QueryMetric, boolean][] {
  const sorts = form.server_pagination ? ownStateOf(form).sortBy : [];
  const isRaw = queryModeOf(form) === 'raw';
  const metrics = isRaw ? [] : [...form.metrics, ...form.percent_metrics];
  return sorts.flatMap(({ key, desc }): [QueryMetric, boolean][] => {
    // A share is in the order of what it is a share of; a change can be ordered by nothing that the server knows.
    const metric = metrics.find((candidate) => [metricLabel(candidate), `%${metricLabel(candidate)}`].includes(key));
    const isColumn = searchableColumns(form).some((column) => columnLabel(column) === key);
    return metric || isColumn ? [[metric ?? key, !desc]] : [];
  });
}

function aggregateQuery(form: TableForm): QueryObject {
  const { metrics, percent_metrics: percentMetrics, timeseries_limit_metric: sortMetric } = form;
  const base = baseQuery(form);
  const byMetric: readonly [QueryMetric, boolean][] = sortMetric
    ? [[sortMetric, !form.order_desc]]
    : firstDescending(metrics);
  const columns = groupColumns(form);
  return {
    ...base,
    columns,
    ...(gathersRows(form) ? gathering(columns, form) : {}),
    metrics: distinctMetrics([...metrics, ...percentMetrics]),
    orderby: [...sortedByHand(form), ...byMetric],
    ...comparison(form),
    post_processing: percentRules(form),
  };
}

/** The earlier period, and the calendar by which it is found. */
function comparison(form: TableForm): Pick<QueryObject, 'time_offsets' | 'time_calendar'> {
  const period = comparedPeriodOf(form);
  const offsets = period === '' ? [] : [period];
  return { time_offsets: offsets, ...calendarField(form, offsets) };
}

/** What the row of all others is called in each of the columns that are grouped by. */
export const othersName = 'Others';

/** Groups beyond the row limit are one row more; times have their places, and groups of an earlier period may be others. */
export function gathersRows(form: TableForm): boolean {
  return form.group_others_when_limit_reached && (form.row_limit ?? 0) > 0 && canGatherRows(form);
}

export function canGatherRows(form: TableForm): boolean {
  const isGrouped = queryModeOf(form) === 'aggregate' && form.groupby.length > 0;
  const isMeasured = form.metrics.length + form.percent_metrics.length > 0;
  const hasTimes = form.groupby.some((column) => form.temporal_columns_lookup[columnLabel(column)] === true);
  return isGrouped && isMeasured && !hasTimes && !form.server_pagination && comparedPeriodOf(form) === '';
}

/** One row more than the groups that are kept, and one that would say that there is more yet. */
const gathering = (columns: readonly QueryColumn[], { row_limit: kept }: TableForm): Partial<QueryObject> => ({
  series_columns: [...columns],
  series_limit: kept ?? 0,
  row_limit: (kept ?? 0) + 2,
});

const firstDescending = (metrics: readonly QueryMetric[]): readonly [QueryMetric, boolean][] =>
  metrics.length > 0 ? [[metrics[0]!, false]] : [];

/** Columns known to be times are cut to the grain; the interface writes them into `temporal_columns_lookup`. */
function groupColumns(form: TableForm): QueryColumn[] {
  const grain = form.time_grain_sqla;
  const temporal = form.temporal_columns_lookup;
  return form.groupby.map((column) =>
    grain && temporal[columnLabel(column)] === true ? asBaseAxis(column, grain) : column,
  );
}

/** Shares are of all rows where a query says what these come to, unless the rule itself says that there are no such totals. */
function percentRules(form: TableForm) {
  const columns = distinctMetrics(form.percent_metrics).map(metricLabel);
  if (columns.length === 0) return [];
  const ofShown = isOfAllRows(form) ? {} : { contribution_totals: {} };
  const rename_columns = columns.map((label) => `%${label}`);
  return [{ operation: 'contribution', options: { columns, rename_columns, ...ofShown } }];
}

/** Whether a percentage is one of all rows, and not of those within the row limit. */
export const isOfAllRows = (form: TableForm): boolean => form.percent_metric_calculation !== 'row_limit';

/** What a query of totals takes. */
const maxGroups = 30;

/** What all rows come to, for the summary and for percentages. A condition on groups chooses those that they are about. */
function totalsQueries(form: TableForm): readonly QueryObject[] {
  if (queryModeOf(form) === 'raw') return [];
  const hasSummary = form.show_totals && form.metrics.length > 0;
  const groups = groupColumns(form);
  const summed = hasSummary ? form.metrics : [];
  const shared = isOfAllRows(form) && groups.length > 0 ? form.percent_metrics : [];
  if (summed.length + shared.length === 0) return [];
  const base = baseQuery(form);
  const all: QueryObject = {
    ...base,
    columns: [],
    metrics: distinctMetrics([...summed, ...shared]),
    row_limit: 0,
    row_offset: 0,
    post_processing: [],
    orderby: [],
    ...comparison(form),
  };
  const isOfGroups = groups.length > 0 && groups.length <= maxGroups;
  if (!isOfGroups || (hasSummary && !base.extras?.having)) return [all];
  return [{ ...all, columns: groups, grouping_sets: [[]], ...(hasSummary ? {} : { unless_additive: true }) }];
}
