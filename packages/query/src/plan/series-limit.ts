import { type CellValue, columnLabel, type ResultTable } from '@powerset/contract';
import { allOf, anyOf, type Expression, type Join, type OrderItem, type Select, type Source } from '@powerset/sql';
import { QueryError } from '../errors.ts';
import { aliasFor } from './alias.ts';
import type { PlanContext } from './plan-context.ts';
import { type SelectedItem, type Selection, selectMetric, timestampLabel } from './selection.ts';

const metricAlias = 'mme_inner__';
const joinAlias = 'series_limit';
const keptAlias = 'is_kept__';
/** The name under which the series beyond the limit stand together. */
const othersName = 'Others';

/** The columns whose combinations are the series; throws `QueryError` when one is not selected. */
export function seriesColumns(context: PlanContext, selection: Selection): readonly SelectedItem[] {
  const { query } = context;
  // Legacy time series take all their columns as series.
  const legacy = query.is_timeseries && selection.metrics.length > 0 ? query.columns : [];
  const given = query.series_columns?.length ? query.series_columns : legacy;
  const labels = (given ?? []).map(columnLabel).filter((label) => label !== timestampLabel);
  const missing = labels.filter((label) => !selection.columns.some((item) => item.label === label));
  if (missing.length > 0) {
    const list = missing.map((label) => `"${label}"`).join(', ');
    throw new QueryError(
      `The following entries in \`series_columns\` are missing in \`columns\`: ${list}. `,
      'series_columns',
    );
  }
  // The steps of a time axis are no series: without them each would lose its place.
  const axes = (given ?? []).filter((column) => typeof column !== 'string' && column.columnType === 'BASE_AXIS');
  const axisLabels = axes.map(columnLabel);
  return selection.columns.filter(
    (item) => labels.includes(item.label) && !(item.type === 'temporal' && axisLabels.includes(item.label)),
  );
}

/** Whether the query keeps only its largest series. */
export function hasSeriesLimit(context: PlanContext, series: readonly SelectedItem[], selection: Selection): boolean {
  return (context.query.series_limit ?? 0) > 0 && series.length > 0 && selection.isGrouped;
}

export interface SeriesLimitParts {
  readonly series: readonly SelectedItem[];
  readonly source: Source;
  readonly where: Expression | null;
  readonly having?: Expression | null;
  readonly mainMetric: SelectedItem | undefined;
}

/** The name of a column inside a sub-query that is joined, where it must not be mistaken for the column itself. */
export function innerAlias(context: PlanContext, item: SelectedItem): string {
  return aliasFor(`${item.alias}__`, context.dialect, true);
}

/** The query that finds the largest series. */
export function seriesLimitQuery(context: PlanContext, parts: SeriesLimitParts): Select {
  const { query } = context;
  const chosen = query.series_limit_metric ? selectMetric(context, query.series_limit_metric) : parts.mainMetric;
  const rank: Expression = chosen?.expression ?? { kind: 'aggregate', name: 'COUNT', of: '*' };
  const order: OrderItem = {
    expression: { kind: 'column', name: metricAlias },
    isDescending: query.order_desc !== false,
  };
  return {
    items: [
      ...parts.series.map((item) => ({ expression: item.expression, alias: innerAlias(context, item) })),
      { expression: rank, alias: metricAlias },
      ...(groupsOthers(context) ? [{ expression: { kind: 'numeric', text: '1' } as const, alias: keptAlias }] : []),
    ],
    from: parts.source,
    where: parts.where,
    groupBy: parts.series.map((item) => item.expression),
    orderBy: [order],
    limit: query.series_limit ?? null,
  };
}

/** Joins the main query to its largest series. */
export function seriesLimitJoin(context: PlanContext, series: readonly SelectedItem[], inner: Select): Join {
  const pairs = series.map((item): Expression => {
    const right: Expression = { kind: 'column', name: innerAlias(context, item), source: joinAlias };
    return { kind: 'sameAs', left: item.expression, right };
  });
  const on = allOf(pairs) ?? { kind: 'literal', value: true };
  return {
    kind: groupsOthers(context) ? 'left' : 'inner',
    source: { kind: 'query', query: inner, alias: joinAlias },
    on,
  };
}

/** Whether the series beyond the limit are one series more, instead of being left out. */
export function groupsOthers(context: PlanContext): boolean {
  return context.query.group_others_when_limit_reached === true;
}

/** Where a row belongs to one of the largest series, in a query that is joined to them. Not by NULL: there are engines whose joins put 0 where nothing is met. */
export const isJoinedSeries: Expression = {
  kind: 'compare',
  operator: '=',
  left: { kind: 'column', name: keptAlias, source: joinAlias },
  right: { kind: 'numeric', text: '1' },
};

export interface OtherSeries {
  readonly series: readonly SelectedItem[];
  readonly isKept: Expression;
}

/** The columns of a query in which all other series bear one name. */
export function withOthers(
  context: PlanContext,
  columns: readonly SelectedItem[],
  { series, isKept }: OtherSeries,
): readonly SelectedItem[] {
  return columns.map((item): SelectedItem => {
    if (!series.includes(item)) return item;
    const otherwise: Expression = { kind: 'literal', value: othersName };
    const needsCast = item.type !== 'string';
    return {
      ...item,
      // No column of the table any more, which its name could hide.
      alias: aliasFor(item.label, context.dialect, false),
      type: 'string',
      expression: { kind: 'case', when: isKept, of: item.expression, otherwise, needsCast },
    };
  });
}

/** The largest series as conditions, for engines that cannot join; null when there were none. */
export function seriesRowsCondition(series: readonly SelectedItem[], rows: ResultTable): Expression | null {
  const conditions = Array.from({ length: rows.rowCount }, (_, row) =>
    allOf(series.map((item, index) => equals(item, rows.columns[index]?.values[row] ?? null))),
  );
  return anyOf(conditions);
}

function equals(item: SelectedItem, value: CellValue): Expression {
  if (value === null) return { kind: 'isNull', of: item.expression };
  const isTime = item.type === 'temporal' && typeof value === 'number';
  const right: Expression = isTime
    ? { kind: 'time', at: new Date(value), nativeType: null }
    : { kind: 'literal', value };
  return { kind: 'compare', operator: '=', left: item.expression, right };
}
