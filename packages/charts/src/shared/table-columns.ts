import {
  comparedPeriodOf,
  findColumn,
  type ModelContext,
  msg,
  numberOfCell,
  offsetLabel,
  type Undrawn,
} from '@powerset/chart-kit';
import { type CellValue, columnLabel, metricLabel, type ResultColumn, type ResultTable } from '@powerset/contract';
import { parseColumnFilter } from './table-filters.ts';
import { queryModeOf, type TableForm } from './table-form.ts';
import { canGatherRows, gathersRows, isOfAllRows, othersName, ownStateOf } from './table-query.ts';

export interface TableColumn {
  readonly name: string;
  readonly label: string;
  readonly type: ResultColumn['type'];
  /** A dimension can be clicked to filter; metrics are measured. */
  readonly kind: 'dimension' | 'metric' | 'percent' | 'plain' | 'earlier' | 'difference' | 'change';
  /** The metric that a column of a comparison is about. */
  readonly metric?: string;
  readonly values: readonly CellValue[];
  /** The figures of the earlier period, of a metric that is compared. */
  readonly earlier?: readonly CellValue[];
  /** Least and greatest value and zero, for bars. */
  readonly extent: readonly [number, number] | null;
  readonly total: CellValue;
}

export interface TableModel {
  readonly columns: readonly TableColumn[];
  readonly rowCount: number;
  /** The row of all groups beyond the limit, which is the last; -1 where there is none. */
  readonly othersRow: number;
  readonly hasTotals: boolean;
  /** Rows on all pages, where the server pages. */
  readonly allRows: number | null;
  /** The row limit that the answer reached: there may be more rows. */
  readonly limitReached: number | null;
  /** The rows were searched for by the server: none of them is an answer too, beside the box that asked. */
  readonly isSearched: boolean;
}

/** Results in the order of the queries: rows, count, totals. */
export function toModel(results: readonly ResultTable[], context: ModelContext<TableForm>): TableModel {
  const { form } = context;
  const { table, othersRow } = othersLast(results[0] ?? { columns: [], rowCount: 0 }, form);
  const isPaged = form.server_pagination;
  const counted = isPaged ? results[1] : undefined;
  const totals = results[isPaged ? 2 : 1];
  const kinds = kindsOf(form);
  const hasTotals = form.show_totals && kinds.metrics.size > 0 && totals !== undefined && totals.rowCount > 0;
  const offsetEnd = `__${comparedPeriodOf(form)}`;
  const isOffset = (name: string) => isCompared(form) && name.endsWith(offsetEnd);
  const shown = table.columns.filter((column) => !isOnlyMeasured(column.name, kinds) && !isOffset(column.name));
  return {
    columns: shown.flatMap((column) => {
      const kind = kinds.kindOf(column.name);
      const values = column.values;
      const own: TableColumn = {
        name: column.name,
        label: labelOf(column.name, kinds, context),
        type: column.type,
        kind,
        values,
        extent: column.type === 'number' ? extentOf(othersRow === -1 ? values : values.slice(0, othersRow)) : null,
        total: hasTotals ? (findColumn(totals, column.name)?.values[0] ?? null) : null,
      };
      const earlierOf = (from: ResultTable | undefined) =>
        from && findColumn(from, offsetLabel(column.name, comparedPeriodOf(form)));
      const earlier = kind === 'metric' && isCompared(form) ? earlierOf(table) : undefined;
      const earlierTotal = hasTotals ? (earlierOf(totals)?.values[0] ?? null) : null;
      return earlier
        ? [{ ...own, earlier: earlier.values }, ...comparedColumns(own, earlier.values, earlierTotal)]
        : [own];
    }),
    rowCount: table.rowCount,
    othersRow,
    hasTotals,
    allRows: counted ? numberOfCell(counted.columns[0]?.values[0]) : null,
    limitReached: isPaged ? null : (context.answers?.[0]?.limitReached ?? null),
    isSearched: isPaged && isNarrowed(form),
  };
}

/** Whether the reader asked for some of the rows only. */
function isNarrowed(form: TableForm): boolean {
  const { searchText, columnFilters } = ownStateOf(form);
  const isSearched = form.include_search && searchText.trim() !== '';
  return isSearched || Object.values(columnFilters).some((text) => parseColumnFilter(text) !== null);
}

