import type { ColumnType, QueryObject, ResultTable } from '@powerset/contract';
import { allOf, type Dialect, type Expression, printSelect, type Select, type Source, SqlError } from '@powerset/sql';
import type { QueryDataset } from '../dataset.ts';
import { QueryError } from '../errors.ts';
import { createTemplateRenderer, type TemplateScope, type TemplateTrace } from '../templates/index.ts';
import { resolveTimeRange, type TimeBounds, watchClock } from '../time/index.ts';
import { type Conditions, planConditions } from './conditions.ts';
import { narrowToDate } from './narrow-to-date.ts';
import { applyResultType, modernizeQuery, type RowLimits } from './normalize-query.ts';
import { planOrder } from './order.ts';
import { findColumn, type PlanContext } from './plan-context.ts';
import { type SelectedItem, type Selection, selectItems } from './selection.ts';
import {
  groupsOthers,
  hasSeriesLimit,
  isJoinedSeries,
  type OtherSeries,
  seriesColumns,
  seriesLimitJoin,
  seriesLimitQuery,
  seriesRowsCondition,
  withOthers,
} from './series-limit.ts';
import { datasetSource } from './source.ts';
import { summableLabels } from './summable.ts';
import { toTotals, totalsLevel } from './totals.ts';

export interface PlanInput {
  readonly query: QueryObject;
  readonly dataset: QueryDataset;
  readonly dialect: Dialect;
  readonly now: Date;
  readonly limits: RowLimits;
  /** Rows of `prequerySql`, for engines that cannot join a sub-query. */
  readonly seriesRows?: ResultTable;
  /** Allows queries inside custom SQL. */
  readonly allowsSubqueries?: boolean;
  /** Types of custom SQL, by its text, where the engine was asked: what is no time is not truncated. */
  readonly expressionTypes?: Readonly<Record<string, ColumnType>>;
  /** Who asks, for templates in SQL; without it templates are off and their marks are SQL like any other. */
  readonly templates?: TemplateScope;
  /** Bounds instead of the time range's own; the inner ones choose the largest series. */
  readonly timeBounds?: TimeBounds & { readonly inner: TimeBounds };
}

export interface PlannedColumn {
  readonly label: string;
  /** Its name in the SQL, which differs from the label where the engine could not carry it. */
  readonly alias: string;
  readonly role: 'column' | 'metric';
  /** Null where only the engine knows. */
  readonly type: ColumnType | null;
  readonly isTimeAxis: boolean;
  readonly grain: string | null;
  /** How texts that come back are read as times; without it as ISO 8601. */
  readonly textFormat?: string;
}

export interface QueryPlan {
  readonly sql: string;
  /** The statement as a tree where it groups the rows of one source and nothing else decides the answer; else null. */
  readonly grouped: Select | null;
  /** Set when the engine cannot join: run this first, then plan again with its rows as `seriesRows`. */
  readonly prequerySql: string | null;
  /** What comes back, in the order of the result's columns. */
  readonly columns: readonly PlannedColumn[];
  /** Labels of the metrics whose groups add up to the metric of all rows. */
  readonly summable: readonly string[];
  readonly from: Date | null;
  readonly to: Date | null;
  readonly appliedFilters: readonly { readonly column: string }[];
  readonly rejectedFilters: readonly { readonly column: string; readonly reason: string }[];
  /** Label of the time axis, or the granularity column. */
  readonly timeColumn: string | null;
  readonly timeGrain: string | null;
  readonly rowLimit: number | null;
  /** Hours and period by which times are moved on their way out. */
  readonly offsetHours: number;
  readonly timeShift: string | null;
  /** By which calendar other periods are compared. */
  readonly timeCalendar: QueryObject['time_calendar'];
  /** What templates made the SQL depend on besides the query itself. */
  readonly cacheKeyParts: readonly string[];
  /** The dataset's query as it was rendered; null for a table. */
  readonly sourceSql: string | null;
  /** Whether a template took part, in the dataset's query or in any clause. */
  readonly isTemplated: boolean;
  /** Whether the plan depends on the time at which it was made. */
  readonly dependsOnTime: boolean;
  /** Columns whose filters a template used. */
  readonly appliedTemplateFilters: readonly string[];
}

/**
 * Turns a query and its dataset into one SELECT. Everything that users wrote is quoted, or checked to be a single clause
 * and put into parentheses; the access rules of the dataset are always part of the condition.
 * Throws `QueryError` with the reference's messages.
 */
export function planQuery(input: PlanInput): QueryPlan {
  return withQueryErrors(() => plan(input));
}

/** Turns what SQL cannot express into the error of the query that asked for it. */
export function withQueryErrors<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof SqlError) throw new QueryError(error.message, 'queries');
    throw error;
  }
}

