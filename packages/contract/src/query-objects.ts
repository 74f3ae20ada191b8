import type { ResultTable } from './result-tables.ts';
import type { QueryColumn, QueryMetric, QueryObject } from './schemas/query-objects.ts';

/** The label under which a metric's values come back: its own, `AGG(column)`, or its SQL text. */
export function metricLabel(metric: QueryMetric): string {
  if (typeof metric === 'string') return metric;
  if (metric.label) return metric.label;
  if (metric.expressionType === 'SQL') return metric.sqlExpression ?? '';
  const column = metric.column?.column_name ?? '';
  return metric.aggregate === 'COUNT_DISTINCT'
    ? `COUNT_DISTINCT(${column})`
    : `${metric.aggregate ?? 'SUM'}(${column})`;
}

/** The label under which a column's values come back. */
export function columnLabel(column: QueryColumn): string {
  return typeof column === 'string' ? column : column.label;
}

/**
 * The column of totals in which a row's entry is a number: a bit for each column of the query, the last one's the lowest,
 * set where the entry does not keep that column apart.
 */
export const totalsColumn = '__grouping_set';

/** Asks for totals, not for a chart's rows. */
export function isTotalsQuery(query: QueryObject): boolean {
  return query.grouping_sets !== undefined;
}

/** The answer to a query for totals. */
export function isTotalsTable(table: Pick<ResultTable, 'columns'>): boolean {
  return table.columns.some(({ name }) => name === totalsColumn);
}