/** All others together are no rank among the rows: they stand at the end. */
function othersLast(table: ResultTable, form: TableForm) {
  const groups = gathersRows(form) ? form.groupby.map((column) => findColumn(table, columnLabel(column))) : [];
  const isOthers = (row: number) => groups.length > 0 && groups.every((column) => column?.values[row] === othersName);
  const at = Array.from({ length: table.rowCount }, (_, row) => row).find(isOthers);
  if (at === undefined) return { table, othersRow: -1 };
  const moved = (values: readonly CellValue[]) => [...values.slice(0, at), ...values.slice(at + 1), values[at] ?? null];
  const columns = table.columns.map((column) => ({ ...column, values: moved(column.values) }));
  return { table: { ...table, columns }, othersRow: table.rowCount - 1 };
}

/** Rows that a limit cut off look like rows that do not exist. */
export function undrawnOf({ limitReached }: TableModel, form: TableForm): Undrawn | null {
  if (limitReached === null) return null;
  const hasShares = queryModeOf(form) === 'aggregate' && form.percent_metrics.length > 0;
  const text =
    hasShares && !isOfAllRows(form)
      ? msg('The limit of {{limit}} rows was reached: there may be more. Percentages are of the rows that are shown.')
      : msg('The limit of {{limit}} rows was reached: there may be more.');
  const title = { text, values: { limit: limitReached } };
  const raise = { label: msg('Raise the row limit'), changes: { row_limit: usualRows } };
  const gather = { label: msg('Show the rest as Others'), changes: { group_others_when_limit_reached: true } };
  const [remedy, also] = [
    ...(limitReached < usualRows ? [raise] : []),
    ...(canGatherRows(form) && limitReached === form.row_limit ? [gather] : []),
  ];
  return { isAll: false, title, ...(remedy ? { remedy } : {}), ...(also ? { also } : {}) };
}

const usualRows = 10_000;

const isCompared = (form: TableForm) => comparedPeriodOf(form) !== '' && queryModeOf(form) === 'aggregate';

/** The figure of the earlier period, and what became of it: the difference, and its share of the earlier figure. */
function comparedColumns(
  own: TableColumn,
  earlier: readonly CellValue[],
  earlierTotal: CellValue,
): readonly TableColumn[] {
  const against = (map: (now: number, before: number) => number | null) => (now: CellValue, before: CellValue) => {
    const [a, b] = [numberOfCell(now), numberOfCell(before)];
    return a === null || b === null ? null : map(a, b);
  };
  const difference = against((now, before) => now - before);
  const change = against((now, before) => (before === 0 ? null : (now - before) / Math.abs(before)));
  const same = (_now: CellValue, before: CellValue) => before;
  const parts = [
    ['#', 'earlier', same],
    ['△', 'difference', difference],
    ['%', 'change', change],
  ] as const;
  return parts.map(([sign, kind, map]): TableColumn => {
    const values = own.values.map((now, row) => map(now, earlier[row] ?? null));
    return {
      name: `${sign} ${own.name}`,
      label: `${kind === 'change' ? '△ %' : sign} ${own.label}`,
      type: 'number',
      kind,
      metric: own.name,
      values,
      extent: extentOf(values),
      total: own.total === null ? null : map(own.total, earlierTotal),
    };
  });
}

interface Kinds {
  readonly metrics: ReadonlySet<string>;
  readonly percents: ReadonlySet<string>;
  readonly kindOf: (name: string) => TableColumn['kind'];
}

function kindsOf(form: TableForm): Kinds {
  const isRaw = queryModeOf(form) === 'raw';
  const metrics = new Set(isRaw ? [] : form.metrics.map(metricLabel));
  const percents = new Set(isRaw ? [] : form.percent_metrics.map(metricLabel));
  const groups = new Set(isRaw ? [] : form.groupby.map(columnLabel));
  const kindOf = (name: string): TableColumn['kind'] => {
    if (groups.has(name)) return 'dimension';
    if (metrics.has(name)) return 'metric';
    return name.startsWith('%') && percents.has(name.slice(1)) ? 'percent' : 'plain';
  };
  return { metrics, percents, kindOf };
}

/** A percentage metric is asked for as a metric too, which nobody wants to see unless it was chosen. */
const isOnlyMeasured = (name: string, kinds: Kinds) => kinds.percents.has(name) && !kinds.metrics.has(name);

function labelOf(name: string, kinds: Kinds, context: ModelContext<TableForm>): string {
  if (kinds.kindOf(name) !== 'percent') return context.verboseNames[name] ?? name;
  const metric = name.slice(1);
  return `% ${context.verboseNames[metric] ?? metric}`;
}

function extentOf(values: readonly CellValue[]): readonly [number, number] {
  let [low, high] = [0, 0];
  for (const value of values) {
    const number = numberOfCell(value);
    if (number === null) continue;
    if (number < low) low = number;
    if (number > high) high = number;
  }
  return [low, high];
}