/** What the stages of a plan share, from a query as it came. */
export function planContext(input: PlanInput): PlanContext {
  const { dataset, dialect } = input;
  const clock = watchClock(input.now);
  const asked = applyResultType(modernizeQuery(input.query), dataset, input.limits);
  const query = input.timeBounds ? asked : narrowToDate(asked, dataset, clock);
  const bounds =
    input.timeBounds ??
    resolveTimeRange(query.time_range, {
      clock,
      relativeStart: query.extras?.relative_start,
      relativeEnd: query.extras?.relative_end,
      timeShift: query.time_shift,
    });
  return {
    query,
    dataset,
    dialect,
    clock,
    bounds,
    timeColumn: findTimeColumn(query, dataset),
    allowsSubqueries: input.allowsSubqueries ?? false,
    expressionTypes: new Map(Object.entries(input.expressionTypes ?? {})),
    ...(input.templates
      ? createTemplateRenderer({
          query,
          bounds,
          clock,
          dialect,
          tableColumns: namesOf(dataset),
          scope: input.templates,
        })
      : { render: (text: string) => text, trace: noTrace() }),
  };
}

function namesOf({ columns }: QueryDataset): readonly string[] {
  return columns.map(({ name }) => name);
}

function noTrace(): TemplateTrace {
  return { cacheKeyParts: new Set(), removedFilters: new Set(), appliedFilters: new Set(), templates: new Set() };
}

function findTimeColumn(query: QueryObject, dataset: QueryDataset) {
  if (!query.granularity) return null;
  const column = findColumn(dataset, query.granularity);
  if (!column) throw new QueryError(`Time column "${query.granularity}" does not exist in dataset`, 'granularity');
  return column;
}

/** Months and longer units have no weekday: they are set against each other by dates. */
function calendarOf({ columns, time_calendar: calendar }: QueryObject): QueryObject['time_calendar'] {
  const grains = (columns ?? []).flatMap((column) => (typeof column === 'string' ? [] : [column.timeGrain ?? '']));
  return calendar?.weekday && grains.some((grain) => /^P[\d.]+[MY]$/.test(grain)) ? undefined : calendar;
}

function plan(input: PlanInput): QueryPlan {
  const context = planContext(input);
  // First, because a template in the dataset's query may take filters upon itself.
  const source = datasetSource(context);
  const selection = selectItems(context);
  const conditions = planConditions(context, selection.metrics);
  const { select: rows, prequery } = buildSelect(context, { input, source, selection, conditions });
  const shownWhere = () => conditions.whereWithin(input.timeBounds?.inner ?? context.bounds);
  const select = context.query.grouping_sets ? toTotals(context, selection, { rows, shownWhere: shownWhere() }) : rows;
  const isGrouping =
    selection.isGrouped &&
    select === rows &&
    !select.joins &&
    !prequery &&
    !input.seriesRows &&
    !context.query.is_rowcount;
  return {
    sql: printSelect(context.query.is_rowcount ? countRows(select) : select, context.dialect),
    grouped: isGrouping && context.trace.templates.size === 0 ? select : null,
    prequerySql: prequery && printSelect(prequery, context.dialect),
    columns: plannedColumns(context, selection),
    summable: summableLabels(selection.metrics, context.dialect.lexRules),
    ...describeTime(context, selection, conditions),
    ...describeFilters(context, conditions),
    rowLimit: select.limit ?? null,
    offsetHours: context.dataset.offsetHours,
    timeShift: context.query.time_shift ?? null,
    timeCalendar: calendarOf(context.query),
    cacheKeyParts: [...context.trace.cacheKeyParts],
    sourceSql: source.kind === 'query' && typeof source.query === 'string' ? source.query : null,
    isTemplated: context.trace.templates.size > 0,
    dependsOnTime: context.clock.wasRead,
    appliedTemplateFilters: [...context.trace.appliedFilters],
  };
}

interface Stages {
  readonly input: PlanInput;
  readonly source: Source;
  readonly selection: Selection;
  readonly conditions: Conditions;
}

