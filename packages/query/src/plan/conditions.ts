import type { QueryFilter } from '@powerset/contract';
import { allOf, anyOf, type Expression } from '@powerset/sql';
import { QueryError } from '../errors.ts';
import type { TimeBounds } from '../time/index.ts';
import { type PlannedFilter, planFilter } from './filters.ts';
import { detailColumns } from './normalize-query.ts';
import { adhocClause, columnExpression, findColumn, ownersClause, type PlanContext } from './plan-context.ts';
import type { SelectedItem } from './selection.ts';
import { timeCondition, timeOperand } from './time-conditions.ts';

export interface Conditions {
  readonly filters: readonly PlannedFilter[];
  readonly having: Expression | null;
  /** The condition on rows for given bounds of the query's time range; access rules are always part of it. */
  readonly whereWithin: (bounds: TimeBounds) => Expression | null;
}

/** Gathers every condition of a query. */
export function planConditions(context: PlanContext, metrics: readonly SelectedItem[]): Conditions {
  const { query } = context;
  const filters = plannedFilters(context, query.filters ?? [], metrics);
  const { where, having } = query.extras ?? {};
  const extraHaving = having ? adhocClause(context, having, 'extras.having') : null;
  const rows = filters.filter((filter) => !filter.isHaving).map((filter) => filter.condition);
  const fixed = [
    ...rows,
    ...accessConditions(context),
    where ? adhocClause(context, where, 'extras.where') : null,
    query.apply_fetch_values_predicate ? fetchPredicate(context) : null,
    searchCondition(context),
  ];
  return {
    filters,
    having: allOf([...filters.filter((filter) => filter.isHaving).map((filter) => filter.condition), extraHaving]),
    whereWithin: (bounds) => allOf([...timeConditions(context, bounds), ...fixed]),
  };
}

function plannedFilters(
  context: PlanContext,
  filters: readonly QueryFilter[],
  metrics: readonly SelectedItem[],
): readonly PlannedFilter[] {
  const removed = context.trace.removedFilters;
  return filters
    .filter((filter) => !(typeof filter.col === 'string' && removed.has(filter.col)))
    .map((filter) => planFilter(context, filter, metrics))
    .filter((filter) => filter !== null);
}

/** One of the columns of the rows behind a mark holds the text that is searched. */
function searchCondition(context: PlanContext): Expression | null {
  const { query, dataset } = context;
  const text = query.detail?.search?.trim();
  if (!text) return null;
  const wanted = new Set(detailColumns(query, dataset));
  return anyOf(
    dataset.columns
      .filter((column) => wanted.has(column.name))
      .map((column) => ({
        kind: 'contains' as const,
        of: columnExpression(context, column),
        text,
        needsCast: column.type !== 'string' || column.isTemporal,
      })),
  );
}

/** The access rules of whoever asks. */
function accessConditions(context: PlanContext): readonly Expression[] {
  return context.dataset.rowLevelClauses.map((clause) => ownersClause(context, clause, 'row_level_security'));
}

/** The dataset's own condition for lists of values; null when it has none. */
function fetchPredicate(context: PlanContext): Expression | null {
  const predicate = context.dataset.fetchValuesPredicate;
  return predicate ? ownersClause(context, predicate, 'fetch_values_predicate') : null;
}

function timeConditions(context: PlanContext, bounds: TimeBounds): readonly (Expression | null)[] {
  const column = context.timeColumn;
  if (!column) return [];
  const { dataset } = context;
  const main = dataset.alwaysFilterMainTemporal ? findMainColumn(context) : null;
  const columns = main && main !== column ? [main, column] : [column];
  return columns.map((each) => timeCondition(timeOperand(context, each, null), bounds));
}

function findMainColumn(context: PlanContext) {
  const name = context.dataset.mainTemporalColumn;
  const column = name ? findColumn(context.dataset, name) : undefined;
  if (name && !column) throw new QueryError(`Time column "${name}" does not exist in dataset`, 'granularity');
  return column ?? null;
}
