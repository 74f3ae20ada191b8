import type { ColumnType, QueryColumn, QueryObject } from '@powerset/contract';
import { cleanClause, containsSubquery, type Dialect, type Expression, findClauseProblem } from '@powerset/sql';
import type { DatasetColumn, QueryDataset } from '../dataset.ts';
import { QueryError } from '../errors.ts';
import type { TemplateTrace } from '../templates/index.ts';
import type { TimeBounds, WatchedClock } from '../time/index.ts';

/** Everything the stages of one plan share. */
export interface PlanContext {
  /** With present names and its result type applied. */
  readonly query: QueryObject;
  readonly dataset: QueryDataset;
  readonly dialect: Dialect;
  readonly clock: WatchedClock;
  /** Of the query's time range, on its granularity column. */
  readonly bounds: TimeBounds;
  /** The time column, `granularity`; null when the query names none. */
  readonly timeColumn: DatasetColumn | null;
  readonly allowsSubqueries: boolean;
  readonly expressionTypes: ReadonlyMap<string, ColumnType>;
  /** Fills the gaps of a template; the identity when templates are off. */
  readonly render: (text: string) => string;
  /** What templates found out; filters in `removedFilters` are left to them. */
  readonly trace: TemplateTrace;
}

export function findColumn(dataset: QueryDataset, name: string): DatasetColumn | undefined {
  return dataset.columns.find((column) => column.name === name);
}

/** The dataset's column that a query's column stands for, when it is not SQL of its own. */
export function referencedColumn(dataset: QueryDataset, column: QueryColumn): DatasetColumn | undefined {
  return findColumn(dataset, typeof column === 'string' ? column : column.sqlExpression);
}

/** SQL that belongs to the dataset, written by its owners: one clause, sub-queries allowed. */
export function ownersClause(context: PlanContext, text: string, field: string): Expression {
  const rendered = context.render(text);
  const problem = findClauseProblem(rendered, context.dialect.lexRules);
  if (problem) throw new QueryError(problem, field);
  return { kind: 'sql', text: cleanClause(rendered, context.dialect.lexRules) };
}

/** SQL that came with the query: one clause, without sub-queries. */
export function adhocClause(context: PlanContext, text: string, field: string): Expression {
  const clause = ownersClause(context, text, field);
  if (clause.kind === 'sql' && !context.allowsSubqueries && containsSubquery(clause.text, context.dialect.lexRules)) {
    throw new QueryError('Custom SQL fields cannot contain sub-queries.', field, 'ADHOC_SUBQUERY_NOT_ALLOWED_ERROR');
  }
  return clause;
}

/** The column as it stands in the table, or its calculation. */
export function columnExpression(context: PlanContext, column: DatasetColumn): Expression {
  return column.expression
    ? ownersClause(context, column.expression, 'columns')
    : { kind: 'column', name: column.name };
}

/** The column as a time, truncated to a grain if there is one. */
export function temporalExpression(context: PlanContext, column: DatasetColumn, grain: string | null): Expression {
  const stored = columnExpression(context, column);
  const time = asTime(stored, column);
  if (grain === null) return time;
  // What is read from numbers or text has another type than the column.
  return truncated(context, time, { grain, nativeType: time === stored ? column.nativeType : null });
}

function asTime(expression: Expression, column: DatasetColumn): Expression {
  const format = column.pythonDateFormat;
  if (format === 'epoch_s' || format === 'epoch_ms') return { kind: 'fromEpoch', of: expression, unit: format };
  const isStoredAsTime = column.type === 'temporal' || column.type === 'boolean';
  if (isStoredAsTime || (column.type === 'number' && !format)) return expression;
  return { kind: 'parseTime', of: expression, format };
}

export interface Truncation {
  readonly grain: string;
  readonly nativeType?: string | null;
}

/** Truncates to a grain; throws `QueryError` when the dialect does not offer it. */
export function truncated(context: PlanContext, time: Expression, to: Truncation): Expression {
  const { grain, nativeType = null } = to;
  if (!Object.hasOwn(context.dialect.timeGrains, grain)) {
    throw new QueryError(`Time grain "${grain}" is not supported by this database`, 'extras.time_grain_sqla');
  }
  return { kind: 'truncate', of: time, grain, nativeType };
}

/** The column as values come out of it: epochs become times, everything else stays as it is stored. */
export function valueExpression(context: PlanContext, column: DatasetColumn): Expression {
  const isEpoch = column.pythonDateFormat === 'epoch_s' || column.pythonDateFormat === 'epoch_ms';
  return column.isTemporal && isEpoch ? temporalExpression(context, column, null) : columnExpression(context, column);
}