function buildSelect(context: PlanContext, stages: Stages): { select: Select; prequery: Select | null } {
  const { selection, conditions, input, source } = stages;
  const series = seriesColumns(context, selection);
  const where = conditions.whereWithin(context.bounds);
  const select: Select = {
    items: [...selection.columns, ...selection.metrics].map(({ expression, alias }) => ({ expression, alias })),
    from: source,
    where,
    groupBy: selection.isGrouped ? selection.columns.map((item) => item.expression) : [],
    having: conditions.having,
    orderBy: planOrder(context, selection),
    limit: rowLimit(context.query, input.limits),
    offset: context.dialect.capabilities.supportsOffset ? (context.query.row_offset ?? 0) : 0,
  };
  if (!hasSeriesLimit(context, series, selection)) return { select, prequery: null };
  const inner = seriesLimitQuery(context, {
    series,
    source,
    where: input.timeBounds ? conditions.whereWithin(input.timeBounds.inner) : where,
    mainMetric: selection.metrics[0],
  });
  const grouped = (isKept: Expression): Select => groupOthers(context, { select, selection }, { series, isKept });
  if (context.dialect.capabilities.supportsSubqueryJoins) {
    const joined = groupsOthers(context) ? grouped(isJoinedSeries) : select;
    return { select: { ...joined, joins: [seriesLimitJoin(context, series, inner)] }, prequery: null };
  }
  if (!input.seriesRows) return { select, prequery: inner };
  const isLargest = seriesRowsCondition(series, input.seriesRows);
  if (groupsOthers(context)) return { select: isLargest ? grouped(isLargest) : select, prequery: null };
  return { select: { ...select, where: allOf([where, isLargest]) }, prequery: null };
}

interface GroupedRows {
  readonly select: Select;
  readonly selection: Selection;
}

function groupOthers(context: PlanContext, { select, selection }: GroupedRows, others: OtherSeries): Select {
  const renamed = withOthers(context, selection.columns, others);
  return {
    ...select,
    items: [...renamed, ...selection.metrics].map(({ expression, alias }) => ({ expression, alias })),
    groupBy: renamed.map((item) => item.expression),
    orderBy: planOrder(context, { ...selection, columns: renamed }),
  };
}

function rowLimit(query: QueryObject, limits: RowLimits): number | null {
  const asked = query.row_limit ?? null;
  // A count of rows is about all of them, unless a limit was asked for.
  if (query.is_rowcount) return asked || null;
  if (asked === 0) return limits.maxRows;
  const limit = Math.min(asked ?? limits.defaultRowLimit, limits.maxRows);
  return Number.isFinite(limit) ? limit : null;
}

const rowCountColumn: PlannedColumn = {
  label: 'rowcount',
  alias: 'rowcount',
  role: 'metric',
  type: 'number',
  isTimeAxis: false,
  grain: null,
};

function countRows(select: Select): Select {
  const query = select.limit === null ? { ...select, orderBy: [] } : select;
  return {
    items: [{ expression: { kind: 'aggregate', name: 'COUNT', of: '*' }, alias: 'rowcount' }],
    from: { kind: 'query', query, alias: 'rowcount_qry' },
  };
}

function plannedColumns({ query }: PlanContext, { columns, metrics }: Selection): readonly PlannedColumn[] {
  if (query.is_rowcount) return [rowCountColumn];
  return [...[...columns, ...metrics].map(toPlanned), ...(query.grouping_sets ? [totalsLevel] : [])];
}

function toPlanned(item: SelectedItem): PlannedColumn {
  const { label, alias, role, type, isTimeAxis, grain, textFormat } = item;
  return { label, alias, role, type, isTimeAxis, grain, ...(textFormat ? { textFormat } : {}) };
}

function describeTime(context: PlanContext, selection: Selection, conditions: Conditions) {
  const axis = selection.columns.find((item) => item.isTimeAxis);
  const ranges = conditions.filters.filter((filter) => filter.bounds?.since || filter.bounds?.until);
  const range = ranges.find((filter) => filter.column === axis?.label) ?? ranges[0];
  const own = context.timeColumn ? context.bounds : null;
  const bounds = own?.since || own?.until ? own : range?.bounds;
  return {
    from: bounds?.since ?? null,
    to: bounds?.until ?? null,
    timeColumn: axis?.label ?? context.timeColumn?.name ?? null,
    timeGrain: axis?.grain ?? null,
  };
}

function describeFilters(context: PlanContext, conditions: Conditions) {
  const extras = Object.keys(context.query.applied_time_extras ?? {});
  const needsTimeColumn = extras.filter((extra) => extra === '__time_range' || extra === '__time_grain');
  const hasTimeColumn = context.timeColumn !== null || conditions.filters.some((filter) => filter.bounds !== null);
  return {
    appliedFilters: [
      ...conditions.filters.filter((filter) => !filter.rejection).map(({ column }) => ({ column })),
      ...(hasTimeColumn ? extras.map((column) => ({ column })) : []),
    ],
    rejectedFilters: [
      ...conditions.filters.flatMap(({ column, rejection }) => (rejection ? [{ column, reason: rejection }] : [])),
      ...(hasTimeColumn ? [] : needsTimeColumn.map((column) => ({ column, reason: 'no_temporal_column' }))),
    ],
  };
}
